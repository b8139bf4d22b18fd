// Streams of Intel PT packets with what libipt says of each, as test/corpus/intelPt has them.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Cpu } from '../../src/format/branchTrace';
import type { ClockRates } from '../../src/format/intelPt/clock';
import { MemorySource } from '../../src/bytes/source';
import { openProgram } from '../../src/symbols/openProgram';
import { TimeSlice } from '../../src/bytes/timeSlice';
import type { BlockIndex } from '../../src/trace/branch/blockIndex';
import { BranchFunctions } from '../../src/trace/branch/blockShapes';
import { CallTree } from '../../src/trace/branch/callTree';
import { FlowCode } from '../../src/trace/branch/flowCode';
import { flowSteps, InstructionMap } from '../../src/trace/branch/instructionMap';
import { followPackets } from '../../src/trace/branch/ptRanges';
import { ModuleList } from '../../src/trace/moduleList';
import { TraceModule } from '../../src/trace/traceModule';
import { corpus } from './corpusTrace';

/** Where the streams and their programs are. */
export const intelPtFolder = path.join(corpus, 'intelPt');

/** A stream, or one that was cut or altered, with what is said of it. */
export interface Stream {
  readonly name: string;
  readonly raw: Uint8Array;
  readonly cpu: { family: number; model: number };
  readonly rates: readonly number[];
  readonly images: readonly (readonly [string, bigint])[];
  readonly answers: readonly string[];
}

/** The streams of a file, and the altered ones after them. */
export function readStreams(file: string): { whole: Stream[]; altered: Stream[] } {
  const whole: Stream[] = [];
  const altered: Stream[] = [];
  const text = readFileSync(path.join(intelPtFolder, file), 'utf8');
  for (const section of text.split(/^=== /m).slice(1)) {
    const [title = '', ...lines] = section.slice(0, -1).split('\n');
    const rowsOf = (word: string) =>
      lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.split(' ').slice(1));
    const answers = lines.filter((line) => !/^(cpu|rates|image|raw) /.test(line));
    const [raw] = rowsOf('raw');
    if (raw) {
      const [family = 0, model = 0] = rowsOf('cpu')[0]?.map(Number) ?? [];
      whole.push({
        name: title,
        raw: Uint8Array.from(Buffer.from(raw[0] ?? '', 'hex')),
        cpu: { family, model },
        rates: rowsOf('rates')[0]?.map(Number) ?? [],
        images: rowsOf('image').map(([name = '', slide = '0']) => [name, BigInt(`0x${slide}`)]),
        answers,
      });
    } else {
      altered.push(alteredStream(whole, title, answers));
    }
  }
  return { whole, altered };
}

function alteredStream(whole: readonly Stream[], title: string, answers: string[]): Stream {
  const [, name = '', patches = ''] = /^(.*?)((?: \d+:\w+)+)$/.exec(title) ?? [];
  const base = whole.find((each) => each.name === name);
  if (!base) throw new Error(`No stream is called ${name}.`);
  let bytes = base.raw.slice();
  for (const patch of patches.trim().split(' ')) {
    const [at = '', byte = ''] = patch.split(':');
    if (byte === 'cut') bytes = bytes.slice(0, Number(at));
    else bytes[Number(at)] = Number.parseInt(byte, 16);
  }
  return { ...base, name: title, raw: bytes, answers };
}

const opened = new Map<string, Promise<TraceModule>>();

function module(file: string, slide: bigint): Promise<TraceModule> {
  const found = opened.get(file);
  if (found) return found;
  const opening = openProgram(
    new MemorySource(readFileSync(path.join(intelPtFolder, file))),
    file,
  ).then((result) => {
    if ('problem' in result) throw new Error(result.problem);
    return new TraceModule(result.program, slide, '');
  });
  opened.set(file, opening);
  return opening;
}

/** The programs that a stream ran through. */
async function programsOf({ images }: Stream): Promise<ModuleList> {
  return new ModuleList(await Promise.all(images.map(([file, slide]) => module(file, slide))));
}

export function cpuOf({ cpu }: Stream): Cpu {
  return { vendor: 'GenuineIntel', stepping: 0, ...cpu };
}

export function ratesOf({
  rates: [mtcFrequency = 0, numerator = 0, denominator = 0, nominal = 0],
}: Stream): ClockRates {
  return { mtcFrequency, tscRatio: [numerator, denominator], nominalFrequency: nominal };
}

/**
 * Follows a stream as a branch trace does, in ranges of so many steps and pieces of so many
 * segments of calls.
 */
export async function followStream(
  stream: Stream,
  { steps, segments }: { readonly steps?: number; readonly segments?: number },
): Promise<{ index: BlockIndex; calls: CallTree }> {
  const programs = await programsOf(stream);
  const functions = new BranchFunctions(programs);
  const calls = new CallTree(functions.all, segments);
  const following = {
    programs,
    rates: ratesOf(stream),
    map: new InstructionMap(programs, flowSteps(64)),
    functions,
    calls,
    signal: new AbortController().signal,
    report: () => undefined,
  };
  const contents = { format: 'pt', cpu: cpuOf(stream), raw: stream.raw } as const;
  const index = await followPackets(contents, following, steps === undefined ? {} : { steps });
  if (!index) throw new Error('It was cancelled.');
  await calls.measureLevels(new TimeSlice());
  return { index, calls };
}

/** Their code. */
export async function codeOf(stream: Stream): Promise<FlowCode> {
  return new FlowCode(await programsOf(stream));
}

/** The beginning of a checksum of lines, as record.py makes it. */
export function checksum(lines: readonly string[]): string {
  const text = lines.map((line) => `${line}\n`).join('');
  return createHash('sha1').update(text).digest('hex').slice(0, 16);
}
