// Structs, classes and unions (DWARF 5, sections 5.7.1 to 5.7.9) with their member functions, and
// arguments of templates (section 2.23). What a function takes and gives is read when asked for:
// few ask, and a class of a library has hundreds.
import { TimeSlice } from '../../bytes/timeSlice';
import { append } from '../../bytes/arrays';
import { lazy } from '../../bytes/lazy';
import type {
  Access,
  BaseClass,
  ClassMembers,
  ClassType,
  EnumType,
  Member,
  MemberTypedef,
  Method,
  MethodSignature,
  StaticMember,
  TemplateArgument,
  Type,
  Variant,
  VariantPart,
} from '../type';
import { sizeIn, ofSize } from './baseType';
import { DW_AT, DW_OP_constu, DW_OP_plus_uconst, DW_TAG, DW_ATE, DW_DSC } from './constants';
import type { Entries } from './entries';
import type { Entry } from './entryTree';
import type { AttributeValue } from './form';
import type { Locations } from './locations';
import { argumentsIn } from './templateArguments';
import { type ByteOrder, unsigned } from '../../bytes/cursor';
import { DwarfCursor } from './cursor';

/** Reads the types that classes are made of. */
interface TypeReader {
  /** The type that DW_AT_type of an entry refers to; void where it has none. */
  of(entry: Entry): Promise<Type>;
  /** The type that an entry describes. */
  read(entry: Entry): Promise<Type>;
  /** What other units say of the type that the entry at an offset only declares. */
  definitionAt(offset: number): Promise<ClassType | EnumType | undefined>;
}

const noMembers: ClassMembers = {
  bases: [],
  members: [],
  statics: [],
  templateArguments: [],
  methods: [],
};

/** Reads classes of one file. */
export class ClassReader {
  constructor(
    private readonly entries: Entries,
    private readonly locations: Locations,
    private readonly types: TypeReader,
  ) {}

  /** The class that an entry describes. */
  async read(entry: Entry): Promise<ClassType> {
    const description = await this.entries.describe(entry);
    const name = await this.entries.qualifiedName(description);
    const size = sizeIn(entry, DW_AT.byte_size);
    const { offset } = entry;
    const incomplete = entry.flag(DW_AT.declaration);
    return {
      kind: kindOf(entry),
      ...(name === undefined ? {} : { name }),
      ...(size === undefined ? {} : { size }),
      incomplete,
      ...(incomplete ? { definition: lazy(() => this.definition(offset)) } : {}),
      language: entry.unit.root.language,
      offset,
      members: lazy(() => this.membersAt(offset)),
    };
  }

  private async definition(offset: number): Promise<ClassType | undefined> {
    const type = await this.types.definitionAt(offset);
    return type?.kind === 'enum' ? undefined : type;
  }

  /** A data member. */
  async member(entry: Entry): Promise<Member> {
    const [nameValue, artificial, access] = entry.values([
      DW_AT.name,
      DW_AT.artificial,
      DW_AT.accessibility,
    ]);
    const name = await this.entries.text(entry, nameValue);
    const type = await this.types.of(entry);
    return {
      ...(name === undefined ? {} : { name }),
      type,
      ...this.placeOf(entry, type),
      artificial: artificial?.kind === 'flag' && artificial.value,
      ...accessOf(access),
    };
  }

  private async membersAt(offset: number): Promise<ClassMembers> {
    const entry = await this.entries.at(offset);
    return entry ? this.members(entry) : noMembers;
  }

