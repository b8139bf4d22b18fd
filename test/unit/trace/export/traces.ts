// What exports write, gathered.
import { MemorySource } from '../../../../src/bytes/source';
import { exportFrames, type Export } from '../../../../src/trace/export/exportFrames';
import type { ExportRun, Sink } from '../../../../src/trace/export/sink';
import { SortedFrames, type FrameList } from '../../../../src/trace/list/frameList';
import { Trace } from '../../../../src/trace/trace';

/** A sink that keeps what it is given. */
export function keeper(): Sink & { readonly bytes: () => Buffer } {
  const pieces: Uint8Array[] = [];
  return {
    write: (bytes) => {
      pieces.push(bytes);
      return Promise.resolve();
    },
    bytes: () => Buffer.concat(pieces),
  };
}

/** These frames, in this order. */
export function frames(...numbers: number[]): FrameList {
  return new SortedFrames(Uint32Array.from(numbers));
}

/** The bytes of an export. */
export async function exported(trace: Trace, asked: Export, run?: ExportRun): Promise<Buffer> {
  const sink = keeper();
  await exportFrames(trace, asked, sink, run);
  return sink.bytes();
}

/** Bytes opened as a trace, every frame in its index. */
export async function reopened(bytes: Uint8Array): Promise<Trace> {
  const opened = await Trace.open(new MemorySource(bytes), 'exported.tf');
  if ('problem' in opened) throw new Error(opened.problem);
  await opened.trace.recording.indexed;
  return opened.trace;
}
