// The trace that the user looks at: the one being debugged, else the one in the active tab.
import * as vscode from 'vscode';
import { debugType } from './contributions';
import { isAbsolute } from '../symbols/sourcePath';
import { pathOf, uriOf, isTraceUri } from './files';
import { isUri, joinPath, tracePath } from '../trace/paths';
import type { Trace } from '../trace/trace';
import { ctfFileNames } from '../format/ctf/metadata';

/** The file of the trace; undefined if none exists. */
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
/**
 * VS Code writes `${workspaceFolder}` without the folder's scheme and server, on Windows with its
 * separators.
 */
function pathElsewhere(path: string, folder: vscode.Uri): string {
  const plain = path.replaceAll('\\', '/');
  return pathOf(
    isAbsolute(plain) ? folder.with({ path: plain }) : vscode.Uri.joinPath(folder, plain),
  );
}
export function resolvePath(path: string, folder: vscode.WorkspaceFolder | undefined): string {
  if (isUri(path)) return path;
  const base = folder?.uri ?? vscode.workspace.workspaceFolders?.[0]?.uri;
  if (base !== undefined && base.scheme !== 'file') return pathElsewhere(path, base);
  const absolute = isAbsolute(path) || base === undefined ? path : joinPath(pathOf(base), [path]);
  return pathOf(uriOf(absolute));
}
/** The trace that the launch argument "trace" names: its file, or the folder of gdb's CTF. */

export function traceOfArgument(
  trace: string,
  folder: vscode.WorkspaceFolder | undefined,
): vscode.Uri {
  return uriOf(tracePath(resolvePath(trace, folder)));
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
/** Does something with the trace in a file; undefined where it cannot be opened. */

export type WithTrace = <T>(
  file: vscode.Uri,
  act: (trace: Trace) => T | Promise<T>,
) => Promise<T | undefined>;

/** Files that are looked at, at most: `.tf` belongs to Terraform too. */
const maxFiles = 200;

/** The one that is shown comes first, then by path: VS Code finds files in no order. */
export async function workspaceTraces(shown: vscode.Uri | undefined): Promise<vscode.Uri[]> {
  const found = await vscode.workspace.findFiles(
    `**/{*.tf,*.tfile,*.btrace,${ctfFileNames.metadata}}`,
    '**/node_modules/**',
    maxFiles,
  );
  const traces: vscode.Uri[] = [];
  for (const file of found) {
    const uri = file.with({ path: tracePath(file.path) });
    if (uri.path.endsWith('.btrace') || (await isTraceUri(uri))) traces.push(uri);
  }
  const isShown = (uri: vscode.Uri) => Number(uri.toString() === shown?.toString());
  return traces.sort((a, b) => isShown(b) - isShown(a) || (a.path < b.path ? -1 : 1));
}
