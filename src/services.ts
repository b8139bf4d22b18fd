// All that the extension does: makes the parts and wires them to each other and to VS Code.
import * as vscode from 'vscode';
import * as l10n from '@vscode/l10n';
import { BranchEditorProvider } from './editor/branch/branchEditor';
import type { BranchEditorServices } from './editor/branch/services';
import type { TraceTabClaims } from './editor/claimTraceTabs';
import type { LostPages } from './editor/lostPages';
import { frameOfMenu, registerMenuCommands } from './editor/menuCommands';
import { pageHtml, pageOptions } from './editor/page';
import type { EditorServices } from './editor/services';
import { TraceEditorProvider } from './editor/traceEditor';
import { viewTypes } from './editor/viewTypes';
import { OpenTraces } from './trace/openTraces';
import { baseName } from './trace/paths';
import type { Trace } from './trace/trace';
import { registerBookmarkCommands } from './workbench/bookmarkCommands';
import { Bookmarks } from './workbench/bookmarks';
import { BookmarksView } from './workbench/bookmarksView';
import { BranchFeatures } from './workbench/branch/branchFeatures';
import { registerCommands, type CommandServices } from './workbench/commands';
import {
  configurationProvider,
  debugTrace,
  dynamicConfigurationProvider,
  type PositionOf,
} from './workbench/debugConfigurations';
import { adapterFactory, DebuggedTraces } from './workbench/debugging';
import { FrameLinks, registerCopyLink } from './workbench/deepLinks';
import { registerExport } from './workbench/exportCommands';
import { beginsAsTrace, openTraceUri, tabOfTrace } from './workbench/files';
import { registerHovers } from './workbench/hovers';
import { registerInlineValues } from './workbench/inlineValues';
import type { WithTrace } from './workbench/launchPickers';
import { LiveFiles } from './workbench/liveFiles';
import { MemoryView } from './workbench/memoryView/memoryView';
import { registerMoves } from './workbench/moving';
import { NamedFileQuestions } from './workbench/namedFiles';
import { showError, showInformation } from './workbench/notify';
import { ProgramCommands } from './workbench/programCommands';
import { programFileOpener } from './workbench/programFiles';
import { TracePrograms } from './workbench/programs';
import { RememberedTables } from './workbench/rememberedTables';
import { registerSourceHits } from './workbench/sourceHitDisplay';
import { locateSource, SourceBeside } from './workbench/sources';
import { ValueFormatSwitch } from './workbench/valueFormats';

/** The parts that know each other only here. */
export interface Services {
  readonly extension: vscode.Uri;
  readonly traces: OpenTraces;
  readonly withTrace: WithTrace;
  readonly programs: TracePrograms;
  readonly programCommands: ProgramCommands;
  readonly debugged: DebuggedTraces;
  readonly beside: SourceBeside;
  readonly tables: RememberedTables;
  readonly bookmarks: Bookmarks;
  readonly tabs: EditorTabs;
  readonly memory: MemoryView;
  readonly formats: ValueFormatSwitch;
  readonly namedFiles: NamedFileQuestions;
  readonly branches: BranchFeatures;
}

/** What VS Code may ask for before a trace is open; activation.ts loads it. */
export interface Providers {
  readonly editor: vscode.CustomReadonlyEditorProvider;
  readonly branchEditor: vscode.CustomReadonlyEditorProvider;
  readonly configurations: vscode.DebugConfigurationProvider;
  readonly dynamicConfigurations: vscode.DebugConfigurationProvider;
  readonly adapters: vscode.DebugAdapterDescriptorFactory;
  readonly links: vscode.UriHandler;
}

/** Starts everything, once. A new feature registers itself here; `others` are those that not every host has. */
export function startServices(
  context: vscode.ExtensionContext,
  tabs: EditorTabs,
  others: readonly ((parts: Services) => vscode.Disposable)[] = [],
): Providers {
  const { bundle } = vscode.l10n;
  if (bundle !== undefined) l10n.config({ contents: bundle });
  const parts = makeParts(context, tabs);
  const { traces, withTrace, programs, debugged, beside, memory, formats, branches, namedFiles } =
    parts;
  const positionOf: PositionOf = (file) => withTrace(file, ({ position }) => position);
  const editor = new TraceEditorProvider(context.extensionUri, editorServices(parts));
  const services = commandServices(parts);
  context.subscriptions.push(
    ...[debugged, beside, memory, formats, branches, namedFiles],
    registerHovers(),
    registerInlineValues(withTrace),
    registerCommands(services),
    registerMoves(withTrace),
    ...besideTheTrace(parts, editor, context.extension.id),
    ...others.map((start) => start(parts)),
  );
  return {
    editor,
    branchEditor: new BranchEditorProvider(context.extensionUri, branchServices(parts)),
    configurations: configurationProvider(positionOf),
    dynamicConfigurations: dynamicConfigurationProvider(positionOf),
    adapters: adapterFactory(traces, programs, branches, context.extensionUri),
    links: new FrameLinks({
      beginsAsTrace,
      openTrace: (file) => services.openTrace(file),
      goToFrame: (file, frame) => services.goToFrame(file, frame),
    }),
  };
}

