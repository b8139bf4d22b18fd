// Tracepoints in source editors: a gutter icon and a hover for each line that has some, and context
// keys for the line-number menus. They follow edits of the text.
import * as vscode from 'vscode';
import type { PlannedTracepoint } from '../../remote/record/plan';
import { namedFile } from './tracepointCommands';
import type { LiveTracepoints } from './currentRecording';
import type { TextChange, Tracepoints } from './tracepoints';
import { sourceLanguages } from '../sourceText';
import { tracepointText } from './tracepointText';

/** The lines of the active editor that have tracepoints, for `editorLineNumber in …` in menus. */
const linesContext = 'tracefile.tracepointLines';
/** Those of them whose tracepoints are all disabled. */
const disabledContext = 'tracefile.disabledTracepointLines';

/** What an icon shows. */
type IconKind = 'set' | 'disabled' | 'fast' | 'problem';
const iconKinds: readonly IconKind[] = ['set', 'disabled', 'fast', 'problem'];

/** Draws the icons. */
export class TracepointGutter implements vscode.Disposable {
  private readonly types: ReadonlyMap<IconKind, vscode.TextEditorDecorationType>;
  private readonly subscriptions: vscode.Disposable;

  constructor(
    extension: vscode.Uri,
    private readonly tracepoints: Tracepoints,
    private readonly live: LiveTracepoints,
  ) {
    this.types = new Map(iconKinds.map((look) => [look, decorationType(extension, look)]));
    const draw = () => {
      this.draw();
    };
    this.subscriptions = vscode.Disposable.from(
      ...Array.from(this.types.values()),
      tracepoints.onDidChange(draw),
      live.onDidChange(draw),
      vscode.window.onDidChangeVisibleTextEditors(draw),
      vscode.window.onDidChangeActiveTextEditor(draw),
      vscode.workspace.onDidChangeTextDocument((event) => {
        this.follow(event);
      }),
      vscode.workspace.onDidRenameFiles(({ files }) => {
        for (const { oldUri, newUri } of files) {
          tracepoints.rename(namedFile(oldUri), namedFile(newUri));
        }
      }),
    );
    this.draw();
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  private follow({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    if (contentChanges.length === 0 || this.tracepoints.all.length === 0) return;
    const changes = contentChanges.map((change) => asTextChange(document, change));
    this.tracepoints.follow(namedFile(document.uri), changes);
  }

  private draw(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const lines = this.tracepoints.in(namedFile(editor.document.uri));
      const ranges = new Map<IconKind, vscode.Range[]>(iconKinds.map((look) => [look, []]));
      for (const [line, at] of lines) {
        ranges.get(this.iconOf(at))?.push(new vscode.Range(line - 1, 0, line - 1, 0));
      }
      for (const [look, type] of this.types) editor.setDecorations(type, ranges.get(look) ?? []);
      if (editor === vscode.window.activeTextEditor) setLineContexts(lines);
    }
  }

  /** Of several at one line, the most important state is shown. */
  private iconOf(at: readonly PlannedTracepoint[]): IconKind {
    const enabled = at.filter((each) => each.enabled);
    if (enabled.length === 0) return 'disabled';
    if (enabled.some(({ number }) => this.live.of(number)?.problem !== undefined)) return 'problem';
    return enabled.every(({ kind }) => kind === 'fast') ? 'fast' : 'set';
  }
}

function decorationType(extension: vscode.Uri, look: IconKind): vscode.TextEditorDecorationType {
  const icon = (theme: string) =>
    vscode.Uri.joinPath(extension, 'media', 'tracepoints', `${look}-${theme}.svg`);
  return vscode.window.createTextEditorDecorationType({
    gutterIconSize: 'contain',
    dark: { gutterIconPath: icon('dark') },
    light: { gutterIconPath: icon('light') },
    overviewRulerLane: vscode.OverviewRulerLane.Left,
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedOpen,
  });
}

/** The document still has the text before a change, in the first line of the change. */
function asTextChange(
  document: vscode.TextDocument,
  { range, text }: vscode.TextDocumentContentChangeEvent,
): TextChange {
  const { start, end } = range;
  const before = document.lineAt(Math.min(start.line, document.lineCount - 1)).text;
  return {
    startLine: start.line,
    endLine: end.line,
    before: before.slice(0, start.character),
    text,
  };
}

function setLineContexts(lines: ReadonlyMap<number, readonly PlannedTracepoint[]>): void {
  const disabled = [...lines].filter(([, at]) => at.every(({ enabled }) => !enabled));
  const say = (context: string, value: number[]) =>
    void vscode.commands.executeCommand('setContext', context, value);
  say(linesContext, [...lines.keys()]);
  say(
    disabledContext,
    disabled.map(([line]) => line),
  );
}

/** Registers the hovers; disposing of the result removes them. */
export function registerTracepointHovers(
  tracepoints: Tracepoints,
  live: LiveTracepoints,
): vscode.Disposable {
  const languages = sourceLanguages.map((language) => ({ language }));
  return vscode.languages.registerHoverProvider(languages, {
    provideHover: (document, { line, character }) => {
      // Elsewhere in the line, hovers are about its names.
      if (character > document.lineAt(line).firstNonWhitespaceCharacterIndex) return undefined;
      const at = tracepoints.in(namedFile(document.uri)).get(line + 1);
      return at && new vscode.Hover(at.map((each) => tracepointText(each, live)));
    },
  });
}
