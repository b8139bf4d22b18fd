// Values in registers that hold them in another format, or elsewhere than in their low bytes: what
// gdb does by `convert_register` and `value_from_register` of each processor.
import { concat } from '../bytes/concat';
import type { ByteOrder } from '../bytes/cursor';
import {
  decodeFloat,
  encodeFloatType,
  floatFormats,
  formatOf,
  type FloatFormat,
  type FloatType,
} from './float/binaryFloat';
import type { StackFrame } from './stackFrame';

/** What registers are asked of. */
interface RegisterContext {
  readonly frame: StackFrame | undefined;
  readonly order: ByteOrder;
  /** ELF e_machine of the program. */
  readonly machine: number | undefined;
}

/** DWARF numbers of registers of one kind. */
interface Run {
  readonly first: number;
  readonly count: number;
}

const [i386, mips, powerpc, powerpc64, s390, x86_64] = [3, 8, 20, 21, 22, 62];

/** By e_machine. */
const x87 = new Map<number, Run>([
  [i386, { first: 11, count: 8 }],
  [x86_64, { first: 33, count: 8 }],
]);
const mipsFloats: Run = { first: 32, count: 32 };
const powerpcFloats: Run = { first: 32, count: 32 };
const s390Floats: Run = { first: 16, count: 16 };
const s390Vectors: Run = { first: 68, count: 16 };

function isIn({ first, count }: Run, register: number): boolean {
  return register >= first && register < first + count;
}

/**
 * The bytes of a floating-point number in a register that holds such numbers in its own format, or
 * in two registers, the upper half in the second; undefined elsewhere. `register`: its DWARF
 * number.
 */
export function convertedRegister(
  type: FloatType,
  register: number,
  context: RegisterContext,
): Uint8Array | undefined {
  const { machine = 0 } = context;
  const x87Registers = x87.get(machine);
  if (x87Registers && isIn(x87Registers, register)) {
    return converted(type, register, floatFormats.i387, context);
  }
  if ((machine === powerpc || machine === powerpc64) && isIn(powerpcFloats, register)) {
    if (type.size === 4) return converted(type, register, floatFormats.double, context);
    if (formatOf(type, machine) === floatFormats.quad) {
      return valueOf(context.frame?.registerNamed(`vs${register - powerpcFloats.first}`));
    }
  }
  const isPair = machine === mips && context.order === 'big' && type.size === 8;
  return isPair && isIn(mipsFloats, register) ? mipsPair(register, context) : undefined;
}

/** The number of a register as its type has it. */
function converted(
  type: FloatType,
  register: number,
  format: FloatFormat,
  { frame, order, machine }: RegisterContext,
): Uint8Array | undefined {
  const bytes = valueOf(frame?.register(register))?.subarray(0, format.size);
  return bytes && encodeFloatType(decodeFloat(bytes, order, format), type, order, machine);
}

/** Two registers of 32 bits, the second of which has the upper half of a double. */
function mipsPair(register: number, { frame }: RegisterContext): Uint8Array | undefined {
  const [low, high] = [register, register + 1].map((each) => valueOf(frame?.register(each)));
  return low?.length === 4 && high ? concat([high, low]) : undefined;
}

function valueOf(saved: ReturnType<StackFrame['registerNamed']>): Uint8Array | undefined {
  return saved?.kind === 'value' ? saved.bytes : undefined;
}

/** Where `size` bytes begin in a register of `length` bytes, by its DWARF number. */
export function startInRegister(
  register: number,
  size: number,
  length: number,
  { order, machine }: Pick<RegisterContext, 'order' | 'machine'>,
): number {
  const isLeft =
    machine === s390 &&
    ((isIn(s390Floats, register) && size < length) || isIn(s390Vectors, register));
  return order === 'little' || isLeft ? 0 : Math.max(0, length - size);
}
