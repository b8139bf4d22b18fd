// Agent expressions, which conditions and collected expressions of tracepoints are compiled to: gdb
// manual, "Agent Expressions". Read into instructions, listed as gdb's `maint agent` does, and
// checked for what a target would stop at.
import { t } from '@vscode/l10n';
import { Cursor } from '../bytes/cursor';

/** One instruction. */
export interface AgentInstruction {
  /** Bytes from the start of the expression. */
  readonly offset: number;
  readonly operation: AgentOperation;
  /** As it is there, unsigned; 0 without one, and the number of arguments of printf. */
  readonly operand: bigint;
  /** What printf writes. */
  readonly format?: string;
  /** Offset of the instruction after it. */
  readonly next: number;
}

/** What is wrong with an expression. */
interface AgentProblem {
  /** Bytes from the start of the expression. */
  readonly offset: number;
  /** One sentence. */
  readonly message: string;
}

/** An expression's instructions up to what cannot be read. */
export interface AgentExpression {
  readonly instructions: readonly AgentInstruction[];
  /** Bytes. */
  readonly length: number;
  /** Why the bytes after the instructions are not instructions. */
  readonly problem: AgentProblem | undefined;
}

/** Words that gdbserver's stack holds. */
const stackWords = 100;

/** Reads an expression. */
export function readAgentExpression(bytes: Uint8Array): AgentExpression {
  const cursor = new Cursor(bytes, 'big');
  const instructions: AgentInstruction[] = [];
  const { length } = bytes;
  while (cursor.remaining > 0) {
    const { offset } = cursor;
    const operation = agentOperations.get(cursor.u8());
    if (!operation) {
      const found = (bytes[offset] ?? 0).toString(16).padStart(2, '0');
      const problem = { offset, message: t('0x{0} is no operation.', found) };
      return { instructions, length, problem };
    }
    const operand = readOperand(cursor, operation);
    if (cursor.overrun) {
      const problem = { offset, message: t('The operand of {0} is cut off.', operation.name) };
      return { instructions, length, problem };
    }
    instructions.push({ offset, operation, ...operand, next: cursor.offset });
  }
  return { instructions, length, problem: undefined };
}

function readOperand(
  cursor: Cursor,
  { operand }: AgentOperation,
): Pick<AgentInstruction, 'operand' | 'format'> {
  switch (operand) {
    case 0:
      return { operand: 0n };
    case 1:
      return { operand: BigInt(cursor.u8()) };
    case 2:
      return { operand: BigInt(cursor.u16()) };
    case 4:
      return { operand: BigInt(cursor.u32()) };
    case 8:
      return { operand: cursor.u64() };
    case 'format': {
      const count = BigInt(cursor.u8());
      const text = cursor.take(cursor.u16());
      return { operand: count, format: latin1.decode(text).replace(/\0[^]*/, '') };
    }
  }
}

const latin1 = new TextDecoder('latin1');

/**
 * A line for each instruction, as `maint agent` prints them: the offset, the operation, its
 * operand.
 */
export function listAgentExpression({ instructions, problem }: AgentExpression): string[] {
  const lines = instructions.map(
    (instruction) => `${String(instruction.offset).padStart(3)}  ${instructionText(instruction)}`,
  );
  if (problem) lines.push(`${String(problem.offset).padStart(3)}  ${problem.message}`);
  return lines;
}

function instructionText({ operation, operand, format }: AgentInstruction): string {
  if (format !== undefined) return `${operation.name} "${format}", ${operand} args`;
  if (operation.operand === 0) return operation.name;
  return `${operation.name} ${BigInt.asIntN(64, operand)}`;
}

/**
 * What a target would stop at, in the order of the bytes: operations that cannot be read, a stack
 * that runs empty or full, jumps to where no instruction begins, an end that is missing.
 */
export function checkAgentExpression(expression: AgentExpression): AgentProblem[] {
  const { instructions, length, problem } = expression;
  const problems: AgentProblem[] = [];
  const byOffset = new Map(instructions.map((each) => [each.offset, each]));
  /** Words on the stack where control reaches an instruction. */
  const heights = new Map<number, number>();
  const reached: number[] = [];
  const reach = (from: number, offset: number, height: number): void => {
    const known = heights.get(offset);
    if (known !== undefined) {
      if (known === height) return;
      const message = t(
        'The stack has {0} or {1} words here, by the way that is taken.',
        known,
        height,
      );
      problems.push({ offset, message });
    } else if (byOffset.has(offset)) {
      heights.set(offset, height);
      reached.push(offset);
    } else if (offset !== problem?.offset) {
      problems.push({ offset: from, message: missingTarget(offset, length) });
    }
  };
  if (length > 0) reach(0, 0, 0);
  else problems.push({ offset: 0, message: t('The expression is empty.') });
  for (let offset = reached.pop(); offset !== undefined; offset = reached.pop()) {
    const instruction = byOffset.get(offset);
    if (!instruction) continue;
    const { operation, operand, next } = instruction;
    const { needed, left } = stackEffect(instruction);
    const height = heights.get(offset) ?? 0;
    if (height < needed) {
      const message = t(
        '{0} needs {1} words on the stack; there are {2}.',
        operation.name,
        needed,
        height,
      );
      problems.push({ offset, message });
      continue;
    }
    const after = height + left;
    if (after > stackWords) {
      problems.push({ offset, message: t('The stack has more than {0} words.', stackWords) });
      continue;
    }
    const isJump = operation.name === 'goto' || operation.name === 'if_goto';
    if (isJump) reach(offset, Number(operand), after);
    if (operation.name !== 'goto' && operation.name !== 'end') reach(offset, next, after);
  }
  if (problem) problems.push(problem);
  return problems.sort((a, b) => a.offset - b.offset);
}

