// What the questions of the page that compares two traces are asked of.
import type { Both } from '../../trace/comparison/comparedTraces';
import type { Trace } from '../../trace/trace';
import type { Views } from '../views';

/** Two files that a page compares. */
export interface ComparisonAsked {
  readonly views: Views;
  /** The view of the traces as they were compared last. */
  shown: number | undefined;
  /** The traces with their programs, once all frames are known; fails with a sentence. */
  traces(): Promise<Both<Trace>>;
}