  private async members(entry: Entry): Promise<ClassMembers> {
    const bases: BaseClass[] = [];
    const members: Member[] = [];
    const statics: StaticMember[] = [];
    const methods: Method[] = [];
    const typedefs: MemberTypedef[] = [];
    const nested: (() => Promise<Type>)[] = [];
    let variants: ClassMembers['variants'];
    const slice = new TimeSlice();
    for (const child of entry.children()) {
      if (slice.usedUp) await slice.yieldIfDue();
      switch (child.tag) {
        case DW_TAG.inheritance:
          append(bases, await this.baseClass(child));
          break;
        case DW_TAG.member:
          if (isStatic(child)) append(statics, await this.staticMember(child, members.length));
          else members.push(await this.member(child));
          break;
        case DW_TAG.variable:
          append(statics, await this.staticMember(child, members.length));
          break;
        case DW_TAG.subprogram: {
          const method = await readMethod(this.entries, this.locations, this.types, child);
          if (method) methods.push(method);
          break;
        }
        case DW_TAG.typedef: {
          const typedef = await readMemberTypedef(this.entries, this.types, child);
          if (typedef) typedefs.push(typedef);
          break;
        }
        case DW_TAG.structure_type:
        case DW_TAG.class_type:
        case DW_TAG.union_type:
        case DW_TAG.enumeration_type:
          nested.push(() => this.types.read(child));
          break;
        case DW_TAG.variant_part:
          variants = await readVariantPart(this.entries, child, (each) => this.member(each));
          break;
      }
    }
    const templateArguments = await readTemplateArguments(this.entries, this.types, entry);
    const rest = { templateArguments, methods, typedefs, nested };
    return { bases, members, statics, ...(variants && { variants }), ...rest };
  }

  private async baseClass(entry: Entry): Promise<BaseClass[]> {
    const type = await this.types.of(entry);
    const base = classOf(type);
    if (!base) return [];
    const virtual = (entry.number(DW_AT.virtuality) ?? 0n) !== 0n;
    const access = accessOf(entry.value(DW_AT.accessibility));
    const typedef = type.kind === 'typedef' ? { typedef: type } : {};
    return [{ type: base, ...typedef, offset: this.offsetOf(entry), virtual, ...access }];
  }

  private async staticMember(entry: Entry, before: number): Promise<StaticMember[]> {
    const [nameValue, constantValue, access] = entry.values([
      DW_AT.name,
      DW_AT.const_value,
      DW_AT.accessibility,
    ]);
    const name = await this.entries.text(entry, nameValue);
    if (name === undefined) return [];
    const constant = constantValue && (await this.locations.constant(entry, constantValue));
    const type = await this.types.of(entry);
    const { offset } = entry;
    const value = constant === undefined ? {} : { constant };
    return [{ name, type, ...value, offset, before, ...accessOf(access) }];
  }

  /** Where a member is in the object, and its bits where it is a bit field. */
  private placeOf(entry: Entry, type: Type): Pick<Member, 'offset' | 'bits'> {
    const offset = this.offsetOf(entry);
    const size = sizeIn(entry, DW_AT.bit_size);
    if (size === undefined || typeof offset !== 'bigint') return { offset };
    const wordSize = entry.number(DW_AT.byte_size) ?? BigInt(sizeOf(type) ?? 0);
    const fromStart = entry.number(DW_AT.data_bit_offset);
    const inWord = signedNumber(entry, DW_AT.bit_offset);
    const { order } = entry.unit.header.encoding;
    const bit = firstBit(
      { size: BigInt(size), fromStart, inWord, wordOffset: offset, wordSize },
      order,
    );
    return { offset: bit >> 3n, bits: { bit, size } };
  }

  /** DW_AT_data_member_location: 0 if none exists, as in a union. */
  private offsetOf(entry: Entry): Member['offset'] {
    const value = entry.value(DW_AT.data_member_location);
    if (value?.kind === 'constant') return value.value;
    const expression = this.locations.expressionOf(entry.unit, value);
    // DWARF 2 wrote offsets as expressions that add a constant to the object's address.
    return expression ? (operandOf(expression.bytes, DW_OP_plus_uconst) ?? expression) : 0n;
  }
}

/** clang writes a negative number with the bits of an unsigned one of 64. */
function signedNumber(entry: Entry, attribute: number): bigint | undefined {
  const value = entry.number(attribute);
  return value === undefined ? undefined : BigInt.asIntN(64, value);
}

function kindOf({ tag }: Entry): ClassType['kind'] {
  if (tag === DW_TAG.union_type) return 'union';
  return tag === DW_TAG.structure_type ? 'struct' : 'class';
}

/** Before DWARF 5 a static member was a member that is declared for others to see. */
function isStatic(entry: Entry): boolean {
  return entry.flag(DW_AT.external) || entry.flag(DW_AT.declaration);
}

/** The class that a type is, by whatever name. */
function classOf(type: Type): ClassType | undefined {
  let at = type;
  while (at.kind === 'typedef' || at.kind === 'const' || at.kind === 'volatile') at = at.target;
  return at.kind === 'struct' || at.kind === 'class' || at.kind === 'union' ? at : undefined;
}

