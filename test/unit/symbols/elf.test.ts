import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../../src/bytes/source';
import { readBuildId } from '../../../src/symbols/separateDebugFiles';
import { isElf, readElf, type Elf } from '../../../src/symbols/elf';
import { ProgramFindings } from '../../../src/symbols/findings';
import { makeElf, type MadeElf } from './elfFile';
import { Writer } from './writer';

async function read(bytes: Uint8Array): Promise<{ elf: Elf | undefined; codes: string[] }> {
  const findings = new ProgramFindings();
  const elf = await readElf(new MemorySource(bytes), findings);
  return { elf, codes: findings.list.map(({ code }) => code) };
}

const text = { name: '.text', flags: 6, address: 0x401000n, bytes: Uint8Array.of(0x90, 0xc3) };
const bss = { name: '.bss', type: 8, flags: 3, address: 0x402000n, size: 64 };
const load = {
  type: 1,
  flags: 5,
  address: 0x400000n,
  offset: 0,
  fileSize: 0x100,
  memorySize: 0x200,
};

describe('an ELF file', () => {
  it.each([
    { bits: 32, order: 'little' },
    { bits: 32, order: 'big' },
    { bits: 64, order: 'little' },
    { bits: 64, order: 'big' },
  ] as const)('of $bits bits, $order endian', async ({ bits, order }) => {
    const made: MadeElf = { bits, order, machine: 8, sections: [text, bss], segments: [load] };
    const { elf, codes } = await read(makeElf(made));
    expect(codes).toEqual([]);
    expect(elf?.header).toEqual({ bits, order, type: 2, machine: 8, entry: 0x401000n, flags: 0 });
    expect(elf?.sections.map(({ name }) => name)).toEqual(['', '.text', '.bss', '.shstrtab']);
    expect(elf?.sections[1]).toMatchObject({ flags: 6, address: 0x401000n, size: 2, type: 1 });
    expect(elf?.sections[2]).toMatchObject({ type: 8, size: 64 });
    expect(elf?.segments).toEqual([load]);
  });

  it('counts its sections in the first section header where they are too many', async () => {
    const { elf } = await read(makeElf({ sections: [text], extendedNumbering: true }));
    expect(elf?.sections.map(({ name }) => name)).toEqual(['', '.text', '.shstrtab']);
  });

  it('may have no section headers', async () => {
    const { elf, codes } = await read(makeElf({ segments: [load], withoutSections: true }));
    expect(elf?.sections).toEqual([]);
    expect(elf?.segments).toEqual([load]);
    expect(codes).toEqual([]);
  });

  it('is known by its first four bytes', () => {
    expect(isElf(Uint8Array.of(0x7f, 0x45, 0x4c, 0x46))).toBe(true);
    expect(isElf(Uint8Array.of(0x7f, 0x45, 0x4c))).toBe(false);
    expect(isElf(new TextEncoder().encode('#!/bin/sh'))).toBe(false);
  });

  it('is read as far as it goes where it is cut', async () => {
    const whole = makeElf({ sections: [text, bss], segments: [load] });
    for (let length = 0; length < whole.length; length++) {
      const { elf, codes } = await read(whole.slice(0, length));
      expect(elf === undefined).toBe(length < 64);
      if (elf && elf.sections.length < 4) expect(codes).toContain('elf-table-cut');
    }
  });

  it('says where its table of sections ends early', async () => {
    const whole = makeElf({ sections: [text] });
    const findings = new ProgramFindings();
    await readElf(new MemorySource(whole.slice(0, whole.length - 1)), findings);
    expect(findings.list).toEqual([
      {
        severity: 'error',
        code: 'elf-table-cut',
        message: "The section header table ends early: the program's file is cut or damaged.",
        offset: whole.length - 64,
        expected: '3 rows of 64 bytes',
        found: '2 rows',
      },
    ]);
  });

  it.each([
    ['rows without a size', 58, [0, 0]],
    ['rows of an absurd size', 58, [0xff, 0xff]],
    ['a table past the end', 40, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]],
    ['names that are no section', 62, [0xee, 0xee]],
    ['a class that is none', 4, [9]],
    ['an order that is none', 5, [0]],
  ])('with %s does no harm', async (_, offset, bytes) => {
    const file = makeElf({ sections: [text], segments: [load] });
    file.set(bytes, offset);
    const { elf } = await read(file);
    for (const section of elf?.sections ?? []) expect(section.name.length).toBeLessThan(20);
  });
});

describe('the build id', () => {
  const note = (type: number, name: string, id: readonly number[]): Uint8Array =>
    new Writer()
      .u32(name.length + 1)
      .u32(id.length)
      .u32(type)
      .text(name)
      .raw(id).bytes;

  async function buildId(...notes: Uint8Array[]): Promise<Uint8Array | undefined> {
    const sections = notes.map((bytes) => ({ name: '.note', type: 7, bytes }));
    const source = new MemorySource(makeElf({ sections }));
    const elf = await readElf(source, new ProgramFindings());
    return elf && readBuildId(source, elf);
  }

  it('is in a note of GNU', async () => {
    const other = note(1, 'GNU', [0, 0, 0, 0]);
    expect(await buildId(other, note(3, 'GNU', [1, 2, 3, 4, 5, 6, 7, 8]))).toEqual(
      Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8),
    );
  });

  it('is unknown without one, or where the note is cut', async () => {
    expect(await buildId(note(3, 'XYZ', [1, 2, 3, 4]))).toBeUndefined();
    expect(await buildId(note(3, 'GNU', [1, 2, 3, 4]).slice(0, 18))).toBeUndefined();
    expect(await buildId()).toBeUndefined();
  });
});
