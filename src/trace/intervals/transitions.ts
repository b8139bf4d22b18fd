// How a value goes from one state to the next over the frames that collected it: a state machine as
// it was seen. A frame that did not collect the value is a gap; a gap is no state, and what changed
// in it is one transition, however many there were.
import { rowsPerBreath, TimeSlice } from '../../bytes/timeSlice';
import { clockOf } from '../overview/frameTimes';
import { firstFrames, type FrameList } from '../list/frameList';
import type { FrameRun } from '../search/frameRun';
import { answersOver, type FrameQuery, type FrameValue } from '../search/frameValues';
import { frameKeys, KeyNumbers, type FrameKey } from './frameKeys';
import type { IntervalPass } from './intervalEvents';
import type { DurationUnit } from './intervals';
import { SortedLengths, type IntervalLengths } from './sortedLengths';

/** What is followed. */
export interface FollowedState {
  readonly value: FrameValue;
  /** Frames of equal value are followed by themselves, as those of one call are. */
  readonly key?: FrameValue | undefined;
}

/** A state, by the value. */
export interface State {
  readonly key: FrameKey;
  /** A frame that has it. */
  readonly frame: number;
  /** Frames that have it. */
  frames: number;
}

/** All transitions from one state to another. */
export interface Transition {
  /** Places in the list of states. */
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** Of them, those with frames in between that did not collect the value. */
  readonly overGaps: number;
  /** The first frame of the new state, each time. */
  readonly frames: Uint32Array;
  /**
   * From the first frame of the old state to that of the new one; of the first state, which had
   * begun at some time before, nothing is known.
   */
  readonly durations?: IntervalLengths;
}

/** The transitions of a value. */
export interface Transitions {
  readonly unit: DurationUnit;
  /** In the order in which they first come. */
  readonly states: readonly State[];
  /** The most frequent first. */
  readonly transitions: readonly Transition[];
  /** Transitions of pairs and states that are too many to be kept. */
  readonly others: number;
  /** Frames that did not collect the value, or the key. */
  readonly gaps: number;
}

/** States and pairs of them that are kept. */
const maxStates = 10_000;

/** The transitions over frames of a list; undefined where it was cancelled. */
export async function transitionsOf(
  list: FrameList,
  followed: FollowedState,
  unit: DurationUnit | undefined,
  { signal, onProgress }: IntervalPass = {},
): Promise<Transitions | undefined> {
  const { count } = list;
  const time = unit === 'frames' ? undefined : await clockOf(followed.value.trace);
  const reader = new StateReader(count, followed, time, signal);
  const ask = (frame: number, run: FrameRun | undefined) => reader.take(frame, run);
  for await (const { first, answers } of answersOver(
    reader,
    firstFrames(list, count),
    ask,
    signal,
  )) {
    onProgress?.(first + answers.length, count);
  }
  return signal?.aborted ? undefined : reader.finish(unit);
}

/** A state that lasts, of one key. */
interface LastingState {
  state: number;
  /** Its first frame, and the time there, NaN where that was not collected. */
  frame: number;
  time: number;
  /** Whether the frame before had another state: the first one had begun at some time before. */
  hasBegun: boolean;
  /** Gaps up to its last frame. */
  gaps: number;
}

/** Transitions of one pair, while they are counted. */
interface CountedPair {
  readonly from: number;
  readonly to: number;
  count: number;
  overGaps: number;
}

/** Follows the states from frame to frame. */
class StateReader implements FrameQuery {
  private readonly stateIn;
  private readonly keyIn;
  private readonly numbers = new KeyNumbers();
  private readonly states: State[] = [];
  private readonly lasting = new Map<FrameKey, LastingState>();
  private readonly pairs: CountedPair[] = [];
  private readonly pairNumbers = new Map<number, number>();
  /** Of each transition its pair, its frame, and how long the state before had lasted. */
  private readonly pairOf: Uint32Array;
  private readonly frameOf: Uint32Array;
  private readonly times: Float64Array;
  private readonly frames: Float64Array;
  private isTimed = false;
  private count = 0;
  private others = 0;
  private gaps = 0;

  constructor(
    frames: number,
    private readonly followed: FollowedState,
    private readonly time: FrameValue | undefined,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.stateIn = frameKeys(followed.value);
    this.keyIn = followed.key && frameKeys(followed.key);
    this.pairOf = new Uint32Array(frames);
    this.frameOf = new Uint32Array(frames);
    this.times = new Float64Array(time ? frames : 0);
    this.frames = new Float64Array(frames);
  }

  get trace() {
    return this.followed.value.trace;
  }

