// The call stack of a frame: from the innermost activation outward, for as long as what was collected says where the
// caller is. Where it ends follows gdb (manual, "Backtraces"): at main, and at the program's entry.
import { TimeSlice } from '../../bytes/timeSlice';
import type { Program } from '../../symbols/program';
import type { FunctionScope } from '../../symbols/scope';
import { linkAddress, runTimeAddress } from '../linkAddress';
import type { CallStack, LoadedModule, StackFrame } from '../stackFrame';
import type { StoppedMachine } from '../stoppedMachine';
import {
  activationAt,
  placementOf,
  type Activation,
  type Reached,
  type UnwoundMachine,
} from './activation';
import { callerByCallFrames, type StackEnd } from './callerByCallFrames';
import { callerByFramePointer } from './callerByFramePointer';
import { MachineRegisters, registerNames, unavailable, type RegisterFile } from './registerFile';
import { framesOf, scopesAt, tailCallFrames, unavailableFrame, type Unplaced } from './stackFrames';

/** A recursion of more activations is shown in part. */
const mostActivations = 10_000;

/** The call stack of a machine whose programs lay at `placements`. */
export async function callStack(
  machine: StoppedMachine,
  placements: readonly LoadedModule[],
): Promise<CallStack> {
  const { pc, registers, memory, frame } = machine;
  if (pc === undefined) {
    const known =
      registers && new MachineRegisters(registerNames(registers.layout, frame.order), registers);
    const unavailableCaller = known ?? noRegisters;
    return ended([], { why: 'The PC was not collected.', unavailableCaller });
  }
  if (!registers) return withoutRegisters(pc, placements);
  const { order } = frame;
  const names = registerNames(registers.layout, order);
  const innermost = {
    pc,
    registers: new MachineRegisters(names, registers),
    called: false,
    guessed: false,
  };
  return new Walk({ names, order, memory, placements }).from(innermost);
}

/** What the PC alone says. */
async function withoutRegisters(
  pc: bigint,
  placements: readonly LoadedModule[],
): Promise<CallStack> {
  const end = 'The layout of the registers is not known.';
  const placement = placementOf(pc, placements);
  const activation: Activation = {
    pc,
    lookupPc: pc,
    placement,
    row: undefined,
    cfa: { why: end },
    kind: 'normal',
    registers: noRegisters,
  };
  return ended(framesOf(activation, await scopesAt(pc, placement)), { why: end });
}

const noRegisters: RegisterFile = {
  named: () => undefined,
  numbered: () => unavailable,
  left: () => unavailable,
};

/** An activation with its functions. */
interface Step {
  readonly activation: Activation;
  readonly scopes: readonly FunctionScope[];
  /** Run-time address where its function begins. */
  readonly start: bigint | undefined;
}

/** One walk from the innermost activation outward. */
class Walk {
  private readonly frames: Unplaced[] = [];
  private readonly seen = new Set<string>();
  private activations = 0;

  constructor(private readonly machine: UnwoundMachine) {}

  async from(innermost: Reached): Promise<CallStack> {
    let callee: Step | undefined;
    let reached: Reached | StackEnd = innermost;
    const slice = new TimeSlice();
    while ('pc' in reached) {
      await slice.breathe();
      const step = await this.step(reached);
      const refused = this.refuse(step, callee);
      if (refused) return ended(this.frames, refused);
      if (callee) await this.addTailCalls(callee, step);
      this.frames.push(...framesOf(step.activation, step.scopes));
      reached = await this.callerOf(step, callee);
      callee = step;
    }
    return ended(this.frames, reached);
  }

  private async step(reached: Reached): Promise<Step> {
    const activation = await activationAt(reached, this.machine);
    const { lookupPc, placement } = activation;
    const scopes = await scopesAt(lookupPc, placement);
    return { activation, scopes, start: await functionStart(activation, scopes) };
  }

  /** Why an activation cannot be the caller of its callee. */
  private refuse({ activation, start }: Step, callee: Step | undefined): StackEnd | undefined {
    if (++this.activations > mostActivations) {
      return { why: `There are more than ${mostActivations} stack frames.` };
    }
    if (!('address' in activation.cfa)) return undefined;
    const identity = `${activation.cfa.address} ${start ?? activation.pc}`;
    if (callee && this.seen.has(identity)) {
      const why = 'The caller is a stack frame that is already here: the stack is damaged.';
      return { why, damage: 'identical' };
    }
    this.seen.add(identity);
    return undefined;
  }

