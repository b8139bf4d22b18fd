// The call stack of a frame: from the innermost physical frame outward, for as long as what was
// collected says where the caller is. Where it ends follows gdb (manual, "Backtraces"): at main,
// and at the program's entry.
import { t } from '@vscode/l10n';
import { append } from '../../bytes/arrays';
import { TimeSlice } from '../../bytes/timeSlice';
import type { Program } from '../../symbols/program';
import type { FunctionScope } from '../../symbols/scope';
import {
  type BacktraceLimits,
  type CallStack,
  type LoadedModule,
  type StackFrame,
  linkAddress,
  runTimeAddress,
} from '../stackFrame';
import { functionRangesAt } from '../emulation/functionCode';
import type { FrameState } from '../frameState';
import {
  physicalFrameAt,
  moduleAt,
  type PhysicalFrame,
  type CallerState,
  type UnwindContext,
  MachineRegisters,
  registerNames,
  unavailable,
  type RegisterFile,
} from './physicalFrame';
import { callerByCallFrames, type StackEnd, callerByFramePointer } from './caller';
import {
  framesOf,
  scopesAt,
  tailCallFrames,
  unavailableFrame,
  type FrameWithoutLevel,
} from './stackFrames';

/** A recursion of more physical frames is shown in part. */
const maxPhysicalFrames = 10_000;

const usual: BacktraceLimits = { pastMain: false, pastEntry: false, levels: Infinity };

/** The call stack of a machine with these `modules`. */
export async function callStack(
  machine: FrameState,
  modules: readonly LoadedModule[],
  limits = usual,
): Promise<CallStack> {
  const { pc, registers, memory, frame } = machine;
  if (pc === undefined) {
    const known =
      registers && new MachineRegisters(registerNames(registers.layout, frame.order), registers);
    const unavailableCaller = known ?? noRegisters;
    return ended([], { why: t('The PC was not collected.'), unavailableCaller });
  }
  if (!registers) return withoutRegisters(pc, modules);
  const { order } = frame;
  const names = registerNames(registers.layout, order);
  const innermost = {
    pc,
    registers: new MachineRegisters(names, registers),
    called: false,
    guessed: false,
  };
  return new Walk({ names, order, memory, modules }, limits).from(innermost);
}

/** What the PC alone determines. */
async function withoutRegisters(pc: bigint, modules: readonly LoadedModule[]): Promise<CallStack> {
  const end = t('The layout of the registers is not known.');
  const module = moduleAt(pc, modules);
  const physical: PhysicalFrame = {
    pc,
    lookupPc: pc,
    module,
    row: undefined,
    cfa: { why: end },
    kind: 'normal',
    registers: noRegisters,
  };
  return ended(framesOf(physical, await scopesAt(pc, module)), { why: end });
}

const noRegisters: RegisterFile = {
  named: () => undefined,
  numbered: () => unavailable,
  left: () => unavailable,
};

/** A physical frame with its functions. */
interface Step {
  readonly physical: PhysicalFrame;
  readonly scopes: readonly FunctionScope[];
  /** Run-time address where its function begins. */
  readonly start: bigint | undefined;
}

/** One walk from the innermost physical frame outward. */
class Walk {
  private readonly frames: FrameWithoutLevel[] = [];
  private readonly seen = new Set<string>();
  private physicalFrames = 0;

  constructor(
    private readonly machine: UnwindContext,
    private readonly limits: BacktraceLimits,
  ) {}

  async from(innermost: CallerState): Promise<CallStack> {
    let callee: Step | undefined;
    let state: CallerState | StackEnd = innermost;
    const slice = new TimeSlice();
    while ('pc' in state) {
      await slice.yieldIfDue();
      const step = await this.step(state);
      const refused = this.refuse(step, callee);
      if (refused) return ended(this.frames, refused);
      if (callee) await this.addTailCalls(callee, step);
      append(this.frames, framesOf(step.physical, step.scopes));
      const { levels } = this.limits;
      if (this.frames.length >= levels) return ended(this.frames.slice(0, levels), {});
      state = await this.callerOf(step, callee);
      callee = step;
    }
    return ended(this.frames, state);
  }

  private async step(state: CallerState): Promise<Step> {
    const physical = await physicalFrameAt(state, this.machine);
    const { lookupPc, module } = physical;
    const scopes = await scopesAt(lookupPc, module);
    return { physical, scopes, start: await functionStart(physical, scopes) };
  }

  /** Why a physical frame cannot be the caller of its callee. */
  private refuse({ physical, start }: Step, callee: Step | undefined): StackEnd | undefined {
    if (++this.physicalFrames > maxPhysicalFrames) {
      return { why: t('There are more than {0} stack frames.', maxPhysicalFrames) };
    }
    if (!('address' in physical.cfa)) return undefined;
    const identity = `${physical.cfa.address} ${start ?? physical.pc}`;
    if (callee && this.seen.has(identity)) {
      const why = t('The caller is a stack frame that is already here: the stack is damaged.');
      return { why, damage: 'identical' };
    }
    this.seen.add(identity);
    return undefined;
  }

  private async callerOf(step: Step, callee: Step | undefined): Promise<CallerState | StackEnd> {
    const { physical } = step;
    const { row, cfa, kind } = physical;
    if (await this.isOutermost(step, callee)) {
      // gdb says of main too that what leads to its caller was not collected.
      return row && kind === 'normal' && 'why' in cfa ? { why: cfa.why } : {};
    }
    if (!row) return this.callerWithoutRow(physical);
    if ('why' in cfa) return { why: cfa.why };
    if (callee && isInner(physical, callee.physical)) {
      const why = t('The caller’s stack frame lies inside its callee’s: the stack is damaged.');
      return { why, damage: 'inner' };
    }
    return callerByCallFrames(physical, row, cfa.address, this.machine);
  }

