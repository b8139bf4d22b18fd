// A plan as gdb's commands, for `gdb -x` or to be typed, and back: gdb manual, "Create and Delete Tracepoints" to "Trace
// State Variables". gdb numbers tracepoints as they are created, so what belongs to one stands right behind it.
import { actionTexts } from './actionTexts';
import type { PlannedTracepoint, PlannedVariable, RecordingPlan } from './plan';

/** Commands, one a line. A plan's tracepoints get the numbers 1, 2, 3 … where gdb has no others. */
export function writeCommands({ tracepoints, variables, recordTime }: RecordingPlan): string {
  const lines = [
    ...variables.map(variableCommand),
    ...tracepoints.flatMap((each) => tracepointCommands(each, recordTime)),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function variableCommand({ name, initialValue }: PlannedVariable): string {
  return `tvariable $${name} = ${initialValue}`;
}

const words = { trap: 'trace', fast: 'ftrace', static: 'strace' } as const;

/** The commands that create one tracepoint. */
export function tracepointCommands(tracepoint: PlannedTracepoint, recordTime: boolean): string[] {
  const { kind, location, condition = '', passCount, enabled } = tracepoint;
  const when = condition.trim() === '' ? '' : ` if ${condition.trim()}`;
  const actions = actionTexts(tracepoint, recordTime);
  return [
    `${words[kind]} ${location.trim()}${when}`,
    ...(passCount === 0 ? [] : [`passcount ${passCount}`]),
    ...(enabled ? [] : ['disable $tpnum']),
    ...(actions.length === 0 ? [] : ['actions', ...indented(actions), 'end']),
  ];
}

/** Lists as people indent them. */
function indented(lines: readonly string[]): string[] {
  let depth = 1;
  return lines.map((line) => {
    if (line === 'end') depth--;
    const text = '  '.repeat(depth) + line;
    if (line.startsWith('while-stepping ')) depth++;
    return text;
  });
}
