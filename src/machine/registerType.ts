// What a register's bits mean: gdb manual, "Predefined Target Types" and "Target Description
// Format" (vector, union, struct, flags, enum), with every name of a type resolved and every size
// known.
import { t } from '@vscode/l10n';
import type { Diagnostic } from '../bytes/diagnostic';
import { largest } from '../bytes/arrays';
import type {
  TargetFeature,
  TargetField,
  TargetRegister,
  TargetType,
} from '../format/targetDescription';
import { floatFormats, type FloatFormat } from './float/binaryFloat';

/** A type, with its name as gdb or the description has it and its size in bytes. */
export type RegisterType = { readonly name: string; readonly size: number } & (
  | { readonly kind: 'integer'; readonly signed: boolean }
  | { readonly kind: 'bool' }
  | { readonly kind: 'pointer'; readonly to: 'code' | 'data' }
  | { readonly kind: 'float'; readonly format: FloatFormat }
  | {
      readonly kind: 'enum';
      readonly values: readonly { readonly name: string; readonly value: bigint }[];
    }
  | { readonly kind: 'flags'; readonly fields: readonly BitField[] }
  | {
      readonly kind: 'vector';
      readonly element: RegisterType;
      readonly count: number;
      /** Whether its name is its own; others are written as C declares them. */
      readonly named: boolean;
    }
  | { readonly kind: 'union'; readonly fields: readonly Field[] }
  | { readonly kind: 'struct'; readonly fields: readonly (Field | BitField)[] }
);

/** A member of a union or struct. */
export interface Field {
  readonly name: string;
  readonly type: RegisterType;
  /** Bytes from the start of the union or struct. */
  readonly offset: number;
}

/** Bits of a number, counted from the least significant one; both ends belong to the field. */
export interface BitField {
  /** Empty for bits that have no meaning. */
  readonly name: string;
  readonly type: RegisterType;
  readonly start: number;
  readonly end: number;
}

/** The matrix register of the largest SME processor; a larger register is a broken description. */
export const maxRegisterSize = 1 << 16;

/** Flags and bit fields are computed as numbers; gdb accepts no wider ones either. */
const maxBitFieldSize = 8;

/**
 * As many values as the widest real register expands to. Types nest, so that a few lines could name
 * billions.
 */
const maxValues = 1 << 17;

/** A whole number of `size` bytes. */
export function integer(size: number, signed: boolean, name?: string): RegisterType {
  return { kind: 'integer', size, signed, name: name ?? `${signed ? '' : 'u'}int${8 * size}_t` };
}

/** An address of `size` bytes. */
export function pointer(size: number, to: 'code' | 'data'): RegisterType {
  return { kind: 'pointer', size, to, name: to === 'code' ? 'code_ptr' : 'data_ptr' };
}

/** A floating-point number; by default with the name that gdb gives a description's type. */
export function float(format: FloatFormat, name = describedFloatName(format)): RegisterType {
  return { kind: 'float', size: format.size, format, name };
}

function describedFloatName({ name }: FloatFormat): string {
  return `builtin_type_${name === floatFormats.fpa.name ? 'arm_ext' : name}`;
}

/** Lanes, the first at the lowest address. */
export function vector(element: RegisterType, count: number, name?: string): RegisterType {
  const size = element.size * count;
  const named = name !== undefined;
  return { kind: 'vector', size, element, count, named, name: name ?? `${element.name}[${count}]` };
}

/** Several readings of the same bytes. */
export function union(name: string, members: Readonly<Record<string, RegisterType>>): RegisterType {
  const fields = Object.entries(members).map(([field, type]) => ({ name: field, type, offset: 0 }));
  return { kind: 'union', name, size: widest(fields), fields };
}

/**
 * Named bits; each is one bit unless a second number says where it ends, and a plain number is then
 * shown.
 */
export function flags(
  name: string,
  size: number,
  bits: Readonly<Record<string, number | readonly [start: number, end: number]>>,
): RegisterType {
  const fields = Object.entries(bits).map(([field, place]): BitField => {
    if (typeof place === 'number') return { name: field, type: bool, start: place, end: place };
    return { name: field, type: integer(4, false), start: place[0], end: place[1] };
  });
  return { kind: 'flags', name, size, fields };
}

