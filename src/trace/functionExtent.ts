// The code of the function that holds an address: frames stop in it wherever their PC lies there.
import { linkAddress, runTimeAddress } from '../machine/linkAddress';
import type { PcRange } from './search/framePredicate';
import type { Trace } from './trace';

/** A function of the traced programs. Run-time addresses. */
export interface FunctionExtent {
  readonly name: string;
  readonly ranges: readonly PcRange[];
}

/** The function with code of its own at a run-time address, not one inlined there; undefined where none is known. */
export async function functionExtent(
  { programs }: Trace,
  address: bigint,
): Promise<FunctionExtent | undefined> {
  for (const { program, slide } of programs.placements) {
    const at = linkAddress(address, slide);
    const scope = (await program.scopesAt(at)).find(({ inlinedAt }) => !inlinedAt);
    const named = await program.functionAt(at);
    const name = scope?.name ?? named?.name;
    if (name === undefined) continue;
    const ranges = scope?.ranges ?? [{ start: named?.start ?? at, end: named?.end ?? at + 1n }];
    return {
      name,
      ranges: ranges.map(({ start, end }) => ({
        start: runTimeAddress(start, slide),
        end: runTimeAddress(end, slide),
      })),
    };
  }
  return undefined;
}
