// Answers the page's plots and sparklines: an expression's numbers in every frame, cut to what is
// in sight.
import { ValueSeries } from '../trace/overview/valueSeries';
import type { FrameValue } from '../trace/search/frameValues';
import { throttled, type Overview } from './overview';
import { maxPlots, type PlotPoints } from './overviewMessages';
import type { Answers, Reports, RequestArguments } from './pageMessages';

/** Bytes of cached numbers; the least recently used go first. */
const maxCachedBytes = 400e6;

/** The numbers that one page plots. */
export class Plots {
  private readonly all = new Map<string, ValueSeries>();

  constructor(
    private readonly overview: Overview,
    private readonly value: (text: string) => Promise<FrameValue>,
  ) {}

  /** After a new index or program: other frames, or other values. */
  reset(): void {
    this.all.clear();
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
    return series.facts;
  }

  /** The points in a stretch of the axis. */
  async points(
    { stretch, texts }: RequestArguments<'plot'>,
    { cancelled }: { readonly cancelled: AbortSignal },
  ): Promise<Answers['plot']> {
    const starts = this.overview.starts(stretch);
    const times = stretch.axis === 'time' ? this.overview.timesRead : undefined;
    const answers: (PlotPoints | undefined)[] = [];
    for (const text of texts) {
      const series = this.used(text);
      const points = await series?.points(starts, cancelled);
      answers.push(
        series &&
          points && {
            ...points,
            ...(times && { times: Float64Array.from(points.frames, (at) => times.place(at)) }),
            facts: series.facts,
          },
      );
    }
    return answers;
  }

  private async series(text: string): Promise<ValueSeries> {
    const value = await this.value(text);
    const series = this.used(text) ?? new ValueSeries(value, this.overview.counts);
    this.all.set(text, series);
    this.forgetOldest();
    return series;
  }

  /** A series, which becomes the newest by that. */
  private used(text: string): ValueSeries | undefined {
    const series = this.all.get(text);
    if (!series) return undefined;
    this.all.delete(text);
    this.all.set(text, series);
    return series;
  }

  private forgetOldest(): void {
    const kept = Math.max(1, Math.floor(maxCachedBytes / (8 * this.overview.counts.index.count)));
    const oldest = [...this.all.keys()].slice(0, -Math.min(kept, 2 * maxPlots));
    for (const text of oldest) this.all.delete(text);
  }
}
