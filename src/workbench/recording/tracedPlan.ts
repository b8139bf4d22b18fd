// The plan that made a trace, as its file keeps it: gdb's own text of each tracepoint.
import type { Description, Tracepoint } from '../../format/description';
import type { RecordingPlan } from '../../remote/record/plan';
import { readCommands } from '../../remote/record/readCommands';

const commands = { trace: 'trace', fast: 'ftrace', static: 'strace' } as const;

/** Its tracepoints under their numbers of the trace; without their source, at their addresses. */
export function tracedPlan({ tracepoints, variables }: Description): RecordingPlan {
  const { plan } = readCommands(tracepoints.flatMap(commandsOf).join('\n'));
  return {
    tracepoints: plan.tracepoints.map((each, i) => ({
      ...each,
      number: tracepoints[i]?.number ?? each.number,
    })),
    variables: variables
      .filter(({ builtin }) => !builtin)
      .map(({ name, initialValue }) => ({ name, initialValue })),
    recordTime: plan.recordTime,
  };
}

function commandsOf(tracepoint: Tracepoint): string[] {
  const { locations, at, condition, commands: actions, pass, enabled } = tracepoint;
  const [first] = locations;
  const place = at ?? `*0x${(first?.address ?? 0n).toString(16)}`;
  const when = condition === undefined ? '' : ` if ${condition}`;
  return [
    `${commands[first?.kind ?? 'trace']} ${place}${when}`,
    ...(pass === 0 ? [] : [`passcount ${pass}`]),
    ...(enabled ? [] : ['disable $tpnum']),
    'actions',
    ...actions,
    'end',
  ];
}
