// Symbols: how their tables are read, and which of them names an address.
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../../src/bytes/source';
import { readElf } from '../../../src/symbols/elf';
import { ProgramFindings } from '../../../src/symbols/findings';
import { Sections } from '../../../src/symbols/sections';
import { SymbolTable } from '../../../src/symbols/symbolTable';
import {
  makeElf,
  symbolSections,
  type MadeElf,
  type MadeSection,
  type MadeSymbol,
} from './elfFile';
import { Writer } from './writer';

const text: MadeSection = {
  name: '.text',
  flags: 0x6,
  address: 0x1000n,
  bytes: new Uint8Array(0x100),
};

const data: MadeSection = {
  name: '.data',
  flags: 0x3,
  address: 0x2000n,
  bytes: new Uint8Array(0x100),
};

async function read(made: MadeElf): Promise<SymbolTable> {
  const source = new MemorySource(makeElf(made));
  const findings = new ProgramFindings();
  const elf = await readElf(source, findings);
  if (!elf) throw new Error('no ELF file');
  return SymbolTable.read(new Sections(source, elf, findings));
}

const table = (...symbols: MadeSymbol[]): Promise<SymbolTable> =>
  read({ sections: [text, data, ...symbolSections(symbols, 4)] });

async function nameAt(symbols: SymbolTable, address: bigint): Promise<string | undefined> {
  return (await symbols.nearest(address))?.name;
}

describe('a table of symbols', () => {
  it.each([
    { bits: 64, order: 'little' },
    { bits: 64, order: 'big' },
    { bits: 32, order: 'little' },
    { bits: 32, order: 'big' },
  ] as const)('of $bits bits, $order endian, is read', async (layout) => {
    const symbols = [{ name: 'main', address: 0x1010n, size: 8, type: 2, binding: 1, section: 1 }];
    const read2 = await read({
      ...layout,
      sections: [text, data, ...symbolSections(symbols, 4, layout)],
    });
    expect(read2.size).toBe(2);
    expect(await read2.symbol(1)).toEqual({ ...symbols[0], size: 8n });
  });

  it('is .dynsym where there is no .symtab, and empty where there is neither', async () => {
    const [dynamic, strings] = symbolSections([{ name: 'open', address: 0x1000n }], 3);
    const sections = [
      text,
      { ...dynamic, name: '.dynsym', type: 11 },
      { ...strings, name: '.dynstr' },
    ];
    expect(await nameAt(await read({ sections }), 0x1001n)).toBe('open');
    const none = await read({ sections: [text] });
    expect(await none.mayName('5count')).toBe(true);
    expect([none.size, await nameAt(none, 0x1000n)]).toEqual([0, undefined]);
  });

  it('is read as far as it goes where it is cut', async () => {
    const [symtab, strings] = symbolSections(
      [
        { name: 'one', address: 0x1000n },
        { name: 'two', address: 0x1008n },
      ],
      3,
    );
    const cut = {
      ...symtab,
      name: '.symtab',
      bytes: symtab?.bytes?.slice(0, 50) ?? new Uint8Array(),
    };
    const symbols = await read({ sections: [text, cut, { ...strings, name: '.strtab' }] });
    expect([symbols.size, await nameAt(symbols, 0x1009n)]).toEqual([2, 'one']);
  });

  it('keeps the sections that do not fit a symbol beside it', async () => {
    const [symtab, strings] = symbolSections(
      [{ name: 'far', address: 0x1000n, section: 0xffff }],
      3,
    );
    const more = {
      name: '.symtab_shndx',
      type: 18,
      link: 2,
      bytes: new Writer().u32(0).u32(1).bytes,
    };
    const sections = [text, { ...symtab, name: '.symtab' }, { ...strings, name: '.strtab' }, more];
    expect((await (await read({ sections })).symbol(1)).section).toBe(1);
  });

  it('of ARM has the mark of Thumb code taken away', async () => {
    const sections = [text, data, ...symbolSections([{ name: 'thumb', address: 0x1005n }], 4)];
    expect((await (await read({ machine: 40, sections })).symbol(1)).address).toBe(0x1004n);
    expect((await (await read({ sections })).symbol(1)).address).toBe(0x1005n);
  });

  it('of 64-bit PowerPC names the code that a descriptor points to', async () => {
    const opd = {
      name: '.opd',
      flags: 0x3,
      address: 0x3000n,
      bytes: new Writer().u64(0x1020n).u64(0).bytes,
    };
    const named = symbolSections([{ name: 'main', address: 0x3000n, size: 4, section: 2 }], 4);
    const symbols = await read({ machine: 21, sections: [text, opd, ...named] });
    expect(await nameAt(symbols, 0x1021n)).toBe('main');
    expect((await symbols.named('main')).map(({ address }) => address)).toEqual([0x1020n, 0x3000n]);
  });
});

describe('the symbol of an address', () => {
  it('is the nearest below that reaches it', async () => {
    const symbols = await table(
      { name: 'outer', address: 0x1000n, size: 0x40 },
      { name: 'inner', address: 0x1010n, size: 8 },
    );
    expect(await nameAt(symbols, 0x1010n)).toBe('inner');
    expect(await nameAt(symbols, 0x1018n)).toBe('outer');
    expect(await nameAt(symbols, 0x1040n)).toBeUndefined();
    expect(await nameAt(symbols, 0x2000n)).toBeUndefined();
  });

  it('has a size if any has, else is a label of code', async () => {
    const symbols = await table(
      { name: 'sized', address: 0x1000n, size: 8 },
      { name: 'label', address: 0x1004n, type: 0 },
      { name: 'object', address: 0x2000n, type: 1 },
    );
    expect(await nameAt(symbols, 0x1005n)).toBe('sized');
    expect(await nameAt(symbols, 0x1009n)).toBe('label');
    expect(await nameAt(symbols, 0x2001n)).toBeUndefined();
  });

  it('has the greatest name of those at its address', async () => {
    const symbols = await table(
      { name: 'malloc', address: 0x1000n, size: 8 },
      { name: '__libc_malloc', address: 0x1000n, size: 8 },
    );
    expect(await nameAt(symbols, 0x1004n)).toBe('malloc');
  });

  it('is none of those that stand for no address, and no mark of the compiler', async () => {
    const symbols = await table(
      { name: 'good', address: 0x1000n },
      { name: '$x', address: 0x1004n, binding: 0, type: 0 },
      { name: '.L12', address: 0x1005n, binding: 0, type: 0 },
      { name: 'file.c', address: 0x1006n, type: 4 },
      { name: 'thread', address: 0x1007n, type: 6 },
      { name: 'elsewhere', address: 0x1008n, section: 0 },
      { name: 'number', address: 0x1009n, section: 0xfff1 },
    );
    expect(await nameAt(symbols, 0x100fn)).toBe('good');
  });

  it('may have a text in its name, unless none has it', async () => {
    const symbols = await table({ name: '_ZN5Shape5countE', address: 0x1000n });
    expect(await symbols.mayName('5count')).toBe(true);
    expect(await symbols.mayName('4npos')).toBe(false);
  });

  it('is found by name', async () => {
    const symbols = await table(
      { name: 'twice', address: 0x1008n },
      { name: 'twice', address: 0x1000n },
      { name: 'x'.repeat(3000), address: 0x1010n },
    );
    expect((await symbols.named('twice')).map(({ address }) => address)).toEqual([
      0x1000n,
      0x1008n,
    ]);
    expect((await symbols.named('x'.repeat(3000))).length).toBe(1);
    expect(await symbols.named('never')).toEqual([]);
  });
});
