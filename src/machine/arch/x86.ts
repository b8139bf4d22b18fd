// i386 and x86-64: gdb manual, "i386 Features"; Intel SDM volume 1 chapter 3 for the names of
// parts.
import { floatFormats } from '../float/binaryFloat';
import {
  flags,
  float,
  union,
  vector,
  type RegisterType,
  bfloat16,
  double,
  half,
  int128,
  int16,
  int32,
  int64,
  int8,
  lanesOf128Bits,
  single,
  uint128,
  word,
} from '../registerType';
import {
  dwarfNumbers,
  each,
  join,
  names,
  numbered,
  other,
  pseudoRegister,
  registers,
  type Abi,
  type Architecture,
  type PseudoRegister,
  type RawRegister,
} from './architecture';

const i387 = float(floatFormats.i387);

const eflags = flags('i386_eflags', 4, {
  CF: 0,
  '': 1,
  PF: 2,
  AF: 4,
  ZF: 6,
  SF: 7,
  TF: 8,
  IF: 9,
  DF: 10,
  OF: 11,
  NT: 14,
  RF: 16,
  VM: 17,
  AC: 18,
  VIF: 19,
  VIP: 20,
  ID: 21,
});

const mxcsr = flags('i386_mxcsr', 4, {
  IE: 0,
  DE: 1,
  ZE: 2,
  OE: 3,
  UE: 4,
  PE: 5,
  DAZ: 6,
  IM: 7,
  DM: 8,
  ZM: 9,
  OM: 10,
  UM: 11,
  PM: 12,
  FZ: 15,
});

/** A vector register of `size` bytes, with the lanes that gdb names. */
function lanes(name: string, size: number): RegisterType {
  return union(name, {
    [`v${size / 2}_bfloat16`]: vector(bfloat16, size / 2),
    [`v${size / 2}_half`]: vector(half, size / 2),
    [`v${size / 4}_float`]: vector(single, size / 4),
    [`v${size / 8}_double`]: vector(double, size / 8),
    [`v${size}_int8`]: vector(int8, size),
    [`v${size / 2}_int16`]: vector(int16, size / 2),
    [`v${size / 4}_int32`]: vector(int32, size / 4),
    [`v${size / 8}_int64`]: vector(int64, size / 8),
    [`v${size / 16}_int128`]: vector(int128, size / 16),
  });
}

const xmm = union('vec128', {
  v8_bfloat16: vector(float(floatFormats.bfloat16), 8, 'v8bf16'),
  v8_half: vector(float(floatFormats.half), 8, 'v8h'),
  ...lanesOf128Bits,
});

const ymm = lanes('builtin_type_vec256i', 32);
const zmm = lanes('builtin_type_vec512i', 64);

const mmx = union('builtin_type_vec64i', {
  uint64: int64,
  v2_int32: vector(int32, 2),
  v4_int16: vector(int16, 4),
  v8_int8: vector(int8, 8),
});

const segmentNames = 'cs ss ds es fs gs';
const segments = registers(segmentNames, int32);

const floatingPoint = [
  ...registers(numbered('st', 0, 7), i387),
  ...registers('fctrl fstat ftag fiseg fioff foseg fooff fop', int32, 'float'),
];

function sse(count: number): RawRegister[] {
  return [...registers(numbered('xmm', 0, count - 1), xmm), ...registers('mxcsr', mxcsr, 'vector')];
}

function avx(count: number): RawRegister[] {
  return registers(numbered('ymm', 0, count - 1, 'h'), uint128);
}

/**
 * Parts of the AVX registers are hidden, and so are those of the SSE registers where there is more
 * of them.
 */
const upperHalf = /^[yz]mm\d+h$/;
const system = /^(orig_[er]ax|[fg]s_base)$/;

function adapt(register: RawRegister): RawRegister {
  if (upperHalf.test(register.name)) return { ...register, group: other };
  // gdb lists it among all registers alone.
  if (register.name === 'pkru') return { ...register, group: 'all' };
  return system.test(register.name) ? { ...register, group: 'system' } : register;
}

const wideVectors: readonly PseudoRegister[] = each(32, (i) => [
  {
    ...join(`ymm${i}`, ymm, `ymm${i}h`, `xmm${i}`, 128),
    hides: [`xmm${i}`],
  },
  {
    ...join(`zmm${i}`, zmm, `zmm${i}h`, `ymm${i}`, 256),
    hides: [`ymm${i}`],
  },
]);

/**
 * The MMX registers are the x87 registers by their place in the file, st0 … st7 by their distance
 * from its top.
 */
function mmxRegister(i: number): PseudoRegister {
  const stack = Array.from({ length: 8 }, (_, distance) => `st${distance}`);
  return {
    name: `mm${i}`,
    type: mmx,
    from: ['fstat', ...stack],
    value: ([fstat = 0n, ...st]) => st[(i + 8 - Number((fstat >> 11n) & 7n)) % 8] ?? 0n,
  };
}

function wider(name: string): string {
  return name.replace(/^xmm/, 'ymm');
}

