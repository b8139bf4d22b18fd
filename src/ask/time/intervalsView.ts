// Answers the page's tab "Intervals".
import { rowsPerBreath, TimeSlice } from '../../bytes/timeSlice';
import { IntervalBars } from '../../trace/intervals/intervalBars';
import { intervalList, type IntervalList } from '../../trace/intervals/intervalList';
import { intervalNotes, unpairedReason } from '../../trace/intervals/intervalNotes';
import { intervalsOf, type Intervals } from '../../trace/intervals/intervals';
import { intervalSuggestions } from '../../trace/intervals/intervalSuggestions';
import type { FrameCondition } from '../../trace/search/framePredicate';
import type { FrameValue } from '../../trace/search/frameValues';
import type { Trace } from '../../trace/trace';
import { type Run, passOf } from '../run';
import type { IntervalRow, UnpairedFrame } from './intervalMessages';
import type { Overview } from '../tracks/overview';
import type { Answers, Reports, RequestArguments } from '../traceRequests';

/** Bars of a histogram. */
const maxBins = 48;
/** Keys whose texts are read to filter by; more are filtered by their numbers. */
const maxKeyTexts = 10_000;

/** Compiles what the page typed; a mistake in it is the page's to show. */
export interface TypedExpressions {
  conditionOf(text: string): Promise<FrameCondition>;
  value(text: string): Promise<FrameValue>;
}

/** Intervals that were found, with what was asked. */
interface FoundIntervals {
  readonly intervals: Intervals;
  readonly key: { readonly text: string; readonly value: FrameValue } | undefined;
  /** Made when they are drawn. */
  bars?: Promise<IntervalBars>;
  /** Of each key, as the user reads it; read when it is wanted. */
  keyTexts?: Promise<ReadonlyMap<number, string>>;
}

/** The intervals that one page shows. */
export class IntervalsView {
  private found: FoundIntervals | undefined;
  private list: IntervalList | undefined;

  constructor(
    private readonly trace: Trace,
    private readonly typed: TypedExpressions,
    private readonly overview: Pick<Overview, 'counts' | 'starts'>,
  ) {}

  /** After a new index or program: what was found holds no more. */
  reset(): void {
    this.found = undefined;
    this.list = undefined;
  }

  suggestions(cancelled: AbortSignal): Promise<Answers['intervalSuggestions']> {
    return intervalSuggestions(this.trace, cancelled);
  }

  async find(
    asked: RequestArguments<'intervals'>,
    run: Run<Reports['intervals']>,
  ): Promise<Answers['intervals']> {
    const { trace, typed } = this;
    this.reset();
    const begin = await typed.conditionOf(asked.begin);
    const end = asked.end === '' ? begin : await typed.conditionOf(asked.end);
    const value = asked.key === '' ? undefined : await typed.value(asked.key);
    const pass = passOf(run);
    const intervals = await intervalsOf(trace, { begin, end, key: value }, undefined, pass);
    if (!intervals)
      return { total: 0, unit: 'frames', unpaired: { begins: 0, ends: 0 }, notes: [] };
    this.found = { intervals, key: value && { text: asked.key, value } };
    const { columns, unit, sorted, unpaired } = intervals;
    const { statistics: durations } = sorted;
    const histogram = sorted.histogram(maxBins);
    return {
      ...{ total: columns.begins.length, unit },
      ...(durations && { durations }),
      ...(histogram && { histogram }),
      unpaired: { begins: unpaired.begins, ends: unpaired.count - unpaired.begins },
      notes: intervalNotes(trace, intervals, undefined),
    };
  }

  async arrange(
    { by, descending, durations, key }: RequestArguments<'arrangeIntervals'>,
    { signal: cancelled }: Run<never>,
  ): Promise<Answers['arrangeIntervals']> {
    const { found } = this;
    if (!found) return { rows: 0 };
    const hasKey = key === '' ? undefined : await keysWith(found, key, cancelled);
    const filter = { durations, hasKey };
    const list = await intervalList(found.intervals, { by, descending }, filter, cancelled);
    if (!list || found !== this.found) return { rows: 0 };
    this.list = list;
    return { rows: list.count };
  }