  readsFrame(frame: number): boolean {
    const { value, key } = this.followed;
    return [value, key, this.time].some((each) => each?.readsFrame(frame));
  }

  /** Takes the next frame, at once where that can be. */
  take(frame: number, run: FrameRun | undefined): undefined | Promise<undefined> {
    const state = this.stateIn(frame, run, this.signal);
    const key = this.keyIn?.(frame, run, this.signal);
    const time = this.time?.numberFrom(frame, run, this.signal);
    if (state instanceof Promise || key instanceof Promise || time instanceof Promise) {
      return Promise.all([state, key, time]).then((known) => {
        this.see(frame, ...known);
        return undefined;
      });
    }
    this.see(frame, state, key, time);
    return undefined;
  }

  async finish(unit: DurationUnit | undefined): Promise<Transitions | undefined> {
    const counted = unit ?? (this.isTimed ? 'time' : 'frames');
    const ofPairs = await this.byPair(counted === 'time' ? this.times : this.frames);
    const transitions: Transition[] = [];
    for (const [i, pair] of this.pairs.entries()) {
      const { lengths, frames } = ofPairs[i] ?? madeRoom(0);
      const sorted = await SortedLengths.of(lengths, this.signal);
      if (!sorted) return undefined;
      const durations = sorted.statistics;
      transitions.push({ ...pair, frames, ...(durations && { durations }) });
    }
    transitions.sort((a, b) => b.count - a.count || (a.frames[0] ?? 0) - (b.frames[0] ?? 0));
    const { states, others, gaps } = this;
    return { unit: counted, states, transitions, others, gaps };
  }

  private see(frame: number, value: FrameKey, key: FrameKey, time = NaN): void {
    if (value === undefined || (this.keyIn && key === undefined)) {
      this.gaps++;
      return;
    }
    this.isTimed ||= !Number.isNaN(time);
    const state = this.stateOf(value, frame);
    const last = this.lasting.get(key);
    if (!last) {
      this.lasting.set(key, { state, frame, time, hasBegun: false, gaps: this.gaps });
      return;
    }
    if (state !== last.state) {
      this.change(last, state, frame, time);
      Object.assign(last, { state, frame, time, hasBegun: true });
    }
    last.gaps = this.gaps;
  }

  private stateOf(key: FrameKey, frame: number): number {
    const number = this.numbers.of(key);
    const state = this.states[number];
    if (state) state.frames++;
    else if (this.states.length < maxStates) this.states.push({ key, frame, frames: 1 });
    return number;
  }

  private change(last: LastingState, to: number, frame: number, time: number): void {
    const pair = this.pairNumber(last.state, to);
    const counted = this.pairs[pair];
    if (!counted) {
      this.others++;
      return;
    }
    counted.count++;
    if (last.gaps < this.gaps) counted.overGaps++;
    this.pairOf[this.count] = pair;
    this.frameOf[this.count] = frame;
    this.frames[this.count] = last.hasBegun ? frame - last.frame : NaN;
    if (this.time) this.times[this.count] = last.hasBegun ? time - last.time : NaN;
    this.count++;
  }

  /** The number of a pair; one that is not kept where there are too many. */
  private pairNumber(from: number, to: number): number {
    if (from >= maxStates || to >= maxStates) return maxStates;
    const known = this.pairNumbers.get(from * maxStates + to);
    if (known !== undefined || this.pairs.length >= maxStates) return known ?? maxStates;
    const number = this.pairs.push({ from, to, count: 0, overGaps: 0 }) - 1;
    this.pairNumbers.set(from * maxStates + to, number);
    return number;
  }

  /** Lengths and frames of each pair, in the order of the file. */
  private async byPair(lengths: Float64Array) {
    const slice = new TimeSlice();
    const ofPairs = this.pairs.map(({ count }) => madeRoom(count));
    const filled = new Uint32Array(this.pairs.length);
    for (let i = 0; i < this.count; i++) {
      if (i % rowsPerBreath === 0) await slice.yieldIfDue();
      const pair = this.pairOf[i] ?? 0;
      const place = filled[pair] ?? 0;
      const ofPair = ofPairs[pair];
      if (ofPair) {
        ofPair.lengths[place] = lengths[i] ?? NaN;
        ofPair.frames[place] = this.frameOf[i] ?? 0;
      }
      filled[pair] = place + 1;
    }
    return ofPairs;
  }
}

function madeRoom(count: number) {
  return { lengths: new Float64Array(count), frames: new Uint32Array(count) };
}

/** A state as gdb prints it in its first frame. */
export async function stateText(state: State | undefined, value: FrameValue): Promise<string> {
  const text = state && (await value.textIn(state.frame));
  return text && !('problem' in text) ? text.text : String(state?.key);
}
