// Goes to the frames at a line of a source. A debugger on the trace follows, as it does when its page selects.
import * as vscode from 'vscode';
import { findFrame } from '../trace/search/search';
import type { WithTrace } from './launchPickers';
import { showInformation } from './notify';
import type { SourceHits } from './sourceHits';

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
