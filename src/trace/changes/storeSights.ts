// Whether the recording tells of a store: which tracepoints are at its line, and the frame between
// the two of a change that stopped there before it wrote.
import { framePcsAtLine } from '../framePcs';
import { findFrame } from '../search/search';
import type { Trace } from '../trace';
import type { PossibleStore } from './possibleStores';
import type { ValueChange } from './valueChanges';

/** What the recording tells of a store. */
export interface StoreSight {
  /** The numbers of the tracepoints at its line, ahead of it. */
  readonly tracepoints: readonly number[];
  /** The last frame of a change's interval that stopped at the line, ahead of the store. */
  readonly frame?: number;
}

/** What the recording tells of a store in the interval of a change. */
export async function sightOf(
  trace: Trace,
  { source, addresses }: PossibleStore,
  { before, after }: ValueChange,
  signal?: AbortSignal,
): Promise<StoreSight> {
  if (!source) return { tracepoints: [] };
  const last = addresses.at(-1) ?? 0n;
  const tracepoints: number[] = [];
  for (const { number, locations } of trace.recording.description.tracepoints) {
    for (const { address } of locations) {
      if (address > last) continue;
      const at = await trace.modules.current.locate(address);
      const isThere = at.source?.line === source.line && at.source.file === source.file;
      if (isThere && !tracepoints.includes(number)) tracepoints.push(number);
    }
  }
  const pcs = await framePcsAtLine(trace, [source.file], source.line);
  const ahead = new Set([...pcs].filter((pc) => pc <= last));
  const options = { from: after, to: before, direction: -1, signal } as const;
  const found =
    ahead.size > 0 ? await findFrame(trace, [{ addresses: ahead }], options) : undefined;
  return { tracepoints, ...(found && { frame: found.frame }) };
}
