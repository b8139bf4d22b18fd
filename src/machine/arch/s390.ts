// z/Architecture: gdb manual, "S/390 and System z Features"; z/Architecture Principles of
// Operation, chapter 4 (PSW).
import {
  dwarfNumbers,
  each,
  join,
  names,
  numbered,
  other,
  registers,
  type Abi,
  type Architecture,
  type RawRegister,
} from './architecture';
import { double, integer, lanesOf128Bits, uint32, uint64, union, word } from '../registerType';

/** `v0l` … `v15l` are the halves that v0 … v15 have beyond f0 … f15. */
function adapt(register: RawRegister): RawRegister {
  return /^v\d+l$/.test(register.name) ? { ...register, group: other } : register;
}

/**
 * ELF Application Binary Interface, s390 and s390x supplements, "DWARF Register Number Mapping" and
 * "Registers".
 */
function abi(bits: 32 | 64): Abi {
  return {
    dwarf: dwarfNumbers(
      [0, numbered('r', 0, 15)],
      [16, 'f0 f2 f4 f6 f1 f3 f5 f7 f8 f10 f12 f14 f9 f11 f13 f15'],
      [48, numbered('acr', 0, 15)],
      [64, 'pswm pswa'],
      [68, 'v16 v18 v20 v22 v17 v19 v21 v23 v24 v26 v28 v30 v25 v27 v29 v31'],
    ),
    kept: names(
      numbered('r', 6, 15),
      bits === 32 ? 'f4 f6 acr0' : `${numbered('f', 8, 15)} acr0 acr1`,
    ),
    stackPointerIsCfa: false,
    link: 'r14',
    // The highest bit of a 31-bit return address says in which mode the caller runs.
    codeAddress: (address) => (bits === 32 ? address & 0x7fffffffn : address),
  };
}

const vec128 = union('vec128', lanesOf128Bits);

function s390(bits: 32 | 64): Architecture {
  const { uint, code } = word(bits);
  const pcMask = bits === 32 ? 0x7fffffffn : undefined;
  const conditionCodeAt = bits === 32 ? 12n : 44n;
  return {
    name: bits === 32 ? 's390:31-bit' : 's390:64-bit',
    bits,
    orders: ['big'],
    described: /^s390/,
    feature: 's390',
    elfMachines: [22],
    pc: 'pc',
    pcHolder: { register: 'pswa', ...(pcMask !== undefined && { mask: pcMask }) },
    sp: 'r15',
    fp: undefined,
    fpIsCfa: true,
    ps: undefined,
    abi: abi(bits),
    aliases: {},
    ...(bits === 64 && { lastAssumed: 'orig_r2' }),
    builtIn: [
      [
        ...registers('pswm pswa', uint, 'psw'),
        ...registers(numbered('r', 0, 15), uint),
        ...registers(numbered('acr', 0, 15), uint32, 'access'),
        ...registers('fpc', uint32, 'float'),
        ...registers(numbered('f', 0, 15), double),
        ...registers('orig_r2', uint, 'system'),
        ...registers('last_break', code, 'system'),
        ...registers('system_call', uint32, 'system'),
        ...registers(numbered('v', 0, 15, 'l'), uint64, other),
        ...registers(numbered('v', 16, 31), vec128),
      ],
    ],
    adapt,
    // A 31-bit program on a 64-bit machine has its general registers in halves.
    pseudoRegisters: () => [
      ...each(16, (i) => join(`r${i}`, uint64, `r${i}h`, `r${i}l`, 32)),
      ...each(16, (i) => join(`v${i}`, vec128, `f${i}`, `v${i}l`, 64)),
      {
        name: 'pc',
        type: code,
        from: ['pswa'],
        value: ([pswa = 0n]) => (pcMask === undefined ? pswa : pswa & pcMask),
      },
      {
        name: 'cc',
        type: integer(4, true, 'int'),
        from: ['pswm'],
        value: ([pswm = 0n]) => (pswm >> conditionCodeAt) & 3n,
      },
    ],
  };
}

export const s390_31 = s390(32);
export const s390_64 = s390(64);
