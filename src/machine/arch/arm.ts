// 32-bit Arm: gdb manual, "ARM Features"; the FPA registers that gdb assumes where nothing is
// described.
import { floatFormats } from '../float/binaryFloat';
import {
  float,
  union,
  vector,
  double,
  int32,
  single,
  uint16,
  uint32,
  uint64,
  uint8,
  word,
} from '../registerType';
import {
  dwarfNumbers,
  each,
  join,
  names,
  numbered,
  pseudoRegister,
  registers,
  type Abi,
  type Architecture,
} from './architecture';

const { code, data } = word(32);
const fpa = float(floatFormats.fpa);

const neonQuad = union('neon_q', {
  u8: vector(uint8, 16),
  u16: vector(uint16, 8),
  u32: vector(uint32, 4),
  u64: vector(uint64, 2),
  f32: vector(single, 4),
  f64: vector(double, 2),
});

const core = [
  ...registers(numbered('r', 0, 12), uint32),
  ...registers('sp', data),
  ...registers('lr', uint32),
  ...registers('pc', code),
];

function vfp(doubles: number) {
  return [
    ...core,
    ...registers('cpsr', uint32),
    ...registers(numbered('d', 0, doubles - 1), double),
    ...registers('fpscr', int32, 'float'),
  ];
}

/** DWARF for the Arm Architecture, section 4.1; Procedure Call Standard, section 6.1. */
const abi: Abi = {
  dwarf: dwarfNumbers(
    [0, `${numbered('r', 0, 12)} sp lr pc`],
    [16, numbered('f', 0, 7)],
    [64, numbered('s', 0, 31)],
    [96, numbered('f', 0, 7)],
    [256, numbered('d', 0, 31)],
  ),
  kept: names(numbered('r', 4, 11), 'lr', numbered('d', 8, 15)),
  stackPointerIsCfa: true,
  link: 'lr',
  // The lowest bit says that the code is Thumb.
  codeAddress: (address) => address & ~1n,
};

export const arm: Architecture = {
  name: 'arm',
  bits: 32,
  orders: ['little', 'big'],
  described: /^(arm|xscale|iwmmxt|ep9312)/,
  feature: 'arm',
  elfMachines: [40],
  pc: 'pc',
  sp: 'sp',
  fp: undefined,
  ps: undefined,
  abi,
  aliases: {
    ...Object.fromEntries(each(4, (i) => [[`a${i + 1}`, `r${i}`]])),
    ...Object.fromEntries(each(8, (i) => [[`v${i + 1}`, `r${i + 4}`]])),
    sb: 'r9',
    sl: 'r10',
    ip: 'r12',
    r13: 'sp',
    r14: 'lr',
    r15: 'pc',
  },
  builtIn: [
    [
      ...core,
      ...registers(numbered('f', 0, 7), fpa),
      ...registers('fps', uint32, 'float'),
      ...registers('cpsr', uint32),
    ],
    vfp(16),
    vfp(32),
  ],
  // Only Advanced SIMD has 32 double registers and, in the same bits, 16 quad registers.
  pseudoRegisters: (raw) => [
    ...each(32, (i) => ({
      ...pseudoRegister(`s${i}`, single, `d${i >> 1}`, 32 * (i % 2)),
      group: 'float',
    })),
    ...(raw.has('d31')
      ? each(16, (i) => join(`q${i}`, neonQuad, `d${2 * i + 1}`, `d${2 * i}`, 64))
      : []),
  ],
};

/** EF_ARM_BE8: code of a 32-bit Arm program is little-endian, data are not. */
const armBe8 = 0x0080_0000;

/**
 * Whether a 32-bit Arm program has code that is little-endian, whatever its data are. `flags`: of
 * the ELF header.
 */
export function isArmBe8({ flags }: { readonly flags: number }): boolean {
  return (flags & armBe8) !== 0;
}
