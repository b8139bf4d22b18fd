// The blocks that Intel PT packets tell of with the programs that a trace has. A few megabytes of
// packets tell of a hundred million instructions, so blocks are not kept: of every few thousand
// steps the state of the flow is, and from there they are followed again when they are asked for.
import { partitionPoint } from '../../bytes/arrays';
import { RecentResults } from '../../bytes/cache';
import { TimeSlice } from '../../bytes/timeSlice';
import { BlockColumns, type Blocks, type PtContents, unknownTime } from '../../format/branchTrace';
import type { ClockRates } from '../../format/intelPt/clock';
import type { ModuleList } from '../moduleList';
import { BlockIndex, type BlockRange, type BlockRanges, type Moment } from './blockIndex';
import { BlockNumbering, type Following, maxSegments } from './blockNumbering';
import { BlockShapes, longestBlock } from './blockShapes';
import { FlowCode } from './flowCode';
import type { FlowSink } from './flowSink';
import { momentsOf, type RangeMoments, rangeMoments } from './moments';
import { PtFlow } from './ptFlow';
import { RanCode } from './ranCode';

/** Steps of a flow in a range. Each gives at most one block and one gap. */
const stepsInRange = 1 << 13;
/** Ranges that are kept decoded: each takes up to half a megabyte, mostly some 50 kB. */
const keptRanges = 64;
/** Numbers that a range has at most: of its steps, and of a block that began before. */
const numbersInRange = Number(longestBlock) + 2 * stepsInRange;
/** Different blocks of which it is remembered what runs in them. */
const differentBlocks = 1 << 17;
/** The greatest number of an instruction: columns have 32 bits. */
const greatestNumber = 2 ** 31 - 1;

/** What is kept of a range: the flow before it, and the numbers with which it begins. */
interface Checkpoint {
  readonly flow: PtFlow;
  readonly block: number;
  readonly number: number;
  readonly moments: RangeMoments | undefined;
}

/** What following packets takes and tells. */
export interface PacketFollowing extends Following {
  readonly programs: ModuleList;
  readonly rates: ClockRates;
}

/** What is kept at most, and steps of a flow in a range. */
export interface FollowingLimits {
  readonly segments?: number;
  readonly steps?: number;
}

/**
 * Follows packets to their end, or until there are about as many segments of calls as are kept,
 * which a gap says. Undefined when cancelled.
 */
export async function followPackets(
  { raw, cpu }: PtContents,
  { programs, rates, map, functions, calls, signal, report }: PacketFollowing,
  { segments = maxSegments, steps = stepsInRange }: FollowingLimits = {},
): Promise<BlockIndex | undefined> {
  // The flow went through each block already, so that they need no bound.
  const shapes = new BlockShapes(map, functions, Infinity);
  const numbering = new BlockNumbering(shapes, calls, differentBlocks);
  const ranges = new PtRanges(shapes, steps);
  const code = new FlowCode(programs);
  const flow = new PtFlow(raw, cpu, code, new RangeBlocks(), rates);
  const slice = new TimeSlice();
  for (let isEnd = false; !isEnd;) {
    const isFull =
      calls.count > segments - numbersInRange || numbering.next > greatestNumber - numbersInRange;
    if (isFull) flow.cancel();
    const start = flow.copy();
    const blocks = new RangeBlocks();
    flow.sink = blocks;
    isEnd = await followRange(flow, steps, code);
    const range = await numbering.add(blocks.all, slice, () => !signal.aborted);
    if (!range || signal.aborted) return undefined;
    ranges.add(start, range);
    if (slice.usedUp) report({ done: flow.offset, of: raw.length, isBytes: true });
    await slice.yieldIfDue();
  }
  return new BlockIndex(ranges, numbering.unfollowed);
}

/** Ranges of the blocks of a recording. */
class PtRanges implements BlockRanges {
  blockCount = 0;
  numberCount = 0;
  firstTime: bigint | undefined;
  ticks = 0;
  private readonly checkpoints: Checkpoint[] = [];
  private readonly ran = new RanCode();
  private readonly decoded = new RecentResults<number, BlockRange>(keptRanges);
  private latest: BlockRange | undefined;

  constructor(
    private readonly shapes: BlockShapes,
    private readonly steps: number,
  ) {}

