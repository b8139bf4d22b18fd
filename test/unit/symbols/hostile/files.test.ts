// Files whose headers lie: sections over each other, of sizes that cannot be, compressed to next to
// nothing, or with tables that refer to themselves; and files that name themselves as the one with
// their debugging information.
import { zlibSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { MemorySource, type ByteSource } from '../../../../src/bytes/source';
import { openProgram } from '../../../../src/symbols/openProgram';
import { DW_AT, DW_FORM, DW_TAG } from '../../../../src/symbols/dwarf/constants';
import { makeUnits, text } from '../dwarf/unitMaker';
import { CountedSource } from '../countedSource';
import { makeElf, type MadeSection } from '../elfFile';
import { code, debugSections } from '../opened';
import { Writer } from '../writer';
import { codesOf, entry, expectSound, open, openSections, sound, start, unitOf } from './hostile';

const sections = makeUnits(unitOf());
const compressed = 0x800;

/** Elf64_Chdr and a stream. */
function compressedSection(
  name: string,
  kind: number,
  size: bigint,
  stream: Uint8Array,
): MadeSection {
  const bytes = new Writer().u32(kind).u32(0).u64(size).u64(1).raw(stream).bytes;
  return { name, flags: compressed, bytes };
}

/** A zstd frame of blocks that each repeat one byte (RFC 8878, section 3.1.1.2). */
function zstdBomb(blocks: number): Uint8Array {
  const frame = new Writer().u32(0xfd2fb528).u8(0, 0x88);
  for (let i = 0; i < blocks; i++) {
    const header = ((1 << 17) << 3) | (1 << 1) | (i === blocks - 1 ? 1 : 0);
    frame.u8(header & 0xff, (header >> 8) & 0xff, (header >> 16) & 0xff, 0x61);
  }
  return frame.bytes;
}

describe('compressed sections', () => {
  const bomb = zlibSync(new Uint8Array(1 << 24), { level: 9 });
  it.each<[string, MadeSection]>([
    [
      'zlib: 16 MiB of zeros that promise 2^62',
      compressedSection('.debug_str', 1, 2n ** 62n, bomb),
    ],
    [
      'zlib: 16 MiB of zeros that promise 100 bytes',
      compressedSection('.debug_str', 1, 100n, bomb),
    ],
    [
      'zlib: less than is promised',
      compressedSection('.debug_str', 1, 1n << 20n, zlibSync(new Uint8Array(10))),
    ],
    ['zlib: no stream', compressedSection('.debug_str', 1, 100n, new Uint8Array(50))],
    [
      'zstd: 128 MiB that promise 2^40',
      compressedSection('.debug_str', 2, 2n ** 40n, zstdBomb(1000)),
    ],
    [
      'zstd: 128 MiB that promise 1 MiB',
      compressedSection('.debug_str', 2, 1n << 20n, zstdBomb(1000)),
    ],
    ['zstd: no stream', compressedSection('.debug_str', 2, 100n, new Uint8Array(50))],
    ['an unknown compression', compressedSection('.debug_str', 77, 100n, new Uint8Array(50))],
    ['a header that is cut', { name: '.debug_str', flags: compressed, bytes: new Uint8Array(5) }],
    [
      'the old form, of 2^63 bytes',
      {
        name: '.zdebug_str',
        bytes: new Writer('big')
          .raw([0x5a, 0x4c, 0x49, 0x42])
          .u64(2n ** 63n)
          .raw(bomb).bytes,
      },
    ],
  ])('%s', async (_name, section) => {
    const unit = entry(
      DW_TAG.compile_unit,
      [],
      [
        ...sound,
        entry(DW_TAG.structure_type, [[DW_AT.name, DW_FORM.strp, (writer) => writer.u32(3)]]),
      ],
    );
    const file = makeElf({
      sections: [
        code(start, 0x1000),
        ...debugSections(makeUnits({ root: unit }, unitOf())),
        section,
      ],
    });
    const opened = await open(file);
    await opened.program.typeNamed('x');
    await expectSound(opened);
    expect(opened.source.bytesGiven).toBeLessThan(16 * opened.source.size + 2 ** 20);
    if (!/promise (100|1 MiB)/.test(_name))
      expect(codesOf(opened)).toContain('section-not-unpacked');
  });
});

describe('section headers', () => {
  it('without names, with names in themselves, and with names past the end', async () => {
    for (const names of [0, 1, 5, 0xfffe]) {
      const bytes = makeElf({ sections: [code(start, 16), ...debugSections(sections)] });
      new DataView(bytes.buffer).setUint16(62, names, true);
      const opened = await open(bytes);
      expect(await opened.program.functionAt(start)).toBeUndefined();
    }
  });

  it.each<[string, MadeSection]>([
    ['of 2^60 bytes', { name: '.debug_line', size: 2 ** 60 }],
    ['of 2^60 bytes that are symbols', { name: '.symtab', type: 2, size: 2 ** 60, link: 1 }],
    ['of 2^60 bytes that are notes', { name: '.note', type: 7, size: 2 ** 60 }],
    ['of 2^60 bytes that are loaded', { name: '.data', flags: 3, address: 0x9000n, size: 2 ** 60 }],
    [
      'of 2^60 bytes of zeros that are loaded',
      { name: '.bss', type: 8, flags: 3, address: 0x9000n, size: 2 ** 60 },
    ],
    ['of code at the last address', { name: '.end', flags: 6, address: 2n ** 64n - 1n, size: 100 }],
  ])('%s', async (_name, section) => {
    const opened = await openSections(sections, { sections: [section] });
    const { program } = opened;
    await expectSound(opened);
    expect((await program.readLoaded(0x9000n, 64)).length).toBeLessThanOrEqual(64);
    for (const address of [0x9000n, 2n ** 64n - 1n, 0n]) {
      expect(await program.symbolAt(address)).toBeUndefined();
      expect(await program.lines.lineAt(address)).toBeUndefined();
    }
    expect(opened.source.bytesGiven).toBeLessThan(2 ** 22);
  });

  it('thousands of one name over each other, before linking', async () => {
    const names = Array.from({ length: 20_000 }, () => ({
      name: '.debug_info',
      bytes: new Uint8Array(0),
    }));
    const bytes = makeElf({
      type: 1,
      sections: [code(0n, 0x1000), ...debugSections(sections), ...names],
    });
    const view = new DataView(bytes.buffer);
    const table = Number(view.getBigUint64(40, true));
    for (let i = 4; i < 20_000; i++) {
      // Each of them is the whole file.
      view.setBigUint64(table + 64 * i + 24, 0n, true);
      view.setBigUint64(table + 64 * i + 32, BigInt(bytes.length), true);
    }
    const opened = await open(bytes);
    await opened.program.functionAt(start);
    expect(await opened.program.globalsNamed('sound')).toBeDefined();
    expect(codesOf(opened)).toContain('sections-overlap');
    expect(opened.source.bytesGiven).toBeLessThan(32 * opened.source.size + 2 ** 26);
  });

  it('more rows than the file has', async () => {
    const bytes = makeElf({ sections: [code(start, 0x1000), ...debugSections(sections)] });
    const view = new DataView(bytes.buffer);
    view.setUint16(60, 0, true);
    view.setBigUint64(Number(view.getBigUint64(40, true)) + 32, 2n ** 62n, true);
    const opened = await open(bytes);
    expect(codesOf(opened)).toContain('elf-table-cut');
    await expectSound(opened);
  });
});

/** A table of relocations, each of a symbol at an offset. */
const relocations = (name: string, target: number, symbols: number): MadeSection => ({
  name,
  type: 4,
  info: target,
  link: symbols,
  bytes: new Writer()
    .u64(0x7fff_0000)
    .u64((1n << 32n) | 1n)
    .u64(0).bytes,
});

describe('tables that refer to themselves', () => {
  const symbol = new Writer().u32(0).u8(0x12, 0).u16(1).u64(0).u64(0x10).bytes;

  it.each<[string, readonly MadeSection[]]>([
    ['relocations whose symbols are what they are for', [relocations('.rela.debug_info', 2, 2)]],
    ['relocations whose symbols are themselves', [relocations('.rela.debug_info', 2, 4)]],
    [
      'relocations of themselves',
      [relocations('.debug_rela', 4, 4), relocations('.rela.debug_info', 2, 4)],
    ],
    [
      'symbols that are relocated by themselves',
      [
        relocations('.rela.debug_info', 2, 5),
        { name: '.debug_symbols', type: 2, link: 5, bytes: symbol },
        relocations('.rela.debug_symbols', 5, 5),
      ],
    ],
    [
      'section numbers of symbols that are relocated by those symbols',
      [
        relocations('.rela.debug_info', 2, 5),
        { name: '.symtab', type: 2, link: 5, bytes: symbol },
        { name: '.debug_numbers', type: 18, link: 5, bytes: new Uint8Array(4) },
        relocations('.rela.debug_numbers', 6, 5),
      ],
    ],
    ['symbols whose names are themselves', [{ name: '.symtab', type: 2, link: 4, bytes: symbol }]],
  ])('%s', async (_name, more) => {
    const opened = await open(
      makeElf({ type: 1, sections: [code(0n, 0x1000), ...debugSections(sections), ...more] }),
    );
    const { program } = opened;
    await program.functionAt(4n);
    await program.symbolAt(4n);
    await program.addressesOfFunction('x');
    expect((await program.globalsNamed('sound'))[0]?.type).toMatchObject({ name: 'int' });
    expect(opened.source.bytesGiven).toBeLessThan(2 ** 22);
  });

  it('symbols whose names are all the others’ too', async () => {
    const rows = new Writer();
    for (let i = 0; i < 50_000; i++) rows.raw(symbol);
    const names = new Uint8Array(100_000).fill(0x61);
    const opened = await openSections(sections, {
      sections: [
        { name: '.symtab', type: 2, link: 5, bytes: rows.bytes },
        { name: '.strtab', type: 3, bytes: names },
      ],
    });
    expect((await opened.program.symbolAt(start))?.name.length ?? 0).toBeLessThanOrEqual(65_536);
    expect((await opened.program.addressesOfFunction('missing')).length).toBe(0);
    await expectSound(opened);
  });
});

describe('files that name themselves', () => {
  const link = (name: string): Uint8Array =>
    new Writer()
      .text(name)
      .raw(new Uint8Array((4 - ((name.length + 1) % 4)) % 4))
      .u32(0x1234_5678).bytes;

  it.each<[string, readonly MadeSection[]]>([
    ['.gnu_debuglink', [{ name: '.gnu_debuglink', bytes: link('program') }]],
    [
      '.gnu_debuglink by another path',
      [{ name: '.gnu_debuglink', bytes: link('../made/program') }],
    ],
    [
      '.gnu_debuglink without an end',
      [{ name: '.gnu_debuglink', bytes: new Uint8Array(70_000).fill(0x61) }],
    ],
    [
      '.gnu_debugaltlink',
      [
        ...debugSections(sections),
        { name: '.gnu_debugaltlink', bytes: new Writer().text('program').raw([1, 2, 3]).bytes },
      ],
    ],
    [
      '.debug_sup',
      [
        ...debugSections(sections),
        {
          name: '.debug_sup',
          bytes: new Writer().u16(5).u8(0).text('/made/program').uleb(0).bytes,
        },
      ],
    ],
    [
      'split units',
      debugSections(
        makeUnits(
          ...Array.from({ length: 500 }, () => ({
            version: 4,
            root: entry(DW_TAG.compile_unit, [
              text(DW_AT.GNU_dwo_name, 'program'),
              [DW_AT.GNU_dwo_id, DW_FORM.data8, (writer: Writer) => writer.u64(1)] as const,
            ]),
          })),
        ),
      ),
    ],
  ])('%s', async (_name, more) => {
    const bytes = makeElf({ sections: [code(start, 0x1000), ...more] });
    const counted = new CountedSource(bytes);
    let opens = 0;
    const itself = (): Promise<ByteSource> => {
      opens++;
      return Promise.resolve(counted);
    };
    const companions = { folders: ['/usr/lib/debug'], open: itself };
    const opened = await openProgram(new MemorySource(bytes), '/made/program', companions);
    if ('problem' in opened) throw new Error(opened.problem);
    const { program } = opened;
    await program.functionAt(start);
    await program.globalsNamed('sound');
    await program.typeNamed('sound');
    expect(opens).toBeLessThan(2500);
    expect(counted.bytesGiven).toBeLessThan(200 * bytes.length + 2 ** 24);
    expect((await program.readLoaded(start, 4)).length).toBe(4);
  });
});
