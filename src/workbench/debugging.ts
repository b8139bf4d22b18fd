// Debugging a trace in VS Code: the adapter inside the extension host, where it shares the editor's
// traces.
import * as vscode from 'vscode';
import type { AdapterHost } from '../adapter/host';
import type { SourcePermission } from '../trace/sourceLookup';
import { runtime, type RunningCapstone } from '../platform/runtime';
import { readTargetAddress } from '../platform/targetAddress';
import type { OpenTraces } from '../trace/openTraces';
import type { BranchServices } from './branch/branchServices';
import { uriOf, fileExists, readText, workspaceFolders, createFile } from './files';
import type { TracePrograms } from './programs';
import { savedSourceMap } from './sources';
import { isTrusted, untrusted } from './workspaceTrust';
import { resolvePath } from './workspaceTraces';

/** Runs the adapter here, in the extension host. */
export function adapterFactory(services: AdapterServices): vscode.DebugAdapterDescriptorFactory {
  return {
    createDebugAdapterDescriptor: async ({ workspaceFolder }) => {
      // A trace is shown without it.
      const { TraceDebugSession } = await import('../adapter/session');
      const session = new TraceDebugSession(adapterHost(services, workspaceFolder));
      return new vscode.DebugAdapterInlineImplementation(session);
    },
  };
}

/** What the adapter shares with the editors. */
export interface AdapterServices {
  readonly traces: OpenTraces;
  readonly programs: TracePrograms;
  readonly branches: BranchServices;
  readonly sourcePermission: SourcePermission;
  readonly startDecoder: () => RunningCapstone;
}

/** VS Code as the adapter needs it; paths may be relative to the folder. */
export function adapterHost(
  { traces, programs, branches, sourcePermission, startDecoder }: AdapterServices,
  folder: vscode.WorkspaceFolder | undefined,
): AdapterHost {
  return {
    sourcePermission,
    startDecoder,
    resolve: (path) => resolvePath(path, folder),
    acquireTrace: (path) => traces.acquire(uriOf(path).toString()),
    openProgram: programs.open,
    findProgram: (trace, path) => programs.ensure(trace, uriOf(path)),
    acquireBranchTrace: (path) => branches.traces.acquire(uriOf(path).toString()),
    findBranchProgram: (trace, path) => branches.programs.ensure(trace, uriOf(path)),
    sourceFolders: workspaceFolders(),
    sourceMap: savedSourceMap(),
    withoutSource: disassemblyWithoutSource() ? 'disassembly' : 'page',
    beforeStop: leaveTraceTab,
    fileExists,
    readText,
    connectTarget: async (target, onWords) => {
      const purpose = vscode.l10n.t('Traces are recorded');
      if (!isTrusted(purpose)) return { problem: untrusted(purpose) };
      const address = readTargetAddress(target);
      if ('problem' in address) return address;
      return runtime.connectTarget(address, { onWords, folder: folder?.uri.fsPath });
    },
    createFile: (path) => createFile(uriOf(path)),
  };
}

/**
 * Makes the editor group beside a trace's tab the active one: VS Code opens what a stop shows in
 * the active group, or where it is open already, and would cover the trace.
 */
async function leaveTraceTab(source?: string): Promise<void> {
  const { activeTab, viewColumn, tabs } = vscode.window.tabGroups.activeTabGroup;
  const { input } = activeTab ?? {};
  const isTrace = input instanceof vscode.TabInputCustom && input.viewType.startsWith(ourEditors);
  const group = groupsBeside.get(viewColumn);
  // A user who keeps the focus where it is keeps the group too.
  const takesFocus = vscode.workspace
    .getConfiguration('debug')
    .get<boolean>('focusEditorOnBreak', true);
  if (!isTrace) return;
  const uri = source === undefined ? undefined : uriOf(source);
  const isBehind = tabs.some(({ input: other }) => {
    return other instanceof vscode.TabInputText && other.uri.toString() === uri?.toString();
  });
  if (uri && isBehind && !isVisible(uri)) {
    const beside = { viewColumn: vscode.ViewColumn.Beside, preview: true };
    await vscode.window.showTextDocument(uri, { ...beside, preserveFocus: !takesFocus });
  } else if (group !== undefined && takesFocus) await vscode.commands.executeCommand(group);
}

function isVisible(uri: vscode.Uri): boolean {
  const { visibleTextEditors } = vscode.window;
  return visibleTextEditors.some(({ document }) => document.uri.toString() === uri.toString());
}

/** How the names of this extension's editors begin. */
const ourEditors = 'tracefile.';

/** By column, the command that goes to the next group on that side, and makes one if necessary. */
const groupsBeside: ReadonlyMap<number, string> = new Map([
  [1, 'workbench.action.focusSecondEditorGroup'],
  [2, 'workbench.action.focusThirdEditorGroup'],
]);

function disassemblyWithoutSource(): boolean {
  const settings = vscode.workspace.getConfiguration('tracefile');
  return settings.get('disassemblyWithoutSource', true);
}
