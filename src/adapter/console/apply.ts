// Commands that run other commands: `frame apply`, `faas`, `with`, `eval` (gdb manual, "Frame
// Apply", "Command Settings").
import { t } from '@vscode/l10n';
import { stackFrameLine } from '../../trace/text/stackFrameText';
import type { StackFrame } from '../../machine/stackFrame';
import { RequestFailed } from '../../bytes/requestFailed';
import { type Answer, type Command } from './command';
import type { ConsoleState } from './consoleState';
import { formatted } from './printf';
import { requireSetting, set } from './setCommands';
import { stackCommands } from './stack';

/** `frame` with `frame apply`. */
const frame: readonly Command[] = stackCommands.map((command) => {
  if (command.name !== 'frame') return command;
  return {
    ...command,
    run: (args, state) => {
      const applied = /^apply\b\s*(.*)/s.exec(args)?.[1];
      return applied === undefined ? command.run(args, state) : applyToFrames(applied, state);
    },
  };
});

/** Commands about the call stack, and commands with others behind them. */
export const applyCommands: readonly Command[] = [
  ...frame,
  {
    name: 'faas',
    help: () =>
      t('Run a command in all stack frames and pass over what fails: `frame apply all -s`.'),
    takes: 'command',
    run: (args, state) => {
      if (args === '') throw new RequestFailed('Please specify a command to apply on all frames');
      return applyToFrames(`all -s ${args}`, state);
    },
  },
  {
    name: 'with',
    aliases: ['w'],
    help: () => t('Run a command with a setting: `with print pretty on -- print list`.'),
    takes: 'setting',
    run: withSetting,
  },
  {
    name: 'eval',
    help: () => t('Run the command that a format makes, as `printf` has it: `eval "p $v%d", n`.'),
    takes: 'expression',
    async run(args, state) {
      if (args === '') {
        throw new RequestFailed('Argument required (format-control string and values to print).');
      }
      state.write(await state.captured(await formatted(args, state)));
      return '';
    },
  },
];

/** `-q`, `-c`, `-s` before a command. */
export function withFlags(args: string): {
  readonly flags: ReadonlySet<string>;
  readonly command: string;
} {
  const flags = new Set<string>();
  let command = args;
  for (;;) {
    const [all, flag = ''] = /^-([qcs])(?:\s+|$)/.exec(command) ?? [];
    if (all === undefined) return { flags, command: command.replace(/^--\s+/, '') };
    flags.add(flag);
    command = command.slice(all.length);
  }
}

/** `frame apply [all | COUNT | level LEVEL…] [-q] [-c | -s] COMMAND`. */
async function applyToFrames(args: string, state: ConsoleState): Promise<string> {
  const frames = await state.stackFrames();
  const [, which, rest = ''] = /^(all|level(?:\s+\d+(?:-\d+)?)+|-?\d+)\b\s*(.*)/s.exec(args) ?? [];
  if (which === undefined) {
    if (/^level\b/.test(args)) throw new RequestFailed('Missing or invalid LEVEL... argument');
    throw new RequestFailed(`${args === '' ? 'Missing' : 'Invalid'} COUNT argument.`);
  }
  const { flags, command } = withFlags(rest);
  if (command === '') {
    throw new RequestFailed('Please specify a command to apply on the selected frames');
  }
  const { level } = state;
  try {
    for (const each of chosen(which, frames)) {
      state.select(each.level);
      const header = flags.has('q') ? '' : `${await stackLineOf(each, state)}\n`;
      await applied(command, header, flags, state);
    }
  } finally {
    state.select(level);
  }
  return '';
}

function chosen(which: string, frames: readonly StackFrame[]): readonly StackFrame[] {
  if (which === 'all') return frames;
  if (!which.startsWith('level')) {
    const count = Number(which);
    return count < 0 ? frames.slice(count) : frames.slice(0, count);
  }
  return which
    .split(/\s+/)
    .slice(1)
    .flatMap((range) => {
      const [first = 0, last = first] = range.split('-').map(Number);
      return frames.slice(first, last + 1);
    });
}

/** A stack frame as the call stack has it. */
export async function stackLineOf(each: StackFrame, state: ConsoleState): Promise<string> {
  const context = await state.valueContext(each);
  const settings = state.settings.stack(state.view.prettyPrint);
  return stackFrameLine(await state.stack(), each, context, settings);
}

/** Runs a command with a header before what it writes. */
export async function applied(
  command: string,
  header: string,
  flags: ReadonlySet<string>,
  state: ConsoleState,
): Promise<void> {
  try {
    const said = await state.captured(command);
    if (said !== '' || !flags.has('s')) state.write(header + said);
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error;
    if (flags.has('s')) return;
    state.write(header);
    if (!flags.has('c')) throw error;
    state.writeLine(error.message);
  }
}

/** `with SETTING [VALUE] -- COMMAND`; without a command, the one before runs again. */
async function withSetting(args: string, state: ConsoleState): Promise<Answer> {
  if (args === '') throw new RequestFailed('Missing arguments.');
  const [setting = '', given = ''] = args.split(/(?<!\S)--(?!\S)(.*)/s).map((part) => part.trim());
  if (setting === '') throw new RequestFailed("Missing setting before '--' delimiter");
  const command = given === '' ? state.previousLine : given;
  if (command === undefined) throw new RequestFailed('No previous command to relaunch');
  if (/^(radix|substitute-path|var)/.test(setting)) {
    throw new RequestFailed('Cannot use this setting with the "with" command');
  }
  requireSetting(setting);
  const { settings, session } = state;
  const { flavor } = session.disassembly;
  state.settings = settings.copy();
  try {
    const said = await set.run(setting, state);
    if (typeof said === 'string' && said !== '') state.writeLine(said);
    state.write(await state.captured(command));
  } finally {
    state.settings = settings;
    session.disassembly.flavor = flavor;
  }
  // gdb sets it back by the same command, which tells of it.
  const radix = /^(?:in|out)put-radix/.exec(setting)?.[0];
  if (radix === undefined) return '';
  return set.run(`${radix} 0x${Number(settings.get(radix)).toString(16)}`, state);
}
