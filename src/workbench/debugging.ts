// Debugging a trace in VS Code: configurations, and the adapter inside the extension host, where it
// shares the editor's traces.
import * as vscode from 'vscode';
import type { AdapterHost } from '../adapter/host';
import { TraceDebugSession } from '../adapter/session';
import { baseName, isAbsolute, joinPath } from '../trace/paths';
import type { OpenTraces } from '../trace/openTraces';
import { beginsAsTrace, fileExists, workspaceFolders } from './files';
import { openProgramFile, type TracePrograms } from './programs';
import { savedSourceMap } from './sources';

/** The debug type, as launch.json names it. */
export const debugType = 'tracefile';

/** The trace that is shown in the active tab, by the trace editor. */
export function activeTrace(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const isTrace = input instanceof vscode.TabInputCustom && input.viewType.startsWith('tracefile.');
  return isTrace ? input.uri : undefined;
}

/** The frame at which a trace stands; undefined where it cannot be opened. */
export type PositionOf = (file: vscode.Uri) => Promise<number | undefined>;

/** Starts debugging a trace at a frame, as launch.json says where it names the trace. */
export async function debugTrace(file: vscode.Uri, frame: number): Promise<void> {
  if (declined(file)) return;
  const folder = vscode.workspace.getWorkspaceFolder(file);
  const configuration = launchConfigurationOf(file, folder) ?? configurationFor(file);
  await vscode.debug.startDebugging(folder, { ...configuration, frame });
}

function launchConfigurationOf(
  file: vscode.Uri,
  folder: vscode.WorkspaceFolder | undefined,
): vscode.DebugConfiguration | undefined {
  const configurations = vscode.workspace
    .getConfiguration('launch', folder?.uri)
    .get<vscode.DebugConfiguration[]>('configurations', []);
  return configurations.find(({ type, trace }: Record<string, unknown>) => {
    if (type !== debugType || typeof trace !== 'string') return false;
    const named = trace.replace('${workspaceFolder}', folder?.uri.fsPath ?? '');
    return traceOfArgument(named, folder).fsPath === file.fsPath;
  });
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

/**
 * Fills in what a person left out: F5 without launch.json debugs the trace that is shown, from the
 * frame that is selected.
 */
export function configurationProvider(positionOf: PositionOf): vscode.DebugConfigurationProvider {
  return {
    async provideDebugConfigurations() {
      const traces = await workspaceTraces();
      return traces.map(configurationFor);
    },
    async resolveDebugConfiguration(_folder, given) {
      if (given['trace'] !== undefined) return given;
      const file = activeTrace();
      if (!file) return given.type === '' ? undefined : given;
      if (declined(file)) return undefined;
      return { ...(await configurationAtPosition(file, positionOf)), ...withoutEmpty(given) };
    },
  };
}

/** The configurations that “Run and Debug” offers without launch.json; the trace that is shown begins where it stands. */
export function dynamicConfigurationProvider(
  positionOf: PositionOf,
): vscode.DebugConfigurationProvider {
  return {
    async provideDebugConfigurations() {
      const active = activeTrace();
      const traces = await workspaceTraces();
      return Promise.all(
        traces.map(async (file) =>
          isSame(file, active) ? configurationAtPosition(file, positionOf) : configurationFor(file),
        ),
      );
    },
  };
}

/** The debugger reads files by their paths: says so, and returns true, where a trace has none. */
function declined({ scheme, path }: vscode.Uri): boolean {
  if (scheme === 'file') return false;
  const sentence = '{0} is not on disk: save a copy there to debug it.';
  void vscode.window.showErrorMessage(vscode.l10n.t(sentence, baseName(path)));
  return true;
}

async function configurationAtPosition(
  file: vscode.Uri,
  positionOf: PositionOf,
): Promise<vscode.DebugConfiguration> {
  const frame = await positionOf(file);
  return { ...configurationFor(file), ...(frame !== undefined && { frame }) };
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

function configurationFor(file: vscode.Uri): vscode.DebugConfiguration {
  const folder = vscode.workspace.getWorkspaceFolder(file);
  const relative = vscode.workspace.asRelativePath(file, false);
  return {
    type: debugType,
    request: 'launch',
    name: vscode.l10n.t('Debug {0}', relative),
    trace: folder ? `\${workspaceFolder}/${relative}` : file.fsPath,
  };
}

/** VS Code passes a configuration of empty texts where there is no launch.json. */
function withoutEmpty(given: vscode.DebugConfiguration): Partial<vscode.DebugConfiguration> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
}

async function workspaceTraces(): Promise<vscode.Uri[]> {
  const active = activeTrace();
  const found = await vscode.workspace.findFiles('**/*.{tf,tfile}', '**/node_modules/**', 200);
  const traces: vscode.Uri[] = [];
  for (const uri of found) {
    if (uri.scheme === 'file' && (await beginsAsTrace(uri))) traces.push(uri);
  }
  return traces.sort((a, b) => Number(isSame(b, active)) - Number(isSame(a, active)));
}

function isSame(uri: vscode.Uri, other: vscode.Uri | undefined): boolean {
  return uri.toString() === other?.toString();
}
