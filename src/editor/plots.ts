// Answers the page's plots and sparklines: an expression's numbers in every frame, cut to what is
// in sight.
import { LruCache } from '../bytes/cache';
import { ValueSeries } from '../trace/overview/valueSeries';
import type { FrameValue } from '../trace/search/frameValues';
import { throttled, type Overview } from './overview';
import { maxPlots, type PlotPoints } from './overviewMessages';
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
      const series = await this.used(text);
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

  private noSeries(): LruCache<string, ValueSeries> {
    const weigh = () => {
      return Math.max(8 * this.overview.counts.index.count, maxCachedBytes / (2 * maxPlots));
    };
    return new LruCache(maxCachedBytes, weigh);
  }
}
