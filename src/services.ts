// The composition root: makes the services and connects them to each other and to VS Code.
import { lazy } from './bytes/lazy';
import type { Recording } from './trace/recording';
import * as vscode from 'vscode';
import { type BranchEditorServices, BranchEditorProvider } from './editor/branch/branchEditor';
import type { TraceTabClaims } from './editor/claimTraceTabs';
import { bytesViewType, viewTypes } from './editor/traceTabs';
import type { WebviewRestore } from './editor/webviewRestore';
import {
  frameOfMenu,
  isOfSelection,
  registerMenuCommands,
  valueOfMenu,
} from './editor/menuCommands';
import type { ComparisonServices } from './editor/comparison/comparisonPanel';
import { ComparisonPanels } from './editor/comparison/comparisonPanels';
import { FileProblems } from './editor/fileProblems';
import type { UnavailableCell } from './ask/table/frameRow';
import { pageHtml, pageOptions } from './editor/page';
import type { EditorServices } from './editor/editorServices';
import { TraceEditorProvider } from './editor/traceEditor';
import { runtime, type RunningCapstone } from './platform/runtime';
import { Emitter } from './trace/emitter';
import { OpenTraces } from './trace/openTraces';
import { baseName } from './trace/paths';
import type { RecordedSource } from './trace/sourceLookup';
import type { Trace } from './trace/trace';
import { registerBookmarkCommands, BookmarksView } from './workbench/bookmarksView';
import { Bookmarks } from './workbench/bookmarks';
import { BranchServices } from './workbench/branch/branchServices';
import { registerComparisons, saveComparison, showFrames } from './workbench/comparisons';
import { registerCommands, type CommandServices } from './workbench/commands';
import {
  configurationProvider,
  debugTrace,
  dynamicConfigurationProvider,
  type PositionOf,
} from './workbench/debugConfigurations';
import { DebuggedTraces } from './workbench/debuggedTraces';
import { adapterFactory, adapterHost, type AdapterServices } from './workbench/debugging';
import { TraceLinks, registerCopyLink } from './workbench/deepLinks';
import { registerExport } from './workbench/exportCommands';
import { isTraceUri, openTraceUri, tabOfTrace } from './workbench/files';
import { registerHovers, registerInlineValues } from './workbench/sourceValues';
import type { ToolServices } from './workbench/languageModelTools';
import { debuggedTrace, selectedLevel, shownTrace, traceColumn } from './workbench/shownTrace';
import type { WithTrace } from './workbench/workspaceTraces';
import { TraceFileWatcher } from './workbench/traceFileWatcher';
import { MemoryView } from './workbench/memoryView/memoryView';
import { NatvisFiles } from './workbench/natvisFiles';
import { registerNavigation } from './workbench/navigation';
import { registerValueChanges } from './workbench/valueChanges';
import { UntrustedPathPermissions } from './workbench/workspaceTrust';
import { showError, showInformation } from './workbench/notify';
import { ProgramCommands } from './workbench/programCommands';
import { programFileOpener } from './workbench/programFiles';
import { TracePrograms } from './workbench/programs';
import { SavedTables } from './workbench/savedTables';
import { registerSourceHits } from './workbench/sourceHits';
import { SourcePermissions } from './workbench/sourcePermissions';
import { locateSource, SideEditor } from './workbench/sources';
import { ValueFormatSwitch } from './workbench/valueFormats';

/** The services, which know each other only here. */
export interface Services {
  readonly extension: vscode.Uri;
  readonly traces: OpenTraces;
  readonly withTrace: WithTrace;
  readonly programs: TracePrograms;
  readonly programCommands: ProgramCommands;
  readonly debugged: DebuggedTraces;
  readonly sideEditor: SideEditor;
  readonly tables: SavedTables;
  readonly bookmarks: Bookmarks;
  readonly problems: FileProblems;
  readonly tabs: EditorTabs;
  readonly memory: MemoryView;
  readonly formats: ValueFormatSwitch;
  readonly untrustedPaths: UntrustedPathPermissions;
  readonly sourcePermissions: SourcePermissions;
  readonly branches: BranchServices;
  readonly valueOfMenu: typeof valueOfMenu;
  /** What columns show as not collected. */
  readonly unavailable: Emitter<UnavailableCell & { readonly file: vscode.Uri }>;
  /** Starts what decodes instructions: Capstone, whose file is next to the extension's script. */
  readonly startDecoder: () => RunningCapstone;
}

