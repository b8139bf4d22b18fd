import { describe, expect, it } from 'vitest';
import type { ByteOrder } from '../../../src/bytes/cursor';
import { readBlocks } from '../../../src/format/blocks';
import { bytes, maker } from './traceBytes';

describe.each<ByteOrder>(['little', 'big'])('blocks, %s-endian', (order) => {
  const make = maker(order);
  const read = (...blocks: Uint8Array[]) => readBlocks(bytes(...blocks), order, 4);

  it('reads every kind', () => {
    const { blocks, diagnostics } = read(
      make.registers(4),
      make.memory(0x404028n, [1, 2, 3]),
      make.variable(2, -5n),
      make.staticData('hi'),
      make.memory(0xffff_ffff_ffff_fff0n, []),
    );
    expect(diagnostics).toEqual([]);
    expect(blocks).toEqual([
      { kind: 'R', offset: 1, length: 4 },
      { kind: 'M', offset: 16, length: 3, address: 0x404028n },
      { kind: 'V', offset: 20, length: 12, variable: 2, value: -5n },
      { kind: 'S', offset: 35, length: 3 },
      { kind: 'M', offset: 49, length: 0, address: 0xffff_ffff_ffff_fff0n },
    ]);
  });

  it('finds no block in an empty frame', () => {
    expect(read()).toEqual({ blocks: [], diagnostics: [] });
  });

  it('keeps everything from an unknown block on', () => {
    const { blocks, diagnostics } = read(make.variable(1, 1n), bytes('Zrest'));
    expect(blocks[1]).toEqual({ kind: 'unknown', offset: 13, length: 5, type: 0x5a });
    expect(diagnostics).toMatchObject([
      { code: 'unknown-block', offset: 13, expected: 'R, M, V or S', found: "0x5a 'Z'" },
    ]);
    expect(read(bytes([0])).diagnostics[0]?.found).toBe('0x00');
  });

  it('keeps what is there of data that the frame cuts off', () => {
    const memory = make.memory(0x10n, [1, 2, 3, 4]);
    expect(read(memory.subarray(0, 13))).toMatchObject({
      blocks: [{ kind: 'M', offset: 11, length: 2, address: 0x10n }],
      diagnostics: [{ code: 'block-overrun', offset: 0, expected: '15 bytes', found: '13 bytes' }],
    });
    expect(read(make.registers(4).subarray(0, 3)).blocks).toEqual([
      { kind: 'R', offset: 1, length: 2 },
    ]);
    expect(read(make.staticData('long').subarray(0, 5)).blocks).toEqual([
      { kind: 'S', offset: 3, length: 2 },
    ]);
  });

  it('takes no block from a header that the frame cuts off', () => {
    for (const whole of [make.memory(1n, [1]), make.variable(1, 1n), make.staticData('')]) {
      for (
        let length = 1;
        length < (whole[0] === 0x56 ? 13 : whole[0] === 0x4d ? 11 : 3);
        length++
      ) {
        const { blocks, diagnostics } = read(whole.subarray(0, length));
        expect(blocks).toEqual([{ kind: 'unknown', offset: 0, length, type: whole[0] }]);
        expect(diagnostics.map(({ code }) => code)).toEqual(['block-overrun']);
      }
    }
  });
});
