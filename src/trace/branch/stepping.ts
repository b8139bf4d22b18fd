// Where the debugger's buttons lead in a branch trace, by the rules of gdb where it replays one: an
// instruction, a line, a function, a block at a time, forward and back. Each gives the number of an
// instruction, or none where the recording ends.
import type { Direction } from '../search/search';
import { TimeSlice } from '../../bytes/timeSlice';
import { linkAddress, runTimeAddress } from '../../machine/stackFrame';
import { type BranchTrace, type Execution, instructionAddress, executedFrom } from './branchTrace';
import type { CallTree } from './callTree';

/** Where a move begins. */
interface Start {
  readonly trace: BranchTrace;
  readonly execution: Execution;
  /** Number of an instruction. */
  readonly from: number;
  /** Ends the move, as if the recording ended. */
  readonly signal?: AbortSignal;
}

/**
 * Leads to an instruction by its number; undefined where the recording ends before there is one.
 */
export type BranchMove = (start: Start) => number | undefined | Promise<number | undefined>;

/** The next or previous instruction; a gap is passed over. */
export function instruction(direction: Direction): BranchMove {
  return ({ execution, from }) => neighbour(execution, from, direction);
}

/** As {@link instruction}, but a call is passed over with all that it calls. */
export function instructionOver(direction: Direction): BranchMove {
  return ({ execution, from }) => pastCalls(execution, from, direction);
}

/** The next line of source, into functions that have lines. */
export const lineInto: BranchMove = (start) => nextLine(start, true);

/** The next line of source, past calls. */
export const lineOver: BranchMove = (start) => nextLine(start, false);

/**
 * The nearest beginning of a line before, past calls; from the beginning of a function, of the line
 * that called it.
 */
export const lineBack: BranchMove = async (start) => {
  const { execution, from, signal } = start;
  const lines = new Lines(start.trace, execution);
  const slice = new TimeSlice();
  const hadLine = (await lines.at(from)) !== undefined;
  for (let at = await pastCalls(execution, from, -1); at !== undefined;) {
    const here = await lines.at(at);
    if (here === undefined && hadLine) return at;
    const isCalled = isEntry(execution, at) && (await lines.at(at - 1)) !== undefined;
    if (here?.startsHere === true && !isCalled) return at;
    at = await pastCalls(execution, at, -1);
    await slice.yieldIfDue();
    if (signal?.aborted) return undefined;
  }
  return undefined;
};

/** The instruction after the call by which the function was entered. */
export const out: BranchMove = async ({ execution: { calls }, from }) => {
  const place = calls.placeOf(from);
  const level = calls.level(place);
  const found = await segmentWhere(calls, place, 1, (at) => calls.level(at) < level);
  return found === undefined ? undefined : calls.firstOf(found);
};

/** The call by which the function was entered. */
export const outBack: BranchMove = async ({ execution: { calls }, from }) => {
  const place = calls.placeOf(from);
  const level = calls.level(place);
  const found = await segmentWhere(calls, place, -1, (at) => calls.level(at) < level);
  return found === undefined ? undefined : calls.at(found).last;
};

/** The first instruction of the next or previous function that is called. */
export function call(direction: Direction): BranchMove {
  return ({ execution, from }) =>
    segment(execution, from, direction, (levels) => levels.here > levels.before);
}

/** The first instruction after the next or previous return. */
export function back(direction: Direction): BranchMove {
  return ({ execution, from }) =>
    segment(execution, from, direction, (levels) => levels.here < levels.before);
}

/** The first instruction of the next or previous block. */
export function block(direction: Direction): BranchMove {
  return async ({ execution: { blocks }, from }) => {
    const here = blocks.blockOf(from);
    const isInside = from > blocks.firstOf(here);
    const next = direction > 0 ? here + 1 : isInside ? here : here - 1;
    const to = await blocks.nearestThatRan(next, direction);
    return to < 0 || to >= blocks.blockCount ? undefined : blocks.firstOf(to);
  };
}

