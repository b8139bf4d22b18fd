// Agent expressions in C's notation: what they collect and set, and their value. The code is run on
// texts instead of numbers; both branches of a jump are taken, and where they meet again, `&&`,
// `||` or `?:` is written.
import { append } from '../bytes/arrays';
import type { AgentExpression, AgentInstruction } from './agentExpression';

/** How registers and variables are called; without a name they go by their numbers. */
export interface AgentNames {
  /** Without the `$`. */
  register?(number: number): string | undefined;
  /** Without the `$`. */
  variable?(number: number): string | undefined;
}

/** What an expression does. */
interface AgentMeaning {
  /** What is collected, set and printed, in order. */
  readonly effects: readonly string[];
  /** The value that is left on the stack: a condition's. */
  readonly value: string | undefined;
}

interface Outcome {
  readonly effects: readonly string[];
  readonly value: Term | undefined;
}

/** Instructions run, on all paths together, before the expression is left as code. */
const maxOperations = 4096;
/** Characters of a text before the expression is left as code: `dup add` doubles it. */
const maxText = 4096;

/**
 * What an expression does, as text; undefined where it is wrong, has a loop, or is too long for
 * that.
 */
export function describeAgentExpression(
  expression: AgentExpression,
  names: AgentNames = {},
): AgentMeaning | undefined {
  const outcome = new Run(expression, names).from(0, []);
  return outcome && { effects: outcome.effects, value: outcome.value?.text };
}

class Run {
  private readonly byOffset: ReadonlyMap<number, AgentInstruction>;
  private steps = 0;

  constructor(
    { instructions }: AgentExpression,
    private readonly names: AgentNames,
  ) {
    this.byOffset = new Map(instructions.map((each) => [each.offset, each]));
  }

  /** Runs from an offset to the end. */
  from(start: number, below: readonly Term[]): Outcome | undefined {
    const stack = [...below];
    const effects: string[] = [];
    for (let at = start; ;) {
      const instruction = this.byOffset.get(at);
      if (!instruction || ++this.steps > maxOperations) return undefined;
      const { name } = instruction.operation;
      if (name === 'end') return { effects, value: stack.at(-1) };
      if (name === 'if_goto') {
        const condition = stack.pop();
        const taken = condition && this.from(Number(instruction.operand), stack);
        const other = taken && this.from(instruction.next, stack);
        const joined = other && join(condition, taken, other);
        return joined && { ...joined, effects: [...effects, ...joined.effects] };
      }
      if (name === 'goto') at = Number(instruction.operand);
      else {
        if (!this.execute(instruction, stack, effects)) return undefined;
        at = instruction.next;
      }
    }
  }

  /**
   * False where the stack is too short, a text too long, or the operation is one without a text.
   */
  private execute(instruction: AgentInstruction, stack: Term[], effects: string[]): boolean {
    const { operation, operand, format } = instruction;
    const count = operation.pops + (format === undefined ? 0 : Number(operand));
    if (stack.length < count) return false;
    const taken = stack.splice(stack.length - count);
    const left = this.result(instruction, taken, effects, stack);
    if (!left || left.some(({ text }) => text.length > maxText)) return false;
    append(stack, left);
    return true;
  }

  private result(
    { operation: { name }, operand, format }: AgentInstruction,
    taken: readonly Term[],
    effects: string[],
    stack: readonly Term[],
  ): Term[] | undefined {
    const [first = zero, second = zero, third = zero] = taken;
    const number = Number(operand);
    const variable = () => `$${this.names.variable?.(number) ?? `tsv${number}`}`;
    switch (name) {
      case 'const8':
      case 'const16':
      case 'const32':
      case 'const64':
        return [constantTerm(operand)];
      case 'reg':
        return [atom(`$${this.names.register?.(number) ?? `reg${number}`}`)];
      case 'getv':
        return [atom(variable())];
      case 'add':
        return [sumTerm(first, second)];
      case 'sub':
        return [differenceTerm(first, second)];
      case 'log_not':
        return [not(first)];
      case 'bit_not':
        return [{ text: `~${bracketed(first, prefixStrength)}`, strength: prefixStrength }];
      case 'ext':
        return [extendedTerm(first, number, true)];
      case 'zero_ext':
        return [extendedTerm(first, number, false)];
      case 'dup':
        return [first, first];
      case 'pop':
        return [];
      case 'swap':
        return [second, first];
      case 'rot':
        return [third, first, second];
      case 'pick': {
        const picked = stack.at(-1 - number);
        return picked && [picked];
      }
      case 'setv':
        effects.push(`${variable()} = ${first.text}`);
        return [first];
      case 'tracev':
        effects.push(`collect ${variable()}`);
        return [];
      case 'trace':
        effects.push(`collect ${bytesText(second)} at ${first.text}`);
        return [];
      case 'trace_quick':
      case 'trace16':
        effects.push(`collect ${bytesText(constantTerm(operand))} at ${first.text}`);
        return [first];
      case 'tracenz':
        effects.push(`collect the string at ${first.text}, at most ${bytesText(second)}`);
        return [];
      case 'printf': {
        const values = taken.slice(0, -2).map(({ text }) => `, ${text}`);
        effects.push(`printf "${format ?? ''}"${values.join('')}`);
        return [];
      }
      default:
        return operationTerm(name, first, second);
    }
  }
}

