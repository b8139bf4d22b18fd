// What a command of the debug console is. The words are gdb's (gdb manual, "Commands").
import { t } from '@vscode/l10n';
import { atOnce, perStep, type Steps } from '../../bytes/timeSlice';
import type { VariableNode } from '../variableTree';
import type { ConsoleState } from './consoleState';
import { notInteger } from '../../expressions/problem';
import { pushProblem } from '../../expressions/values/backEnd';
import { asInteger, numberOf, type ValueContext, type Value } from '../../values/value';
import { isClass, isMethodPointer, isReference, strip } from '../../values/types';
import { referent } from '../../values/navigate';
import type { Type } from '../../symbols/type';
import { RequestFailed } from '../../bytes/requestFailed';

/** What a command answers: text, or a value that can be opened. */
export type Answer = string | VariableNode;

/** What completion offers for the arguments of a command. */
export type ArgumentKind =
  | 'nothing'
  /** How often; a whole number. */
  | 'count'
  | 'expression'
  | 'linespec'
  | 'registers'
  | 'tracepoint'
  /** An expression, or a word before one. */
  | { readonly before: readonly string[] }
  | Options
  | 'command'
  /** A setting and its value, as `set` takes them. */
  | 'setting'
  | { readonly words: readonly string[] }
  | Subcommands;

/** Commands under a command: `info registers`. */
interface Subcommands {
  readonly subcommands: readonly Command[];
  /** Whether an expression may be there instead. */
  readonly orExpression?: boolean;
}

/** Words with the values that each may have, none where it represents itself: `-pretty on`. */
interface Options {
  readonly options: Readonly<Record<string, readonly string[]>>;
  /** What follows them. */
  readonly behind?: ArgumentKind;
}

/** A command. */
export interface Command {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** One line for `help`. */
  readonly help: () => string;
  readonly takes: ArgumentKind;
  /**
   * What an empty line after it runs instead of the same line again: the command without arguments,
   * as `x` and `list`.
   */
  readonly goesOn?: boolean;
  /** Whether its answer has all its line ends, as that of `printf`; others lack the last. */
  readonly writesRaw?: boolean;
  /** Runs with what follows the name, trimmed; `/x` at its beginning where that was given. */
  run(args: string, state: ConsoleState): Answer | Promise<Answer>;
}

/** One of some commands by its name, its alias, or the beginning of its name. */
export function commandNamed(word: string, among: readonly Command[]): Command | undefined {
  const exact = among.find(({ name, aliases }) => name === word || aliases?.includes(word));
  if (exact) return exact;
  const begun = among.filter(({ name }) => name.startsWith(word));
  return begun.length === 1 ? begun[0] : undefined;
}

/** Characters of an answer. A client takes it whole, and lays it out whole. */
export const maxAnswer = 1 << 22;

/** Lines as the answer of a command; those that are too many are counted. */
export function text(lines: readonly string[]): string {
  return atOnce(textInSteps(lines));
}

/** The same of very many lines. */
export function* textInSteps(lines: readonly string[]): Steps<string> {
  const parts: string[] = [];
  let room = maxAnswer;
  for (let at = 0; at < lines.length; at += perStep) {
    const some = lines.slice(at, at + perStep);
    const last = some.findIndex((line) => (room -= line.length + 1) < 0);
    if (last >= 0) {
      const cut = (some[last] ?? '').slice(0, room);
      const left = t('... {0} more lines: ask for fewer of them.', lines.length - at - last);
      parts.push([...some.slice(0, last), `${cut}...`, left].join('\n'));
      break;
    }
    parts.push(some.join('\n'));
    yield;
  }
  return parts.join('\n');
}

// Numbers and addresses that commands are given as expressions, by gdb's rules: arrays and
// functions mean their addresses, everything else for the number that it is.

/** The run-time address that an expression means; fails with gdb's words. */
export async function addressGiven(expression: string, state: ConsoleState): Promise<bigint> {
  const { value: given } = await state.evaluator.value(expression, await state.stackFrame());
  const referred = isReference(strip(given.type)) ? await referent(given) : given;
  if ('problem' in referred) throw new RequestFailed(referred.problem);
  const { kind } = strip(referred.type);
  const isPlace = kind === 'array' || kind === 'function';
  const address = (isPlace ? referred.address : undefined) ?? (await numberIn(referred));
  return BigInt.asUintN(8 * referred.context.addressSize, address);
}

/** The whole number that an expression gives; fails with gdb's words. */
export async function integerGiven(expression: string, state: ConsoleState): Promise<bigint> {
  const { value } = await state.evaluator.value(expression, await state.stackFrame());
  return numberIn(value);
}

/** The numbers of a list, `1 3-5 $n`; fails with gdb's words about a bad number of its kind. */
export async function numbersGiven(
  list: string,
  kind: 'breakpoint' | 'display',
  state: ConsoleState,
): Promise<number[]> {
  const all: number[] = [];
  for (const word of list.split(/[\s,]+/).filter((each) => each !== '')) {
    const [, from, to, variable] = /^(?:(\d{1,9})(?:-(\d{1,9}))?|(\$\w+))$/.exec(word) ?? [];
    if (variable !== undefined) {
      all.push(Number(await integerGiven(variable, state)));
      continue;
    }
    if (from === undefined) throw new RequestFailed(`Bad ${kind} number '${word}'`);
    const last = Math.min(Number(to ?? from), Number(from) + 65_535);
    for (let number = Number(from); number <= last; number++) all.push(number);
  }
  return all;
}

/** Whether the condition of `if` or `while` holds; fails with gdb's words. */
export async function conditionGiven(expression: string, state: ConsoleState): Promise<boolean> {
  if (expression === '') throw new RequestFailed('if/while commands require arguments.');
  const { value } = await state.evaluator.value(`(${expression}) != 0`, await state.stackFrame());
  return (await numberIn(value)) !== 0n;
}

/** An address as a value: a pointer to something of a type. */
export function pointerTo(target: Type, address: bigint, context: ValueContext): Value {
  const type = { kind: 'pointer', target, size: context.addressSize } as const;
  return numberOf(type, address, context);
}

async function numberIn(value: Value): Promise<bigint> {
  if (strip(value.type).kind === 'array' && value.address === undefined) {
    throw new RequestFailed(await pushProblem(value.context));
  }
  const { missing } = await value.contents();
  if (missing !== undefined) {
    throw new RequestFailed(
      missing === 'optimizedOut' ? 'value has been optimized out' : 'value is not available',
    );
  }
  const type = strip(value.type);
  const isNumber = !isClass(type) && type.kind !== 'void' && !isMethodPointer(type);
  const number = isNumber ? await asInteger(value) : undefined;
  if (number === undefined) throw new RequestFailed(notInteger);
  return number;
}