function sizeOf(type: Type): number | undefined {
  let at = type;
  while ('target' in at && at.kind !== 'pointer') at = at.target;
  return 'size' in at ? at.size : undefined;
}

/** A member function; undefined for one without a name. */
async function readMethod(
  entries: Entries,
  locations: Locations,
  types: TypeReader,
  entry: Entry,
): Promise<Method | undefined> {
  const [nameValue, place, access, artificial] = entry.values([
    DW_AT.name,
    DW_AT.vtable_elem_location,
    DW_AT.accessibility,
    DW_AT.artificial,
  ]);
  const name = await entries.text(entry, nameValue);
  if (name === undefined) return undefined;
  const { offset } = entry;
  const method: Method = {
    name,
    ...accessOf(access),
    artificial: artificial?.kind === 'flag' && artificial.value,
    signature: () => signatureAt(entries, types, offset),
    linkageName: () => linkageNameAt(entries, offset),
  };
  const expression = locations.expressionOf(entry.unit, place);
  const slot = expression && operandOf(expression.bytes, DW_OP_constu);
  return slot === undefined ? method : { ...method, virtual: { slot } };
}

async function linkageNameAt(entries: Entries, offset: number): Promise<string | undefined> {
  const entry = await entries.at(offset);
  return entry && entries.linkageName(await entries.describe(entry));
}

/** What the function whose entry is at an offset takes and gives. */
export async function signatureAt(
  entries: Entries,
  types: TypeReader,
  offset: number,
): Promise<MethodSignature> {
  const entry = await entries.at(offset);
  if (!entry) return { result: { kind: 'void' }, parameters: [], variadic: false };
  const parameters: { type: MethodSignature['result']; artificial: boolean }[] = [];
  let variadic = false;
  for (const child of entry.children()) {
    if (child.tag === DW_TAG.unspecified_parameters) variadic = true;
    if (child.tag !== DW_TAG.formal_parameter) continue;
    const description = await entries.describe(child);
    const type = await types.of(description.find(DW_AT.type)?.entry ?? child);
    parameters.push({ type, artificial: description.flag(DW_AT.artificial) });
  }
  return { result: await types.of(entry), parameters, variadic };
}

/** A typedef in a class; undefined for one without a name. */
async function readMemberTypedef(
  entries: Entries,
  types: TypeReader,
  entry: Entry,
): Promise<MemberTypedef | undefined> {
  const [nameValue, access] = entry.values([DW_AT.name, DW_AT.accessibility]);
  const name = await entries.text(entry, nameValue);
  if (name === undefined) return undefined;
  const { offset } = entry;
  const type = async () => {
    const found = await entries.at(offset);
    return found ? types.read(found) : ({ kind: 'void' } as const);
  };
  return { name, ...accessOf(access), type };
}

const accesses: readonly (Access | undefined)[] = [undefined, 'public', 'protected', 'private'];

/** DW_AT_accessibility. */
function accessOf(value: AttributeValue | undefined): { access?: Access } {
  const access = value?.kind === 'constant' ? accesses[Number(value.value)] : undefined;
  return access === undefined ? {} : { access };
}

/**
 * The arguments of the template that an entry instantiates, those without a name as gdb calls them;
 * those of a pack one by one.
 */
async function readTemplateArguments(
  entries: Entries,
  types: TypeReader,
  entry: Entry,
): Promise<TemplateArgument[]> {
  const found: TemplateArgument[] = [];
  let unnamed = 0;
  for (const child of argumentsIn(entry)) {
    const isInPack = child.parent?.offset !== entry.offset;
    const written = await entries.text(child, child.value(DW_AT.name));
    const name = written ?? (isInPack ? undefined : `<unnamed${unnamed++}>`);
    const value = child.number(DW_AT.const_value);
    found.push({
      ...(name === undefined ? {} : { name }),
      type: await types.of(child),
      ...(value === undefined ? {} : { value }),
      ...(!isInPack && child.tag === DW_TAG.template_type_parameter ? { isType: true } : {}),
    });
  }
  return found;
}

// Where the bits of a bit field are: DW_AT_data_bit_offset (DWARF 5, section 5.7.6), and before it
// DW_AT_bit_offset, which counts from the most significant bit of a word that holds the field.

