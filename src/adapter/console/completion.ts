// What may be typed next in the debug console: commands, settings, registers and other `$` names, names of the program,
// members, places (DAP, `completions`).
import type { DebugProtocol } from '@vscode/debugprotocol';
import { baseName } from '../../trace/paths';
import { completeExpression } from '../../trace/expressionCompletion';
import type { ArgumentKind, Command } from './command';
import { commandNamed, commands, meaningOfWord } from './commandTable';
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
  const meaning = meaningOfWord(word);
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
  const names = await completeExpression(
    expression,
    state.trace,
    await state.stackFrame(),
    await state.context(),
  );
  return names.map(({ name, kind, start }) => {
    const length = expression.length - start;
    return { label: name, type: kind, start: end - length, length };
  });
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
