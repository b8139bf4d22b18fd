// A range of frames as part of the filter: it stands last, so that the next range can take its place.

/** Frames from the first to the last one, both of them in it. */
export interface FrameRange {
  readonly first: number;
  readonly last: number;
}

const rangeText = String.raw`\$trace_frame >= \d+ && \$trace_frame <= \d+`;
const alone = new RegExp(`^${rangeText}$`);
const behind = new RegExp(`^\\((.*)\\) && ${rangeText}$`, 's');

/** The filter that lets through what `filter` does, of these frames; a range that it had gives way. */
export function withRange(filter: string, { first, last }: FrameRange): string {
  const range = `$trace_frame >= ${first} && $trace_frame <= ${last}`;
  const rest = withoutRange(filter);
  return rest === '' ? range : `(${rest}) && ${range}`;
}

/** The filter without its range. */
export function withoutRange(filter: string): string {
  if (alone.test(filter)) return '';
  return behind.exec(filter)?.[1] ?? filter;
}
