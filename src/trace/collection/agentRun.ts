// What an agent expression collects, found by running it again on the contents of a frame: gdb
// manual, "Agent Expressions". Registers are those of the hit; memory that the expression reads is
// known where the frame collected it or the program's file holds it. Anything computed from
// something unknown is unknown too.
import { t } from '@vscode/l10n';
import { append } from '../../bytes/arrays';
import { unsigned, type ByteOrder } from '../../bytes/cursor';
import type { AgentExpression, AgentInstruction } from '../../format/agentExpression';

/**
 * What the target had when the tracepoint was hit, if the frame has it; addresses are run-time
 * addresses.
 */
export interface AgentMachine {
  readonly order: ByteOrder;
  /** A register by gdb's remote number. */
  register(number: number): bigint | undefined;
  memory(address: bigint, length: number): Promise<Uint8Array | undefined>;
  /**
   * A trace state variable by its number; absent where none is known, since they may have been set
   * after the hit.
   */
  variable?(number: number): bigint | undefined;
}

/** One thing that is collected. An address or a length that is not known is absent. */
export type Collecting =
  | { readonly kind: 'memory'; readonly address?: bigint; readonly length?: bigint }
  /** Up to its NUL, and at most so many bytes. */
  | { readonly kind: 'string'; readonly address?: bigint; readonly most?: bigint }
  | { readonly kind: 'variable'; readonly number: number };

/** The result of a run. */
export interface AgentOutcome {
  readonly collected: readonly Collecting[];
  /**
   * What is on top of the stack at the end: a condition's value; absent where it is not known, or
   * the stack is empty.
   */
  readonly value?: bigint;
  /**
   * Why nobody knows what came after: a jump on what is not known, a division by zero, a mistake.
   */
  readonly stopped?: string;
}

/** A word on the stack; undefined where it is not known. */
type Word = bigint | undefined;

/** Instructions that are run before an expression is abandoned; targets have no limit. */
const maxRunLength = 10_000;
/** Words that gdbserver's stack holds. */
const stackWords = 100;

/** Runs an expression. Never rejects for what the expression is made of. */
export async function runAgentExpression(
  { instructions }: AgentExpression,
  machine: AgentMachine,
): Promise<AgentOutcome> {
  const byOffset = new Map(instructions.map((each) => [each.offset, each]));
  const collected: Collecting[] = [];
  const stack: Word[] = [];
  let at = 0;
  for (let steps = 0; steps < maxRunLength; steps++) {
    const instruction = byOffset.get(at);
    if (!instruction) return { collected, stopped: t('nothing can be read at its byte {0}', at) };
    const { name, pops } = instruction.operation;
    if (name === 'end') {
      const value = stack.at(-1);
      return { collected, ...(value !== undefined && { value }) };
    }
    if (stack.length < pops || stack.length > stackWords) {
      return { collected, stopped: t('its stack runs empty or full') };
    }
    at = instruction.next;
    if (name === 'goto') at = Number(instruction.operand);
    else if (name === 'if_goto') {
      const condition = stack.pop();
      if (condition === undefined)
        return { collected, stopped: t('it branches on what is not known') };
      if (condition !== 0n) at = Number(instruction.operand);
    } else {
      const problem = await execute(instruction, stack, collected, machine);
      if (problem !== undefined) return { collected, stopped: problem };
    }
  }
  return { collected, stopped: t('it runs too long') };
}

const refSizes: Readonly<Record<string, number>> = { ref8: 1, ref16: 2, ref32: 4, ref64: 8 };

/** Runs one instruction; a problem where it cannot be. */
async function execute(
  instruction: AgentInstruction,
  stack: Word[],
  collected: Collecting[],
  machine: AgentMachine,
): Promise<string | undefined> {
  const { operation, operand } = instruction;
  const { name } = operation;
  if (instruction.format !== undefined) {
    const count = operation.pops + Number(operand);
    stack.splice(Math.max(0, stack.length - count));
    return undefined;
  }
  if (name === 'pick') {
    stack.push(stack.at(-1 - Number(operand)));
    return undefined;
  }
  const taken = stack.splice(stack.length - operation.pops);
  const collecting = collectingOf(name, operand, taken);
  if (collecting) collected.push(collecting);
  const size = refSizes[name];
  if (size !== undefined) {
    stack.push(await word(machine, taken[0], size));
    return undefined;
  }
  if (name === 'getv') {
    const known = machine.variable?.(Number(operand));
    stack.push(known === undefined ? undefined : word64(known));
    return undefined;
  }
  const left = computed(instruction, taken, machine);
  if (typeof left === 'string') return left;
  append(stack, left);
  return undefined;
}

