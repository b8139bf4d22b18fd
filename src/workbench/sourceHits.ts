// The frames of the open traces at source lines, and how editors show them: lenses, hovers, and
// coverage colours.
import * as vscode from 'vscode';
import { largest } from '../bytes/arrays';
import { hitsByLine, type LineHits } from '../trace/framePcs';
import type { OpenTraces } from '../trace/openTraces';
import { folderOf } from '../trace/paths';
import { SourceLookup } from '../trace/sourceLookup';
import type { Trace } from '../trace/trace';
import { pathOf, fileExists, workspaceFolders } from './files';
import { sourcesWithoutAsking } from './sourcePermissions';
import { savedSourceMap } from './sources';
import { findFrame } from '../trace/search/search';
import { valueHistory, type ExpressionHistory } from '../trace/valueHistory';
import { codeLine } from './sourceValues';
import type { WithTrace } from './workspaceTraces';
import { inform } from './notify';
import { expressionAtColumn, sourceLanguages } from './sourceText';

/** How hits are shown. */
type HitStyle = 'codeLens' | 'decoration' | 'off';

/** The frames of one trace at the lines of a source. */
export interface TraceHits {
  /** The trace's file, as a URI. */
  readonly key: string;
  readonly trace: Trace;
  /** By line, counted from 1. */
  readonly lines: ReadonlyMap<number, LineHits>;
}

/** Milliseconds between notifications: a growing index changes often. */
const notifyDelay = 100;

/** Finds the frames at source lines, and tells when they may have changed. */
export class SourceHits implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private readonly subscriptions: vscode.Disposable;
  private readonly followed = new Map<Trace, { dispose(): void }>();
  private readonly lookups = new Map<string, SourceLookup>();
  private readonly found = new Map<string, Promise<readonly TraceHits[]>>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly traces: OpenTraces) {
    this.subscriptions = vscode.Disposable.from(
      this.changed,
      traces.onDidChange(() => {
        this.follow();
        this.forget();
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('tracefile')) this.forget();
      }),
    );
  }

  get style(): HitStyle {
    const style = vscode.workspace.getConfiguration('tracefile').get<string>('sourceHits');
    return style === 'decoration' || style === 'off' ? style : 'codeLens';
  }

  /** The traces that have frames at lines of a source of this machine. Never rejects. */
  of(path: string): Promise<readonly TraceHits[]> {
    let found = this.found.get(path);
    if (!found) {
      found = this.find(path).catch(() => []);
      this.found.set(path, found);
    }
    return found;
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const each of this.followed.values()) each.dispose();
    this.subscriptions.dispose();
  }

  private follow(): void {
    const open = new Set(this.traces.all.values());
    for (const [trace, subscription] of this.followed) {
      if (open.has(trace)) continue;
      subscription.dispose();
      this.followed.delete(trace);
    }
    for (const trace of open) {
      if (this.followed.has(trace)) continue;
      const subscription = trace.onDidChange(() => {
        this.forget();
      });
      this.followed.set(trace, subscription);
    }
  }

  private forget(): void {
    this.found.clear();
    this.lookups.clear();
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.changed.fire();
    }, notifyDelay);
  }

  private async find(path: string): Promise<readonly TraceHits[]> {
    const found: TraceHits[] = [];
    for (const [key, trace] of this.traces.all) {
      const recorded = await this.lookup(key).recordedAs(
        path,
        await trace.modules.current.sourceFiles(),
      );
      const lines = await hitsByLine(trace, recorded);
      if (lines.size > 0) found.push({ key, trace, lines });
    }
    return found;
  }

  /** Sources are found as breakpoints find them. */
  private lookup(key: string): SourceLookup {
    let lookup = this.lookups.get(key);
    if (!lookup) {
      const folders = [folderOf(pathOf(vscode.Uri.parse(key))), ...workspaceFolders()];
      const where = { sourceMap: savedSourceMap(), folders, isPermitted: sourcesWithoutAsking };
      lookup = new SourceLookup(where, fileExists);
      this.lookups.set(key, lookup);
    }
    return lookup;
  }
}

/** The number of steps. */
export const coverageSteps = 5;

/**
 * The colour step of a count, from 0; `most`: the greatest count. Counts differ by powers of ten.
 */
export function coverageStep(count: number, most: number): number {
  if (most <= 1) return 0;
  const share = Math.log(Math.max(1, count)) / Math.log(most);
  return Math.min(coverageSteps - 1, Math.floor(share * coverageSteps));
}

/**
 * Registers lenses, hovers, coverage colours and their command; disposing of the result removes it.
 */
