// Compares what aligned frames collected, in one pass over each file in the order of the left one.
import { answersOver, type FrameQuery } from '../search/frameValues';
import type { FrameRun } from '../search/frameRun';
import type { Trace } from '../trace';
import { none, type AlignedSide, type Alignment } from './alignment';
import { partsAt, type ComparedPart, type PartList } from './comparedParts';
import type { Both, ComparisonOptions, ComparisonRun, FramePlaces } from './comparedTraces';
import type { PartValue } from './distribution';
import { PartReader } from './partReader';
import { PartStatistics } from './partStatistics';
import { PortableAddresses } from './portableAddresses';
import type { TracepointPair } from './tracepointPairs';

/** Frames whose values are kept at a time. */
const chunkFrames = 2048;

/** What is compared at hits, or at steps, of a pair of tracepoints. */
export interface ComparedList {
  readonly pair: TracepointPair;
  readonly atSteps: boolean;
  readonly statistics: readonly PartStatistics[];
  readonly isCut: boolean;
  /** Expressions that mean nothing in one of the traces. */
  readonly unknown: readonly string[];
}

interface ReadList extends ComparedList {
  readonly left: readonly PartReader[];
  readonly right: readonly PartReader[];
}

/** The values of two traces, compared. */
export class ValueComparison {
  /** For each pair of tracepoints its hits, then its steps. */
  private readonly lists: (ReadList | undefined)[] = [];
  /** The first aligned frames that differ. */
  first: (Required<FramePlaces> & { readonly statistics: PartStatistics }) | undefined;
  /** Aligned and equal frames, by pair. */
  readonly aligned: number[];
  readonly equal: number[];
  /** Of each pair, the first aligned frames that differ. */
  readonly firstOf: (Required<FramePlaces> | undefined)[] = [];

  private constructor(
    private readonly traces: Both<Trace>,
    private readonly alignment: Alignment,
    pairs: readonly TracepointPair[],
    private readonly options: ComparisonOptions,
  ) {
    this.aligned = pairs.map(() => 0);
    this.equal = pairs.map(() => 0);
  }

  static async run(
    traces: Both<Trace>,
    alignment: Alignment,
    pairs: readonly TracepointPair[],
    options: ComparisonOptions,
    run: ComparisonRun,
  ): Promise<ValueComparison> {
    const comparison = new ValueComparison(traces, alignment, pairs, options);
    await comparison.openLists(pairs);
    await comparison.compareAligned(run);
    await comparison.addOthers('left', run.signal);
    await comparison.addOthers('right', run.signal);
    return comparison;
  }

  get compared(): readonly ComparedList[] {
    return this.lists.filter((list) => list !== undefined);
  }

  private async openLists(pairs: readonly TracepointPair[]): Promise<void> {
    const { left, right } = this.traces;
    const addresses = {
      left: new PortableAddresses(left.modules.current),
      right: new PortableAddresses(right.modules.current),
    };
    // That a program is missing is said once, not at each tracepoint.
    const hasPrograms = [left, right].every(({ modules }) => modules.current.loaded.length > 0);
    for (const [i, pair] of pairs.entries()) {
      for (const atSteps of [false, true]) {
        const lists = await this.partLists(pair, i, atSteps);
        if (lists.length === 0) continue;
        const parts = sharedParts(lists).filter((part) => !this.isExcluded(part));
        const { addresses: own } = this.options;
        this.lists[2 * i + Number(atSteps)] = {
          ...{ pair, atSteps },
          statistics: parts.map((part) => new PartStatistics(part)),
          isCut: lists.some(({ isCut }) => isCut),
          unknown: hasPrograms ? unknownIn(lists) : [],
          left: await Promise.all(parts.map((p) => PartReader.open(p, left, addresses.left, own))),
          right: await Promise.all(
            parts.map((p) => PartReader.open(p, right, addresses.right, own)),
          ),
        };
      }
    }
  }

  private async partLists(pair: TracepointPair, i: number, atSteps: boolean): Promise<PartList[]> {
    const lists: PartList[] = [];
    for (const side of ['left', 'right'] as const) {
      const trace = this.traces[side];
      const frame = exampleOf(trace, this.alignment[side], i, atSteps);
      if (frame !== undefined) lists.push(await partsAt(trace, pair[side], frame, this.options));
    }
    return lists;
  }

