// Where frames stop at all: every PC that a frame has, collected or inferred. A trace has millions
// of frames and few PCs.
import type { ModuleList } from './moduleList';
import type { Recording } from './recording';
import { distinctPcs, type FrameIndex } from '../format/frameIndex';
import { inferPc } from '../machine/frameState';
import type { Trace } from './trace';
import { linkAddress, runTimeAddress } from '../machine/linkAddress';
import type { PcRange } from './search/framePredicate';

const known = new WeakMap<FrameIndex, Promise<ReadonlySet<bigint>>>();

/** The run-time addresses at which frames stop; waits for the whole index. */
export async function framePcs(recording: Recording): Promise<ReadonlySet<bigint>> {
  await recording.indexed;
  const { index } = recording;
  let pcs = known.get(index);
  if (!pcs) {
    pcs = readPcs(recording, index);
    known.set(index, pcs);
  }
  return pcs;
}

async function readPcs(recording: Recording, index: FrameIndex): Promise<ReadonlySet<bigint>> {
  const { pcs, withoutPc } = await distinctPcs(index, index.count);
  for (const tracepoint of withoutPc) {
    const at = inferPc(recording.tracepoint(tracepoint));
    if ('pc' in at) pcs.add(at.pc);
  }
  return pcs;
}

/** The PCs of frames at a line of a file; `files` are its recorded paths. Run-time addresses. */
export async function framePcsAtLine(
  trace: Trace,
  files: readonly string[],
  line: number,
): Promise<ReadonlySet<bigint>> {
  const pcs = new Set<bigint>();
  for (const pc of await framePcs(trace.recording)) {
    const { source } = await trace.modules.current.locate(pc);
    if (source?.line === line && files.includes(source.file)) pcs.add(pc);
  }
  return pcs;
}

/** The lines of a file at which frames stop, ascending; `files` are its recorded paths. */
export async function linesWithFrames(trace: Trace, files: readonly string[]): Promise<number[]> {
  const lines = new Set<number>();
  for (const pc of await framePcs(trace.recording)) {
    const { source } = await trace.modules.current.locate(pc);
    if (source && files.includes(source.file)) lines.add(source.line);
  }
  return [...lines].sort((a, b) => a - b);
}

// The code of the function that holds an address: frames stop in it wherever their PC lies there.

/** A function of the traced programs. Run-time addresses. */
export interface FunctionExtent {
  readonly name: string;
  readonly ranges: readonly PcRange[];
}

/**
 * The function with code of its own at a run-time address, not one inlined there; undefined where
 * none is known.
 */
export async function functionExtent(
  programs: ModuleList,
  address: bigint,
): Promise<FunctionExtent | undefined> {
  for (const { program, slide } of programs.loaded) {
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
