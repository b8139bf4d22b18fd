// Answers the page's tracks of expressions and its sparklines: numbers in every frame, cut to what
// is in sight.
import { t } from '@vscode/l10n';
import { LruCache } from '../bytes/cache';
import { ValueSeries } from '../trace/overview/valueSeries';
import type { FrameValue } from '../trace/search/frameValues';
import { RequestProblem } from './conversation';
import { frameRow } from './frameRow';
import { throttled, type Overview } from './overview';
import { maxPlots, type PlotParts } from './overviewMessages';
import type { Answers, Reports, RequestArguments } from './pageMessages';

/** Bytes of cached numbers; the least recently used go first. */
const maxCachedBytes = 400e6;

/** The numbers that one page plots. */
export class Plots {
  private all = this.noSeries();

  constructor(
    private readonly overview: Overview,
    private readonly value: (text: string) => Promise<FrameValue>,
  ) {}

  /** After a new index or program: other frames, or other values. */
  reset(): void {
    this.all = this.noSeries();
  }

  /** Reads an expression's numbers. Its problem is the page's to show. */
  async values(
    { text }: RequestArguments<'plotValues'>,
    run: { readonly cancelled: AbortSignal; report(report: Reports['plotValues']): void },
  ): Promise<Answers['plotValues']> {
    const series = await this.series(text);
    const { counts } = this.overview;
    const report = throttled((done) => {
      run.report({ done, total: counts.index.count });
    });
    await series.readAll(run.cancelled, report);
    const { facts } = series;
    if (facts.hasManyTexts) {
      throw new RequestProblem(t('It is no number, and has too many different values.'));
    }
    return facts;
  }

  /** The numbers by part of a stretch of the axis. */
  async parts(
    { stretch, texts }: RequestArguments<'plot'>,
    { cancelled }: { readonly cancelled: AbortSignal },
  ): Promise<Answers['plot']> {
    const { overview } = this;
    const starts = overview.starts(stretch);
    const times = stretch.axis === 'time' ? overview.timesRead : undefined;
    const plots: (PlotParts | undefined)[] = [];
    for (const text of texts) {
      const series = await this.used(text);
      const parts = await series?.parts(starts, cancelled);
      plots.push(series && parts && { ...parts, facts: series.facts });
    }
    return { plots, ...(times && { timed: times.timedInParts(starts) }) };
  }

  /** One frame over the tracks, with what the plotted expressions are in it. */
  async frame({ frame, texts }: RequestArguments<'trackFrame'>): Promise<Answers['trackFrame']> {
    const { trace, timesIfRead } = this.overview;
    if (!(await trace.recording.reach(frame))) return undefined;
    const { tracepoint, stepping, functionName, place } = await frameRow(trace, frame);
    return {
      ...{ frame, tracepoint, stepping },
      ...(functionName !== undefined && { functionName }),
      ...(place && { place }),
      ...(timesIfRead?.isOwn(frame) && { time: timesIfRead.place(frame) }),
      values: (await this.usedAll(texts)).map((series) => {
        const value = series?.at(frame) ?? NaN;
        return series?.stateAt(frame) ?? (Number.isNaN(value) ? null : String(value));
      }),
    };
  }

  /** What consecutive frames come to. */
  async range({
    first,
    last,
    texts,
  }: RequestArguments<'trackRange'>): Promise<Answers['trackRange']> {
    return {
      ...this.overview.range(first, last),
      values: (await this.usedAll(texts)).map((series) => {
        const sum = series?.range(first, last);
        return sum && sum.count > 0 ? sum : null;
      }),
    };
  }

  private series(text: string): Promise<ValueSeries> {
    return this.all.get(
      text,
      async () => new ValueSeries(await this.value(text), this.overview.counts),
    );
  }

  /** A series that was read, which becomes the newest by that. */
  private async used(text: string): Promise<ValueSeries | undefined> {
    return this.all.known(text) && this.series(text);
  }

  private usedAll(texts: readonly string[]): Promise<(ValueSeries | undefined)[]> {
    return Promise.all(texts.map((text) => this.used(text)));
  }

  private noSeries(): LruCache<string, ValueSeries> {
    const weigh = () => {
      return Math.max(8 * this.overview.counts.index.count, maxCachedBytes / (2 * maxPlots));
    };
    return new LruCache(maxCachedBytes, weigh);
  }
}
