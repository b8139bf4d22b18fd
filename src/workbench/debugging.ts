// Debugging a trace in VS Code: its sessions, and the adapter inside the extension host, where it shares the editor's
// traces.
import * as vscode from 'vscode';
import type { AdapterHost } from '../adapter/host';
import { TraceDebugSession } from '../adapter/session';
import { runtime } from '../platform/runtime';
import { readTargetAddress } from '../platform/targetAddress';
import { isAbsolute } from '../symbols/sourcePath';
import { isUri, joinPath, tracePath } from '../trace/paths';
import type { OpenTraces } from '../trace/openTraces';
import type { BranchFeatures } from './branch/branchFeatures';
import { decoderStarter } from './decoder';
import { pathOf, uriOf } from './filePaths';
import { fileExists, readText, workspaceFolders } from './files';
import { debugType } from './debugType';
import type { TracePrograms } from './programs';
import { createFile } from './saveFile';
import { savedSourceMap } from './sources';
import { isTrusted, untrusted } from './trust';

/** The trace that is shown in the active tab, by the trace editor. */
export function activeTrace(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const isTrace =
    input instanceof vscode.TabInputCustom && /^tracefile\.(?!branch)/.test(input.viewType);
  return isTrace ? input.uri.with({ path: tracePath(input.uri.path) }) : undefined;
}

/** The debug session that shows a trace, if there is one. */
export class DebuggedTraces implements vscode.Disposable {
  private readonly sessions = new Map<string, vscode.DebugSession>();
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscriptions: vscode.Disposable;
  /** A debug session began or ended. */
  readonly onDidChange = this.changed.event;

  constructor() {
    this.subscriptions = vscode.Disposable.from(
      vscode.debug.onDidStartDebugSession((session) => {
        if (session.type !== debugType) return;
        this.sessions.set(session.id, session);
        this.changed.fire();
        void showDebugView();
      }),
      vscode.debug.onDidTerminateDebugSession((session) => {
        if (this.sessions.delete(session.id)) this.changed.fire();
      }),
      this.changed,
    );
  }

  sessionOf(file: vscode.Uri): vscode.DebugSession | undefined {
    return [...this.sessions.values()].find(
      ({ configuration, workspaceFolder }) =>
        traceOfArgument(String(configuration['trace']), workspaceFolder).toString() ===
        file.toString(),
    );
  }

  /** Sources are elsewhere now: every debugger looks again. */
  async refreshSources(): Promise<void> {
    for (const session of this.sessions.values()) {
      await session.customRequest('refreshSources', { sourceMap: savedSourceMap() });
    }
  }

  dispose(): void {
    this.subscriptions.dispose();
  }
}

/** VS Code opens its debug view at breakpoints; a trace begins stopped, and its variables are what people come for. */
async function showDebugView(): Promise<void> {
  const when = vscode.workspace.getConfiguration('debug').get<string>('openDebug');
  if (when !== 'neverOpen') await vscode.commands.executeCommand('workbench.view.debug');
}

/** Runs the adapter here, in the extension host. */
export function adapterFactory(
  traces: OpenTraces,
  programs: TracePrograms,
  branches: BranchFeatures,
  extension: vscode.Uri,
): vscode.DebugAdapterDescriptorFactory {
  const startDecoder = decoderStarter(extension);
  return {
    createDebugAdapterDescriptor: ({ workspaceFolder }) =>
      new vscode.DebugAdapterInlineImplementation(
        new TraceDebugSession({
          ...adapterHost(traces, programs, branches, workspaceFolder),
          startDecoder,
        }),
      ),
  };
}

function adapterHost(
  traces: OpenTraces,
  programs: TracePrograms,
  branches: BranchFeatures,
  folder: vscode.WorkspaceFolder | undefined,
): Omit<AdapterHost, 'startDecoder'> {
  return {
    resolve: (path) => resolvePath(path, folder),
    acquireTrace: (path) => traces.acquire(uriOf(path).toString()),
    openProgram: programs.open,
    findProgram: (trace, path) => programs.ensure(trace, uriOf(path)),
    acquireBranchTrace: (path) => branches.traces.acquire(uriOf(path).toString()),
    findBranchProgram: (trace, path) => branches.programs.ensure(trace, uriOf(path)),
    sourceFolders: workspaceFolders(),
    sourceMap: savedSourceMap(),
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

/** The trace that the launch argument "trace" names: its file, or the folder of gdb's CTF. */
export function traceOfArgument(
  trace: string,
  folder: vscode.WorkspaceFolder | undefined,
): vscode.Uri {
  return uriOf(tracePath(resolvePath(trace, folder)));
}

function resolvePath(path: string, folder: vscode.WorkspaceFolder | undefined): string {
  if (isUri(path)) return path;
  const base = folder?.uri ?? vscode.workspace.workspaceFolders?.[0]?.uri;
  if (base !== undefined && base.scheme !== 'file') return pathElsewhere(path, base);
  const absolute = isAbsolute(path) || base === undefined ? path : joinPath(pathOf(base), path);
  return pathOf(uriOf(absolute));
}

/** VS Code writes `${workspaceFolder}` without the folder's scheme and server, on Windows with its separators. */
function pathElsewhere(path: string, folder: vscode.Uri): string {
  const plain = path.replaceAll('\\', '/');
  return pathOf(
    isAbsolute(plain) ? folder.with({ path: plain }) : vscode.Uri.joinPath(folder, plain),
  );
}
