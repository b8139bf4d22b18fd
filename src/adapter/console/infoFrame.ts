// `info frame`: all about the selected stack frame (gdb manual, "Frame Info").
import { unsigned } from '../../bytes/cursor';
import { hexAddress } from '../../bytes/hex';
import type { CallStack, StackFrame } from '../../machine/stackFrame';
import type { Surroundings } from '../../machine/values/value';
import { argumentsText } from '../../trace/words/argumentWords';
import { functionNameOf, lacksCaller, placeOf } from '../../trace/words/stackWords';
import { RequestFailed } from '../requestFailed';
import type { ConsoleState } from './consoleState';
import { languageName } from './languageNames';

/** The lines of `info frame`. */
export async function frameLines(state: ConsoleState): Promise<string[]> {
  const frame = await state.stackFrame();
  if (!frame) throw new RequestFailed('No stack.');
  const stack = await state.stack();
  const surroundings = await state.surroundings();
  const { level, cfa, scope } = frame;
  const settings = state.settings.stack(state.view.prettyPrint);
  const args = await argumentsText(scope, surroundings, settings, lacksCaller(stack, frame));
  const isInline = frame.kind === 'inline';
  const base = isInline ? undefined : await argumentsBase(frame, surroundings);
  const at = base === undefined ? 'unknown address' : hexAddress(base);
  return [
    `Stack level ${level}, frame at ${hexAddress(cfa ?? 0n)}:`,
    await pcLine(frame, stack, state),
    ...relations(frame, stack),
    ...(scope ? [` source language ${languageName(scope.language)}.`] : []),
    ` Arglist at ${base === undefined ? 'unknown address.' : `${at}, args: ${args}`}`,
    ...previousLine(frame, base === undefined ? 'unknown address,' : `${at},`, state),
    ...(isInline ? [] : savedLines(frame, stack, state)),
  ];
}

async function pcLine(frame: StackFrame, stack: CallStack, state: ConsoleState): Promise<string> {
  const pcName = state.trace.layout?.architecture.pc ?? 'pc';
  const { source } = await placeOf(stack, frame);
  const name = await functionNameOf(frame);
  const inside = name === undefined ? '' : ` in ${name}`;
  const at = source ? ` (${source.file}:${source.line})` : '';
  const caller = callerOf(frame, stack);
  const saved = caller
    ? hexAddress(caller.pc)
    : stack.callerUnavailable
      ? '<unavailable>'
      : undefined;
  const savedText = saved === undefined ? '' : `; saved ${pcName} = ${saved}`;
  return ` ${pcName} = ${hexAddress(frame.pc)}${inside}${at}${savedText}`;
}

/** The stack frame of the function that called; those of inlined functions are parts of one. */
function callerOf({ level }: StackFrame, { frames }: CallStack): StackFrame | undefined {
  const own = frames.findIndex((each) => each.level >= level && each.kind !== 'inline');
  return own < 0 ? undefined : frames[own + 1];
}

/** Where the caller's stack ended; that of a function which was inlined is its own. */
function previousLine({ cfa, kind }: StackFrame, at: string, { trace }: ConsoleState): string[] {
  const before = ` Locals at ${at} Previous frame's sp`;
  if (kind === 'inline') return [`${before} in ${trace.layout?.architecture.sp ?? 'sp'}`];
  return cfa === undefined ? [] : [`${before} is ${hexAddress(cfa)}`];
}

/** Who called, and who was called: on one line. */
function relations(
  { level, kind }: StackFrame,
  { frames, callerUnavailable }: CallStack,
): string[] {
  const caller = frames[level + 1];
  const callee = frames[level - 1];
  const calledBy = caller || callerUnavailable ? hexAddress(caller?.cfa ?? 0n) : undefined;
  const parts = [
    ...(kind === 'inline'
      ? [` inlined into frame ${level + 1}`]
      : kind === 'tailCall'
        ? [' tail call frame']
        : calledBy === undefined
          ? []
          : [` called by frame at ${calledBy}`]),
    ...(callee ? [` caller of frame at ${hexAddress(callee.cfa ?? 0n)}`] : []),
  ];
  return parts.length === 0 ? [] : [parts.join(',')];
}

/**
 * Where gdb says that arguments and locals lie. On x86 it is the frame pointer once the function has set it, before that
 * where it will be; gdb's analysis of other processors' prologues is not followed.
 */
async function argumentsBase(
  frame: StackFrame,
  { memory, placements, machine }: Surroundings,
): Promise<bigint | undefined> {
  const isX86 = machine === 3 || machine === 62;
  const start = frame.scope && frame.placement && frame.scope.entry + frame.placement.slide;
  if (!isX86 || start === undefined || placements.length === 0) return undefined;
  const [pointer, stackPointer] = machine === 62 ? ['rbp', 'rsp'] : ['ebp', 'esp'];
  const { bytes } = await memory.read(start, 8);
  const endbr = bytes[0] === 0xf3 && bytes[1] === 0x0f && bytes[2] === 0x1e ? 4 : 0;
  const pushes = bytes[endbr] === 0x55;
  const moves = pushes ? moveLength(bytes.subarray(endbr + 1)) : 0;
  const pushed = start + BigInt(endbr + 1);
  if (moves > 0 && frame.pc >= pushed + BigInt(moves)) return registerOf(frame, pointer);
  const sp = registerOf(frame, stackPointer);
  const slot = machine === 62 ? 8n : 4n;
  return sp === undefined ? undefined : pushes && frame.pc >= pushed ? sp : sp - slot;
}

/** Length of `mov %rsp,%rbp` where it stands first. */
function moveLength(code: Uint8Array): number {
  const rex = code[0] === 0x48 ? 1 : 0;
  const isMove =
    (code[rex] === 0x89 && code[rex + 1] === 0xe5) ||
    (code[rex] === 0x8b && code[rex + 1] === 0xec);
  return isMove ? rex + 2 : 0;
}

function registerOf(frame: StackFrame, name = ''): bigint | undefined {
  const saved = frame.registerNamed(name);
  return saved?.kind === 'value' ? unsigned(saved.bytes, 'little') : undefined;
}

/** Where the caller's registers were saved. */
function savedLines(frame: StackFrame, stack: CallStack, { trace }: ConsoleState): string[] {
  const caller = callerOf(frame, stack);
  const saved = (trace.layout?.registers ?? []).flatMap(({ name, pseudo }) => {
    const register = pseudo ? undefined : caller?.registerNamed(name);
    const at = register?.kind === 'value' ? register.address : undefined;
    const before = frame.registerNamed(name);
    const kept = before?.kind === 'value' && before.address === at;
    return at === undefined || kept ? [] : [`${name} at ${hexAddress(at)}`];
  });
  return saved.length === 0 ? [] : [' Saved registers:', `  ${saved.join(', ')}`];
}
