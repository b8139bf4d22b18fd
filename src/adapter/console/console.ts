// The debug console: a line is one of gdb's commands, or else an expression. A name that the
// program has goes before a name of a command that was cut, never before a whole one: `next` moves.
import { t } from '@vscode/l10n';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { RequestFailed } from '../../bytes/requestFailed';
import type { VariableNode } from '../variableTree';
import { commandNamed, type Answer, type Command, type ArgumentKind } from './command';
import { meaningOfWord, commands, type KnownCommand } from './commandTable';
import { ConsoleState, type ConsoleSession } from './consoleState';
import { notSupported } from './gdbCommands';
import { readScript } from './script';
import { isScript, runBlock } from './scriptRun';
import type { Program } from '../../symbols/program';
import { baseName } from '../../trace/paths';
import { registerGroups } from '../../trace/text/registerText';
import { argumentsOf, localsOf } from '../../values/frameVariables';
import { completeExpression } from '../../trace/expressionCompletion';

/** Characters of a line: patterns that read one go as deep as it is long. */
const maxLine = 1 << 16;

function requireShort(line: string): void {
  if (line.length > maxLine) throw new RequestFailed(t('The command is too long.'));
}

/** A console of one session. */
export class DebugConsole {
  private readonly state: ConsoleState;
  private last: { readonly line: string; readonly command: Command } | undefined;

  /** Lines of a block that has no end yet. */
  private block: readonly string[] = [];
  /** Words that were said to be names of the program too. */
  private readonly hinted = new Set<string>();

  constructor(session: ConsoleSession) {
    this.state = new ConsoleState(session, (line) => this.runInScript(line));
  }

  /**
   * Runs what was typed in the stack frame of a level, the one that the client has selected; fails
   * with gdb's words. Lines of a block are kept until its `end`.
   */
  async run(typed: string, level = 0): Promise<VariableNode> {
    const { state } = this;
    state.setClientLevel(level);
    // After a backslash a command continues in the next line: here nothing follows.
    const text = typed.replace(/\\$/, '');
    const lines = [...this.block, ...text.split('\n')];
    for (const each of lines) requireShort(each);
    const commanded = /^\s*commands\b\s*(.*)/s.exec(lines[0] ?? '')?.[1];
    if (commanded !== undefined && this.block.length === 0) state.breakpoints.commanded(commanded);
    this.block = [];
    if (lines.length > 1 || isScript(text.trim(), state)) {
      const script = readScript(lines);
      if (script.isOpen) {
        this.block = lines;
        return { name: typed, value: '' };
      }
      const whole = await this.written(async () => {
        await runBlock(script.lines, state);
        return '';
      });
      return { name: typed, value: typeof whole === 'string' ? whole : whole.value };
    }
    const answer = await this.written(() => this.answer(text.trim()));
    return typeof answer === 'string' ? { name: typed, value: answer } : answer;
  }

  /** An answer with what was written before it; what was written before a failure is logged. */
  private async written(answer: () => Promise<Answer>): Promise<Answer> {
    const { state } = this;
    state.takeOutput();
    try {
      const answered = await answer();
      const before = state.takeOutput();
      if (before === '') return answered;
      const after = typeof answered === 'string' ? answered : answered.value;
      return after === '' ? before.replace(/\n$/, '') : before + after;
    } catch (error) {
      const before = state.takeOutput();
      if (before !== '') state.session.log(before.replace(/\n$/, ''));
      throw error;
    }
  }

  /** Runs a line of a script: writes its answer. */
  private async runInScript(line: string): Promise<void> {
    const { state } = this;
    const { word } = readCommand(line);
    const answer = await this.answer(line);
    const words = typeof answer === 'string' ? answer : answer.value;
    const meaning = word === undefined ? undefined : meaningOfWord(word);
    const isRaw = meaning && 'command' in meaning && meaning.command.writesRaw;
    if (isRaw) state.write(words);
    else if (words !== '') state.writeLine(words);
  }

