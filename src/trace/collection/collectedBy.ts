// What each action of a tracepoint collected, over all its frames.
import { t } from '@vscode/l10n';
import type { Recording } from '../recording';
import { TimeSlice } from '../../bytes/timeSlice';
import type { Tracepoint, Action } from '../../format/description';
import { numberInFrames } from '../../format/tracepointLines';
import { FrameState } from '../../machine/frameState';
import { Buffers, Span } from '../search/frameRun';
import type { Trace } from '../trace';
import { Origin } from '../../machine/memory';
import { unsigned } from '../../bytes/cursor';
import { readAgentExpression } from '../../format/agentExpression';
import { runAgentExpression, type AgentMachine, type Collecting } from './agentRun';
import { toHex } from '../../bytes/hex';

/** Frames in which an action collected, or did not. */
interface ActionCounts {
  collected: number;
  lacking: number;
  unknown: number;
  nothing: number;
  /** Frames in which it collected at an address where programs have no memory. */
  nearNull: number;
  firstNearNull?: number;
  /** The first frame that lacks something, and what. */
  firstLacking?: { readonly frame: number; readonly why: string };
  firstUnknown?: { readonly frame: number; readonly why: string };
}

/** What came of a tracepoint's actions. */
interface CollectedBy {
  readonly lists: readonly (SharedActions & {
    readonly frames: number;
    readonly counts: readonly ActionCounts[];
  })[];
  /** Frames of which it is not known which list they were collected by. */
  readonly unplaced: number;
  /** Frames looked at. */
  readonly frames: number;
}

