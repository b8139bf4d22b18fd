// Pickers that launch.json may name in place of a file: `"trace": "${command:tracefile.pickTrace}"`.
import * as vscode from 'vscode';
import { baseName } from '../trace/paths';
import { searchPrograms } from '../trace/programSearch';
import type { Trace } from '../trace/trace';
import { activeTrace, traceOfArgument } from './debugging';
import { pathOf, uriOf } from './filePaths';
import { elfFiles, openProgramFile } from './programFiles';
import { workspaceTraces } from './workspaceTraces';

/** Does something with the trace in a file; undefined where it cannot be opened. */
export type WithTrace = <T>(
  file: vscode.Uri,
  act: (trace: Trace) => T | Promise<T>,
) => Promise<T | undefined>;

interface FileItem extends vscode.QuickPickItem {
  /** Absent where the user wants to look for the file. */
  readonly path?: string;
}

/** Lets the user pick a trace; undefined, which ends the launch, where they give up. */
export function pickTrace(): Promise<string | undefined> {
  const items = workspaceTraces(activeTrace()).then((traces) =>
    traces.map((trace) => fileItem(pathOf(trace))),
  );
  return pick(items, vscode.l10n.t('Trace to Debug'));
}

/** Lets the user pick a program: for a configuration that names its trace, those that agree with it come first. */
export function pickProgram(
  withTrace: WithTrace,
  configuration: unknown,
): Promise<string | undefined> {
  const file = traceNamedIn(configuration) ?? activeTrace();
  const items = elfFiles(file).then(async ({ paths }) => {
    const match = (trace: Trace) => searchPrograms(trace, paths, openProgramFile);
    const found = (file && (await withTrace(file, match))) ?? [];
    const sentences = new Map(found.map((each) => [each.path, each.match.sentence]));
    const others = paths.filter((path) => !sentences.has(path));
    return [...sentences.keys(), ...others].map((path) => fileItem(path, sentences.get(path)));
  });
  return pick(items, vscode.l10n.t('Program That Was Traced'));
}

/** The file under `trace`, unless another picker is to fill it in. */
function traceNamedIn(configuration: unknown): vscode.Uri | undefined {
  const trace = new Map<string, unknown>(Object.entries(configuration ?? {})).get('trace');
  if (typeof trace !== 'string' || trace.includes('${command:')) return undefined;
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  return traceOfArgument(
    trace.replace('${workspaceFolder}', folder ? pathOf(folder.uri) : ''),
    folder,
  );
}

function fileItem(path: string, detail?: string): FileItem {
  const description = vscode.workspace.asRelativePath(uriOf(path));
  return { label: baseName(path), description, path, ...(detail !== undefined && { detail }) };
}

async function pick(files: Promise<FileItem[]>, title: string): Promise<string | undefined> {
  const browse: FileItem = { label: vscode.l10n.t('Browse…') };
  const items = files.then((found) => [...found, browse]);
  const picked = await vscode.window.showQuickPick(items, { title, matchOnDescription: true });
  if (!picked || picked.path !== undefined) return picked?.path;
  const [chosen] = (await vscode.window.showOpenDialog({ title })) ?? [];
  return chosen && pathOf(chosen);
}
