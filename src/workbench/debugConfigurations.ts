// Debug configurations: fills in what the user left out, and offers some without launch.json.
import * as vscode from 'vscode';
import { debugType } from './contributions';
import type { DebuggedTraces } from './debuggedTraces';
import { activeTrace } from './shownTrace';
import { traceOfArgument, workspaceTraces, type WithTrace } from './workspaceTraces';
import { pathOf, uriOf } from './files';
import { baseName } from '../trace/paths';
import { searchPrograms } from '../trace/programSearch';
import type { Trace } from '../trace/trace';
import { elfFiles, openProgramFile } from './programFiles';

/** Lets the user pick a trace when the debugger starts. */
const pickedTrace = '${command:tracefile.pickTrace}';

/** The current frame of a trace; undefined if it cannot be opened. */
export type PositionOf = (file: vscode.Uri) => Promise<number | undefined>;

/**
 * Debugs a trace at a frame: in the session that shows it, else in a new one with the configuration
 * of launch.json that names the trace.
 */
export async function debugTrace(
  debugged: DebuggedTraces,
  file: vscode.Uri,
  frame: number,
): Promise<void> {
  const session = await debugged.show(file, () => startDebugging(file, frame));
  if (session) await goToFrame(session, frame);
}

/** Selects a frame in a debug session of its trace. */
export async function goToFrame(session: vscode.DebugSession, frame: number): Promise<void> {
  await session.customRequest('traceFrame', { frame });
}

async function startDebugging(file: vscode.Uri, frame: number): Promise<void> {
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
    const named = trace.replace('${workspaceFolder}', folder ? pathOf(folder.uri) : '');
    return traceOfArgument(named, folder).toString() === file.toString();
  });
}

/**
 * Fills in what the user left out: F5 without launch.json debugs the trace that is shown, from the
 * frame that is selected, or asks for a trace.
 */
export function configurationProvider(positionOf: PositionOf): vscode.DebugConfigurationProvider {
  return {
    async provideDebugConfigurations() {
      const traces = await workspaceTraces(activeTrace());
      return [...traces.map(configurationFor), pickingConfiguration()];
    },
    async resolveDebugConfiguration(_folder, given) {
      if (given['trace'] !== undefined || given.request === 'attach') return given;
      const file = activeTrace();
      if (!file) return { ...pickingConfiguration(), ...withoutEmpty(given) };
      return { ...(await configurationAtPosition(file, positionOf)), ...withoutEmpty(given) };
    },
  };
}

/**
 * The configurations that “Run and Debug” offers without launch.json; the trace that is shown
 * starts at its current frame.
 */
export function dynamicConfigurationProvider(
  positionOf: PositionOf,
): vscode.DebugConfigurationProvider {
  return {
    async provideDebugConfigurations() {
      const active = activeTrace();
      const traces = await workspaceTraces(active);
      return Promise.all(
        traces.map(async (file) =>
          isSame(file, active) ? configurationAtPosition(file, positionOf) : configurationFor(file),
        ),
      );
    },
  };
}

async function configurationAtPosition(
  file: vscode.Uri,
  positionOf: PositionOf,
): Promise<vscode.DebugConfiguration> {
  const frame = await positionOf(file);
  return { ...configurationFor(file), ...(frame !== undefined && { frame }) };
}

function configurationFor(file: vscode.Uri): vscode.DebugConfiguration {
  const folder = vscode.workspace.getWorkspaceFolder(file);
  const relative = vscode.workspace.asRelativePath(file, false);
  return {
    type: debugType,
    request: 'launch',
    name: vscode.l10n.t('Debug {0}', relative),
    trace: folder ? `\${workspaceFolder}/${relative}` : pathOf(file),
  };
}

function pickingConfiguration(): vscode.DebugConfiguration {
  return {
    type: debugType,
    request: 'launch',
    name: vscode.l10n.t('Debug a Trace'),
    trace: pickedTrace,
  };
}

/** VS Code passes a configuration of empty texts where there is no launch.json. */
function withoutEmpty(given: vscode.DebugConfiguration): Partial<vscode.DebugConfiguration> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
}

function isSame(uri: vscode.Uri, other: vscode.Uri | undefined): boolean {
  return uri.toString() === other?.toString();
}

interface FileItem extends vscode.QuickPickItem {
  /** Absent where the user wants to look for the file. */
  readonly path?: string;
}

/** Lets the user pick a trace; undefined, which ends the launch, if they cancel. */
export function pickTrace(
  title = vscode.l10n.t('Trace to Debug'),
  except?: vscode.Uri,
): Promise<string | undefined> {
  const items = workspaceTraces(activeTrace()).then((traces) =>
    traces
      .filter((trace) => trace.toString() !== except?.toString())
      .map((trace) => fileItem(pathOf(trace))),
  );
  return pick(items, title);
}

/**
 * Lets the user pick a program: for a configuration that names its trace, those that agree with it
 * come first.
 */
export function pickProgram(
  withTrace: WithTrace,
  configuration: unknown,
): Promise<string | undefined> {
  const file = traceNamedIn(configuration) ?? activeTrace();
  const items = elfFiles(file).then(async ({ paths }) => {
    const match = (trace: Trace) => searchPrograms(trace.recording, paths, openProgramFile);
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
