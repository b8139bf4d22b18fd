// The names that types have inside of a class: its template's parameters, and the typedefs of the class and its bases.
// gdb writes what a class is made of with them (gdb manual, "Symbols": `ptype`, flag `r`).
import { canonicalName } from '../symbols/canonicalName';
import type { ClassType, Type } from '../symbols/type';
import type { NamesOfTypes } from './typeName';
import { TypedefTable } from './typedefTable';
import { isClass } from './types';

/** More bases are damage: they may be bases of themselves. */
const mostBases = 256;
/** Names stand in names no deeper in any program. */
const deepest = 100;

/** Types that C++ has without a program. */
const ofLanguage: ReadonlySet<string> = new Set([
  ...['bool', 'char', 'signed char', 'unsigned char', 'char16_t', 'char32_t', 'wchar_t'],
  ...['short', 'unsigned short', 'int', 'unsigned int', 'long', 'unsigned long', 'long long'],
  ...['unsigned long long', 'float', 'double', 'long double', 'void'],
]);

/** Finds what a name in the name of a template stands for. */
export type NamedTypes = (name: string) => Promise<Type | undefined>;

/** Names in one class. */
export class LocalNames implements NamesOfTypes {
  /** Other names for what stands in the names of templates; undefined for what keeps its own. */
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
    await addTypedefs(table, type, { bases: mostBases });
    return new LocalNames(table, this.types);
  }

  async of(type: Type): Promise<string | undefined> {
    return this.table.find(type);
  }

  async spelt(type: Type, name: string): Promise<string> {
    const isUnknown = isClass(type) && type.incomplete;
    const own = isUnknown ? undefined : await this.of(type);
    if (own !== undefined) return own;
    for (let i = 0; i < deepest; i++) {
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

  /** The other name of what stands in a name; the whole name has none. */
  private async ofPart(part: string, whole: string): Promise<string | undefined> {
    if (part === whole || !/^[A-Za-z_(]/.test(part)) return undefined;
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
    // gdb looks for none behind another name.
    if (!typedef && left.bases-- > 0) await addTypedefs(table, base, left);
  }
}

/** A type of the language by its name, by which types are compared. */
function ofName(name: string): Type {
  return name === 'void' ? { kind: 'void' } : { kind: 'base', name, size: 0, encoding: 0 };
}
