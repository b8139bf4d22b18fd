// Runs scripts of gdb's commands: `source`, `while`, `if`, `define` (gdb manual, "Sequences"). A
// script is bounded in its depth, its steps and its output, and can be cancelled while it runs.
import { t } from '@vscode/l10n';
import { TimeSlice } from '../../bytes/timeSlice';
import { RequestFailed } from '../../bytes/requestFailed';
import { conditionGiven, type Command } from './command';
import type { ConsoleState } from './consoleState';
import { notSupported, unsupported } from './gdbCommands';
import { argumentWords, readScript, filledIn, type ScriptLine } from './script';

/** gdb's `max-user-call-depth`. */
const maxDepth = 1024;
/** Commands of one script. */
const maxSteps = 10_000_000;

/** How a block ended: by its last line, or by `loop_break` or `loop_continue`. */
type Ending = 'end' | 'break' | 'continue' | 'quit';

/**
 * Commands that a script may begin with and that are settled by the launch: named, and passed
 * over.
 */
const passedOver = new Set(
  'file exec-file symbol-file core-file target directory add-symbol-file python py guile gu'.split(
    ' ',
  ),
);

/** A script that runs. */
class ScriptRun {
  private steps = 0;
  private readonly slice = new TimeSlice();

  constructor(
    private readonly state: ConsoleState,
    private readonly signal: AbortSignal | undefined,
  ) {}

  /** Runs lines of a file; fails with the place in it, in gdb's words. */
  async file(name: string, text: string): Promise<void> {
    const { lines, isOpen } = readScript(text.split(/\r?\n/));
    if (isOpen)
      throw new RequestFailed(
        `${name}: Error in sourced command file:\n${t('A block has no end.')}`,
      );
    for (const line of lines) {
      try {
        if ((await this.line(line, undefined)) === 'quit') return;
      } catch (error) {
        if (!(error instanceof RequestFailed) || this.signal?.aborted === true) throw error;
        throw new RequestFailed(
          `${name}:${line.number}: Error in sourced command file:\n${error.message}`,
        );
      }
    }
  }

  /** Runs the lines of a block; `args` of the user-defined command that they are in. */
  async block(lines: readonly ScriptLine[], args: readonly string[] | undefined): Promise<Ending> {
    for (const line of lines) {
      const ending = await this.line(line, args);
      if (ending !== 'end') return ending;
    }
    return 'end';
  }

  private async line(line: ScriptLine, args: readonly string[] | undefined): Promise<Ending> {
    await this.step();
    const text = args ? filledIn(line.text, args) : line.text;
    if (text === undefined) throw new RequestFailed('Missing argument in user function.');
    const [, word = '', rest = ''] = /^([\w-]*)\s*(.*)/s.exec(text) ?? [];
    const { body } = line;
    if (text === 'loop_break') return 'break';
    if (text === 'loop_continue') return 'continue';
    if (/^(?:quit|q|exit)$/.test(word)) return 'quit';
    if (passedOver.has(word)) {
      this.state.writeLine(
        t({
          message: '“{0}” is passed over: {1}.',
          args: [word, unsupported.get(word)?.() ?? ''],
          comment: ['{0}: a command of gdb; {1}: why, or what to do instead'],
        }),
      );
      return 'end';
    }
    if (body && word === 'while') return this.loop(rest, body, args);
    if (body && word === 'if') {
      const branch = (await conditionGiven(rest, this.state)) ? body : (line.otherwise ?? []);
      return this.block(branch, args);
    }
    if (body) this.open(word, rest, body);
    else await this.command(word, rest, text);
    return 'end';
  }

  private async loop(
    condition: string,
    body: readonly ScriptLine[],
    args: readonly string[] | undefined,
  ): Promise<Ending> {
    while (await conditionGiven(condition, this.state)) {
      await this.step();
      const ending = await this.block(body, args);
      if (ending === 'break') break;
      if (ending === 'quit') return 'quit';
    }
    return 'end';
  }

  /** `define`, `document`, `commands`: keeps a block. */
  private open(word: string, rest: string, body: readonly ScriptLine[]): void {
    const { userCommands } = this.state;
    if (word === 'define') {
      userCommands.set(rest, { ...userCommands.get(rest), body });
    } else if (word === 'document') {
      const known = userCommands.get(rest);
      if (!known) throw new RequestFailed(`Undefined command: "${rest}".  Try "help".`);
      const documentation = body.map(({ text }) => text.trimStart()).join('\n');
      userCommands.set(rest, { ...known, documentation });
    } else if (word === 'commands') {
      this.state.breakpoints.setCommands(rest, body);
    } else {
      throw new RequestFailed(notSupported(word, unsupported.get(word)?.() ?? ''));
    }
  }

  private async command(word: string, rest: string, text: string): Promise<void> {
    const user = this.state.userCommands.get(word);
    if (!user) {
      await this.state.runLine(text);
      return;
    }
    if (this.state.depth >= maxDepth) {
      throw new RequestFailed('Max user call depth exceeded -- command aborted.');
    }
    this.state.depth++;
    try {
      await this.block(user.body, argumentWords(rest));
    } finally {
      this.state.depth--;
    }
  }

  private async step(): Promise<void> {
    if (this.signal?.aborted === true) throw new RequestFailed(t('The script was cancelled.'));
    if (++this.steps > maxSteps) {
      throw new RequestFailed(t('The script ends here: it has run {0} commands.', maxSteps));
    }
    if (this.slice.usedUp) await this.slice.yieldIfDue();
  }
}

/** Runs a block of lines. */
export function runBlock(lines: readonly ScriptLine[], state: ConsoleState): Promise<void> {
  return state.inScript((signal) => new ScriptRun(state, signal).block(lines, undefined));
}

/** Whether a line begins something that a script runs: a block, or a command of the user's own. */
export function isScript(line: string, { userCommands }: ConsoleState): boolean {
  const [, word = ''] = /^([\w-]+)/.exec(line) ?? [];
  return /^(?:while|if|define|document|commands)$/.test(word) || userCommands.has(word);
}

/** `source FILE`. */
export const source: Command = {
  name: 'source',
  help: () =>
    t('Run the commands of a file: those that are listed here, with `while`, `if`, `define`.'),
  takes: 'nothing',
  writesRaw: true,
  async run(args, state) {
    const name = args.replace(/^-[vs]\s+/, '').trim();
    if (name === '')
      throw new RequestFailed('source command requires file name of file to source.');
    const text = await state.session.readScript(name);
    if (text === undefined) throw new RequestFailed(`${name}: No such file or directory.`);
    await state.inScript((signal) => new ScriptRun(state, signal).file(name, text));
    return '';
  },
};
