// From gdb's commands to what a target is told, for an attach request.
import type { Experiment, Recording } from '../../remote/client/recording';
import type { TargetPrograms } from '../../remote/client/targetPrograms';
import { prepareForTarget } from '../../remote/record/prepareForTarget';
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
  const prepared = await prepareForTarget(plan, target, placed, startDecoder);
  if ('problem' in prepared) throw new RequestFailed(prepared.problem);
  for (const { tracepoint, item, message } of prepared.problems) {
    const whose = tracepoint === undefined ? '' : `Tracepoint ${tracepoint}: `;
    say(`${whose}${item}: ${message}`, 'stderr');
  }
  if (!prepared.tracepoints.some(({ addresses }) => addresses.length > 0)) {
    throw new RequestFailed('None of the tracepoints can be set: nothing would be recorded.');
  }
  return { definitions: prepared.definitions, programs: placed };
}
