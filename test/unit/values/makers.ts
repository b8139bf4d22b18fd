// Types, memory and stack frames made by hand.
import type { ByteOrder } from '../../../src/bytes/cursor';
import { Origin, type MemorySpan } from '../../../src/machine/memory';
import type { SavedRegister, StackFrame } from '../../../src/machine/stackFrame';
import { Value, type ValueContext } from '../../../src/values/value';
import type { BaseType } from '../../../src/symbols/baseType';
import type {
  ArrayType,
  ClassMembers,
  ClassType,
  EnumType,
  Member,
  PointerType,
  Type,
} from '../../../src/symbols/type';
import type { Encoding } from '../../../src/symbols/dwarf/form';

export const base = (name: string, size: number, encoding: number): BaseType => ({
  kind: 'base',
  name,
  size,
  encoding,
});

export const int = base('int', 4, 0x05);
export const unsignedInt = base('unsigned int', 4, 0x07);
export const long = base('long int', 8, 0x05);
export const char = base('char', 1, 0x06);
export const unsignedChar = base('unsigned char', 1, 0x08);
export const double = base('double', 8, 0x04);
export const bool = base('bool', 1, 0x02);

export const pointerTo = (target: Type, size = 8): PointerType => ({
  kind: 'pointer',
  target,
  size,
});

export const referenceTo = (target: Type): PointerType => ({
  kind: 'reference',
  target,
  size: 8,
});

export const arrayOf = (element: Type, ...counts: number[]): ArrayType => ({
  kind: 'array',
  element,
  dimensions: counts.map((count) => ({ lower: 0n, count: BigInt(count) })),
  vector: false,
});

export const member = (
  name: string,
  type: Type,
  offset: number,
  bits?: Member['bits'],
): Member => ({
  name,
  type,
  offset: BigInt(offset),
  artificial: false,
  ...(bits && { bits }),
});

export function struct(
  name: string,
  size: number,
  members: readonly Member[],
  others: Partial<ClassMembers> = {},
): ClassType {
  const all = { bases: [], members, statics: [], templateArguments: [], methods: [], ...others };
  return {
    kind: 'struct',
    name,
    size,
    incomplete: false,
    language: 0x1d,
    offset: 0,
    members: () => Promise.resolve(all),
  };
}

/** A type of no name. */
export const anonymous = (
  kind: ClassType['kind'],
  size: number,
  members: readonly Member[],
): ClassType => {
  const all = { bases: [], members, statics: [], templateArguments: [], methods: [] };
  const read = () => Promise.resolve(all);
  return { kind, size, incomplete: false, language: 0x1d, offset: 0, members: read };
};

export const enumOf = (values: Readonly<Record<string, number>>): EnumType => ({
  kind: 'enum',
  name: 'flags',
  size: 4,
  signed: false,
  scoped: false,
  incomplete: false,
  enumerators: Object.entries(values).map(([name, value]) => ({ name, value: BigInt(value) })),
});

/** Memory in pieces: all between them is unavailable. */
export function memoryOf(
  blocks: Readonly<Record<number, readonly number[] | Uint8Array | string>>,
): ValueContext['memory'] {
  const read = (address: bigint, length: number): Promise<MemorySpan> => {
    const bytes = new Uint8Array(length);
    const origins = new Uint8Array(length);
    for (const [start, contents] of Object.entries(blocks)) {
      const data = typeof contents === 'string' ? new TextEncoder().encode(contents) : contents;
      for (let i = 0; i < length; i++) {
        const at = Number(address) + i - Number(start);
        const byte = data[at];
        if (byte === undefined) continue;
        bytes[i] = byte;
        origins[i] = Origin.collected;
      }
    }
    return Promise.resolve({ address, bytes, origins });
  };
  return { read };
}

export interface Setting {
  readonly memory?: ValueContext['memory'];
  readonly order?: ByteOrder;
  readonly language?: number;
  readonly machine?: number;
  readonly registers?: Readonly<Record<number, SavedRegister>>;
}

/** A stack frame of registers alone; a register that is not given was not collected. */
export function frameOf(registers: Readonly<Record<number, SavedRegister>> = {}): StackFrame {
  return {
    level: 0,
    pc: 0x401000n,
    lookupPc: 0x401000n,
    module: undefined,
    scope: undefined,
    kind: 'normal',
    cfa: 0x7000n,
    register: (number) => registers[number] ?? { kind: 'unavailable' },
    registerNamed: () => undefined,
    left: () => ({ kind: 'notSaved' }),
    caller: () => Promise.resolve(undefined),
  };
}

export function valueContext(setting: Setting = {}): ValueContext {
  return {
    order: setting.order ?? 'little',
    addressSize: 8,
    machine: setting.machine ?? 62,
    memory: setting.memory ?? memoryOf({}),
    modules: [],
    language: setting.language ?? 0x1d,
    frame: frameOf(setting.registers),
  };
}

export const inMemory = (type: Type, address: number, setting: Setting): Value =>
  new Value(type, { kind: 'memory', address: BigInt(address) }, valueContext(setting));

export const ofBytes = (type: Type, bytes: readonly number[], setting: Setting = {}): Value =>
  new Value(type, { kind: 'literal', bytes: Uint8Array.from(bytes) }, valueContext(setting));

export const encoding = (order: ByteOrder = 'little', version = 5): Encoding => ({
  order,
  version,
  addressSize: 8,
  offsetSize: 4,
});
