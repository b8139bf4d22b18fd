// The track of the intervals that the tab "Intervals" found: bars in what is in sight, and the
// interval under the pointer. No DOM in here.
import type { IntervalSummary } from '../../src/ask/time/findIntervals';
import type { IntervalThere } from '../../src/ask/time/intervalAt';
import type { BarCounts } from '../../src/ask/time/intervalBars';
import type { AxisRange } from '../../src/ask/tracks/axis';
import { t } from '../l10n';
import { shownDuration } from '../intervals/durations';
import type { Ask } from '../requests';
import { grouped } from '../text';
import { partsInSight } from './expressionTracks';
import { Newest } from './newest';
import { clamp, type Viewport } from './viewport';

/** Bars as they were answered, with the range that they are of. */
export interface ShownBars extends BarCounts {
  readonly range: AxisRange;
}

/** A place in the track: a depth, and the frames from the first on that are before `end`. */
export interface BarPlace {
  readonly depth: number;
  readonly first: number;
  readonly end: number;
}

/**
 * Which bars are at a place of the axis.
 * @param lanes what is in sight
 * @param share of the track's height, from the top
 * @param depths rows of bars
 */
export function barPlaceIn(
  { from, to, starts }: AxisRange & { readonly starts: Uint32Array },
  at: number,
  share: number,
  depths: number,
): BarPlace {
  const parts = starts.length - 1;
  const part = clamp(Math.floor(((at - from) / (to - from)) * parts), parts - 1);
  const [first = 0, end = 0] = starts.subarray(part);
  return { depth: clamp(Math.floor(share * depths), depths - 1), first, end };
}

export class IntervalTrack {
  /** What is drawn; absent while there are no intervals. */
  shown: ShownBars | undefined;
  found: IntervalSummary | undefined;
  /** The interval under the pointer, in words. */
  pointed: string | undefined;
  /** Parts that the screen shows; none while the tracks are folded. */
  private parts = 0;
  private pointer: BarPlace | undefined;
  private readonly asking = new Newest(() => this.ask());
  private readonly askingPointed = new Newest(() => this.askForPointed());

  constructor(
    private readonly host: { readonly ask: Ask; changed(): void },
    private readonly viewport: Viewport,
  ) {}

  /** Takes which intervals there are now. */
  setFound(found: IntervalSummary | undefined): void {
    this.found = found;
    if (!found) this.shown = undefined;
    this.point(undefined);
    this.asking.want();
    this.host.changed();
  }

  setParts(parts: number): void {
    this.parts = parts;
    this.asking.want();
  }

  /** What is in sight has changed. */
  moved(): void {
    this.asking.want();
  }

  point(place: BarPlace | undefined): void {
    this.pointer = place;
    if (!place) this.pointed = undefined;
    this.askingPointed.want();
  }

  /** The frame at which the interval at a place begins. */
  async beginAt(place: BarPlace): Promise<number | undefined> {
    return (await this.at(place))?.begin;
  }

  /** The next frame from a frame on at which an interval begins. */
  async nextBegin(from: number, direction: 1 | -1): Promise<number | undefined> {
    if (!this.found) return undefined;
    const asked = { view: this.found.view, from, direction };
    const next = await this.host.ask('nextInterval', asked).catch(() => undefined);
    return next?.frame;
  }

  private async at(place: BarPlace): Promise<IntervalThere | undefined> {
    if (!this.found) return undefined;
    const asked = { view: this.found.view, ...place };
    return this.host.ask('intervalAt', asked).catch(() => undefined);
  }

  private async ask(): Promise<void> {
    const { found, parts, viewport } = this;
    if (!found || found.total === 0 || parts === 0) return;
    const range = partsInSight(viewport, parts);
    const asked = { view: found.view, range };
    const bars = await this.host.ask('intervalBars', asked).catch(() => undefined);
    if (!bars || range.axis !== viewport.axis || found !== this.found) return;
    this.shown = { ...bars, range };
    this.host.changed();
  }

  private async askForPointed(): Promise<void> {
    const { pointer, found } = this;
    if (!pointer || !found) return;
    const at = await this.at(pointer);
    if (pointer !== this.pointer) return;
    this.pointed = at && barWords(at, found.unit);
    this.host.changed();
  }
}

/** `1.274 ms, frames 1 to 8, agent = 0x4040`. */
function barWords(
  { begin, end, duration, key, count }: IntervalThere,
  unit: IntervalSummary['unit'],
): string {
  return [
    duration === undefined ? t('duration not known') : shownDuration(duration, unit),
    t('frames {0} to {1}', grouped(begin), grouped(end)),
    ...(key === undefined ? [] : [key]),
    ...(count > 1 ? [t('{0} intervals here', grouped(count))] : []),
  ].join(', ');
}
