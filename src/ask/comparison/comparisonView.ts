// Two traces as they were compared: what their frames and values are read with, and what the page
// asked for last.
import type {
  Both,
  ComparedTraces,
  ComparisonOptions,
  FramePlaces,
} from '../../trace/comparison/comparedTraces';
import type { SeriesValue } from '../../trace/comparison/pairedSeries';
import type { Disposable } from '../../trace/emitter';
import type { Trace } from '../../trace/trace';

export class ComparisonView implements Disposable {
  /** Whose values are shown side by side; at first those that differ first. */
  frames: FramePlaces;
  /** The value that is shown over the hits of both; at first the one that differs first. */
  plotted: SeriesValue | undefined;

  constructor(
    readonly traces: Both<Trace>,
    readonly options: ComparisonOptions,
    readonly compared: ComparedTraces,
  ) {
    this.frames = compared.divergence ?? {};
    this.plotted = divergingValue(compared);
  }

  readonly dispose = (): void => undefined;
}

/** The value that differs first, of those that the page lists. */
function divergingValue({ divergence, values }: ComparedTraces): SeriesValue | undefined {
  const { left, expression } = divergence ?? {};
  const found = values.find(
    (each) => each.expression === expression && each.first?.left === left && each.differing > 0,
  );
  if (!found) return undefined;
  const { tracepoint, atSteps } = found;
  return { expression: found.expression, tracepoint, atSteps };
}
