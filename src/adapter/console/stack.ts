// Which stack frame is selected: `frame`, `up`, `down` (gdb manual, "Stack", "Selection").
import type { StackFrame } from '../../machine/stackFrame';
import { functionNameOf } from '../../trace/words/stackWords';
import { RequestFailed } from '../requestFailed';
import { addressGiven, integerGiven } from './addresses';
import { backtrace } from './backtrace';
import { text, type Answer, type Command } from './command';
import type { ConsoleState } from './consoleState';
import { entryOf } from './linespecs';
import { locationLines } from './stopText';

type Move = (args: string, state: ConsoleState) => Promise<void>;

const up: Move = (args, state) => step(args, 1, state);
const down: Move = (args, state) => step(args, -1, state);

/** Commands about the call stack. */
export const stackCommands: readonly Command[] = [
  backtrace,
  {
    name: 'frame',
    aliases: ['f'],
    help: 'Select a stack frame by its level, `function NAME` or `address ADDRESS`, and print it.',
    takes: 'expression',
    run: shown(selectNamed),
  },
  {
    name: 'select-frame',
    help: 'Select a stack frame as `frame` does, without printing it.',
    takes: 'expression',
    run: silent(selectNamed),
  },
  {
    name: 'up',
    help: 'Select the caller, N stack frames up.',
    takes: 'expression',
    run: shown(up),
  },
  {
    name: 'up-silently',
    help: 'Select the caller as `up` does, without printing it.',
    takes: 'expression',
    run: silent(up),
  },
  {
    name: 'down',
    aliases: ['dow'],
    help: 'Select the stack frame that the selected one called, N stack frames down.',
    takes: 'expression',
    run: shown(down),
  },
  {
    name: 'down-silently',
    help: 'Select the stack frame that was called as `down` does, without printing it.',
    takes: 'expression',
    run: silent(down),
  },
];

function shown(move: Move): (args: string, state: ConsoleState) => Promise<Answer> {
  return async (args, state) => {
    await move(args, state);
    return text(await locationLines(state));
  };
}

function silent(move: Move): (args: string, state: ConsoleState) => Promise<Answer> {
  return async (args, state) => {
    await move(args, state);
    return '';
  };
}

async function selectNamed(args: string, state: ConsoleState): Promise<void> {
  if (args !== '') state.select((await stackFrameNamed(args, state)).level);
}

/** The stack frame that `LEVEL`, `level LEVEL`, `function NAME` or `address ADDRESS` names; fails with gdb's words. */
export async function stackFrameNamed(args: string, state: ConsoleState): Promise<StackFrame> {
  const frames = await state.stackFrames();
  const [, word = 'level', rest = ''] =
    /^(?:(level|function|address)\b)?\s*(.*)$/s.exec(args) ?? [];
  if (word === 'function') return stackFrameOf(rest, frames, state);
  if (rest === '') throw new RequestFailed('Argument required (expression to compute).');
  if (word === 'address') {
    const address = await addressGiven(rest, state);
    const found = frames.find(({ cfa }) => cfa === address);
    if (!found) throw new RequestFailed(`No frame at address ${rest}.`);
    return found;
  }
  const level = Number(await integerGiven(rest, state));
  const found = frames[level];
  if (!found) throw new RequestFailed(`No frame at level ${rest}.`);
  return found;
}

async function stackFrameOf(
  name: string,
  frames: readonly StackFrame[],
  state: ConsoleState,
): Promise<StackFrame> {
  if (name === '') throw new RequestFailed('Missing function name argument');
  if ((await entryOf(name, state)) === undefined) {
    throw new RequestFailed(`Function "${name}" not defined.`);
  }
  for (const frame of frames) {
    if (frame.kind === 'unavailable') throw new RequestFailed('PC not available');
    if ((await functionNameOf(frame)) === name) return frame;
  }
  throw new RequestFailed(`No frame for function "${name}".`);
}

async function step(args: string, direction: 1 | -1, state: ConsoleState): Promise<void> {
  const { length } = await state.stackFrames();
  if (length === 0) throw new RequestFailed('No stack.');
  const count = args === '' ? 1 : Number(await integerGiven(args, state));
  const wanted = state.level + direction * count;
  const level = Math.min(Math.max(wanted, 0), length - 1);
  if (args === '' && level !== wanted) {
    throw new RequestFailed(
      direction < 0
        ? 'Bottom (innermost) frame selected; you cannot go down.'
        : 'Initial frame selected; you cannot go up.',
    );
  }
  state.select(level);
}
