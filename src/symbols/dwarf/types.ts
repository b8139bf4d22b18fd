// Types (DWARF 5, chapter 5): what an entry describes, as plain data. Pointers, arrays and typedefs
// are read down to the class, enumeration, function or base type that they end in; a class is read
// when its members are asked for. Damage can make a circle of entries that are read at once.
import { t } from '@vscode/l10n';
import type {
  ArrayType,
  ClassType,
  EnumType,
  FunctionType,
  PointerType,
  QualifiedType,
  Type,
  ArrayDescriptor,
  Bound,
  Dimension,
} from '../type';
import { readBaseType, sizeIn, readEnum } from './baseType';
import { ClassReader } from './classes';
import { DW_AT, DW_ATE, DW_TAG, DW_ORD } from './constants';
import { DW_OP } from './operations';
import type { Entries } from './entries';
import type { Entry } from './entryTree';
import { isC, firstIndex, isAda, isFortran, isRust } from './languages';
import type { Locations } from './locations';
import type { AttributeValue } from './form';

/** Types that are kept. They are small, and read again in microseconds. */
const maxKept = 20_000;
/** Deeper than any type that a compiler writes. */
const maxDepth = 100;

const voidType: Type = { kind: 'void' };

/** What the first word of an object holds. */
const elementsAddress = Uint8Array.of(DW_OP.push_object_address, DW_OP.deref);

/** Reads types of one file. */
export class Types {
  private readonly kept = new Map<number, Type>();
  private readonly classes: ClassReader;

  /** `define`: looks in other units for what an entry only declares. */
  constructor(
    private readonly entries: Entries,
    private readonly locations: Locations,
    private readonly define: (entry: Entry) => Promise<ClassType | EnumType | undefined>,
  ) {
    this.classes = new ClassReader(entries, locations, this);
  }

  /** The type that DW_AT_type of an entry refers to; void where it has none. */
  async of(entry: Entry, around: readonly number[] = []): Promise<Type> {
    const value = entry.value(DW_AT.type);
    if (!value) return voidType;
    const target = await this.entries.follow(entry, value);
    return target ? this.read(target, around) : unreadable(t('a description of the type'));
  }

  /**
   * The type that an entry describes. `around`: offsets of the entries that are being read with it.
   */
  async read(entry: Entry, around: readonly number[] = []): Promise<Type> {
    const { offset } = entry;
    const known = this.kept.get(offset);
    if (known) return known;
    if (around.includes(offset)) return unreadable(t('a type that is not made of itself'));
    if (around.length >= maxDepth) return unreadable(t('a type of fewer layers'));
    const type = await this.describe(entry, [...around, offset]);
    if (this.kept.size >= maxKept) this.kept.clear();
    this.kept.set(offset, type);
    return type;
  }

  /** What other units say of the type that the entry at an offset only declares. */
  async definitionAt(offset: number): Promise<ClassType | EnumType | undefined> {
    const entry = await this.entries.at(offset);
    return entry && this.define(entry);
  }

  private async describe(entry: Entry, around: readonly number[]): Promise<Type> {
    switch (entry.tag) {
      case DW_TAG.base_type:
        return (await readBaseType(this.entries, entry)) ?? unreadable(t('a base type'));
      case DW_TAG.unspecified_type:
        return { kind: 'void', size: 0, ...(await this.nameOf(entry)), ...sizeOf(entry) };
      case DW_TAG.pointer_type:
        return this.pointer('pointer', entry, around);
      case DW_TAG.reference_type:
        return this.pointer('reference', entry, around);
      case DW_TAG.rvalue_reference_type:
        return this.pointer('rvalueReference', entry, around);
      case DW_TAG.const_type:
      case DW_TAG.immutable_type:
        return this.qualified('const', entry, around);
      case DW_TAG.volatile_type:
        return this.qualified('volatile', entry, around);
      case DW_TAG.restrict_type:
        return this.qualified('restrict', entry, around);
      case DW_TAG.atomic_type:
        return this.qualified('atomic', entry, around);
      case DW_TAG.packed_type:
      case DW_TAG.shared_type:
      case DW_TAG.dynamic_type:
      case DW_TAG.thrown_type:
        return this.of(entry, around);
      case DW_TAG.typedef:
      case DW_TAG.template_alias:
        return this.typedef(entry, around);
      case DW_TAG.array_type:
        return this.array(entry, around);
      case DW_TAG.string_type:
        return this.string(entry);
      case DW_TAG.subrange_type:
      case DW_TAG.generic_subrange:
        return this.subrange(entry, around);
      case DW_TAG.set_type:
        return this.set(entry, around);
      case DW_TAG.structure_type:
      case DW_TAG.class_type:
      case DW_TAG.union_type:
      case DW_TAG.interface_type:
        return (
          (await this.signed(entry, around)) ??
          (await this.boundedArray(entry, around)) ??
          this.classes.read(entry)
        );
      case DW_TAG.enumeration_type:
        return (await this.signed(entry, around)) ?? this.enumeration(entry, around);
      case DW_TAG.subroutine_type:
      case DW_TAG.subprogram:
      case DW_TAG.inlined_subroutine:
        return this.functionType(entry, around);
      case DW_TAG.ptr_to_member_type:
        return this.memberPointer(entry, around);
      default:
        return unreadable('a type');
    }
  }

