import { beforeAll, describe, expect, it, vi } from 'vitest';
import { frameDetails } from '../../../../src/ask/frame/frameDetails';
import type { FrameDetails } from '../../../../src/ask/frame/frameDetails';
import { FrameState } from '../../../../src/machine/frameState';
import type { Trace } from '../../../../src/trace/trace';
import { traceWithProgram } from '../../trace/programInUse';
import { traceOf } from '../../trace/tracedPrograms';

let app: Trace;

beforeAll(async () => {
  app = await traceWithProgram('x86_64/app.tf', 'x86_64/app');
});

function registerOf(details: FrameDetails, name: string) {
  return details.registers
    .flatMap(({ registers }) => registers)
    .find((register) => register.name === name);
}

describe('the details of a frame', () => {
  it('say where it stands and where it stopped', async () => {
    expect(await frameDetails(app, 3)).toMatchObject({
      frame: 3,
      tracepoint: 3,
      stepping: true,
      offset: '0x370e',
      size: 832,
      pc: '0x401207',
      functionName: 'helper',
      place: { file: '/build/app/app.c', line: 16 },
      diagnostics: [],
    });
    expect(await frameDetails(app, 3)).not.toHaveProperty('pcNote');
  });

  it('have every register in gdb’s two columns', async () => {
    const details = await frameDetails(app, 0);
    expect(registerOf(details, 'rbx')).toEqual({
      name: 'rbx',
      text: '0x7fffffffe618',
      natural: '140737488348696',
      available: true,
      collected: true,
    });
    expect(registerOf(details, 'rip')).toMatchObject({
      text: '0x401159',
      natural: '0x401159 <helper+19>',
    });
    expect(details.registers.map(({ group }) => group)).toEqual([
      'general',
      'float',
      'other',
      'vector',
      'system',
    ]);
  });

  it('have the frame’s blocks, each at its offset in the file', async () => {
    const { blocks, variables } = await frameDetails(app, 1);
    expect(blocks.map(({ kind }) => kind).join('')).toBe('RMMMMMMMMMV');
    expect(blocks[0]).toEqual({
      ...{ kind: 'R', offset: '0x2f48', length: 816 },
      text: 'registers, 816 bytes',
    });
    expect(blocks.at(-1)?.text).toBe('$hits = 4');
    const offsets = blocks.map(({ offset }) => Number(offset));
    expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
    expect(variables).toEqual([{ name: 'trace_timestamp' }, { name: 'hits', value: '4' }]);
  });

  it('say how a PC was inferred, or why there is none', async () => {
    const circular = await frameDetails(await traceOf('extra/x86_64/meter.circular.tf'), 0);
    expect(circular.pcNote).toBe('not collected; taken from the tracepoint’s address');
    expect(registerOf(circular, 'rax')).toEqual({
      name: 'rax',
      text: '<unavailable>',
      natural: '',
      available: false,
      collected: false,
    });
    expect(registerOf(circular, 'rip')).toMatchObject({ available: true, collected: false });
    const boxes = await traceOf('extra/x86_64/boxes.memory.tf');
    const frames = await Promise.all(
      Array.from({ length: 12 }, (_, frame) => frameDetails(boxes, frame)),
    );
    const unknown = frames.filter(({ pc }) => pc === undefined);
    expect(unknown).toHaveLength(8);
    expect(unknown[0]?.pcNote).toMatch(/tracepoint 2 has multiple locations$/);
  });

  it('say how much of a big frame they leave out', async () => {
    expect((await frameDetails(app, 1)).leftOut).toEqual({ ranges: 0, blocks: 0, variables: 0 });
    const machine = await app.machine(1);
    const memory = machine.frame.blocks.find(({ kind }) => kind === 'M');
    if (memory?.kind !== 'M') throw new Error('no memory block');
    const blocks = Array.from({ length: 1203 }, (_, i) => ({
      ...memory,
      address: BigInt(i * 4096),
    }));
    const big = new FrameState({ ...machine.frame, blocks }, undefined, undefined);
    const reading = vi.spyOn(app, 'machine').mockResolvedValue(big);
    const details = await frameDetails(app, 1);
    reading.mockRestore();
    expect(details.leftOut).toEqual({ ranges: 1203 - 256, blocks: 203, variables: 0 });
    expect(details.blocks).toHaveLength(1000);
    expect(details.memory.filter(({ label }) => label === undefined)).toHaveLength(256);
  });

  it('say what is damaged', async () => {
    const details = await frameDetails(await traceOf('extra/x86_64/meter.circular.tf'), 16);
    expect(details.blocks).toEqual([
      {
        kind: '?',
        offset: '0x441b',
        length: 251,
        text: "unknown block 0x0, 251 bytes to the frame's end",
      },
    ]);
    expect(details.diagnostics).toMatchObject([{ severity: 'error', offset: '0x441b', frame: 16 }]);
  });

  it('show the code at the PC after what was collected', async () => {
    const { memory } = await frameDetails(app, 3);
    expect(memory.map(({ label }) => label)).toEqual([undefined, 'code at pc']);
    const without = await frameDetails(await traceOf('x86_64/app.tf'), 3);
    expect(without.memory.map(({ label }) => label)).toEqual([undefined]);
  });
});
