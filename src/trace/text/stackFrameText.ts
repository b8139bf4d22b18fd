// A stack frame in one line, as gdb's `frame` and `backtrace` write it: `#1  0x401492 in main () at
// app.c:22` (gdb manual, "Backtrace", "Frame Info").
import { demangle } from '../../symbols/demangle/index';
import {
  type CallStack,
  type StackFrame,
  inlinedCallOf,
  linkAddress,
} from '../../machine/stackFrame';
import { nameOfFunction } from '../../values/functionName';
import { type ValueContext, Value } from '../../values/value';
import { codePlace, displayedFile, type CodePlace } from './codePlace';
import type { FunctionScope, Variable } from '../../symbols/scope';
import { operationsOf } from '../../symbols/dwarf/operations';
import { valueAtEntry, readVariable } from '../../values/variable';
import { ownFunction } from '../../machine/dwarf/recordedExpression';
import { argumentsOf } from '../../values/frameVariables';
import { optimizedOutProblem } from '../../values/navigate';
import { problemOf, valueText, type PrintSettings } from '../../values/text/text';

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
  /** Whether functions are named as their language does, and not by the linker's names. */
  readonly demangle: boolean;
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
  { level, pc, lookupPc, module }: StackFrame,
): Promise<StackFramePlace> {
  const callee = frames[level - 1];
  if (callee?.kind === 'inline') {
    const at = inlinedCallOf(callee);
    if (!at || !module) return { inside: true };
    const address = linkAddress(lookupPc, module.slide);
    const file = await displayedFile(module.program, address, at.file);
    return { source: { path: at.file, file, line: at.line }, inside: false };
  }
  const place = module && (await codePlace([module], lookupPc));
  return place
    ? { source: place, inside: place.start !== pc || !place.isStatement }
    : { inside: true };
}

/** The line of a stack frame. */
export async function stackFrameLine(
  stack: CallStack,
  frame: StackFrame,
  context: ValueContext,
  settings: StackSettings,
): Promise<string> {
  const number = `#${String(frame.level).padEnd(2)} `;
  if (frame.kind === 'signal') return `${number}<signal handler called>`;
  if (frame.kind === 'unavailable') {
    return `${number}${settings.addresses ? '<unavailable> in ' : ''}?? ()`;
  }
  const { source, inside } = await placeOf(stack, frame);
  const { frameInfo, addresses } = settings;
  const isWritten = addresses && (inside || frameInfo === 'location-and-address');
  const address = isWritten ? `${paddedAddress(frame.pc, context)} in ` : '';
  const name =
    (settings.demangle ? undefined : frame.scope?.linkageName) ??
    (await functionNameOf(frame)) ??
    '??';
  const args = await argumentsText(frame.scope, context, settings, lacksCaller(stack, frame));
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
  { addressSize }: Pick<ValueContext, 'addressSize'>,
): string {
  return `0x${address.toString(16).padStart(2 * addressSize, '0')}`;
}

/** The function of a stack frame, without its arguments; undefined where none is known. */
export async function functionNameOf({
  scope,
  module,
  lookupPc,
}: StackFrame): Promise<string | undefined> {
  if (!module) return scope?.name;
  const { program, slide } = module;
  const described = scope && (await nameOfFunction(scope, program));
  if (described !== undefined) return described;
  const found = await program.functionAt(linkAddress(lookupPc, slide));
  return found && (demangle(found.name, { result: true }) ?? found.name);
}

/**
 * gdb's words for why a call stack has no more stack frames; undefined where it ends with the
 * outermost.
 */
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

// The arguments in a stack frame's line, with what they were at the function's entry where that is
// known (gdb manual, "Print Settings": `print frame-arguments`, `print entry-values`).

/** Which of its present value and that at entry an argument is written with. */
export type EntryValues =
  | 'no'
  | 'only'
  | 'preferred'
  | 'if-needed'
  | 'both'
  | 'compact'
  | 'default';

/** How arguments are written. */
export interface ArgumentSettings {
  readonly frameArguments: 'all' | 'scalars' | 'none' | 'presence';
  readonly entryValues: EntryValues;
  readonly print: Partial<PrintSettings>;
  readonly prettyPrint: boolean;
}

/** `n=5, p=0x404060 <g>`. `callerUnavailable`: there is a caller whose PC was not collected. */
export async function argumentsText(
  scope: FunctionScope | undefined,
  context: ValueContext,
  settings: ArgumentSettings,
  callerUnavailable: boolean,
): Promise<string> {
  const parameters = scope ? argumentsOf(scope) : [];
  if (settings.frameArguments === 'presence') return parameters.length > 0 ? '...' : '';
  const texts = parameters.map((each) => argumentText(each, context, settings, callerUnavailable));
  return (await Promise.all(texts)).flat().join(', ');
}