export function registerSourceHits(traces: OpenTraces, withTrace: WithTrace): vscode.Disposable {
  const hits = new SourceHits(traces);
  const languages = sourceLanguages.map((language) => ({ language }));
  return vscode.Disposable.from(
    hits,
    vscode.languages.registerCodeLensProvider(languages, new SourceHitLenses(hits)),
    vscode.languages.registerHoverProvider(languages, new SourceHitHovers(hits)),
    new SourceCoverage(hits),
    registerHitCommand(hits, withTrace),
  );
}

/** Lenses above lines: “hit in 32 frames · previous · next”. */
export class SourceHitLenses implements vscode.CodeLensProvider {
  readonly onDidChangeCodeLenses: vscode.Event<void>;

  constructor(private readonly hits: SourceHits) {
    this.onDidChangeCodeLenses = hits.onDidChange;
  }

  async provideCodeLenses({ uri, lineCount }: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    if (this.hits.style !== 'codeLens') return [];
    const found = await this.hits.of(pathOf(uri));
    return found.flatMap((each) =>
      [...each.lines]
        .filter(([line]) => line <= lineCount)
        .flatMap(([line, hits]) => lensesAt(uri, line, hits, each, found.length > 1)),
    );
  }
}

function lensesAt(
  uri: vscode.Uri,
  line: number,
  { frames }: LineHits,
  { key, trace }: TraceHits,
  named: boolean,
): vscode.CodeLens[] {
  const range = new vscode.Range(line - 1, 0, line - 1, 0);
  const lens = (title: string, tooltip: string, to: HitRequest['to']) => {
    const asked: HitRequest = { trace: key, path: pathOf(uri), line, to };
    const command = { title, tooltip, command: 'tracefile.goToHit', arguments: [asked] };
    return new vscode.CodeLens(range, command);
  };
  return [
    lens(
      hitText(frames, named ? trace.recording.name : undefined),
      vscode.l10n.t('Go to the first of them'),
      'first',
    ),
    lens(
      vscode.l10n.t('previous'),
      vscode.l10n.t('Go to the frame before at this line'),
      'previous',
    ),
    lens(vscode.l10n.t('next'), vscode.l10n.t('Go to the next frame at this line'), 'next'),
  ];
}

/** `trace`: named where several are open. */
function hitText(frames: number, trace: string | undefined): string {
  if (trace !== undefined) return vscode.l10n.t('hit in {0} frames of {1}', frames, trace);
  return frames === 1
    ? vscode.l10n.t('hit in 1 frame')
    : vscode.l10n.t('hit in {0} frames', frames);
}

/** A longer value does not help in a list. */
const maxValueText = 100;

/** Provides the hovers. */
export class SourceHitHovers implements vscode.HoverProvider {
  constructor(private readonly hits: SourceHits) {}

  async provideHover(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.Hover | undefined> {
    if (this.hits.style === 'off') return undefined;
    const line = codeLine(document, position.line);
    const named = expressionAtColumn(line, position.character);
    if (!named) return undefined;
    const traces = await this.hits.of(pathOf(document.uri));
    const expression = line.slice(named.start, named.end);
    const cancelled = new AbortController();
    const cancelling = token.onCancellationRequested(() => {
      cancelled.abort();
    });
    try {
      const texts: string[] = [];
      for (const each of traces) {
        const text = await historyText(each, position.line + 1, expression, cancelled.signal);
        if (text !== undefined)
          texts.push(traces.length > 1 ? `${each.trace.recording.name}\n${text}` : text);
      }
      if (texts.length === 0 || cancelled.signal.aborted) return undefined;
      const range = new vscode.Range(position.line, named.start, position.line, named.end);
      return new vscode.Hover(
        new vscode.MarkdownString().appendCodeblock(texts.join('\n\n'), 'text'),
        range,
      );
    } finally {
      cancelling.dispose();
    }
  }
}

async function historyText(
  { trace, lines }: TraceHits,
  line: number,
  expression: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const hits = lines.get(line);
  const history = hits && (await valueHistory(trace, hits.addresses, expression, signal));
  if (!history || history.values.length === 0) return undefined;
  const width = largest(history.values.map(({ frame }) => String(frame).length));
  const rows = history.values.map(({ frame, text }) => {
    const mark = frame === trace.cursor.frame ? '▸' : ' ';
    const number = String(frame).padStart(width);
    return `${mark} ${vscode.l10n.t('frame {0}', number)}  ${shortened(text)}`;
  });
  return [headOf(expression, history), ...rows].join('\n');
}

function headOf(expression: string, { least, most, frames, isWhole }: ExpressionHistory): string {
  if (least === undefined || most === undefined) return expression;
  return isWhole
    ? vscode.l10n.t('{0}: {1} to {2} in {3} frames', expression, least, most, frames)
    : vscode.l10n.t('{0}: {1} to {2} in the {3} frames looked at', expression, least, most, frames);
}

function shortened(text: string): string {
  return text.length <= maxValueText ? text : `${text.slice(0, maxValueText - 1)}…`;
}

/** Tints the lines of the editors that are visible. */
class SourceCoverage implements vscode.Disposable {
  private readonly steps: readonly vscode.TextEditorDecorationType[];
  private readonly subscriptions: vscode.Disposable;
  /** Counts the drawings begun: one that a later one overtook is not shown. */
  private drawings = 0;

