// Real files, cut at every byte: the frames before the cut are all there, as they are in the whole
// file, and what is said is exactly what the cut left. What must come of a cut is worked out here
// from the blocks themselves, without our reader.
import type { Recording } from '../../src/trace/recording';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../src/bytes/diagnostic';
import { MemorySource } from '../../src/bytes/source';
import { readDescription } from '../../src/format/descriptionReader';
import { readFrame, type Frame } from '../../src/format/frame';
import { FrameIndex } from '../../src/format/frameIndex';
import { detectFrameLayout } from '../../src/format/frameLayout';
import { type FrameLayout } from '../../src/format/blocks';
import { indexFrames } from '../../src/format/indexingPass';
import { OpenTraces } from '../../src/trace/openTraces';
import type { OwnedSource } from '../../src/trace/validatedSource';
import { Trace } from '../../src/trace/trace';
import { eventually } from '../eventually';
import { bytes as bytesOf } from '../unit/format/traceBytes';
import { framesIn, type FrameInFile, type TraceParts } from './framesInFile';

const corpus = path.join(import.meta.dirname, '../corpus');
const read = (name: string) => new Uint8Array(readFileSync(path.join(corpus, `${name}.tf`)));

/** What is compared of a diagnostic. */
type Said = Pick<Diagnostic, 'code' | 'offset' | 'expected' | 'found'>;
const said = ({ code, offset, expected, found }: Diagnostic): Said => ({
  code,
  ...(offset !== undefined && { offset }),
  ...(expected !== undefined && { expected }),
  ...(found !== undefined && { found }),
});

/** What must be said of the end of a file that was cut to so many bytes behind its description. */
function saidOfEnd({ frames, framesOffset, end }: TraceParts, length: number): Said[] {
  const complete = frames.filter((frame) => frame.end <= length);
  const offset = complete.at(-1)?.end ?? framesOffset;
  const cut = frames[complete.length];
  const left = length - offset;
  if (left < 2) {
    const found = left === 0 ? 'the end of the file' : '1 byte';
    return [{ code: 'missing-end-marker', offset, expected: 'tracepoint number 0', found }];
  }
  if (!cut) {
    expect(offset).toBe(end);
    return [];
  }
  const [expected, there] = left < 6 ? [6, left] : [cut.size, left - 6];
  return [
    { code: 'frame-cut-off', offset, expected: `${expected} bytes`, found: `${there} bytes` },
  ];
}

describe.each([
  ['x86_64/app-memory-only', 20],
  ['s390x/t3-memonly', 36],
])('%s, whole', (name, count) => {
  const bytes = read(name);
  const parts = framesIn(bytes, name.startsWith('s390x') ? 'big' : 'little');

  async function indexed(length: number, frameLayout: FrameLayout) {
    const index = new FrameIndex();
    const source = new MemorySource(bytes.subarray(0, length));
    const { diagnostics } = await indexFrames(
      index,
      source,
      parts.framesOffset,
      frameLayout,
      undefined,
      { tracepoints: [...new Set(parts.frames.map(({ tracepoint }) => tracepoint))] },
    );
    return { index, source, diagnostics };
  }

  it('keeps every complete frame, wherever the file is cut among its frames', async () => {
    const source = new MemorySource(bytes);
    const opened = await readDescription(source);
    if ('problem' in opened) throw new Error(opened.problem);
    expect(opened.description.framesOffset).toBe(parts.framesOffset);
    const { frameLayout } = await detectFrameLayout(source, opened.description, {});
    expect(parts.frames).toHaveLength(count);
    const texts = parts.frames.map(({ offset, tracepoint, size }) =>
      [offset, tracepoint, size].join(' '),
    );
    let cuts = 0;
    for (let length = parts.framesOffset; length <= bytes.length; length++) {
      const { index, source: cut, diagnostics } = await indexed(length, frameLayout);
      const complete = parts.frames.filter(({ end }) => end <= length);
      expect([length, index.count, index.complete]).toEqual([length, complete.length, true]);
      expect(diagnostics.map(said)).toEqual(saidOfEnd(parts, length));
      const found = Array.from({ length: index.count }, (_, frame) =>
        [index.offset(frame), index.tracepoint(frame), index.size(frame)].join(' '),
      );
      expect(found.join()).toBe(texts.slice(0, complete.length).join());
      const last = complete.at(-1);
      if (last) {
        const frame = await readFrame(cut, index, complete.length - 1, frameLayout);
        expect(textOf(frame)).toBe(textInFile(last, bytes));
      }
      cuts++;
    }
    expect(cuts).toBe(bytes.length - parts.framesOffset + 1);
  });
});

it('x86_64/app-memory-only: what is left of its description is read', async () => {
  const bytes = read('x86_64/app-memory-only');
  const { framesOffset } = framesIn(bytes, 'little');
  for (let length = 0; length < framesOffset; length++) {
    const left = await readDescription(new MemorySource(bytes.subarray(0, length)));
    expect('problem' in left).toBe(length < 6);
    if ('problem' in left) continue;
    expect(left.diagnostics.map(said)).toEqual(saidOfDescription(bytes, length));
    expect(left.description.framesOffset).toBe(length);
    const lines = Buffer.from(bytes.subarray(8, length)).toString('latin1').split('\n');
    const texts = [...left.description.lines].map(({ text }) => text);
    expect(texts.join('\n')).toBe(lines.filter((line) => line !== '').join('\n'));
  }
});

