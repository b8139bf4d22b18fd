// Memory, byte by byte, against gdb's `x/16xb`: from an opened trace with its program to the bytes
// of a frame, on the product's own way. A position-independent program is read by gdb at its link
// addresses; there its file is the oracle.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../src/bytes/source';
import { Origin, type MemorySpan } from '../../src/machine/memory';
import { openProgram } from '../../src/symbols/openProgram';
import { Trace } from '../../src/trace/trace';
import { corpus, programs, tracesInFolders } from './corpusTrace';

/** What the answers on a trace come to. */
interface Outcome {
  readonly frames: number;
  /** Bytes that gdb printed, and that are the same. */
  readonly equal: number;
  /** Bytes that gdb has not, and that are not to be had. */
  readonly unavailable: number;
  /**
   * Questions without an address: gdb did not know the register or pointer that they begin with.
   */
  readonly unanswered: number;
  /** Bytes of code that gdb has not, because it looked for them at link addresses. */
  readonly corrected: number;
}

const none: Outcome = { frames: 0, equal: 0, unavailable: 0, unanswered: 0, corrected: 0 };

/** By the oracle's name, what each must yield. */
const outcomes: Readonly<Record<string, Partial<Outcome>>> = {
  'aarch64/t1-regs': { frames: 39, equal: 2208, unavailable: 2784 },
  'aarch64/t2-step': { frames: 52, equal: 2176, unavailable: 4480 },
  'aarch64/t3-memonly': { frames: 36, equal: 1920, unavailable: 2112, unanswered: 36 },
  'aarch64/t4-O2': { frames: 63, equal: 3120, unavailable: 4944 },
  'aarch64/t10-circ': { frames: 7, equal: 192, unavailable: 544, unanswered: 2 },
  's390x/t1-regs': { frames: 39, equal: 2112, unavailable: 2880 },
  's390x/t2-step': { frames: 52, equal: 1856, unavailable: 4800 },
  's390x/t3-memonly': { frames: 36, equal: 1920, unavailable: 2112, unanswered: 36 },
  's390x/t10-circ': { frames: 7, equal: 224, unavailable: 672 },
  'x86_64/app': { frames: 114, equal: 5984, unavailable: 8608 },
  'x86_64/app-O2': { frames: 20, equal: 1120, unavailable: 1440 },
  'x86_64/app-memory-only': { frames: 20, equal: 1440, unavailable: 480, unanswered: 40 },
  'x86_64/app-pie': { frames: 20, equal: 480, unavailable: 1760, corrected: 320 },
  'extra/i386/lanes.memory': { frames: 4, equal: 224, unavailable: 96, unanswered: 4 },
  'extra/i386/lanes.plain': { frames: 40, equal: 2112, unavailable: 1728 },
  'extra/x86_64/boxes.constructor': { frames: 8, equal: 256, unavailable: 128 },
  'extra/x86_64/boxes.locations': { frames: 24, equal: 672, unavailable: 480 },
  'extra/x86_64/boxes.memory': { frames: 8, equal: 48, unavailable: 128, unanswered: 13 },
  'extra/x86_64/meter-pie.plain': { frames: 29, equal: 352, unavailable: 1504, corrected: 464 },
  'extra/x86_64/meter-pie.plain.live': {
    frames: 29,
    equal: 516,
    unavailable: 1340,
    corrected: 464,
  },
  'extra/x86_64/meter.circular': { frames: 33, equal: 608, unavailable: 976, unanswered: 33 },
  'extra/x86_64/meter.disabled': { frames: 6, equal: 144, unavailable: 240 },
  'extra/x86_64/meter.disconnected': { frames: 4, equal: 128, unavailable: 128 },
  'extra/x86_64/meter.empty': { frames: 21, equal: 256, unavailable: 832, unanswered: 16 },
  'extra/x86_64/meter.error': { frames: 8, equal: 208, unavailable: 304 },
  'extra/x86_64/meter.fast': { frames: 6, equal: 144, unavailable: 240 },
  'extra/x86_64/meter.full': { frames: 8, equal: 176, unavailable: 256, unanswered: 5 },
  'extra/x86_64/meter.null': { frames: 6, equal: 204, unavailable: 324, unanswered: 3 },
  'extra/x86_64/meter.plain': { frames: 29, equal: 980, unavailable: 1340 },
  'extra/x86_64/meter.running': { frames: 10, equal: 240, unavailable: 320, unanswered: 5 },
  'extra/x86_64/meter.string': { frames: 6, equal: 132, unavailable: 252 },
  'extra/x86_64/meter.unstarted': {},
  'extra/x86_64/meter.wide': { frames: 1, equal: 32, unavailable: 32 },
  'extra/x86_64/vectors.plain': { frames: 3, equal: 60, unavailable: 84 },
};

