// What the page remembers of how frames are compared.
import type { Since } from '../../src/editor/frameMessages';

export interface ComparedState {
  /** What the selected frame is compared with. */
  readonly since: Since;
  /** Only registers and memory that changed are shown. */
  readonly onlyChanged: boolean;
  /** The frame that others are compared with, side by side. */
  readonly pinned?: number;
}

const initial: ComparedState = { since: { kind: 'frame' }, onlyChanged: false };

/** Reads what was saved; what makes no sense is as on a first visit. */
export function readCompared(saved: unknown): ComparedState {
  if (typeof saved !== 'object' || saved === null) return initial;
  const { since, onlyChanged, pinned } = saved as Record<string, unknown>;
  return {
    since: readSince(since),
    onlyChanged: onlyChanged === true,
    ...(isFrame(pinned) && { pinned }),
  };
}

function readSince(saved: unknown): Since {
  if (typeof saved !== 'object' || saved === null) return initial.since;
  const { kind, frame } = saved as Record<string, unknown>;
  if (kind === 'picked' && isFrame(frame)) return { kind, frame };
  return kind === 'hit' ? { kind } : initial.since;
}

function isFrame(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
