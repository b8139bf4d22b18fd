// From steps to the bytes of an agent expression, within the limits of targets and of trace files: gdb manual, "Agent
// Expressions", "Bytecode Descriptions".
import { checkAgentExpression, readAgentExpression } from '../../format/agentExpression';
import { agentOperations } from '../../format/agentExpressionOperations';
import type { Code, Label, Step } from './code';

/**
 * Bytes of the longest expression. It stands in hexadecimal digits in a line of the trace file, and gdb opens no file
 * with a line of 1000 characters.
 */
export const longestAgentExpression = 470;

/** What became of code. */
type Assembled = { readonly bytes: Uint8Array } | { readonly problem: string };

const codes: ReadonlyMap<string, number> = new Map(
  [...agentOperations].map(([code, { name }]) => [name, code]),
);

/** The bytes of code, with an end; `collecting`: whatever it reads is recorded. */
export function assemble(code: Code, collecting: boolean): Assembled {
  const parts = code.map((step) => bytesOf(step, collecting));
  const offsets: number[] = [];
  let length = 0;
  for (const part of parts) {
    offsets.push(length);
    length += part.length;
  }
  length++;
  if (length > longestAgentExpression) {
    return {
      problem: `It takes ${length} bytes of code, and there is room for ${longestAgentExpression}: record its parts one by one.`,
    };
  }
  const bytes = new Uint8Array(length);
  parts.forEach((part, i) => {
    bytes.set(part, offsets[i] ?? 0);
  });
  for (const [i, step] of code.entries()) {
    if (step.kind !== 'jump') continue;
    const target = offsets[labelAfter(code, i, step.to)];
    if (target === undefined) return { problem: 'It jumps to where no operation begins.' };
    bytes.set(operandBytes(BigInt(target), 2), (offsets[i] ?? 0) + 1);
  }
  bytes[length - 1] = opcode('end');
  const [first] = checkAgentExpression(readAgentExpression(bytes));
  return first ? { problem: first.message } : { bytes };
}

/** The index of the next place of a label; -1 where there is none. */
function labelAfter(code: Code, from: number, label: Label): number {
  return code.findIndex((step, i) => i > from && step.kind === 'label' && step.label === label);
}

function bytesOf(step: Step, collecting: boolean): number[] {
  switch (step.kind) {
    case 'operation':
      return [opcode(step.name)];
    case 'constant':
      return constantBytes(step.value);
    case 'extend':
      return [opcode(step.signed ? 'ext' : 'zero_ext'), step.bits];
    case 'fetch': {
      const fetch = opcode(`ref${8 * step.size}`);
      return collecting ? [opcode('trace_quick'), step.size, fetch] : [fetch];
    }
    case 'register':
      return withOperand('reg', step.number);
    case 'pick':
      return [opcode('pick'), step.depth];
    case 'variable': {
      const get = withOperand('getv', step.number);
      return collecting ? [...get, ...withOperand('tracev', step.number)] : get;
    }
    case 'assign':
      return withOperand('setv', step.number);
    case 'jump':
      return withOperand(step.ifTrue ? 'if_goto' : 'goto', 0);
    case 'label':
      return [];
  }
}

/** The shortest way to a number: constants have no sign, so one below 0 is extended. */
function constantBytes(value: bigint): number[] {
  for (const size of [1, 2, 4]) {
    const bits = 8 * size;
    const isUnsigned = value >= 0n && value >> BigInt(bits) === 0n;
    if (!isUnsigned && BigInt.asIntN(bits, value) !== value) continue;
    const pushed = [opcode(`const${bits}`), ...operandBytes(value, size)];
    return isUnsigned ? pushed : [...pushed, opcode('ext'), bits];
  }
  return [opcode('const64'), ...operandBytes(value, 8)];
}

function withOperand(name: string, operand: number): number[] {
  return [opcode(name), ...operandBytes(BigInt(operand), 2)];
}

function operandBytes(value: bigint, size: number): number[] {
  return Array.from({ length: size }, (_, i) =>
    Number((value >> BigInt(8 * (size - 1 - i))) & 0xffn),
  );
}

function opcode(name: string): number {
  return codes.get(name) ?? 0;
}
