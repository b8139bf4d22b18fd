// Whether something is always or never so.
import type { AskedTrace } from '../askedTrace';
import { compiledCondition, requireMeaning, requireUncancelled } from '../expressions';
import type { QuestionRun } from '../run';
import { ArrangedFrames } from './arrangedFrames';

/** The first frame that breaks a rule. */
export interface BrokenRule {
  readonly frame: number;
  /** How many frames break it. */
  readonly count: number;
}

/**
 * Whether a condition holds in no frame (`never`), or in each frame in which it means something
 * and everything in it was collected (`always`). Undefined where it is so.
 */
export async function brokenRule(
  { trace }: AskedTrace,
  kind: 'never' | 'always',
  written: string,
  run: QuestionRun,
): Promise<BrokenRule | undefined> {
  const asCondition = kind === 'never' ? written : `!(${written})`;
  // The message is about what was written.
  await requireMeaning(trace, written, run);
  const broken = new ArrangedFrames(trace, await compiledCondition(trace, asCondition), true);
  await broken.arrange(undefined, run);
  requireUncancelled(run.signal);
  const { frames } = broken;
  return frames.count === 0 ? undefined : { frame: frames.frameAt(0), count: frames.count };
}
