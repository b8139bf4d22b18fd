// `info frame`: all about a stack frame (gdb manual, "Frame Info").
import { unsigned } from '../../bytes/cursor';
import { hexAddress } from '../../bytes/hex';
import {
  type CallStack,
  type StackFrame,
  linkAddress,
  runTimeAddress,
} from '../../machine/stackFrame';
import { Origin } from '../../machine/memory';
import { savedRegisters, type SavedRegisters } from '../../machine/unwind/caller';
import type { ValueContext } from '../../values/value';
import {
  argumentsText,
  functionNameOf,
  lacksCaller,
  placeOf,
  stopReason,
} from '../../trace/text/stackFrameText';
import { RequestFailed } from '../../bytes/requestFailed';
import { text } from './command';
import type { ConsoleState } from './consoleState';
import { stackFrameNamed } from './stack';
import { DW_LANG } from '../../symbols/dwarf/constants';
import { styleOf } from '../../symbols/dwarf/languages';

/** A stack frame that is told about, and what that takes. */
interface Told {
  readonly frame: StackFrame;
  readonly stack: CallStack;
  /** gdb's names of all registers in their order, and of two among them. */
  readonly names: { readonly all: readonly string[]; readonly pc: string; readonly sp: string };
  /** What a stack frame with code of its own saved for its caller. */
  readonly savedBy: (frame: StackFrame) => Promise<SavedRegisters | undefined>;
}

/** `info frame [STACK FRAME]`. */
export async function infoFrame(args: string, state: ConsoleState): Promise<string> {
  const frame = args === '' ? await state.stackFrame() : await stackFrameNamed(args, state);
  if (!frame) throw new RequestFailed('No stack.');
  const { layout } = state.trace.recording;
  const programs = state.trace.modules.current;
  const modules = programs.loaded;
  const machine = await state.trace.machine(state.trace.cursor.frame);
  const context = await state.valueContext(frame);
  const stack = await state.stack();
  const { level, cfa, scope } = frame;
  const told: Told = {
    frame,
    stack,
    names: {
      all: layout?.registers.map(({ name }) => name) ?? [],
      pc: layout?.architecture.pc ?? 'pc',
      sp: layout?.architecture.sp ?? 'sp',
    },
    savedBy: (each) => savedRegisters(each, machine, modules),
  };
  const { source } = await placeOf(stack, frame);
  const base = await argumentsBase(frame, context);
  const settings = state.settings.stack(state.view.prettyPrint);
  const locals = ` Locals at ${base === undefined ? 'unknown address' : hexAddress(base)},`;
  return text([
    `${args === '' ? `Stack level ${level},` : 'Stack'} frame at ${hexAddress(cfa ?? 0n)}:`,
    await pcLine(told),
    ...(await relations(told)),
    ...(source ? [` source language ${languageName(scope?.language)}.`] : []),
    base === undefined
      ? ' Arglist at unknown address.'
      : ` Arglist at ${hexAddress(base)}, args: ${await argumentsText(scope, context, settings, lacksCaller(stack, frame))}`,
    locals + (await previousStackPointer(told)),
    ...(await savedLines(told)),
  ]);
}

async function pcLine(told: Told): Promise<string> {
  const { frame, stack, names } = told;
  const end = `; saved ${names.pc} = ${await savedPcText(told)}`;
  if (frame.kind === 'unavailable') return ` ${names.pc} = <unavailable>${end}`;
  const { source } = await placeOf(stack, frame);
  const name = await functionNameOf(frame);
  const inside = name === undefined ? '' : ` in ${name}`;
  const at = source ? ` (${source.file}:${source.line})` : '';
  return ` ${names.pc} = ${hexAddress(frame.pc)}${inside}${at}${end}`;
}

/**
 * The PC in the caller. Functions that were inlined, or left by a tail call, have that of the
 * function around them.
 */
async function savedPcText({ frame, stack, savedBy }: Told): Promise<string> {
  const { frames, unavailableCaller } = stack;
  const own = frames.find(
    ({ level, kind }) => level >= frame.level && kind !== 'inline' && kind !== 'tailCall',
  );
  const caller = own && frames[own.level + 1];
  if (caller) return hexAddress(caller.pc);
  if (own && unavailableCaller) return '<unavailable>';
  const saved = own && (await savedBy(own));
  if (saved?.pc === 'unavailable') return '<unavailable>';
  return typeof saved?.pc === 'bigint' ? hexAddress(saved.pc) : '<not saved>';
}

/** Who called, or why nobody did; who was called. */
async function relations({ frame, stack, savedBy }: Told): Promise<string[]> {
  const { level, kind } = frame;
  const { frames, unavailableCaller } = stack;
  const callee = frames[level - 1];
  const called = callee ? [` caller of frame at ${hexAddress(callee.cfa ?? 0n)}`] : [];
  const caller = frames[level + 1] ?? (kind === 'unavailable' ? undefined : unavailableCaller);
  if (caller) {
    const own =
      kind === 'inline'
        ? ` inlined into frame ${level + 1}`
        : kind === 'tailCall'
          ? ' tail call frame'
          : ` called by frame at ${hexAddress(caller.cfa ?? 0n)}`;
    return [[own, ...called].join(',')];
  }
  const isFirst = (await savedBy(frame))?.pc === 'notSaved';
  const reason = isFirst ? 'outermost' : stopReason(stack);
  return [...(reason === undefined ? [] : [` Outermost frame: ${reason}`]), ...called];
}

