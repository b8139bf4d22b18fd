// What a trace says of the addresses at which its programs ran. A trace file holds run-time
// addresses and no load map, so this is all there is to tell where a program lay.
import type { Description } from '../format/description';
import { distinctPcs, type FrameIndex } from '../format/frameIndex';
import type { TraceModule } from './traceModule';

/** Where a tracepoint was. */
interface TracedLocation {
  /** Run-time address. */
  readonly address: bigint;
  /** Where the user set it, `app.c:13`, if the file says. */
  readonly at: string | undefined;
}

/** Run-time addresses that a trace speaks of. */
export interface AddressEvidence {
  readonly locations: readonly TracedLocation[];
  /** Distinct PCs that frames collected. */
  readonly pcs: readonly bigint[];
}

/** The frames whose PCs are looked at: enough to tell, however long the trace. */
export const framesOfEvidence = 1 << 16;

/** Locations and PCs that are weighed, at most; of more, as many evenly chosen ones. */
const maxAddresses = 1024;

/** The evidence of a description and of the first {@link framesOfEvidence} frames of the index. */
export async function readEvidence(
  description: Description,
  index: FrameIndex,
): Promise<AddressEvidence> {
  const locations = description.tracepoints.flatMap(({ at, locations: all }) =>
    all.map(({ address }) => ({ address, at })),
  );
  const { pcs } = await distinctPcs(index, Math.min(index.count, framesOfEvidence));
  return { locations: evenly(locations), pcs: evenly([...pcs]) };
}

/** What of the evidence is inside none of these programs: for those after them. */
export function unexplained(
  { locations, pcs }: AddressEvidence,
  programs: readonly TraceModule[],
): AddressEvidence {
  const isInside = (address: bigint) => programs.some((each) => each.holds(address));
  return {
    locations: locations.filter(({ address }) => !isInside(address)),
    pcs: pcs.filter((pc) => !isInside(pc)),
  };
}

function evenly<T>(all: readonly T[]): readonly T[] {
  const step = all.length / maxAddresses;
  if (step <= 1) return all;
  return Array.from({ length: maxAddresses }, (_, i) => all[Math.floor(i * step)]).filter(
    (each) => each !== undefined,
  );
}
