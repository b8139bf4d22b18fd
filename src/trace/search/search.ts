// Searches over frames, forward or backward, also while the index still grows: breakpoints,
// filters, `tfind` and plots all come here.
import { TimeSlice } from '../../bytes/timeSlice';
import { raceAbort } from '../../bytes/source';
import type { FrameIndex } from '../../format/frameIndex';
import { ChosenFrames } from '../list/frameList';
import { requireCurrentIndex } from '../recording';
import type { Trace } from '../trace';
import { Buffers, type FrameRun, Span } from './frameRun';
import {
  type FrameCondition,
  indexTest,
  type FramePredicate,
  type IndexTest,
} from './framePredicate';

/** Forward or backward through the file. */
export type Direction = 1 | -1;

/** How far a search has come. */
export interface SearchProgress {
  /** The frame looked at last. */
  readonly frame: number;
  /** Frames looked at. */
  readonly searched: number;
  /** Frames that passed. */
  readonly matched: number;
}

/** Where and how to search. */
export interface SearchOptions {
  /**
   * The search begins at the frame after it, or before it if backward. Backward from beyond the
   * end, the whole index is waited for, and the last frame is the first one looked at.
   */
  readonly from: number;
  readonly direction: Direction;
  /** The last frame that is looked at; without one the search goes to the end, or the beginning. */
  readonly to?: number;
  /** Ends the search, as if there were no more frames. */
  readonly signal?: AbortSignal | undefined;
  /** Called a few times a second, and when all frames were looked at. */
  readonly onProgress?: ((progress: SearchProgress) => void) | undefined;
}

/** A frame that was looked for. */
interface FoundFrame {
  readonly frame: number;
  /** The tests that it passes, by their index, ascending; there is at least one. */
  readonly matched: readonly number[];
}

/**
 * The nearest frame that passes any of the tests; undefined if none exists, or the search is
 * cancelled.
 */
export async function findFrame(
  trace: Trace,
  tests: readonly FramePredicate[],
  options: SearchOptions,
): Promise<FoundFrame | undefined> {
  for await (const [found] of new Search(trace, tests, options).run(1)) if (found) return found;
  return undefined;
}

/**
 * All frames that pass any of the tests, in the order of the search, in batches as they are found.
 */
export async function* matchingFrames(
  trace: Trace,
  tests: readonly FramePredicate[],
  options: SearchOptions,
): AsyncIterable<Uint32Array> {
  for await (const found of matchesOfFrames(trace, tests, options)) {
    yield Uint32Array.from(found, ({ frame }) => frame);
  }
}

/** The same, with the tests that each of them passes. */
export function matchesOfFrames(
  trace: Trace,
  tests: readonly FramePredicate[],
  options: SearchOptions,
): AsyncIterable<readonly FoundFrame[]> {
  return new Search(trace, tests, options).run(Infinity);
}

/** All frames of a trace in which a condition holds, or those found until `signal` ends it. */
export async function chosenBy(
  trace: Trace,
  condition: FrameCondition,
  options: Pick<SearchOptions, 'signal' | 'onProgress'>,
): Promise<ChosenFrames> {
  const chosen = new ChosenFrames();
  const search = matchingFrames(trace, [{ condition }], { from: -1, direction: 1, ...options });
  for await (const found of search) chosen.add(found);
  return chosen;
}

/** Milliseconds between two reports of progress. */
const reportEvery = 200;
/** Frames looked at between two looks at the clock. */
const framesPerBreath = 32;
const noTests: readonly number[] = [];

/** One search on its way. */
class Search {
  private searched = 0;
  private matched = 0;
  private reported = performance.now();
  private readonly slice = new TimeSlice();
  private readonly index: FrameIndex;

  constructor(
    private readonly trace: Trace,
    private readonly tests: readonly FramePredicate[],
    private readonly options: SearchOptions,
  ) {
    this.index = trace.recording.index;
  }

  /** Frames as they are found, `most` of them at a time. */
  async *run(most: number): AsyncGenerator<readonly FoundFrame[], void> {
    const chunks = await this.begin();
    let ahead = chunks && (await this.next(chunks));
    while (chunks && ahead) {
      const chunk = ahead;
      const run = await raceAbort(chunk.run, this.options.signal);
      if (this.isCancelled()) return;
      // The next piece of the file is read while this one is looked at.
      const prepared = this.canPrepare(chunks) ? chunks.next() : undefined;
      for await (const found of this.passing(chunk, run, chunks, most)) yield found;
      if (run) chunks.release(run);
      this.searched += chunk.searched;
      ahead = prepared ?? (await this.next(chunks));
      this.report(chunk.last, ahead === undefined);
      await this.slice.yieldIfDue();
    }
  }

  /** Fails where the frames are others now than those looked at. */
  private isCancelled(): boolean {
    if (this.options.signal?.aborted === true) return true;
    requireCurrentIndex(this.trace.recording, this.index);
    return false;
  }

  private async begin(): Promise<Chunks | undefined> {
    const { from, direction, to } = this.options;
    const { trace, tests } = this;
    if (tests.length === 0) return undefined;
    const end = to === undefined ? (direction > 0 ? Infinity : -1) : to + direction;
    if (direction > 0) return new Chunks(trace, tests, Math.max(from + 1, 0), direction, end);
    await this.reach(from - 1);
    const first = Math.min(from, trace.recording.index.count) - 1;
    return new Chunks(trace, tests, first, direction, Math.max(end, -1));
  }

  /** The next frames, once the index has one. */
  private async next(chunks: Chunks): Promise<Chunk | undefined> {
    if (!chunks.hasNext || !(await this.reach(chunks.at))) return undefined;
    return chunks.next();
  }

