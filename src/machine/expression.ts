// Expressions over a frame: registers, trace state variables, gdb's convenience variables for
// traces ("Convenience Variables for Tracepoints") and addresses, added and subtracted.
import { hexAddress } from '../bytes/hex';
import type { Register } from './registerLayout';
import { registerText } from './registerText';
import type { StoppedMachine } from './stoppedMachine';
import { unsigned } from '../bytes/cursor';

/** What `$name` can mean besides a register. Text is shown as it is, a number can be computed with. */
export type ConvenienceVariables = ReadonlyMap<string, bigint | string | undefined>;

/** A value, or what is wrong with the expression. */
export type Evaluation =
  | {
      readonly text: string;
      /** The number, where the value is one. */
      readonly value?: bigint;
      /** The register with its bytes, where the expression names just that. */
      readonly register?: { readonly register: Register; readonly bytes: Uint8Array | undefined };
    }
  | { readonly problem: string };

/** gdb's word for the value of a convenience variable that has none. */
const noValue = 'void';

/** Evaluates an expression in a frame. A parse error names the column, counted from 1. */
export function evaluate(
  expression: string,
  machine: StoppedMachine,
  convenience: ConvenienceVariables,
): Evaluation {
  const tokens = tokenize(expression);
  const parser = new Parser(tokens, (name) => lookUp(name, machine, convenience));
  const value = parser.sum();
  const rest = parser.next;
  if ('problem' in value) return value;
  return rest.kind === 'end' ? value : unexpected(rest);
}

interface Token {
  readonly kind: 'number' | 'name' | 'operator' | 'end' | 'unknown';
  readonly text: string;
  /** Counts from 1. */
  readonly column: number;
}

function tokenize(expression: string): Token[] {
  const pattern = /\s*(?:(0[xX][0-9a-fA-F]+|\d+)(?![\w.])|(\$\w+)|([-+()])|(\S))/y;
  const tokens: Token[] = [];
  for (let match = pattern.exec(expression); match; match = pattern.exec(expression)) {
    const [whole, number, name, operator, unknown] = match;
    const text = number ?? name ?? operator ?? unknown ?? '';
    const column = match.index + whole.length - text.length + 1;
    const kind = number ? 'number' : name ? 'name' : operator ? 'operator' : 'unknown';
    tokens.push({ kind, text, column });
  }
  tokens.push({ kind: 'end', text: '', column: expression.length + 1 });
  return tokens;
}

class Parser {
  private at = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly lookUp: (name: string) => Evaluation,
  ) {}

  get next(): Token {
    return this.tokens[this.at] ?? { kind: 'end', text: '', column: 0 };
  }

  sum(): Evaluation {
    let left = this.term();
    while (!('problem' in left) && /^[-+]$/.test(this.next.text)) {
      const operator = this.next.text;
      this.at++;
      const right = this.term();
      if ('problem' in right) return right;
      left = add(left, right, operator === '-');
    }
    return left;
  }

  private term(): Evaluation {
    const token = this.next;
    this.at++;
    if (token.kind === 'number') return { text: token.text, value: BigInt(token.text) };
    if (token.kind === 'name') return this.lookUp(token.text.slice(1));
    if (token.text === '-') return negate(this.term());
    if (token.text !== '(') return unexpected(token);
    const value = this.sum();
    if ('problem' in value) return value;
    if (this.next.text !== ')') return unexpected(this.next);
    this.at++;
    return value;
  }
}

function unexpected(token: Token): { problem: string } {
  const what = token.kind === 'end' ? 'the expression ends here' : `“${token.text}” stands here`;
  return {
    problem: `Column ${token.column}: ${what}; a number, $register or $variable was expected.`,
  };
}

function negate(operand: Evaluation): Evaluation {
  return 'problem' in operand ? operand : add({ text: '0', value: 0n }, operand, true);
}

function add(
  left: Exclude<Evaluation, { problem: string }>,
  right: Exclude<Evaluation, { problem: string }>,
  subtract: boolean,
): Evaluation {
  if (left.value === undefined || right.value === undefined) {
    const without = left.value === undefined ? left : right;
    return {
      problem:
        without.text === '<unavailable>'
          ? 'value is not available'
          : `${without.text} is not a number.`,
    };
  }
  const value = BigInt.asUintN(64, left.value + (subtract ? -right.value : right.value));
  return { text: hexAddress(value), value };
}

function lookUp(
  name: string,
  machine: StoppedMachine,
  convenience: ConvenienceVariables,
): Evaluation {
  const read = machine.registers?.read(name);
  if (read) {
    const { register, bytes } = read;
    const text = registerText(register, bytes, machine.frame.order);
    const value = bytes && isInteger(register) ? unsigned(bytes, machine.frame.order) : undefined;
    return { text, register: read, ...(value !== undefined && { value }) };
  }
  const value = convenience.get(name);
  if (typeof value === 'bigint') return { text: value.toString(), value };
  return { text: value ?? noValue };
}

function isInteger(register: Register): boolean {
  return !['float', 'vector', 'union', 'struct'].includes(register.type.kind);
}
