// From the plan to what a target is told: the plan compiled for its programs where they lie.
import type { Experiment } from '../../remote/client/recording';
import type { RunningCapstone } from '../../platform/runtime';
import type { Target } from '../../remote/client/target';
import type { TargetPrograms } from '../../remote/client/targetPrograms';
import type { RecordingPlan } from '../../remote/record/plan';
import { prepareForTarget } from '../../remote/record/prepareForTarget';
import type { PreparedRecording } from '../../remote/record/prepareRecording';
import type { PreparationProblem } from '../../remote/record/recordingTarget';
import type { PlacedProgram } from '../../trace/placedProgram';
import { asRecorded } from './recordedLocations';

/** An experiment, and what is wrong with tracepoints of the plan. */
export interface MadeExperiment {
  readonly experiment: Experiment;
  /** By number: what does not go as it is planned, in sentences. */
  readonly problems: ReadonlyMap<number, string>;
  /** The enabled ones that are not recorded at all. */
  readonly missing: readonly number[];
  /** What does not go as planned for all of them. */
  readonly notes: readonly string[];
}

/** Makes the experiment of a plan. `startDecoder` starts what knows how long instructions are, for fast tracepoints. */
export async function makeExperiment(
  plan: RecordingPlan,
  target: Target,
  { placed }: TargetPrograms,
  startDecoder: () => RunningCapstone,
): Promise<MadeExperiment | { readonly problem: string }> {
  const sources = await Promise.all(placed.map(({ program }) => program.sourceFiles()));
  const recorded = await asRecorded(plan, sources.flat());
  const prepared = await prepareForTarget(recorded, target, placed, startDecoder);
  return 'problem' in prepared ? prepared : experimentOf(plan, prepared, placed);
}

function experimentOf(
  plan: RecordingPlan,
  { definitions, problems, tracepoints }: PreparedRecording,
  programs: readonly PlacedProgram[],
): MadeExperiment {
  const put = tracepoints.filter(({ addresses }) => addresses.length > 0);
  const recorded = new Set(put.map(({ number }) => number));
  return {
    experiment: { definitions, programs },
    problems: problemsByNumber(problems),
    missing: plan.tracepoints
      .filter(({ number, enabled }) => enabled && !recorded.has(number))
      .map(({ number }) => number),
    notes: problems.filter(({ tracepoint }) => tracepoint === undefined).map(sentence),
  };
}

function problemsByNumber(problems: readonly PreparationProblem[]): Map<number, string> {
  const found = new Map<number, string>();
  for (const problem of problems) {
    if (problem.tracepoint === undefined) continue;
    const before = found.get(problem.tracepoint);
    const text = sentence(problem);
    found.set(problem.tracepoint, before === undefined ? text : `${before} ${text}`);
  }
  return found;
}

function sentence({ item, message }: PreparationProblem): string {
  return message.includes(item) ? message : `${item}: ${message}`;
}
