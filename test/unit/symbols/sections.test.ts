import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../../src/bytes/source';
import { readElf } from '../../../src/symbols/elf';
import { ProgramFindings } from '../../../src/symbols/findings';
import { Sections } from '../../../src/symbols/sections';
import { makeElf, type MadeElf, type MadeSection } from './elfFile';
import { Writer } from './writer';

async function open(made: MadeElf): Promise<Sections> {
  const source = new MemorySource(makeElf(made));
  const findings = new ProgramFindings();
  const elf = await readElf(source, findings);
  if (!elf) throw new Error('no ELF file');
  return new Sections(source, elf, findings);
}

const content = new TextEncoder().encode('one two three '.repeat(20_000));

/** Elf64_Chdr and what follows it. */
function compressed(kind: number, size: number, stream: Uint8Array): MadeSection {
  const bytes = new Writer().u32(kind).u32(0).u64(size).u64(1).raw(stream).bytes;
  return { name: '.debug_info', flags: 0x800, bytes };
}

/** A zstd frame of one block that is stored as it is: RFC 8878, section 3.1.1. */
function storedZstd(bytes: Uint8Array): Uint8Array {
  const block = new Writer().number(3, (bytes.length << 3) | 1).raw(bytes);
  return new Writer().u32(0xfd2fb528).u8(0x20, bytes.length).raw(block.bytes).bytes;
}

describe('the bytes of a section', () => {
  it('are read by range, and end with the section', async () => {
    const sections = await open({
      sections: [{ name: '.debug_str', bytes: Uint8Array.of(1, 2, 3, 4) }],
    });
    const section = await sections.get('.debug_str');
    expect(section).toMatchObject({ size: 4, fileOffset: 64 });
    expect([...(await section.read(1, 2))]).toEqual([2, 3]);
    expect([...(await section.read(3, 9))]).toEqual([4]);
    expect([...(await section.read(9, 1)), ...(await section.read(-1, 2))]).toEqual([]);
  });

  it('are none where there is no such section, or it has none in the file', async () => {
    const sections = await open({ sections: [{ name: '.debug_line', type: 8, size: 100 }] });
    expect((await sections.get('.debug_line')).size).toBe(0);
    expect((await sections.get('.debug_addr')).size).toBe(0);
    expect((await sections.at(99)).size).toBe(0);
  });

  it('are counted as they are read', async () => {
    const sections = await open({ sections: [{ name: '.debug_str', bytes: content }] });
    await (await sections.get('.debug_str')).read(0, 1000);
    expect(sections.bytesRead).toBe(1000);
  });
});

describe('a compressed section', () => {
  it.each([
    ['zlib', compressed(1, content.length, deflateSync(content))],
    [
      'GNU zlib',
      {
        name: '.zdebug_info',
        bytes: new Writer('big')
          .raw(new TextEncoder().encode('ZLIB'))
          .u64(content.length)
          .raw(deflateSync(content)).bytes,
      },
    ],
  ])('of %s is decompressed', async (_, section) => {
    const sections = await open({ sections: [section] });
    const bytes = await sections.get('.debug_info');
    expect(bytes.size).toBe(content.length);
    expect(await bytes.read(0, content.length)).toEqual(content);
    expect(await bytes.read(7, 5)).toEqual(content.slice(7, 12));
    expect(sections.findings.list).toEqual([]);
  });

  it('of zstd is decompressed', async () => {
    const small = content.slice(0, 200);
    const sections = await open({ sections: [compressed(2, 200, storedZstd(small))] });
    expect(await (await sections.get('.debug_info')).read(0, 200)).toEqual(small);
  });

  it('of 32-bit, big-endian files has a shorter header', async () => {
    const header = new Writer('big').u32(1).u32(content.length).u32(1);
    const bytes = header.raw(deflateSync(content)).bytes;
    const sections = await open({
      bits: 32,
      order: 'big',
      sections: [{ name: '.debug_info', flags: 0x800, bytes }],
    });
    expect(await (await sections.get('.debug_info')).read(3, 4)).toEqual(content.slice(3, 7));
  });

  it.each([
    ['that ends early', compressed(1, content.length, deflateSync(content).subarray(0, 300))],
    ['that is damaged', compressed(1, 100, Uint8Array.of(0x78, 0x9c, 0xff, 0xff, 0xff, 0xff))],
    ['of damaged zstd', compressed(2, 100, Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8))],
    ['of an unknown kind', compressed(9, 100, content)],
    ['that promises absurdly much', compressed(1, 2 ** 40, deflateSync(content))],
    ['without a stream', compressed(1, 100, new Uint8Array(0))],
  ])('%s is said, and read as far as it goes', async (_, section) => {
    const sections = await open({ sections: [section] });
    const bytes = await (await sections.get('.debug_info')).read(0, content.length);
    expect(bytes).toEqual(content.slice(0, bytes.length));
    expect(sections.findings.list.map(({ code }) => code)).toEqual(['section-not-unpacked']);
  });

  it('gives no more than it promised', async () => {
    const sections = await open({ sections: [compressed(1, 10, deflateSync(content))] });
    expect(await (await sections.get('.debug_info')).read(0, 100)).toEqual(content.slice(0, 10));
  });
});