  /** What may be typed at a column, from 1, of a line. */
  complete(line: string, column: number, level = 0): Promise<DebugProtocol.CompletionItem[]> {
    this.state.setClientLevel(level);
    return completions(line.slice(0, column - 1), this.state);
  }

  private async answer(line: string): Promise<Answer> {
    requireShort(line);
    if (line === '') return this.again();
    if (line.startsWith('#')) return '';
    const { word, args } = readCommand(line);
    const meaning = word === undefined ? undefined : meaningOfWord(word);
    if (word === undefined || !meaning) return this.expression(line, word);
    const mayBeName = args === '' || beginsWithOperator(args);
    const takesNames = mayBeName && isExpression(meaning, args);
    if (takesNames && (await this.isName(word))) return this.expression(line);
    if ('ambiguous' in meaning) {
      throw new RequestFailed(`Ambiguous command "${line}": ${meaning.ambiguous.join(', ')}.`);
    }
    const hint = mayBeName && !this.state.isInner ? await this.hint(word) : undefined;
    if ('unsupported' in meaning) {
      const refusal = notSupported(meaning.unsupported, meaning.instead());
      throw new RequestFailed(hint === undefined ? refusal : `${refusal} ${hint}`);
    }
    if (!this.state.isInner) this.state.previousLine = this.last?.line;
    this.last = { line, command: meaning.command };
    const answer = await meaning.command.run(args, this.state);
    if (hint === undefined || typeof answer !== 'string') return answer;
    return answer === '' ? hint : `${answer}\n${hint}`;
  }

  /** What a bare word that is a command and a variable of the program is told, once. */
  private async hint(word: string): Promise<string | undefined> {
    if (this.hinted.has(word) || !(await this.isVariable(word))) return undefined;
    this.hinted.add(word);
    return t('The program has a “{0}” too: `print {1}` prints it.', word, word);
  }

  private async again(): Promise<Answer> {
    const { last } = this;
    if (!last) return '';
    const { line, command } = last;
    const goesOn = command.goesOn && !/^\S+\s+-$/.test(line);
    return goesOn ? command.run('', this.state) : this.answer(line);
  }

