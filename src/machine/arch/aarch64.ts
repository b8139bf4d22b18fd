// AArch64: gdb manual, "AArch64 Features"; Arm Architecture Reference Manual for A-profile, B1.2.
import {
  flags,
  union,
  vector,
  bfloat16,
  double,
  half,
  int128,
  int16,
  int32,
  int64,
  int8,
  single,
  uint128,
  uint16,
  uint32,
  uint64,
  uint8,
  word,
} from '../registerType';
import {
  dwarfNumbers,
  each,
  names,
  numbered,
  pseudoRegister,
  registers,
  type Abi,
  type Architecture,
  type PseudoRegister,
} from './architecture';

const cpsr = flags('cpsr_flags', 4, {
  SP: 0,
  EL: [2, 3],
  nRW: 4,
  F: 6,
  I: 7,
  A: 8,
  D: 9,
  BTYPE: [10, 11],
  SSBS: 12,
  IL: 20,
  SS: 21,
  PAN: 22,
  UAO: 23,
  DIT: 24,
  TCO: 25,
  V: 28,
  C: 29,
  Z: 30,
  N: 31,
});

const fpsr = flags('fpsr_flags', 4, {
  IOC: 0,
  DZC: 1,
  OFC: 2,
  UFC: 3,
  IXC: 4,
  IDC: 7,
  QC: 27,
  V: 28,
  C: 29,
  Z: 30,
  N: 31,
});

const fpcr = flags('fpcr_flags', 4, {
  FIZ: 0,
  AH: 1,
  NEP: 2,
  IOE: 8,
  DZE: 9,
  OFE: 10,
  UFE: 11,
  IXE: 12,
  EBF: 13,
  IDE: 15,
  Len: [16, 18],
  FZ16: 19,
  Stride: [20, 21],
  RMode: [22, 23],
  FZ: 24,
  DN: 25,
  AHP: 26,
});

const v = union('aarch64v', {
  d: union('vnd', { f: vector(double, 2), u: vector(uint64, 2), s: vector(int64, 2) }),
  s: union('vns', { f: vector(single, 4), u: vector(uint32, 4), s: vector(int32, 4) }),
  h: union('vnh', {
    bf: vector(bfloat16, 8),
    f: vector(half, 8),
    u: vector(uint16, 8),
    s: vector(int16, 8),
  }),
  b: union('vnb', { u: vector(uint8, 16), s: vector(int8, 16) }),
  q: union('vnq', { u: vector(uint128, 1), s: vector(int128, 1) }),
});

/** The low part of a vector register under each name that an instruction can have for it. */
const scalars = {
  q: union('__gdb_builtin_type_vnq', { u: uint128, s: int128 }),
  d: union('__gdb_builtin_type_vnd', { f: double, u: uint64, s: int64 }),
  s: union('__gdb_builtin_type_vns', { f: single, u: uint32, s: int32 }),
  h: union('__gdb_builtin_type_vnh', { bf: bfloat16, f: half, u: uint16, s: int16 }),
  b: union('__gdb_builtin_type_vnb', { u: uint8, s: int8 }),
};

const addressBits = 48;

/**
 * The signature is above the address, around bit 55, which is 0 in a user's address and 1 in
 * the kernel's.
 */
function withoutSignature(address: bigint): bigint {
  const extended = address & (1n << 55n) ? -1n << BigInt(addressBits) : 0n;
  return BigInt.asUintN(64, BigInt.asUintN(addressBits, address) | extended);
}

/** DWARF for the Arm 64-bit Architecture, section 4.1; Procedure Call Standard, section 6.1. */
const abi: Abi = {
  dwarf: dwarfNumbers(
    [0, numbered('x', 0, 30)],
    [31, 'sp pc'],
    [46, 'vg ffr'],
    [48, numbered('p', 0, 15)],
    [64, numbered('v', 0, 31)],
    [96, numbered('z', 0, 31)],
  ),
  kept: names(numbered('x', 18, 30), numbered('v', 8, 15), 'tpidr'),
  stackPointerIsCfa: true,
  link: 'x30',
  codeAddress: (address, signed) => (signed ? withoutSignature(address) : address),
  frameRecord: { pointer: 'x29', callersPointer: 0n, returnAddress: 8n, cfa: 16n },
};

const { int, code, data } = word(64);

export const aarch64: Architecture = {
  name: 'aarch64',
  bits: 64,
  orders: ['little', 'big'],
  described: /^aarch64/,
  feature: 'aarch64',
  elfMachines: [183],
  pc: 'pc',
  sp: 'sp',
  fp: 'x29',
  ps: undefined,
  abi,
  aliases: { lr: 'x30', ip0: 'x16', ip1: 'x17' },
  lastAssumed: 'fpcr',
  builtIn: [
    [
      ...registers(numbered('x', 0, 30), int),
      ...registers('sp', data),
      ...registers('pc', code),
      ...registers('cpsr', cpsr),
      ...registers(numbered('v', 0, 31), v),
      ...registers('fpsr', fpsr),
      ...registers('fpcr', fpcr),
      ...registers('tpidr tpidr2', data),
    ],
  ],
  // With SVE the description has z0 … z31, whose low 128 bits are v0 … v31.
  pseudoRegisters: () => [
    ...Object.entries(scalars).flatMap(([letter, type]) =>
      each(32, (i) => ['v', 'z'].map((whole) => scalar(`${letter}${i}`, type, `${whole}${i}`))),
    ),
    ...each(32, (i) => ({ ...pseudoRegister(`v${i}`, v, `z${i}`), group: 'vector' })),
    ...each(31, (i) => pseudoRegister(`w${i}`, uint32, `x${i}`)),
  ],
};

function scalar(name: string, type: PseudoRegister['type'], whole: string): PseudoRegister {
  const group = /^[ds]/.test(name) ? 'float' : 'vector';
  return { ...pseudoRegister(name, type, whole), group };
}