  /** The name with what is around it. */
  private async nameOf(entry: Entry): Promise<{ name?: string }> {
    const name = await this.entries.qualifiedName(await this.entries.describe(entry));
    return name === undefined ? {} : { name };
  }

  private async pointer(
    kind: PointerType['kind'],
    entry: Entry,
    around: readonly number[],
  ): Promise<PointerType> {
    return {
      kind,
      // Other languages know no such name, as gdb does not: Go's compiler writes `*main.T`, clang
      // names C++'s pointers to tables of virtual functions.
      ...(isRust(entry.unit) ? await this.nameOf(entry) : {}),
      target: await this.of(entry, around),
      size: sizeOf(entry).size ?? entry.unit.header.encoding.addressSize,
    };
  }

  private async qualified(
    kind: QualifiedType['kind'],
    entry: Entry,
    around: readonly number[],
  ): Promise<QualifiedType> {
    return { kind, target: await this.of(entry, around) };
  }

  private async typedef(entry: Entry, around: readonly number[]): Promise<Type> {
    const { name } = await this.nameOf(entry);
    const target = await this.of(entry, around);
    return name === undefined ? target : { kind: 'typedef', name, target };
  }

  /** What a type unit says of a type that is declared with its signature. */
  private async signed(entry: Entry, around: readonly number[]): Promise<Type | undefined> {
    const unit = await this.entries.follow(entry, entry.value(DW_AT.signature));
    return unit && this.read(unit, around);
  }

  private async enumeration(entry: Entry, around: readonly number[]): Promise<EnumType> {
    const type = await readEnum(this.entries, entry, await this.of(entry, around));
    if (!type.incomplete) return type;
    const definition = async (): Promise<EnumType | undefined> => {
      const found = await this.definitionAt(entry.offset);
      return found?.kind === 'enum' ? found : undefined;
    };
    return { ...type, definition };
  }

  private async array(entry: Entry, around: readonly number[]): Promise<ArrayType> {
    const descriptor = readDescriptor(this.locations, entry);
    return {
      kind: 'array',
      ...(await this.nameOf(entry)),
      element: await this.of(entry, around),
      dimensions: await readDimensions(this.entries, this.locations, entry),
      vector: entry.flag(DW_AT.GNU_vector),
      ...sizeOf(entry),
      ...(descriptor && { descriptor }),
    };
  }

  /** Fortran's characters. */
  private async string(entry: Entry): Promise<ArrayType> {
    const count = await readStringLength(this.entries, this.locations, entry);
    const descriptor = readDescriptor(this.locations, entry);
    const element = {
      kind: 'base',
      name: 'character',
      size: 1,
      encoding: DW_ATE.unsigned_char,
    } as const;
    const dimensions = [{ lower: 1n, ...(count !== undefined && { count }) }];
    return {
      kind: 'array',
      ...(await this.nameOf(entry)),
      element,
      dimensions,
      vector: false,
      ...(descriptor && { descriptor }),
    };
  }

  /** A range of numbers is shown as the numbers that it is of. */
  private async subrange(entry: Entry, around: readonly number[]): Promise<Type> {
    const of = await this.of(entry, around);
    return of.kind === 'base' ? { ...of, ...(await this.nameOf(entry)), ...sizeOf(entry) } : of;
  }