/** What VS Code may ask for before a trace is open; activation.ts loads it. */
export interface Providers {
  readonly editor: vscode.CustomReadonlyEditorProvider;
  readonly branchEditor: vscode.CustomReadonlyEditorProvider;
  readonly configurations: vscode.DebugConfigurationProvider;
  readonly dynamicConfigurations: vscode.DebugConfigurationProvider;
  readonly adapters: vscode.DebugAdapterDescriptorFactory;
  readonly links: vscode.UriHandler;
  readonly comparisons: vscode.WebviewPanelSerializer;
  /** For assistants, by name. */
  readonly tools: () => Promise<ReadonlyMap<string, vscode.LanguageModelTool<unknown>>>;
}

/**
 * Starts everything, once. A new feature registers itself here; `others` are those that not every
 * host has.
 */
export function startServices(
  context: vscode.ExtensionContext,
  tabs: EditorTabs,
  others: readonly ((parts: Services) => vscode.Disposable)[] = [],
): Providers {
  const { bundle } = vscode.l10n;
  if (bundle !== undefined) runtime.useStrings(JSON.stringify(bundle));
  const parts = makeParts(context, tabs);
  const {
    withTrace,
    debugged,
    sideEditor,
    memory,
    formats,
    branches,
    untrustedPaths,
    sourcePermissions,
  } = parts;
  const positionOf: PositionOf = (file) =>
    withTrace(file, ({ cursor: { frame: position } }) => position);
  const editor = new TraceEditorProvider(context.extensionUri, editorServices(parts));
  const services = commandServices(parts);
  const comparisons = new ComparisonPanels(context.extensionUri, comparisonServices(parts));
  context.subscriptions.push(
    ...[debugged, sideEditor, memory, formats, branches, untrustedPaths, sourcePermissions],
    sourcePermissions.onDidAllow(() => void debugged.refreshSources()),
    registerHovers(),
    registerInlineValues(withTrace),
    registerCommands(services),
    registerNavigation(withTrace),
    registerValueChanges({
      debugged,
      valueOfMenu,
      showEqual: async (file, value) => {
        await services.openTrace(file);
        editor.filterBy(file, value);
      },
    }),
    ...registerTraceFeatures(parts, editor, context.extension.id),
    registerComparisons((pair) => {
      comparisons.show(pair);
    }),
    ...others.map((start) => start(parts)),
  );
  return {
    editor,
    branchEditor: new BranchEditorProvider(context.extensionUri, branchEditorServices(parts)),
    configurations: configurationProvider(positionOf),
    dynamicConfigurations: dynamicConfigurationProvider(positionOf),
    adapters: adapterFactory(adapterServices(parts)),
    tools: lazy(async () => {
      const { languageModelTools } = await import('./workbench/languageModelTools');
      return languageModelTools(toolServices(parts, editor));
    }),
    comparisons,
    links: new TraceLinks({
      isTrace: isTraceUri,
      openTrace: (file) => services.openTrace(file),
      goToFrame: (file, frame) => services.goToFrame(file, frame),
      compare: (left, right) => {
        comparisons.show({ left, right });
      },
    }),
  };
}

function makeParts(context: vscode.ExtensionContext, tabs: EditorTabs): Services {
  const { extensionUri, workspaceState } = context;
  const traces = new OpenTraces(
    (key) => openTraceUri(vscode.Uri.parse(key)),
    (key) => baseName(vscode.Uri.parse(key).path),
  );
  const untrustedPaths = new UntrustedPathPermissions(workspaceState);
  const sourcePermissions = new SourcePermissions(workspaceState);
  const openProgram = programFileOpener(untrustedPaths);
  const programs = new TracePrograms(workspaceState, openProgram);
  const startDecoder = () =>
    runtime.startCapstone((name) =>
      vscode.workspace.fs.readFile(vscode.Uri.joinPath(extensionUri, 'dist', name)),
    );
  const debugged = new DebuggedTraces();
  const makeMemoryPage = (webview: vscode.Webview) => {
    webview.options = pageOptions(extensionUri);
    webview.html = pageHtml(webview, extensionUri, 'memory');
  };
  return {
    extension: extensionUri,
    traces,
    withTrace: (file, act) => withTrace(traces, file, act),
    programs,
    programCommands: new ProgramCommands(programs),
    debugged,
    sideEditor: new SideEditor(sourcePermissions.permits),
    tables: new SavedTables(workspaceState),
    bookmarks: new Bookmarks(workspaceState),
    problems: new FileProblems(),
    tabs,
    memory: new MemoryView(traces, makeMemoryPage, workspaceState),
    formats: new ValueFormatSwitch(),
    untrustedPaths,
    sourcePermissions,
    startDecoder,
    valueOfMenu,
    unavailable: new Emitter(),
    branches: new BranchServices(workspaceState, openProgram, startDecoder, debugged),
  };
}