function bytesText({ constant: value, text }: Term): string {
  if (value === undefined) return `(${text}) bytes`;
  return value === 1n ? '1 byte' : `${value} bytes`;
}

/** What comes of both ways of a jump; the first is taken where the condition holds. */
function join(condition: Term, taken: Outcome, other: Outcome): Outcome | undefined {
  if (condition.negated) return join(condition.negated, other, taken);
  const effects = joinedEffects(condition, taken.effects, other.effects);
  if (!taken.value || !other.value) {
    return taken.value || other.value ? undefined : { effects, value: undefined };
  }
  const value = choiceTerm(condition, taken.value, other.value);
  return value.text.length > maxText ? undefined : { effects, value };
}

function joinedEffects(
  condition: Term,
  taken: readonly string[],
  other: readonly string[],
): string[] {
  if (taken.join('; ') === other.join('; ')) return [...taken];
  const first = taken.length > 0 ? [`if (${condition.text}) { ${taken.join('; ')} }`] : [];
  const second = other.length > 0 ? [`if (!(${condition.text})) { ${other.join('; ')} }`] : [];
  return [...first, ...second];
}

// The parts of an agent expression's text, each with its operator's precedence, so that brackets
// are only where C needs them. An operator whose meaning in C depends on the type has a `u` where
// it is unsigned.

/** A part of an expression, with what it takes to be inside another. */
export interface Term {
  readonly text: string;
  /** How strongly it holds together, as C's operators do; the highest needs no brackets. */
  readonly strength: number;
  /** A number, where it is one. */
  readonly constant?: bigint;
  /** The base and the number added to it. */
  readonly sum?: { readonly base: Term; readonly added: bigint };
  /** 0 or 1. */
  readonly truth?: boolean;
  /** A comparison's text where it does not hold; as strong as the text. */
  readonly opposite?: string;
  /** What it negates. */
  readonly negated?: Term;
  /** The address and bits of memory that is read, before it is known to be signed. */
  readonly memory?: { readonly address: Term; readonly bits: number };
}

const strongest = 16;
/** How strongly a prefix operator holds. */
const prefixStrength = 15;
const binary: Readonly<Record<string, readonly [sign: string, strength: number]>> = {
  mul: ['*', 13],
  div_signed: ['/', 13],
  div_unsigned: ['/u', 13],
  rem_signed: ['%', 13],
  rem_unsigned: ['%u', 13],
  lsh: ['<<', 11],
  rsh_signed: ['>>', 11],
  rsh_unsigned: ['>>u', 11],
  less_signed: ['<', 10],
  less_unsigned: ['<u', 10],
  equal: ['==', 9],
  bit_and: ['&', 8],
  bit_xor: ['^', 7],
  bit_or: ['|', 6],
};

const opposites: Readonly<Record<string, string>> = { '==': '!=', '<': '>=', '<u': '>=u' };
const memoryBits: Readonly<Record<string, number>> = { ref8: 8, ref16: 16, ref32: 32, ref64: 64 };
const floatTypes: Readonly<Record<string, string>> = {
  ref_float: 'float',
  ref_double: 'double',
  ref_long_double: 'long double',
};

/** What an operation on one or two words leaves; undefined for one that has no text. */
function operationTerm(name: string, first: Term, second: Term): Term[] | undefined {
  const bits = memoryBits[name];
  if (bits !== undefined) return [memory(first, bits, false)];
  const float = floatTypes[name];
  if (float !== undefined) {
    return [
      { text: `*(${float} *) ${bracketed(first, prefixStrength)}`, strength: prefixStrength },
    ];
  }
  const operator = binary[name];
  if (!operator) return undefined;
  const [sign, strength] = operator;
  const written = (between: string) =>
    `${bracketed(first, strength)} ${between} ${bracketed(second, strength + 1)}`;
  const opposite = opposites[sign];
  const text = written(sign);
  return [
    { text, strength, ...(opposite !== undefined && { truth: true, opposite: written(opposite) }) },
  ];
}

