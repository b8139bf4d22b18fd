// "hit in 32 frames · previous · next" above the lines of a source.
import * as vscode from 'vscode';
import type { LineHits } from '../trace/hitCounts';
import { pathOf } from './filePaths';
import type { HitsAsked } from './sourceHitCommand';
import type { SourceHits, TraceHits } from './sourceHits';

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
export function hitText(frames: number, trace: string | undefined): string {
  if (trace !== undefined) return vscode.l10n.t('hit in {0} frames of {1}', frames, trace);
  return frames === 1
    ? vscode.l10n.t('hit in 1 frame')
    : vscode.l10n.t('hit in {0} frames', frames);
}