/** System V ABI, Intel386 supplement, table 2.14 and section "Registers". */
const abi32: Abi = {
  dwarf: dwarfNumbers(
    [0, 'eax ecx edx ebx esp ebp esi edi eip eflags'],
    [11, numbered('st', 0, 7)],
    [21, numbered('xmm', 0, 7)],
    [29, numbered('mm', 0, 7)],
    [37, 'fctrl fstat mxcsr es cs ss ds fs gs'],
  ),
  wider,
  kept: names('ebx ebp esi edi', segmentNames),
  stackPointerIsCfa: true,
  frameRecord: { pointer: 'ebp', callersPointer: 0n, returnAddress: 4n, cfa: 8n },
};

/** System V ABI, AMD64 supplement, figures 3.4 and 3.36. */
const abi64: Abi = {
  dwarf: dwarfNumbers(
    [0, 'rax rdx rcx rbx rsi rdi rbp rsp'],
    [8, numbered('r', 8, 15)],
    [16, 'rip'],
    [17, numbered('xmm', 0, 15)],
    [33, numbered('st', 0, 7)],
    [41, numbered('mm', 0, 7)],
    [49, 'eflags es cs ss ds fs gs'],
    [58, 'fs_base gs_base'],
    [64, 'mxcsr fctrl fstat'],
    [67, numbered('xmm', 16, 31)],
    [118, numbered('k', 0, 7)],
  ),
  wider,
  kept: names('rbx rbp r12 r13 r14 r15 fs_base gs_base', segmentNames),
  stackPointerIsCfa: true,
  frameRecord: { pointer: 'rbp', callersPointer: 0n, returnAddress: 8n, cfa: 16n },
  // gdb 13, amd64_frame_cache_1: as if the call had just been made.
  unknownCode: {
    cfa: { kind: 'register', register: 7, offset: 8n },
    registers: new Map([[16, { kind: 'offset', offset: -8n }]]),
    returnAddress: 16,
  },
};

const core32 = word(32);
const core64 = word(64);

export const i386: Architecture = {
  name: 'i386',
  bits: 32,
  orders: ['little'],
  described: /^(i386|i8086)/,
  feature: 'i386',
  elfMachines: [3],
  pc: 'eip',
  sp: 'esp',
  fp: 'ebp',
  ps: 'eflags',
  abi: abi32,
  aliases: {},
  lastAssumed: 'orig_eax',
  builtIn: [
    [
      ...registers('eax ecx edx ebx', int32),
      ...registers('esp ebp', core32.data),
      ...registers('esi edi', int32),
      ...registers('eip', core32.code),
      ...registers('eflags', eflags),
      ...segments,
      ...floatingPoint,
      ...sse(8),
      ...registers('orig_eax', int32, 'system'),
      ...avx(8).map(adapt),
    ],
  ],
  adapt,
  pseudoRegisters: () => [
    ...['a', 'c', 'd', 'b'].map((letter) => pseudoRegister(`${letter}l`, int8, `e${letter}x`)),
    ...['a', 'c', 'd', 'b'].map((letter) => pseudoRegister(`${letter}h`, int8, `e${letter}x`, 8)),
    ...['ax', 'cx', 'dx', 'bx', 'bp', 'si', 'di'].map((name) =>
      pseudoRegister(name, int16, `e${name}`),
    ),
    ...wideVectors,
    ...each(8, mmxRegister),
  ],
};

const general64 = ['ax', 'bx', 'cx', 'dx', 'si', 'di', 'bp', 'sp'];
const numbered64 = Array.from({ length: 8 }, (_, i) => `r${8 + i}`);

export const x86_64: Architecture = {
  name: 'i386:x86-64',
  bits: 64,
  orders: ['little'],
  described: /^i386:x(86-64|64-32)/,
  feature: 'i386',
  elfMachines: [62],
  pc: 'rip',
  sp: 'rsp',
  fp: 'rbp',
  ps: 'eflags',
  abi: abi64,
  aliases: {},
  lastAssumed: 'gs_base',
  builtIn: [
    [
      ...registers('rax rbx rcx rdx rsi rdi', int64),
      ...registers('rbp rsp', core64.data),
      ...registers(numbered('r', 8, 15), int64),
      ...registers('rip', core64.code),
      ...registers('eflags', eflags),
      ...segments,
      ...floatingPoint,
      ...sse(16),
      ...registers('orig_rax fs_base gs_base', int64, 'system'),
      ...avx(16).map(adapt),
    ],
  ],
  adapt,
  pseudoRegisters: () => [
    ...['al', 'bl', 'cl', 'dl'].map((name) => pseudoRegister(name, int8, `r${name[0] ?? ''}x`)),
    ...['sil', 'dil', 'bpl', 'spl'].map((name) =>
      pseudoRegister(name, int8, `r${name.slice(0, 2)}`),
    ),
    ...numbered64.map((name) => pseudoRegister(`${name}l`, int8, name)),
    ...['ah', 'bh', 'ch', 'dh'].map((name) => pseudoRegister(name, int8, `r${name[0] ?? ''}x`, 8)),
    ...general64
      .filter((name) => name !== 'sp')
      .map((name) => pseudoRegister(name, int16, `r${name}`)),
    ...numbered64.map((name) => pseudoRegister(`${name}w`, int16, name)),
    ...general64.map((name) => pseudoRegister(`e${name}`, int32, `r${name}`)),
    ...numbered64.map((name) => pseudoRegister(`${name}d`, int32, name)),
    ...wideVectors,
  ],
};
