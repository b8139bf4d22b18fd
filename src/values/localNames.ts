// The names that types have inside of a class: its template's parameters, and the typedefs of the
// class and its bases. gdb writes what a class is made of with them (gdb manual, "Symbols":
// `ptype`, flag `r`).
import { canonicalName } from '../symbols/canonicalName';
import type { ClassType, Type, ArrayType, FunctionType } from '../symbols/type';
import { type NamesOfTypes, typeName } from './typeName';
import { isClass, isQualified, lengthOf, strip, withoutQualifiers } from './types';

/** More bases are damage: they may be bases of themselves. */
const maxBases = 256;
/** Names nest no deeper in any program. */
const maxNameDepth = 100;

/** Types that C++ has without a program. */
const ofLanguage: ReadonlySet<string> = new Set([
  'bool',
  'char',
  'signed char',
  'unsigned char',
  'wchar_t',
  'short',
  'unsigned short',
  'int',
  'unsigned int',
  'long',
  'unsigned long',
  'long long',
  'unsigned long long',
  'float',
  'double',
  'long double',
  'void',
]);

/** What gdb takes for integers by these names is no type of a program. */
const integers: ReadonlySet<string> = new Set(['char16_t', 'char32_t']);

/** Finds what a name in the name of a template represents. */
export type NamedTypes = (name: string) => Promise<Type | undefined>;

/** Names in one class. */
export class LocalNames implements NamesOfTypes {
  /** Other names for what is in the names of templates; undefined for what keeps its own. */
  private readonly known = new Map<string, string | undefined>();

  private constructor(
    private readonly table: TypedefTable,
    private readonly types: NamedTypes,
  ) {}

  /** No names. */
  static none(types: NamedTypes): LocalNames {
    return new LocalNames(new TypedefTable(), types);
  }

  /** These names, as gdb copies them: another type may then be found first. */
  async copy(): Promise<LocalNames> {
    return new LocalNames(await this.table.copy(), this.types);
  }

  /** These names, and the parameters of a class's template. */
  async withParameters(type: ClassType): Promise<LocalNames> {
    const table = this.table.clone();
    const { templateArguments } = await type.members();
    for (const { name, type: of, isType } of templateArguments) {
      if (isType === true && name !== undefined) await table.add(name, of);
    }
    return new LocalNames(table, this.types);
  }

  /** These names, and the typedefs of a class and its bases; those of the class go first. */
  async withTypedefs(type: ClassType): Promise<LocalNames> {
    const table = this.table.clone();
    await addTypedefs(table, type, { bases: maxBases });
    return new LocalNames(table, this.types);
  }

  async of(type: Type): Promise<string | undefined> {
    return this.table.find(type);
  }

  async spelt(type: Type, name: string): Promise<string> {
    // gdb looks for a typedef by its name, which all instances of an alias template have, and for a
    // class where it is defined.
    const isElsewhere = type.kind === 'typedef' || isDeclared(type);
    const meant = isElsewhere ? await this.types(name) : type;
    const isNamed = meant && !isDeclared(meant) && !integers.has(name);
    const own = isNamed ? await this.of(meant) : undefined;
    if (own !== undefined) return own;
    for (let i = 0; i < maxNameDepth; i++) {
      const missing = new Set<string>();
      const text = canonicalName(name, (part) => {
        if (!this.known.has(part)) missing.add(part);
        return this.known.get(part);
      });
      if (missing.size === 0) return text;
      for (const part of missing) this.known.set(part, await this.ofPart(part, name));
    }
    return canonicalName(name);
  }

  /** The other name of what is in a name; the whole name has none. */
  private async ofPart(part: string, whole: string): Promise<string | undefined> {
    if (part === whole || integers.has(part) || !/^[A-Za-z_(]/.test(part)) return undefined;
    const type = ofLanguage.has(part) ? ofName(part) : await this.types(part);
    return type && this.of(type);
  }
}

async function addTypedefs(
  table: TypedefTable,
  type: ClassType,
  left: { bases: number },
): Promise<void> {
  const { bases, typedefs = [] } = await type.members();
  for (const { name, type: read } of typedefs) await table.add(canonicalName(name), await read());
  for (const { type: base, typedef } of bases) {
    // gdb does not look for one after another name.
    if (!typedef && left.bases-- > 0) await addTypedefs(table, base, left);
  }
}

/** A class that no unit defines has no symbol. */
function isDeclared(type: Type): boolean {
  return isClass(type) && type.incomplete;
}

/** A type of the language by its name, by which types are compared. */
function ofName(name: string): Type {
  return name === 'void' ? { kind: 'void' } : { kind: 'base', name, size: 0, encoding: 0 };
}

// gdb's table of the names that types have in a class (typedef_hash_table in gdb 13). Its hash is
// of a type's own name, but types are compared without their typedefs: what a type is called
// depends on which slots are looked into on the way, so the slots are those of gdb's table too
// (libiberty, hashtab.c).

/** A name for a type. */
interface Naming {
  readonly name: string;
  readonly type: Type;
  readonly hash: number;
}

/** Sizes of libiberty's tables; more names are in no class. */
const sizes = [13, 31, 61, 127, 251, 509, 1021, 2039, 4093, 8191, 16381, 32749, 65521];

/** Names of types, of which the first one that is given to a type counts. */
export class TypedefTable {
  private slots: (Naming | undefined)[] = new Array<undefined>(sizes[0] ?? 0).fill(undefined);
  private count = 0;