  private canPrepare(chunks: Chunks): boolean {
    return chunks.hasNext && chunks.at < this.trace.recording.index.count;
  }

  /** Waits for a frame; false where it does not come, or the search is cancelled. */
  private async reach(frame: number): Promise<boolean> {
    const { signal } = this.options;
    if (frame < this.trace.recording.index.count) return frame >= 0;
    if (this.isCancelled()) return false;
    return (await raceAbort(this.trace.recording.reach(frame), signal)) ?? false;
  }

  private async *passing(
    chunk: Chunk,
    run: FrameRun | undefined,
    chunks: Chunks,
    most: number,
  ): AsyncGenerator<readonly FoundFrame[], void> {
    let found: FoundFrame[] = [];
    let left = framesPerBreath;
    for (const frame of chunk.frames) {
      if (--left === 0 && this.slice.usedUp) {
        if (found.length > 0) yield found;
        found = [];
        await this.slice.yieldIfDue();
        if (this.isCancelled()) return;
      }
      if (left === 0) left = framesPerBreath;
      const passed = this.testsPassed(frame, run, chunks);
      const { signal } = this.options;
      const matched = passed instanceof Promise ? await raceAbort(passed, signal) : passed;
      if (passed instanceof Promise && this.isCancelled()) return;
      if (!matched || matched.length === 0) continue;
      this.matched++;
      found.push({ frame, matched });
      if (found.length < most) continue;
      yield found;
      found = [];
    }
    if (found.length > 0) yield found;
  }

  /**
   * The tests that a frame passes, from one on; at once where their conditions can be answered so.
   */
  private testsPassed(
    frame: number,
    run: FrameRun | undefined,
    chunks: Chunks,
    first = 0,
  ): readonly number[] | Promise<readonly number[]> {
    let matched: number[] | undefined;
    for (let test = first; test < this.tests.length; test++) {
      if (!chunks.mayPass(test, frame)) continue;
      const { condition } = this.tests[test] ?? {};
      const holds = condition?.holdsIn(frame, run, this.options.signal) ?? true;
      if (holds instanceof Promise) {
        return this.restPassed(holds, matched ?? [], test, frame, run, chunks);
      }
      if (holds) (matched ??= []).push(test);
    }
    return matched ?? noTests;
  }

  /** Continues after the test whose answer is waited for. */
  private async restPassed(
    holds: Promise<boolean>,
    before: readonly number[],
    test: number,
    frame: number,
    run: FrameRun | undefined,
    chunks: Chunks,
  ): Promise<readonly number[]> {
    const matched = (await holds) ? [...before, test] : before;
    if (this.isCancelled()) return noTests;
    return [...matched, ...(await this.testsPassed(frame, run, chunks, test + 1))];
  }

  private report(frame: number, isEnd: boolean): void {
    const now = performance.now();
    if (!isEnd && now - this.reported < reportEvery) return;
    this.reported = now;
    this.options.onProgress?.({ frame, searched: this.searched, matched: this.matched });
  }
}

/** Frames that follow each other in a search. */
interface Chunk {
  /** Those that pass what the index decides of a test, in the order of the search. */
  readonly frames: readonly number[];
  /** Holds those of them that a condition needs; absent where none does. */
  readonly run: Promise<FrameRun> | undefined;
  /** How many frames were looked at, and the last of them. */
  readonly searched: number;
  readonly last: number;
}

/** Frames looked at for one chunk at most: at first few, so that what is near is found at once. */
const scanned = { first: 256, most: 8192 };
/** Cuts a search into chunks. */
class Chunks {
  private maxFrames = scanned.first;
  private readonly indexTests: readonly IndexTest[];
  private readonly buffers: Buffers;

  constructor(
    private readonly trace: Trace,
    private readonly tests: readonly FramePredicate[],
    private frame: number,
    private readonly direction: Direction,
    /** The first frame that is not looked at any more. */
    private readonly end: number,
  ) {
    this.indexTests = tests.map((test) => indexTest(trace.recording, test));
    this.buffers = new Buffers(trace.recording.bytes);
  }

  /** Says that a run of an earlier chunk is read no more. */
  release(run: FrameRun): void {
    run.release(this.buffers);
  }

  /** The frame that comes next. */
  get at(): number {
    return this.frame;
  }

  /** Whether there is a next frame; it may not be in the index yet. */
  get hasNext(): boolean {
    return this.frame >= 0 && (this.end - this.frame) * this.direction > 0;
  }

  /** Whether the index decides that a frame may pass a test. */
  mayPass(test: number, frame: number): boolean {
    return this.indexTests[test]?.(frame) === true;
  }

  /** The next frames, up to the end of the index so far. Their bytes are being read. */
  next(): Chunk {
    const { direction, trace } = this;
    const frames: number[] = [];
    const span = new Span(trace, this.frame);
    const limit = direction > 0 ? Math.min(this.end, trace.recording.index.count) : this.end;
    const first = this.frame;
    let frame = first;
    for (let left = this.maxFrames; left > 0 && frame !== limit; left--, frame += direction) {
      if (!this.isCandidate(frame)) continue;
      if (this.readsFrame(frame) && !span.add(frame)) break;
      frames.push(frame);
    }
    this.frame = frame;
    this.maxFrames = Math.min(2 * this.maxFrames, scanned.most);
    const searched = Math.abs(frame - first);
    return { frames, run: span.read(this.buffers), searched, last: frame - direction };
  }

  private isCandidate(frame: number): boolean {
    for (const passes of this.indexTests) if (passes(frame)) return true;
    return false;
  }

  private readsFrame(frame: number): boolean {
    for (let i = 0; i < this.tests.length; i++) {
      if (this.tests[i]?.condition?.readsFrame(frame) && this.mayPass(i, frame)) return true;
    }
    return false;
  }
}
