// The trace that the user looks at: the one being debugged, else the one in the active tab.
import * as vscode from 'vscode';
import { debugType } from './contributions';
import { traceOfArgument } from './workspaceTraces';
import { tracePath } from '../trace/paths';

/** The file of the trace; undefined if none exists. */
export function shownTrace(): vscode.Uri | undefined {
  return debuggedTrace() ?? activeTrace();
}

/** The trace of the active debug session. */
export function debuggedTrace(): vscode.Uri | undefined {
  const session = activeSession();
  return session && traceOfSession(session);
}

/** The active debug session, where it is of this extension. */
export function activeSession(): vscode.DebugSession | undefined {
  const session = vscode.debug.activeDebugSession;
  return session?.type === debugType ? session : undefined;
}

/** The trace that a debug session shows; undefined where it is not of this extension. */
export function traceOfSession(session: vscode.DebugSession): vscode.Uri | undefined {
  if (session.type !== debugType) return undefined;
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

/** The trace that is shown in the active tab, by the trace editor. */
export function activeTrace(): vscode.Uri | undefined {
  return traceIn(vscode.window.tabGroups.activeTabGroup);
}

/** The column in which a trace is in front, the active one before others; undefined without any. */
export function traceColumn(): vscode.ViewColumn | undefined {
  const { activeTabGroup, all } = vscode.window.tabGroups;
  return [activeTabGroup, ...all].find((group) => traceIn(group) !== undefined)?.viewColumn;
}

function traceIn({ activeTab }: vscode.TabGroup): vscode.Uri | undefined {
  const { input } = activeTab ?? {};
  const isTrace =
    input instanceof vscode.TabInputCustom && /^tracefile\.(?!branch)/.test(input.viewType);
  return isTrace ? input.uri.with({ path: tracePath(input.uri.path) }) : undefined;
}