function makeParts(context: vscode.ExtensionContext, tabs: EditorTabs): Services {
  const { extensionUri, workspaceState } = context;
  const traces = new OpenTraces(
    (key) => openTraceUri(vscode.Uri.parse(key)),
    (key) => baseName(vscode.Uri.parse(key).path),
  );
  const namedFiles = new NamedFileQuestions(workspaceState);
  const openProgram = programFileOpener(namedFiles);
  const programs = new TracePrograms(workspaceState, openProgram);
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
    debugged: new DebuggedTraces(),
    beside: new SourceBeside(),
    tables: new RememberedTables(workspaceState),
    bookmarks: new Bookmarks(workspaceState),
    tabs,
    memory: new MemoryView(traces, makeMemoryPage, workspaceState),
    formats: new ValueFormatSwitch(),
    namedFiles,
    branches: new BranchFeatures(context, openProgram),
  };
}

function editorServices(parts: Services): EditorServices {
  const { traces, programs, programCommands, debugged, beside, tables, tabs } = parts;
  return {
    traces,
    ensureProgram: (trace, file) => programs.ensure(trace, file),
    chooseProgram: (trace, file) => programCommands.show(trace, file),
    showSource: (file, place) => beside.show(file, place, !debugged.sessionOf(file)),
    locateSource: (recorded) => locateAndRefresh(recorded, debugged),
    bookmarks: parts.bookmarks,
    remembered: (file) => tables.of(file),
    remember: (file, table) => {
      tables.keep(file, table);
    },
    rememberPage: (file, page) => {
      tabs.lostPages.remember(file, page);
    },
    lostPlace: (tab, file) => tabs.lostPages.takePlace(tab, file),
    get savedFilters() {
      return tables.filters;
    },
    set savedFilters(filters) {
      tables.filters = filters;
    },
    debug: debugTrace,
    openAsText: async (file) => tabs.claims.openAsText(await tabOfTrace(file)),
    onDidChangeDebugged: debugged.onDidChange,
    get selectionMovesDebugger() {
      const settings = vscode.workspace.getConfiguration('tracefile');
      return settings.get('selectionMovesDebugger', true);
    },
    debugSession: (file) => debugged.sessionOf(file),
  };
}

function branchServices({ branches, debugged, beside }: Services): BranchEditorServices {
  return {
    traces: branches.traces,
    ensureProgram: (trace, file) => branches.programs.ensure(trace, file),
    chooseProgram: (trace, file) => branches.programs.choose(trace, file),
    showSource: (file, place) => beside.show(file, place, !debugged.sessionOf(file)),
    sourceText: (file, recorded) => branches.sourceText(file, recorded),
    debug: branches.debug,
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
      await vscode.commands.executeCommand('vscode.openWith', shown, viewTypes.optional);
    },
    locateSource: (recorded) => locateAndRefresh(recorded, debugged),
    goToFrame: async (file, frame) => {
      await withTrace(file, async (trace) => {
        if (await trace.reach(frame)) trace.moveTo(frame, commandServices);
        else void showInformation(noFrame(frame, trace));
      });
    },
  };
}

function noFrame(frame: number, { name, index }: Trace): string {
  return vscode.l10n.t('There is no frame {0}: {1} holds {2} frames.', frame, name, index.count);
}

async function locateAndRefresh(recorded: string, debugged: DebuggedTraces): Promise<void> {
  if (await locateSource(recorded)) await debugged.refreshSources();
}

/** Bookmarks, exports, links, the files themselves and what sources say of them. */
function besideTheTrace(
  parts: Services,
  editor: TraceEditorProvider,
  extensionId: string,
): vscode.Disposable[] {
  const { traces, withTrace, bookmarks } = parts;
  const services = commandServices(parts);
  const goToFrame = (file: vscode.Uri, frame: number) => services.goToFrame(file, frame);
  return [
    bookmarks,
    new BookmarksView(bookmarks, traces),
    registerMenuCommands(() => editor.front),
    registerBookmarkCommands({ bookmarks, withTrace, goToFrame, frameOfMenu }),
    registerExport({ withTrace, bookmarks, tableOf: (file) => editor.tableOf(file) }),
    new LiveFiles(traces),
    registerCopyLink(extensionId, withTrace, frameOfMenu),
    registerSourceHits(traces, withTrace),
  ];
}

/** Does something with a trace that is open in an editor or debugged, or is opened for this alone. */
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

/** What watches over the tabs of the editors from the start. */
export interface EditorTabs {
  readonly claims: TraceTabClaims;
  readonly lostPages: LostPages;
}