  private async callerOf(step: Step, callee: Step | undefined): Promise<Reached | StackEnd> {
    const { activation } = step;
    const { row, cfa, kind } = activation;
    if (await this.isOutermost(step, callee)) {
      // gdb says of main too that what leads to its caller was not collected.
      return row && kind === 'normal' && 'why' in cfa ? { why: cfa.why } : {};
    }
    if (!row) return callerByFramePointer(activation, this.machine);
    if ('why' in cfa) return { why: cfa.why };
    if (callee && isInner(activation, callee.activation)) {
      const why = 'The caller’s stack frame lies inside its callee’s: the stack is damaged.';
      return { why, damage: 'inner' };
    }
    return callerByCallFrames(activation, row, cfa.address, this.machine);
  }

  private async isOutermost(
    { activation, scopes, start }: Step,
    callee: Step | undefined,
  ): Promise<boolean> {
    const { pc, placement, kind } = activation;
    if (kind === 'signal') return false;
    if (pc === 0n && callee?.activation.kind === 'normal') return true;
    const scope = scopes.at(-1);
    if (scope?.isMain && placement) return isFoundAsMain(scope, placement);
    if (!placement || start === undefined) return false;
    const { program, slide } = placement;
    const entry = linkAddress(start, slide);
    if (entry === program.elf.entry) return true;
    const symbol = await program.symbolAt(entry);
    if (symbol?.offset !== 0n || !isMainName(symbol.linkageName ?? symbol.name)) return false;
    return scope !== undefined || !(await hasMarkedMain(program));
  }

  private async addTailCalls(callee: Step, caller: Step): Promise<void> {
    const { activation, start } = callee;
    const sameProgram = activation.placement === caller.activation.placement;
    if (start === undefined || !sameProgram || activation.kind !== 'normal') return;
    this.frames.push(
      ...(await tailCallFrames(start, activation, caller.activation, this.machine.names)),
    );
  }
}

/** gdb looks the function up by its name, and does not find it behind a namespace that has the same one. */
async function isFoundAsMain({ name }: FunctionScope, { program }: LoadedModule): Promise<boolean> {
  return name === undefined || (await program.namespaceNamed(name)) !== name;
}

/** Whether the debugging information marks another function as the main one: `main` is what the compiler made to call it. */
async function hasMarkedMain(program: Program): Promise<boolean> {
  for (const { entry } of await program.addressesOfFunction('main')) {
    if ((await program.scopesAt(entry)).at(-1)?.isMain) return true;
  }
  return false;
}

/** The symbols of the functions where programs begin: C's, D's, Go's, and Ada's, which has its own name in it. */
function isMainName(name: string): boolean {
  return ['main', '_Dmain', 'main.main'].includes(name) || name.startsWith('_ada_');
}

/** A call stack of stack frames, which get their levels and callers. */
function ended(
  unplaced: readonly Unplaced[],
  { why, damage, unavailableCaller }: StackEnd,
): CallStack {
  const frames: StackFrame[] = [];
  for (const [level, frame] of unplaced.entries()) {
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

/** Where the function begins that an activation is of: a run-time address. */
async function functionStart(
  { lookupPc, placement }: Activation,
  scopes: readonly FunctionScope[],
): Promise<bigint | undefined> {
  if (!placement) return undefined;
  const entry =
    scopes.at(-1)?.entry ??
    (await placement.program.functionAt(linkAddress(lookupPc, placement.slide)))?.start;
  return entry === undefined ? undefined : runTimeAddress(entry, placement.slide);
}

/** Stacks grow downward: a caller's stack frame lies above its callee's. */
function isInner(caller: Activation, callee: Activation): boolean {
  if (caller.kind !== 'normal' || callee.kind !== 'normal') return false;
  if ('why' in caller.cfa || 'why' in callee.cfa) return false;
  return caller.cfa.address < callee.cfa.address;
}