/** The first or the last instruction. */
export function end(direction: Direction): BranchMove {
  return ({ execution }) => {
    const { count } = execution.blocks;
    if (count === 0) return undefined;
    const last = direction > 0 ? count : 1;
    return execution.blocks.isGap(last)
      ? neighbour(execution, last, -direction as Direction)
      : last;
  };
}

/**
 * The moves that lead further than a step, by the names that a debug client and the page have for
 * them.
 */
export const jumps = {
  nextCall: call(1),
  previousCall: call(-1),
  nextReturn: back(1),
  previousReturn: back(-1),
  nextBlock: block(1),
  previousBlock: block(-1),
  first: end(-1),
  last: end(1),
} satisfies Readonly<Record<string, BranchMove>>;

async function segment(
  { calls }: Execution,
  from: number,
  direction: Direction,
  isMeant: (levels: { before: number; here: number }) => boolean,
): Promise<number | undefined> {
  const place = calls.placeOf(from);
  const isInside = from > calls.firstOf(place);
  const start = direction > 0 || !isInside ? place : place + 1;
  const found = await segmentWhere(
    calls,
    start,
    direction,
    (at) =>
      at > 0 &&
      !calls.isGap(at - 1) &&
      isMeant({ before: calls.level(at - 1), here: calls.level(at) }),
  );
  return found === undefined ? undefined : calls.firstOf(found);
}

/** The next segment that something holds of, from one on, itself not among them; no gap. */
async function segmentWhere(
  calls: CallTree,
  from: number,
  by: Direction,
  holds: (place: number) => boolean,
): Promise<number | undefined> {
  const slice = new TimeSlice();
  for (let at = from + by; at >= 0 && at < calls.count; at += by) {
    if (!calls.isGap(at) && holds(at)) return at;
    if ((at & 0xffff) === 0) await slice.yieldIfDue();
  }
  return undefined;
}

async function neighbour(
  { blocks }: Execution,
  from: number,
  by: Direction,
): Promise<number | undefined> {
  const next = from + by;
  if (next < 1 || next > blocks.count) return undefined;
  if (!blocks.isGap(next)) return next;
  // Gaps are at the ends of blocks: the one before is the instruction before, if the block has any.
  const at = await blocks.nearestThatRan(blocks.blockOf(next) + (by > 0 ? 1 : 0), by);
  if (at < 0 || at >= blocks.blockCount) return undefined;
  return by > 0 ? blocks.firstOf(at) : blocks.firstOf(at) + blocks.countOf(at) - 1;
}

/** The neighbour, or where a call led that is passed over: the next segment that is not deeper. */
async function pastCalls(
  execution: Execution,
  from: number,
  by: Direction,
): Promise<number | undefined> {
  const { calls } = execution;
  const place = calls.placeOf(from);
  const to = await neighbour(execution, from, by);
  if (to === undefined) return undefined;
  const level = calls.level(place);
  const next = calls.placeOf(to);
  if (next === place || calls.level(next) <= level) return to;
  const at = await segmentWhere(calls, next, by, (each) => calls.level(each) <= level);
  if (at === undefined) return undefined;
  if (by > 0) return calls.firstOf(at);
  // The call that led here is not in the recording: back into what returned.
  return calls.isSameActivation(at, place) ? calls.at(at).last : to;
}

/**
 * The first instruction at the beginning of another line; into calls where they have lines, or past
 * them.
 */
