// Where intervals begin and end: the frames in which either condition holds, with their times and
// the keys by which they are paired. One pass finds them, a second one reads them alone.
import { rowsPerBreath, TimeSlice } from '../../bytes/timeSlice';
import { raceAbort } from '../../bytes/source';
import { clockOf } from '../overview/frameTimes';
import type { FrameCondition } from '../search/framePredicate';
import type { FrameRun } from '../search/frameRun';
import { answersOver, type FrameQuery, type FrameValue } from '../search/frameValues';
import { matchesOfFrames } from '../search/search';
import type { Trace } from '../trace';
import { EventCallReader } from './eventCallReader';
import { frameKeys, KeyNumbers, type FrameKey } from './frameKeys';
import { noRow, type EventCalls } from './openBegins';

/** What makes intervals. */
export interface IntervalConditions {
  readonly begin: FrameCondition;
  readonly end: FrameCondition;
  /** Begins and ends of equal value are paired; without it, all that there are. */
  readonly key?: FrameValue | undefined;
}

/** How long work is followed, and ended. */
export interface IntervalPass {
  readonly signal?: AbortSignal | undefined;
  /** Called now and then, with how many of so many steps are done. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** What happens in a frame, as bits. */
export const sides = { begin: 1, end: 2 } as const;

/** Begins and ends in the order of the file, a row for each frame. */
export interface IntervalEvents {
  readonly frames: Uint32Array;
  /** Bits of {@link sides}. */
  readonly sides: Uint8Array;
  /** Microseconds on the target's clock; NaN where not collected. Absent where none was. */
  readonly times?: Float64Array;
  /** The number of each key, {@link noRow} where it was not collected. */
  readonly keys: Uint32Array;
  /** The keys, in the order of their numbers; without a key, one for all. */
  readonly keyValues: readonly FrameKey[];
  /** Absent where the stack does not say what belongs together. */
  readonly calls?: EventCalls;
}

/** Waits for the whole index; undefined where it was cancelled. `isTimed`: times are wanted. */
export async function intervalEvents(
  trace: Trace,
  conditions: IntervalConditions,
  isTimed: boolean,
  pass: IntervalPass,
): Promise<IntervalEvents | undefined> {
  const { signal } = pass;
  await raceAbort(trace.recording.indexed, signal);
  const marked = await markedFrames(trace, conditions, pass);
  if (signal?.aborted) return undefined;
  const rows = await rowsOf(marked);
  const time = isTimed ? await clockOf(trace) : undefined;
  const calls = await EventCallReader.of(trace, rows.frames, rows.sides, sides.begin | sides.end);
  const values = { time, key: conditions.key, calls };
  const reader = new EventReader(trace, rows.frames.length, values, pass);
  await reader.read(rows.frames);
  return signal?.aborted ? undefined : { ...rows, ...reader.columns };
}

/** The sides of each frame of the trace. */
async function markedFrames(
  trace: Trace,
  { begin, end }: IntervalConditions,
  { signal, onProgress }: IntervalPass,
): Promise<Uint8Array> {
  const { index, stepping } = trace.recording;
  const marked = new Uint8Array(index.count);
  const bits = [sides.begin, sides.end];
  const last = [-1, -1];
  const search = matchesOfFrames(trace, [{ condition: begin }, { condition: end }], {
    ...{ from: -1, to: index.count - 1, direction: 1, signal },
    onProgress: ({ searched }) => onProgress?.(searched, index.count),
  });
  for await (const found of search) {
    for (const { frame, matched } of found) {
      for (const test of matched) {
        // A hit and the steps after it are one event as long as the condition holds in them.
        const isSame = stepping.isStep(frame) && last[test] === frame - 1;
        if (!isSame) marked[frame] = (marked[frame] ?? 0) | (bits[test] ?? 0);
        last[test] = frame;
      }
    }
  }
  return marked;
}

async function rowsOf(marked: Uint8Array): Promise<Pick<IntervalEvents, 'frames' | 'sides'>> {
  const slice = new TimeSlice();
  const frames = new Uint32Array(marked.length);
  let count = 0;
  for (let frame = 0; frame < marked.length; frame++) {
    if (frame % rowsPerBreath === 0) await slice.yieldIfDue();
    if (marked[frame] === 0) continue;
    marked[count] = marked[frame] ?? 0;
    frames[count++] = frame;
  }
  return { frames: frames.slice(0, count), sides: marked.slice(0, count) };
}

/** What is read of events; absent where it is not wanted. */
interface EventValues {
  readonly time: FrameValue | undefined;
  readonly key: FrameValue | undefined;
  readonly calls: EventCallReader | undefined;
}

/** Reads times, keys and calls of events, row for row. */
class EventReader implements FrameQuery {
  private readonly times: Float64Array;
  private readonly keys: Uint32Array;
  private readonly numbers = new KeyNumbers();
  private readonly calls: Uint32Array;
  private readonly keyIn;
  private isTimed = false;
  private row = 0;

  constructor(
    readonly trace: Trace,
    rows: number,
    private readonly values: EventValues,
    private readonly pass: IntervalPass,
  ) {
    const { time, key, calls } = values;
    this.times = new Float64Array(time ? rows : 0);
    this.keys = new Uint32Array(rows);
    this.calls = new Uint32Array(calls ? rows : 0).fill(noRow);
    this.keyIn = key && frameKeys(key);
  }

  readsFrame(frame: number): boolean {
    const { time, key, calls } = this.values;
    return (
      (time?.readsFrame(frame) ?? false) ||
      (key?.readsFrame(frame) ?? false) ||
      (calls?.readsFrame(frame) ?? false)
    );
  }

  async read(frames: Uint32Array): Promise<void> {
    const { time, key, calls } = this.values;
    if (!time && !key && !calls) return;
    const ask = (frame: number, run: FrameRun | undefined) => this.take(frame, run);
    for await (const { first, answers } of answersOver(this, frames, ask, this.pass.signal)) {
      this.pass.onProgress?.(first + answers.length, frames.length);
    }
  }

  get columns(): Pick<IntervalEvents, 'times' | 'keys' | 'keyValues' | 'calls'> {
    const { keys, isTimed, times, values } = this;
    const keyValues = values.key ? this.numbers.all : [undefined];
    const calls = values.calls && { calls: this.calls, cfas: values.calls.cfas };
    return { keys, keyValues, ...(isTimed && { times }), ...(calls && { calls }) };
  }

  private take(frame: number, run: FrameRun | undefined): undefined | Promise<undefined> {
    const row = this.row++;
    const { values, keyIn } = this;
    const { signal } = this.pass;
    const time = values.time?.numberFrom(frame, run, signal);
    const key = keyIn?.(frame, run, signal);
    const call = values.calls?.callFrom(frame, run, signal);
    if (time instanceof Promise || key instanceof Promise || call instanceof Promise) {
      return Promise.all([time, key, call]).then((known) => {
        this.keep(row, ...known);
        return undefined;
      });
    }
    this.keep(row, time, key, call);
    return undefined;
  }

  private keep(
    row: number,
    time: number | undefined,
    key: FrameKey,
    call: number | undefined,
  ): void {
    const { values } = this;
    if (values.time) this.times[row] = time ?? NaN;
    this.isTimed ||= time !== undefined;
    if (values.key) this.keys[row] = key === undefined ? noRow : this.numbers.of(key);
    if (values.calls) this.calls[row] = call ?? noRow;
  }
}
