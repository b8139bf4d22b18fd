// The trace that the user looks at: the one being debugged, else the one in the active tab.
import * as vscode from 'vscode';
import { debugType } from './debugType';
import { activeTrace, traceOfArgument } from './debugging';

/** The file of the trace; undefined where there is none. */
export function shownTrace(): vscode.Uri | undefined {
  return debuggedTrace() ?? activeTrace();
}

/** The trace of the active debug session. */
export function debuggedTrace(): vscode.Uri | undefined {
  const session = vscode.debug.activeDebugSession;
  if (session?.type !== debugType) return undefined;
  const trace: unknown = session.configuration['trace'];
  return typeof trace === 'string' ? traceOfArgument(trace, session.workspaceFolder) : undefined;
}

/** The level of the stack frame that is selected in the call stack; 0 where none is. */
export async function selectedLevel(): Promise<number> {
  const item = vscode.debug.activeStackItem;
  if (!(item instanceof vscode.DebugStackFrame) || item.session.type !== debugType) return 0;
  return levelOf(item.session, item.threadId, item.frameId);
}

/** The level of a stack frame by its DAP id; 0 where the debugger has moved since. */
export async function levelOf(
  session: vscode.DebugSession,
  threadId: number,
  frameId: number,
): Promise<number> {
  const body: unknown = await session.customRequest('stackTrace', { threadId });
  const { stackFrames = [] } = body as { stackFrames?: { id: number }[] };
  return Math.max(
    0,
    stackFrames.findIndex(({ id }) => id === frameId),
  );
}