async function nextLine(start: Start, into: boolean): Promise<number | undefined> {
  const { trace, execution, from, signal } = start;
  const { calls } = execution;
  const lines = new Lines(trace, execution);
  const slice = new TimeSlice();
  let line = await lines.at(from);
  for (let at = from; ;) {
    const to = await neighbour(execution, at, 1);
    if (to === undefined) return undefined;
    const isCall = calls.level(calls.placeOf(to)) > calls.level(calls.placeOf(at));
    const isEntered = isCall && into && (await lines.describes(to));
    if (isEntered) return behindPrologue(start, to);
    const next = isCall ? await pastCalls(execution, at, 1) : to;
    if (next === undefined) return undefined;
    const here = await lines.at(next);
    const isLeft = calls.level(calls.placeOf(next)) < calls.level(calls.placeOf(at));
    if (here ? !line || (here.startsHere && !isSame(here, line)) : isLeft && line) return next;
    // In the middle of another line: to its end.
    line = here ?? line;
    at = next;
    await slice.yieldIfDue();
    if (signal?.aborted) return undefined;
  }
}

/** Whether a function was called with an instruction. */
function isEntry({ calls }: Execution, number: number): boolean {
  const place = calls.placeOf(number);
  if (place === 0 || number !== calls.firstOf(place) || calls.isGap(place - 1)) return false;
  return calls.level(place) > calls.level(place - 1);
}

/** Where a breakpoint at the function would stop, in this call of it. */
async function behindPrologue(
  { trace, execution }: Start,
  entry: number,
): Promise<number | undefined> {
  const { calls } = execution;
  const place = calls.placeOf(entry);
  const segment = calls.at(place);
  const address = instructionAddress(execution, entry);
  const after = address === undefined ? undefined : await prologueEnd(trace, address);
  if (after === undefined) return entry;
  const slice = new TimeSlice();
  for (const executed of executedFrom(execution, entry)) {
    if (executed.number > segment.last) break;
    if (executed.kind === 'instruction' && executed.address === after) return executed.number;
    if ((executed.number & 0xfff) === 0) await slice.yieldIfDue();
  }
  return entry;
}

async function prologueEnd(trace: BranchTrace, entry: bigint): Promise<bigint | undefined> {
  for (const { program, slide } of trace.modules.current.loaded) {
    const at = linkAddress(entry, slide);
    const name = (await program.symbolAt(at))?.name;
    if (name === undefined) continue;
    const found = (await program.addressesOfFunction(name)).find((each) => each.entry === at);
    if (found) return runTimeAddress(found.afterPrologue, slide);
  }
  return undefined;
}

function isSame(line: LinePlace, other: LinePlace): boolean {
  return line.line === other.line && line.file === other.file;
}

// The lines of source in which the instructions of a branch trace are.

/** A line, and whether its code begins just there. */
export interface LinePlace {
  readonly file: string;
  readonly line: number;
  readonly startsHere: boolean;
}

/** The lines of instructions; a loop asks for few addresses many times. */
class Lines {
  private readonly found = new Map<bigint, LinePlace | undefined>();

  constructor(
    private readonly trace: BranchTrace,
    private readonly execution: Execution,
  ) {}

  async at(number: number): Promise<LinePlace | undefined> {
    const address = instructionAddress(this.execution, number);
    if (address === undefined) return undefined;
    if (!this.found.has(address)) this.found.set(address, await this.lookUp(address));
    return this.found.get(address);
  }

  /**
   * Whether debugging information describes the function of an instruction, so that it has lines of
   * its own.
   */
  async describes(number: number): Promise<boolean> {
    const address = instructionAddress(this.execution, number);
    if (address === undefined || (await this.at(number)) === undefined) return false;
    for (const { program, slide } of this.trace.modules.current.loaded) {
      const found = await program.functionAt(linkAddress(address, slide));
      if (found) return found.from === 'dwarf';
    }
    return false;
  }

  private async lookUp(address: bigint): Promise<LinePlace | undefined> {
    for (const { program, slide } of this.trace.modules.current.loaded) {
      const at = linkAddress(address, slide);
      const span = await program.lines.lineSpanAt(at);
      if (!span || span.line === 0) continue;
      const startsHere = span.start === at && span.isStatement;
      return { file: span.file, line: span.line, startsHere };
    }
    return undefined;
  }
}