function adapterServices(parts: Services): AdapterServices {
  const { traces, programs, branches, sourcePermissions, startDecoder } = parts;
  return { traces, programs, branches, startDecoder, sourcePermission: sourcePermissions.permits };
}

function toolServices(parts: Services, editor: TraceEditorProvider): ToolServices {
  const services = commandServices(parts);
  return {
    shownTrace: () => shownTrace() ?? editor.frontTrace,
    acquire: (file) => parts.traces.acquire(file.toString()),
    hostFor: (file) =>
      adapterHost(adapterServices(parts), vscode.workspace.getWorkspaceFolder(file)),
    isDebugged: (file) => parts.debugged.sessionOf(file) !== undefined,
    levelIn: (file) =>
      debuggedTrace()?.toString() === file.toString() ? selectedLevel() : Promise.resolve(0),
    tableOf: (file) => editor.tableOf(file),
    openTrace: (file) => services.openTrace(file),
    goToFrame: (file, frame) => services.goToFrame(file, frame),
    addTrack: (file, expression) => {
      editor.addTrack(file, expression);
    },
  };
}

function editorServices(parts: Services): EditorServices {
  const { traces, programs, programCommands, debugged, sideEditor, tables, tabs } = parts;
  return {
    traces,
    ensureProgram: (trace, file) => programs.ensure(trace, file),
    chooseProgram: (trace, file) => programCommands.chooseOrShow(trace, file),
    showSource: (file, place) => sideEditor.show(file, place, !debugged.sessionOf(file)),
    missingSource: (file, place) => sideEditor.missing(file, place),
    showsUnavailable: (file, cell) => {
      parts.unavailable.fire({ file, ...cell });
    },
    locateSource: (recorded) => locateAndRefresh(recorded, debugged),
    bookmarks: parts.bookmarks,
    problems: parts.problems,
    remembered: (file) => tables.of(file),
    remember: (file, table) => {
      tables.keep(file, table);
    },
    rememberPage: (file, page) => {
      tabs.webviewRestore.remember(file, page);
    },
    restoredPage: (file) => tabs.webviewRestore.pageOf(file),
    get savedFilters() {
      return tables.filters;
    },
    set savedFilters(filters) {
      tables.filters = filters;
    },
    debug: (file, frame) => debugTrace(debugged, file, frame),
    openAsText: async (file) => tabs.claims.openAsText(await tabOfTrace(file)),
    openBytes,
    onDidChangeDebugged: debugged.onDidChange,
    get selectionMovesDebugger() {
      const settings = vscode.workspace.getConfiguration('tracefile');
      return settings.get('selectionMovesDebugger', true);
    },
    debugSession: (file) => debugged.sessionOf(file),
  };
}

function comparisonServices(parts: Services): ComparisonServices {
  const { traces, programs, programCommands } = parts;
  const services = commandServices(parts);
  return {
    traces,
    ensureProgram: (trace, file) => programs.ensure(trace, file),
    chooseProgram: (trace, file) => programCommands.chooseOrShow(trace, file),
    showFrames: (pair, frames, column) =>
      showFrames(pair, frames, column, {
        openIn: async (viewColumn, tab) => {
          const options = { viewColumn, preserveFocus: true, preview: false };
          await vscode.commands.executeCommand('vscode.openWith', tab, viewTypes.optional, options);
        },
        goToFrame: (file, frame) => services.goToFrame(file, frame),
      }),
    openTrace: (file) => services.openTrace(file),
    save: saveComparison,
  };
}

