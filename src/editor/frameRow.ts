// A row of the frame table.
import { hexAddress } from '../bytes/hex';
import { ifReadable } from '../bytes/ifReadable';
import type { Frame } from '../format/frame';
import type { Trace } from '../trace/trace';
import type { Collected, FrameRow, SourcePlace } from './tableMessages';

/** What the table's own columns show of a frame; where it cannot be read, what the index knows. */
export async function frameRow(
  trace: Trace,
  number: number,
): Promise<Omit<FrameRow, 'values' | 'matches'>> {
  const at = trace.pc(number);
  const fromIndex = {
    frame: number,
    tracepoint: trace.index.tracepoint(number),
    stepping: trace.stepping.isStep(number),
    ...(at && { pc: hexAddress(at.pc) }),
    pcInferred: at?.inferred ?? false,
    size: trace.index.size(number),
  };
  const [frame, where] = await Promise.all([
    ifReadable(trace.frame(number)),
    ifReadable(placeOfPc(trace, at?.pc)),
  ]);
  return {
    ...fromIndex,
    ...where,
    collected: frame ? collected(frame) : [],
    ...(frame && { size: frame.bytes.length }),
    damaged: !frame || frame.diagnostics.length > 0,
  };
}

/** Function and place of a run-time address, as far as the program tells. */
export async function placeOfPc(
  trace: Trace,
  pc: bigint | undefined,
): Promise<{ functionName?: string; place?: SourcePlace }> {
  if (pc === undefined) return {};
  const { functionName, source } = await trace.locate(pc);
  return {
    ...(functionName !== undefined && { functionName }),
    ...(source && { place: { file: source.file, line: source.line } }),
  };
}

function collected(frame: Frame): Collected[] {
  const counts = new Map<Collected['kind'], number>();
  for (const { kind } of frame.blocks) {
    const letter = kind === 'unknown' ? '?' : kind;
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) => ({ kind, count }));
}
