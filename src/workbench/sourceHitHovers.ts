// A hover over an expression at a line that frames hit: its values in the last of them, least and greatest.
import * as vscode from 'vscode';
import { valueHistory, type ValueHistory } from '../trace/valueHistory';
import { pathOf } from './filePaths';
import { codeLine } from './hovers';
import type { SourceHits, TraceHits } from './sourceHits';
import { expressionAt } from './sourceText';

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
    const stretch = expressionAt(line, position.character);
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

function headOf(expression: string, { least, most, frames, isWhole }: ValueHistory): string {
  if (least === undefined || most === undefined) return expression;
  return isWhole
    ? vscode.l10n.t('{0}: {1} to {2} in {3} frames', expression, least, most, frames)
    : vscode.l10n.t('{0}: {1} to {2} in the {3} frames looked at', expression, least, most, frames);
}

function shortened(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText - 1)}…`;
}
