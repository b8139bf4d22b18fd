// Activation: makes the parts and wires them to each other and to VS Code.
import * as vscode from 'vscode';
import { TraceTabClaims } from './editor/claimTraceTabs';
import type { EditorServices } from './editor/services';
import { TraceEditorProvider, viewTypes } from './editor/traceEditor';
import { OpenTraces } from './trace/openTraces';
import { baseName } from './trace/paths';
import type { Trace } from './trace/trace';
import { registerCommands, type CommandServices } from './workbench/commands';
import {
  adapterFactory,
  configurationProvider,
  DebuggedTraces,
  debugTrace,
  debugType,
  dynamicConfigurationProvider,
  type PositionOf,
} from './workbench/debugging';
import { beginsAsTrace, openUri } from './workbench/files';
import { TracePrograms } from './workbench/programs';
import { locateSource, SourceBeside } from './workbench/sources';

/** Called by VS Code once. */
export function activate(context: vscode.ExtensionContext): void {
  const traces = new OpenTraces(
    (key) => openUri(vscode.Uri.parse(key)),
    (key) => baseName(vscode.Uri.parse(key).path),
  );
  const programs = new TracePrograms(context.workspaceState);
  const debugged = new DebuggedTraces();
  const beside = new SourceBeside();
  const claims = new TraceTabClaims(beginsAsTrace, context.workspaceState);
  const positionOf: PositionOf = (file) => withTrace(traces, file, ({ position }) => position);
  const editor = new TraceEditorProvider(
    context.extensionUri,
    editorServices(traces, programs, debugged, beside, claims),
  );
  context.subscriptions.push(
    debugged,
    beside,
    claims,
    ...Object.values(viewTypes).map((viewType) =>
      vscode.window.registerCustomEditorProvider(viewType, editor, {
        supportsMultipleEditorsPerDocument: true,
      }),
    ),
    vscode.debug.registerDebugConfigurationProvider(debugType, configurationProvider(positionOf)),
    vscode.debug.registerDebugConfigurationProvider(
      debugType,
      dynamicConfigurationProvider(positionOf),
      vscode.DebugConfigurationProviderTriggerKind.Dynamic,
    ),
    vscode.debug.registerDebugAdapterDescriptorFactory(debugType, adapterFactory(traces, programs)),
    registerCommands(commandServices(traces, programs, debugged)),
  );
}

function editorServices(
  traces: OpenTraces,
  programs: TracePrograms,
  debugged: DebuggedTraces,
  beside: SourceBeside,
  claims: TraceTabClaims,
): EditorServices {
  return {
    traces,
    ensureProgram: (trace, file) => programs.ensure(trace, file),
    chooseProgram: (trace, file) => programs.choose(trace, file),
    showSource: (file, place) => beside.show(file, place, !debugged.sessionOf(file)),
    locateSource: (recorded) => locateAndRefresh(recorded, debugged),
    debug: debugTrace,
    openAsText: (file) => claims.openAsText(file),
    onDidChangeDebugged: debugged.onDidChange,
    debugSession: (file) => debugged.sessionOf(file),
  };
}

function commandServices(
  traces: OpenTraces,
  programs: TracePrograms,
  debugged: DebuggedTraces,
): CommandServices {
  return {
    openTrace: async (file) => {
      await vscode.commands.executeCommand('vscode.openWith', file, viewTypes.optional);
    },
    chooseProgram: (file) => withTrace(traces, file, (trace) => programs.choose(trace, file)),
    locateSource: (recorded) => locateAndRefresh(recorded, debugged),
    sourceOfPosition: (file) =>
      withTrace(traces, file, async (trace) => {
        const at = trace.pc(trace.position);
        return at && (await trace.locate(at.pc)).source?.file;
      }),
    frames: (file) =>
      withTrace(traces, file, ({ index, position }) => ({ count: index.count, position })),
    goToFrame: (file, frame) =>
      withTrace(traces, file, (trace) => {
        trace.moveTo(frame, commandServices);
      }),
  };
}

async function locateAndRefresh(recorded: string, debugged: DebuggedTraces): Promise<void> {
  if (await locateSource(recorded)) await debugged.refreshSources();
}

/** Does something with a trace that is open in an editor or debugged, or is opened for this alone. */
async function withTrace<T>(
  traces: OpenTraces,
  file: vscode.Uri,
  act: (trace: Trace) => T | Promise<T>,
): Promise<T | undefined> {
  const lease = await traces.acquire(file.toString());
  if ('problem' in lease) {
    void vscode.window.showErrorMessage(lease.problem);
    return undefined;
  }
  try {
    return await act(lease.trace);
  } finally {
    lease.dispose();
  }
}
