// How the frames of a table are grouped, as it is kept for a trace.
import type { CommonTo } from '../../src/ask/table/tableMessages';

export interface Grouping {
  readonly by: CommonTo;
  /** An expression whose least, most and mean are shown of each group; empty for none. */
  readonly measured: string;
}

const kinds = ['tracepoint', 'function', 'line'] as const;

/** Reads what was kept; undefined where it makes no sense. */
export function readGrouping(saved: unknown): Grouping | undefined {
  if (typeof saved !== 'object' || saved === null) return undefined;
  const { by, measured } = saved as Record<string, unknown>;
  const common = readCommon(by);
  return common && { by: common, measured: typeof measured === 'string' ? measured : '' };
}

function readCommon(saved: unknown): CommonTo | undefined {
  if (typeof saved !== 'object' || saved === null) return undefined;
  const { kind, text } = saved as Record<string, unknown>;
  if (kind === 'value' && typeof text === 'string') return { kind, text };
  const plain = kinds.find((each) => each === kind);
  return plain && { kind: plain };
}
