// A stack frame in one line, as gdb's `frame` and `backtrace` write it: `#1  0x401492 in main () at app.c:22` (gdb
// manual, "Backtrace", "Frame Info").
import { demangle } from '../../symbols/demangle';
import type { CallStack, StackFrame } from '../../machine/stackFrame';
import { nameOfFunction } from '../../values/functionName';
import type { Surroundings } from '../../values/value';
import { linkAddress } from '../../machine/linkAddress';
import { argumentsText, type ArgumentSettings } from './argumentWords';
import { codePlace, displayedFile, type CodePlace } from './codePlace';

/** What a stack frame's line says of its place. */
export interface StackFramePlace {
  /** Absent where no line is recorded. */
  readonly source?: Pick<CodePlace, 'path' | 'file' | 'line'>;
  /** Whether the PC is not where a statement of the line begins, so that gdb writes the address. */
  readonly inside: boolean;
}

/** How stack frames are written. */
export interface StackSettings extends ArgumentSettings {
  readonly addresses: boolean;
  readonly frameInfo: FrameInfo;
}

/** What is printed of a stack frame; `auto`: what suits the command. */
export type FrameInfo =
  | 'auto'
  | 'source-line'
  | 'location'
  | 'source-and-location'
  | 'location-and-address'
  | 'short-location';

/** Where a stack frame is. Inlined functions know the line of their caller. */
export async function placeOf(
  { frames }: CallStack,
  { level, pc, lookupPc, placement }: StackFrame,
): Promise<StackFramePlace> {
  const callee = frames[level - 1];
  if (callee?.kind === 'inline') {
    const at = callee.scope?.inlinedAt;
    if (!at || !placement) return { inside: false };
    const address = linkAddress(lookupPc, placement.slide);
    const file = await displayedFile(placement.program, address, at.file);
    return { source: { path: at.file, file, line: at.line }, inside: false };
  }
  const place = placement && (await codePlace([placement], lookupPc));
  return place
    ? { source: place, inside: place.start !== pc || !place.isStatement }
    : { inside: true };
}

/** The line of a stack frame. */
export async function stackFrameLine(
  stack: CallStack,
  frame: StackFrame,
  surroundings: Surroundings,
  settings: StackSettings,
): Promise<string> {
  const number = `#${String(frame.level).padEnd(3)}`;
  if (frame.kind === 'signal') return `${number}<signal handler called>`;
  if (frame.kind === 'unavailable') {
    return `${number}${settings.addresses ? '<unavailable> in ' : ''}?? ()`;
  }
  const { source, inside } = await placeOf(stack, frame);
  const { frameInfo, addresses } = settings;
  const isWritten = addresses && (inside || frameInfo === 'location-and-address');
  const address = isWritten ? `${paddedAddress(frame.pc, surroundings)} in ` : '';
  const name = (await functionNameOf(frame)) ?? '??';
  const args = await argumentsText(frame.scope, surroundings, settings, lacksCaller(stack, frame));
  const isLong = source && frameInfo !== 'short-location';
  const at = isLong ? ` at ${source.file}:${source.line}` : '';
  return `${number}${address}${name} (${args})${at}`;
}

/** Whether the PC of a stack frame's caller was not collected. */
export function lacksCaller(
  { frames, unavailableCaller }: CallStack,
  { level }: StackFrame,
): boolean {
  const own = frames.findIndex((each) => each.level >= level && each.kind !== 'inline');
  return unavailableCaller !== undefined && own === frames.length - 1;
}

/** An address with as many digits as addresses have. */
export function paddedAddress(
  address: bigint,
  { addressSize }: Pick<Surroundings, 'addressSize'>,
): string {
  return `0x${address.toString(16).padStart(2 * addressSize, '0')}`;
}

/** The function of a stack frame, without its arguments; undefined where none is known. */
export async function functionNameOf({
  scope,
  placement,
  lookupPc,
}: StackFrame): Promise<string | undefined> {
  if (!placement) return scope?.name;
  const { program, slide } = placement;
  const described = scope && (await nameOfFunction(scope, program));
  if (described !== undefined) return described;
  const found = await program.functionAt(linkAddress(lookupPc, slide));
  return found && (demangle(found.name, { result: true }) ?? found.name);
}

/** gdb's words for why a call stack has no more stack frames; undefined where it ends with the outermost. */
export function stopReason({ end, damage }: CallStack): string | undefined {
  switch (damage) {
    case 'inner':
      return 'previous frame inner to this frame (corrupt stack?)';
    case 'identical':
      return 'previous frame identical to this frame (corrupt stack?)';
    case undefined:
      return end && 'not enough registers or memory available to unwind further';
  }
}