  /** Adds the range that follows, of which it keeps how it is followed again. */
  add(flow: PtFlow, range: BlockRange): void {
    const { from: block, blocks, firsts } = range;
    if (blocks.count === 0) return;
    this.firstTime ??= blocks.times?.find((each) => each !== unknownTime);
    const moments = blocks.times && rangeMoments(momentsOf(range, this.firstTime ?? 0n));
    this.ticks = Math.max(this.ticks, moments?.to ?? 0);
    this.checkpoints.push({ flow, block, number: firsts[0] ?? 1, moments });
    this.ran.add(blocks);
    this.blockCount = block + blocks.count;
    this.numberCount = (firsts[blocks.count] ?? 1) - 1;
  }

  withBlock(block: number): BlockRange {
    const { latest } = this;
    const isLatest = latest && block >= latest.from && block < latest.from + latest.blocks.count;
    return isLatest ? latest : this.range(this.placeOf(block));
  }

  withNumber(number: number): BlockRange {
    const { latest } = this;
    const [first = 0] = latest?.firsts ?? [];
    if (latest && number >= first && number < (latest.firsts[latest.blocks.count] ?? 0)) {
      return latest;
    }
    const { checkpoints } = this;
    const next = partitionPoint(
      checkpoints.length,
      (place) => (checkpoints[place]?.number ?? 0) > number,
    );
    return this.range(Math.max(0, next - 1));
  }

  skipped(block: number, direction: 1 | -1, addresses: ReadonlySet<bigint>): number {
    const place = this.placeOf(block);
    if (this.ran.mayHold(place, addresses)) return block;
    const [here, next] = [this.checkpoints[place], this.checkpoints[place + 1]];
    return direction < 0 ? (here?.block ?? 0) - 1 : (next?.block ?? this.blockCount);
  }

  *moments(isShort: (from: number, to: number) => boolean): Generator<Moment> {
    for (const [place, { moments }] of this.checkpoints.entries()) {
      if (!moments) continue;
      const { first, last, from, to } = moments;
      if (!isShort(from, to)) yield* momentsOf(this.range(place), this.firstTime ?? 0n);
      else if (first.number === last.number) yield first;
      else yield* [first, last];
    }
  }

  /** The place of the range with a block. */
  private placeOf(block: number): number {
    const { checkpoints } = this;
    const next = partitionPoint(
      checkpoints.length,
      (place) => (checkpoints[place]?.block ?? 0) > block,
    );
    return Math.max(0, next - 1);
  }

  private range(place: number): BlockRange {
    this.latest = this.decoded.get(place, () => this.decode(place));
    return this.latest;
  }

  /** Follows a range again. All of its code was read when it was followed first. */
  private decode(place: number): BlockRange {
    const checkpoint = this.checkpoints[place];
    const sink = new RangeBlocks();
    const flow = checkpoint?.flow.copy();
    if (flow) flow.sink = sink;
    flow?.advance(this.steps);
    const blocks = sink.all;
    const firsts = new Float64Array(blocks.count + 1);
    const gaps = Int8Array.from(blocks.gaps ?? []);
    firsts[0] = checkpoint?.number ?? 1;
    for (let at = 0; at < blocks.count; at++) {
      let count = 0;
      if (gaps[at] === 0) {
        const again = this.shapes.again(blocks.begins[at] ?? 0n, blocks.ends[at] ?? 0n);
        ({ count } = again);
        gaps[at] = again.gap;
      }
      firsts[at + 1] = (firsts[at] ?? 0) + count + (gaps[at] === 0 ? 0 : 1);
    }
    return { from: checkpoint?.block ?? 0, blocks, firsts, gaps };
  }
}

/** Follows as far as some work leads; true at the end of the packets. */
async function followRange(flow: PtFlow, work: number, code: FlowCode): Promise<boolean> {
  const end = flow.work + work;
  for (;;) {
    const wanted = flow.advance(end - flow.work);
    if (typeof wanted !== 'bigint') return wanted === 'end';
    await code.read(wanted);
  }
}

/** The blocks and gaps that a flow tells of. */
class RangeBlocks implements FlowSink {
  private readonly columns = new BlockColumns();
  private readonly gaps = new Map<number, number>();

  run(begin: bigint, end: bigint, time: bigint | undefined): void {
    this.columns.add(begin, end, time);
  }

  gap(gap: number, ip: bigint, offset: number, time: bigint | undefined): void {
    this.gaps.set(this.columns.count, gap);
    this.columns.add(ip, BigInt(offset), time);
  }

  get all(): Blocks {
    const { all } = this.columns;
    const gaps = new Int8Array(all.count);
    for (const [block, gap] of this.gaps) gaps[block] = gap;
    return { ...all, gaps };
  }
}
