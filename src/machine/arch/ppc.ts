// PowerPC: gdb manual, "PowerPC Features"; Power ISA book I section 7.2 for the VSX registers.
import { floatFormats } from '../float/binaryFloat';
import {
  float,
  union,
  vector,
  double,
  int16,
  int32,
  int64,
  int8,
  single,
  uint128,
  uint32,
  uint64,
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
  type RawRegister,
} from './architecture';

const altivec = union('vec128', {
  uint128,
  v4_float: vector(single, 4),
  v4_int32: vector(int32, 4),
  v8_int16: vector(int16, 8),
  v16_int8: vector(int8, 16),
});

const vsx = union('vsx', {
  float128: float(floatFormats.quad),
  uint128,
  v2_double: vector(double, 2),
  v4_float: vector(single, 4),
  v4_int32: vector(int32, 4),
  v8_int16: vector(int16, 8),
  v16_int8: vector(int8, 16),
});

const spe = union('vec64', {
  uint64,
  v2_float: vector(single, 2),
  v2_int32: vector(int32, 2),
  v4_int16: vector(int16, 4),
  v8_int8: vector(int8, 8),
});

const altivecRegisters = [
  ...registers(numbered('vr', 0, 31), altivec),
  ...registers('vscr vrsave', int32, 'vector'),
];

/** `vs0h` and `ev0h` are the halves that vs0 and ev0 have beyond f0 and r0. */
const halves = /^(vs|ev)\d+h$/;

function adapt(register: RawRegister): RawRegister {
  return halves.test(register.name) ? { ...register, group: other } : register;
}

/**
 * 64-bit ELF V2 ABI, table 2.26 and section 2.2.3. The numbers of .eh_frame and those of locations
 * differ beyond f31: 65 and 108 both mean the link register.
 */
const abi: Abi = {
  dwarf: dwarfNumbers(
    [0, numbered('r', 0, 31)],
    [32, numbered('f', 0, 31)],
    [64, 'cr lr ctr vscr'],
    [76, 'xer'],
    [77, numbered('vr', 0, 30)],
    [101, 'xer'],
    [108, 'lr ctr'],
    [356, 'vrsave'],
    [612, 'spefscr'],
    [1124, numbered('vr', 0, 31)],
    [1200, numbered('ev', 0, 31)],
  ),
  kept: names('r2', numbered('r', 13, 31), numbered('f', 14, 31), numbered('vr', 20, 31), 'lr'),
  stackPointerIsCfa: true,
  link: 'lr',
};

function ppc(bits: 32 | 64): Architecture {
  const { int, uint, code } = word(bits);
  const general = registers(numbered('r', 0, 31), uint);
  const special = [
    ...registers('pc', code),
    ...registers('msr', uint),
    ...registers('cr', uint32),
    ...registers('lr', code),
    ...registers('ctr', uint),
    ...registers('xer', uint32),
  ];
  const floats = registers(numbered('f', 0, 31), double);
  const core = [...general, ...floats, ...special, ...registers('fpscr', int32, 'float')];
  const linux = registers('orig_r3 trap', int);
  const e500 = [
    ...general,
    ...registers(numbered('ev', 0, 31, 'h'), int32, other),
    ...special,
    ...registers('acc', int64),
    ...registers('spefscr', int32),
  ];
  return {
    name: bits === 64 ? 'powerpc:common64' : 'powerpc:common',
    bits,
    orders: ['big', 'little'],
    described: /^(powerpc|rs6000)/,
    feature: 'power',
    elfMachines: [bits === 64 ? 21 : 20],
    pc: 'pc',
    sp: 'r1',
    fp: undefined,
    ps: 'msr',
    abi,
    aliases: Object.fromEntries(each(32, (i) => [[`v${i}`, `vr${i}`]])),
    builtIn: [
      [...core, ...altivecRegisters],
      [
        ...core,
        ...linux,
        ...altivecRegisters,
        ...registers(numbered('vs', 0, 31, 'h'), uint64, other),
      ],
      ...(bits === 32 ? [e500] : []),
    ],
    adapt,
    // f32 … f63 are the upper halves of the AltiVec registers, which VSX numbers on from vs32.
    pseudoRegisters: (raw) => [
      ...each(32, (i) => join(`vs${i}`, vsx, `f${i}`, `vs${i}h`, 64)),
      ...(raw.has('vs0h')
        ? each(32, (i) => [
            { ...pseudoRegister(`vs${32 + i}`, vsx, `vr${i}`), group: 'vector' },
            { ...pseudoRegister(`f${32 + i}`, double, `vr${i}`, 64), group: 'float' },
          ])
        : []),
      ...each(32, (i) => join(`ev${i}`, spe, `ev${i}h`, `r${i}`, 32)),
    ],
  };
}

export const powerpc = ppc(32);
export const powerpc64 = ppc(64);
