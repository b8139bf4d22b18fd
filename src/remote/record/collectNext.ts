// What to collect next: for something that a frame of a trace lacks, the actions that would have
// collected it, from the debugging information of the program and by the compiler of recordings;
// and how many bytes they take.
import { t } from '@vscode/l10n';
import { readAgentExpression } from '../../format/agentExpression';
import { frameHeaderLength } from '../../format/blocks';
import type { Action, Tracepoint } from '../../format/description';
import { unsigned } from '../../bytes/cursor';
import { TimeSlice } from '../../bytes/timeSlice';
import { toHex } from '../../bytes/hex';
import {
  compileForCollecting,
  type AgentCollection,
} from '../../expressions/agent/compileForAgent';
import {
  compileSiteAt,
  type AgentTarget,
  type CompileSite,
} from '../../expressions/agent/compileSite';
import type { Problem } from '../../expressions/problem';
import type { FrameState } from '../../machine/frameState';
import { Origin } from '../../machine/memory';
import type { StackFrame } from '../../machine/stackFrame';
import { runAgentExpression } from '../../trace/collection/agentRun';
import { evaluate, evaluationContext } from '../../trace/expressions';
import type { Trace } from '../../trace/trace';
import { stackBytes, stackItem, type PlannedAction, type PlannedTracepoint } from './plan';
import { prepareActions } from './preparedActions';

/** Something that the user looked at. */
export interface LookedAt {
  readonly frame: number;
  /** Of the stack frame; 0 for the innermost. */
  readonly level: number;
  /** An expression; undefined for the callers, where the call stack ended too early. */
  readonly expression: string | undefined;
}

/** What would collect it. */
export interface NextCollection {
  /** Number of the tracepoint in the trace. */
  readonly tracepoint: number;
  /** Whether it goes to what is collected while stepping. */
  readonly stepping: boolean;
  readonly actions: readonly PlannedAction[];
}

/** Bytes of stack beyond the known stack frames, for callers that are not known yet. */
const furtherStack = 512;
/** Bytes of stack that one action may collect. */
const maxStack = 65_536n;

/** What would collect something that a frame lacks; a sentence where nothing is known to. */
export async function nextCollection(
  trace: Trace,
  { frame, level, expression }: LookedAt,
): Promise<NextCollection | Problem> {
  const machine = await trace.machine(frame);
  const tracepoint = trace.recording.tracepoint(machine.frame.tracepoint);
  if (!tracepoint)
    return { problem: t('The trace does not describe the tracepoint of frame {0}.', frame) };
  const stepping = trace.recording.stepping.isStep(frame);
  const where = { tracepoint: tracepoint.number, stepping };
  const { frames } = await trace.callStack(frame);
  const callers = [...registersOf(machine), stackAction(machine, frames.at(-1)?.cfa)];
  if (expression === undefined) return { ...where, actions: callers };
  if (level === 0 && (await isAlike(trace, machine, tracepoint, expression, stepping))) {
    return { ...where, actions: [{ action: 'collect', item: expression }] };
  }
  const lacking = await lackingOf(trace, frame, frames[level], expression);
  if ('problem' in lacking) return lacking;
  const actions = [...registersOf(machine), ...lacking.map((span) => memoryAction(machine, span))];
  // What a function was called with, and its caller's registers, are known by its callers.
  return { ...where, actions: actions.length > 0 ? actions : callers };
}

/** `$regs`, where the frame collected no registers. */
function registersOf({ frame }: FrameState): PlannedAction[] {
  const hasRegisters = frame.blocks.some(({ kind }) => kind === 'R');
  return hasRegisters ? [] : [{ action: 'collect', item: '$regs' }];
}

/**
 * Whether an expression compiles at the tracepoint, and at the frame's own PC to the same: where a
 * step is, a variable may be elsewhere.
 */
async function isAlike(
  trace: Trace,
  machine: FrameState,
  tracepoint: Tracepoint,
  expression: string,
  stepping: boolean,
): Promise<boolean> {
  const target = agentTarget(trace, machine);
  const location = locationOf(tracepoint, machine.pc, stepping);
  if (!target || location === undefined) return false;
  const here = await compileForCollecting(expression, await compileSiteAt(target, location));
  if ('problem' in here) return false;
  if (!stepping || machine.pc === undefined) return true;
  const there = await compileForCollecting(expression, await compileSiteAt(target, machine.pc));
  return !('problem' in there) && keyOf(here) === keyOf(there);
}

