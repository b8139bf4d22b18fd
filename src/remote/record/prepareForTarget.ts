// A plan made ready for a target that is connected, with its programs where they lie in its memory.
import type { Decoder } from '../../disassembly/decoder';
import type { Disposable } from '../../trace/emitter';
import type { TraceModule } from '../../trace/traceModule';
import type { Target } from '../client/target';
import { instructionLengths } from './instructionLength';
import type { RecordingPlan } from './plan';
import { prepareRecording, type PreparedRecording } from './prepareRecording';

/** As {@link prepareRecording}; `startDecoder` starts what knows how long instructions are, for fast tracepoints. */
export async function prepareForTarget(
  plan: RecordingPlan,
  target: Target,
  programs: readonly TraceModule[],
  startDecoder: () => Decoder & Disposable,
): Promise<PreparedRecording | { readonly problem: string }> {
  const { layout, features, variables, shortestFastInstruction } = target;
  if (!layout) {
    return { problem: 'The target does not describe its registers: nothing can be collected.' };
  }
  const placements = programs.flatMap(({ program, slide }) =>
    slide === undefined ? [] : [{ program, slide }],
  );
  const order = target.order(programs[0]?.program);
  const isFast = plan.tracepoints.some(({ kind }) => kind === 'fast');
  const decoder = isFast ? startDecoder() : undefined;
  try {
    return await prepareRecording(plan, {
      ...{ layout, order, placements, features, variables, shortestFastInstruction },
      ...(decoder && {
        instructionLength: instructionLengths({ layout, order, placements }, decoder),
      }),
    });
  } finally {
    decoder?.dispose();
  }
}
