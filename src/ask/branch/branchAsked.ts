// What the questions of a branch trace's page are asked of.
import type { BranchTrace, Execution } from '../../trace/branch/branchTrace';
import type { Views } from '../views';

/** A branch trace whose blocks have been followed. */
export interface BranchAsked {
  readonly trace: BranchTrace;
  readonly execution: Execution;
  /** Among them the {@link OutlineView} that the page shows. */
  readonly views: Views;
  /** A line of a source, counted from 1; undefined where that is not on this machine. */
  sourceLine(file: string, line: number): Promise<string | undefined>;
}
