// Every byte of a trace file belongs to one part, whichever range is asked for.
import path from 'node:path';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MemorySource, type ByteSource } from '../../../src/bytes/source';
import { readFrame } from '../../../src/format/frame';
import { frameHeaderLength, type FrameLayout } from '../../../src/format/blocks';
import { encodeLine } from '../../../src/format/lexer';
import {
  FileStructure,
  frameAt,
  fieldsOf,
  type StructurePart,
} from '../../../src/format/structure';
import { Trace } from '../../../src/trace/trace';
import { bytes, header, indexed, maker, repeated, sourceOf } from './traceBytes';

const corpus = path.join(import.meta.dirname, '../../corpus');
const files = readdirSync(corpus, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tf(ile)?$/.test(file))
  .sort();
const frameLayout: FrameLayout = { order: 'little', registerBlockSize: 0x20 };
const make = maker('little');
const head = header('R 20', 'status 0', 'tp T3:10:E:0:0');

/** The structure of a whole file. */
async function structured(source: ByteSource, used: FrameLayout = frameLayout) {
  const { index, description, diagnostics } = await indexed(source, used);
  const cut = diagnostics.find(({ code }) => code === 'frame-cut-off')?.offset;
  const structure = new FileStructure({
    source,
    index,
    description,
    frameLayout: used,
    ...(cut !== undefined && { cutFrame: cut }),
  });
  return { structure, index, description, all: await structure.partsIn(0, source.size) };
}

/** Parts as `kind offset+length`. */
function written(parts: readonly StructurePart[], from = 0): string[] {
  return parts.map((part) => {
    const kind = part.kind === 'block' ? part.block.kind : part.kind;
    return `${kind} ${part.offset - from}+${part.length}`;
  });
}

/** Where parts do not follow each other from the first byte to the last. */
function gaps(parts: readonly StructurePart[], size: number): string[] {
  const ends = [0, ...parts.map(({ offset, length }) => offset + length)];
  const starts = [...parts.map(({ offset }) => offset), size];
  return starts.flatMap((start, i) => (start === ends[i] ? [] : [`${ends[i]} to ${start}`]));
}

describe('the files of the corpus', () => {
  it.each(files)(
    '%s is covered, and its frames and lines are where they are read',
    async (file) => {
      const source = new MemorySource(readFileSync(path.join(corpus, file)));
      const opened = await Trace.open(source, file);
      if ('problem' in opened) throw new Error(opened.problem);
      const { trace } = opened;
      await trace.recording.indexed;
      const { index, description } = trace.recording;
      const structure = new FileStructure({
        source,
        description,
        index,
        frameLayout: trace.recording.frameLayout,
      });
      const all = await structure.partsIn(0, source.size);
      expect(gaps(all, source.size)).toEqual([]);
      const lines = all.filter((part) => part.kind === 'line');
      expect(lines.map(({ offset }) => offset)).toEqual(
        [...description.lines].map((line) => line.offset),
      );
      const headers = all.filter((part) => part.kind === 'header' && part.frame !== undefined);
      expect(headers).toHaveLength(index.count);
      for (let number = 0; number < Math.min(index.count, 50); number++) {
        const frame = await readFrame(source, index, number, trace.recording.frameLayout);
        const start = frame.offset + frameHeaderLength;
        const found = all.filter((part) => part.kind === 'block' && part.frame === number);
        expect(
          found.map((part) => part.kind === 'block' && part.block.offset + part.offset - start),
        ).toEqual(frame.blocks.map((block) => block.offset));
        expect(found.map((part) => part.kind === 'block' && part.block.kind)).toEqual(
          frame.blocks.map((block) => block.kind),
        );
      }
    },
  );

  it('are enough', () => {
    expect(files.length).toBeGreaterThan(5);
  });
});

describe('a range', () => {
  it('has the parts of the whole file that touch it', async () => {
    const source = sourceOf(
      head,
      repeated(make.frame(3, make.registers(0x20), make.variable(1, 7n)), 5),
      make.frame(3),
      make.frame(3, make.memory(0x1000n, [1, 2, 3])),
      [0, 0, 0, 0],
    );
    const { structure, all } = await structured(source);
    expect(gaps(all, source.size)).toEqual([]);
    for (let start = 0; start < source.size; start += 7) {
      for (const length of [1, 2, 20, 64]) {
        const end = Math.min(start + length, source.size);
        const wanted = all.filter((part) => part.offset < end && part.offset + part.length > start);
        expect(await structure.partsIn(start, end)).toEqual(wanted);
      }
    }
  });

  it('behind the file has none', async () => {
    const source = sourceOf(head, [0, 0, 0, 0]);
    const { structure } = await structured(source);
    expect(await structure.partsIn(source.size, source.size + 100)).toEqual([]);
  });

  it('within a long frame is found again without a walk from its start', async () => {
    const blocks = repeated(make.variable(1, 7n), 100_000);
    const whole = sourceOf(head, make.frame(3, blocks), [0, 0, 0, 0]);
    let read = 0;
    const source: ByteSource = {
      size: whole.size,
      read: (offset, length) => {
        read += length;
        return whole.read(offset, length);
      },
    };
    const { structure } = await structured(source);
    const at = whole.size - 100;
    const first = await structure.partsIn(at, at + 50);
    read = 0;
    expect(await structure.partsIn(at, at + 50)).toEqual(first);
    expect(read).toBeLessThan(300_000);
    expect(first).toMatchObject([{}, {}, {}, {}, {}]);
  });
});