/** Where the system put the position-independent programs of the corpus. */
const slide = 0x555555554000n;

/** An answer to `x/16xb`, or undefined where gdb had no address to read at. */
interface Answer {
  readonly asked: string;
  readonly at: { readonly address: bigint; readonly bytes: readonly string[] } | undefined;
}

/** gdb's answers by frame. */
function answers(oracle: string): Map<number, Answer[]> {
  const text = readFileSync(path.join(corpus, `${oracle}.oracle.txt`), 'latin1');
  const frames = text.split(/^=== FRAME /m).slice(1);
  return new Map(frames.map((frame) => [Number.parseInt(frame, 10), answersIn(frame)]));
}

function answersIn(frame: string): Answer[] {
  const sections = frame.split(/^--- /m).filter((section) => section.startsWith('x/16xb '));
  return sections.map((section) => {
    const [title = '', ...lines] = section.trimEnd().split('\n');
    const asked = title.slice('x/16xb '.length);
    if (lines[0] === 'ERR value is not available') return { asked, at: undefined };
    const address = BigInt(/^0x[0-9a-f]+/.exec(lines[0] ?? '')?.[0] ?? '-1');
    const bytes = lines.flatMap((line) => line.split('\t').slice(1));
    expect(bytes).toHaveLength(16);
    return { asked, at: { address, bytes } };
  });
}

/** A span as gdb writes its bytes. */
function written({ bytes, origins }: MemorySpan): string[] {
  return Array.from(bytes, (byte, i) =>
    origins[i] === Origin.unavailable ? '<unavailable>' : `0x${byte.toString(16).padStart(2, '0')}`,
  );
}

/**
 * What a position-independent program's code is: in these files it stands at its link addresses.
 */
function codeOf(program: Uint8Array, address: bigint): string[] {
  const at = Number(address - slide);
  return Array.from(
    program.subarray(at, at + 16),
    (byte) => `0x${byte.toString(16).padStart(2, '0')}`,
  );
}

/**
 * The trace that an oracle speaks of, with its program and, where that may lie anywhere, its slide.
 */
async function open(oracle: string) {
  const name = oracle.replace(/\.live$/, '');
  const opened = await Trace.open(
    new MemorySource(readFileSync(path.join(corpus, `${name}.tf`))),
    name,
  );
  if ('problem' in opened) throw new Error(opened.problem);
  const { trace } = opened;
  const program = readFileSync(path.join(corpus, programs[name] ?? ''));
  const made = await openProgram(new MemorySource(program), name);
  if ('problem' in made) throw new Error(made.problem);
  const { positionIndependent } = made.program;
  const used = { program: made.program, dispose: () => undefined };
  const state = await trace.modules.use(used, positionIndependent ? slide : undefined);
  expect(state.state).toBe('placed');
  await trace.recording.indexed;
  return { trace, program, positionIndependent };
}

const oracles = tracesInFolders('.oracle.txt');

it('every oracle of the corpus is compared', () => {
  expect(Object.keys(outcomes).sort()).toEqual(oracles);
});

describe.each(oracles)('%s', (oracle) => {
  it('has the bytes that gdb prints, in every frame, and no other', async () => {
    const { trace, program, positionIndependent } = await open(oracle);
    const found = { ...none };
    for (const [frame, asked] of answers(oracle)) {
      found.frames++;
      const machine = await trace.machine(frame);
      for (const { asked: question, at } of asked) {
        if (!at) {
          found.unanswered++;
          if (question === '$pc') expect(machine.pc).toBeUndefined();
          continue;
        }
        const gdbIsWrong = positionIndependent && question === '$pc';
        if (gdbIsWrong) expect(new Set(at.bytes)).toEqual(new Set(['<unavailable>']));
        const expected = gdbIsWrong ? codeOf(program, at.address) : at.bytes;
        const read = written(await machine.memory.read(at.address, 16));
        expect(read, `frame ${frame}, ${question}`).toEqual(expected);
        const gaps = expected.filter((byte) => byte === '<unavailable>').length;
        found.unavailable += gaps;
        found[gdbIsWrong ? 'corrected' : 'equal'] += 16 - gaps;
      }
    }
    trace.dispose();
    expect(found).toEqual({ ...none, ...outcomes[oracle] });
  });
});
