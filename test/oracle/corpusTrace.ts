// A trace of test/corpus as the suites of the format need it, with what gdb said of it.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic } from '../../src/bytes/diagnostic';
import { MemorySource } from '../../src/bytes/source';
import type { PcField } from '../../src/format/blocks';
import type { Description } from '../../src/format/description';
import { readDescription } from '../../src/format/descriptionReader';
import { FrameIndex } from '../../src/format/frameIndex';
import { detectFrameLayout, type DetectedFrameLayout } from '../../src/format/frameLayout';
import { indexFrames } from '../../src/format/indexingPass';

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
  ['extra/i386/lanes.memory', 12],
  ['extra/i386/lanes.plain', 40],
  ['extra/x86_64/boxes.constructor', 8],
  ['extra/x86_64/boxes.locations', 32],
  ['extra/x86_64/boxes.memory', 12],
  ['extra/x86_64/meter-pie.plain', 29],
  ['extra/x86_64/meter.circular', 34],
  ['extra/x86_64/meter.disabled', 20],
  ['extra/x86_64/meter.disconnected', 4],
  ['extra/x86_64/meter.empty', 21],
  ['extra/x86_64/meter.error', 8],
  ['extra/x86_64/meter.fast', 20],
  ['extra/x86_64/meter.full', 8],
  ['extra/x86_64/meter.null', 20],
  ['extra/x86_64/meter.plain', 29],
  ['extra/x86_64/meter.running', 10],
  ['extra/x86_64/meter.string', 20],
  ['extra/x86_64/meter.unstarted', 0],
  ['extra/x86_64/meter.wide', 1],
  ['extra/x86_64/vectors.plain', 3],
];

/** The folders that {@link corpusTraces} and {@link programs} list in full. */
const corpusFolders = ['aarch64', 'extra/i386', 'extra/x86_64', 's390x', 'x86_64'] as const;

/** The program that was traced, by trace, as paths in the corpus. */
export const programs: Readonly<Record<string, string>> = {
  'x86_64/app': 'x86_64/app',
  'x86_64/app-O2': 'x86_64/app-O2',
  'x86_64/app-memory-only': 'x86_64/app',
  'x86_64/app-pie': 'x86_64/app-pie',
  'aarch64/t1-regs': 'aarch64/app',
  'aarch64/t2-step': 'aarch64/app',
  'aarch64/t3-memonly': 'aarch64/app',
  'aarch64/t4-O2': 'aarch64/app-O2',
  'aarch64/t10-circ': 'aarch64/app',
  's390x/t1-regs': 's390x/app',
  's390x/t2-step': 's390x/app',
  's390x/t3-memonly': 's390x/app',
  's390x/t10-circ': 's390x/app',
  'extra/i386/lanes.memory': 'extra/i386/lanes',
  'extra/i386/lanes.plain': 'extra/i386/lanes',
  'extra/x86_64/boxes.constructor': 'extra/x86_64/boxes',
  'extra/x86_64/boxes.locations': 'extra/x86_64/boxes',
  'extra/x86_64/boxes.memory': 'extra/x86_64/boxes',
  'extra/x86_64/meter-pie.plain': 'extra/x86_64/meter-pie',
  'extra/x86_64/meter.circular': 'extra/x86_64/meter',
  'extra/x86_64/meter.disabled': 'extra/x86_64/meter',
  'extra/x86_64/meter.disconnected': 'extra/x86_64/meter',
  'extra/x86_64/meter.empty': 'extra/x86_64/meter',
  'extra/x86_64/meter.error': 'extra/x86_64/meter',
  'extra/x86_64/meter.fast': 'extra/x86_64/meter',
  'extra/x86_64/meter.full': 'extra/x86_64/meter',
  'extra/x86_64/meter.null': 'extra/x86_64/meter',
  'extra/x86_64/meter.plain': 'extra/x86_64/meter',
  'extra/x86_64/meter.running': 'extra/x86_64/meter',
  'extra/x86_64/meter.string': 'extra/x86_64/meter',
  'extra/x86_64/meter.unstarted': 'extra/x86_64/meter',
  'extra/x86_64/meter.wide': 'extra/x86_64/meter',
  'extra/x86_64/vectors.plain': 'extra/x86_64/vectors',
};

/** Where the PC stands in a register block, by the corpus' folder. */
const pcFields: Readonly<Record<string, PcField & { readonly register: string }>> = {
  x86_64: { register: 'rip', offset: 128, size: 8 },
  aarch64: { register: 'pc', offset: 256, size: 8 },
  s390x: { register: 'pswa', offset: 8, size: 8 },
  'extra/x86_64': { register: 'rip', offset: 128, size: 8 },
  'extra/i386': { register: 'eip', offset: 32, size: 4 },
};

/**
 * Names of what stands in {@link corpusFolders}: of the traces, or of other files that end in
 * `ending`.
 */
export function tracesInFolders(ending = '.tf'): string[] {
  return corpusFolders
    .flatMap((folder) =>
      readdirSync(path.join(corpus, folder), { recursive: true, encoding: 'utf8' }).map(
        (file) => `${folder}/${file.split(path.sep).join('/')}`,
      ),
    )
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .sort();
}

export interface CorpusTrace {
  readonly source: MemorySource;
  readonly description: Description;
  readonly detected: DetectedFrameLayout;
  readonly index: FrameIndex;
  /** Of description, frame layout and index. */
  readonly diagnostics: readonly Diagnostic[];
  readonly oracle: Oracle;
}

/** What gdb said. */
export interface Oracle {
  /** Before the first frame. */
  readonly head: readonly string[];
  /** By frame number, the lines after `=== FRAME N`; not of every frame was gdb asked. */
  readonly frames: ReadonlyMap<number, readonly string[]>;
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
  const detected = await detectFrameLayout(source, description, {});
  const index = new FrameIndex();
  const framesInBuffer = description.status?.framesInBuffer;
  const { diagnostics } = await indexFrames(
    index,
    source,
    description.framesOffset,
    detected.frameLayout,
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

/** What gdb said of a trace. */
export function readOracle(name: string): Oracle {
  const text = readFileSync(path.join(corpus, `${name}.oracle.txt`), 'utf8');
  const [head = '', ...frames] = text.split(/^=== FRAME (?=\d+$)/m);
  const created = head.matchAll(/^Created tracepoint (\d+) for target's tracepoint (\d+) at/gm);
  return {
    head: head.split('\n'),
    frames: new Map(
      frames.map((frame) => [Number.parseInt(frame, 10), frame.split('\n').slice(1)]),
    ),
    tracepoints: new Map([...created].map(([, gdbs, files]) => [Number(gdbs), Number(files)])),
  };
}
