// The numbers that an expression has in all frames, kept while they are plotted: read once, then
// cut to any range without waiting. A value that is not a number, such as a string, becomes the
// number of its state.
import { answersOver, valuesOver, type FrameValue } from '../search/frameValues';
import type { FrameRun } from '../search/frameRun';
import { placeFrames } from '../search/expressionCheck';
import { strip } from '../../values/types';
import { isBoolean } from '../../expressions/scalar';
import { DW_ATE } from '../../symbols/dwarf/constants';
import type { Type } from '../../symbols/type';
import type { HitCounts } from './hitCounts';
import { TimeSlice } from '../../bytes/timeSlice';

/** One of the few values of an expression. */
interface State {
  readonly value: number;
  readonly name: string;
}

/** What gdb prints of a string that was not collected. */
const unavailable = '<unavailable>';
/** More different values than this are not treated as states. */
const maxStates = 24;
/** Characters of a state's name. */
const maxStateName = 60;

/** A summary of the numbers. */
interface SeriesFacts {
  /** Frames that were read. */
  readonly frames: number;
  /** Frames in which it is a number. */
  readonly count: number;
  /** Frames in which it might have been: others of their tracepoint have it. */
  readonly gaps: number;
  readonly first?: Extreme;
  readonly last?: Extreme;
  readonly least?: Extreme;
  readonly most?: Extreme;
  /** Absent where the numbers are numbers. */
  readonly states?: readonly State[];
}

/** A number and the frame that has it; of several, the first. */
interface Extreme {
  readonly frame: number;
  readonly value: number;
}

/** An expression's numbers over the frames that are indexed. */
export class ValueSeries {
  private values = new Float64Array(0);
  private read = 0;
  private count = 0;
  private extremes: Pick<SeriesFacts, 'first' | 'last' | 'least' | 'most'> = {};
  /** By name, the number of each text. */
  private readonly texts = new Map<string, number>();
  private states: readonly State[] | undefined;
  private isOfManyTexts = false;
  private reading: Promise<void> | undefined;
  /** Which kinds of frames have it: twice the lane, and one more for steps. */
  private readonly kinds = new Uint8Array(256);

  constructor(
    private readonly value: FrameValue,
    private readonly counts: HitCounts,
  ) {}

  /** Frames read. */
  get done(): number {
    return this.read;
  }

  /** Why there is nothing to plot: the values are texts, and too many different ones. */
  get hasManyTexts(): boolean {
    return this.isOfManyTexts;
  }

  /**
   * Reads on to the last frame; `done` takes frames read. Who comes while another reads waits, and
   * continues where that one is cancelled.
   */
  async readAll(cancelled: AbortSignal, done: (frames: number) => void): Promise<void> {
    await this.value.trace.recording.indexed;
    while (this.isCurrent && this.read < this.counts.index.count && !cancelled.aborted) {
      const mine = (this.reading ??= this.readOn(cancelled, done).finally(() => {
        this.reading = undefined;
      }));
      await Promise.race([mine, aborted(cancelled)]);
    }
  }

  /** The numbers of parts of the frames: see {@link numberParts}. */
  async parts(starts: Uint32Array, cancelled: AbortSignal): Promise<PartValues | undefined> {
    const known = starts.map((start) => Math.min(start, this.read));
    return numberParts(this.values, known, (frame) => this.isGap(frame), cancelled);
  }

  /** A summary of the numbers of consecutive frames. */
  range(first: number, last: number): { count: number; least: number; most: number; mean: number } {
    const end = Math.min(last + 1, this.read);
    const { count, least, most, total } = rangeOf(this.values, first, end);
    return { count, least, most, mean: total / count };
  }

  /** The name of the state in a frame; undefined if none exists, or no states. */
  stateAt(frame: number): string | undefined {
    const value = this.at(frame);
    return this.states?.find((state) => state.value === value)?.name;
  }

  /** The number in a frame that was read; NaN if none exists. */
  at(frame: number): number {
    return frame < this.read ? (this.values[frame] ?? NaN) : NaN;
  }