  /** A set of numbers, of characters or of an enumeration: of its values between two bounds. */
  private async set(entry: Entry, around: readonly number[]): Promise<EnumType> {
    const range = await this.entries.follow(entry, entry.value(DW_AT.type));
    const [low, high] = range?.values([DW_AT.lower_bound, DW_AT.upper_bound]) ?? [];
    const of = unaliased(await this.of(entry, around));
    const { size = entry.unit.header.encoding.addressSize } = sizeOf(entry);
    const named = of.kind === 'enum' ? of.enumerators : [];
    const lower = (range && boundOf(range, low)) ?? named[0]?.value ?? 0n;
    const upper = (range && boundOf(range, high)) ?? named.at(-1)?.value ?? lower;
    const count = Math.min(Number(upper - lower) + 1, 8 * size, maxSetMembers);
    const names = new Map(named.map(({ name, value }) => [value, name]));
    const enumerators = Array.from({ length: Math.max(0, count) }, (_, i) => {
      const value = lower + BigInt(i);
      return { name: names.get(value) ?? value.toString(), value: BigInt(i) };
    });
    return {
      ...{ kind: 'enum', size, signed: false, scoped: false, incomplete: false, isSet: true },
      ...(await this.nameOf(entry)),
      enumerators,
    };
  }

  /**
   * An array of Ada whose bounds are known only when run: GNAT describes the structure that it is
   * passed as, of the addresses of its elements and of its bounds (GCC, exp_dbug.ads,
   * "Unconstrained arrays").
   */
  private async boundedArray(
    entry: Entry,
    around: readonly number[],
  ): Promise<ArrayType | undefined> {
    if (!isAda(entry.unit)) return undefined;
    const [elements, bounds] = [...entry.children()].filter(({ tag }) => tag === DW_TAG.member);
    if (!elements || !bounds) return undefined;
    const names = await Promise.all(
      [elements, bounds].map((member) => this.entries.text(member, member.value(DW_AT.name))),
    );
    if (names.join(' ') !== 'P_ARRAY P_BOUNDS') return undefined;
    const pointer = unaliased(await this.of(elements, around));
    const array = pointer.kind === 'pointer' ? unaliased(pointer.target) : pointer;
    if (array.kind !== 'array') return undefined;
    const data = this.locations.expression(entry.unit, elementsAddress);
    const descriptor = { data, allocated: data };
    return { ...array, ...(await this.nameOf(entry)), descriptor };
  }

  private async functionType(entry: Entry, around: readonly number[]): Promise<FunctionType> {
    const description = await this.entries.describe(entry);
    const result = description.find(DW_AT.type)?.entry;
    const { offset } = entry;
    return {
      kind: 'function',
      result: result ? await this.of(result, around) : voidType,
      // Only C has functions that are declared without their parameters.
      prototyped: description.flag(DW_AT.prototyped) || !isC(entry.unit),
      variadic: [...entry.children()].some(({ tag }) => tag === DW_TAG.unspecified_parameters),
      parameters: () => this.parameters(offset),
    };
  }

  private async parameters(offset: number): Promise<Type[]> {
    const entry = await this.entries.at(offset);
    const types: Type[] = [];
    if (!entry) return types;
    for (const child of entry.children()) {
      if (child.tag !== DW_TAG.formal_parameter) continue;
      const described = (await this.entries.describe(child)).find(DW_AT.type)?.entry;
      const type = await this.of(described ?? child);
      // Compilers call the pointer to the object itself constant in some places only.
      const isObject = type.kind === 'pointer' && (await this.isObject(child, entry, types.length));
      types.push(isObject ? { kind: 'const', target: type } : type);
    }
    return types;
  }

  /** Whether a parameter is C++'s `this`, by gdb's rules. */
  private async isObject(parameter: Entry, of: Entry, place: number): Promise<boolean> {
    const described = await this.entries.describe(parameter);
    if (!described.flag(DW_AT.artificial)) return false;
    const named = (await this.entries.describe(of)).find(DW_AT.object_pointer);
    if (named) {
      return (await this.entries.follow(named.entry, named.value))?.offset === parameter.offset;
    }
    const name = await this.entries.name(described);
    return name === 'this' || (name === undefined && place === 0);
  }

