// A trace of test/corpus as the suites of the format need it, with what gdb said of it.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic } from '../../src/bytes/diagnostic';
import { MemorySource } from '../../src/bytes/source';
import type { Description } from '../../src/format/description';
import { readDescription } from '../../src/format/descriptionReader';
import { FrameIndex, indexFrames, type PcField } from '../../src/format/frameIndex';
import { detectFraming, type DetectedFraming } from '../../src/format/framing';

export const corpus = path.join(import.meta.dirname, '../corpus');

/** Every trace of the corpus, with the frames that it holds. */
export const corpusTraces: readonly (readonly [name: string, frames: number])[] = [
  ['x86_64/app', 114],
  ['x86_64/app-O2', 20],
  ['x86_64/app-memory-only', 20],
  ['x86_64/app-pie', 20],
  ['aarch64/t1-regs', 39],
  ['aarch64/t2-step', 52],
  ['aarch64/t3-memonly', 36],
  ['aarch64/t4-O2', 63],
  ['aarch64/t10-circ', 29],
  ['s390x/t1-regs', 39],
  ['s390x/t2-step', 52],
  ['s390x/t3-memonly', 36],
  ['s390x/t10-circ', 7],
];

/** Where the PC stands in a register block, by the corpus' folder. */
export const pcFields: Readonly<Record<string, PcField & { readonly register: string }>> = {
  x86_64: { register: 'rip', offset: 128, size: 8 },
  aarch64: { register: 'pc', offset: 256, size: 8 },
  s390x: { register: 'pswa', offset: 8, size: 8 },
};

export interface CorpusTrace {
  readonly source: MemorySource;
  readonly description: Description;
  readonly detected: DetectedFraming;
  readonly index: FrameIndex;
  /** Of description, framing and index. */
  readonly diagnostics: readonly Diagnostic[];
  readonly oracle: Oracle;
}

/** What gdb said. */
export interface Oracle {
  /** Before the first frame. */
  readonly head: readonly string[];
  /** By frame number, the lines after `=== FRAME N`. */
  readonly frames: readonly (readonly string[])[];
  /** The file's tracepoint number for each number that gdb gave. */
  readonly tracepoints: ReadonlyMap<number, number>;
}

export function pcFieldOf(name: string): PcField & { readonly register: string } {
  const field = pcFields[path.dirname(name)];
  if (!field) throw new Error(`no PC field for ${name}`);
  return field;
}

/** Reads a trace of the corpus, named `folder/trace`, as it stands or with other bytes. */
export async function readCorpusTrace(
  name: string,
  bytes: Uint8Array = readFileSync(path.join(corpus, `${name}.tf`)),
): Promise<CorpusTrace> {
  const source = new MemorySource(bytes);
  const read = await readDescription(source);
  if ('problem' in read) throw new Error(read.problem);
  const { description } = read;
  const detected = await detectFraming(source, description, {});
  const index = new FrameIndex();
  const framesInBuffer = description.status?.framesInBuffer;
  const { diagnostics } = await indexFrames(
    index,
    source,
    description.framesOffset,
    detected.framing,
    pcFieldOf(name),
    {
      tracepoints: description.tracepoints.map((tracepoint) => tracepoint.number),
      ...(framesInBuffer !== undefined && { framesInBuffer }),
    },
  );
  return {
    source,
    description,
    detected,
    index,
    diagnostics: [...read.diagnostics, ...detected.diagnostics, ...diagnostics],
    oracle: readOracle(name),
  };
}

function readOracle(name: string): Oracle {
  const text = readFileSync(path.join(corpus, `${name}.oracle.txt`), 'latin1');
  const [head = '', ...frames] = text.split(/^=== FRAME \d+\n/m);
  const created = head.matchAll(/^Created tracepoint (\d+) for target's tracepoint (\d+) at/gm);
  return {
    head: head.split('\n'),
    frames: frames.map((frame) => frame.split('\n')),
    tracepoints: new Map([...created].map(([, gdbs, files]) => [Number(gdbs), Number(files)])),
  };
}
