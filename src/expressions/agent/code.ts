// Code for a target's agent before it has bytes: gdb manual, "Agent Expressions". Jumps go to
// labels, numbers have no size yet, and whether what is read is collected too is left to the
// assembler.
import { t } from '@vscode/l10n';
import {
  agentOperations,
  checkAgentExpression,
  readAgentExpression,
} from '../../format/agentExpression';

/**
 * A place in code that jumps go to. Code may occur twice: a jump goes to the next place of its
 * label.
 */
export class Label {
  /** A label is identified by its object. */
  readonly isLabel = true;
}

/** One step on the way to a value. Words have 64 bits. */
export type Step =
  /** An operation of the agent without an operand, by its name. */
  | { readonly kind: 'operation'; readonly name: string }
  /** Pushes a number; of a negative one its two's complement. */
  | { readonly kind: 'constant'; readonly value: bigint }
  /** Keeps the low bits of the top, as a signed or unsigned number. */
  | { readonly kind: 'extend'; readonly bits: number; readonly signed: boolean }
  /**
   * Reads so many bytes at the address on top, without a sign. Where it collects, they are
   * recorded.
   */
  | { readonly kind: 'fetch'; readonly size: 1 | 2 | 4 | 8 }
  /** Pushes a register, by the number that the target knows it by. */
  | { readonly kind: 'register'; readonly number: number }
  /** Pushes a copy of a word, counted from the top. */
  | { readonly kind: 'pick'; readonly depth: number }
  /** Pushes a trace state variable. Where it collects, it is recorded. */
  | { readonly kind: 'variable'; readonly number: number }
  /** Sets a trace state variable to the top, which stays. */
  | { readonly kind: 'assign'; readonly number: number }
  /** `ifTrue` takes the top and continues there unless it is 0. */
  | { readonly kind: 'jump'; readonly to: Label; readonly ifTrue: boolean }
  | { readonly kind: 'label'; readonly label: Label };

/** Steps, one after the other. */
export type Code = readonly Step[];

/** An operation without an operand. */
export function operation(name: string): Step {
  return { kind: 'operation', name };
}

/** The code of one number. */
export function constant(value: bigint): Code {
  return [{ kind: 'constant', value: BigInt.asIntN(64, value) }];
}

/** The number that code is, if it is nothing else. */
export function constantOf(code: Code): bigint | undefined {
  const [only] = code;
  return code.length === 1 && only?.kind === 'constant' ? only.value : undefined;
}

/** Code whose value has a number added, in one step with those that were added before. */
export function added(code: Code, offset: bigint): Code {
  const known = constantOf(code);
  if (known !== undefined) return constant(known + offset);
  const { base, before } = sumOf(code);
  const sum = before + offset;
  if (sum === 0n) return base;
  const [amount, name] = sum < 0n ? [-sum, 'sub'] : [sum, 'add'];
  return [...base, ...constant(amount), operation(name)];
}

function sumOf(code: Code): { base: Code; before: bigint } {
  const [amount, last] = code.slice(-2);
  if (amount?.kind === 'constant' && last?.kind === 'operation') {
    const base = code.slice(0, -2);
    if (last.name === 'add') return { base, before: amount.value };
    if (last.name === 'sub') return { base, before: -amount.value };
  }
  return { base: code, before: 0n };
}

/** Code whose value is multiplied by a number. */
export function multiplied(code: Code, factor: bigint): Code {
  const known = constantOf(code);
  if (known !== undefined) return constant(known * factor);
  return factor === 1n ? code : [...code, ...constant(factor), operation('mul')];
}

/** Both values, then an operation that takes them. */
export function combined(left: Code, right: Code, name: string): Code {
  return [...left, ...right, operation(name)];
}