/**
 * The stack frame whose unwinding says what the registers of this one's caller are; none for the
 * machine's own.
 */
function unwound({ frame, stack }: Told): StackFrame | undefined {
  if (frame.kind === 'unavailable') return undefined;
  if (frame.kind !== 'inline') return frame;
  const inner = stack.frames.slice(0, frame.level).filter(({ kind }) => kind !== 'inline');
  return inner.at(-1);
}

/** Where the stack pointer of the caller is: the part of a line. */
async function previousStackPointer(told: Told): Promise<string> {
  const { frame, stack, names, savedBy } = told;
  const before = " Previous frame's sp";
  const from = unwound(told);
  if (!from) {
    const isKnown = frame.registerNamed(names.sp)?.kind === 'value';
    return isKnown ? `${before} in ${names.sp}` : '';
  }
  const saved = (await savedBy(from))?.addresses.get(names.sp);
  if (saved !== undefined) return `${before} at ${hexAddress(saved)}`;
  const caller = stack.frames.find(({ level, kind }) => level > from.level && kind !== 'inline');
  const sp = caller ? registerOf(caller, names.sp) : from.cfa;
  return sp === undefined ? '' : `${before} is ${hexAddress(sp)}`;
}

/** Where registers of the caller were saved. */
async function savedLines(told: Told): Promise<string[]> {
  const { stack, names, savedBy } = told;
  const from = unwound(told);
  if (!from || from.kind === 'tailCall') return [];
  const leftByTailCall = stack.frames[from.level + 1]?.kind === 'tailCall';
  const { addresses } = (await savedBy(from)) ?? {};
  const saved = names.all.flatMap((name) => {
    const address = addresses?.get(name);
    const isComputed = name === names.sp || (name === names.pc && leftByTailCall);
    return address === undefined || isComputed ? [] : [`${name} at ${hexAddress(address)}`];
  });
  return saved.length === 0 ? [] : [' Saved registers:', `  ${saved.join(', ')}`];
}

/**
 * Where gdb says that arguments and locals are. On x86 it is the frame pointer once the function
 * has set it, before that where it will be, which gdb reads its code to know; gdb's analysis of
 * other processors' prologues is not followed.
 */
async function argumentsBase(
  frame: StackFrame,
  { memory, modules, machine }: ValueContext,
): Promise<bigint | undefined> {
  const isX86 = machine === 3 || machine === 62;
  const isNormal = frame.kind === 'normal' || frame.kind === 'guess';
  if (!isX86 || !isNormal || modules.length === 0) return undefined;
  const [pointer, stackPointer] = machine === 62 ? ['rbp', 'rsp'] : ['ebp', 'esp'];
  const start = await startOf(frame);
  const isEntered = start !== undefined && frame.pc > start;
  const code = isEntered ? await memory.read(start, 8) : undefined;
  if (code?.origins[0] === Origin.unavailable) return undefined;
  const bytes = code?.bytes ?? [];
  const endbr = bytes[0] === 0xf3 && bytes[1] === 0x0f && bytes[2] === 0x1e ? 4 : 0;
  const pushes = bytes[endbr] === 0x55;
  const moves = pushes ? moveLength(bytes.slice(endbr + 1)) : 0;
  const pushed = (start ?? 0n) + BigInt(endbr + 1);
  if (moves > 0 && frame.pc >= pushed + BigInt(moves)) return registerOf(frame, pointer);
  const sp = registerOf(frame, stackPointer);
  const slot = machine === 62 ? 8n : 4n;
  return sp === undefined ? undefined : pushes && frame.pc >= pushed ? sp : sp - slot;
}

/** Run-time address of the function of a stack frame; undefined for code that nothing describes. */
async function startOf({ scope, module, lookupPc }: StackFrame): Promise<bigint | undefined> {
  if (!module) return undefined;
  const { program, slide } = module;
  const start = scope?.entry ?? (await program.functionAt(linkAddress(lookupPc, slide)))?.start;
  return start === undefined ? undefined : runTimeAddress(start, slide);
}

/** Length of `mov %rsp,%rbp` where it is first. */
function moveLength(code: ArrayLike<number>): number {
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

// The languages' names as gdb prints them, by DW_LANG_… (DWARF 5, section 7.12).

/** `c`, `c++`, `rust`, …; `minimal` for what gdb has no rules for. */
export function languageName(language: number | undefined): string {
  const style = styleOf(language);
  return names.get(language) ?? (style === 'c' ? 'minimal' : style);
}

const names: ReadonlyMap<number | undefined, string> = new Map<number | undefined, string>([
  ...[DW_LANG.C, DW_LANG.C89, DW_LANG.C99, DW_LANG.C11, DW_LANG.C17].map(
    (each): [number, string] => [each, 'c'],
  ),
  ...[DW_LANG.Ada83, DW_LANG.Ada95].map((each): [number, string] => [each, 'ada']),
  ...[
    DW_LANG.Fortran77,
    DW_LANG.Fortran90,
    DW_LANG.Fortran95,
    DW_LANG.Fortran03,
    DW_LANG.Fortran08,
  ].map((each): [number, string] => [each, 'fortran']),
  [DW_LANG.Pascal83, 'pascal'],
  [DW_LANG.D, 'd'],
  [DW_LANG.Go, 'go'],
  [DW_LANG.ObjC, 'objective-c'],
  [DW_LANG.Modula2, 'modula-2'],
  [DW_LANG.Mips_Assembler, 'asm'],
]);
