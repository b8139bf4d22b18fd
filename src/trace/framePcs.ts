// Where frames stop at all: every PC that a frame has, collected or inferred. A trace has millions of frames and few PCs.
import { distinctPcs } from '../format/distinctPcs';
import type { FrameIndex } from '../format/frameIndex';
import { inferPc } from '../machine/inferredPc';
import type { Trace } from './trace';

const known = new WeakMap<FrameIndex, Promise<ReadonlySet<bigint>>>();

/** The run-time addresses at which frames stop; waits for the whole index. */
export async function framePcs(trace: Trace): Promise<ReadonlySet<bigint>> {
  await trace.indexed;
  const { index } = trace;
  let pcs = known.get(index);
  if (!pcs) {
    pcs = readPcs(trace, index);
    known.set(index, pcs);
  }
  return pcs;
}

async function readPcs(trace: Trace, index: FrameIndex): Promise<ReadonlySet<bigint>> {
  const { pcs, withoutPc } = await distinctPcs(index, index.count);
  for (const tracepoint of withoutPc) {
    const at = inferPc(trace.tracepoint(tracepoint));
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
  for (const pc of await framePcs(trace)) {
    const { source } = await trace.locate(pc);
    if (source?.line === line && files.includes(source.file)) pcs.add(pc);
  }
  return pcs;
}

/** The lines of a file at which frames stop, ascending; `files` are its recorded paths. */
export async function linesWithFrames(trace: Trace, files: readonly string[]): Promise<number[]> {
  const lines = new Set<number>();
  for (const pc of await framePcs(trace)) {
    const { source } = await trace.locate(pc);
    if (source && files.includes(source.file)) lines.add(source.line);
  }
  return [...lines].sort((a, b) => a - b);
}
