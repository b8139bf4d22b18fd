// Registers what VS Code may ask of the extension before a trace is open. The services behind it
// are loaded at the first request: until then the extension costs next to nothing.
import * as vscode from 'vscode';
import { lazy } from './bytes/lazy';
import { TraceTabClaims } from './editor/claimTraceTabs';
import { branchViewTypes, bytesViewType, comparisonViewType, viewTypes } from './editor/traceTabs';
import { WebviewRestore } from './editor/webviewRestore';
import type { EditorTabs, Providers } from './services';
import { debugType, plannedTracepoints } from './workbench/contributions';

/** Gives the providers, loaded when they are first asked for. */
type LoadProviders = () => Promise<Providers>;

/**
 * Registers the providers. `load` is called at the first request; what it loads is started at once.
 */
export function registerProviders(
  context: vscode.ExtensionContext,
  load: () => Promise<(tabs: EditorTabs) => Providers>,
): void {
  const claims = new TraceTabClaims(
    {
      ...claimServices,
      isTrace: async (file) => {
        const isTrace = await (await import('./workbench/files')).isTraceUri(file);
        // Its editor is asked for next: the services are loaded while VS Code opens it.
        if (isTrace) void providers();
        return isTrace;
      },
    },
    context.workspaceState,
  );
  const webviewRestore = new WebviewRestore(context.workspaceState);
  const providers = lazy(async () => {
    const start = await load();
    // The services register the commands themselves.
    commands.dispose();
    return start({ claims, webviewRestore });
  });
  const commands = lazyCommands(contributionsOf(context.extension).commands, providers);
  // Source editors show what is planned before anything else is asked for, and an editor on the
  // screen is asked for soon.
  const isPlanned = context.workspaceState.get(plannedTracepoints) !== undefined;
  if (isPlanned || isEditorShown()) void providers();
  context.subscriptions.push(
    claims,
    webviewRestore,
    commands,
    ...lazyEditors(providers, webviewRestore),
    ...lazyDebugger(providers),
    ...lazyTools(contributionsOf(context.extension).languageModelTools, providers),
    vscode.window.registerWebviewPanelSerializer(comparisonViewType, {
      deserializeWebviewPanel: async (...given) =>
        (await providers()).comparisons.deserializeWebviewPanel(...given),
    }),
    vscode.window.registerUriHandler({
      handleUri: async (uri) => (await providers()).links.handleUri(uri),
    }),
  );
}

const claimServices = {
  isDamagedTrace: async (file: vscode.Uri) =>
    (await import('./workbench/files')).isDamagedTraceUri(file),
  ask: async (sentence: string, button: string) => {
    const { showInformation } = await import('./workbench/notify');
    return (await showInformation(sentence, button)) === button;
  },
};

const editorViewTypes: readonly string[] = [
  ...Object.values(viewTypes),
  ...Object.values(branchViewTypes),
  bytesViewType,
];

function isEditorShown(): boolean {
  return vscode.window.tabGroups.all.some(({ activeTab }) => {
    const input = activeTab?.input;
    return input instanceof vscode.TabInputCustom && editorViewTypes.includes(input.viewType);
  });
}

interface Contributions {
  readonly commands: readonly { readonly command: string }[];
  readonly languageModelTools: readonly { readonly name: string }[];
}

function contributionsOf({ packageJSON }: vscode.Extension<unknown>): Contributions {
  return (packageJSON as { readonly contributes: Contributions }).contributes;
}

function lazyCommands(
  contributed: Contributions['commands'],
  providers: LoadProviders,
): vscode.Disposable {
  const registered = contributed.map(({ command }) =>
    vscode.commands.registerCommand(command, async (...given: unknown[]) => {
      await providers();
      return vscode.commands.executeCommand(command, ...given);
    }),
  );
  return vscode.Disposable.from(...registered);
}

function lazyEditors(
  providers: LoadProviders,
  webviewRestore: WebviewRestore,
): vscode.Disposable[] {
  const trace = async () => (await providers()).editor;
  const branches = async () => (await providers()).branchEditor;
  return [
    ...[...Object.values(viewTypes), bytesViewType].map((name) =>
      lazyEditor(name, trace, webviewRestore),
    ),
    ...Object.values(branchViewTypes).map((name) => lazyEditor(name, branches, webviewRestore)),
  ];
}

function lazyEditor(
  viewType: string,
  load: () => Promise<vscode.CustomReadonlyEditorProvider>,
  webviewRestore: WebviewRestore,
): vscode.Disposable {
  const editor: vscode.CustomReadonlyEditorProvider = {
    openCustomDocument: async (uri, ...given) => {
      webviewRestore.noteAsked(viewType, uri);
      return (await load()).openCustomDocument(uri, ...given);
    },
    resolveCustomEditor: async (...given) => (await load()).resolveCustomEditor(...given),
  };
  return vscode.window.registerCustomEditorProvider(viewType, editor, {
    supportsMultipleEditorsPerDocument: true,
  });
}

function lazyDebugger(providers: LoadProviders): vscode.Disposable[] {
  return [
    vscode.debug.registerDebugConfigurationProvider(debugType, {
      provideDebugConfigurations: async (...given) =>
        (await providers()).configurations.provideDebugConfigurations?.(...given),
      resolveDebugConfiguration: async (...given) =>
        (await providers()).configurations.resolveDebugConfiguration?.(...given),
    }),
    vscode.debug.registerDebugConfigurationProvider(
      debugType,
      {
        provideDebugConfigurations: async (...given) =>
          (await providers()).dynamicConfigurations.provideDebugConfigurations?.(...given),
      },
      vscode.DebugConfigurationProviderTriggerKind.Dynamic,
    ),
    vscode.debug.registerDebugAdapterDescriptorFactory(debugType, {
      createDebugAdapterDescriptor: async (...given) =>
        (await providers()).adapters.createDebugAdapterDescriptor(...given),
    }),
  ];
}

function lazyTools(
  contributed: Contributions['languageModelTools'],
  providers: LoadProviders,
): vscode.Disposable[] {
  return contributed.map(({ name }) => {
    const load = async () => (await (await providers()).tools()).get(name);
    return vscode.lm.registerTool(name, {
      prepareInvocation: async (...given) => (await load())?.prepareInvocation?.(...given),
      invoke: async (...given) => (await load())?.invoke(...given),
    });
  });
}
