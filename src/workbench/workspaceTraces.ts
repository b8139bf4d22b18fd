// Where traces are: the files of the workspace, and those that launch arguments name.
import * as vscode from 'vscode';
import { isAbsolute } from '../symbols/sourcePath';
import { isUri, joinPath, tracePath } from '../trace/paths';
import type { Trace } from '../trace/trace';
import { ctfFileNames } from '../format/ctf/metadata';
import { pathOf, uriOf, isTraceUri } from './files';

/** A path of a launch argument, relative ones from the folder; a URI where it is not on disk. */
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
