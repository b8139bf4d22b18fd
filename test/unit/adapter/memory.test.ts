import { beforeAll, describe, expect, it } from 'vitest';
import { readableMemory } from '../../../src/adapter/memory';
import type { FrameMemory } from '../../../src/machine/memory';
import { traceWithProgram } from '../trace/programInUse';

/** Frame 0 of the trace collected `energy`, 8 bytes at 0x404040. */
let memory: FrameMemory;

beforeAll(async () => {
  const trace = await traceWithProgram('extra/x86_64/meter.circular.tf', 'extra/x86_64/meter');
  ({ memory } = await trace.machine(0));
});

async function read(memoryReference: string, count: number, offset?: number) {
  const body = await readableMemory(memory, {
    memoryReference,
    count,
    ...(offset !== undefined && { offset }),
  });
  if ('problem' in body) return body;
  const { address, data = '', unreadableBytes = 0 } = body;
  return { address, data: Buffer.from(data, 'base64').toString('hex'), unreadableBytes };
}

describe('reading memory', () => {
  it('gives collected bytes, and counts those after them that are not to be had', async () => {
    const energy = 'faffffff05000000';
    expect(await read('0x404040', 8)).toEqual({
      address: '0x404040',
      data: energy,
      unreadableBytes: 0,
    });
    expect(await read('0x404040', 20)).toMatchObject({ data: energy, unreadableBytes: 12 });
    expect(await read('4210752', 4)).toMatchObject({ data: energy.slice(0, 8) });
  });

  it('gives no bytes behind a gap, and counts all of them, since VS Code shows zeros for what is not counted', async () => {
    expect(await read('0x40403c', 8)).toEqual({
      address: '0x40403c',
      data: '',
      unreadableBytes: 8,
    });
  });

  it('adds an offset, below zero and around the end of the address space too', async () => {
    expect(await read('0x404044', 4, -4)).toMatchObject({ address: '0x404040', data: 'faffffff' });
    expect(await read('0xffffffffffffffff', 4, 0x404041)).toMatchObject({ address: '0x404040' });
    expect(await read('0', 1, -1)).toMatchObject({ address: '0xffffffffffffffff' });
  });

  it('gives nothing for a count of 0, and a mebibyte at most', async () => {
    expect(await read('0x404040', 0)).toMatchObject({ data: '', unreadableBytes: 0 });
    expect(await read('0x10', 2 ** 40)).toMatchObject({ data: '', unreadableBytes: 2 ** 40 });
  });

  it.each([
    ['$rip', 1, undefined, /“\$rip” is not an address/],
    ['', 1, undefined, /is not an address/],
    ['-1', 1, undefined, /is not an address/],
    ['0x10', -1, undefined, /a count of 0 or more/],
    ['0x10', 1.5, undefined, /a count of 0 or more/],
    ['0x10', 1, 0.5, /a whole offset/],
    ['0x10', Number.NaN, undefined, /a count of 0 or more/],
  ])('refuses %j, %d, %s in one sentence', async (reference, count, offset, problem) => {
    const result = await read(reference, count, offset);
    expect('problem' in result && result.problem).toMatch(problem);
  });
});