function branchEditorServices({ branches, debugged, sideEditor }: Services): BranchEditorServices {
  return {
    traces: branches.traces,
    ensureProgram: (trace, file) => branches.programs.ensure(trace, file),
    chooseProgram: (trace, file) => branches.programs.choose(trace, file),
    showSource: (file, place) => sideEditor.show(file, place, !debugged.sessionOf(file)),
    sourceText: (file, recorded) => branches.sourceText(file, recorded),
    debug: (file, instruction) => branches.debug(file, instruction),
    isDebugged: (file) => debugged.sessionOf(file) !== undefined,
    onDidChangeDebugged: debugged.onDidChange,
    openAsText: (file, line) => branches.openAsText(file, line),
  };
}

function commandServices(parts: Services): CommandServices {
  const { extension, withTrace, programCommands, debugged, memory, formats } = parts;
  return {
    ...{ extension, withTrace, memory, formats },
    programs: programCommands,
    openTrace: async (file) => {
      const shown = await tabOfTrace(file);
      // Not over the source that a debugger shows beside another trace.
      const column = traceColumn();
      await vscode.commands.executeCommand('vscode.openWith', shown, viewTypes.optional, column);
    },
    debug: (file, frame) => debugTrace(debugged, file, frame),
    openBytes,
    locateSource: (recorded) => locateAndRefresh(recorded, debugged),
    goToFrame: async (file, frame) => {
      await withTrace(file, async (trace) => {
        if (await trace.recording.reach(frame)) trace.cursor.moveTo(frame, commandServices);
        else void showInformation(noFrame(frame, trace.recording));
      });
    },
  };
}

async function openBytes(file: vscode.Uri): Promise<void> {
  const shown = await tabOfTrace(file);
  const options = { preview: false };
  await vscode.commands.executeCommand('vscode.openWith', shown, bytesViewType, options);
}

function noFrame(frame: number, { name, index }: Recording): string {
  return vscode.l10n.t('There is no frame {0}: {1} holds {2} frames.', frame, name, index.count);
}

async function locateAndRefresh(recorded: RecordedSource, debugged: DebuggedTraces): Promise<void> {
  if (await locateSource(recorded)) await debugged.refreshSources();
}

/** Bookmarks, exports, links, the files themselves and what sources say of them. */
function registerTraceFeatures(
  parts: Services,
  editor: TraceEditorProvider,
  extensionId: string,
): vscode.Disposable[] {
  const { traces, withTrace, bookmarks, programs } = parts;
  const services = commandServices(parts);
  const goToFrame = (file: vscode.Uri, frame: number) => services.goToFrame(file, frame);
  const selectedFrames = (file: vscode.Uri, given: unknown) => {
    const selection = isOfSelection(given) ? editor.tableOf(file)?.selection : undefined;
    return selection && Array.from({ length: selection.count }, (_, row) => selection.frameAt(row));
  };
  return [
    bookmarks,
    parts.problems,
    new BookmarksView(bookmarks, traces),
    registerMenuCommands(() => editor.front),
    registerBookmarkCommands({ bookmarks, withTrace, goToFrame, frameOfMenu, selectedFrames }),
    registerExport({ withTrace, bookmarks, programs, tableOf: (file) => editor.tableOf(file) }),
    new TraceFileWatcher(traces),
    new NatvisFiles(traces),
    registerCopyLink(extensionId, withTrace, frameOfMenu),
    registerSourceHits(traces, withTrace),
  ];
}

/**
 * Does something with a trace that is open in an editor or debugged, or is opened for this alone.
 */
async function withTrace<T>(
  traces: OpenTraces,
  file: vscode.Uri,
  act: (trace: Trace) => T | Promise<T>,
): Promise<T | undefined> {
  const lease = await traces.acquire(file.toString());
  if ('problem' in lease) {
    showError(lease.problem);
    return undefined;
  }
  try {
    return await act(lease.trace);
  } finally {
    lease.dispose();
  }
}

/** What watches the tabs of the editors from activation on. */
export interface EditorTabs {
  readonly claims: TraceTabClaims;
  readonly webviewRestore: WebviewRestore;
}