  /** The same names, given again in the order of their slots, as gdb copies the table. */
  async copy(): Promise<TypedefTable> {
    const made = new TypedefTable();
    for (const naming of this.slots) if (naming) await made.put(naming);
    return made;
  }

  /** The same names in the same slots. */
  clone(): TypedefTable {
    const made = new TypedefTable();
    made.slots = [...this.slots];
    made.count = this.count;
    return made;
  }

  /** Names a type, if the table finds no name for it. */
  async add(name: string, type: Type): Promise<void> {
    await this.put({ name, type, hash: hashOf(type) });
  }

  /** The name of a type; undefined where the table finds none. */
  async find(type: Type): Promise<string | undefined> {
    return this.slots[await this.slotOf(type, hashOf(type))]?.name;
  }

  private async put(naming: Naming): Promise<void> {
    if (this.slots.length * 3 <= this.count * 4) this.grow();
    const slot = await this.slotOf(naming.type, naming.hash);
    if (slot < 0 || this.slots[slot]) return;
    this.slots[slot] = naming;
    this.count++;
  }

  /** The first slot on a type's way that is empty or has a name for it. */
  private async slotOf(type: Type, hash: number): Promise<number> {
    for (const slot of this.way(hash)) {
      const naming = this.slots[slot];
      if (!naming || (await isSameType(naming.type, type))) return slot;
    }
    return -1;
  }

  private *way(hash: number): Generator<number> {
    const size = this.slots.length;
    const step = 1 + (hash % (size - 2));
    let slot = hash % size;
    for (let i = 0; i < size; i++, slot = (slot + step) % size) yield slot;
  }

  private grow(): void {
    const size = sizes.find((each) => each >= 2 * this.count);
    if (size === undefined) return;
    const old = this.slots;
    this.slots = new Array<undefined>(size).fill(undefined);
    for (const naming of old) {
      if (!naming) continue;
      for (const slot of this.way(naming.hash)) {
        if (this.slots[slot]) continue;
        this.slots[slot] = naming;
        break;
      }
    }
  }
}

/** htab_hash_string of a type's own name. */
function hashOf(type: Type): number {
  let hash = 0;
  for (const letter of nameOf(type) ?? '<unnamed type>') {
    hash = (Math.imul(hash, 67) + (letter.codePointAt(0) ?? 0) - 113) >>> 0;
  }
  return hash;
}

// Whether two types are one, as gdb compares them: what they are called decides, without typedefs
// and qualifiers (types_equal in gdb 13).

/** Types nest no deeper in any program. */
const maxTypeDepth = 64;

/** The name that a type has itself, qualified or not; undefined where it is made of other types. */
function nameOf(type: Type): string | undefined {
  const bare = withoutQualifiers(type);
  if (bare.kind === 'void') return bare.name ?? 'void';
  const name = 'name' in bare ? bare.name : undefined;
  return name === undefined ? undefined : canonicalName(name);
}

/** Whether two types are the same without typedefs; qualifiers do not matter. */
async function isSameType(one: Type, other: Type, depth = 0): Promise<boolean> {
  const [a, b] = [strip(one), strip(other)];
  if (a === b) return true;
  if (kindOf(a) !== kindOf(b) || depth > maxTypeDepth) return false;
  if (isPointing(a) && isPointing(b)) return isSameType(a.target, b.target, depth + 1);
  const name = nameOf(a);
  if (name !== undefined && name === nameOf(b)) return true;
  if (a.kind === 'function' && b.kind === 'function') return isSameFunction(a, b, depth + 1);
  if (a.kind === 'array' && b.kind === 'array') return isSameArray(a, b, depth + 1);
  if (isClass(a) && isClass(b)) return name === undefined && a.offset === b.offset;
  return isTold(a) && (await typeName(innermost(one))) === (await typeName(innermost(other)));
}

/** Structs and classes are one kind of thing. */
function kindOf({ kind }: Type): Type['kind'] {
  return kind === 'class' ? 'struct' : kind;
}

function isPointing(type: Type): type is Type & { kind: 'pointer' | 'reference' } {
  return type.kind === 'pointer' || type.kind === 'reference';
}

/**
 * Whether gdb has one object for all such types that are written alike, and compares no parts of
 * them.
 */
function isTold({ kind }: Type): boolean {
  return kind === 'rvalueReference' || kind === 'memberPointer';
}

/** The type that typedefs and qualifiers surround, in which those of its parts are left. */
function innermost(type: Type): Type {
  let bare = type;
  for (let i = 0; i < maxTypeDepth && (bare.kind === 'typedef' || isQualified(bare)); i++) {
    bare = bare.target;
  }
  return bare;
}

async function isSameFunction(a: FunctionType, b: FunctionType, depth: number): Promise<boolean> {
  const [ofA, ofB] = [await a.parameters(), await b.parameters()];
  if (ofA.length !== ofB.length || !(await isSameType(a.result, b.result, depth))) return false;
  for (const [i, parameter] of ofA.entries()) {
    const other = ofB[i];
    if (!other || !(await isSameType(parameter, other, depth))) return false;
  }
  return true;
}

async function isSameArray(a: ArrayType, b: ArrayType, depth: number): Promise<boolean> {
  const lengths = (array: ArrayType) => array.dimensions.map(lengthOf).join();
  return lengths(a) === lengths(b) && isSameType(a.element, b.element, depth);
}