  async rows({ first, count }: RequestArguments<'intervalRows'>): Promise<IntervalRow[]> {
    const { found, list } = this;
    const rows: IntervalRow[] = [];
    if (!found || !list) return rows;
    for (let place = first; place < Math.min(first + count, list.count); place++) {
      rows.push(await rowOf(found, list.rowAt(place)));
    }
    return rows;
  }

  async bars(
    asked: RequestArguments<'intervalBars'>,
    { signal: cancelled }: Run<never>,
  ): Promise<Answers['intervalBars']> {
    await this.overview.counts.count(Infinity, cancelled);
    const starts = this.overview.starts(asked);
    const bars = await this.barsOf(this.found);
    if (!bars) return { depths: 0, covering: new Uint32Array(), beginning: new Uint32Array() };
    return bars.inParts(starts);
  }

  async at({ depth, first, end }: RequestArguments<'intervalAt'>): Promise<Answers['intervalAt']> {
    const { found } = this;
    const bars = await this.barsOf(found);
    const at = bars?.covering(depth, first, end);
    return found && at && { ...(await rowOf(found, at.row)), count: at.count };
  }

  async next({ from, direction }: RequestArguments<'nextInterval'>) {
    const frame = (await this.barsOf(this.found))?.nextBegin(from, direction);
    return frame === undefined ? {} : { frame };
  }

  private barsOf(found: FoundIntervals | undefined): Promise<IntervalBars> | undefined {
    if (found) found.bars ??= IntervalBars.of(found.intervals.columns);
    return found?.bars;
  }

  unpaired({ first, count }: RequestArguments<'unpairedFrames'>): UnpairedFrame[] {
    const { found, trace } = this;
    if (!found) return [];
    const { unpaired } = found.intervals;
    const end = Math.min(first + count, unpaired.count);
    return Array.from({ length: Math.max(0, end - first) }, (_, i) => {
      const event = unpaired.at(first + i);
      const { frame, side } = event;
      return { frame, side, reason: unpairedReason(event, trace, found.key?.text) };
    });
  }
}

async function rowOf({ intervals, key }: FoundIntervals, row: number): Promise<IntervalRow> {
  const { begins, ends, depths, durations } = intervals.columns;
  const begin = begins[row] ?? 0;
  const duration = durations[row] ?? NaN;
  const text = await key?.value.textIn(begin);
  return {
    ...{ begin, end: ends[row] ?? 0, depth: depths[row] ?? 0 },
    ...(duration >= 0 && { duration }),
    ...(text && !('problem' in text) && { key: text.text }),
  };
}

/** Which keys have a part in their text. */
async function keysWith(
  found: FoundIntervals,
  part: string,
  cancelled: AbortSignal,
): Promise<(key: number) => boolean> {
  const { keyValues } = found.intervals;
  const texts = await (found.keyTexts ??= keyTextsOf(found, cancelled));
  if (cancelled.aborted) delete found.keyTexts;
  const slice = new TimeSlice();
  const wanted = part.toLowerCase();
  const has = new Uint8Array(keyValues.length);
  for (const [key, value] of keyValues.entries()) {
    if (key % rowsPerBreath === 0) await slice.yieldIfDue();
    const text = texts.get(key) ?? String(value);
    if (text.toLowerCase().includes(wanted)) has[key] = 1;
  }
  return (key) => has[key] === 1;
}

/** Each key as gdb prints it in the first frame that has it; none where there are too many. */
async function keyTextsOf(
  { intervals: { keyValues, columns }, key }: FoundIntervals,
  cancelled: AbortSignal,
): Promise<ReadonlyMap<number, string>> {
  const texts = new Map<number, string>();
  if (!key || keyValues.length > maxKeyTexts) return texts;
  const slice = new TimeSlice();
  for (const [row, place] of columns.keys.entries()) {
    if (row % rowsPerBreath === 0) await slice.yieldIfDue();
    if (cancelled.aborted) break;
    if (texts.has(place)) continue;
    const text = await key.value.textIn(columns.begins[row] ?? 0);
    texts.set(place, 'problem' in text ? String(keyValues[place]) : text.text);
  }
  return texts;
}
