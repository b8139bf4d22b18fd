// Real trace files of four processors, cut off and altered: every complete frame before the damage
// is shown as it was, those after it are found again, and what is wrong is said with where, what
// was expected and what was found.
import type { Recording } from '../../../src/trace/recording';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ByteOrder } from '../../../src/bytes/cursor';
import type { Diagnostic } from '../../../src/bytes/diagnostic';
import { MemorySource } from '../../../src/bytes/source';
import type { Frame } from '../../../src/format/frame';
import { Trace } from '../../../src/trace/trace';

const corpus = path.join(import.meta.dirname, '../../corpus');
const headerLength = 6;

async function open(bytes: Uint8Array): Promise<Trace> {
  const opened = await Trace.open(new MemorySource(bytes), 'x.tf');
  if ('problem' in opened) throw new Error(opened.problem);
  await opened.trace.recording.indexed;
  return opened.trace;
}

describe.each<[name: string, order: ByteOrder, frames: number]>([
  ['x86_64/app', 'little', 114],
  ['aarch64/t1-regs', 'little', 39],
  ['s390x/t1-regs', 'big', 39],
  ['extra/i386/lanes.plain', 'little', 40],
])('%s', (name, order, frames) => {
  const file = new Uint8Array(readFileSync(path.join(corpus, `${name}.tf`)));
  let whole: Trace;
  /** A frame in the middle with blocks of registers, memory and a variable. */
  let victim: Frame;
  /** Where the victim's first blocks begin in the file, by kind. */
  let starts: Map<string, number>;

  beforeAll(async () => {
    whole = await open(file);
    for (let number = 5; !hasAllKinds(victim); number++)
      victim = await whole.recording.frame(number);
    starts = new Map();
    let at = 0;
    for (const { kind, offset, length } of victim.blocks) {
      if (!starts.has(kind)) starts.set(kind, victim.offset + headerLength + at);
      at = offset + length;
    }
  });

  function startOf(kind: string): number {
    return starts.get(kind) ?? -1;
  }

  /** Opens the file with other bytes from an offset on; `taken` bytes go. */
  function altered(at: number, taken: number, put: Uint8Array | readonly number[]) {
    return open(
      Buffer.concat([file.subarray(0, at), Uint8Array.from(put), file.subarray(at + taken)]),
    );
  }

  /** Frames that are the same in both, from `first` up to `end`; `by`: how many later they come. */
  async function expectSame(
    recording: Recording,
    first: number,
    end: number,
    by = 0,
  ): Promise<void> {
    for (let number = first; number < end; number++) {
      const [is, was] = await Promise.all([
        recording.frame(number + by),
        whole.recording.frame(number),
      ]);
      expect([is.tracepoint, is.blocks, is.diagnostics]).toEqual([was.tracepoint, was.blocks, []]);
      expect(Buffer.compare(is.bytes, was.bytes)).toBe(0);
    }
  }

  function find(recording: Recording, code: string): Diagnostic | undefined {
    return recording.diagnostics.find((diagnostic) => diagnostic.code === code);
  }

  it('is whole', () => {
    expect(whole.recording.index.count).toBe(frames);
    expect(whole.recording.diagnostics).toEqual([]);
    expect(whole.recording.frameLayout.order).toBe(order);
    expect([...starts.keys()]).toEqual(['R', 'M', 'V']);
  });

  it.each<[string, () => number]>([
    ['before a frame', () => victim.offset],
    ['in a frame’s number', () => victim.offset + 1],
  ])('cut off %s, lacks its end', async (_, at) => {
    const trace = await open(file.subarray(0, at()));
    expect(trace.recording.index.count).toBe(victim.number);
    await expectSame(trace.recording, 0, victim.number);
    expect(find(trace.recording, 'missing-end-marker')).toMatchObject({ offset: victim.offset });
    expect(find(trace.recording, 'fewer-frames')).toMatchObject({
      expected: `${frames} frames`,
      found: `${victim.number} frames`,
    });
  });

  it.each<[string, () => number]>([
    ['after a frame’s number', () => victim.offset + 2],
    ['in a frame’s size', () => victim.offset + 4],
    ['after a frame’s header', () => victim.offset + headerLength],
    ['in a register block', () => startOf('R') + 100],
    ['in a memory block’s address', () => startOf('M') + 5],
    ['in a memory block’s length', () => startOf('M') + 10],
    ['in a memory block’s bytes', () => startOf('M') + 12],
    ['in a variable’s value', () => startOf('V') + 9],
    ['before a frame’s last byte', () => victim.offset + headerLength + victim.bytes.length - 1],
  ])('cut off %s, keeps the frames before', async (_, at) => {
    const trace = await open(file.subarray(0, at()));
    expect(trace.recording.index.count).toBe(victim.number);
    await expectSame(trace.recording, 0, victim.number);
    const header = at() < victim.offset + headerLength;
    const left = at() - victim.offset - (header ? 0 : headerLength);
    expect(find(trace.recording, 'frame-cut-off')).toMatchObject({
      offset: victim.offset,
      expected: `${header ? headerLength : victim.bytes.length} bytes`,
      found: `${left} bytes`,
    });
  });

  it.each(['R ', 'tdesc ', 'status ', 'tsv ', 'tp '])(
    'cut off in its line “%s”, has what it says before',
    async (line) => {
      const at = Buffer.from(file).indexOf(`\n${line}`) + 1 + line.length + 1;
      expect(at).toBeGreaterThan(8);
      const trace = await open(file.subarray(0, at));
      expect(trace.recording.index.count).toBe(0);
      expect(find(trace.recording, 'description-cut-off')).toMatchObject({ offset: at });
      const lines = [...trace.recording.description.lines].map(({ text }) => text);
      const before = [...whole.recording.description.lines]
        .map(({ text }) => text)
        .slice(0, lines.length - 1);
      expect(lines.slice(0, -1)).toEqual(before);
    },
  );

  it('with an unknown block, keeps the blocks before it', async () => {
    const trace = await altered(startOf('M'), 1, [0x51]);
    expect(trace.recording.index.count).toBe(frames);
    expect(trace.recording.diagnostics).toMatchObject([
      {
        severity: 'error',
        code: 'unknown-block',
        frame: victim.number,
        offset: startOf('M'),
        expected: 'R, M, V or S',
        found: "0x51 'Q'",
      },
    ]);
    await expectSame(trace.recording, 0, victim.number);
    await expectSame(trace.recording, victim.number + 1, frames);
    const machine = await trace.machine(victim.number);
    expect(machine.pc).toBe((await whole.machine(victim.number)).pc);
    expect(machine.memory.ranges).toEqual([]);
  });

  it('with a block that overruns its frame, keeps the frames around it', async () => {
    const trace = await altered(startOf('M') + 9, 2, [0xff, 0xff]);
    expect(trace.recording.index.count).toBe(frames);
    const left = victim.offset + headerLength + victim.bytes.length - startOf('M');
    expect(trace.recording.diagnostics).toMatchObject([
      {
        code: 'block-overrun',
        frame: victim.number,
        offset: startOf('M'),
        expected: `${11 + 0xffff} bytes`,
        found: `${left} bytes`,
      },
    ]);
    await expectSame(trace.recording, 0, victim.number);
    await expectSame(trace.recording, victim.number + 1, frames);
  });

  it.each([-7, 1, 1000, 0x7f00_0000])(
    'with a frame size that is wrong by %d, finds the next frame',
    async (by) => {
      const size = Buffer.alloc(4);
      const wrong = victim.bytes.length + by;
      if (order === 'little') size.writeUInt32LE(wrong);
      else size.writeUInt32BE(wrong);
      const trace = await altered(victim.offset + 2, 4, size);
      expect(trace.recording.index.count).toBe(frames);
      await expectSame(trace.recording, 0, victim.number);
      await expectSame(trace.recording, victim.number + 1, frames);
      const ofVictim = trace.recording.diagnostics.filter(({ frame }) => frame === victim.number);
      expect(ofVictim.length).toBeGreaterThan(0);
      for (const { offset = -1, expected, found } of ofVictim) {
        expect(offset).toBeGreaterThanOrEqual(victim.offset);
        expect(expected).toMatch(/\S/);
        expect(found).toMatch(/\S/);
      }
    },
  );

  it('with a frame’s number lost, passes over that frame alone', async () => {
    const trace = await altered(victim.offset, 2, [0, 0]);
    expect(trace.recording.index.count).toBe(frames - 1);
    await expectSame(trace.recording, 0, victim.number);
    await expectSame(trace.recording, victim.number + 1, frames, -1);
    expect(find(trace.recording, 'bytes-passed-over')).toMatchObject({ offset: victim.offset });
  });

  it('with bytes put in before a frame, passes over them', async () => {
    const trace = await altered(victim.offset, 0, new Uint8Array(100).fill(0xee));
    expect(trace.recording.index.count).toBe(frames);
    await expectSame(trace.recording, 0, frames);
    expect(trace.recording.diagnostics).toMatchObject([
      {
        code: 'bytes-passed-over',
        offset: victim.offset,
        found: '100 bytes of something else',
      },
    ]);
  });

  it('with bytes missing from a frame, finds the next one', async () => {
    const trace = await altered(startOf('R') + 20, 37, []);
    expect(trace.recording.index.count).toBe(frames);
    await expectSame(trace.recording, 0, victim.number);
    await expectSame(trace.recording, victim.number + 1, frames);
    const damage = trace.recording.diagnostics.find(({ frame }) => frame === victim.number);
    expect(damage).toMatchObject({ severity: 'error', expected: expect.any(String) as unknown });
  });

  it('with an R line that is wrong, takes the size that the registers have', async () => {
    const [line, size = ''] = /^R (.*)$/m.exec(Buffer.from(file).toString('latin1')) ?? [];
    const at = Buffer.from(file).indexOf(`\n${line ?? ''}\n`) + 1;
    const trace = await altered(at + 2, size.length, Buffer.from('7b'));
    expect(trace.recording.index.count).toBe(frames);
    expect(trace.recording.diagnostics).toMatchObject([
      { code: 'register-block-size-from-target', offset: at, expected: line, found: 'R 7b' },
    ]);
    await expectSame(trace.recording, 0, frames);
  });

  it('with its registers’ description cut short, keeps every frame', async () => {
    const at = Buffer.from(file).indexOf('</target>');
    expect(at).toBeGreaterThan(0);
    const trace = await altered(at, '</target>'.length, Buffer.from('<'));
    expect(trace.recording.index.count).toBe(frames);
    await expectSame(trace.recording, 0, frames);
    expect(trace.recording.layout?.registers.map((register) => register.name)).toEqual(
      whole.recording.layout?.registers.map((register) => register.name),
    );
    expect(trace.recording.diagnostics).toMatchObject([{ severity: 'error', code: 'target-xml' }]);
    const lines = whole.recording.description.targetXml?.split('\n').length ?? 0;
    expect(trace.recording.diagnostics[0]?.message).toBe(
      `The target description is not well-formed XML: unclosed tag: target. It is used as far as it was read. Line ${lines} of the target description.`,
    );
  });
});

function hasAllKinds(frame: Frame | undefined): boolean {
  const kinds = new Set(frame?.blocks.map(({ kind }) => kind));
  return kinds.has('R') && kinds.has('M') && kinds.has('V');
}
