import { describe, expect, it } from 'vitest';
import { readFrame } from '../../../src/format/frame';
import type { FrameLayout } from '../../../src/format/blocks';
import { FrameState } from '../../../src/machine/frameState';
import { bytes, header, indexed, maker, sourceOf } from '../format/traceBytes';
import { traceOf } from '../trace/tracedPrograms';

const frameLayout: FrameLayout = { order: 'little', registerBlockSize: 0x20 };
const make = maker('little');

/**
 * A machine of a frame of tracepoint 3 with these blocks; its lines in the file may be other ones.
 */
async function machineOf(blocks: readonly Uint8Array[], ...lines: string[]) {
  const source = sourceOf(header('R 20', ...lines), make.frame(3, ...blocks), bytes([0, 0, 0, 0]));
  const { index, description } = await indexed(source, frameLayout);
  const frame = await readFrame(source, index, 0, frameLayout);
  const tracepoint = description.tracepoints.find(({ number }) => number === 3);
  return new FrameState(frame, undefined, tracepoint);
}

describe('trace state variables', () => {
  it('have the last value in the frame', async () => {
    const machine = await machineOf([
      make.variable(1, 5n),
      make.variable(2, -1n),
      make.variable(1, -0x8000_0000_0000_0000n),
    ]);
    expect(machine.variable(1)).toBe(-0x8000_0000_0000_0000n);
    expect(machine.variable(2)).toBe(-1n);
    expect(machine.variable(3)).toBeUndefined();
  });
});

describe('the PC', () => {
  it('is that of the registers, and says nothing of itself', async () => {
    const machine = await (await traceOf('x86_64/app.tf')).machine(0);
    expect(machine.pc).toBe(0x401159n);
    expect(machine.pcNote).toBeUndefined();
    const steps = await (await traceOf('x86_64/app.tf')).machine(3);
    expect(steps.pc).toBe(0x401207n);
  });

  it('is the tracepoint’s where no registers were collected and it can be no other', async () => {
    const machine = await machineOf([make.memory(1n, [1])], 'tp T3:401000:E:0:0');
    expect(machine.pc).toBe(0x401000n);
    expect(machine.pcNote).toMatch(/taken from the tracepoint’s address/);
    const recorded = await (await traceOf('x86_64/app-memory-only.tf')).machine(0);
    expect(recorded.registers?.read('rip')?.bytes).toBeDefined();
    expect(recorded.registers?.read('rax')?.bytes).toBeUndefined();
  });

  it.each([
    ['of a tracepoint that the file does not describe', [], /the tracepoint is not known/],
    ['of several locations', ['tp T3:10:E:0:0', 'tp T3:20:E:0:0'], /multiple locations/],
    ['of a tracepoint that steps', ['tp T3:10:E:2:0'], /does while-stepping/],
  ])('is not known %s', async (_, lines, why) => {
    const machine = await machineOf([], ...lines);
    expect(machine.pc).toBeUndefined();
    expect(machine.pcNote).toMatch(why);
  });

  it('is not known where registers were collected that nobody can read', async () => {
    const machine = await machineOf([make.registers(0x20)], 'tp T3:10:E:0:0');
    expect(machine.registers).toBeUndefined();
    expect(machine.pc).toBeUndefined();
    expect(machine.pcNote).toBe('the registers’ layout is not known');
  });
});

describe('the registers', () => {
  it('are those of the first block', async () => {
    const trace = await traceOf('x86_64/app.tf');
    const machine = await trace.machine(0);
    const [first] = machine.frame.blocks;
    if (first?.kind !== 'R') throw new Error('no registers');
    const twice = machine.frame.bytes.slice(0, 2 * (first.offset + first.length));
    twice.fill(0xee, first.offset + first.length);
    const second = { ...first, offset: 2 * first.offset + first.length };
    const frame = { ...machine.frame, bytes: twice, blocks: [first, second] };
    const made = new FrameState(frame, trace.recording.layout, undefined);
    expect(made.pc).toBe(0x401159n);
  });
});
