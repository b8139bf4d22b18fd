// A stack frame in one line, as gdb's `frame` and `backtrace` write it: `#1  0x401492 in main () at app.c:22` (gdb
// manual, "Backtrace", "Frame Info").
import { demangle } from '../../symbols/demangle';
import type { CallStack, StackFrame } from '../../machine/stackFrame';
import type { Surroundings } from '../../machine/values/value';
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
}

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
  const { source, inside } = await placeOf(stack, frame);
  const address =
    inside && settings.addresses ? `${paddedAddress(frame.pc, surroundings)} in ` : '';
  const name = (await functionNameOf(frame)) ?? '??';
  const args = await argumentsText(frame.scope, surroundings, settings, lacksCaller(stack, frame));
  const at = source ? ` at ${source.file}:${source.line}` : '';
  return `${number}${address}${name} (${args})${at}`;
}

/** Whether the PC of a stack frame's caller was not collected. */
export function lacksCaller(
  { frames, callerUnavailable }: CallStack,
  { level }: StackFrame,
): boolean {
  const own = frames.findIndex((each) => each.level >= level && each.kind !== 'inline');
  return callerUnavailable && own === frames.length - 1;
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
  if (scope?.name !== undefined) return scope.name;
  const found =
    placement && (await placement.program.functionAt(linkAddress(lookupPc, placement.slide)));
  return found && (demangle(found.name)?.replace(/\(.*$/, '') ?? found.name);
}

/** The line of the caller whose PC was not collected. */
export function unavailableCallerLine(level: number, { addresses }: StackSettings): string {
  return `#${String(level).padEnd(3)}${addresses ? '<unavailable> in ' : ''}?? ()`;
}

/** gdb's words where a call stack ends for want of memory or registers. */
export const backtraceStopped =
  'Backtrace stopped: not enough registers or memory available to unwind further';