/** What must be said of a description that was cut to so many bytes. */
function saidOfDescription(bytes: Uint8Array, length: number): Said[] {
  const text = Buffer.from(bytes.subarray(0, length)).toString('latin1');
  const hasLine = (begin: string) => text.slice(0, text.lastIndexOf('\n')).includes(`\n${begin}`);
  return [
    ...(length < 7 ? [{ code: 'unknown-version', offset: 6, expected: '0', found: '' }] : []),
    {
      code: 'description-cut-off',
      offset: length,
      expected: 'an empty line after the description',
      found: 'the end of the file',
    },
    ...(hasLine('R ') ? [] : [{ code: 'no-register-block-size' }]),
    ...(hasLine('status ') ? [] : [{ code: 'no-status' }]),
  ];
}

/** A frame as it stands in the file, for one comparison of many. */
function textInFile({ offset, end, blocks }: FrameInFile, file: Uint8Array): string {
  const places = blocks.map(({ kind, offset: at, length }) => [kind, at, length].join(' '));
  return [Buffer.from(file.subarray(offset + 6, end)).toString('hex'), ...places].join();
}

/** A frame as our reader gives it; in a sound one nothing was found. */
function textOf({ offset, bytes, blocks, diagnostics }: Frame): string {
  const places = blocks.map((block) =>
    [block.kind, offset + 6 + block.offset, block.length].join(' '),
  );
  const findings = diagnostics.map(({ code }) => code);
  return [Buffer.from(bytes).toString('hex'), ...places, ...findings].join();
}

/**
 * Three frames of a real file, of registers, memory and a variable, as a shorter run would have
 * been saved by a gdb that did not write target descriptions yet.
 */
function shorterRun(): Uint8Array {
  const whole = read('extra/i386/lanes.plain');
  const { frames, framesOffset } = framesIn(whole, 'little');
  const description = Buffer.from(whole.subarray(0, framesOffset)).toString('latin1');
  const lines = description.split('\n').filter((line) => !line.startsWith('tdesc '));
  const text = lines.join('\n').replace('tframes:28;', 'tframes:3;');
  const kept = whole.subarray(frames[2]?.offset, frames[4]?.end);
  return bytesOf(Buffer.from(text, 'latin1'), kept, [0, 0, 0, 0]);
}

describe('three frames of extra/i386/lanes.plain', () => {
  const bytes = shorterRun();
  const parts = framesIn(bytes, 'little');
  const all = bytes.length;

  /** What must be said of a file of so many bytes. */
  function expectedAt(length: number): Said[] {
    const { framesOffset, frames } = parts;
    const description = length < framesOffset ? saidOfDescription(bytes, length) : [];
    const complete = frames.filter(({ end }) => end <= length).length;
    const end =
      length < framesOffset
        ? saidOfEnd({ ...parts, frames: [], framesOffset: length, end: length }, length)
        : saidOfEnd(parts, length);
    const counts = !description.some(({ code }) => code === 'no-status') && complete < 3;
    return [
      ...description,
      ...(complete === 0 ? [{ code: 'byte-order-assumed' }] : []),
      { code: 'unknown-architecture' },
      ...end,
      ...(counts
        ? [{ code: 'fewer-frames', expected: '3 frames', found: `${complete} frames` }]
        : []),
    ];
  }

  const texts = parts.frames.map((frame) => textInFile(frame, bytes));

  async function expectCut(recording: Recording, length: number): Promise<void> {
    const complete = parts.frames.filter(({ end }) => end <= length).length;
    const frames: string[] = [];
    for (let frame = 0; frame < recording.index.count; frame++) {
      frames.push(textOf(await recording.frame(frame)));
    }
    const found = { length, frames, said: recording.diagnostics.map(said) };
    const expected = { length, frames: texts.slice(0, complete), said: expectedAt(length) };
    expect(JSON.stringify(found)).toBe(JSON.stringify(expected));
  }

  it('hold blocks of all kinds', () => {
    const kinds = parts.frames.map(({ blocks }) => blocks.map(({ kind }) => kind).join(''));
    expect(kinds).toEqual(['RMMMMMMMMV', 'R', 'RM']);
    expect(bytes.length - parts.end).toBe(4);
  });

  it('are there as far as they are, wherever the file is cut', async () => {
    let problems = 0;
    for (let length = 0; length <= all; length++) {
      const opened = await Trace.open(new MemorySource(bytes.subarray(0, length)), 'cut.tf');
      if ('problem' in opened) {
        expect(opened.problem).toContain('not a gdb trace file');
        problems++;
        continue;
      }
      await opened.trace.recording.indexed;
      await expectCut(opened.trace.recording, length);
      opened.trace.dispose();
    }
    expect(problems).toBe(6);
  });

  it('come one by one where the file grows byte by byte', async () => {
    let length = 6;
    const closed: number[] = [];
    const open = (): Promise<OwnedSource> => {
      const size = length;
      const close = () => Promise.resolve(void closed.push(size));
      const source = new MemorySource(bytes.subarray(0, size));
      return Promise.resolve(Object.assign(source, { close }));
    };
    const traces = new OpenTraces(open, (key) => key);
    const lease = await traces.acquire('grows.tf');
    if ('problem' in lease) throw new Error(lease.problem);
    const { trace } = lease;
    const grew: string[] = [];
    trace.recording.onDidChangeFile((sentence) => {
      if (sentence.includes('grew')) grew.push(sentence);
    });
    for (length = 7; length <= all; length++) {
      await traces.fileChanged('grows.tf');
      await expectCut(trace.recording, length);
    }
    expect(grew).toEqual([
      'grows.tf grew by a frame: it holds 1 now.',
      'grows.tf grew by a frame: it holds 2 now.',
      'grows.tf grew by a frame: it holds 3 now.',
    ]);
    lease.dispose();
    await eventually(() => {
      expect(closed).toHaveLength(all - 5);
    });
  });
});
