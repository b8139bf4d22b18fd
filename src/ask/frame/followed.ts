// What questions about changes follow: the value of an expression in a stack frame.
import type { DebugContext } from '../../adapter/debugContext';
import { RequestFailed } from '../../bytes/requestFailed';
import { described, textSchema } from '../question';

/** What to follow. */
export const followedExpression = described(
  textSchema,
  'What to follow: queue->waiting, a local variable, $rax, $hits.',
);

/** The arguments of the adapter's requests about a value. */
export async function stackFrameArguments(
  { stack }: DebugContext,
  followed: string,
  on: number,
): Promise<[string, unknown][]> {
  if (on === 0) return [['expression', followed]];
  const [row] = (await stack.list(on, 1)).stackFrames;
  if (!row) throw new RequestFailed(`There is no stack frame ${on}.`);
  return [
    ['expression', followed],
    ['frameId', row.id],
  ];
}
