// Activation: makes the parts and wires them to each other and to VS Code.
import * as vscode from 'vscode';
import { TraceTabClaims } from './editor/claimTraceTabs';
import { pageHtml, pageOptions } from './editor/page';
import type { EditorServices } from './editor/services';
import { TraceEditorProvider, viewTypes } from './editor/traceEditor';
import { OpenTraces } from './trace/openTraces';
import { baseName } from './trace/paths';
import type { Trace } from './trace/trace';
import { registerBookmarkCommands } from './workbench/bookmarkCommands';
import { Bookmarks } from './workbench/bookmarks';
import { BookmarksView } from './workbench/bookmarksView';
import { registerCommands, type CommandServices } from './workbench/commands';
import {
  configurationProvider,
  debugTrace,
  dynamicConfigurationProvider,
  type PositionOf,
} from './workbench/debugConfigurations';
import { adapterFactory, DebuggedTraces, debugType } from './workbench/debugging';
import { FrameLinks, registerCopyLink } from './workbench/deepLinks';
import { registerExport } from './workbench/exportCommands';
import { beginsAsTrace, openUri } from './workbench/files';
import { registerHovers } from './workbench/hovers';
import { registerInlineValues } from './workbench/inlineValues';
import type { WithTrace } from './workbench/launchPickers';
import { LiveFiles } from './workbench/liveFiles';
import { MemoryView } from './workbench/memoryView/memoryView';
import { registerMoves } from './workbench/moving';
import { ProgramCommands } from './workbench/programCommands';
import { TracePrograms } from './workbench/programs';
import { RememberedTables } from './workbench/rememberedTables';
import { registerSourceHits } from './workbench/sourceHits';
import { locateSource, SourceBeside } from './workbench/sources';
import { ValueFormatSwitch } from './workbench/valueFormats';

/** The parts that know each other only here. */
interface Parts {
  readonly extension: vscode.Uri;
  readonly traces: OpenTraces;
  readonly withTrace: WithTrace;
  readonly programs: TracePrograms;
  readonly programCommands: ProgramCommands;
  readonly debugged: DebuggedTraces;
  readonly beside: SourceBeside;
  readonly tables: RememberedTables;
  readonly bookmarks: Bookmarks;
  readonly claims: TraceTabClaims;
  readonly memory: MemoryView;
  readonly formats: ValueFormatSwitch;
}

/** Called by VS Code once. */
export function activate(context: vscode.ExtensionContext): void {
  const parts = makeParts(context);
  const { traces, withTrace, programs, debugged, beside, claims, memory, formats } = parts;
  const positionOf: PositionOf = (file) => withTrace(file, ({ position }) => position);
  const editor = new TraceEditorProvider(context.extensionUri, editorServices(parts));
  context.subscriptions.push(
    ...[debugged, beside, claims, memory, formats],
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
    registerHovers(),
    registerInlineValues(withTrace),
    registerCommands(commandServices(parts)),
    registerMoves(withTrace),
    ...besideTheTrace(parts, editor, context.extension.id),
  );
}

function makeParts({ extensionUri, workspaceState }: vscode.ExtensionContext): Parts {
  const traces = new OpenTraces(
    (key) => openUri(vscode.Uri.parse(key)),
    (key) => baseName(vscode.Uri.parse(key).path),
  );
  const programs = new TracePrograms(workspaceState);
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
    claims: new TraceTabClaims(beginsAsTrace, workspaceState),
    memory: new MemoryView(traces, makeMemoryPage, workspaceState),
    formats: new ValueFormatSwitch(),
  };
}

function editorServices(parts: Parts): EditorServices {
  const { traces, programs, programCommands, debugged, beside, tables, claims } = parts;
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
    get savedFilters() {
      return tables.filters;
    },
    set savedFilters(filters) {
      tables.filters = filters;
    },
    debug: debugTrace,
    openAsText: (file) => claims.openAsText(file),
    onDidChangeDebugged: debugged.onDidChange,
    debugSession: (file) => debugged.sessionOf(file),
  };
}

function commandServices(parts: Parts): CommandServices {
  const { extension, withTrace, programCommands, debugged, memory, formats } = parts;
  return {
    ...{ extension, withTrace, memory, formats },
    programs: programCommands,
    openTrace: async (file) => {
      await vscode.commands.executeCommand('vscode.openWith', file, viewTypes.optional);
    },
    locateSource: (recorded) => locateAndRefresh(recorded, debugged),
    goToFrame: async (file, frame) => {
      await withTrace(file, async (trace) => {
        if (await trace.reach(frame)) trace.moveTo(frame, commandServices);
        else void vscode.window.showInformationMessage(noFrame(frame, trace));
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
  parts: Parts,
  editor: TraceEditorProvider,
  extensionId: string,
): vscode.Disposable[] {
  const { traces, withTrace, bookmarks } = parts;
  const services = commandServices(parts);
  const openTrace = (file: vscode.Uri) => services.openTrace(file);
  const goToFrame = (file: vscode.Uri, frame: number) => services.goToFrame(file, frame);
  return [
    bookmarks,
    new BookmarksView(bookmarks, traces),
    registerBookmarkCommands({ bookmarks, withTrace, goToFrame }),
    registerExport({ withTrace, bookmarks, tableOf: (file) => editor.tableOf(file) }),
    new LiveFiles(traces),
    vscode.window.registerUriHandler(new FrameLinks({ beginsAsTrace, openTrace, goToFrame })),
    registerCopyLink(extensionId, withTrace),
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
    void vscode.window.showErrorMessage(lease.problem);
    return undefined;
  }
  try {
    return await act(lease.trace);
  } finally {
    lease.dispose();
  }
}
