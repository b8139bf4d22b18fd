// The call stack: `backtrace`, `frame`, `up`, `down` (gdb manual, "Stack").
import { infoLocals } from '../../machine/values/frameVariables';
import { surroundingsOf } from '../../machine/values/value';
import {
  backtraceStopped,
  stackFrameLine,
  unavailableCallerLine,
} from '../../trace/words/stackWords';
import { RequestFailed } from '../requestFailed';
import { integerOf } from './addresses';
import { text, type Command } from './command';
import type { ConsoleState } from './consoleState';
import { locationLines } from './stopText';

/** Commands about the call stack. */
export const stackCommands: readonly Command[] = [
  {
    name: 'backtrace',
    aliases: ['bt', 'where'],
    help: 'Print the call stack, or the N innermost (-N: outermost) stack frames; `full` with their variables.',
    takes: { words: ['full'] },
    run: backtrace,
  },
  {
    name: 'frame',
    aliases: ['f'],
    help: 'Select a stack frame by its level, and print it.',
    takes: 'expression',
    run: async (args, state) => {
      if (args !== '')
        select(
          Number(await integerOf(args.replace(/^level\s+/, ''), state)),
          state,
          await levels(state),
        );
      return text(await locationLines(state));
    },
  },
  {
    name: 'up',
    help: 'Select the caller, N stack frames up.',
    takes: 'expression',
    run: (args, state) => step(args, 1, state),
  },
  {
    name: 'down',
    aliases: ['dow'],
    help: 'Select the stack frame that the selected one called, N stack frames down.',
    takes: 'expression',
    run: (args, state) => step(args, -1, state),
  },
];

/** Stack frames that can be selected. */
async function levels(state: ConsoleState): Promise<number> {
  return (await state.stack()).frames.length;
}

function select(level: number, state: ConsoleState, count: number): void {
  if (level < 0 || level >= count) throw new RequestFailed(`No frame at level ${level}.`);
  state.select(level);
}

async function step(args: string, direction: 1 | -1, state: ConsoleState): Promise<string> {
  const count = await levels(state);
  if (count === 0) throw new RequestFailed('No stack.');
  const wanted = state.level + direction * (args === '' ? 1 : Number(await integerOf(args, state)));
  const level = Math.min(Math.max(wanted, 0), count - 1);
  if (level === state.level && wanted !== level) {
    if (wanted < 0)
      throw new RequestFailed('Bottom (innermost) frame selected; you cannot go down.');
    const { end } = await state.stack();
    throw new RequestFailed(end ?? 'Initial frame selected; you cannot go up.');
  }
  select(level, state, count);
  return text(await locationLines(state));
}

async function backtrace(args: string, state: ConsoleState): Promise<string> {
  const words = args.split(/\s+/).filter((word) => word !== '');
  const full = words.some((word) => word === 'full' || word === '-full');
  const counted = words.filter((word) => !/^-?full$/.test(word)).join(' ');
  const stack = await state.stack();
  const { trace } = state;
  const settings = state.settings.stack(state.view.prettyPrint);
  const machine = await trace.machine(trace.position);
  const entries: string[][] = [];
  for (const frame of stack.frames) {
    const surroundings = surroundingsOf(machine, trace.programs.placements, frame);
    const line = await stackFrameLine(stack, frame, surroundings, settings);
    entries.push(full ? [line, ...(await variables(surroundings, state))] : [line]);
  }
  if (stack.callerUnavailable || stack.frames.length === 0) {
    const line = unavailableCallerLine(stack.frames.length, settings);
    entries.push(full ? [line, 'PC unavailable, cannot determine locals.'] : [line]);
  }
  const shown = counted === '' ? entries : part(entries, Number(await integerOf(counted, state)));
  const complete = shown.at(-1) === entries.at(-1);
  const stopped = stack.end !== undefined || stack.frames.length === 0;
  return text([
    ...shown.flat(),
    ...(complete ? (stopped ? [backtraceStopped] : []) : ['(More stack frames follow...)']),
  ]);
}

/** The innermost ones, or for a negative count the outermost. */
function part<T>(all: readonly T[], count: number): readonly T[] {
  return count < 0 ? all.slice(count) : all.slice(0, count);
}

async function variables(
  surroundings: Parameters<typeof infoLocals>[0],
  { view }: ConsoleState,
): Promise<string[]> {
  const lines = await infoLocals(surroundings, view);
  const [only] = lines;
  return lines.length === 1 && (only === 'No locals.' || only === 'No symbol table info available.')
    ? [only]
    : lines.flatMap((line) => line.split('\n')).map((line) => `        ${line}`);
}
