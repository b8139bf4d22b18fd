// DAP's `gotoTargets` (“Jump to Cursor”): the frames at a line, nearest first.
import { t } from '@vscode/l10n';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { append } from '../bytes/arrays';
import { framePcsAtLine } from '../trace/framePcs';
import { matchingFrames, type Direction } from '../trace/search/search';
import type { FramePredicate } from '../trace/search/framePredicate';
import type { Trace } from '../trace/trace';
import type { DebugContext } from './debugContext';
import { RequestFailed } from '../bytes/requestFailed';

/** As many frames are offered, of those before and those after together. */
const maxTargets = 100;

/**
 * Targets of a line. A target's id is its frame number and one, so that ids hold for the whole
 * session.
 */
export async function gotoTargets(
  { trace, places, client }: DebugContext,
  { source, line }: DebugProtocol.GotoTargetsArguments,
  signal: AbortSignal,
): Promise<DebugProtocol.GotoTargetsResponse['body']> {
  if (!Number.isSafeInteger(line)) throw new RequestFailed(t('gotoTargets needs a line.'));
  const path = source.path ?? '';
  const asked = client.places.lineHere(line);
  const { line: moved = asked, files = [] } = await places.of({ kind: 'line', path, line: asked });
  const addresses = await framePcsAtLine(trace, files, moved);
  const frames = await nearestFrames(trace, { addresses }, trace.cursor.frame, signal);
  const shown = client.places.line(moved);
  return {
    targets: frames.map((frame) => ({ id: frame + 1, label: labelOf(trace, frame), line: shown })),
  };
}

/** Goes to a target; fails for a target of another trace. */
export async function goToTarget({ navigator }: DebugContext, targetId: unknown): Promise<void> {
  if (typeof targetId !== 'number' || !Number.isSafeInteger(targetId)) {
    throw new RequestFailed(t('goto needs a target of gotoTargets.'));
  }
  await navigator.jump(targetId - 1);
}

async function nearestFrames(
  trace: Trace,
  test: FramePredicate,
  here: number,
  signal: AbortSignal,
): Promise<number[]> {
  const frames = [
    ...(await firstMatching(trace, test, here + 1, -1, signal)),
    ...(await firstMatching(trace, test, here, 1, signal)),
  ];
  const nearest = frames.sort((a, b) => Math.abs(a - here) - Math.abs(b - here) || a - b);
  return nearest.slice(0, maxTargets);
}

async function firstMatching(
  trace: Trace,
  test: FramePredicate,
  from: number,
  direction: Direction,
  signal: AbortSignal,
): Promise<number[]> {
  const found: number[] = [];
  for await (const frames of matchingFrames(trace, [test], { from, direction, signal })) {
    append(found, frames.subarray(0, maxTargets - found.length));
    if (found.length >= maxTargets) break;
  }
  return found;
}

function labelOf(trace: Trace, frame: number): string {
  const label = `Frame ${frame} · tracepoint ${trace.recording.index.tracepoint(frame)}`;
  return frame === trace.cursor.frame ? `${label} · here` : label;
}
