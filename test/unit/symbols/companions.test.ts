// Where the files beside a program are looked for, and what a program says of them.
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../../src/bytes/source';
import {
  buildIdPaths,
  debugLinkPaths,
  splitPaths,
  supplementaryPaths,
  crc32,
  readDebugLink,
  readSupplementary,
  readSupplementaryLink,
} from '../../../src/symbols/separateDebugFiles';
import { UnitPackage } from '../../../src/symbols/dwarf/unitPackage';
import { sectionsOf } from './sectionsOf';
import { Writer } from './writer';

const folders = ['/usr/lib/debug', '/opt/debug'];
const id = Uint8Array.of(0xab, 0xcd, 0xef);

describe('the places of files beside a program', () => {
  it('go by the build id', () => {
    expect(buildIdPaths(id, folders)).toEqual([
      '/usr/lib/debug/.build-id/ab/cdef.debug',
      '/opt/debug/.build-id/ab/cdef.debug',
    ]);
    expect(buildIdPaths(new Uint8Array(1), folders)).toEqual([]);
  });

  it('go by .gnu_debuglink', () => {
    expect(debugLinkPaths('/usr/bin/app', 'app.debug', ['/usr/lib/debug'])).toEqual([
      '/usr/bin/app.debug',
      '/usr/bin/.debug/app.debug',
      '/usr/lib/debug/usr/bin/app.debug',
    ]);
    expect(debugLinkPaths('C:\\bin\\app.elf', 'app.debug', ['D:\\debug'])).toEqual([
      'C:\\bin\\app.debug',
      'C:\\bin\\.debug\\app.debug',
      'D:\\debug\\bin\\app.debug',
    ]);
    expect(debugLinkPaths('app', 'app.debug', [])).toEqual(['app.debug', '.debug/app.debug']);
  });

  it('of a supplementary file go from the file that names it', () => {
    const link = { name: '../../.dwz/app.dwz', id };
    expect(supplementaryPaths('/usr/lib/debug/bin/x/app.debug', link, ['/usr/lib/debug'])).toEqual([
      '/usr/lib/debug/.dwz/app.dwz',
      '/usr/lib/debug/.build-id/ab/cdef.debug',
      '/usr/lib/debug/.dwz/app.dwz',
    ]);
  });

  it('of a split unit go from where it was compiled, and from the program', () => {
    expect(splitPaths('/home/me/app', '/build', 'src/a.dwo', ['/dwo'])).toEqual([
      '/build/src/a.dwo',
      '/home/me/src/a.dwo',
      '/dwo/src/a.dwo',
      '/home/me/a.dwo',
    ]);
    expect(splitPaths('/home/me/app', undefined, '/build/a.dwo', [])).toEqual([
      '/build/a.dwo',
      '/home/me/a.dwo',
    ]);
  });
});

describe('what a program says of them', () => {
  it.each(['little', 'big'] as const)('a name and a checksum, %s endian', async (order) => {
    const link = new Writer(order).text('app.debug').u8(0, 0).u32(0x12345678);
    const sections = sectionsOf({ '.gnu_debuglink': link }, order);
    expect(await readDebugLink(sections)).toEqual({ name: 'app.debug', crc: 0x12345678 });
  });

  it('nothing, or too little', async () => {
    expect(await readDebugLink(sectionsOf({}))).toBeUndefined();
    expect(await readSupplementaryLink(sectionsOf({}))).toBeUndefined();
    const cut = new Writer().text('app.debug').u8(0, 0, 1);
    expect(await readDebugLink(sectionsOf({ '.gnu_debuglink': cut }))).toBeUndefined();
  });

  it('the supplementary file and its id', async () => {
    const old = new Writer().text('common.dwz').raw(id);
    expect(await readSupplementaryLink(sectionsOf({ '.gnu_debugaltlink': old }))).toEqual({
      name: 'common.dwz',
      id,
    });
    const section = new Writer().u16(5).u8(0).text('common.dwz').uleb(3).raw(id);
    const sections = sectionsOf({ '.debug_sup': section });
    expect(await readSupplementaryLink(sections)).toEqual({ name: 'common.dwz', id });
    expect(await readSupplementary(sections, true)).toBeUndefined();
  });

  it('a checksum that is that of ISO 3309', async () => {
    expect(await crc32(new MemorySource(new TextEncoder().encode('123456789')))).toBe(0xcbf43926);
    expect(await crc32(new MemorySource(new Uint8Array(0)))).toBe(0);
  });
});

describe('a package of split units', () => {
  const info = new Writer().raw([1, 2, 3, 4, 5, 6]);
  /** Two units of one section each, in four slots. */
  const index = (version: 2 | 5): Writer => {
    const header = version === 5 ? new Writer().u16(5).u16(0) : new Writer().u32(2);
    header.u32(1).u32(2).u32(4).u64(0).u64(0x11).u64(0).u64(0x22);
    return header.u32(0).u32(2).u32(0).u32(1).u32(1).u32(0).u32(2).u32(2).u32(4);
  };

  it.each([2, 5] as const)('of version %i says what is whose', async (version) => {
    const sections = sectionsOf({ '.debug_cu_index': index(version), '.debug_info.dwo': info });
    const units = await UnitPackage.read(sections);
    const bytesOf = async (unit: bigint): Promise<number[] | undefined> => {
      const section = await units.unit(unit)?.get('.debug_info');
      return section && [...(await section.read(0, 100))];
    };
    expect(await bytesOf(0x22n)).toEqual([1, 2]);
    expect(await bytesOf(0x11n)).toEqual([3, 4, 5, 6]);
    expect(await bytesOf(0x33n)).toBeUndefined();
    expect(units.type(0x22n)).toBeUndefined();
    expect((await units.unit(0x22n)?.get('.debug_abbrev'))?.size).toBe(0);
  });

  it('that is cut at any byte has no units, and says so', async () => {
    const whole = index(5).bytes;
    for (let length = 1; length < whole.length; length++) {
      const sections = sectionsOf({ '.debug_cu_index': whole.slice(0, length) });
      expect((await UnitPackage.read(sections)).unit(0x22n)).toBeUndefined();
      expect(sections.findings.list.map(({ code }) => code)).toEqual(['unit-index-unreadable']);
    }
  });
});