/** The address at which a frame's actions were compiled. */
function locationOf(
  { locations }: Tracepoint,
  pc: bigint | undefined,
  stepping: boolean,
): bigint | undefined {
  const own = stepping ? undefined : locations.find(({ address }) => address === pc);
  return (own ?? locations[0])?.address;
}

function keyOf({ memory, expressions, registers }: AgentCollection): string {
  const ranges = memory.map(({ address, length }) => `${address} ${length}`);
  return [...ranges, ...expressions.map((each) => toHex(each)), ...registers].join(';');
}

/** Memory that was asked for and is not there. */
interface MissingSpan {
  readonly address: bigint;
  readonly length: number;
}

/** What an expression reads in a stack frame, and the frame lacks. */
async function lackingOf(
  trace: Trace,
  frame: number,
  stackFrame: StackFrame | undefined,
  expression: string,
): Promise<MissingSpan[] | Problem> {
  const context = await evaluationContext(trace, frame, stackFrame);
  const missing: MissingSpan[] = [];
  const memory = {
    read: async (address: bigint, length: number) => {
      const span = await context.memory.read(address, length);
      if (span.origins.includes(Origin.unavailable)) missing.push({ address, length });
      return span;
    },
  };
  const evaluated = await evaluate(expression, 'watch', { ...context, memory });
  if ('problem' in evaluated) return missing.length > 0 ? missing : evaluated;
  await evaluated.value.contents();
  return missing;
}

/** What collects memory: as bytes of the stack where it is there, else by its address. */
function memoryAction(machine: FrameState, { address, length }: MissingSpan): PlannedAction {
  const sp = stackPointer(machine);
  const end = address + BigInt(length);
  if (sp !== undefined && address >= sp && end - sp <= maxStack) {
    return { action: 'collect', item: stackItem(rounded(end - sp)) };
  }
  return { action: 'collect', item: `*(unsigned char *)0x${address.toString(16)}@${length}` };
}

/** The stack up to where the last known stack frame ends, and somewhat more. */
function stackAction(machine: FrameState, cfa: bigint | undefined): PlannedAction {
  const sp = stackPointer(machine);
  const known = sp !== undefined && cfa !== undefined && cfa >= sp ? cfa - sp : 0n;
  const bytes = known > maxStack ? maxStack : known + BigInt(furtherStack);
  return { action: 'collect', item: stackItem(rounded(bytes)) };
}

function rounded(bytes: bigint): number {
  return Number((bytes + 15n) & ~15n);
}

function stackPointer({ registers, frame }: FrameState): bigint | undefined {
  const name = registers?.layout.architecture.sp;
  const bytes = name === undefined ? undefined : registers?.read(name)?.bytes;
  return bytes && unsigned(bytes, frame.order);
}

/** A list of actions with others: nothing twice, and of the stack the most. */
function withActions(
  actions: readonly PlannedAction[],
  added: readonly PlannedAction[],
): PlannedAction[] {
  const all = [...actions];
  for (const action of added) {
    const bytes = stackBytesOf(action);
    const at = all.findIndex((each) =>
      bytes === undefined ? isSame(each, action) : stackBytesOf(each) !== undefined,
    );
    const known = all[at];
    if (!known) all.push(action);
    else if (bytes !== undefined && bytes > (stackBytesOf(known) ?? 0)) all[at] = action;
  }
  return all;
}

/** The same tracepoint with more to collect. */
export function withCollection(
  tracepoint: PlannedTracepoint,
  { stepping, actions }: Pick<NextCollection, 'stepping' | 'actions'>,
): PlannedTracepoint {
  if (!stepping) return { ...tracepoint, actions: withActions(tracepoint.actions, actions) };
  const { count, actions: steps } = tracepoint.stepping ?? { count: 1, actions: [] };
  return { ...tracepoint, stepping: { count, actions: withActions(steps, actions) } };
}

function stackBytesOf(action: PlannedAction): number | undefined {
  return action.action === 'collect' ? stackBytes(action.item) : undefined;
}

function isSame(one: PlannedAction, other: PlannedAction): boolean {
  if (one.action === 'teval' || other.action === 'teval') return false;
  return one.item === other.item && one.strings === other.strings;
}

/** What more collections cost. */
export interface CollectionForecast {
  /** Bytes that each frame has more; the mean where the tracepoint is at several addresses. */
  readonly bytesPerFrame: number;
  /** Frames of the trace that would have had them. */
  readonly frames: number;
  /** Whether the frames may have other sizes, as strings have. */
  readonly isExact: boolean;
}