function missingTarget(offset: number, length: number): string {
  if (offset === length)
    return t('The expression goes on beyond its last byte: it has no end here.');
  return t('It goes on at {0}, where no instruction begins.', offset);
}

/** Words that must be on the stack, and how many more are there afterwards. */
function stackEffect({ operation, operand, format }: AgentInstruction): {
  needed: number;
  left: number;
} {
  const { name, pops, pushes } = operation;
  if (name === 'pick') return { needed: Number(operand) + 1, left: 1 };
  const needed = format === undefined ? pops : pops + Number(operand);
  return { needed, left: pushes - needed };
}

// The operations of agent expressions: gdb manual, "Agent Expressions", "Bytecode Descriptions". A
// target runs them on a stack of 64-bit words when a tracepoint is hit.

/** One kind of operation. */
export interface AgentOperation {
  readonly name: string;
  /** Bytes of its operand; `format` for that of printf, whose length is in it. */
  readonly operand: 0 | 1 | 2 | 4 | 8 | 'format';
  /** Words that it takes from the stack; printf takes more, by its operand. */
  readonly pops: number;
  /** Words that it leaves in their place. */
  readonly pushes: number;
}

type Row = readonly [
  code: number,
  name: string,
  operand: AgentOperation['operand'],
  pops: number,
  pushes: number,
];

const rows: readonly Row[] = [
  [0x01, 'float', 0, 0, 0],
  [0x02, 'add', 0, 2, 1],
  [0x03, 'sub', 0, 2, 1],
  [0x04, 'mul', 0, 2, 1],
  [0x05, 'div_signed', 0, 2, 1],
  [0x06, 'div_unsigned', 0, 2, 1],
  [0x07, 'rem_signed', 0, 2, 1],
  [0x08, 'rem_unsigned', 0, 2, 1],
  [0x09, 'lsh', 0, 2, 1],
  [0x0a, 'rsh_signed', 0, 2, 1],
  [0x0b, 'rsh_unsigned', 0, 2, 1],
  [0x0c, 'trace', 0, 2, 0],
  [0x0d, 'trace_quick', 1, 1, 1],
  [0x0e, 'log_not', 0, 1, 1],
  [0x0f, 'bit_and', 0, 2, 1],
  [0x10, 'bit_or', 0, 2, 1],
  [0x11, 'bit_xor', 0, 2, 1],
  [0x12, 'bit_not', 0, 1, 1],
  [0x13, 'equal', 0, 2, 1],
  [0x14, 'less_signed', 0, 2, 1],
  [0x15, 'less_unsigned', 0, 2, 1],
  [0x16, 'ext', 1, 1, 1],
  [0x17, 'ref8', 0, 1, 1],
  [0x18, 'ref16', 0, 1, 1],
  [0x19, 'ref32', 0, 1, 1],
  [0x1a, 'ref64', 0, 1, 1],
  [0x1b, 'ref_float', 0, 1, 1],
  [0x1c, 'ref_double', 0, 1, 1],
  [0x1d, 'ref_long_double', 0, 1, 1],
  [0x1e, 'l_to_d', 0, 1, 1],
  [0x1f, 'd_to_l', 0, 1, 1],
  [0x20, 'if_goto', 2, 1, 0],
  [0x21, 'goto', 2, 0, 0],
  [0x22, 'const8', 1, 0, 1],
  [0x23, 'const16', 2, 0, 1],
  [0x24, 'const32', 4, 0, 1],
  [0x25, 'const64', 8, 0, 1],
  [0x26, 'reg', 2, 0, 1],
  [0x27, 'end', 0, 0, 0],
  [0x28, 'dup', 0, 1, 2],
  [0x29, 'pop', 0, 1, 0],
  [0x2a, 'zero_ext', 1, 1, 1],
  [0x2b, 'swap', 0, 2, 2],
  [0x2c, 'getv', 2, 0, 1],
  [0x2d, 'setv', 2, 1, 1],
  // The manual has it leave the value; gdb's code and gdbserver have it leave nothing.
  [0x2e, 'tracev', 2, 0, 0],
  [0x2f, 'tracenz', 0, 2, 0],
  [0x30, 'trace16', 2, 1, 1],
  [0x32, 'pick', 1, 0, 1],
  [0x33, 'rot', 0, 3, 3],
  // A function and a channel; the arguments are below them.
  [0x34, 'printf', 'format', 2, 0],
];

/** The operations by the byte that represents each. */
export const agentOperations: ReadonlyMap<number, AgentOperation> = new Map(
  rows.map(([code, name, operand, pops, pushes]) => [code, { name, operand, pops, pushes }]),
);
