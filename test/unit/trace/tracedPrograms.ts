// Programs of the corpus, and descriptions of tracepoints in them.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { MemorySource } from '../../../src/bytes/source';
import { FrameFlags } from '../../../src/format/blocks';
import { FrameIndex } from '../../../src/format/frameIndex';
import { type Program } from '../../../src/symbols/program';
import { openProgram } from '../../../src/symbols/openProgram';
import { readEvidence, type AddressEvidence } from '../../../src/trace/slide';
import type { OpenProgram } from '../../../src/trace/programSearch';
import { Trace } from '../../../src/trace/trace';
import { described, header, sourceOf } from '../format/traceBytes';

const corpus = path.join(import.meta.dirname, '../../corpus');

/** An opened program of the corpus, by its path there. */
export async function programOf(file: string): Promise<Program> {
  const opened = await openProgram(new MemorySource(readFileSync(path.join(corpus, file))), file);
  if ('problem' in opened) throw new Error(opened.problem);
  return opened.program;
}

/** A program of the corpus without the sections whose names begin so: they get other names. */
export async function programWithout(file: string, names: string): Promise<Program> {
  const bytes = readFileSync(path.join(corpus, file));
  for (let at = bytes.indexOf(names); at >= 0; at = bytes.indexOf(names, at)) bytes.write('.x', at);
  const opened = await openProgram(new MemorySource(bytes), file);
  if ('problem' in opened) throw new Error(opened.problem);
  return opened.program;
}

/** Opens programs of the corpus by their paths there, and keeps count of those that are open. */
export function programOpener(): { readonly open: OpenProgram; readonly opened: () => number } {
  let count = 0;
  const open: OpenProgram = async (file) => {
    try {
      const program = await programOf(file);
      count++;
      return { program, dispose: () => (count -= 1) };
    } catch (error) {
      return { problem: String(error) };
    }
  };
  return { open, opened: () => count };
}

/** A trace of the corpus, by its path there; every frame is in its index. */
export async function traceOf(file: string): Promise<Trace> {
  const source = new MemorySource(readFileSync(path.join(corpus, file)));
  const opened = await Trace.open(source, path.basename(file));
  if ('problem' in opened) throw new Error(opened.problem);
  await opened.trace.recording.indexed;
  return opened.trace;
}

/** A trace of the corpus with its program in use, by their paths there. */
export async function tracedBy(file: string, program: string): Promise<Trace> {
  const trace = await traceOf(file);
  await trace.modules.use(
    { program: await programOf(program), dispose: () => undefined },
    undefined,
  );
  return trace;
}

/** A tracepoint: its addresses, and where the user set it, if the file says. */
export type MadeTracepoint = readonly [
  addresses: bigint | readonly bigint[],
  at: string | undefined,
];

/** The lines of a trace file that describe tracepoints, numbered from 1. */
function tracepointLines(tracepoints: readonly MadeTracepoint[]): string[] {
  return tracepoints.flatMap(([addresses, at], i) =>
    (typeof addresses === 'bigint' ? [addresses] : addresses).flatMap((address) => {
      const place = `${i + 1}:${address.toString(16)}`;
      const text = Buffer.from(at ?? '').toString('hex');
      const source = `tp Z${place}:at:0:${(text.length / 2).toString(16)}:${text}`;
      return [`tp T${place}:E:0:0`, ...(at === undefined ? [] : [source])];
    }),
  );
}

/** The evidence of these tracepoints, and of frames at these PCs. */
export async function evidenceOf(
  tracepoints: readonly MadeTracepoint[],
  pcs: readonly bigint[] = [],
): Promise<AddressEvidence> {
  const source = sourceOf(header('R 330', ...tracepointLines(tracepoints)));
  const index = new FrameIndex();
  for (const pc of pcs) {
    index.add(0, 1, 0, FrameFlags.pc, Number(pc >> 32n), Number(pc & 0xffff_ffffn));
  }
  return readEvidence((await described(source)).description, index);
}
