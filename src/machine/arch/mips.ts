// MIPS: gdb manual, "MIPS Features"; MIPS ABIs o32 and n64 for the names of the registers.
import {
  dwarfNumbers,
  each,
  names,
  numbered,
  registers,
  type Architecture,
  type RawRegister,
} from './architecture';
import { double, single, word } from '../registerType';

const arguments32 = 'a0 a1 a2 a3 t0 t1 t2 t3 t4 t5 t6 t7';
const arguments64 = 'a0 a1 a2 a3 a4 a5 a6 a7 t0 t1 t2 t3';

function mips(bits: 32 | 64): Architecture {
  const { int } = word(bits);
  const general = [
    'zero at v0 v1',
    bits === 32 ? arguments32 : arguments64,
    `${numbered('s', 0, 7)} t8 t9 k0 k1 gp sp s8 ra`,
  ].join(' ');
  const numbers = new Map(general.split(' ').map((name, i) => [`r${i}`, name]));

  /** A description numbers the general registers; gdb shows them by the ABI's names. */
  function adapt(register: RawRegister): RawRegister {
    return { ...register, name: numbers.get(register.name) ?? register.name };
  }

  return {
    name: bits === 32 ? 'mips' : 'mips:isa64',
    bits,
    orders: ['big', 'little'],
    described: /^mips/,
    feature: 'mips',
    elfMachines: [8],
    pc: 'pc',
    sp: 'sp',
    fp: 's8',
    ps: undefined,
    abi: {
      dwarf: dwarfNumbers([0, general], [32, numbered('f', 0, 31)], [64, 'hi lo']),
      kept: names(numbered('s', 0, 8), 'gp ra', numbered('f', 20, 31)),
      stackPointerIsCfa: true,
      link: 'ra',
      // The lowest bit says that the code is compressed.
      codeAddress: (address) => address & ~1n,
    },
    aliases: Object.fromEntries(numbers),
    builtIn: [
      [
        ...registers(`${general} sr lo hi bad cause pc`, int),
        ...registers(numbered('f', 0, 31), bits === 32 ? single : double),
        ...registers('fsr fir', int),
        ...each(18, () => registers('', int)),
      ],
    ],
    adapt,
    pseudoRegisters: () => [],
  };
}

export const mips32 = mips(32);
export const mips64 = mips(64);
