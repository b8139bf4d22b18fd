import { beforeAll, describe, expect, it } from 'vitest';
import {
  memoryContents,
  memoryQuestion,
  type MemorySection,
} from '../../../../src/ask/memoryView/contents';
import { runWith } from '../../../../src/ask/run';
import { origins } from '../../../../src/workbench/memoryView/messages';
import type { Trace } from '../../../../src/trace/trace';
import { blocks, openedBlocks } from '../../growth/madeTraces';
import { traceWithProgram } from '../../trace/programInUse';

let app: Trace;

beforeAll(async () => {
  app = await traceWithProgram('x86_64/app.tf', 'x86_64/app');
});

function contentsOf(frame: number, expression: string, more: object = {}) {
  app.cursor.moveTo(frame, {});
  const asked = { expression, bytesBefore: 0, bytesAfter: 64, level: 0, ...more };
  return memoryContents(app, asked);
}

/** What is at an address: its digits, or `--`, and the first letter of its origin. */
function byteAt(section: MemorySection | undefined, address: number): string {
  const offset = address - Number(section?.start ?? 0);
  const origin = origins[section?.origins[offset] ?? 0] ?? '';
  const digits = (section?.bytes[offset] ?? 0).toString(16).padStart(2, '0');
  return origin === 'unavailable' ? '--' : `${digits} ${origin}`;
}

describe('the memory view’s contents', () => {
  it('are what the frame collected, where nothing is asked for', async () => {
    const { sections, place, endian, addressSize } = await contentsOf(3, '  ');
    expect(place).toBeUndefined();
    expect([endian, addressSize]).toEqual(['little', 8]);
    const machine = await app.machine(3);
    expect(sections).toHaveLength(machine.memory.ranges.length);
    expect(sections.every(({ kind }) => kind === 'range')).toBe(true);
  });

  it('begin at the last multiple of 16 before the place, and say what lies there', async () => {
    const { sections, place } = await contentsOf(1, '&g');
    expect(place).toEqual({ expression: '&g', address: '0x404060' });
    const [around] = sections;
    expect(around).toMatchObject({ kind: 'place', start: '0x404060' });
    expect(around?.bytes).toHaveLength(64);
    expect(around?.labels).toContainEqual({ offset: 0, text: '<g>', kind: 'symbol' });
  });

  it('say of each byte where it comes from', async () => {
    const { sections } = await contentsOf(1, '$pc');
    const machine = await app.machine(1);
    const pc = Number(machine.pc);
    expect(byteAt(sections[0], pc)).toMatch(/^[\da-f]{2} transparent$/);
    const [range] = machine.memory.ranges;
    const collected = sections.find(({ kind }) => kind === 'range');
    expect(byteAt(collected, Number(range?.address))).toMatch(/ collected$/);
    const nothing = await contentsOf(1, '0x10');
    expect(byteAt(nothing.sections[0], 0x10)).toBe('--');
  });

  it('name variables and registers at their addresses', async () => {
    const { sections } = await contentsOf(1, '$sp');
    const labels = sections[0]?.labels.map(({ text, kind }) => `${kind} ${text}`);
    expect(labels).toContain('register $rsp');
  });

  it('mark what changed, and only where both frames had it', async () => {
    const changes = async (frame: number, before: number) => {
      const { sections } = await contentsOf(frame, '', { before });
      return sections.flatMap(({ before: changed }) => changed);
    };
    const frames = Array.from({ length: app.recording.index.count - 1 }, (_, i) => i + 1);
    const counts = await Promise.all(
      frames.map(async (frame) => (await changes(frame, frame)).length),
    );
    expect(counts.every((count) => count === 0)).toBe(true);
    const found: number[] = [];
    for (const frame of frames) {
      const machines = [await app.machine(frame), await app.machine(frame - 1)] as const;
      const { sections } = await contentsOf(frame, '', { before: frame - 1 });
      for (const { start, bytes, before } of sections) {
        for (const [offset, was] of before) {
          const address = BigInt(start) + BigInt(offset);
          const [now, then] = await Promise.all(
            machines.map(({ memory }) => memory.read(address, 1)),
          );
          expect([now?.origins[0], then?.origins[0]]).not.toContain(0);
          expect(was).toBe(then?.bytes[0]);
          expect(was).not.toBe(bytes[offset]);
          found.push(frame);
        }
      }
    }
    expect(found.length).toBeGreaterThan(0);
  });

  it('say what is wrong with an expression, and show what was collected all the same', async () => {
    const { place, sections } = await contentsOf(1, 'nowhere + ');
    expect(place?.address).toBeUndefined();
    expect(place?.problem).toMatch(/Column|No symbol|expression/);
    expect(sections.every(({ kind }) => kind === 'range')).toBe(true);
  });

  it('are those of the frame at which the trace is, or a sentence', async () => {
    app.cursor.moveTo(2, {});
    const input = { expression: '$sp', bytesBefore: 0, bytesAfter: 64 };
    const stop = { trace: app, level: 0, before: 1 };
    const asked = await memoryQuestion.answer(stop, input, runWith());
    expect(asked).toEqual(await contentsOf(2, '$sp', { before: 1 }));
    app.cursor.moveTo(1_000_000, {});
    await expect(memoryQuestion.answer(stop, input, runWith())).rejects.toThrow('no frame 1000000');
  });

  it('are around what an expression means in a stack frame', async () => {
    const trace = await traceWithProgram('../../samples/callqueue.tf', '../../samples/callqueue');
    trace.cursor.moveTo(152, {});
    const asked = { expression: '$pc', bytesBefore: 0, bytesAfter: 0 };
    const { frames } = await trace.callStack(152);
    expect(frames).toHaveLength(2);
    for (const { level, pc } of frames) {
      const { place } = await memoryContents(trace, { ...asked, level });
      expect(place?.address).toBe(`0x${pc.toString(16)}`);
    }
  });

  it('name no register that is narrower than an address', async () => {
    const { sections } = await contentsOf(1, '0x10', { bytesBefore: 16 });
    const [cs = 0] = (await app.machine(1)).registers?.read('cs')?.bytes ?? [];
    expect(cs).toBeGreaterThan(0);
    expect(cs).toBeLessThan(sections[0]?.bytes.length ?? 0);
    expect(sections[0]?.labels.map(({ text }) => text)).not.toContain('$cs');
  });

  it('have room for as many small ranges as make so many rows', async () => {
    const trace = await openedBlocks(blocks['memoryBlocks']?.(600) ?? [], 0);
    const asked = { expression: '', bytesBefore: 0, bytesAfter: 0, level: 0 };
    const { sections, rangesLeftOut } = await memoryContents(trace, asked);
    expect([sections.length, rangesLeftOut]).toEqual([512, 88]);
  });

  it('end where the address space does', async () => {
    const { sections } = await contentsOf(1, '0xfffffffffffffff8');
    expect(sections[0]).toMatchObject({ start: '0xfffffffffffffff0' });
    expect(sections[0]?.bytes).toHaveLength(16);
    const low = await contentsOf(1, '0x8', { bytesBefore: 256 });
    expect(low.sections[0]).toMatchObject({ start: '0x0' });
  });
});
