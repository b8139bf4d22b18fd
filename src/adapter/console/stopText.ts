// What gdb says where it stops: the stack frame, unless it is the one shown before, and the line of source.
import type { StackFrame } from '../../machine/stackFrame';
import { surroundingsOf } from '../../values/value';
import {
  paddedAddress,
  placeOf,
  stackFrameLine,
  type FrameInfo,
  type StackFramePlace,
  type StackSettings,
} from '../../trace/words/stackWords';
import { RequestFailed } from '../requestFailed';
import type { ConsoleState } from './consoleState';

/** The line of the selected stack frame and its line of source. */
export async function locationLines(state: ConsoleState): Promise<string[]> {
  const frame = await state.stackFrame();
  if (!frame) throw new RequestFailed('No stack.');
  const settings = state.settings.stack(state.view.prettyPrint);
  const what = settings.frameInfo === 'auto' ? 'source-and-location' : settings.frameInfo;
  state.told = true;
  return frameLines(frame, what, settings, state);
}

/** What `print frame-info` names of a stack frame: its line, its line of source, both. */
export async function frameLines(
  frame: StackFrame,
  what: Exclude<FrameInfo, 'auto'>,
  settings: StackSettings,
  state: ConsoleState,
): Promise<string[]> {
  const stack = await state.stack();
  const place = await placeOf(stack, frame);
  if (what === 'source-line') {
    const lines = await addressedSourceLines(frame, place, state);
    if (lines.length > 0) return lines;
  }
  const { trace } = state;
  const machine = await trace.machine(trace.position);
  const surroundings = surroundingsOf(machine, trace.programs.placements, frame);
  const line = await stackFrameLine(stack, frame, surroundings, settings);
  return what === 'source-and-location' ? [line, ...(await sourceLines(place, state))] : [line];
}

/** What gdb says after a move from an activation: the line of source alone where the activation is the same. */
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
  const address = writesAddress ? `${paddedAddress(frame.pc, await state.surroundings())}\t` : '';
  return [address + line, ...rest];
}

/** The innermost activation; undefined where nothing was said of it. */
export async function currentActivation(state: ConsoleState): Promise<string | undefined> {
  const [frame] = state.told ? (await state.stack()).frames : [];
  return frame && identity(frame);
}

/** gdb's frame_id: one activation of one function. */
function identity({ cfa, scope, kind, placement }: StackFrame): string {
  return `${cfa ?? ''} ${placement?.program.path ?? ''} ${scope?.entry ?? ''} ${scope?.offset ?? ''} ${kind}`;
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
