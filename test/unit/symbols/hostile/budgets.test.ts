// What bounds the memory and the work that a program costs, each by itself: the suites beside this
// one see them together, where one bound would hide that another is gone.
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../../../src/bytes/source';
import { CompressedSection } from '../../../../src/symbols/sections';
import { Allowance } from '../../../../src/symbols/dwarf/debugSections';
import { UnitFile } from '../../../../src/symbols/dwarf/unit';
import { ProgramFindings } from '../../../../src/symbols/findings';
import { StoredSection } from '../../../../src/symbols/sectionBytes';
import { makeUnits } from '../dwarf/unitMaker';
import { sectionsOf } from '../sectionsOf';
import { unitOf } from './hostile';

describe('a compressed section', () => {
  const unpacked = (stored: number, size: number) => {
    const source = new MemorySource(new Uint8Array(stored));
    const header = { name: '.debug_str', offset: 0, size: stored } as ConstructorParameters<
      typeof StoredSection
    >[1];
    const compression = { kind: 'zlib', start: 24, size } as const;
    return new CompressedSection(
      new StoredSection(source, header),
      compression,
      new ProgramFindings(),
    );
  };

  it.each([2 ** 62, 2 ** 40, 2 ** 30, 2 ** 25])(
    'of 1000 bytes that promises %d is not given room',
    async (size) => {
      const section = unpacked(1000, size);
      expect(section.size).toBe(0);
      expect(await section.read(0, 1)).toHaveLength(0);
    },
  );

  it('of any size is given no more than a gigabyte', () => {
    expect(unpacked(2 ** 23, 2 ** 30).size).toBe(2 ** 30);
    expect(unpacked(2 ** 23, 2 ** 30 + 1).size).toBe(0);
  });
});

describe('a walk over units', () => {
  /** Units in a file of which so many bytes are read with each look at how much was. */
  const walk = async (step: number) => {
    const made = sectionsOf(makeUnits(...Array.from({ length: 100 }, () => unitOf())));
    let bytesRead = 0;
    const sections = {
      ...made,
      get bytesRead() {
        return (bytesRead += step);
      },
    };
    const file = new UnitFile(sections, 0, undefined, () => Promise.resolve(undefined));
    let count = 0;
    const walk = file.units();
    while (!(await walk.next()).done) count++;
    return { count, codes: made.findings.list.map(({ code }) => code) };
  };

  it('ends, and says so, where it reads far more than the file has', async () => {
    const { count, codes } = await walk(1 << 23);
    expect(count).toBeGreaterThan(5);
    expect(count).toBeLessThan(20);
    expect(codes).toEqual(['debug-information-excessive']);
  });

  it('goes to the end elsewhere', async () => {
    expect(await walk(1 << 10)).toEqual({ count: 100, codes: [] });
  });
});

it('any walk that stops because it reads too much says so', () => {
  const made = { ...sectionsOf({}), bytesRead: 0 };
  const allowance = new Allowance(made);
  expect(allowance.spent).toBe(false);
  made.bytesRead = 2 ** 40;
  expect(allowance.spent).toBe(true);
  expect(made.findings.list).toMatchObject([{ code: 'debug-information-excessive' }]);
});
