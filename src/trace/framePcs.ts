// Where frames stop at all: every PC that a frame has, collected or inferred. A trace has millions
// of frames and few PCs.
import type { ModuleList } from './moduleList';
import type { Recording } from './recording';
import { distinctPcs, type FrameIndex } from '../format/frameIndex';
import { inferPc } from '../machine/frameState';
import type { Trace } from './trace';
import { linkAddress, runTimeAddress } from '../machine/stackFrame';
import type { PcRange } from './search/framePredicate';
import { TimeSlice } from '../bytes/timeSlice';
import { FrameFlags } from '../format/blocks';

const known = new WeakMap<FrameIndex, Promise<ReadonlySet<bigint>>>();

/** The run-time addresses at which frames stop; waits for the whole index. */
export async function framePcs(recording: Recording): Promise<ReadonlySet<bigint>> {
  await recording.indexed;
  const { index } = recording;
  let pcs = known.get(index);
  if (!pcs) {
    pcs = readPcs(recording, index);
    known.set(index, pcs);
  }
  return pcs;
}

async function readPcs(recording: Recording, index: FrameIndex): Promise<ReadonlySet<bigint>> {
  const { pcs, withoutPc } = await distinctPcs(index, index.count);
  for (const tracepoint of withoutPc) {
    const at = inferPc(recording.tracepoint(tracepoint));
    if ('pc' in at) pcs.add(at.pc);
  }
  return pcs;
}

/** The PCs of frames at a line of a file; `files` are its recorded paths. Run-time addresses. */
export async function framePcsAtLine(
  trace: Trace,
  files: readonly string[],
  line: number,
): Promise<ReadonlySet<bigint>> {
  const pcs = new Set<bigint>();
  for (const pc of await framePcs(trace.recording)) {
    const { source } = await trace.modules.current.locate(pc);
    if (source?.line === line && files.includes(source.file)) pcs.add(pc);
  }
  return pcs;
}

/** The lines of a file at which frames stop, ascending; `files` are its recorded paths. */
export async function linesWithFrames(trace: Trace, files: readonly string[]): Promise<number[]> {
  const lines = new Set<number>();
  for (const pc of await framePcs(trace.recording)) {
    const { source } = await trace.modules.current.locate(pc);
    if (source && files.includes(source.file)) lines.add(source.line);
  }
  return [...lines].sort((a, b) => a - b);
}

// The code of the function that holds an address: frames stop in it wherever their PC is there.

/** A function of the traced programs. Run-time addresses. */
export interface FunctionExtent {
  readonly name: string;
  readonly ranges: readonly PcRange[];
}

/**
 * The function with code of its own at a run-time address, not one inlined there; undefined where
 * none is known.
 */
export async function functionExtent(
  programs: ModuleList,
  address: bigint,
): Promise<FunctionExtent | undefined> {
  for (const { program, slide } of programs.loaded) {
    const at = linkAddress(address, slide);
    const scope = (await program.scopesAt(at)).find(({ inlinedAt }) => !inlinedAt);
    const named = await program.functionAt(at);
    const name = scope?.name ?? named?.name;
    if (name === undefined) continue;
    const ranges = scope?.ranges ?? [{ start: named?.start ?? at, end: named?.end ?? at + 1n }];
    return {
      name,
      ranges: ranges.map(({ start, end }) => ({
        start: runTimeAddress(start, slide),
        end: runTimeAddress(end, slide),
      })),
    };
  }
  return undefined;
}

// How many frames stop at each line of a source file. A trace has millions of frames and few PCs:
// those are counted once for an index, and then found in the program.

/** The frames at a line. */
export interface LineHits {
  /** Steps included. */
  readonly frames: number;
  /** Their PCs: run-time addresses. */
  readonly addresses: ReadonlySet<bigint>;
}

/** PCs that are counted; frames at those beyond, of a hostile trace, are left out. */
const maxPcs = 100_000;
/** Frames between two looks at the clock. */
const framesPerBreath = 4096;

const knownCounts = new WeakMap<FrameIndex, Promise<ReadonlyMap<bigint, number>>>();

/** How many frames have each PC, collected or inferred; waits for the whole index. */
export async function pcCounts(recording: Recording): Promise<ReadonlyMap<bigint, number>> {
  await recording.indexed;
  const { index } = recording;
  let counts = knownCounts.get(index);
  if (!counts) {
    counts = countPcs(recording, index);
    knownCounts.set(index, counts);
  }
  return counts;
}

/**
 * The lines of a file at which frames stop, ascending; `files` are the paths under which programs
 * record it.
 */
export async function hitsByLine(
  trace: Trace,
  files: readonly string[],
): Promise<ReadonlyMap<number, LineHits>> {
  const lines = new Map<number, { frames: number; addresses: Set<bigint> }>();
  if (files.length === 0) return lines;
  const slice = new TimeSlice();
  for (const [pc, frames] of await pcCounts(trace.recording)) {
    await slice.yieldIfDue();
    const { source } = await trace.modules.current.locate(pc);
    if (!source || !files.includes(source.file)) continue;
    const hits = lines.get(source.line) ?? { frames: 0, addresses: new Set() };
    hits.frames += frames;
    hits.addresses.add(pc);
    lines.set(source.line, hits);
  }
  return new Map([...lines].sort(([a], [b]) => a - b));
}

async function countPcs(
  recording: Recording,
  index: FrameIndex,
): Promise<ReadonlyMap<bigint, number>> {
  const counts = new Counts();
  const withoutPc = new Map<number, number>();
  const slice = new TimeSlice();
  const { count } = index;
  for (let frame = 0; frame < count; frame++) {
    if (frame % framesPerBreath === 0 && slice.usedUp) await slice.yieldIfDue();
    if ((index.flags(frame) & FrameFlags.pc) === 0) {
      const tracepoint = index.tracepoint(frame);
      withoutPc.set(tracepoint, (withoutPc.get(tracepoint) ?? 0) + 1);
    } else {
      counts.add(index.pcHigh(frame), index.pcLow(frame), 1);
    }
  }
  for (const [tracepoint, frames] of withoutPc) {
    const at = inferPc(recording.tracepoint(tracepoint));
    if ('pc' in at) counts.add(Number(at.pc >> 32n), Number(at.pc & 0xffff_ffffn), frames);
  }
  return counts.all();
}

/** Counts by address, in halves of 32 bits, so that a loop over frames makes no bigint. */
class Counts {
  private readonly byHigh = new Map<number, Map<number, number>>();
  private distinct = 0;

  add(high: number, low: number, frames: number): void {
    let byLow = this.byHigh.get(high);
    if (!byLow) {
      byLow = new Map();
      this.byHigh.set(high, byLow);
    }
    const before = byLow.get(low);
    if (before === undefined && this.distinct++ >= maxPcs) return;
    byLow.set(low, (before ?? 0) + frames);
  }

  all(): ReadonlyMap<bigint, number> {
    const counts = new Map<bigint, number>();
    for (const [high, byLow] of this.byHigh) {
      for (const [low, frames] of byLow) counts.set((BigInt(high) << 32n) | BigInt(low), frames);
    }
    return counts;
  }
}