async function word(machine: AgentMachine, address: Word, size: number): Promise<Word> {
  const bytes = address === undefined ? undefined : await machine.memory(address, size);
  return bytes && unsigned(bytes, machine.order);
}

function collectingOf(
  name: string,
  operand: bigint,
  [first, second]: readonly Word[],
): Collecting | undefined {
  const address = first === undefined ? {} : { address: first };
  switch (name) {
    case 'trace':
      return { kind: 'memory', ...address, ...(second !== undefined && { length: second }) };
    case 'trace_quick':
    case 'trace16':
      return { kind: 'memory', ...address, length: operand };
    case 'tracenz':
      return { kind: 'string', ...address, ...(second !== undefined && { most: second }) };
    case 'tracev':
      return { kind: 'variable', number: Number(operand) };
    default:
      return undefined;
  }
}

/** The words that an operation leaves. */
function computed(
  { operation: { name, pops, pushes }, operand }: AgentInstruction,
  taken: readonly Word[],
  machine: AgentMachine,
): readonly Word[] | string {
  const [first, second, third] = taken;
  const bits = Number(operand);
  switch (name) {
    case 'const8':
    case 'const16':
    case 'const32':
    case 'const64':
      return [operand];
    case 'reg':
      return [machine.register(bits)];
    case 'dup':
      return [first, first];
    case 'swap':
      return [second, first];
    case 'rot':
      return [third, first, second];
    case 'trace_quick':
    case 'trace16':
    case 'setv':
      return [first];
    case 'ext':
      return [first === undefined ? undefined : word64(BigInt.asIntN(bits, first))];
    case 'zero_ext':
      return [first === undefined ? undefined : BigInt.asUintN(bits, first)];
    case 'log_not':
      return [first === undefined ? undefined : first === 0n ? 1n : 0n];
    case 'bit_not':
      return [first === undefined ? undefined : word64(~first)];
    default:
      return pops === 2 && pushes === 1 ? binary(name, first, second) : unknownWords(pushes);
  }
}

/** Targets run no floating-point operation. */
function unknownWords(count: number): Word[] {
  return new Array<Word>(count).fill(undefined);
}

function binary(name: string, first: Word, second: Word): readonly Word[] | string {
  if (first === undefined || second === undefined) return [undefined];
  if (/^(div|rem)_/.test(name) && second === 0n) return t('it divides by zero');
  return [word64(operators[name]?.(first, second) ?? 0n)];
}

const signed64 = (value: bigint): bigint => BigInt.asIntN(64, value);
const word64 = (value: bigint): bigint => BigInt.asUintN(64, value);
/** A target's shift by 64 or more is not defined in C; it is taken to leave nothing. */
const shift = (value: bigint, by: bigint, left: boolean): bigint =>
  by >= 64n ? 0n : left ? value << by : value >> by;

const operators: Readonly<Record<string, (a: bigint, b: bigint) => bigint>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div_signed: (a, b) => signed64(a) / signed64(b),
  div_unsigned: (a, b) => a / b,
  rem_signed: (a, b) => signed64(a) % signed64(b),
  rem_unsigned: (a, b) => a % b,
  lsh: (a, b) => shift(a, b, true),
  rsh_signed: (a, b) => shift(signed64(a), b, false),
  rsh_unsigned: (a, b) => shift(a, b, false),
  bit_and: (a, b) => a & b,
  bit_or: (a, b) => a | b,
  bit_xor: (a, b) => a ^ b,
  equal: (a, b) => (a === b ? 1n : 0n),
  less_signed: (a, b) => (signed64(a) < signed64(b) ? 1n : 0n),
  less_unsigned: (a, b) => (a < b ? 1n : 0n),
};