  private async memberPointer(entry: Entry, around: readonly number[]): Promise<Type> {
    const { addressSize } = entry.unit.header.encoding;
    const target = await this.of(entry, around);
    const holder = await this.entries.follow(entry, entry.value(DW_AT.containing_type));
    // A pointer to a member function also says what to add to the object's address.
    const size = target.kind === 'function' ? 2 * addressSize : addressSize;
    const of = holder ? await this.read(holder, around) : unreadable(t('the class of a member'));
    return { kind: 'memberPointer', target, of, size: sizeOf(entry).size ?? size };
  }
}

/** DW_AT_byte_size, where it is a number. */
function sizeOf(entry: Entry): { size?: number } {
  const size = sizeIn(entry, DW_AT.byte_size);
  return size === undefined ? {} : { size };
}

function unreadable(expected: string): Type {
  return { kind: 'unreadable', why: t('The debugging information lacks {0}.', expected) };
}

/** More than any language allows. */
const maxSetMembers = 65_536;

const aliases: ReadonlySet<Type['kind']> = new Set([
  ...(['typedef', 'const', 'volatile', 'restrict', 'atomic'] as const),
]);
const maxAliases = 200;

/** A type without typedefs and qualifiers: of damaged programs they may go in a circle. */
function unaliased(type: Type): Type {
  let bare = type;
  for (let i = 0; i < maxAliases && aliases.has(bare.kind) && 'target' in bare; i++) {
    bare = bare.target;
  }
  return bare;
}

// How many elements an array has in each direction (DWARF 5, sections 5.5 and 5.13).

/** More than any language allows. */
const maxDimensions = 256;

/** The dimensions of the array that an entry describes, outermost first. */
async function readDimensions(
  entries: Entries,
  locations: Locations,
  array: Entry,
): Promise<Dimension[]> {
  const dimensions: Dimension[] = [];
  for (const child of array.children()) {
    if (!isDimension(child)) continue;
    if (dimensions.length >= maxDimensions) break;
    dimensions.push(await readDimension(entries, locations, child));
  }
  if (isColumnMajor(array)) dimensions.reverse();
  const innermost = dimensions.pop();
  if (!innermost) return [];
  const stride = strideOf(array, locations);
  return [...dimensions, stride === undefined ? innermost : { ...innermost, stride }];
}

/** Whether the first index is the one that moves fastest (DW_AT_ordering; DWARF 5, section 5.5). */
function isColumnMajor(array: Entry): boolean {
  const ordering = array.number(DW_AT.ordering);
  return ordering === undefined ? isFortran(array.unit) : ordering === BigInt(DW_ORD.col_major);
}

/** The descriptor that an array is, where its elements are elsewhere. */
function readDescriptor(locations: Locations, array: Entry): ArrayDescriptor | undefined {
  const [data, allocated, associated] = array
    .values([DW_AT.data_location, DW_AT.allocated, DW_AT.associated])
    .map((value) => locations.expressionOf(array.unit, value));
  if (!data && !allocated && !associated) return undefined;
  return {
    ...(data && { data }),
    ...(allocated && { allocated }),
    ...(associated && { associated }),
  };
}

/** The length of a string that an entry describes: where it is constant, or what holds it. */
async function readStringLength(
  entries: Entries,
  locations: Locations,
  string: Entry,
): Promise<Dimension['count']> {
  const { addressSize } = string.unit.header.encoding;
  const [length, lengthSize, size] = string.values([
    DW_AT.string_length,
    DW_AT.string_length_byte_size,
    DW_AT.byte_size,
  ]);
  if (!length) return boundOf(string, size);
  const expression = locations.expressionOf(string.unit, length);
  if (!expression) return readCount(entries, locations, string, length, 0n);
  const stored = Number(boundOf(string, lengthSize ?? size) ?? addressSize);
  return { from: { kind: 'stored', expression, size: stored }, add: 0n };
}

function isDimension({ tag }: Entry): boolean {
  return (
    tag === DW_TAG.subrange_type ||
    tag === DW_TAG.generic_subrange ||
    tag === DW_TAG.enumeration_type
  );
}

