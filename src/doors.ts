// What VS Code may ask of the extension before a trace is open. Behind each of these doors is the same room, which is loaded when the
// first of them is opened: until then the extension costs next to nothing.
import * as vscode from 'vscode';
import { TraceTabClaims } from './editor/claimTraceTabs';
import { LostPages } from './editor/lostPages';
import { branchViewTypes, viewTypes } from './editor/viewTypes';
import type { Features } from './features';
import { debugType } from './workbench/debugType';
import { plannedTracepoints } from './workbench/recording/plannedTracepoints';

/** What watches over the tabs of the editors from the start. */
export interface EditorTabs {
  readonly claims: TraceTabClaims;
  readonly lostPages: LostPages;
}

/** Gives what is behind the doors. */
type Open = () => Promise<Features>;

/** Registers the doors. `load` is called once, when the first is opened; what it loads is started at once. */
export function registerDoors(
  context: vscode.ExtensionContext,
  load: () => Promise<(tabs: EditorTabs) => Features>,
): void {
  const claims = new TraceTabClaims(beginsAsTrace, context.workspaceState);
  const lostPages = new LostPages(context.workspaceState);
  const features = once(async () => {
    const start = await load();
    // The features bring the commands themselves.
    commands.dispose();
    return start({ claims, lostPages });
  });
  const commands = commandDoors(contributedCommands(context.extension), features);
  // Source editors show what is planned before anything else is asked for.
  if (context.workspaceState.get(plannedTracepoints) !== undefined) void features();
  context.subscriptions.push(
    claims,
    lostPages,
    commands,
    ...editorDoors(features, lostPages),
    ...debuggerDoors(features),
    vscode.window.registerUriHandler({
      handleUri: async (uri) => (await features()).links.handleUri(uri),
    }),
  );
}

async function beginsAsTrace(file: vscode.Uri): Promise<boolean> {
  return (await import('./workbench/files')).beginsAsTrace(file);
}

function once<T>(act: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= act());
}

function contributedCommands({ packageJSON }: vscode.Extension<unknown>): string[] {
  const { contributes } = packageJSON as {
    contributes: { commands: readonly { command: string }[] };
  };
  return contributes.commands.map(({ command }) => command);
}

function commandDoors(names: readonly string[], features: Open): vscode.Disposable {
  const doors = names.map((name) =>
    vscode.commands.registerCommand(name, async (...given: unknown[]) => {
      await features();
      return vscode.commands.executeCommand(name, ...given);
    }),
  );
  return vscode.Disposable.from(...doors);
}

function editorDoors(features: Open, lostPages: LostPages): vscode.Disposable[] {
  const trace = async () => (await features()).editor;
  const branches = async () => (await features()).branchEditor;
  return [
    ...Object.values(viewTypes).map((name) => editorDoor(name, trace, lostPages)),
    ...Object.values(branchViewTypes).map((name) => editorDoor(name, branches, lostPages)),
  ];
}

function editorDoor(
  viewType: string,
  behind: () => Promise<vscode.CustomReadonlyEditorProvider>,
  lostPages: LostPages,
): vscode.Disposable {
  const editor: vscode.CustomReadonlyEditorProvider = {
    openCustomDocument: async (uri, ...given) => {
      lostPages.noteAsked(viewType, uri);
      return (await behind()).openCustomDocument(uri, ...given);
    },
    resolveCustomEditor: async (...given) => (await behind()).resolveCustomEditor(...given),
  };
  return vscode.window.registerCustomEditorProvider(viewType, editor, {
    supportsMultipleEditorsPerDocument: true,
  });
}

function debuggerDoors(features: Open): vscode.Disposable[] {
  return [
    vscode.debug.registerDebugConfigurationProvider(debugType, {
      provideDebugConfigurations: async (...given) =>
        (await features()).configurations.provideDebugConfigurations?.(...given),
      resolveDebugConfiguration: async (...given) =>
        (await features()).configurations.resolveDebugConfiguration?.(...given),
    }),
    vscode.debug.registerDebugConfigurationProvider(
      debugType,
      {
        provideDebugConfigurations: async (...given) =>
          (await features()).dynamicConfigurations.provideDebugConfigurations?.(...given),
      },
      vscode.DebugConfigurationProviderTriggerKind.Dynamic,
    ),
    vscode.debug.registerDebugAdapterDescriptorFactory(debugType, {
      createDebugAdapterDescriptor: async (...given) =>
        (await features()).adapters.createDebugAdapterDescriptor(...given),
    }),
  ];
}