  /** `word`: the line begins with what looks like an unknown command. */
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
      const isWord = word === line && !this.state.isInner;
      const isCommand = word !== undefined && !isWord && !(await this.isName(word));
      if (!(error instanceof RequestFailed) || !isCommand) throw error;
      throw new RequestFailed(`Undefined command: "${word}".  Try "help".`);
    }
  }

  /**
   * Whether a variable of the stack frame or a symbol of data has a name. Names of the debugging
   * information are not read for it: a command would wait for all of the program's.
   */
  private async isVariable(name: string): Promise<boolean> {
    const { trace } = this.state;
    const frame = await this.state.stackFrame();
    const scope = frame?.kind === 'unavailable' ? undefined : frame?.scope;
    const ofFrame = scope ? [...argumentsOf(scope), ...localsOf(scope)] : [];
    if (ofFrame.some((variable) => variable.name === name)) return true;
    const symbols = trace.modules.current.all.map(({ program }) => program.dataOfSymbol(name));
    return (await Promise.all(symbols)).some((address) => address !== undefined);
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

/** The first word of a line and what is behind it, trimmed; no word where none begins the line. */
function readCommand(line: string): { readonly word?: string; readonly args: string } {
  const [, word, args = ''] = /^([A-Za-z][\w-]*|[!|])(?:$|(?=\/)|\s+)(.*)/s.exec(line) ?? [];
  return { ...(word !== undefined && { word }), args: args.trim() };
}

/** `+ 1`: what follows a name in an expression. */
function beginsWithOperator(args: string): boolean {
  return /^(?:[-+*/%&|^<>=!]{1,2}|\?)\s/.test(args);
}

/** Whether a name of the program is meant where the word may be a command too. */
function isExpression(meaning: KnownCommand, args: string): boolean {
  if ('ambiguous' in meaning) return true;
  if ('unsupported' in meaning) return args !== '';
  return meaning.abbreviated || (args !== '' && !takesExpression(meaning.command));
}

function takesExpression({ takes }: Command): boolean {
  if (typeof takes !== 'object') return takes === 'expression';
  return 'before' in takes || ('options' in takes && takes.behind === 'expression');
}

// What may be typed next in the debug console: commands, settings, registers and other `$` names,
// names of the program, members, places (DAP, `completions`).

type Item = DebugProtocol.CompletionItem;
type Kind = NonNullable<Item['type']>;

/** Items that one answer holds at most. */
const maxItems = 500;

/** What may follow a text that is typed so far. */
async function completions(typed: string, state: ConsoleState): Promise<Item[]> {
  const [, word = '', rest] = /^\s*([\w-]*)(?:\s+(.*))?/s.exec(typed) ?? [];
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
  if (takes === 'nothing' || takes === 'count') return [];
  if (takes === 'command') return commandItems(commands, rest, end);
  if (takes === 'setting') {
    return argumentItems(commandNamed('set', commands)?.takes ?? 'nothing', rest, end, state);
  }
  if (takes === 'expression') return expressionItems(rest, state, end);
  if (takes === 'linespec') return linespecItems(rest, end, state);
  if (takes === 'registers')
    return wordItems(registerNames(state), lastWord(rest), end, 'variable');
  if (takes === 'tracepoint') {
    const numbers = state.trace.recording.description.tracepoints.map(({ number }) =>
      String(number),
    );
    return [
      ...wordItems([...new Set(numbers)], rest, end, 'value'),
      ...(await expressionItems(rest, state, end)),
    ];
  }
  if ('options' in takes) return optionItems(takes, rest, end, state);
  if ('before' in takes) {
    const isOption = rest.startsWith('-');
    const words = takes.before.filter((word) => word.startsWith('-') === isOption);
    return [
      ...wordItems(words, rest, end, 'keyword'),
      ...(isOption ? [] : await expressionItems(rest, state, end)),
    ];
  }
  if ('words' in takes) return wordItems(takes.words, rest, end, 'keyword');
  const [, name, behind] = /^(\S+)\s+(.*)/s.exec(rest) ?? [];
  if (name === undefined) {
    const items = commandItems(takes.subcommands, rest, end);
    return items.length === 0 && takes.orExpression ? expressionItems(rest, state, end) : items;
  }
  const found = commandNamed(name, takes.subcommands);
  return found ? argumentItems(found.takes, behind ?? '', end, state) : [];
}

/** An option, the value of one, or what follows them. */
async function optionItems(
  takes: Extract<ArgumentKind, { options: unknown }>,
  rest: string,
  end: number,
  state: ConsoleState,
): Promise<Item[]> {
  const { options, behind = 'nothing' } = takes;
  const [, name, more = ''] = /^(\S+)\s+(.*)/s.exec(rest) ?? [];
  const values = name !== undefined && Object.hasOwn(options, name) ? options[name] : undefined;
  if (name === undefined || !values) {
    const isOption = rest.startsWith('-');
    const words = Object.keys(options).filter((word) => word.startsWith('-') === isOption);
    return [
      ...wordItems(words, rest, end, 'keyword'),
      ...(isOption && name === undefined ? [] : await argumentItems(behind, rest, end, state)),
    ];
  }
  const next = name.startsWith('-') ? takes : behind;
  if (values.length === 0) return argumentItems(next, more, end, state);
  const [, further] = /^\S+\s+(.*)/s.exec(more) ?? [];
  return further === undefined
    ? wordItems(values, more, end, 'keyword')
    : argumentItems(next, further, end, state);
}

function commandItems(among: readonly Command[], begun: string, end: number): Item[] {
  const shown = among.filter(({ name }) => name.startsWith(begun));
  return shown.map(({ name, help }) => ({ ...item(name, begun, end, 'function'), detail: help() }));
}

function wordItems(words: readonly string[], begun: string, end: number, type: Kind): Item[] {
  return words.filter((word) => word.startsWith(begun)).map((word) => item(word, begun, end, type));
}

/** `end`: where the text ends in the line. */
function item(label: string, begun: string, end: number, type: Kind): Item {
  return { label, type, start: end - begun.length, length: begun.length };
}

/** Names that may be at the end of an expression. */
async function expressionItems(
  expression: string,
  state: ConsoleState,
  end = expression.length,
): Promise<Item[]> {
  const [, tag, begunTag = ''] = /^(struct|class|union|enum)\s+([\w:]*)$/.exec(expression) ?? [];
  if (tag !== undefined) return wordItems(await tagNames(tag, state), begunTag, end, 'class');
  const names = await completeExpression(
    expression,
    state.trace.recording,
    await state.stackFrame(),
    await state.context(),
  );
  const known = names.map(({ name, kind, start }): Item => {
    const length = expression.length - start;
    return { label: name, type: kind, start: end - length, length };
  });
  const begun = /(?:^|[^\w$.>:])([A-Za-z_]\w+)$/.exec(expression)?.[1];
  if (begun === undefined) return known;
  const labels = new Set(known.map(({ label }) => label));
  const others = [
    ...wordItems(await enumeratorNames(state), begun, end, 'enum'),
    ...wordItems(await functionNames(state), begun, end, 'function'),
  ];
  return [...known, ...others.filter(({ label }) => !labels.has(label))];
}

/** Files, then lines are up to the person; functions of the program at hand. */
async function linespecItems(rest: string, end: number, state: ConsoleState): Promise<Item[]> {
  if (/:\d*$/.test(rest)) return [];
  const begun = rest.split(/[\s,]/).at(-1) ?? '';
  const files = (await state.trace.modules.current.sourceFiles()).map(
    (path) => `${baseName(path)}:`,
  );
  return [
    ...wordItems([...new Set(files)], begun, end, 'file'),
    ...wordItems(await functionNames(state), begun, end, 'function'),
  ];
}

/** Milliseconds for which names of the programs are listed. */
const timeLimit = 200;

/** Functions of the call stack, which the user is looking at, then those of the programs. */
async function functionNames(state: ConsoleState): Promise<string[]> {
  const { frames } = await state.stack();
  return namesOf(
    state,
    frames.flatMap(({ scope }) => scope?.name ?? []),
    async function* (program) {
      for await (const { name } of program.declarations.functions()) yield name;
    },
  );
}

async function enumeratorNames(state: ConsoleState): Promise<string[]> {
  return namesOf(state, [], (program) => program.declarations.enumerators());
}

/** Types that a tag may name: C++ takes `struct` and `class` for the same. */
async function tagNames(tag: string, state: ConsoleState): Promise<string[]> {
  const isOne = (kind: string) =>
    kind === tag || (tag !== 'union' && tag !== 'enum' && kind === 'struct');
  return namesOf(state, [], async function* (program) {
    for await (const { name, type } of program.declarations.namedTypes()) {
      if (isOne(type.kind)) yield name;
    }
  });
}

/** Names of the programs other than some, as many as are found while the user waits. */
async function namesOf(
  { trace }: ConsoleState,
  first: readonly string[],
  list: (program: Program) => AsyncIterable<string>,
): Promise<string[]> {
  const names = new Set(first);
  const end = performance.now() + timeLimit;
  for (const { program } of trace.modules.current.loaded) {
    for await (const name of list(program)) {
      names.add(name);
      if (performance.now() > end) return [...names];
    }
  }
  return [...names];
}

/** Registers, and the groups of them. */
function registerNames({ trace }: ConsoleState): string[] {
  const registers = trace.recording.layout?.registers ?? [];
  return [...registers.map(({ name }) => name), ...registerGroups];
}

function lastWord(text: string): string {
  return text.split(/\s/).at(-1) ?? '';
}
