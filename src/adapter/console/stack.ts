// Which stack frame is selected: `frame`, `up`, `down` (gdb manual, "Stack", "Selection").
import { t } from '@vscode/l10n';
import { notSupported } from './gdbCommands';
import { append } from '../../bytes/arrays';
import type { CallStack, StackFrame } from '../../machine/stackFrame';
import {
  functionNameOf,
  stopReason,
  paddedAddress,
  placeOf,
  stackFrameLine,
  type FrameInfo,
  type StackFramePlace,
  type StackSettings,
} from '../../trace/text/stackFrameText';
import { RequestFailed } from '../../bytes/requestFailed';
import { addressGiven, integerGiven, text, type Answer, type Command } from './command';
import { selectable, type ConsoleState } from './consoleState';
import { entryOf } from './linespecs';
import { infoLocals } from '../../values/frameVariables';
import { backtraceOptions, optionWords, readOptions } from './settings';

type Move = (args: string, state: ConsoleState) => Promise<void>;

const up: Move = (args, state) => step(args, 1, state);
const down: Move = (args, state) => step(args, -1, state);

/** The call stack, a line for each stack frame (gdb manual, "Backtrace"). */
export const backtrace: Command = {
  name: 'backtrace',
  aliases: ['bt', 'where'],
  help: () =>
    t(
      'Print the call stack, or the N innermost (-N: outermost) stack frames; `full` with their variables; `-frame-arguments`, `-frame-info`, `-entry-values` as `set print` has them.',
    ),
  takes: { options: optionWords(backtraceOptions), behind: { words: ['full'] } },
  async run(args, state) {
    const { operands, flags, settings } = readOptions(args, backtraceOptions, state.settings);
    const [, qualifiers = '', count = ''] =
      /^((?:(?:full|no-filters|hide)(?:\s+|$))*)(.*)/s.exec(operands) ?? [];
    const full = flags.has('full') || /\bfull\b/.test(qualifiers);
    const stack = await state.trace.callStack(state.trace.cursor.frame, settings.backtraceLimits);
    const view = settings.stack(state.view.prettyPrint);
    const frames = selectable(stack);
    const shown = count === '' ? frames : part(frames, Number(await integerGiven(count, state)));
    const lines: string[] = [];
    for (const frame of shown) {
      const what = view.frameInfo === 'auto' ? 'location' : view.frameInfo;
      append(lines, await frameLines(stack, frame, what, view, state));
      if (full) append(lines, await variables(frame, state));
    }
    if (shown.at(-1) !== frames.at(-1)) lines.push('(More stack frames follow...)');
    else {
      const reason = frames.length === 0 ? undefined : stopReason(stack);
      if (reason !== undefined) lines.push(`Backtrace stopped: ${reason}`);
    }
    return text(lines);
  },
};

