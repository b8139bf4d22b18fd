// What gdb says where it stops: the stack frame, unless it is the one shown before, and the line of source.
import type { StackFrame } from '../../machine/stackFrame';
import { surroundingsOf } from '../../machine/values/value';
import {
  paddedAddress,
  placeOf,
  stackFrameLine,
  unavailableCallerLine,
  type StackFramePlace,
} from '../../trace/words/stackWords';
import type { ConsoleState } from './consoleState';

/** The line of the selected stack frame and its line of source. */
export async function locationLines(state: ConsoleState): Promise<string[]> {
  const frame = await state.stackFrame();
  const settings = state.settings.stack(state.view.prettyPrint);
  if (!frame) return [unavailableCallerLine(0, settings)];
  const { trace } = state;
  const stack = await state.stack();
  const machine = await trace.machine(trace.position);
  const surroundings = surroundingsOf(machine, trace.programs.placements, frame);
  const line = await stackFrameLine(stack, frame, surroundings, settings);
  state.shown = identity(frame);
  return [line, ...(await sourceLines(await placeOf(stack, frame), state))];
}

/** What gdb says after a move: the line of source alone where the function's activation is the same. */
export async function arrivalLines(state: ConsoleState): Promise<string[]> {
  const stack = await state.stack();
  const [frame] = stack.frames;
  if (!frame || state.shown !== identity(frame)) return locationLines(state);
  const place = await placeOf(stack, frame);
  const [line, ...rest] = await sourceLines(place, state);
  if (line === undefined) return locationLines(state);
  const writesAddress = place.inside && state.settings.print.addresses;
  const address = writesAddress ? `${paddedAddress(frame.pc, await state.surroundings())}\t` : '';
  return [address + line, ...rest];
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
  if (text !== undefined) return [`${line}\t${text}`];
  return [found ? `${line}\tin ${file}` : `${line}\t${file}: No such file or directory.`];
}