/** What a member says of its bits. Sizes of words in bytes, of fields in bits. */
export interface BitAttributes {
  readonly size: bigint;
  /** DW_AT_data_bit_offset. */
  readonly fromStart: bigint | undefined;
  /** DW_AT_bit_offset. */
  readonly inWord: bigint | undefined;
  /** The word: DW_AT_data_member_location, and DW_AT_byte_size or the size of the type. */
  readonly wordOffset: bigint;
  readonly wordSize: bigint;
}

/**
 * The first bit of a field, counted from the start of the object: in a byte from the least
 * significant bit where the order is little-endian, from the most significant where it is
 * big-endian.
 */
export function firstBit(field: BitAttributes, order: ByteOrder): bigint {
  const { size, fromStart, inWord, wordOffset, wordSize } = field;
  if (fromStart !== undefined) return 8n * wordOffset + fromStart;
  if (inWord === undefined) return 8n * wordOffset;
  // The word's end, less what is to the right of the field: inWord bits are to its left.
  return order === 'big' ? 8n * wordOffset + inWord : 8n * (wordOffset + wordSize) - inWord - size;
}

// Expressions of one operation with a number, as which compilers write offsets and slots (DWARF 5,
// section 2.5.1).

/** The operand of an operation (DW_OP_…), where it is the whole expression. */
function operandOf(bytes: Uint8Array, operation: number): bigint | undefined {
  if (bytes[0] !== operation) return undefined;
  let value = 0n;
  for (let i = 1; i < bytes.length && i <= 10; i++) {
    const byte = bytes[i] ?? 0;
    value |= BigInt(byte & 0x7f) << BigInt(7 * (i - 1));
    if (byte < 0x80) return i === bytes.length - 1 ? value : undefined;
  }
  return undefined;
}

// Variant parts (DWARF 5, section 5.7.10): the shapes of a Rust enum.

/** The variant part that an entry describes. */
async function readVariantPart(
  entries: Entries,
  entry: Entry,
  readMember: (entry: Entry) => Promise<Member>,
): Promise<VariantPart> {
  const teller = await entries.follow(entry, entry.value(DW_AT.discr));
  const discriminant = teller && (await readMember(teller));
  const variants: Variant[] = [];
  for (const child of entry.children()) {
    if (child.tag !== DW_TAG.variant) continue;
    const members: Member[] = [];
    for (const each of child.children()) {
      if (each.tag === DW_TAG.member) members.push(await readMember(each));
    }
    variants.push({ values: valuesOf(child, discriminant?.type), members });
  }
  return { ...(discriminant && { discriminant }), variants };
}

/** The values of the discriminant that choose a variant. */
function valuesOf(variant: Entry, type: Type | undefined): Variant['values'] {
  const [value, list] = variant.values([DW_AT.discr_value, DW_AT.discr_list]);
  const { order } = variant.unit.header.encoding;
  if (list?.kind === 'block') return readList(new DwarfCursor(list.bytes, order), type);
  const number = value && asNumber(value, order);
  return number === undefined ? [] : [rangeOf(number, number, type)];
}

/** 128 bits are written as a block. */
function asNumber(value: AttributeValue, order: ByteOrder): bigint | undefined {
  if (value.kind === 'constant') return value.value;
  return value.kind === 'block' ? unsigned(value.bytes, order) : undefined;
}

function readList(cursor: DwarfCursor, type: Type | undefined): Variant['values'] {
  const values: { low: bigint; high: bigint }[] = [];
  const number = (): bigint => (isSigned(type) ? cursor.sleb64() : cursor.uleb64());
  while (cursor.remaining > 0) {
    const isRange = cursor.u8() === DW_DSC.range;
    const low = number();
    const high = isRange ? number() : low;
    if (cursor.overrun) break;
    values.push(rangeOf(low, high, type));
  }
  return values;
}

/** Values as the discriminant holds them, with its size and sign. */
function rangeOf(low: bigint, high: bigint, type: Type | undefined): { low: bigint; high: bigint } {
  if (type?.kind !== 'base') return { low, high };
  const fit = (value: bigint): bigint => ofSize(value, type.size, isSigned(type));
  return { low: fit(low), high: fit(high) };
}

function isSigned(type: Type | undefined): boolean {
  return type?.kind === 'base' && type.encoding === DW_ATE.signed;
}
