// What is different in a frame from another one.
import { beforeAll, describe, expect, it } from 'vitest';
import { runWith } from '../../../../src/ask/run';
import { Views } from '../../../../src/ask/views';
import { frameChanges } from '../../../../src/ask/frame/frameChanges';
import type { Since } from '../../../../src/ask/frame/frameChanges';
import { Origin } from '../../../../src/machine/memory';
import type { Trace } from '../../../../src/trace/trace';
import { traceWithProgram } from '../../trace/programInUse';
import { traceOf } from '../../trace/tracedPrograms';

let app: Trace;

beforeAll(async () => {
  app = await traceWithProgram('x86_64/app.tf', 'x86_64/app');
});

function changes(frame: number, since: Since, trace = app) {
  return frameChanges.answer({ trace, views: new Views() }, { frame, since }, runWith());
}

describe('the frame compared with', () => {
  it('is the one before, the hit of the tracepoint before, or the one picked', async () => {
    const hits = [...Array(114).keys()].filter(
      (frame) =>
        app.recording.index.tracepoint(frame) === 3 && !app.recording.stepping.isStep(frame),
    );
    const [first = -1, second = -1, third = -1] = hits;
    expect((await changes(third, { kind: 'frame' })).before).toBe(third - 1);
    expect((await changes(third, { kind: 'hit' })).before).toBe(second);
    expect((await changes(third, { kind: 'picked', frame: first })).before).toBe(first);
  });

  it('is none before the first, and of a frame that does not exist', async () => {
    expect(await changes(0, { kind: 'frame' })).toEqual({
      note: 'This is the first frame.',
      values: [],
      registers: [],
      variables: [],
      memory: [],
    });
    expect((await changes(0, { kind: 'hit' })).note).toBe('This tracepoint was not hit before.');
    expect((await changes(1, { kind: 'picked', frame: 5000 })).note).toBe(
      'There is no frame 5000.',
    );
    expect((await changes(1, { kind: 'picked', frame: 1 })).note).toBe(
      'This is the frame that others are compared with.',
    );
  });

  it('must exist itself', async () => {
    await expect(changes(114, { kind: 'frame' })).rejects.toThrow('There is no frame 114.');
  });
});

describe('changes', () => {
  it('are the parts of variables that differ, each once, with what gdb prints in both', async () => {
    const sample = await traceWithProgram('../../samples/callqueue.tf', '../../samples/callqueue');
    const since = { kind: 'hit' } as const;
    const { before, values } = await changes(213, since, sample);
    expect(before).toBe(212);
    expect(values.map(({ name, value, was }) => `${name} = ${value}, was ${was}`)).toEqual([
      'queue->ring[6].state = TALKING, was WAITING',
      'queue->head = 104, was 103',
      'queue->waiting = 0, was 1',
      'agent = 0x404060 <agents+32>, was 0x404040 <agents>',
      'call = 0x404148 <queue+168>, was 0x404130 <queue+144>',
    ]);
  });

  it('are registers with another value, and no others', async () => {
    const { registers } = await changes(42, { kind: 'frame' });
    const [now, before] = await Promise.all([app.machine(42), app.machine(41)]);
    const differing = (now.registers?.layout.registers ?? [])
      .filter(({ name }) => {
        const bytes = now.registers?.read(name)?.bytes;
        const earlier = before.registers?.read(name)?.bytes;
        return bytes && earlier && Buffer.compare(bytes, earlier) !== 0;
      })
      .map(({ name }) => name);
    expect(registers.map(({ name }) => name)).toEqual(differing);
    expect(differing).toContain('rip');
    expect(registers.find(({ name }) => name === 'rip')?.text).toBe(
      `0x${(before.pc ?? 0n).toString(16)}`,
    );
  });

  it('are trace state variables that both frames collected', async () => {
    const hits = [...Array(114).keys()].filter(
      (frame) => app.recording.index.tracepoint(frame) === 2,
    );
    const [first = -1, second = -1] = hits;
    const { variables } = await changes(second, { kind: 'picked', frame: first });
    const before = (await app.machine(first)).variable(1) ?? (await app.machine(first)).variable(2);
    expect(variables).toEqual([{ name: 'hits', text: String(before) }]);
    expect((await changes(second, { kind: 'frame' })).variables).toEqual([]);
  });

  it('are bytes that both frames know', async () => {
    const hits = [...Array(114).keys()].filter(
      (frame) => app.recording.index.tracepoint(frame) === 2,
    );
    const [first = -1, second = -1] = hits;
    const { memory } = await changes(second, { kind: 'picked', frame: first });
    const [now, before] = await Promise.all([app.machine(second), app.machine(first)]);
    expect(memory.length).toBeGreaterThan(0);
    for (const { address, bytes } of memory) {
      const there = await now.memory.read(BigInt(address), bytes.length);
      const earlier = await before.memory.read(BigInt(address), bytes.length);
      expect(bytes).toEqual(
        Array.from(earlier.bytes, (byte) => byte.toString(16).padStart(2, '0')),
      );
      for (const [i, byte] of there.bytes.entries()) expect(byte).not.toBe(earlier.bytes[i]);
      expect([...there.origins, ...earlier.origins]).not.toContain(Origin.unavailable);
    }
  });

  it('are no bytes that only the later frame knows', async () => {
    const [hit, step] = [1, 2];
    const { memory } = await changes(hit, { kind: 'picked', frame: step });
    const [now, before] = await Promise.all([app.machine(hit), app.machine(step)]);
    expect(now.memory.ranges.length).toBeGreaterThan(before.memory.ranges.length);
    for (const { address, bytes } of memory) {
      const { origins } = await before.memory.read(BigInt(address), bytes.length);
      expect(origins).not.toContain(Origin.unavailable);
    }
  });

  it('are none where one frame has no registers', async () => {
    const circular = await traceOf('extra/x86_64/meter.circular.tf');
    const found = await changes(1, { kind: 'frame' }, circular);
    expect(found.registers.filter(({ name }) => name === 'rax')).toEqual([]);
  });
});
