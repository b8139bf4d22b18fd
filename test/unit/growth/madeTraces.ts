// Traces with many of one thing, whatever holds it: the description, a frame, the file or the
// program.
import { Trace } from '../../../src/trace/trace';
import { bytes, header, maker, sourceOf } from '../format/traceBytes';
import { programTraces, traceOfAll } from './madePrograms';

const { frame, memory, variable } = maker('little');

/** Where the memory of made frames begins. */
export const memoryStart = 0x400000;

/** Blocks of a frame, apart from each other, in no order of addresses. */
const memoryBlocks = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    memory(BigInt(memoryStart + ((i * 7919) % count) * 32), [i & 0xff]),
  );

/** Blocks that overlap and touch. */
const overlappingBlocks = (count: number) =>
  Array.from({ length: count }, (_, i) => memory(BigInt(memoryStart + i), [1, 2, 3, 4]));

const variableBlocks = (count: number) =>
  Array.from({ length: count }, (_, i) => variable(1 + (i % 0xffff), BigInt(i)));

/** What a frame can have much of. */
export const blocks: Readonly<Record<string, (count: number) => readonly Uint8Array[]>> = {
  memoryBlocks,
  overlappingBlocks,
  variableBlocks,
};

/** Lines of so many tracepoints, each with its source pieces and counters. */
function tracepoints(count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const at = `${(i + 1).toString(16)}:${(0x400000 + i).toString(16)}`;
    const name = Buffer.from(`f${i}`).toString('hex');
    return [
      `tp T${at}:E:0:0`,
      `tp A${at}:R3fff`,
      `tp Z${at}:at:0:${name.length / 2}:${name}`,
      `tp V${at}:${i % 9}:${i % 7}`,
    ];
  }).flat();
}

/** Locations of one tracepoint, each with its counters. */
const locations = (count: number) =>
  Array.from({ length: count }, (_, i) => {
    const at = `1:${(0x400000 + i).toString(16)}`;
    return [`tp T${at}:E:0:0`, `tp V${at}:${i % 9}:${i % 7}`];
  }).flat();

const actions = (count: number) => [
  'tp T1:400000:E:0:0',
  ...Array.from({ length: count }, (_, i) => `tp A1:400000:M-1,${i.toString(16)},4`),
];

const sourcePieces = (count: number) => [
  'tp T1:400000:E:0:0',
  ...Array.from({ length: count }, (_, i) => {
    const text = Buffer.from(`collect v${i}`).toString('hex');
    return `tp Z1:400000:cmd:0:${(text.length / 2).toString(16)}:${text}`;
  }),
];

const variables = (count: number) =>
  Array.from(
    { length: count },
    (_, i) => `tsv ${(i + 1).toString(16)}:0:0:${Buffer.from(`v${i}`).toString('hex')}`,
  );

/** Lines that a description can have many of. */
export const descriptions: Readonly<Record<string, (count: number) => readonly string[]>> = {
  tracepoints,
  locations,
  actions,
  sourcePieces,
  variables,
};

const status = 'status 0;tnotrun:0;tframes:1;tcreated:1;tfree:500000;tsize:500000';

/** A file with lines in its description, and one frame. */
export function fileDescribed(lines: readonly string[]): Uint8Array {
  return bytes(header('R 0', status, ...lines), frame(1, variable(1, 5n)), [0, 0]);
}

/** A file with a frame of blocks, and so many trace state variables described. */
function fileOfBlocks(of: readonly Uint8Array[], count: number): Uint8Array {
  const described = ['R 0', 'status 0;tnotrun:0', 'tp T1:400000:E:0:0', ...variables(count)];
  return bytes(header(...described), frame(1, ...of), [0, 0]);
}

/** A file of so many frames of two tracepoints, each with one value. */
function fileOfFrames(count: number): Uint8Array {
  const frames = Array.from({ length: count }, (_, i) =>
    frame(1 + (i % 2), variable(1, BigInt(i))),
  );
  const described = ['R 0', status, 'tp T1:400000:E:0:0', 'tp T2:400010:E:0:0', ...variables(1)];
  return bytes(header(...described), ...frames, [0, 0]);
}

/** Opens a file, on its first frame. */
export async function openedFile(file: Uint8Array): Promise<Trace> {
  const read = await Trace.open(sourceOf(file), 'made.tf');
  if ('problem' in read) throw new Error(read.problem);
  await read.trace.recording.indexed;
  read.trace.cursor.moveTo(0, read.trace);
  return read.trace;
}

/** Opens a trace with a frame of blocks. */
export function openedBlocks(of: readonly Uint8Array[], variables: number): Promise<Trace> {
  return openedFile(fileOfBlocks(of, variables));
}

/** What a trace or its program can have many of. */
export const traces: Readonly<Record<string, (count: number) => Promise<Trace>>> = {
  ...programTraces,
  ...Object.fromEntries(
    Object.entries(descriptions).map(([name, lines]) => [
      name,
      (count) => openedFile(fileDescribed(lines(count))),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(blocks).map(([name, of]) => [name, (count) => openedBlocks(of(count), count)]),
  ),
  frames: (count) => openedFile(fileOfFrames(count)),
};

/** A trace with much of everything that a trace, its frames and its program have. */
export function everything(count: number): Promise<Trace> {
  const lines = [...tracepoints(count), ...variables(count)];
  return traceOfAll(count, lines, [...memoryBlocks(count), ...variableBlocks(count)]);
}
