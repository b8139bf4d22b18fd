// What a program puts into memory, and what it is called: ranges, facts, build id.
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../../src/bytes/source';
import { openProgram } from '../../../src/symbols/openProgram';
import { makeElf, type MadeSection } from './elfFile';
import { openMade } from './opened';
import { Writer } from './writer';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

describe('loaded sections', () => {
  const sections: MadeSection[] = [
    { name: '.text', flags: 0x6, address: 0x1000n, bytes: bytes(1, 2, 3, 4) },
    { name: '.data', flags: 0x3, address: 0x2000n, bytes: bytes(5, 6) },
    { name: '.bss', type: 8, flags: 0x3, address: 0x3000n, size: 16 },
    { name: '.comment', bytes: bytes(9) },
    { name: '.empty', flags: 0x2, address: 0x4000n },
  ];

  it('are those that the file fills', async () => {
    const { loadedRanges, rangesFrom } = await openMade({ sections });
    expect(rangesFrom).toBe('sections');
    expect(
      loadedRanges.map(({ name, writable, executable }) => [name, writable, executable]),
    ).toEqual([
      ['.text', false, true],
      ['.data', true, false],
    ]);
    expect(loadedRanges[0]).toMatchObject({ start: 0x1000n, end: 0x1004n, fileSize: 4 });
  });

  it('are the code alone, at 0, in a file that was not linked', async () => {
    const { loadedRanges } = await openMade({ type: 1, sections });
    expect(loadedRanges).toMatchObject([{ name: '.text', start: 0n, end: 4n }]);
  });

  it('give their bytes, up to the end of the range that holds the address', async () => {
    const program = await openMade({ sections });
    expect([...(await program.readLoaded(0x1001n, 2))]).toEqual([2, 3]);
    expect([...(await program.readLoaded(0x1003n, 100))]).toEqual([4]);
    expect([...(await program.readLoaded(0x1004n, 1))]).toEqual([]);
    expect([...(await program.readLoaded(0x3000n, 1))]).toEqual([]);
  });
});

describe('loaded segments', () => {
  const segments = [
    { type: 1, flags: 5, address: 0x1000n, offset: 0, fileSize: 4, memorySize: 8 },
    { type: 1, flags: 6, address: 0x2000n, offset: 0, fileSize: 90, memorySize: 2 },
    { type: 6, flags: 4, address: 0x40n, offset: 0, fileSize: 4, memorySize: 4 },
    { type: 1, flags: 6, address: 0x5000n, offset: 0, fileSize: 0, memorySize: 0 },
  ];

  it('stand in for the sections of a file without headers', async () => {
    const { loadedRanges, rangesFrom } = await openMade({ segments, withoutSections: true });
    expect(rangesFrom).toBe('segments');
    expect(loadedRanges.map(({ name, end, fileSize }) => [name, end, fileSize])).toEqual([
      ['LOAD 0', 0x1008n, 4],
      ['LOAD 1', 0x2002n, 2],
    ]);
  });

  it('are zero where the file ends and memory goes on', async () => {
    const program = await openMade({ segments, withoutSections: true });
    expect([...(await program.readLoaded(0x1002n, 9))]).toEqual([0x4c, 0x46, 0, 0, 0, 0]);
    expect([...(await program.readLoaded(0x1006n, 2))]).toEqual([0, 0]);
  });

  it('end where the file is cut', async () => {
    const cut = [{ type: 1, flags: 5, address: 0n, offset: 0, fileSize: 9999, memorySize: 9999 }];
    const program = await openMade({ segments: cut, withoutSections: true });
    const { length } = makeElf({ segments: cut, withoutSections: true });
    expect((await program.readLoaded(0n, 9999)).length).toBe(length);
  });
});

describe('the build id', () => {
  const note = (name: string, type: number, content: Uint8Array): Writer => {
    const padding = new Uint8Array((4 - (content.length % 4)) % 4);
    const header = new Writer()
      .u32(name.length + 1)
      .u32(content.length)
      .u32(type);
    return header.text(name).raw(content).raw(padding);
  };
  const id = note('GNU', 3, bytes(0xde, 0xad, 0xbe, 0xef, 0x01));
  const buildIdOf = async (notes: Uint8Array): Promise<string | undefined> =>
    (await openMade({ sections: [{ name: '.note', type: 7, bytes: notes }] })).elf.buildId;

  it('is found among other notes', async () => {
    const others = new Writer()
      .raw(note('GNU', 1, bytes(1, 2, 3, 4)).bytes)
      .raw(note('abc', 3, bytes(5)).bytes);
    expect(await buildIdOf(others.raw(id.bytes).bytes)).toBe('deadbeef01');
  });

  it('is found in a segment of a file without sections', async () => {
    const withNoteAt = (offset: number): Uint8Array =>
      makeElf({
        withoutSections: true,
        segments: [{ type: 4, flags: 4, address: 0n, offset, fileSize: 24, memorySize: 24 }],
      });
    const made = withNoteAt(withNoteAt(0).length);
    const source = new MemorySource(new Writer().raw(made).raw(id.bytes).bytes);
    const opened = await openProgram(source, 'made');
    expect('program' in opened && opened.program.elf.buildId).toBe('deadbeef01');
  });

  it('is undefined where there is none, or it is cut', async () => {
    expect(await buildIdOf(bytes())).toBeUndefined();
    expect(await buildIdOf(id.bytes.slice(0, 18))).toBeUndefined();
    expect(await buildIdOf(note('GNU', 3, bytes()).bytes)).toBeUndefined();
  });
});

describe('a file that is no program', () => {
  it.each([
    ['text', new TextEncoder().encode('hello, world'), /not an ELF file/],
    ['nothing', bytes(), /not an ELF file/],
    ['the start of one', makeElf({}).slice(0, 40), /cut or damaged/],
    ['a core file', makeElf({ type: 4 }), /core file/],
  ])('%s is refused with a reason', async (_, contents, reason) => {
    const opened = await openProgram(new MemorySource(contents), 'a.out');
    expect('problem' in opened && opened.problem).toMatch(reason);
  });

  it('on a medium that fails is refused with a reason', async () => {
    const broken = { size: 100, read: () => Promise.reject(new Error('no disk')) };
    expect(await openProgram(broken, 'a.out')).toEqual({
      problem: 'a.out cannot be read: no disk.',
    });
  });
});
