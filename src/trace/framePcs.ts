// Where frames stop at all: every PC that a frame has, collected or inferred. A trace has millions
// of frames and few PCs.
import type { ModuleList } from './moduleList';
import type { Recording } from './recording';
import { distinctPcs, type FrameIndex } from '../format/frameIndex';
import { inferPc } from '../machine/frameState';
import type { Trace } from './trace';
import { linkAddress, runTimeAddress } from '../machine/stackFrame';
import type { FramePredicate, PcRange } from './search/framePredicate';
import { partitionPoint } from '../bytes/arrays';
import { WeakPairCache } from '../bytes/cache';
import { hexAddress } from '../bytes/hex';
import { TimeSlice } from '../bytes/timeSlice';
import { addressesByLine } from './addressesByLine';
import { FrameFlags } from '../format/blocks';
import { listedName } from '../values/functionName';

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

/**
 * Whether some frame stops at one of the run-time addresses, or in one of the ranges; waits for the
 * whole index.
 */
export async function hasFrameIn(
  recording: Recording,
  { addresses, ranges }: Pick<FramePredicate, 'addresses' | 'ranges'>,
): Promise<boolean> {
  const pcs = await framePcs(recording);
  if (addresses) {
    const within = (pc: bigint) =>
      !ranges || ranges.some(({ start, end }) => start <= pc && pc < end);
    return [...addresses].some((address) => pcs.has(address) && within(address));
  }
  const sorted = await sortedFramePcs(recording);
  return (ranges ?? []).some(({ start, end }) => {
    const first = sorted[firstFrom(sorted, start)];
    return first !== undefined && first < end;
  });
}

/** The PCs of frames that are nearest to a run-time address, `most` of them, nearest first. */
export async function nearestFramePcs(
  recording: Recording,
  address: bigint,
  most: number,
): Promise<bigint[]> {
  const sorted = await sortedFramePcs(recording);
  const at = firstFrom(sorted, address);
  const distance = (pc: bigint) => (pc > address ? pc - address : address - pc);
  return sorted
    .slice(Math.max(0, at - most), at + most)
    .sort((a, b) => Number(distance(a) - distance(b)))
    .slice(0, most);
}

const sortedPcs = new WeakMap<ReadonlySet<bigint>, readonly bigint[]>();

async function sortedFramePcs(recording: Recording): Promise<readonly bigint[]> {
  const pcs = await framePcs(recording);
  const sorted = sortedPcs.get(pcs) ?? [...pcs].sort((a, b) => (a < b ? -1 : 1));
  sortedPcs.set(pcs, sorted);
  return sorted;
}

function firstFrom(sorted: readonly bigint[], address: bigint): number {
  return partitionPoint(sorted.length, (i) => (sorted[i] ?? 0n) >= address);
}

async function framePcsByLine({ modules, recording }: Trace) {
  return addressesByLine(modules.current, await framePcs(recording));
}

/** The PCs of frames at a line of a file; `files` are its recorded paths. Run-time addresses. */
export async function framePcsAtLine(
  trace: Trace,
  files: readonly string[],
  line: number,
): Promise<ReadonlySet<bigint>> {
  const byFile = await framePcsByLine(trace);
  return new Set(files.flatMap((file) => byFile.get(file)?.get(line) ?? []));
}

/** The lines of a file at which frames stop, ascending; `files` are its recorded paths. */
export async function linesWithFrames(trace: Trace, files: readonly string[]): Promise<number[]> {
  const byFile = await framePcsByLine(trace);
  const lines = files.flatMap((file) => [...(byFile.get(file)?.keys() ?? [])]);
  return [...new Set(lines)].sort((a, b) => a - b);
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
    const name = scope?.name ?? (named && listedName(named));
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

const knownExtents = new WeakPairCache<
  ModuleList,
  ReadonlySet<bigint>,
  ReadonlyMap<string, readonly PcRange[]>
>(async (modules, pcs) => {
  const extents = new Map<string, readonly PcRange[]>();
  const slice = new TimeSlice();
  for (const pc of pcs) {
    await slice.yieldIfDue();
    const extent = await functionExtent(modules, pc);
    extents.set(extent?.name ?? hexAddress(pc), extent?.ranges ?? []);
  }
  return extents;
});

/**
 * The functions in which frames stop, by name; a PC that is in none is there as its address,
 * without ranges. Run-time addresses.
 */
export async function functionsWithFrames(
  trace: Trace,
): Promise<ReadonlyMap<string, readonly PcRange[]>> {
  return knownExtents.get(trace.modules.current, await framePcs(trace.recording));
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
  const counts = await pcCounts(trace.recording);
  const byFile = await framePcsByLine(trace);
  for (const [line, pcs] of files.flatMap((file) => [...(byFile.get(file) ?? [])])) {
    for (const pc of pcs) {
      const frames = counts.get(pc);
      if (frames === undefined) continue;
      const hits = lines.get(line) ?? { frames: 0, addresses: new Set() };
      hits.frames += frames;
      hits.addresses.add(pc);
      lines.set(line, hits);
    }
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
