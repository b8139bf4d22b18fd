// A range of frames as part of the filter: it is last, so that the next range can take its
// place.

/** Frames from the first to the last one, both of them in it. */
export interface FrameRange {
  readonly first: number;
  readonly last: number;
}

const rangeText = String.raw`\$trace_frame >= (\d+) && \$trace_frame <= (\d+)`;
const alone = new RegExp(`^()${rangeText}$`);
const behind = new RegExp(`^\\((.*)\\) && ${rangeText}$`, 's');

/**
 * The filter that lets through what `filter` does, of these frames; a range that it had gives way.
 */
export function withRange(filter: string, { first, last }: FrameRange): string {
  const range = `$trace_frame >= ${first} && $trace_frame <= ${last}`;
  const { rest } = splitRange(filter);
  return rest === '' ? range : `(${rest}) && ${range}`;
}

/** The filter without its range, and that. */
export function splitRange(filter: string): { rest: string; range?: FrameRange } {
  const [, rest = '', first, last] = alone.exec(filter) ?? behind.exec(filter) ?? [];
  if (first === undefined) return { rest: filter };
  return { rest, range: { first: Number(first), last: Number(last) } };
}