/** Counts over a tracepoint's frames in the index; the counts so far if it is cancelled. */
export async function collectedBy(
  trace: Trace,
  tracepoint: Tracepoint,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<CollectedBy> {
  const tally = new Tally(trace, tracepoint);
  const buffers = new Buffers(trace.recording.bytes);
  const slice = new TimeSlice();
  for await (const { frames, span, next } of spans(trace, tracepoint.number, slice)) {
    const run = await span.read(buffers);
    for (const frame of run ? frames : []) {
      if (slice.usedUp) await slice.yieldIfDue();
      if (signal.aborted || !run) return tally.result;
      await tally.add(await run.frame(frame));
    }
    run?.release(buffers);
    onProgress(next);
  }
  return tally.result;
}

interface Together {
  readonly frames: readonly number[];
  readonly span: Span;
  /** The frame after them. */
  readonly next: number;
}

/** The frames of a tracepoint, in pieces that are read from the file at once. */
async function* spans(
  trace: Trace,
  tracepoint: number,
  slice: TimeSlice,
): AsyncGenerator<Together> {
  const { index } = trace.recording;
  const wanted = numberInFrames(tracepoint);
  let span = new Span(trace, 0);
  let frames: number[] = [];
  for (let frame = 0; frame < index.count; frame++) {
    if (slice.usedUp) await slice.yieldIfDue();
    if (index.tracepoint(frame) !== wanted) continue;
    if (!span.add(frame)) {
      yield { frames, span, next: frame };
      span = new Span(trace, frame);
      span.add(frame);
      frames = [];
    }
    frames.push(frame);
  }
  if (frames.length > 0) yield { frames, span, next: index.count };
}

/** Counts frame by frame. */
class Tally {
  private readonly lists: readonly SharedActions[];
  private readonly counts: readonly ActionCounts[][];
  private readonly framesOf: number[];
  private unplaced = 0;
  private frames = 0;

  constructor(
    private readonly trace: Trace,
    private readonly tracepoint: Tracepoint,
  ) {
    this.lists = actionLists(tracepoint);
    this.framesOf = this.lists.map(() => 0);
    this.counts = this.lists.map(({ actions }) =>
      actions.map(() => ({ collected: 0, lacking: 0, unknown: 0, nothing: 0, nearNull: 0 })),
    );
  }

  get result(): CollectedBy {
    const { counts, framesOf, unplaced, frames } = this;
    const lists = this.lists.map((list, i) => ({
      ...list,
      frames: framesOf[i] ?? 0,
      counts: counts[i] ?? [],
    }));
    return { lists, unplaced, frames };
  }

  async add(frame: FrameState['frame']): Promise<void> {
    const { trace, tracepoint, lists } = this;
    this.frames++;
    const list = listOf(trace.recording, lists, tracepoint, frame.number);
    const at = list ? lists.indexOf(list) : -1;
    if (!list) {
      if (
        lists.some(({ stepping }) => stepping === trace.recording.stepping.isStep(frame.number))
      ) {
        this.unplaced++;
      }
      return;
    }
    this.framesOf[at] = (this.framesOf[at] ?? 0) + 1;
    const machine = new FrameState(
      frame,
      trace.recording.layout,
      tracepoint,
      trace.modules.transparent,
    );
    const { registerBlockSize } = trace.recording.frameLayout;
    for (const [i, action] of list.actions.entries()) {
      const counts = this.counts[at]?.[i];
      if (counts)
        count(counts, frame.number, await actionOutcome(action, machine, registerBlockSize));
    }
  }
}

function count(counts: ActionCounts, frame: number, { state, why, nearNull }: ActionOutcome): void {
  counts[state]++;
  if (nearNull && counts.nearNull++ === 0) counts.firstNearNull = frame;
  if (state === 'lacking') counts.firstLacking ??= { frame, why: why ?? '' };
  if (state === 'unknown') counts.firstUnknown ??= { frame, why: why ?? '' };
}

// Whether a frame holds what an action of its tracepoint should have collected. A trace file marks
// no block with the action that it came from: what a block must be is computed again, from the
// registers and memory that the frame holds.

/** What became of an action in one frame. */
export interface ActionOutcome {
  /**
   * `lacking`: some of what it should have collected is missing. `unknown`: the frame does not say
   * what that is. `nothing`: it collects nothing there.
   */
  readonly state: 'collected' | 'lacking' | 'unknown' | 'nothing';
  /** What is lacking or not known: words that go on a sentence. */
  readonly why?: string;
  /**
   * It collected at an address where programs have no memory (a null pointer's): gdbserver writes a
   * block nevertheless, and its bytes mean nothing.
   */
  readonly nearNull: boolean;
}

/** Below this address systems with virtual memory map nothing. */
const firstPage = 4096n;
/** Bytes of a string that are looked at. */
const maxStringLength = 65_536n;

const outcome = (state: ActionOutcome['state'], why?: string, nearNull = false): ActionOutcome => ({
  state,
  nearNull,
  ...(why !== undefined && { why }),
});

/** What became of an action in a frame. `registerBlockSize` in bytes. */
async function actionOutcome(
  action: Action,
  machine: FrameState,
  registerBlockSize: number,
): Promise<ActionOutcome> {
  switch (action.kind) {
    case 'registers':
      return registersOutcome(machine, registerBlockSize);
    case 'memory':
      return memoryOutcome(action, machine);
    case 'expression':
      return expressionOutcome(action.bytecode, machine);
    case 'static-data': {
      const isThere = machine.frame.blocks.some(({ kind }) => kind === 'S');
      return isThere ? outcome('collected') : outcome('lacking', t('there is no S block'));
    }
    case 'unknown':
      return outcome('unknown', t('the action cannot be read'));
  }
}

function registersOutcome({ frame }: FrameState, registerBlockSize: number): ActionOutcome {
  const block = frame.blocks.find(({ kind }) => kind === 'R');
  if (!block) return outcome('lacking', t('there is no register block'));
  return block.length < registerBlockSize
    ? outcome('lacking', t('the register block is cut off'))
    : outcome('collected');
}

/**
 * gdb counts offsets from the base register, and gdbserver ignores that register: only the
 * collected blocks show which.
 */
async function memoryOutcome(
  { baseRegister, offset, length }: Action & { kind: 'memory' },
  machine: FrameState,
): Promise<ActionOutcome> {
  const size = BigInt(length);
  if (baseRegister === undefined) {
    return collectingOutcome({ kind: 'memory', address: offset, length: size }, machine);
  }
  const base = registerIn(machine, baseRegister);
  const candidates = base === undefined ? [offset] : [base + offset, offset];
  for (const address of candidates) {
    const found = await collectingOutcome({ kind: 'memory', address, length: size }, machine);
    if (found.state === 'collected') return found;
  }
  return outcome('unknown', t('targets differ in where memory at a register is'));
}

async function expressionOutcome(
  bytecode: Uint8Array,
  machine: FrameState,
): Promise<ActionOutcome> {
  const { collected, stopped } = await runAgentExpression(
    readAgentExpression(bytecode),
    agentMachine(machine),
  );
  const outcomes: ActionOutcome[] = [];
  for (const each of collected) outcomes.push(await collectingOutcome(each, machine));
  const nearNull = outcomes.some((each) => each.nearNull);
  const lacking = outcomes.find(({ state }) => state === 'lacking');
  if (lacking) return outcome('lacking', lacking.why, nearNull);
  const unknown = outcomes.find(({ state }) => state === 'unknown');
  if (unknown) return outcome('unknown', unknown.why, nearNull);
  if (stopped !== undefined) return outcome('unknown', stopped, nearNull);
  return outcome(outcomes.length > 0 ? 'collected' : 'nothing', undefined, nearNull);
}

async function collectingOutcome(
  collecting: Collecting,
  machine: FrameState,
): Promise<ActionOutcome> {
  if (collecting.kind === 'variable') {
    return machine.variable(collecting.number) === undefined
      ? outcome('lacking', t('the value of a trace state variable is not there'))
      : outcome('collected');
  }
  const { address } = collecting;
  if (address === undefined) {
    return outcome('unknown', t('its address needs what was not collected'));
  }
  const at = BigInt.asUintN(64, address);
  const isThere =
    collecting.kind === 'memory'
      ? collecting.length && holds(machine, at, collecting.length)
      : await holdsString(machine, at, collecting.most ?? maxStringLength);
  if (collecting.kind === 'memory' && collecting.length === undefined) {
    return outcome('unknown', t('its length needs what was not collected'));
  }
  if (isThere === false)
    return outcome('lacking', t('memory at 0x{0} is not there', at.toString(16)));
  return outcome('collected', undefined, at < firstPage);
}

/** Whether the frame itself collected all of some memory. */
function holds({ memory }: FrameState, address: bigint, length: bigint): boolean {
  const range = memory.rangeAt(address);
  return range !== undefined && address + length <= range.address + BigInt(range.length);
}

/** Whether the frame collected a string up to its NUL, or as much of it as was asked for. */
async function holdsString(
  { memory }: FrameState,
  address: bigint,
  most: bigint,
): Promise<boolean> {
  const range = memory.rangeAt(address);
  if (!range) return most === 0n;
  const room = range.address + BigInt(range.length) - address;
  if (room >= most) return true;
  const { bytes } = await memory.read(address, Number(room));
  return bytes.includes(0);
}

function agentMachine(machine: FrameState): AgentMachine {
  return {
    order: machine.frame.order,
    register: (number) => registerIn(machine, number),
    memory: async (address, length) => {
      const { bytes, origins } = await machine.memory.read(address, length);
      return origins.includes(Origin.unavailable) ? undefined : bytes;
    },
  };
}

/** A register of the frame's register block, by gdb's remote number. */
function registerIn({ registers, frame }: FrameState, number: number): bigint | undefined {
  const register = registers?.layout.registers.find((each) => each.number === number);
  const bytes = register && registers?.read(register.name)?.bytes;
  return bytes && unsigned(bytes, frame.order);
}

// What a tracepoint does at a hit and at the steps after it. Each location has actions of its own
// in a trace file; they are the same unless the tracepoint's locations are of different programs or
// functions.

/** Actions that some of a tracepoint's locations share. */
export interface SharedActions {
  /** Done at each step that `while-stepping` collects; otherwise at the hit. */
  readonly stepping: boolean;
  /** Run-time addresses of the locations. */
  readonly locations: readonly bigint[];
  readonly actions: readonly Action[];
}

/**
 * The lists of a tracepoint: those of hits, then those of steps; none where nothing is collected.
 */
export function actionLists({ locations }: Tracepoint): SharedActions[] {
  return [false, true].flatMap((stepping) => {
    const lists = new Map<string, { locations: bigint[]; actions: readonly Action[] }>();
    for (const { address, actions, steppingActions } of locations) {
      const own = stepping ? steppingActions : actions;
      const key = own.map(actionKey).join(';');
      const known = lists.get(key);
      if (known) known.locations.push(address);
      else lists.set(key, { locations: [address], actions: own });
    }
    return [...lists.values()]
      .filter(({ actions }) => actions.length > 0)
      .map((list) => ({ stepping, ...list }));
  });
}

function actionKey(action: Action): string {
  switch (action.kind) {
    case 'registers':
      return `R${action.mask}`;
    case 'memory':
      return `M${action.baseRegister ?? ''},${action.offset},${action.length}`;
    case 'expression':
      return `X${toHex(action.bytecode)}`;
    case 'static-data':
      return 'L';
    case 'unknown':
      return action.text;
  }
}

/**
 * The list by which a frame was collected. Undefined where the frame's PC fits several, or where
 * the location has no actions.
 */
function listOf(
  recording: Recording,
  lists: readonly SharedActions[],
  tracepoint: Tracepoint,
  frame: number,
): SharedActions | undefined {
  const isStep = recording.stepping.isStep(frame);
  const own = lists.filter(({ stepping }) => stepping === isStep);
  const pc = recording.pc(frame)?.pc;
  const atLocation = own.find(({ locations }) => pc !== undefined && locations.includes(pc));
  if (atLocation) return atLocation;
  const [only, ...others] = own;
  const isForAll = only?.locations.length === tracepoint.locations.length;
  return isForAll && others.length === 0 ? only : undefined;
}