  /** A frame pointer is followed only from code of which no function is known: others tell. */
  private async callerWithoutRow(physical: PhysicalFrame): Promise<CallerState | StackEnd> {
    const { lookupPc, module } = physical;
    const known =
      module && (await functionRangesAt(module.program, linkAddress(lookupPc, module.slide)));
    if (!known) return callerByFramePointer(physical, this.machine);
    return { why: t('The code of this function does not tell where its caller is.') };
  }

  private async isOutermost(
    { physical, scopes, start }: Step,
    callee: Step | undefined,
  ): Promise<boolean> {
    const { pc, module, kind } = physical;
    if (kind === 'signal') return false;
    if (pc === 0n && callee?.physical.kind === 'normal') return true;
    const { pastMain, pastEntry } = this.limits;
    const scope = scopes.at(-1);
    if (!pastMain && scope?.isMain && module) return isFoundAsMain(scope, module);
    if (!module || start === undefined) return false;
    const { program, slide } = module;
    const entry = linkAddress(start, slide);
    if (!pastEntry && entry === program.elf.entry) return true;
    if (pastMain) return false;
    const symbol = await program.symbolAt(entry);
    if (symbol?.offset !== 0n || !isMainName(symbol.linkageName ?? symbol.name)) return false;
    return scope !== undefined || !(await hasMarkedMain(program));
  }

  private async addTailCalls(callee: Step, caller: Step): Promise<void> {
    const { physical, start } = callee;
    const sameProgram = physical.module === caller.physical.module;
    if (start === undefined || !sameProgram || physical.kind !== 'normal') return;
    append(this.frames, await tailCallFrames(start, physical, caller.physical, this.machine.names));
  }
}

/** gdb looks the function up by its name, and misses it where a namespace has the same name. */
async function isFoundAsMain({ name }: FunctionScope, { program }: LoadedModule): Promise<boolean> {
  return name === undefined || (await program.namespaceNamed(name)) !== name;
}

/**
 * Whether the debugging information marks another function as the main one: `main` is what the
 * compiler made to call it.
 */
async function hasMarkedMain(program: Program): Promise<boolean> {
  for (const { entry } of await program.addressesOfFunction('main')) {
    if ((await program.scopesAt(entry)).at(-1)?.isMain) return true;
  }
  return false;
}

/**
 * The symbols of the functions where programs begin: C's, D's, Go's, and Ada's, which has its own
 * name in it.
 */
function isMainName(name: string): boolean {
  return ['main', '_Dmain', 'main.main'].includes(name) || name.startsWith('_ada_');
}

/** A call stack of stack frames, which get their levels and callers. */
function ended(
  reached: readonly FrameWithoutLevel[],
  { why, damage, unavailableCaller }: StackEnd,
): CallStack {
  const frames: StackFrame[] = [];
  for (const [level, frame] of reached.entries()) {
    const caller = (): Promise<StackFrame | undefined> => Promise.resolve(callerIn(frames, level));
    frames.push({ ...frame, level, caller });
  }
  return {
    frames,
    end: why,
    damage,
    unavailableCaller: unavailableCaller && {
      ...unavailableFrame(unavailableCaller),
      level: frames.length,
      caller: () => Promise.resolve(undefined),
    },
  };
}

/** The stack frame, not of an inlined function, outside the one that holds the code of `level`. */
function callerIn(stack: readonly StackFrame[], level: number): StackFrame | undefined {
  const own = stack.findIndex((frame) => frame.level >= level && frame.kind !== 'inline');
  return stack.find((frame) => frame.level > own && frame.kind !== 'inline');
}

/** Where the function begins that a physical frame is of: a run-time address. */
async function functionStart(
  { lookupPc, module }: PhysicalFrame,
  scopes: readonly FunctionScope[],
): Promise<bigint | undefined> {
  if (!module) return undefined;
  const entry =
    scopes.at(-1)?.entry ??
    (await module.program.functionAt(linkAddress(lookupPc, module.slide)))?.start;
  return entry === undefined ? undefined : runTimeAddress(entry, module.slide);
}

/** Stacks grow downward: a caller's stack frame is above its callee's. */
function isInner(caller: PhysicalFrame, callee: PhysicalFrame): boolean {
  if (caller.kind !== 'normal' || callee.kind !== 'normal') return false;
  if ('why' in caller.cfa || 'why' in callee.cfa) return false;
  return caller.cfa.address < callee.cfa.address;
}

// Only the innermost stack frame. A search looks at one stack frame in each of many frames; its
// callers are found when something asks for them.

/** The first stack frame that {@link callStack} gives; undefined where the PC is not known. */
export async function innermostFrame(
  machine: FrameState,
  modules: readonly LoadedModule[],
): Promise<StackFrame | undefined> {
  const { pc, registers, memory, frame } = machine;
  if (pc === undefined) return undefined;
  if (!registers) return (await callStack(machine, modules)).frames[0];
  const { order } = frame;
  const names = registerNames(registers.layout, order);
  const state = {
    pc,
    registers: new MachineRegisters(names, registers),
    called: false,
    guessed: false,
  };
  const physical = await physicalFrameAt(state, { names, order, memory, modules });
  const scopes = await scopesAt(physical.lookupPc, physical.module);
  const [innermost] = framesOf(physical, scopes);
  return (
    innermost && {
      ...innermost,
      level: 0,
      caller: async () => (await callStack(machine, modules)).frames[0]?.caller(),
    }
  );
}
