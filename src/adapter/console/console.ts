// The debug console: a line is one of gdb's commands, or else an expression. A name that the program has goes before an
// abbreviation: `n` prints the variable n where there is one.
import type { DebugProtocol } from '@vscode/debugprotocol';
import { RequestFailed } from '../requestFailed';
import type { VariableNode } from '../variableTree';
import type { Answer, Command, ArgumentKind } from './command';
import { meaningOfWord, notSupported, commandNamed, commands } from './commandTable';
import { ConsoleState, type ConsoleSession } from './consoleState';
import { baseName } from '../../trace/paths';
import { completeExpression } from '../../trace/expressionCompletion';

/** A console of one session. */
export class DebugConsole {
  private readonly state: ConsoleState;
  private last: { readonly line: string; readonly command: Command } | undefined;

  constructor(session: ConsoleSession) {
    this.state = new ConsoleState(session);
  }

  /** Runs a line in the stack frame of a level, the one that the client has selected; fails with gdb's words. */
  async run(line: string, level = 0): Promise<VariableNode> {
    this.state.setClientLevel(level);
    const answer = await this.answer(line.trim());
    return typeof answer === 'string' ? { name: line, value: answer } : answer;
  }

  /** What may be typed at a column, from 1, of a line. */
  complete(line: string, column: number, level = 0): Promise<DebugProtocol.CompletionItem[]> {
    this.state.setClientLevel(level);
    return completions(line.slice(0, column - 1), this.state);
  }

  private async answer(line: string): Promise<Answer> {
    if (line === '') return this.again();
    const [, word, args = ''] = /^([A-Za-z][\w-]*|!)(?:$|(?=\/)|\s+)(.*)$/s.exec(line) ?? [];
    const meaning = word === undefined ? undefined : meaningOfWord(word);
    if (word === undefined || !meaning) return this.expression(line, word);
    const isFull = 'command' in meaning && !meaning.abbreviated;
    const alone = args === '' || !('command' in meaning);
    if (!isFull && alone && (await this.isName(word))) return this.expression(line);
    if ('ambiguous' in meaning) {
      throw new RequestFailed(`Ambiguous command "${line}": ${meaning.ambiguous.join(', ')}.`);
    }
    if ('unsupported' in meaning) {
      throw new RequestFailed(notSupported(meaning.unsupported, meaning.instead));
    }
    this.last = { line, command: meaning.command };
    return meaning.command.run(args.trim(), this.state);
  }

  private async again(): Promise<Answer> {
    const { last } = this;
    if (!last) return '';
    const { line, command } = last;
    const goesOn = command.goesOn && !/^\S+\s+-$/.test(line);
    return goesOn ? command.run('', this.state) : this.answer(line);
  }

  /** `word`: the line begins as a command would that there is none of. */
  private async expression(line: string, word?: string): Promise<Answer> {
    this.last = undefined;
    const { state } = this;
    const frame = await state.stackFrame();
    try {
      return (
        (await state.evaluator.register(line, frame)) ??
        (await state.evaluator.output(line, frame, state.view))
      );
    } catch (error) {
      const isCommand = word !== undefined && word !== line && !(await this.isName(word));
      if (!(error instanceof RequestFailed) || !isCommand) throw error;
      throw new RequestFailed(`Undefined command: "${word}".  Try "help".`);
    }
  }

  private async isName(word: string): Promise<boolean> {
    const { state } = this;
    try {
      await state.evaluator.value(word, await state.stackFrame());
      return true;
    } catch (error) {
      return (
        error instanceof RequestFailed &&
        !/^No symbol /.test(error.message) &&
        /available|optimized/.test(error.message)
      );
    }
  }
}

// What may be typed next in the debug console: commands, settings, registers and other `$` names, names of the program,
// members, places (DAP, `completions`).

type Item = DebugProtocol.CompletionItem;
type Kind = NonNullable<Item['type']>;

/** Items that one answer holds at most. */
const maxItems = 500;

/** What may follow a text that is typed so far. */
async function completions(typed: string, state: ConsoleState): Promise<Item[]> {
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
  return items.slice(0, maxItems);
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
  const files = (await state.trace.modules.current.sourceFiles()).map(
    (path) => `${baseName(path)}:`,
  );
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
