// What may be typed next in the debug console: commands, settings, registers and other `$` names, names of the program,
// members, places (DAP, `completions`).
import type { DebugProtocol } from '@vscode/debugprotocol';
import { argumentsOf, localsOf } from '../../machine/values/frameVariables';
import { dereference, membersOf } from '../../machine/values/navigate';
import { strip } from '../../machine/values/types';
import type { Value } from '../../machine/values/value';
import { linkAddress } from '../../machine/linkAddress';
import { baseName } from '../../trace/paths';
import { evaluate } from '../../trace/expressions';
import type { ArgumentKind, Command } from './command';
import { commandNamed, commands, meaningOf } from './commandTable';
import type { ConsoleState } from './consoleState';

type Item = DebugProtocol.CompletionItem;
type Kind = NonNullable<Item['type']>;

/** Items that one answer holds at most. */
const mostItems = 500;

/** What may follow a text that is typed so far. */
export async function completions(typed: string, state: ConsoleState): Promise<Item[]> {
  const [, word = '', rest] = /^\s*([\w-]*)(?:\s+(.*)|(\/\S*\s+.*))?$/s.exec(typed) ?? [];
  if (rest === undefined && /^\s*[\w-]*$/.test(typed)) {
    const names = await expressionItems(typed, state);
    return limited([...commandItems(commands, word, typed.length), ...names]);
  }
  const meaning = meaningOf(word);
  const command = meaning && 'command' in meaning ? meaning.command : undefined;
  if (!command || rest === undefined) return limited(await expressionItems(typed, state));
  return limited(await argumentItems(command.takes, rest, typed.length, state));
}

function limited(items: readonly Item[]): Item[] {
  return items.slice(0, mostItems);
}

async function argumentItems(
  takes: ArgumentKind,
  rest: string,
  end: number,
  state: ConsoleState,
): Promise<Item[]> {
  if (takes === 'nothing') return [];
  if (takes === 'command') return commandItems(commands, rest, end);
  if (takes === 'expression') return expressionItems(rest, state, end);
  if (takes === 'linespec') return linespecItems(rest, end, state);
  if ('words' in takes) return wordItems(takes.words, rest, end, 'keyword');
  const [, name, behind] = /^(\S+)\s+(.*)$/s.exec(rest) ?? [];
  if (name === undefined) {
    const items = commandItems(takes.subcommands, rest, end);
    return items.length > 0 ? items : expressionItems(rest, state, end);
  }
  const found = commandNamed(name, takes.subcommands);
  return found ? argumentItems(found.takes, behind ?? '', end, state) : [];
}

function commandItems(among: readonly Command[], begun: string, end: number): Item[] {
  const shown = among.filter(({ name }) => name.startsWith(begun));
  return shown.map(({ name, help }) => ({ ...item(name, begun, end, 'function'), detail: help }));
}

function wordItems(words: readonly string[], begun: string, end: number, type: Kind): Item[] {
  return words.filter((word) => word.startsWith(begun)).map((word) => item(word, begun, end, type));
}

/** `end`: where the text ends in the line. */
function item(label: string, begun: string, end: number, type: Kind): Item {
  return { label, type, start: end - begun.length, length: begun.length };
}

/** Names that may stand at the end of an expression. */
async function expressionItems(
  expression: string,
  state: ConsoleState,
  end = expression.length,
): Promise<Item[]> {
  const [, dollar] = /\$(\w*)$/.exec(expression) ?? [];
  if (dollar !== undefined) {
    const names = (await dollarNames(state)).map((name) => `$${name}`);
    return wordItems(names, `$${dollar}`, end, 'variable');
  }
  const [, object, member] = /([\w$.>()[\]-]+?)(?:\.|->)(\w*)$/.exec(expression) ?? [];
  if (object !== undefined && member !== undefined) {
    return wordItems(await memberNames(object, state), member, end, 'field');
  }
  const [begun = ''] = /[A-Za-z_]\w*$/.exec(expression) ?? [];
  return wordItems(await names(state), begun, end, 'variable');
}

/** Registers, gdb's convenience variables for traces, trace state variables, convenience functions. */
async function dollarNames({ trace }: ConsoleState): Promise<string[]> {
  const machine = await trace.machine(trace.position);
  const registers = [...(machine.registers?.names() ?? [])];
  const variables = trace.description.variables.map(({ name }) => name);
  return [...new Set([...conveniences, ...variables, ...registers])];
}

const conveniences = [
  ...['trace_frame', 'tracepoint', 'trace_line', 'trace_func', 'trace_file'],
  ...['_', '__', '_collected', '_changed', '_strlen', '_streq', '_regex', '_memeq'],
];

/** Names in scope: of the function, innermost first, and of its file. */
async function names(state: ConsoleState): Promise<string[]> {
  const frame = await state.stackFrame();
  const { scope, placement, lookupPc } = frame ?? {};
  const own = scope ? [...localsOf(scope), ...argumentsOf(scope)] : [];
  const globals =
    placement && lookupPc !== undefined
      ? await placement.program.globalsAt(linkAddress(lookupPc, placement.slide))
      : [];
  return [...new Set([...own, ...globals].map(({ name }) => name))];
}

async function memberNames(object: string, state: ConsoleState): Promise<string[]> {
  const evaluated = await evaluate(object, 'print', await state.context());
  if ('problem' in evaluated) return [];
  const { value } = evaluated;
  const isPointer = strip(value.type).kind === 'pointer';
  const whole = isPointer ? await dereference(value) : value;
  return 'problem' in whole ? [] : membersIn(whole);
}

async function membersIn(value: Value): Promise<string[]> {
  const members = await membersOf(value);
  return [
    ...(members?.members ?? []).flatMap(({ name }) => name ?? []),
    ...(members?.statics ?? []).map(({ name }) => name),
  ];
}

/** Files, then lines are up to the person; functions of the program at hand. */
async function linespecItems(rest: string, end: number, state: ConsoleState): Promise<Item[]> {
  if (/:\d*$/.test(rest)) return [];
  const begun = /[^\s,]*$/.exec(rest)?.[0] ?? '';
  const files = (await state.trace.programs.sourceFiles()).map((path) => `${baseName(path)}:`);
  return [
    ...wordItems([...new Set(files)], begun, end, 'file'),
    ...wordItems(await functionNames(state), begun, end, 'function'),
  ];
}

/** Functions of the call stack: the ones that a person is looking at. */
async function functionNames(state: ConsoleState): Promise<string[]> {
  const { frames } = await state.stack();
  return [...new Set(frames.flatMap(({ scope }) => scope?.name ?? []))];
}
