// Damaged trace files, the same ones in every run, read by gdb and by this project: where gdb reads
// a frame, this reads the same. Where gdb gives up and this goes on, the reason is one of the few
// that are listed here, and counted.
import type { Recording } from '../../src/trace/recording';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { MemorySource } from '../../src/bytes/source';
import { FrameFlags, frameHeaderLength } from '../../src/format/blocks';
import { Origin } from '../../src/machine/memory';
import { openProgram } from '../../src/symbols/openProgram';
import { Trace } from '../../src/trace/trace';
import { generator, mutate, type Random } from '../fuzz/rounds';
import { askGdb, type Gdb } from './askGdb';
import { corpus } from './corpusTrace';

const folder = mkdtempSync(path.join(tmpdir(), 'damaged-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Damaged files of each trace: each reason for a difference is among them. */
const files = 32;
/** Frame numbers asked for beyond those that the file had. */
const beyond = 2;
/** Bytes read at each address. */
const length = 4;

interface Subject {
  readonly trace: string;
  readonly program: string;
  readonly gdb: Gdb;
  readonly frames: number;
  /** Where frames hold memory, or the program does. */
  readonly addresses: readonly string[];
  /** Frames that both read the same, all files together, and those of other reasons. */
  readonly expected: Readonly<Record<string, number>>;
}

/** What is read of a frame. */
interface Words {
  readonly tracepoint: number;
  readonly pc: string;
  /** At each address the bytes in hexadecimal digits, or `none`. */
  readonly memory: readonly string[];
}

/** What one of the two reads of a file. */
interface Reading {
  /** Why the whole file is not read. */
  readonly refused?: string;
  /** By number; undefined where there is no such frame. */
  readonly frames: readonly (Words | undefined)[];
  /** The first frame that is damaged, or comes behind damage; infinite without any. */
  readonly damagedFrom: number;
}

const subjects: readonly Subject[] = [
  {
    trace: 'x86_64/app-memory-only.tf',
    program: 'x86_64/app',
    gdb: 'gdb',
    frames: 20,
    addresses: ['0x4040c0', '0x404100', '0x402000'],
    expected: {
      'the same': 459,
      'gdb ends at the damage, or reads on in the middle of a frame': 118,
      'the file ends within the frame': 1,
      'gdb refuses the file: Invalid hex digit': 20,
      'gdb refuses the file: it died': 40,
    },
  },
  {
    trace: 's390x/t3-memonly.tf',
    program: 's390x/app',
    gdb: 'gdb-multiarch',
    frames: 36,
    addresses: ['0x1004040', '0x1000700'],
    expected: {
      'the same': 858,
      'gdb ends at the damage, or reads on in the middle of a frame': 178,
      'gdb refuses the file: Invalid hex digit': 36,
      'gdb refuses the file: it died': 72,
    },
  },
];

/** Alters the frames, or the description. */
function damaged(bytes: Uint8Array, random: Random): Uint8Array {
  const framesAt = Buffer.from(bytes).indexOf('\n\n') + 2;
  if (random(4) > 0) return mutate(bytes, random, framesAt);
  const description = mutate(bytes.subarray(0, framesAt), random, 8, 20);
  return new Uint8Array(Buffer.concat([description, bytes.subarray(framesAt)]));
}

function questions(file: string, { frames, addresses }: Subject): string[] {
  const each = Array.from({ length: frames + beyond }, (_, frame) => [
    `tfind ${frame}`,
    'output/x $pc',
    ...addresses.map((address) => `x/${length}xb ${address}`),
  ]);
  return [`target tfile ${file}`, ...each.flat()];
}

/** In a gdb of its own: what one file does to it is not undone by the next. */
async function gdbReads(file: string, subject: Subject): Promise<Reading> {
  const asked = questions(file, subject);
  const program = path.join(corpus, subject.program);
  const [opened = '', ...answers] = await askGdb(subject.gdb, program, asked).catch(() => []);
  if (answers.length < asked.length - 1) return refusal('it died');
  if (opened.startsWith('ERR ')) return refusal(opened.slice('ERR '.length));
  const width = 2 + subject.addresses.length;
  const frames = Array.from({ length: subject.frames + beyond }, (_, frame) => {
    const [found = '', pc = '', ...memory] = answers.slice(frame * width, (frame + 1) * width);
    const [, tracepoint] =
      new RegExp(`Found trace frame ${frame}, tracepoint (-?\\d+)`).exec(found) ?? [];
    if (tracepoint === undefined) return undefined;
    return { tracepoint: numberInFile(opened, Number(tracepoint)), pc, memory: memory.map(dumped) };
  });
  return { frames, damagedFrom: Infinity };
}

const refusal = (refused: string): Reading => ({ refused, frames: [], damagedFrom: Infinity });

/** gdb numbers tracepoints anew, and says how. */
function numberInFile(opened: string, own: number): number {
  const [, inFile] =
    new RegExp(`tracepoint ${own} (?:for|is same as) target's tracepoint (\\d+)`).exec(opened) ??
    [];
  return Number(inFile ?? own);
}

function dumped(answer: string): string {
  const bytes = [...answer.slice(answer.indexOf(':')).matchAll(/0x([0-9a-f]{2})\b/g)];
  return bytes.length === length ? bytes.map(([, digits]) => digits).join('') : 'none';
}

async function readHere(bytes: Uint8Array, subject: Subject): Promise<Reading> {
  const opened = await Trace.open(new MemorySource(bytes), 'damaged.tf');
  if ('problem' in opened) return refusal(opened.problem);
  const { trace } = opened;
  const program = readFileSync(path.join(corpus, subject.program));
  const opening = await openProgram(new MemorySource(program), subject.program);
  if ('problem' in opening) throw new Error(opening.problem);
  await trace.modules.use({ program: opening.program, dispose: () => undefined }, 0n);
  await trace.recording.indexed;
  const frames = [];
  for (let frame = 0; frame < trace.recording.index.count; frame++)
    frames.push(await wordsOf(trace, frame, subject));
  return { frames, damagedFrom: firstDamage(trace.recording) };
}

function firstDamage({ description, index, diagnostics }: Recording): number {
  let end = description.framesOffset;
  for (let frame = 0; frame < index.count; frame++) {
    const isDamaged = (index.flags(frame) & FrameFlags.damage) !== 0;
    if (isDamaged || index.offset(frame) !== end) return frame;
    end += frameHeaderLength + index.size(frame);
  }
  return diagnostics.some(({ code }) => endings.has(code)) ? index.count : Infinity;
}

async function wordsOf(trace: Trace, frame: number, { addresses }: Subject): Promise<Words> {
  const { memory } = await trace.machine(frame);
  const read = addresses.map(async (address) => {
    const { bytes, origins } = await memory.read(BigInt(address), length);
    return origins.includes(Origin.unavailable) ? 'none' : Buffer.from(bytes).toString('hex');
  });
  const pc = trace.recording.pc(frame)?.pc;
  return {
    tracepoint: trace.recording.index.tracepoint(frame),
    pc: pc === undefined ? '' : `0x${pc.toString(16)}`,
    memory: await Promise.all(read),
  };
}

/** Findings behind the last frame. */
const endings = new Set(['frame-cut-off', 'bytes-not-recognised', 'bytes-after-end']);

/** How the readings of a frame compare. */
function compared(frame: number, here: Reading, gdb: Reading): string {
  const [ours, theirs] = [here.frames[frame], gdb.frames[frame]];
  if (JSON.stringify(ours) === JSON.stringify(theirs)) return 'the same';
  if (gdb.refused !== undefined) {
    return `gdb refuses the file: ${gdb.refused.replace(/'[^]*|-?\d+[^]*/, '').trim()}`;
  }
  if (frame >= here.damagedFrom) {
    return ours
      ? 'gdb ends at the damage, or reads on in the middle of a frame'
      : 'the file ends within the frame';
  }
  return `frame ${frame}: ${JSON.stringify(ours)} here, ${JSON.stringify(theirs)} in gdb`;
}

describe.each(subjects)('$trace, damaged', (subject) => {
  it('is read as gdb reads it, or further', async () => {
    const whole = new Uint8Array(readFileSync(path.join(corpus, subject.trace)));
    const counts: Record<string, number> = {};
    for (let i = 0; i < files; i++) {
      const bytes = damaged(whole, generator(i));
      const file = path.join(folder, `${i}.tf`);
      writeFileSync(file, bytes);
      const gdb = await gdbReads(file, subject);
      const here = await readHere(bytes, subject);
      const frames = Math.max(here.frames.length, subject.frames + beyond);
      for (let frame = 0; frame < frames; frame++) {
        if (!here.frames[frame] && !gdb.frames[frame]) continue;
        const outcome = compared(frame, here, gdb);
        counts[outcome] = (counts[outcome] ?? 0) + 1;
      }
    }
    expect(counts).toEqual(subject.expected);
  });
});