async function readDimension(
  entries: Entries,
  locations: Locations,
  entry: Entry,
): Promise<Dimension> {
  if (entry.tag === DW_TAG.enumeration_type) return ofEnumeration(entry);
  const [lowerValue, upper, count] = entry.values([
    DW_AT.lower_bound,
    DW_AT.upper_bound,
    DW_AT.count,
  ]);
  const number = boundOf(entry, lowerValue);
  const lower = number ?? firstIndex(entry.unit);
  const stride = strideOf(entry, locations);
  const strided = stride === undefined ? {} : { stride };
  if (count) {
    return {
      ...dimension(lower, await readCount(entries, locations, entry, count, 0n)),
      ...strided,
    };
  }
  const lowerFrom =
    lowerValue && number === undefined
      ? await readBound(entries, locations, entry, lowerValue)
      : undefined;
  if (!upper) return { lower, ...(lowerFrom && { lowerFrom }), ...strided };
  if (lowerFrom) {
    const last = await readBound(entries, locations, entry, upper);
    return { ...dimension(lower, last && { from: last, add: 1n }), lowerFrom, ...strided };
  }
  const named = await countNamed(entries, entry, lower, boundOf(entry, upper));
  if (named !== undefined) return { lower, count: named, ...strided };
  return {
    ...dimension(lower, await readCount(entries, locations, entry, upper, 1n - lower)),
    ...strided,
  };
}

/**
 * How many values of an enumeration are between two: Ada's may leave out numbers, and arrays go by
 * their places.
 */
async function countNamed(
  entries: Entries,
  entry: Entry,
  lower: bigint,
  upper: bigint | undefined,
): Promise<bigint | undefined> {
  if (upper === undefined || !isAda(entry.unit)) return undefined;
  let type = await entries.follow(entry, entry.value(DW_AT.type));
  for (let i = 0; i < maxDimensions && type?.tag === DW_TAG.subrange_type; i++) {
    type = await entries.follow(type, type.value(DW_AT.type));
  }
  if (type?.tag !== DW_TAG.enumeration_type) return undefined;
  const values = [...type.children()].map((child) => child.number(DW_AT.const_value));
  const between = values.filter((value) => value !== undefined && value >= lower && value <= upper);
  return BigInt(between.length);
}

/** DW_AT_byte_stride or DW_AT_bit_stride, in bits. */
function strideOf(entry: Entry, locations: Locations): Dimension['stride'] | undefined {
  const [byteStride, bitStride] = entry.values([DW_AT.byte_stride, DW_AT.bit_stride]);
  if (bitStride?.kind === 'constant') return bitStride.value;
  if (byteStride?.kind === 'constant') return 8n * byteStride.value;
  const expression = locations.expressionOf(entry.unit, byteStride);
  return expression && { bytes: { kind: 'expression', expression } };
}

/** An array that is indexed by an enumeration. */
function ofEnumeration(entry: Entry): Dimension {
  const enumerators = [...entry.children()].filter(({ tag }) => tag === DW_TAG.enumerator);
  const lower = enumerators[0]?.number(DW_AT.const_value) ?? 0n;
  return { lower, count: BigInt(enumerators.length) };
}

function dimension(lower: bigint, count: Dimension['count']): Dimension {
  return count === undefined ? { lower } : { lower, count };
}

/** The number that an attribute gives, plus `add`. */
async function readCount(
  entries: Entries,
  locations: Locations,
  entry: Entry,
  value: AttributeValue,
  add: bigint,
): Promise<Dimension['count']> {
  const number = boundOf(entry, value);
  if (number !== undefined) return number + add < 0n ? 0n : number + add;
  const from = await readBound(entries, locations, entry, value);
  return from && { from, add };
}

async function readBound(
  entries: Entries,
  locations: Locations,
  entry: Entry,
  value: AttributeValue,
): Promise<Bound | undefined> {
  const expression = locations.expressionOf(entry.unit, value);
  if (expression) return { kind: 'expression', expression };
  const variable = await entries.follow(entry, value);
  return variable && { kind: 'variable', offset: variable.offset };
}

/**
 * A bound that is a number. -1, the last index of no elements, may be written as an address's bits.
 */
function boundOf({ unit }: Entry, value: AttributeValue | undefined): bigint | undefined {
  if (value?.kind !== 'constant') return undefined;
  const bits = 8 * unit.header.encoding.addressSize;
  return !value.signed && BigInt.asIntN(bits, value.value) === -1n ? -1n : value.value;
}