  constructor(private readonly hits: SourceHits) {
    this.steps = Array.from({ length: coverageSteps }, (_, i) => {
      const colour = new vscode.ThemeColor(`tracefile.heat${i + 1}`);
      return vscode.window.createTextEditorDecorationType({
        isWholeLine: true,
        backgroundColor: colour,
        overviewRulerColor: colour,
        overviewRulerLane: vscode.OverviewRulerLane.Left,
      });
    });
    const draw = () => void this.draw();
    this.subscriptions = vscode.Disposable.from(
      ...this.steps,
      hits.onDidChange(draw),
      vscode.window.onDidChangeVisibleTextEditors(draw),
    );
  }

  dispose(): void {
    this.drawings++;
    this.subscriptions.dispose();
  }

  private async draw(): Promise<void> {
    const drawing = ++this.drawings;
    const { style } = this.hits;
    for (const editor of vscode.window.visibleTextEditors) {
      const { uri, lineCount } = editor.document;
      const found = style === 'off' ? [] : await this.hits.of(pathOf(uri));
      if (drawing !== this.drawings) return;
      const lines = decorations(found, lineCount, style === 'decoration');
      for (const [step, type] of this.steps.entries())
        editor.setDecorations(type, lines[step] ?? []);
    }
  }
}

/** The lines of each colour step. */
function decorations(
  found: readonly TraceHits[],
  lineCount: number,
  withText: boolean,
): vscode.DecorationOptions[][] {
  const frames = new Map<number, number>();
  for (const { lines } of found) {
    for (const [line, hits] of lines) frames.set(line, (frames.get(line) ?? 0) + hits.frames);
  }
  const most = largest(frames.values(), 0);
  const steps: vscode.DecorationOptions[][] = Array.from({ length: coverageSteps }, () => []);
  for (const [line, count] of frames) {
    if (line > lineCount) continue;
    const range = new vscode.Range(line - 1, 0, line - 1, Number.MAX_SAFE_INTEGER);
    const after = {
      contentText: hitText(count, undefined),
      color: textColour,
      margin: '0 0 0 3em',
    };
    steps[coverageStep(count, most)]?.push({
      range,
      ...(withText && { renderOptions: { after } }),
    });
  }
  return steps;
}

const textColour = new vscode.ThemeColor('editorCodeLens.foreground');

/** What the command is asked with. */
export interface HitRequest {
  /** The trace's file, as a URI. */
  readonly trace: string;
  readonly path: string;
  /** Counts from 1. */
  readonly line: number;
  readonly to: 'first' | 'previous' | 'next';
}

/** Registers the command; disposing of the result removes it. */
export function registerHitCommand(hits: SourceHits, withTrace: WithTrace): vscode.Disposable {
  return vscode.commands.registerCommand('tracefile.goToHit', async (asked: unknown) => {
    if (isAsked(asked)) await goToHit(hits, withTrace, asked);
  });
}

async function goToHit(
  hits: SourceHits,
  withTrace: WithTrace,
  { trace: key, path, line, to }: HitRequest,
): Promise<void> {
  const found = (await hits.of(path)).find((each) => each.key === key)?.lines.get(line);
  if (!found) return;
  await withTrace(vscode.Uri.parse(key), async (trace) => {
    const from = to === 'first' ? -1 : trace.cursor.frame;
    const direction = to === 'previous' ? -1 : 1;
    const hit = await findFrame(trace, [{ addresses: found.addresses }], { from, direction });
    if (hit) trace.cursor.moveTo(hit.frame, registerHitCommand);
    else inform(direction > 0 ? noneAfter(from) : noneBefore(from));
  });
}

function noneAfter(frame: number): string {
  return vscode.l10n.t('No frame after frame {0} is at this line.', frame);
}

function noneBefore(frame: number): string {
  return vscode.l10n.t('No frame before frame {0} is at this line.', frame);
}

function isAsked(asked: unknown): asked is HitRequest {
  if (typeof asked !== 'object' || asked === null) return false;
  const { trace, path, line, to } = asked as Record<string, unknown>;
  const isWay = to === 'first' || to === 'previous' || to === 'next';
  return typeof trace === 'string' && typeof path === 'string' && Number.isInteger(line) && isWay;
}