/** A value that can be written, or why it is missing. */
type Reading = { readonly value: Value } | { readonly problem: string };

async function argumentText(
  variable: Variable,
  context: ValueContext,
  settings: ArgumentSettings,
  callerUnavailable: boolean,
): Promise<string[]> {
  const { name } = variable;
  if (settings.frameArguments === 'none') return [`${name}=...`];
  const { now, entry, same } = await readings(
    variable,
    context,
    settings.entryValues,
    callerUnavailable,
  );
  const ownName = same ? `${name}=${name}@entry` : name;
  return [
    ...(now ? [`${ownName}=${await readingText(now, settings)}`] : []),
    ...(entry ? [`${name}@entry=${await readingText(entry, settings)}`] : []),
  ];
}

/** What is written of an argument: gdb's table of `print entry-values`. */
async function readings(
  variable: Variable,
  context: ValueContext,
  mode: EntryValues,
  callerUnavailable: boolean,
): Promise<{ now?: Reading | undefined; entry?: Reading | undefined; same?: boolean }> {
  const now = await presentReading(variable, context);
  const isLost = 'value' in now && now.value.place.kind === 'optimizedOut';
  if (mode === 'no' || (mode === 'if-needed' && !isLost)) return { now };
  const entry = await entryReading(variable, context, callerUnavailable);
  const wantsValue = mode === 'only' || mode === 'preferred' || mode === 'both';
  if (!entry || (wantsValue && 'problem' in entry)) {
    const none = {
      value: new Value(variable.type, { kind: 'optimizedOut' }, context),
    };
    if (mode === 'only') return { entry: none };
    if (mode === 'preferred' && isLost) return { entry: none };
    return mode === 'both' ? { now, entry: none } : { now };
  }
  if (mode === 'only' || mode === 'preferred') return { entry };
  if (mode === 'both') return { now, entry };
  if (mode !== 'if-needed') {
    if ('value' in now && 'value' in entry && (await isSame(now.value, entry.value))) {
      return { now, same: true };
    }
    if ('problem' in now && 'problem' in entry && now.problem === entry.problem) return { now };
  }
  return isLost && mode !== 'default' && 'value' in entry ? { entry } : { now, entry };
}

async function presentReading(variable: Variable, context: ValueContext): Promise<Reading> {
  const value = await readVariable(variable, context);
  const problem = problemOf(value);
  return problem === undefined ? { value } : { problem };
}

/** Undefined where nothing says what it was. */
async function entryReading(
  variable: Variable,
  context: ValueContext,
  callerUnavailable: boolean,
): Promise<Reading | undefined> {
  if (callerUnavailable && (await isKeptByCaller(variable, context))) {
    return { problem: 'PC not available' };
  }
  const value = await valueAtEntry(variable, context);
  if (value.place.kind === 'optimizedOut') return undefined;
  const problem = problemOf(value);
  if (problem === optimizedOutProblem.problem) return undefined;
  return problem === undefined ? { value } : { problem };
}

async function readingText(reading: Reading, settings: ArgumentSettings): Promise<string> {
  if ('problem' in reading) return `<error reading variable: ${reading.problem}>`;
  return valueText(reading.value, {
    summary: settings.frameArguments === 'scalars',
    settings: settings.print,
    prettyPrint: settings.prettyPrint,
  });
}

async function isSame(value: Value, entry: Value): Promise<boolean> {
  const [now, then] = [await value.contents(), await entry.contents()];
  if (!now.complete || !then.complete) return false;
  return now.bytes.every((byte, i) => byte === then.bytes[i]);
}

/**
 * Whether the caller may have said of a parameter what it was: it came in a register or a stack
 * slot of its own.
 */
async function isKeptByCaller({ location }: Variable, { frame }: ValueContext): Promise<boolean> {
  // What was inlined has no entry of its own.
  const entry = (frame && (await ownFunction(frame)))?.entry ?? 0n;
  const expression =
    location.kind === 'expression'
      ? location.expression
      : location.kind === 'list'
        ? location.entries.find(({ start, end }) => start <= entry && entry < end)?.expression
        : undefined;
  const [first, second] = expression ? operationsOf(expression, 2) : [];
  return !second && (first?.kind === 'register' || first?.kind === 'frameBase');
}
