// The numbers of plotted expressions in every frame. All who show a trace share them.
import * as v from 'valibot';
import { LruCache } from '../../bytes/cache';
import type { Trace } from '../../trace/trace';
import { ValueSeries } from '../../trace/overview/valueSeries';
import { compiledValue } from '../expressions';
import { expression } from '../table/tableMessages';
import { lanesOf } from './lanes';

/** The most plots that are asked for at once. */
const maxPlots = 12;
/** The expressions of some plots. */
export const plotTexts = v.pipe(v.array(expression), v.maxLength(maxPlots));
/** Bytes of cached numbers; the least recently used go first. */
const maxCachedBytes = 400e6;

const plotsOfTrace = new WeakMap<Trace, Plots>();

/** What is plotted of a trace. */
export function plotsOf(trace: Trace): Plots {
  const known = plotsOfTrace.get(trace);
  if (known) return known;
  const plots = new Plots(trace);
  plotsOfTrace.set(trace, plots);
  return plots;
}

export class Plots {
  private all = this.noSeries();

  constructor(private readonly trace: Trace) {
    // The frames or their values are others then.
    trace.onDidChange(() => {
      this.all = this.noSeries();
    });
  }

  /** The numbers of an expression, of as many frames as were read. */
  series(text: string): Promise<ValueSeries> {
    const { trace } = this;
    return this.all.get(
      text,
      async () => new ValueSeries(await compiledValue(trace, text), lanesOf(trace).counts),
    );
  }

  /**
   * The numbers of each expression, which become the newest by that; undefined where they were not
   * asked for before.
   */
  known(texts: readonly string[]): Promise<(ValueSeries | undefined)[]> {
    return Promise.all(
      texts.map((text) => (this.all.known(text) ? this.series(text) : Promise.resolve(undefined))),
    );
  }

  private noSeries(): LruCache<string, ValueSeries> {
    // As many as two pages plot.
    const least = maxCachedBytes / (2 * maxPlots);
    const weigh = () => Math.max(8 * this.trace.recording.index.count, least);
    return new LruCache(maxCachedBytes, weigh);
  }
}
