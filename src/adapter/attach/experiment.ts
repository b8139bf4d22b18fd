// From gdb's commands to what a target is told, for an attach request.
import type { Experiment, Recording } from '../../remote/client/recording';
import type { TargetPrograms } from '../../remote/client/targetPrograms';
import { instructionLengths } from '../../remote/record/instructionLength';
import { prepareRecording } from '../../remote/record/prepareRecording';
import { readCommands } from '../../remote/record/readCommands';
import type { Say } from '../client';
import type { AdapterHost } from '../host';
import { RequestFailed } from '../requestFailed';

/** The experiment that commands define; what does not go as they say is said, and the rest is recorded. */
export async function experimentOf(
  commands: string,
  { target }: Recording,
  { placed }: TargetPrograms,
  startDecoder: AdapterHost['startDecoder'],
  say: Say,
): Promise<Experiment> {
  const { plan, problems } = readCommands(commands);
  for (const { line, message } of problems)
    say(`Line ${line} of "tracepoints": ${message}`, 'stderr');
  const { layout, features, variables, shortestFastInstruction } = target;
  if (!layout) {
    throw new RequestFailed(
      'The target does not describe its registers: nothing can be collected.',
    );
  }
  const placements = placed.flatMap(({ program, slide }) =>
    slide === undefined ? [] : [{ program, slide }],
  );
  const order = target.order(placed[0]?.program);
  const decoder = startDecoder();
  try {
    const prepared = await prepareRecording(plan, {
      ...{ layout, features, variables, order, placements, shortestFastInstruction },
      instructionLength: instructionLengths({ layout, order, placements }, decoder),
    });
    for (const { tracepoint, item, message } of prepared.problems) {
      const whose = tracepoint === undefined ? '' : `Tracepoint ${tracepoint}: `;
      say(`${whose}${item}: ${message}`, 'stderr');
    }
    if (!prepared.tracepoints.some(({ addresses }) => addresses.length > 0)) {
      throw new RequestFailed('None of the tracepoints can be set: nothing would be recorded.');
    }
    return { definitions: prepared.definitions, programs: placed };
  } finally {
    decoder.dispose();
  }
}