  /** A summary of the numbers of the frames read so far. */
  get facts(): SeriesFacts {
    const mayHave = this.kinds.reduce((sum, has, kind) => sum + has * this.counts.total(kind), 0);
    const { read: frames, count } = this;
    const { states } = this;
    return {
      ...{ frames, count, gaps: Math.max(0, mayHave - count) },
      ...this.extremes,
      ...(states && { states }),
    };
  }

  /**
   * A frame without a number is a gap where others of its kind have one; where none has, nothing
   * was to come.
   */
  private isGap(frame: number): boolean {
    return this.kinds[this.counts.kind(frame)] === 1;
  }

  private async readOn(cancelled: AbortSignal, done: (frames: number) => void): Promise<void> {
    const { count } = this.counts.index;
    await this.counts.count(Infinity, cancelled);
    if (this.values.length !== count) this.values = new Float64Array(count).fill(NaN);
    const start = this.read;
    const kind = await this.kindOf();
    const batches = this.numbersOver(kind, start, count, cancelled);
    for await (const { first, numbers } of batches) {
      if (!this.isCurrent) return;
      this.values.set(numbers, start + first);
      for (const [i, value] of numbers.entries()) {
        if (!Number.isNaN(value)) this.take({ frame: start + first + i, value });
      }
      this.read = start + first + numbers.length;
      done(this.read);
    }
    if (kind === 'text') this.nameTexts();
    else if (kind === 'state' && this.read === count) await this.nameStates();
  }

  /** How the value is shown, by its type where it first means something. */
  private async kindOf(): Promise<'number' | 'state' | 'text'> {
    const { value } = this;
    let looked = 0;
    for await (const frame of placeFrames(value.trace)) {
      const kind = await value.kindIn(frame);
      if (!('problem' in kind)) return kind.isTruth ? 'state' : kindOfType(kind.type);
      if (++looked >= maxPlaces) break;
    }
    return 'number';
  }

  private numbersOver(
    kind: 'number' | 'state' | 'text',
    start: number,
    end: number,
    signal: AbortSignal,
  ): AsyncIterable<{ readonly first: number; readonly numbers: Float64Array }> {
    const frames = between(start, end);
    return kind === 'text'
      ? this.textsOver(frames, signal)
      : valuesOver(this.value, frames, { signal });
  }

  private async *textsOver(frames: Iterable<number>, signal: AbortSignal) {
    const ask = async (frame: number, run: FrameRun | undefined) => {
      if (this.isOfManyTexts) return NaN;
      const given = await this.value.textFrom(frame, run, signal);
      return 'problem' in given || given.text === unavailable ? NaN : this.numberOf(given.text);
    };
    for await (const { first, answers } of answersOver(this.value, frames, ask, signal)) {
      yield { first, numbers: Float64Array.from(answers) };
    }
  }

  private numberOf(text: string): number {
    const known = this.texts.get(text);
    if (known !== undefined) return known;
    if (this.texts.size >= maxStates) {
      this.isOfManyTexts = true;
      return NaN;
    }
    this.texts.set(text, this.texts.size);
    return this.texts.size - 1;
  }

  private nameTexts(): void {
    this.states = [...this.texts].map(([text, value]) => ({ value, name: stateName(text) }));
  }

  /** Names each number as gdb prints it where it is first. */
  private async nameStates(): Promise<void> {
    const firsts = new Map<number, number>();
    const slice = new TimeSlice();
    for (let frame = 0; frame < this.read; frame++) {
      if (frame % framesPerBreath === 0) await slice.yieldIfDue();
      const value = this.values[frame] ?? NaN;
      if (Number.isNaN(value) || firsts.has(value)) continue;
      firsts.set(value, frame);
      if (firsts.size > maxStates) return;
    }
    const states = [...firsts].map(async ([value, frame]) => {
      const given = await this.value.textIn(frame);
      return { value, name: 'problem' in given ? String(value) : stateName(given.text) };
    });
    this.states = (await Promise.all(states)).sort((one, other) => one.value - other.value);
  }

  /** False once the frames are indexed again: these are others. */
  private get isCurrent(): boolean {
    return this.value.trace.recording.index === this.counts.index;
  }

  private take(at: Extreme): void {
    const { first = at, least = at, most = at } = this.extremes;
    this.kinds[this.counts.kind(at.frame)] = 1;
    this.count++;
    this.extremes = {
      first,
      last: at,
      least: at.value < least.value ? at : least,
      most: at.value > most.value ? at : most,
    };
  }
}

