import { describe, expect, it } from 'vitest';
import { unavailableInstruction, type Instruction } from '../../../src/disassembly/instruction';
import { dumped, type ListingSources } from '../../../src/disassembly/listing';

const set = { name: 'x86-64', order: 'little', flavor: 'att' } as const;

function nop(address: bigint): Instruction {
  return { address, set, size: 1, bytes: Uint8Array.of(0x90), kind: 'instruction', text: 'nop' };
}

const names = { pc: undefined, symbolOf: () => Promise.resolve(undefined) };

/** Lines of app.c by address; each line's text is its number in brackets. */
function sourcesOf(lines: ReadonlyMap<bigint, number>): ListingSources {
  return {
    lineAt: (address) => {
      const line = lines.get(address);
      const place = line === undefined ? undefined : { file: 'app.c', line, end: address + 1n };
      return Promise.resolve(place);
    },
    firstLine: 3,
    lines: [],
    fileName: (file) => `./${file}`,
    textOf: (_, line) => Promise.resolve(`(${line})`),
  };
}

describe('disassemble /s', () => {
  const mixed = { addressSize: 1, order: 'address' } as const;

  it('says where no source is known, and begins again behind it', async () => {
    const rows = [nop(1n), nop(2n), nop(3n), nop(4n)];
    const sources = sourcesOf(
      new Map([
        [1n, 3],
        [4n, 5],
      ]),
    );
    const { lines } = await dumped(rows, { start: 1n, end: 5n }, names, { ...mixed, sources });
    expect(lines).toEqual([
      'Dump of assembler code from 0x1 to 0x5:',
      './app.c:',
      '3\t(3)',
      '   0x01:\tnop',
      '',
      'unknown:',
      '--- no source info for this pc ---',
      '   0x02:\tnop',
      '   0x03:\tnop',
      '',
      './app.c:',
      '3\t(3)',
      '4\t(4)',
      '5\t(5)',
      '   0x04:\tnop',
      'End of assembler dump.',
    ]);
  });

  it('prints no instruction where one is not available', async () => {
    const rows = [nop(1n), unavailableInstruction(2n, set)];
    const sources = sourcesOf(new Map([[1n, 3]]));
    const listing = await dumped(rows, { start: 1n, end: 3n }, names, { ...mixed, sources });
    expect(listing).toEqual({
      lines: ['Dump of assembler code from 0x1 to 0x3:'],
      error: 'Cannot access memory at address 0x2',
    });
  });

  it('is without sources where the first instruction has none', async () => {
    const sources = sourcesOf(new Map([[2n, 3]]));
    const rows = [nop(1n), nop(2n)];
    const { lines } = await dumped(rows, { start: 1n, end: 3n }, names, { ...mixed, sources });
    expect(lines.slice(1, -1)).toEqual(['   0x01:\tnop', '   0x02:\tnop']);
  });
});
