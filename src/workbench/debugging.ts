// Debugging a trace in VS Code: its sessions, and the adapter inside the extension host, where it shares the editor's
// traces.
import * as vscode from 'vscode';
import type { AdapterHost } from '../adapter/host';
import { TraceDebugSession } from '../adapter/session';
import { CapstoneThread } from '../platform/capstoneThread';
import { bundledScript } from '../platform/thread';
import { isAbsolute, joinPath } from '../trace/paths';
import type { OpenTraces } from '../trace/openTraces';
import { fileExists, readText, workspaceFolders } from './files';
import { openProgramFile } from './programFiles';
import type { TracePrograms } from './programs';
import { savedSourceMap } from './sources';

/** The debug type, as launch.json names it. */
export const debugType = 'tracefile';

/** The trace that is shown in the active tab, by the trace editor. */
export function activeTrace(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const isTrace = input instanceof vscode.TabInputCustom && input.viewType.startsWith('tracefile.');
  return isTrace ? input.uri : undefined;
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
        traceOfArgument(String(configuration['trace']), workspaceFolder).fsPath === file.fsPath,
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
): vscode.DebugAdapterDescriptorFactory {
  return {
    createDebugAdapterDescriptor: ({ workspaceFolder }) =>
      new vscode.DebugAdapterInlineImplementation(
        new TraceDebugSession(adapterHost(traces, programs, workspaceFolder)),
      ),
  };
}

function adapterHost(
  traces: OpenTraces,
  programs: TracePrograms,
  folder: vscode.WorkspaceFolder | undefined,
): AdapterHost {
  return {
    resolve: (path) => resolvePath(path, folder),
    acquireTrace: (path) => traces.acquire(vscode.Uri.file(path).toString()),
    openProgram: openProgramFile,
    findProgram: (trace, path) => programs.ensure(trace, vscode.Uri.file(path)),
    sourceFolders: workspaceFolders(),
    sourceMap: savedSourceMap(),
    fileExists,
    readText,
    startDecoder: () => new CapstoneThread(bundledScript('capstoneWorker.js')),
  };
}

/** The file that the launch argument "trace" names. */
export function traceOfArgument(
  trace: string,
  folder: vscode.WorkspaceFolder | undefined,
): vscode.Uri {
  return vscode.Uri.file(resolvePath(trace, folder));
}

function resolvePath(path: string, folder: vscode.WorkspaceFolder | undefined): string {
  const base = folder?.uri.fsPath ?? workspaceFolders()[0];
  const absolute = isAbsolute(path) || base === undefined ? path : joinPath(base, path);
  return vscode.Uri.file(absolute).fsPath;
}
