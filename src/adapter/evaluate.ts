// DAP's `evaluateRequest` and `completions`: an expression of the watch view or a hover, or a line of the debug console.
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { DebugContext } from './debugContext';
import type { VariableNode } from './variableTree';

type Evaluated = DebugProtocol.EvaluateResponse['body'];

/** What an expression or a line comes to. */
export async function evaluateRequest(
  session: DebugContext,
  { expression, context, frameId }: DebugProtocol.EvaluateArguments,
): Promise<Evaluated> {
  const { stack, evaluator, console } = session;
  const stackFrame = await (frameId === undefined ? stack.innermost() : stack.frame(frameId));
  const node =
    context === 'repl'
      ? await (await console()).run(expression, stackFrame?.level)
      : await evaluator.watch(expression, stackFrame);
  return evaluated(session, node);
}

/** What may be typed in the debug console at a column, from 1. */
export async function complete(
  { stack, console }: DebugContext,
  { text, column, line = 1, frameId }: DebugProtocol.CompletionsArguments,
): Promise<DebugProtocol.CompletionsResponse['body']> {
  const stackFrame = await (frameId === undefined ? stack.innermost() : stack.frame(frameId));
  const typed = text.split('\n')[line - 1] ?? '';
  return { targets: await (await console()).complete(typed, column, stackFrame?.level) };
}

/** A value as the answer to `evaluateRequest`. */
function evaluated({ variables }: DebugContext, node: VariableNode): Evaluated {
  const { value, type, variablesReference, memoryReference, indexedVariables } =
    variables.toDap(node);
  return {
    ...{ result: value, variablesReference },
    ...(type !== undefined && { type }),
    ...(memoryReference !== undefined && { memoryReference }),
    ...(indexedVariables !== undefined && { indexedVariables }),
  };
}
