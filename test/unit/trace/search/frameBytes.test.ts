import { describe, expect, it } from 'vitest';
import type { ByteOrder } from '../../../../src/bytes/cursor';
import { MemorySource } from '../../../../src/bytes/source';
import { needsIo } from '../../../../src/expressions/closures/searchFrame';
import { FrameMemory, Origin, type TransparentRange } from '../../../../src/machine/memory';
import { FrameBytes, TransparentPages } from '../../../../src/trace/search/frameBytes';
import { FrameRun } from '../../../../src/trace/search/frameRun';
import { Trace } from '../../../../src/trace/trace';
import { bytes, header, maker } from '../../format/traceBytes';
import { RangeList } from '../../../../src/symbols/rangeList';

/** Numbers that look random, the same in every run (a linear congruential generator). */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % below;
  };
}

const high = 0xffff_ffff_8100_0000n;

/** Memory that a program answers for, between what frames collect. */
const transparent: TransparentRange = {
  start: high + 40n,
  end: high + 90n,
  read: (address, length) =>
    Promise.resolve({
      address,
      bytes: Uint8Array.from({ length }, (_, i) => Number((address + BigInt(i)) & 0x7fn) | 0x80),
      origins: new Uint8Array(length).fill(Origin.transparent),
    }),
};

async function opened(order: ByteOrder, frames: readonly Uint8Array[]): Promise<Trace> {
  const status = 'status 0;tstop::0;tframes:0;tcreated:0;tfree:0;tsize:0';
  const architecture = order === 'little' ? 'i386:x86-64' : 's390:64-bit';
  const target = `tdesc <target><architecture>${architecture}</architecture></target>`;
  const file = bytes(header('R 10', target, status, 'tp T1:1000:E:0:0'), ...frames, [0, 0, 0, 0]);
  const result = await Trace.open(new MemorySource(file), 'made.tf');
  if ('problem' in result) throw new Error(result.problem);
  await result.trace.recording.indexed;
  return result.trace;
}

describe.each(['little', 'big'] as const)('a frame in a run, %s-endian', (order) => {
  const make = maker(order);

  /** Blocks over and beside each other, so close that a few bytes are in several. */
  function madeFrame(below: (limit: number) => number): Uint8Array {
    const blocks = Array.from({ length: 1 + below(7) }, () => {
      if (below(5) === 0) return make.registers(16);
      if (below(5) === 0) return make.variable(below(3), BigInt(below(1000)) - 500n);
      const data = Uint8Array.from({ length: below(24) }, () => below(128));
      return make.memory(high + BigInt(below(100)), data);
    });
    const whole = make.frame(1, ...blocks);
    if (below(4) > 0) return whole;
    // The last block is cut off by the frame's end.
    const cut = whole.subarray(0, Math.max(6, whole.length - below(12)));
    return make.framed(1, cut.length - 6, cut.subarray(6));
  }

  it('has the memory, variables and registers that the frame has', async () => {
    const below = random(order === 'little' ? 1 : 2);
    const trace = await opened(
      order,
      Array.from({ length: 200 }, () => madeFrame(below)),
    );
    expect(trace.recording.index.count).toBe(200);
    const pages = new TransparentPages(new RangeList([transparent]));
    const frameBytes = new FrameBytes(trace, pages, () => false);
    const run = await FrameRun.read(trace, 0, 199);
    let reached = 0;
    for (let number = 0; number < 200; number++) {
      const frame = await trace.recording.frame(number);
      const memory = new FrameMemory(frame, new RangeList([transparent]));
      frameBytes.moveTo(
        number,
        1,
        run,
        run.blocksAt(number) ?? -1,
        trace.recording.index.size(number),
      );
      for (let i = 0; i < 20; i++) {
        const address = high + BigInt(below(110));
        const size = below(12);
        const wanted = await memory.read(address, size);
        const isThere = !wanted.origins.includes(Origin.unavailable);
        const isReached = await reach(frameBytes, pages, address, size);
        expect(isReached).toBe(isThere);
        if (isReached) expect(reachedBytes(frameBytes, size)).toEqual(wanted.bytes);
        expect(frameBytes.isCollected(address, size)).toBe(
          wanted.origins.every((origin) => origin === Origin.collected),
        );
        if (isReached && size > 0) reached++;
      }
      const block = frame.blocks.find(({ kind }) => kind === 'R');
      const registers = frameBytes.reachRegisters(4, 8);
      expect(registers).toBe(block !== undefined && block.length >= 12);
      const machine = await trace.machine(number);
      for (const variable of [0, 1, 2]) {
        expect(frameBytes.variable(variable)).toBe(machine.variable(variable));
      }
    }
    expect(reached).toBeGreaterThan(500);
    trace.dispose();
  });
});

/** Reads transparent pages where they are missing. */
async function reach(
  frame: FrameBytes,
  pages: TransparentPages,
  address: bigint,
  size: number,
): Promise<boolean> {
  for (;;) {
    try {
      return frame.reachMemory(address, size);
    } catch (error) {
      if (error !== needsIo) throw error;
      await pages.load();
    }
  }
}

function reachedBytes({ view, at }: FrameBytes, size: number): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset + at, size).slice();
}
