// gdb's finds in a served trace against the frames' own PCs and tracepoint numbers, of which the
// search on a file knows the tracepoints' addresses alone; and what `tsave` downloads against the
// file.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../src/bytes/source';
import { readDescription } from '../../src/format/descriptionReader';
import { hexAddress } from '../../src/bytes/hex';
import { askServed } from './askGdb';
import { corpus, programs, readCorpusTrace } from './corpusTrace';
import { openTraced } from './programTrace';

const compared = { finds: 0, savedBytes: 0 };
const gdbFor = (trace: string) => (/^(aarch64|s390x)/.test(trace) ? 'gdb-multiarch' : 'gdb');
const tracedOf = (trace: string) => ({ trace, program: programs[trace] ?? '', oracle: trace });
const programOf = (trace: string) => path.join(corpus, programs[trace] ?? '');

/** Frames that gdb names in its answers, up to the first that finds none. */
function foundFrames(answers: readonly string[]): number[] {
  const found = answers.map((answer) => /^Found trace frame (\d+),/m.exec(answer)?.[1]);
  return found.slice(0, found.indexOf(undefined)).map(Number);
}

describe.each([
  'x86_64/app',
  'x86_64/app-pie',
  'extra/x86_64/meter.plain',
  'extra/x86_64/meter.string',
  'extra/x86_64/boxes.locations',
  'extra/i386/lanes.plain',
  'aarch64/t2-step',
  's390x/t1-regs',
])('finds in %s', (name) => {
  it('go to the frames whose own PC or tracepoint it is', async () => {
    const { index } = await readCorpusTrace(name);
    const all = Array.from({ length: index.count }, (_, frame) => frame);
    const opened = await openTraced(tracedOf(name));
    const [connected = ''] = await askServed(gdbFor(name), programOf(name), opened.trace, []);
    const numbers = [
      ...connected.matchAll(/^Created tracepoint (\d+) for target's tracepoint (\d+) at/gm),
    ];
    const pcs = [...new Set(all.map((frame) => index.pc(frame) ?? 0n))].sort((a, b) =>
      Number(a - b),
    );
    const [low = 0n, high = 0n] = [pcs[1], pcs.at(-2)];
    const isIn = (frame: number) => {
      const pc = index.pc(frame) ?? 0n;
      return low <= pc && pc <= high;
    };
    const finds: [command: string, expected: number[]][] = [
      ['tfind', all],
      [`tfind range ${hexAddress(low)}, ${hexAddress(high)}`, all.filter(isIn)],
      [
        `tfind outside ${hexAddress(low)}, ${hexAddress(high)}`,
        all.filter((frame) => !isIn(frame)),
      ],
      ...pcs.map((pc): [string, number[]] => [
        `tfind pc ${hexAddress(pc)}`,
        all.filter((frame) => index.pc(frame) === pc),
      ]),
      ...numbers.map(([, gdbs = '', files]): [string, number[]] => [
        `tfind tracepoint ${gdbs}`,
        all.filter((frame) => index.tracepoint(frame) === Number(files)),
      ]),
    ];
    const commands = finds.flatMap(([command, expected]) => [
      'tfind none',
      ...Array.from({ length: expected.length + 1 }, () => command),
    ]);
    const [, ...answers] = await askServed(gdbFor(name), programOf(name), opened.trace, commands);
    await opened.dispose();
    for (const [command, expected] of finds) {
      const [none, ...found] = answers.splice(0, expected.length + 2);
      expect(none).not.toMatch(/^ERR/);
      expect([command, foundFrames(found)]).toEqual([command, expected]);
      compared.finds += expected.length;
    }
  });
});

describe('finds by words', () => {
  it('go to the start, to the end, back, and by line', async () => {
    const name = 'x86_64/app';
    const { index } = await readCorpusTrace(name);
    const line13 = 0x40117bn;
    const [next = 0] = Array.from({ length: index.count }, (_, frame) => frame).filter(
      (frame) => frame > 6 && index.pc(frame) === line13,
    );
    const answered: [command: string, answer: string][] = [
      ['tfind start', '0'],
      ['tfind 7', '7'],
      ['tfind -', '6'],
      ['tfind line 13', `${next}`],
      ['tfind line', `${next + 1}`],
      ['tfind 200', 'No trace frame found'],
      ['tfind 5', '5'],
      ['tfind end', 'No longer looking at any trace frame'],
      ['tfind -', 'ERR not debugging trace buffer'],
      ['tfind', '0'],
      ['tfind none', 'No longer looking at any trace frame'],
    ];
    const opened = await openTraced(tracedOf(name));
    const commands = answered.map(([command]) => command);
    const [, ...answers] = await askServed('gdb', programOf(name), opened.trace, commands);
    await opened.dispose();
    const found = answers.map((answer) => /frame (\d+),/.exec(answer)?.[1] ?? answer.trim());
    expect(commands.map((command, at) => [command, found[at]])).toEqual(answered);
  });
});

describe.each([
  'x86_64/app',
  'x86_64/app-pie',
  'extra/x86_64/meter.plain',
  'extra/x86_64/meter.string',
  'extra/x86_64/meter.disabled',
  'aarch64/t2-step',
  's390x/t1-regs',
])('tsave of %s', (name) => {
  it('writes the frames of the file, and its tracepoints', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'saved-trace-'));
    const file = path.join(folder, 'saved.tf');
    const opened = await openTraced(tracedOf(name));
    const [, answer] = await askServed(gdbFor(name), programOf(name), opened.trace, [
      `tsave ${file}`,
    ]);
    await opened.dispose();
    expect(answer).not.toMatch(/^ERR/);
    const [saved, original] = await Promise.all(
      [file, path.join(corpus, `${name}.tf`)].map(readSections),
    );
    rmSync(folder, { recursive: true });
    expect(saved?.frames.equals(original?.frames ?? Buffer.alloc(0))).toBe(true);
    expect(saved?.lines).toEqual(original?.lines);
    compared.savedBytes += saved?.frames.length ?? 0;
  });
});

/**
 * A file's frames, and its lines in an order of their own: gdb turns its lists round whenever it
 * saves.
 */
async function readSections(file: string): Promise<{ frames: Buffer; lines: string[] }> {
  const bytes = readFileSync(file);
  const read = await readDescription(new MemorySource(bytes));
  if ('problem' in read) throw new Error(read.problem);
  const { lines, framesOffset } = read.description;
  // gdbserver's counters have decimal digits (see differences.json).
  const kept = [...lines].filter(({ text }) => !/^(tp V|status )/.test(text));
  return { frames: bytes.subarray(framesOffset), lines: kept.map(({ text }) => text).sort() };
}

describe('the comparisons', () => {
  it('were all made', () => {
    expect(compared).toEqual({ finds: 1384, savedBytes: 400335 });
  });
});