const bool: RegisterType = { kind: 'bool', name: 'bool', size: 1 };

/** The sizes that gdb's integer types have, in bytes. */
const integerSizes = [1, 2, 4, 8, 16];

const predefined = new Map<string, RegisterType>([
  ['bool', bool],
  ...integerSizes.map((size) => [`int${8 * size}`, integer(size, true)] as const),
  ...integerSizes.map((size) => [`uint${8 * size}`, integer(size, false)] as const),
  ...Object.values(floatFormats).map((format) => [format.name, float(format)] as const),
]);

/** A floating-point register, or a union that reads one at several precisions (RISC-V). */
export function isFloatRegister(type: RegisterType): boolean {
  if (type.kind !== 'union') return type.kind === 'float';
  return type.fields.length > 0 && type.fields.every((field) => field.type.kind === 'float');
}

/** gdb calls a union a vector if one of its members is. */
export function isVectorType(type: RegisterType): boolean {
  if (type.kind !== 'union') return type.kind === 'vector';
  return type.fields.some((field) => isVectorType(field.type));
}

/** The types that the registers of one feature may name. */
export class FeatureTypes {
  private readonly types = new Map<string, RegisterType>();
  private readonly valueCounts = new Map<RegisterType, number>();

  /** `pointerSize` in bytes; what cannot be resolved is reported into `diagnostics`. */
  constructor(
    feature: TargetFeature,
    private readonly pointerSize: number,
    private readonly diagnostics: Diagnostic[],
  ) {
    for (const type of feature.types) this.define(type);
  }

  /** The type of a register, an integer of the register's size where its own does not fit. */
  of({ name, type, bitSize }: TargetRegister): RegisterType {
    const size = Math.ceil(bitSize / 8);
    if (type === 'int') return integer(size, true, this.intName(size));
    if (type === 'float') return floatOfSize(size) ?? integer(size, false);
    if (type === 'code_ptr' || type === 'data_ptr') return pointer(size, kindOfPointer(type));
    const found = this.find(type);
    if (found?.size === size) return found;
    const problem = found
      ? t('has {0} bytes, the register {1}', found.size, size)
      : t('is not defined');
    this.report('target-type', t('Type "{0}" of register "{1}" {2}.', type, name, problem));
    return integer(size, false);
  }

  private intName(size: number): string {
    if (size === this.pointerSize) return 'long';
    return size === 8 ? 'long long' : 'int';
  }

  private find(name: string): RegisterType | undefined {
    if (name === 'code_ptr' || name === 'data_ptr') {
      return pointer(this.pointerSize, kindOfPointer(name));
    }
    return predefined.get(name) ?? this.types.get(name);
  }

  private define(type: TargetType): void {
    const resolved = this.resolve(type);
    if (resolved && this.isUsable(resolved)) {
      this.types.set(type.id, resolved);
    } else {
      const problem = resolved
        ? t('is too big')
        : t('is made of types that are not defined before it');
      this.report('target-type', `Type "${type.id}" ${problem}.`);
    }
  }

  private isUsable(type: RegisterType): boolean {
    const hasBits = 'fields' in type && type.fields.some((field) => 'start' in field);
    const limit = hasBits ? maxBitFieldSize : maxRegisterSize;
    return type.size <= limit && this.values(type) <= maxValues;
  }

  private resolve(type: TargetType): RegisterType | undefined {
    const { id: name } = type;
    switch (type.kind) {
      case 'vector': {
        const element = this.find(type.element);
        return element && vector(element, type.count, name);
      }
      case 'union': {
        const fields = this.members(type.fields);
        return fields && { kind: 'union', name, size: widest(fields), fields: fields.map(atStart) };
      }
      case 'struct':
        return this.struct(name, type.size, type.fields);
      case 'flags':
        return { kind: 'flags', name, size: type.size, fields: this.bits(type.fields, type.size) };
      case 'enum':
        return { kind: 'enum', name, size: type.size, values: type.values };
    }
  }

  private struct(
    name: string,
    size: number | undefined,
    fields: readonly TargetField[],
  ): RegisterType | undefined {
    if (fields.some(({ bits }) => bits)) {
      const bytes = size ?? 4;
      return { kind: 'struct', name, size: bytes, fields: this.bits(fields, bytes) };
    }
    const members = this.members(fields);
    const last = members?.at(-1);
    return members && { kind: 'struct', name, size: last ? end(last) : 0, fields: members };
  }

