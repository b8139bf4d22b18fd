// The sample trace, its frames repeated, as a file whose reads are counted and can be held up.
import type { ModuleManager } from '../../../../src/trace/moduleManager';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type ByteSource, MemorySource } from '../../../../src/bytes/source';
import { openProgram } from '../../../../src/symbols/openProgram';
import { Trace } from '../../../../src/trace/trace';

const samples = path.join(import.meta.dirname, '../../../../samples');
const frameHeader = 6;
const frameBytes = (() => {
  const bytes = readFileSync(path.join(samples, 'callqueue.tf'));
  const first = bytes.indexOf('\n\n') + 2;
  let end = first;
  while (bytes.readInt16LE(end) !== 0) end += frameHeader + bytes.readUInt32LE(end + 2);
  const description = bytes
    .toString('latin1', 0, first)
    .replace(/;tframes:[^;]*;tcreated:[^;]*/, '');
  return { description: Buffer.from(description, 'latin1'), frames: bytes.subarray(first, end) };
})();

/** A file in memory. */
export class WatchedSource implements ByteSource {
  /** Bytes read so far. */
  bytesRead = 0;
  /** Where reads are held up until {@link open} is called; offset in bytes. */
  gate = Infinity;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly file: Buffer) {}

  get size(): number {
    return this.file.length;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    if (offset >= this.gate) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.bytesRead += length;
    return Uint8Array.from(this.file.subarray(offset, offset + length));
  }

  open(): void {
    this.gate = Infinity;
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}

/** The sample as often as wanted, one behind the other. */
export function repeatedSample(times: number): WatchedSource {
  const { description, frames } = frameBytes;
  return new WatchedSource(
    Buffer.concat([description, ...new Array<Buffer>(times).fill(frames), Buffer.alloc(4)]),
  );
}

/** Opens a trace; with its program in use where the index is complete. */
export async function openSample(source: ByteSource): Promise<Trace> {
  const opened = await Trace.open(source, 'callqueue.tf');
  if ('problem' in opened) throw new Error(opened.problem);
  return opened.trace;
}

/** The sample's program, in use by a trace. */
export async function useSampleProgram(modules: ModuleManager): Promise<void> {
  const file = path.join(samples, 'callqueue');
  const opened = await openProgram(new MemorySource(readFileSync(file)), file);
  if ('problem' in opened) throw new Error(opened.problem);
  await modules.use({ program: opened.program, dispose: () => undefined }, undefined);
}