  private isExcluded({ expression }: ComparedPart): boolean {
    return this.options.exclude.some(
      (each) =>
        expression === each ||
        (expression.startsWith(each) && /^(?:\.|->|\[)/.test(expression.slice(each.length))) ||
        expression.startsWith(`${each.replace(/^\*/, '')}->`),
    );
  }

  private async compareAligned({ signal, onProgress }: ComparisonRun): Promise<void> {
    const { partners } = this.alignment.left;
    let frames: number[] = [];
    for (let frame = 0; frame < partners.length; frame++) {
      if (partners[frame] !== none) frames.push(frame);
      if (frames.length < chunkFrames && frame + 1 < partners.length) continue;
      await this.compareChunk(frames, signal);
      if (signal?.aborted) return;
      frames = [];
      onProgress?.(frame + 1, partners.length);
    }
  }

  private async compareChunk(frames: readonly number[], signal: AbortSignal | undefined) {
    const { partners, pairOf } = this.alignment.left;
    const others = frames.map((frame) => partners[frame] ?? none);
    const ours = await this.valuesIn('left', frames, signal);
    const theirs = await this.valuesIn('right', others, signal);
    for (const [i, frame] of frames.entries()) {
      const [values, otherValues] = [ours[i], theirs[i]];
      if (!values || !otherValues) return;
      const pair = pairOf[frame] ?? none;
      this.aligned[pair] = (this.aligned[pair] ?? 0) + 1;
      const isEqual = this.compareFrames(frame, others[i] ?? none, values, otherValues);
      if (isEqual) this.equal[pair] = (this.equal[pair] ?? 0) + 1;
      else this.firstOf[pair] ??= { left: frame, right: others[i] ?? none };
    }
  }

  private compareFrames(
    frame: number,
    partner: number,
    values: readonly PartValue[],
    others: readonly PartValue[],
  ): boolean {
    let isEqual = true;
    for (const [i, statistics] of (this.listOf('left', frame)?.statistics ?? []).entries()) {
      if (!statistics.add(values[i], others[i], frame, partner)) continue;
      isEqual = false;
      this.noteDifference(frame, partner, statistics);
    }
    return isEqual;
  }

  /** Of several values that differ first in one frame, an enumeration says most. */
  private noteDifference(frame: number, partner: number, statistics: PartStatistics): void {
    const { first } = this;
    const saysMore = statistics.part.names && !first?.statistics.part.names;
    if (!first || (first.left === frame && saysMore)) {
      this.first = { left: frame, right: partner, statistics };
    }
  }

  /** Frames that only one trace has count in its distributions. */
  private async addOthers(side: 'left' | 'right', signal: AbortSignal | undefined): Promise<void> {
    const { partners, pairOf } = this.alignment[side];
    let frames: number[] = [];
    for (let frame = 0; frame < partners.length; frame++) {
      if (partners[frame] === none && pairOf[frame] !== none) frames.push(frame);
      if (frames.length < chunkFrames && frame + 1 < partners.length) continue;
      const values = await this.valuesIn(side, frames, signal);
      for (const [i, inFrame] of values.entries()) {
        const { statistics = [] } = this.listOf(side, frames[i] ?? 0) ?? {};
        for (const [j, each] of statistics.entries()) {
          if (side === 'left') each.addLeft(inFrame[j]);
          else each.addRight(inFrame[j]);
        }
      }
      frames = [];
    }
  }

  /** The values of all parts in frames of one trace. */
  private async valuesIn(
    side: 'left' | 'right',
    frames: readonly number[],
    signal: AbortSignal | undefined,
  ): Promise<(readonly PartValue[])[]> {
    const asked: FrameQuery = {
      trace: this.traces[side],
      readsFrame: (frame) =>
        this.listOf(side, frame)?.[side].some((part) => part.readsFrame(frame)) ?? false,
    };
    const values: (readonly PartValue[])[] = [];
    const ask = (frame: number, run: FrameRun | undefined) =>
      allOf(
        (this.listOf(side, frame)?.[side] ?? []).map((part) => part.valueFrom(frame, run, signal)),
      );
    for await (const { answers } of answersOver(asked, frames, ask, signal)) {
      for (const answer of answers) values.push(answer);
    }
    return values;
  }

  private listOf(side: 'left' | 'right', frame: number): ReadList | undefined {
    const pair = this.alignment[side].pairOf[frame] ?? none;
    const isStep = this.traces[side].recording.stepping.isStep(frame);
    return this.lists[2 * pair + Number(isStep)];
  }
}

/** Waits only where a value is waited for. */
function allOf(
  values: readonly (PartValue | Promise<PartValue>)[],
): readonly PartValue[] | Promise<readonly PartValue[]> {
  return values.every(isKnown) ? values : Promise.all(values.map((each) => Promise.resolve(each)));
}

function isKnown(value: PartValue | Promise<PartValue>): value is PartValue {
  return !(value instanceof Promise);
}

/** A frame of a pair that is a hit, or a step. */
function exampleOf(
  { recording }: Trace,
  { hits }: AlignedSide,
  pair: number,
  atSteps: boolean,
): number | undefined {
  return hits[pair]?.frames.find((frame) => recording.stepping.isStep(frame) === atSteps);
}

/** The parts that mean something in both traces. */
export function sharedParts([one, ...others]: readonly PartList[]): readonly ComparedPart[] {
  const [other] = others;
  if (!one || !other) return one?.parts ?? [];
  const known = new Set(other.parts.map(({ expression }) => expression));
  return one.parts.filter(({ expression }) => known.has(expression));
}

/** Expressions that mean something in one of the traces alone, or in none. */
function unknownIn(lists: readonly PartList[]): string[] {
  const shared = new Set(sharedParts(lists).map(({ expression }) => expression));
  const names = lists.flatMap(({ parts, unknown }) => [
    ...unknown,
    ...parts.map(({ expression }) => expression),
  ]);
  return [...new Set(names)].filter((name) => !shared.has(name));
}
