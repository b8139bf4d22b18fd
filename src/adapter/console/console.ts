// The debug console: a line is one of gdb's commands, or else an expression. A name that the program has goes before an
// abbreviation: `n` prints the variable n where there is one.
import type { DebugProtocol } from '@vscode/debugprotocol';
import { RequestFailed } from '../requestFailed';
import type { VariableNode } from '../variableTree';
import type { Answer, Command } from './command';
import { meaningOfWord, notSupported } from './commandTable';
import { completions } from './completion';
import { ConsoleState, type ConsoleSession } from './consoleState';

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