/** Commands about the call stack. */
export const stackCommands: readonly Command[] = [
  backtrace,
  {
    name: 'frame',
    aliases: ['f'],
    help: () =>
      t('Select a stack frame by its level, `function NAME` or `address ADDRESS`, and print it.'),
    takes: {
      options: { level: [], function: [], address: [], apply: ['all', 'level'] },
      behind: 'expression',
    },
    run: shown(selectNamed),
  },
  {
    name: 'select-frame',
    help: () => t('Select a stack frame as `frame` does, without printing it.'),
    takes: 'expression',
    run: silent(selectNamed),
  },
  {
    name: 'up',
    help: () => t('Select the caller, N stack frames up.'),
    takes: 'expression',
    run: shown(up),
  },
  {
    name: 'up-silently',
    help: () => t('Select the caller as `up` does, without printing it.'),
    takes: 'expression',
    run: silent(up),
  },
  {
    name: 'down',
    aliases: ['dow'],
    help: () => t('Select the stack frame that the selected one called, N stack frames down.'),
    takes: 'expression',
    run: shown(down),
  },
  {
    name: 'down-silently',
    help: () => t('Select the stack frame that was called as `down` does, without printing it.'),
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

/**
 * The stack frame that `LEVEL`, `level LEVEL`, `function NAME` or `address ADDRESS` names; fails
 * with gdb's words.
 */
export async function stackFrameNamed(args: string, state: ConsoleState): Promise<StackFrame> {
  const frames = await state.stackFrames();
  const viewed = /^view\b\s*(.*)/s.exec(args)?.[1];
  if (viewed !== undefined) {
    if (viewed === '') throw new RequestFailed('Missing address argument to view a frame');
    await addressGiven(viewed, state);
    throw new RequestFailed(notSupported('frame view', t('a frame has one call stack')));
  }
  const [, word = 'level', rest = ''] = /^(?:(level|function|address)\b)?\s*(.*)/s.exec(args) ?? [];
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

// `backtrace`: the call stack, a line for each stack frame (gdb manual, "Backtrace").

/** The innermost ones, or for a negative count the outermost. */
function part<T>(all: readonly T[], count: number): readonly T[] {
  return count < 0 ? all.slice(count) : all.slice(0, count);
}

async function variables(frame: StackFrame, state: ConsoleState): Promise<string[]> {
  const lines = await infoLocals(await state.valueContext(frame), state.view);
  const [only = ''] = lines;
  return lines.length === 1 && /^(No |PC unavailable)/.test(only)
    ? [only]
    : lines.flatMap((line) => line.split('\n')).map((line) => `        ${line}`);
}

// What gdb says where it stops: the stack frame, unless it is the one shown before, and the line of
// source.

/** The line of the selected stack frame and its line of source. */
export async function locationLines(state: ConsoleState): Promise<string[]> {
  const frame = await state.stackFrame();
  if (!frame) throw new RequestFailed('No stack.');
  const settings = state.settings.stack(state.view.prettyPrint);
  const what = settings.frameInfo === 'auto' ? 'source-and-location' : settings.frameInfo;
  state.told = true;
  return frameLines(await state.stack(), frame, what, settings, state);
}

/** What `print frame-info` names of a stack frame: its line, its line of source, both. */
async function frameLines(
  stack: CallStack,
  frame: StackFrame,
  what: Exclude<FrameInfo, 'auto'>,
  settings: StackSettings,
  state: ConsoleState,
): Promise<string[]> {
  const place = await placeOf(stack, frame);
  if (what === 'source-line') {
    const lines = await addressedSourceLines(frame, place, state);
    if (lines.length > 0) return lines;
  }
  const context = await state.valueContext(frame);
  const line = await stackFrameLine(stack, frame, context, settings);
  return what === 'source-and-location' ? [line, ...(await sourceLines(place, state))] : [line];
}

/**
 * What gdb says after a move from an activation: the line of source alone where the activation is
 * the same.
 */
export async function arrivalLines(
  from: string | undefined,
  state: ConsoleState,
): Promise<string[]> {
  const stack = await state.stack();
  const [frame] = stack.frames;
  if (!frame || from !== identity(frame)) return locationLines(state);
  const lines = await addressedSourceLines(frame, await placeOf(stack, frame), state);
  return lines.length > 0 ? lines : locationLines(state);
}

/** The line of source, behind the PC where that is inside of it. */
async function addressedSourceLines(
  frame: StackFrame,
  place: StackFramePlace,
  state: ConsoleState,
): Promise<string[]> {
  const [line, ...rest] = await sourceLines(place, state);
  if (line === undefined) return [];
  const writesAddress = place.inside && state.settings.print.addresses;
  const address = writesAddress ? `${paddedAddress(frame.pc, await state.context())}\t` : '';
  return [address + line, ...rest];
}

/** The innermost activation; undefined where nothing was said of it. */
export async function currentActivation(state: ConsoleState): Promise<string | undefined> {
  const [frame] = state.told ? (await state.stack()).frames : [];
  return frame && identity(frame);
}

/** gdb's frame_id: one activation of one function. */
function identity({ cfa, scope, kind, module }: StackFrame): string {
  return `${cfa ?? ''} ${module?.program.path ?? ''} ${scope?.entry ?? ''} ${scope?.offset ?? ''} ${kind}`;
}

async function sourceLines({ source }: StackFramePlace, state: ConsoleState): Promise<string[]> {
  if (!source) return [];
  const { path, file, line } = source;
  state.listed = undefined;
  const found = await state.session.sources.of(path);
  const text = found?.lines[line - 1];
  if (found) state.lookedFor = file;
  if (text !== undefined) return [`${line}\t${text}`];
  return [found ? `${line}\tin ${file}` : missingSource(line, file, state)];
}

/** What gdb writes in place of a line of a source that is not there. */
export function missingSource(line: number, file: string, state: ConsoleState): string {
  const isKnown = state.lookedFor === file;
  state.lookedFor = file;
  return isKnown ? `${line}\tin ${file}` : `${line}\t${file}: No such file or directory.`;
}
