// Agent expressions as a person writes them: what they collect and set, and the value that they come to.
// They are run on texts in place of words; both ways of a jump are taken, and where they meet again in
// `&&`, `||` or `?:` it is written so.
import type { AgentExpression, AgentInstruction } from './agentExpression';
import {
  atom,
  choiceTerm,
  operationTerm,
  constantTerm,
  extendedTerm,
  bracketed,
  differenceTerm,
  not,
  sumTerm,
  prefixStrength,
  zero,
  type Term,
} from './agentExpressionTerm';

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

/** Instructions run, on all ways together, before the expression is left alone. */
const longestRun = 4096;
/** Characters of a text before the expression is left alone: `dup add` doubles it. */
const longestText = 4096;

/** What an expression does, as text; undefined where it is wrong, has a loop, or is too long for that. */
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
      if (!instruction || ++this.steps > longestRun) return undefined;
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

  /** False where the stack is too short, a text too long, or the operation is one without a text. */
  private execute(instruction: AgentInstruction, stack: Term[], effects: string[]): boolean {
    const { operation, operand, format } = instruction;
    const count = operation.pops + (format === undefined ? 0 : Number(operand));
    if (stack.length < count) return false;
    const taken = stack.splice(stack.length - count);
    const left = this.result(instruction, taken, effects, stack);
    if (!left || left.some(({ text }) => text.length > longestText)) return false;
    stack.push(...left);
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
  return value.text.length > longestText ? undefined : { effects, value };
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