/** Code whose value is cut to its low bits. */
export function extended(code: Code, bits: number, signed: boolean): Code {
  const known = constantOf(code);
  if (known !== undefined) {
    return constant(signed ? BigInt.asIntN(bits, known) : BigInt.asUintN(bits, known));
  }
  if (bits >= 64) return code;
  const last = code.at(-1);
  if (last?.kind === 'extend' && last.bits >= bits)
    return extended(code.slice(0, -1), bits, signed);
  // gdbserver extends the sign of no more than 32 bits rightly.
  if (!signed || bits <= 32) return [...code, { kind: 'extend', bits, signed }];
  const unused = constant(BigInt(64 - bits));
  return [...code, ...unused, operation('lsh'), ...unused, operation('rsh_signed')];
}

/** Code whose value is shifted down without its sign. */
export function shiftedDown(code: Code, bits: number): Code {
  const known = constantOf(code);
  if (known !== undefined) return constant(BigInt.asUintN(64, known) >> BigInt(bits));
  return bits === 0 ? code : [...code, ...constant(BigInt(bits)), operation('rsh_unsigned')];
}

/** Code whose value is shifted up. */
export function shiftedUp(code: Code, bits: number): Code {
  const known = constantOf(code);
  if (known !== undefined) return constant(known << BigInt(bits));
  return bits === 0 ? code : [...code, ...constant(BigInt(bits)), operation('lsh')];
}

/** One value or the other, as a condition says. */
export function choiceCode(condition: Code, then: Code, otherwise: Code): Code {
  const [yes, end] = [new Label(), new Label()];
  return [
    ...condition,
    { kind: 'jump', to: yes, ifTrue: true },
    ...otherwise,
    { kind: 'jump', to: end, ifTrue: false },
    { kind: 'label', label: yes },
    ...then,
    { kind: 'label', label: end },
  ];
}

/** 1 where a value is not 0, else 0. */
export function truthCode(code: Code): Code {
  const known = constantOf(code);
  if (known !== undefined) return constant(known === 0n ? 0n : 1n);
  return isTruth(code) ? code : [...code, operation('log_not'), operation('log_not')];
}

/** 0 where a value is not 0, else 1. */
export function negated(code: Code): Code {
  const known = constantOf(code);
  if (known !== undefined) return constant(known === 0n ? 1n : 0n);
  return [...code, operation('log_not')];
}

function isTruth(code: Code): boolean {
  const last = code.at(-1);
  return last?.kind === 'operation' && /^(equal|less_|log_not)/.test(last.name);
}

/** Whether code reads memory or trace state variables: there is something to collect on its way. */
export function readsAnything(code: Code): boolean {
  return code.some(({ kind }) => kind === 'fetch' || kind === 'variable' || kind === 'assign');
}

/** The registers that code reads, by their numbers. */
export function registersIn(code: Code): number[] {
  return code.flatMap((step) => (step.kind === 'register' ? [step.number] : []));
}

// From steps to the bytes of an agent expression, within the limits of targets and of trace
// files: gdb manual, "Agent Expressions", "Bytecode Descriptions".

/**
 * Bytes of the longest expression. It is written in hexadecimal digits in a line of the trace file,
 * and gdb opens no file with a line of 1000 characters.
 */
export const maxAgentExpressionLength = 470;

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
  if (length > maxAgentExpressionLength) {
    return {
      problem: t(
        'It takes {0} bytes of code, and there is room for {1}: record its parts one by one.',
        length,
        maxAgentExpressionLength,
      ),
    };
  }
  const bytes = new Uint8Array(length);
  parts.forEach((part, i) => {
    bytes.set(part, offsets[i] ?? 0);
  });
  for (const [i, step] of code.entries()) {
    if (step.kind !== 'jump') continue;
    const target = offsets[labelAfter(code, i, step.to)];
    if (target === undefined) return { problem: t('It jumps to where no operation begins.') };
    bytes.set(operandBytes(BigInt(target), 2), (offsets[i] ?? 0) + 1);
  }
  bytes[length - 1] = opcode('end');
  const [first] = checkAgentExpression(readAgentExpression(bytes));
  return first ? { problem: first.message } : { bytes };
}

/** The index of the next place of a label; -1 if none exists. */
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
