// Heat by line: the more frames, the stronger the tint, in steps; and where the setting says so, the count at the line's
// end.
import * as vscode from 'vscode';
import { pathOf } from './filePaths';
import { heatOf, heatSteps } from './heat';
import { hitText } from './sourceHitLenses';
import type { SourceHits, TraceHits } from './sourceHits';

/** Tints the lines of the editors that are visible. */
export class SourceHeat implements vscode.Disposable {
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
