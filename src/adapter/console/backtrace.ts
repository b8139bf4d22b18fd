// `backtrace`: the call stack, a line for each stack frame (gdb manual, "Backtrace").
import { infoLocals } from '../../values/frameVariables';
import { surroundingsOf } from '../../values/value';
import { stopReason } from '../../trace/words/stackWords';
import { integerGiven } from './addresses';
import { text, type Command } from './command';
import type { ConsoleState } from './consoleState';
import { backtraceOptions, readOptions } from './options';
import { frameLines } from './stopText';

/** `backtrace`. */
export const backtrace: Command = {
  name: 'backtrace',
  aliases: ['bt', 'where'],
  help: 'Print the call stack, or the N innermost (-N: outermost) stack frames; `full` with their variables; `-frame-arguments`, `-frame-info`, `-entry-values` as `set print` has them.',
  takes: { words: ['full'] },
  async run(args, state) {
    const { operands, flags, settings } = readOptions(args, backtraceOptions, state.settings);
    const [, qualifiers = '', count = ''] =
      /^((?:(?:full|no-filters|hide)(?:\s+|$))*)(.*)$/s.exec(operands) ?? [];
    const full = flags.has('full') || /\bfull\b/.test(qualifiers);
    const stack = await state.stack();
    const view = settings.stack(state.view.prettyPrint);
    const frames = await state.stackFrames();
    const shown = count === '' ? frames : part(frames, Number(await integerGiven(count, state)));
    const lines: string[] = [];
    for (const frame of shown) {
      const what = view.frameInfo === 'auto' ? 'location' : view.frameInfo;
      lines.push(...(await frameLines(frame, what, view, state)));
      if (full) lines.push(...(await variables(frame, state)));
    }
    if (shown.at(-1) !== frames.at(-1)) lines.push('(More stack frames follow...)');
    else {
      const reason = frames.length === 0 ? undefined : stopReason(stack);
      if (reason !== undefined) lines.push(`Backtrace stopped: ${reason}`);
    }
    return text(lines);
  },
};

/** The innermost ones, or for a negative count the outermost. */
function part<T>(all: readonly T[], count: number): readonly T[] {
  return count < 0 ? all.slice(count) : all.slice(0, count);
}

async function variables(
  frame: Parameters<typeof frameLines>[0],
  { trace, view }: ConsoleState,
): Promise<string[]> {
  const machine = await trace.machine(trace.position);
  const lines = await infoLocals(surroundingsOf(machine, trace.programs.placements, frame), view);
  const [only = ''] = lines;
  return lines.length === 1 && /^(No |PC unavailable)/.test(only)
    ? [only]
    : lines.flatMap((line) => line.split('\n')).map((line) => `        ${line}`);
}
