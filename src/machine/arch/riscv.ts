// RISC-V: gdb manual, "RISC-V Features"; RISC-V ABIs specification, "Register Convention".
import { union, double, int32, single, word } from '../registerType';
import {
  dwarfNumbers,
  names,
  numbered,
  registers,
  type Abi,
  type Architecture,
  type RawRegister,
} from './architecture';

const integers =
  'zero ra sp gp tp t0 t1 t2 fp s1 a0 a1 a2 a3 a4 a5 a6 a7 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 t3 t4 t5 t6';
const floats =
  'ft0 ft1 ft2 ft3 ft4 ft5 ft6 ft7 fs0 fs1 fa0 fa1 fa2 fa3 fa4 fa5 fa6 fa7 fs2 fs3 fs4 fs5 fs6 fs7 fs8 fs9 fs10 fs11 ft8 ft9 ft10 ft11';

/** A double register holds single numbers too. */
const either = union('riscv_double', { float: single, double });

/** The numbers by which machine code and assemblers also know the registers. */
const aliases: Record<string, string> = {
  s0: 'fp',
  ...Object.fromEntries(integers.split(' ').map((name, i) => [`x${i}`, name])),
  ...Object.fromEntries(floats.split(' ').map((name, i) => [`f${i}`, name])),
};

const integerNames = new Set(integers.split(' '));
const floatNames = new Set(floats.split(' '));

function isFloatControl(name: string): boolean {
  return name === 'fflags' || name === 'frm' || name === 'fcsr';
}

/** RISC-V ABIs specification, "DWARF Register Numbers" and "Frame Pointer Convention". */
function abi(bits: 32 | 64): Abi {
  const size = BigInt(bits / 8);
  return {
    dwarf: dwarfNumbers([0, integers], [32, floats]),
    kept: names('ra gp tp fp', numbered('s', 1, 11), numbered('fs', 0, 11)),
    stackPointerIsCfa: true,
    link: 'ra',
    frameRecord: { pointer: 'fp', callersPointer: -2n * size, returnAddress: -size, cfa: 0n },
  };
}

function riscv(bits: 32 | 64): Architecture {
  const { int, code, data } = word(bits);
  const general = [...registers(integers, int), ...registers('pc', code)].map(adapt);
  const floatControl = registers('fflags frm fcsr', int32, 'float');

  function adapt(register: RawRegister): RawRegister {
    const { name, type, group } = register;
    if (name === 'ra') return { ...register, type: code };
    if (['sp', 'gp', 'tp', 'fp'].includes(name)) return { ...register, type: data };
    if (floatNames.has(name)) return { ...register, type: type.size === 8 ? either : type };
    if (name === 'pc' || integerNames.has(name) || type.kind !== 'integer') return register;
    return { ...register, group: group ?? (isFloatControl(name) ? 'float' : 'system') };
  }

  return {
    name: `riscv:rv${bits}`,
    bits,
    orders: ['little', 'big'],
    described: /^riscv/,
    feature: 'riscv',
    elfMachines: [243],
    pc: 'pc',
    sp: 'sp',
    fp: 'fp',
    ps: undefined,
    abi: abi(bits),
    aliases,
    builtIn: [
      [...general, ...registers(floats, either), ...floatControl],
      [...general, ...registers(floats, single), ...floatControl],
    ],
    adapt,
    pseudoRegisters: () => [],
  };
}

export const riscv32 = riscv(32);
export const riscv64 = riscv(64);
