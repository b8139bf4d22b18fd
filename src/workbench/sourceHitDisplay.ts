// What sources show of frames at their lines: lenses above the lines ("hit in 32 frames · previous · next"), hovers with
// an expression's values, heat that tints by count, and the command that goes to the frames.
import * as vscode from 'vscode';
import type { LineHits } from '../trace/hitCounts';
import type { OpenTraces } from '../trace/openTraces';
import { findFrame } from '../trace/search/search';
import { valueHistory, type ExpressionHistory } from '../trace/valueHistory';
import { pathOf } from './filePaths';
import { heatOf, heatSteps } from './heat';
import { codeLine } from './hovers';
import type { WithTrace } from './launchPickers';
import { showInformation } from './notify';
import { SourceHits, type TraceHits } from './sourceHits';
import { expressionAtColumn, sourceLanguages } from './sourceText';

/** Registers everything that sources say; disposing of the result takes it away. */
export function registerSourceHits(traces: OpenTraces, withTrace: WithTrace): vscode.Disposable {
  const hits = new SourceHits(traces);
  const languages = sourceLanguages.map((language) => ({ language }));
  return vscode.Disposable.from(
    hits,
    vscode.languages.registerCodeLensProvider(languages, new SourceHitLenses(hits)),
    vscode.languages.registerHoverProvider(languages, new SourceHitHovers(hits)),
    new SourceHeat(hits),
    registerHitCommand(hits, withTrace),
  );
}

/** Provides the lenses. */
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
  const lens = (title: string, tooltip: string, to: HitsAsked['to']) => {
    const asked: HitsAsked = { trace: key, path: pathOf(uri), line, to };
    const command = { title, tooltip, command: 'tracefile.goToHit', arguments: [asked] };
    return new vscode.CodeLens(range, command);
  };
  return [
    lens(
      hitText(frames, named ? trace.name : undefined),
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
const longestText = 100;

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
    const stretch = expressionAtColumn(line, position.character);
    if (!stretch) return undefined;
    const found = await this.hits.of(pathOf(document.uri));
    const expression = line.slice(stretch.start, stretch.end);
    const cancelled = new AbortController();
    const cancelling = token.onCancellationRequested(() => {
      cancelled.abort();
    });
    try {
      const texts: string[] = [];
      for (const each of found) {
        const text = await historyText(each, position.line + 1, expression, cancelled.signal);
        if (text !== undefined) texts.push(found.length > 1 ? `${each.trace.name}\n${text}` : text);
      }
      if (texts.length === 0 || cancelled.signal.aborted) return undefined;
      const range = new vscode.Range(position.line, stretch.start, position.line, stretch.end);
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
  const width = Math.max(...history.values.map(({ frame }) => String(frame).length));
  const rows = history.values.map(({ frame, text }) => {
    const mark = frame === trace.position ? '▸' : ' ';
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
  return text.length <= longestText ? text : `${text.slice(0, longestText - 1)}…`;
}

/** Tints the lines of the editors that are visible. */
class SourceHeat implements vscode.Disposable {
  private readonly steps: readonly vscode.TextEditorDecorationType[];
  private readonly subscriptions: vscode.Disposable;
  /** Counts the drawings begun: one that a later one overtook is not shown. */
  private drawings = 0;

  constructor(private readonly hits: SourceHits) {
    this.steps = Array.from({ length: heatSteps }, (_, i) => {
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

/** The lines of each step of heat. */
function decorations(
  found: readonly TraceHits[],
  lineCount: number,
  withText: boolean,
): vscode.DecorationOptions[][] {
  const frames = new Map<number, number>();
  for (const { lines } of found) {
    for (const [line, hits] of lines) frames.set(line, (frames.get(line) ?? 0) + hits.frames);
  }
  const most = Math.max(0, ...frames.values());
  const steps: vscode.DecorationOptions[][] = Array.from({ length: heatSteps }, () => []);
  for (const [line, count] of frames) {
    if (line > lineCount) continue;
    const range = new vscode.Range(line - 1, 0, line - 1, Number.MAX_SAFE_INTEGER);
    const after = {
      contentText: hitText(count, undefined),
      color: textColour,
      margin: '0 0 0 3em',
    };
    steps[heatOf(count, most)]?.push({ range, ...(withText && { renderOptions: { after } }) });
  }
  return steps;
}

const textColour = new vscode.ThemeColor('editorCodeLens.foreground');

/** What the command is asked with. */
export interface HitsAsked {
  /** The trace's file, as a URI. */
  readonly trace: string;
  readonly path: string;
  /** Counts from 1. */
  readonly line: number;
  readonly to: 'first' | 'previous' | 'next';
}

/** Registers the command; disposing of the result takes it away. */
export function registerHitCommand(hits: SourceHits, withTrace: WithTrace): vscode.Disposable {
  return vscode.commands.registerCommand('tracefile.goToHit', async (asked: unknown) => {
    if (isAsked(asked)) await goToHit(hits, withTrace, asked);
  });
}

async function goToHit(
  hits: SourceHits,
  withTrace: WithTrace,
  { trace: key, path, line, to }: HitsAsked,
): Promise<void> {
  const found = (await hits.of(path)).find((each) => each.key === key)?.lines.get(line);
  if (!found) return;
  await withTrace(vscode.Uri.parse(key), async (trace) => {
    const from = to === 'first' ? -1 : trace.position;
    const direction = to === 'previous' ? -1 : 1;
    const hit = await findFrame(trace, [{ addresses: found.addresses }], { from, direction });
    if (hit) trace.moveTo(hit.frame, registerHitCommand);
    else say(direction > 0 ? noneAfter(from) : noneBefore(from));
  });
}

function noneAfter(frame: number): string {
  return vscode.l10n.t('No frame after frame {0} is at this line.', frame);
}

function noneBefore(frame: number): string {
  return vscode.l10n.t('No frame before frame {0} is at this line.', frame);
}

function isAsked(asked: unknown): asked is HitsAsked {
  if (typeof asked !== 'object' || asked === null) return false;
  const { trace, path, line, to } = asked as Record<string, unknown>;
  const isWay = to === 'first' || to === 'previous' || to === 'next';
  return typeof trace === 'string' && typeof path === 'string' && Number.isInteger(line) && isWay;
}

function say(sentence: string): void {
  void showInformation(sentence);
}