/** A name, which needs no brackets. */
function atom(text: string): Term {
  return { text, strength: strongest };
}

/** Small numbers are counts, big ones addresses. */
function constantTerm(value: bigint): Term {
  const magnitude = value < 0n ? -value : value;
  const digits = magnitude < 0x1_0000n ? `${magnitude}` : `0x${magnitude.toString(16)}`;
  const text = value < 0n ? `-${digits}` : digits;
  return { text, strength: value < 0n ? prefixStrength : strongest, constant: value };
}

/** The number 0. */
const zero = constantTerm(0n);

/** The text, in brackets where what is around it holds more strongly. */
function bracketed(term: Term, strength: number): string {
  return term.strength < strength ? `(${term.text})` : term.text;
}

/** Numbers added to one thing, one after the other, are one number. */
function sumTerm(first: Term, second: Term): Term {
  if (second.constant === undefined) {
    return { text: `${bracketed(first, 12)} + ${bracketed(second, 13)}`, strength: 12 };
  }
  const base = first.sum?.base ?? first;
  const added = (first.sum?.added ?? 0n) + second.constant;
  if (base.constant !== undefined) return constantTerm(base.constant + added);
  if (added === 0n) return base;
  const sign = added < 0n ? '-' : '+';
  const number = constantTerm(added < 0n ? -added : added).text;
  return { text: `${bracketed(base, 12)} ${sign} ${number}`, strength: 12, sum: { base, added } };
}

/** A difference. */
function differenceTerm(first: Term, second: Term): Term {
  if (second.constant !== undefined) return sumTerm(first, constantTerm(-second.constant));
  return { text: `${bracketed(first, 12)} - ${bracketed(second, 13)}`, strength: 12 };
}

/** 1 for 0, else 0; a comparison is turned round. */
function not(term: Term): Term {
  const { text, strength, opposite } = term;
  if (opposite !== undefined) {
    return { text: opposite, strength, truth: true, opposite: text, negated: term };
  }
  return {
    text: `!${bracketed(term, prefixStrength)}`,
    strength: prefixStrength,
    truth: true,
    negated: term,
  };
}

function memory(address: Term, bits: number, signed: boolean): Term {
  const text = `*(${integerType(bits, signed)} *) ${bracketed(address, prefixStrength)}`;
  return { text, strength: prefixStrength, memory: { address, bits } };
}

function integerType(bits: number, signed: boolean): string {
  return `${signed ? '' : 'u'}int${bits}_t`;
}

/** The low bits of a term, as a signed or unsigned number. */
function extendedTerm(term: Term, bits: number, signed: boolean): Term {
  if (bits === 0 || bits > 64)
    return { text: `(${bits} bits) ${bracketed(term, prefixStrength)}`, strength: prefixStrength };
  if (term.constant !== undefined) {
    const low = signed ? BigInt.asIntN(bits, term.constant) : BigInt.asUintN(bits, term.constant);
    return constantTerm(low);
  }
  if (term.memory?.bits === bits) return memory(term.memory.address, bits, signed);
  if (bits === 64 || term.truth) return term;
  return {
    text: `(${integerType(bits, signed)}) ${bracketed(term, prefixStrength)}`,
    strength: prefixStrength,
  };
}

/** The value of both ways of a jump; `taken` is that where the condition holds. */
function choiceTerm(condition: Term, taken: Term, other: Term): Term {
  const isTruth = (term: Term) =>
    term.truth === true || term.constant === 0n || term.constant === 1n;
  if (taken.text === other.text) return taken;
  if (taken.constant === 1n && other.constant === 0n) {
    if (condition.truth) return condition;
    return { text: `${bracketed(condition, 10)} != 0`, strength: 9, truth: true };
  }
  if (other.constant === 0n && isTruth(taken)) {
    return {
      text: `${bracketed(condition, 5)} && ${bracketed(taken, 5)}`,
      strength: 5,
      truth: true,
    };
  }
  if (taken.constant === 1n && isTruth(other)) {
    return {
      text: `${bracketed(condition, 4)} || ${bracketed(other, 4)}`,
      strength: 4,
      truth: true,
    };
  }
  const text = `${bracketed(condition, 4)} ? ${bracketed(taken, 4)} : ${bracketed(other, 3)}`;
  return { text, strength: 3 };
}