/** Places at which a type is looked for. */
const maxPlaces = 100;

function kindOfType(type: Type): 'number' | 'state' | 'text' {
  const bare = strip(type);
  const { kind } = bare;
  if (kind === 'enum' || isBoolean(bare)) return 'state';
  const isText = kind === 'pointer' ? isCharacter(strip(bare.target)) : composed.has(kind);
  return isText ? 'text' : 'number';
}

const composed: ReadonlySet<Type['kind']> = new Set(['array', 'class', 'struct', 'union']);

const characters: readonly number[] = [DW_ATE.signed_char, DW_ATE.unsigned_char, DW_ATE.UTF];

function isCharacter(type: Type): boolean {
  return type.kind === 'base' && type.size === 1 && characters.includes(type.encoding);
}

/** Only the string, without the address before it. */
function stateName(text: string): string {
  const [string = text] = /(?<!\\)"(?:[^"\\]|\\.)*"(?:\.\.\.)?/s.exec(text) ?? [];
  return string.length > maxStateName ? `${string.slice(0, maxStateName)}…` : string;
}

function* between(start: number, end: number): Iterable<number> {
  for (let frame = start; frame < end; frame++) yield frame;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else
      signal.addEventListener(
        'abort',
        () => {
          resolve();
        },
        { once: true },
      );
  });
}

// What a range of many numbers looks like, part by part: where it begins and ends, its extremes
// and its mean. No extreme is lost.

/** By part; NaN where a part has no number. */
export interface PartValues {
  readonly first: Float64Array;
  readonly last: Float64Array;
  readonly least: Float64Array;
  readonly most: Float64Array;
  readonly mean: Float64Array;
  /** 1 for a part without a number in which one was to come. */
  readonly gaps: Uint8Array;
}

/** Frames between two looks at the clock. */
const framesPerBreath = 1 << 16;

/**
 * The numbers of the parts that `starts` begin; `isGap` says of a frame without one that it was to
 * have one. Undefined where it was cancelled.
 */
export async function numberParts(
  values: Float64Array,
  starts: Uint32Array,
  isGap: (frame: number) => boolean,
  cancelled?: AbortSignal,
): Promise<PartValues | undefined> {
  const count = Math.max(0, starts.length - 1);
  const none = () => new Float64Array(count).fill(NaN);
  const parts = { first: none(), last: none(), least: none(), most: none(), mean: none() };
  const gaps = new Uint8Array(count);
  const slice = new TimeSlice();
  let sinceBreath = 0;
  for (let part = 0; part < count; part++) {
    const [start, end] = [starts[part] ?? 0, starts[part + 1] ?? 0];
    const sum = rangeOf(values, start, end);
    if (sum.count > 0) {
      parts.first[part] = sum.first;
      parts.last[part] = sum.last;
      parts.least[part] = sum.least;
      parts.most[part] = sum.most;
      parts.mean[part] = sum.total / sum.count;
    } else if (hasGap(start, end, isGap)) {
      gaps[part] = 1;
    }
    sinceBreath += end - start;
    if (sinceBreath < framesPerBreath) continue;
    sinceBreath = 0;
    await slice.yieldIfDue();
    if (cancelled?.aborted) return undefined;
  }
  return { ...parts, gaps };
}

/** A summary of the numbers of consecutive frames. */
interface RangeSum {
  readonly count: number;
  readonly total: number;
  readonly first: number;
  readonly last: number;
  readonly least: number;
  readonly most: number;
}

function rangeOf(values: Float64Array, start: number, end: number): RangeSum {
  let [count, total, first, last, least, most] = [0, 0, NaN, NaN, Infinity, -Infinity];
  for (let frame = start; frame < end; frame++) {
    const value = values[frame] ?? NaN;
    if (Number.isNaN(value)) continue;
    if (count === 0) first = value;
    last = value;
    if (value < least) least = value;
    if (value > most) most = value;
    total += value;
    count++;
  }
  return { count, total, first, last, least, most };
}

function hasGap(start: number, end: number, isGap: (frame: number) => boolean): boolean {
  for (let frame = start; frame < end; frame++) if (isGap(frame)) return true;
  return false;
}
