// `info changes`: where a value changes, as a list. gdb has no such command.
import { followValue } from '../../trace/changes/followedValue';
import { problemText } from '../../trace/expressions';
import { shownChanges } from '../changes';
import { RequestFailed } from '../requestFailed';
import { text } from './command';
import type { ConsoleState } from './consoleState';

/** `info changes EXPRESSION`. */
export async function infoChanges(args: string, state: ConsoleState): Promise<string> {
  if (args === '') throw new RequestFailed('Argument required (expression to follow).');
  const { trace } = state;
  const { frames } = await trace.callStack(trace.cursor.frame);
  const followed = await followValue(trace, args, await state.stackFrame(), frames[0]);
  if ('problem' in followed) throw new RequestFailed(problemText(followed));
  const search: typeof state.search = (...asked) => state.search(...asked);
  const { label, changes, total } = await shownChanges({ trace, search }, followed);
  if (total === 0) return `${label} has no other value in any frame.`;
  const left = total - changes.length;
  return text([
    `${label}: ${total === 1 ? '1 change' : `${total} changes`}`,
    ...changes.map(({ interval, from, to }) => `${interval}: ${from} -> ${to}`),
    ...(left > 0 ? [`${left} more, farther from this frame.`] : []),
  ]);
}
