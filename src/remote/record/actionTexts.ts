// The actions of a tracepoint as gdb's commands, one a line: gdb manual, "Tracepoint Actions".
import type { PlannedAction, PlannedTracepoint } from './plan';

/** What is collected first where a plan records the time of each hit. */
export const timeItem = '$trace_timestamp';

/** The commands between `actions` and its `end`. */
export function actionTexts(
  { actions, stepping }: PlannedTracepoint,
  recordTime: boolean,
): string[] {
  const time: PlannedAction[] = recordTime ? [{ action: 'collect', item: timeItem }] : [];
  const lines = [...time, ...actions].map(actionText);
  if (!stepping) return lines;
  const steps = [...time, ...stepping.actions].map(actionText);
  return [...lines, `while-stepping ${stepping.count}`, ...steps, 'end'];
}

/** One command. */
export function actionText(action: PlannedAction): string {
  if (action.action === 'teval') return `teval ${action.expression}`;
  return `collect${stringsOption(action)} ${action.item}`;
}

/** ` /s`, ` /s80` or nothing, behind `collect`. */
export function stringsOption({ strings }: { readonly strings?: number }): string {
  if (strings === undefined) return '';
  return strings === 0 ? ' /s' : ` /s${strings}`;
}

/**
 * The command as a trace file keeps it. gdb opens no file in which one has `/s` and reads the string all the same, where it
 * was recorded.
 */
export function keptText(text: string): string {
  return text.replace(/^collect \/s\d* /, 'collect ');
}