describe('damage', () => {
  const good = make.frame(3, make.memory(0x10n, [1, 2, 3, 4]));

  it('is a part of its own between frames', async () => {
    const source = sourceOf(head, good, good, [0xff, 0xff, 0xff], good, good, [0, 0]);
    const { all } = await structured(source);
    expect(gaps(all, source.size)).toEqual([]);
    expect(
      written(
        all.filter(({ kind }) => kind === 'passed-over'),
        head.length,
      ),
    ).toEqual([`passed-over ${2 * good.length}+3`]);
  });

  it('leaves a block of an unknown type to the end of its frame', async () => {
    const source = sourceOf(head, make.frame(3, make.variable(1, 1n), bytes('?abc')), good, [0, 0]);
    const { all } = await structured(source);
    expect(written(all, head.length).slice(-6)).toEqual([
      'header 0+6',
      'V 6+13',
      'unknown 19+4',
      'header 23+6',
      'M 29+15',
      'end 44+2',
    ]);
  });

  it('shows what is there of a frame that the file cuts off', async () => {
    const cut = make.framed(3, 100, make.variable(1, 1n), bytes('M', [0x10, 0, 0, 0]));
    const source = sourceOf(head, good, cut);
    const { all } = await structured(source);
    expect(gaps(all, source.size)).toEqual([]);
    expect(written(all, head.length).slice(2)).toEqual(
      expect.arrayContaining(['header 21+6', 'V 27+13', 'unknown 40+5']),
    );
    expect(all.at(-1)).toMatchObject({ kind: 'block', frame: undefined });
  });

  it('tells the end marker from what follows it, and what is no frame', async () => {
    const after = await structured(sourceOf(head, good, [0, 0, 0, 0, 0x41]));
    expect(written(after.all, head.length).slice(-2)).toEqual(['end 21+4', 'after-end 25+1']);
    const no = await structured(sourceOf(head, good, bytes('nonsense')));
    expect(written(no.all, head.length).at(-1)).toBe('unrecognised 21+8');
  });

  it.each([
    ['\x7fTRACE0\n', ['magic 0+8']],
    ['\x7fTRACE0\n\n', ['magic 0+8', 'empty-line 8+1']],
    ['\x7fTRACE0\r\nR 20\r\n\r\n', ['magic 0+9', 'line 9+6', 'empty-line 15+2']],
    ['\x7fTRACE0\nR 20\ntp T3', ['magic 0+8', 'line 8+5', 'line 13+5']],
    ['\x7fTRACE', ['magic 0+6']],
  ])('covers a description such as %j', async (text, wanted) => {
    const { all } = await structured(sourceOf(text));
    expect(written(all)).toEqual(wanted);
  });

  it('covers lines that are no UTF-8', async () => {
    const source = sourceOf('\x7fTRACE0\n', [0xff, 0xfe, 0x0a], 'R 20\n\n', [0, 0]);
    const { all, description } = await structured(source);
    expect(written(all)).toEqual([
      'magic 0+8',
      'line 8+3',
      'line 11+5',
      'empty-line 16+1',
      'end 17+2',
    ]);
    expect(encodeLine(description.lines.text(0))).toEqual(bytes([0xff, 0xfe]));
  });
});

describe('the frame at an offset', () => {
  it('is the last that begins there or before', async () => {
    const frames = Array.from({ length: 300 }, (_, i) =>
      make.frame(3, ...(i % 3 === 0 ? [make.variable(1, BigInt(i))] : [])),
    );
    const { index } = await structured(sourceOf(head, ...frames, [0, 0]));
    expect(index.count).toBe(300);
    expect(frameAt(index, head.length - 1)).toBeUndefined();
    let compared = 0;
    for (let frame = 0; frame < index.count; frame++) {
      const end = frame + 1 < index.count ? index.offset(frame + 1) : index.offset(frame) + 6;
      for (let at = index.offset(frame); at < end; at++, compared++) {
        expect(frameAt(index, at)).toBe(frame);
      }
    }
    expect(compared).toBe(300 * 6 + 100 * 13);
  });
});

describe('the fields of a part', () => {
  it('cover it', async () => {
    const source = sourceOf(
      head,
      make.frame(
        3,
        make.registers(0x20),
        make.memory(0x1000n, [1, 2]),
        make.variable(1, 2n),
        make.staticData('x'),
      ),
      [0, 0],
    );
    const { all } = await structured(source);
    const fields = all.map((part) =>
      fieldsOf(part).map(({ name, offset, length }) => `${name} ${offset}+${length}`),
    );
    expect(fields.filter((each) => each.length > 0)).toEqual([
      ['tracepoint 0+2', 'size 2+4'],
      ['type 0+1', 'registers 1+32'],
      ['type 0+1', 'address 1+8', 'length 9+2', 'data 11+2'],
      ['type 0+1', 'variable 1+4', 'value 5+8'],
      ['type 0+1', 'length 1+2', 'data 3+2'],
    ]);
  });
});