/** What it costs to collect more, over the frames of a trace. */
export async function forecastOf(
  trace: Trace,
  before: PlannedTracepoint,
  after: PlannedTracepoint,
  stepping: boolean,
): Promise<CollectionForecast> {
  const { index, stepping: steps, frameLayout } = trace.recording;
  const tracepoint = trace.recording.tracepoint(before.number);
  const listOf = (planned: PlannedTracepoint) =>
    stepping ? (planned.stepping?.actions ?? []) : planned.actions;
  const added = new Map<bigint, SizeOfFrame>();
  const slice = new TimeSlice();
  let frames = 0;
  let bytes = 0;
  let isExact = true;
  for (let frame = 0; tracepoint && frame < index.count; frame++) {
    if (slice.usedUp) await slice.yieldIfDue();
    if (index.tracepoint(frame) !== tracepoint.number) continue;
    if (steps.isStep(frame) !== stepping) continue;
    frames++;
    const location = locationOf(tracepoint, index.pc(frame), stepping) ?? 0n;
    let size = added.get(location);
    if (!size) {
      const target = agentTarget(trace, await trace.machine(frame));
      if (!target) break;
      const site = await compileSiteAt(target, location);
      const [less, more] = [
        await sizeOf(listOf(before), site, frameLayout.registerBlockSize),
        await sizeOf(listOf(after), site, frameLayout.registerBlockSize),
      ];
      size = { bytes: more.bytes - less.bytes, isExact: less.isExact && more.isExact };
      added.set(location, size);
    }
    bytes += size.bytes;
    isExact &&= size.isExact;
  }
  return { frames, bytesPerFrame: frames === 0 ? 0 : bytes / frames, isExact };
}

function agentTarget(trace: Trace, { frame }: FrameState): AgentTarget | undefined {
  const { layout, description } = trace.recording;
  return (
    layout && {
      layout,
      order: frame.order,
      modules: trace.modules.current.loaded,
      variable: (name) => description.variables.find((each) => each.name === name)?.number,
    }
  );
}

interface SizeOfFrame {
  readonly bytes: number;
  readonly isExact: boolean;
}

/** Bytes of blocks without their contents: type, address and length; type, number and value. */
const memoryHeader = 11;
const variableBlock = 13;
/** The longest M block. */
const maxMemoryBlock = 65_535;
/** Bytes of a string whose length nobody knows before it is recorded. */
const likelyString = 32;

/** Bytes of a frame with what a list of actions collects. */
async function sizeOf(
  planned: readonly PlannedAction[],
  site: CompileSite,
  registerBlockSize: number,
): Promise<SizeOfFrame> {
  const setting = { site, timeVariable: undefined, isStatic: false, recordsStrings: true };
  const { actions } = await prepareActions(planned, setting);
  let bytes = frameHeaderLength;
  let isExact = true;
  for (const action of actions) {
    const size = await sizeOfAction(action, site, registerBlockSize);
    bytes += size.bytes;
    isExact &&= size.isExact;
  }
  return { bytes, isExact };
}

async function sizeOfAction(
  action: Action,
  { order }: CompileSite,
  registerBlockSize: number,
): Promise<SizeOfFrame> {
  switch (action.kind) {
    case 'registers':
      return { bytes: 1 + registerBlockSize, isExact: true };
    case 'memory':
      return { bytes: memoryBlocks(action.length), isExact: true };
    case 'static-data':
    case 'unknown':
      return { bytes: 0, isExact: false };
    case 'expression': {
      const nothingKnown = {
        order,
        register: () => undefined,
        memory: () => Promise.resolve(undefined),
      };
      const expression = readAgentExpression(action.bytecode);
      const { collected, stopped } = await runAgentExpression(expression, nothingKnown);
      let bytes = 0;
      let isExact = stopped === undefined;
      for (const each of collected) {
        if (each.kind === 'variable') bytes += variableBlock;
        else if (each.kind === 'memory' && each.length !== undefined) {
          bytes += memoryBlocks(Number(each.length));
        } else {
          bytes += memoryBlocks(likelyString);
          isExact = false;
        }
      }
      return { bytes, isExact };
    }
  }
}

function memoryBlocks(length: number): number {
  return length + memoryHeader * Math.max(1, Math.ceil(length / maxMemoryBlock));
}
