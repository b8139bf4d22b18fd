// What is read of a circular buffer that wrapped: every frame that gdbserver sent whole, and where
// the bytes are others.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ByteOrder } from '../../../src/bytes/cursor';
import { MemorySource } from '../../../src/bytes/source';
import { Trace } from '../../../src/trace/trace';
import { CircularBuffer } from './circularBuffer';
import { bytes, header, maker } from './traceBytes';

const endMarker = new Uint8Array(4);
/** Frames of so many bytes of memory, by turns. */
const sizes = [100, 31, 257, 90, 64];

/** A file that gdb saved of a buffer of `size` bytes after so many hits. */
function saved(order: ByteOrder, size: number, created: number) {
  const make = maker(order);
  const buffer = new CircularBuffer(size);
  for (let hit = 0; hit < created; hit++) {
    const data = new Uint8Array(sizes[hit % sizes.length] ?? 0).fill(hit);
    const blocks = [make.registers(32), make.memory(0x7ffe_0000n, data)];
    buffer.add(make.frame(3, ...blocks).subarray(0, 6), ...blocks);
  }
  const { bytes: frames, ...rest } = buffer.save();
  const counts = `tframes:${rest.frames.toString(16)};tcreated:${created.toString(16)}`;
  const status = `status 0;tstop::0;${counts};tfree:0;tsize:${size.toString(16)};circular:1`;
  const head = header('R 20', status, 'tp T3:401106:E:0:0', 'tp A3:401106:R20', 'tp V3:401106:0:0');
  return { ...rest, head, file: bytes(head, frames, endMarker) };
}

async function open(file: Uint8Array): Promise<Trace> {
  const opened = await Trace.open(new MemorySource(file), 'circular.tf');
  if ('problem' in opened) throw new Error(opened.problem);
  await opened.trace.recording.indexed;
  return opened.trace;
}

it('is saved as gdbserver sends it: the bytes recorded are as many', async () => {
  const folder = path.join(import.meta.dirname, '../../corpus');
  const recorded = ['extra/x86_64/meter.circular.tf', 'aarch64/t10-circ.tf'];
  for (const name of recorded) {
    const file = readFileSync(path.join(folder, name));
    const { description, index } = (await open(file)).recording;
    const { bufferSize = 0, bufferFree = 0, framesInBuffer } = description.status ?? {};
    // Behind the place where it wrapped, some bytes of the buffer are in no frame; they are sent
    // all the same.
    const frames = file.length - description.framesOffset - endMarker.length;
    expect(frames).toBe(bufferSize - bufferFree);
    expect(index.count).toBe(framesInBuffer);
  }
});

describe.each<ByteOrder>(['little', 'big'])('a circular buffer, %s-endian', (order) => {
  it('that did not wrap is whole', async () => {
    const { file, whole } = saved(order, 9000, 40);
    const { index, diagnostics } = (await open(file)).recording;
    expect(whole).toHaveLength(40);
    expect(index.count).toBe(40);
    expect(
      diagnostics.filter(({ severity, code }) => severity === 'error' || /circular/.test(code)),
    ).toEqual([]);
  });

  it('that wrapped shows all the frames that were sent whole, in their order', async () => {
    let wrapped = 0;
    let found = 0;
    for (let size = 3000; size < 12_000; size += 331) {
      for (const created of [100, 137, 230]) {
        const { head, file, whole, stale } = saved(order, size, created);
        if (!stale) continue;
        wrapped++;
        const trace = await open(file);
        const { index, diagnostics } = trace.recording;
        const offsets = Array.from({ length: index.count }, (_, frame) => index.offset(frame));
        for (const { offset, bytes: sent } of beyondDoubt(whole, stale.end)) {
          const frame = offsets.indexOf(head.length + offset);
          expect(frame).toBeGreaterThanOrEqual(0);
          expect(index.size(frame)).toBe(sent.length - 6);
          const read = await trace.recording.frame(frame);
          expect(read.diagnostics).toEqual([]);
          expect(Buffer.compare(read.bytes, sent.subarray(6))).toBe(0);
          found++;
        }
        expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
        // What is wrong is said of the place where it is.
        const start = head.length + Math.max(0, stale.start - longest);
        const end = head.length + stale.end;
        const said = diagnostics.filter(
          ({ offset = -1 }) => offset >= start && offset < end + longest,
        );
        const [why, ...damage] = said;
        expect(why).toMatchObject({ severity: 'info', code: 'circular-buffer-wrapped' });
        expect(why?.offset).toBe(damage[0]?.offset);
        for (const each of damage) {
          expect(each.message).toMatch(/\.$/);
          expect(each.expected).toMatch(/\S/);
          expect(each.found).toMatch(/\S/);
        }
        expect(trace.recording.description.status).toMatchObject({ circularBuffer: true });
      }
    }
    expect(wrapped).toBeGreaterThan(50);
    expect(found).toBeGreaterThan(1000);
  });
});

/** Bytes of the longest frame. */
const longest = 6 + 33 + 11 + 257;

/** After the stale bytes a single frame is not known from them; two that follow each other are. */
function beyondDoubt(whole: ReturnType<typeof saved>['whole'], staleEnd: number) {
  const after = whole.filter(({ offset }) => offset >= staleEnd);
  return after.length >= 2 ? whole : whole.filter((frame) => !after.includes(frame));
}