  /** Members one after the other; absent where one has no type. */
  private members(fields: readonly TargetField[]): Field[] | undefined {
    const members: Field[] = [];
    let offset = 0;
    for (const { name, type } of fields) {
      const found = this.find(type ?? '');
      if (!found) return undefined;
      members.push({ name, type: found, offset });
      offset += found.size;
    }
    return members;
  }

  private bits(fields: readonly TargetField[], size: number): BitField[] {
    const number = integer(size > 4 ? 8 : 4, false);
    return fields.flatMap(({ name, type, bits }) => {
      if (!bits || bits.end < bits.start || bits.end >= 8 * size) {
        this.report(
          'target-type',
          t('Field "{0}" does not lie in the {1} bits it is in.', name, 8 * size),
        );
        return [];
      }
      const unnamed = bits.start === bits.end ? bool : number;
      return [{ name, type: (type === undefined ? unnamed : this.find(type)) ?? number, ...bits }];
    });
  }

  /** Values that a type shows when it is expanded; remembered, since types nest. */
  private values(type: RegisterType): number {
    const known = this.valueCounts.get(type);
    if (known !== undefined) return known;
    const count = this.countValues(type);
    this.valueCounts.set(type, count);
    return count;
  }

  private countValues(type: RegisterType): number {
    if (type.kind === 'vector') return type.count * this.values(type.element);
    if (!('fields' in type)) return 1;
    return type.fields.reduce((sum, field) => sum + this.values(field.type), 1);
  }

  private report(code: string, message: string): void {
    this.diagnostics.push({ severity: 'warning', code, message });
  }
}

function kindOfPointer(name: 'code_ptr' | 'data_ptr'): 'code' | 'data' {
  return name === 'code_ptr' ? 'code' : 'data';
}

function floatOfSize(size: number): RegisterType | undefined {
  const { single, double, i387, quad } = floatFormats;
  const format = [single, double, i387, quad].find((candidate) => candidate.size === size);
  return format && float(format, floatNames[size] ?? 'long double');
}

const floatNames: Readonly<Record<number, string>> = { 4: 'float', 8: 'double' };

function widest(fields: readonly Field[]): number {
  return largest(
    fields.map(({ type }) => type.size),
    0,
  );
}

function atStart(field: Field): Field {
  return { ...field, offset: 0 };
}

function end({ offset, type }: Field): number {
  return offset + type.size;
}

// Types that several architectures' registers have.

export const int8 = integer(1, true);
export const int16 = integer(2, true);
export const int32 = integer(4, true);
export const int64 = integer(8, true);
export const int128 = integer(16, true);
export const uint8 = integer(1, false);
export const uint16 = integer(2, false);
export const uint32 = integer(4, false);
export const uint64 = integer(8, false);
export const uint128 = integer(16, false);
export const half = float(floatFormats.half, 'half');
export const bfloat16 = float(floatFormats.bfloat16, 'bfloat16');
export const single = float(floatFormats.single, 'float');
export const double = float(floatFormats.double, 'double');

/** Numbers and addresses of one width. */
export interface Word {
  readonly int: RegisterType;
  readonly uint: RegisterType;
  readonly code: RegisterType;
  readonly data: RegisterType;
}

/** Those of `bits` bits. */
export function word(bits: 32 | 64): Word {
  const size = bits / 8;
  return {
    int: integer(size, true),
    uint: integer(size, false),
    code: pointer(size, 'code'),
    data: pointer(size, 'data'),
  };
}

/** The lanes of 128 bits with the names that gdb's own descriptions give their types. */
export const lanesOf128Bits = {
  v4_float: vector(float(floatFormats.single), 4, 'v4f'),
  v2_double: vector(float(floatFormats.double), 2, 'v2d'),
  v16_int8: vector(int8, 16, 'v16i8'),
  v8_int16: vector(int16, 8, 'v8i16'),
  v4_int32: vector(int32, 4, 'v4i32'),
  v2_int64: vector(int64, 2, 'v2i64'),
  uint128,
};
