// Files that a program names where a stranger may have chosen the names: those outside of the
// permitted folders are not even looked for, by whatever path they are named, and who opened the
// program hears of them.
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../../src/bytes/source';
import type { SeparateDebugFiles } from '../../../src/symbols/separateDebugFiles';
import { openProgram } from '../../../src/symbols/openProgram';
import { DW_AT, DW_FORM, DW_TAG } from '../../../src/symbols/dwarf/constants';
import { makeUnits, text } from './dwarf/unitMaker';
import { makeElf, type MadeSection } from './elfFile';
import { CountedSource } from './countedSource';
import { entry, start, unitOf } from './hostile/hostile';
import { code, debugSections } from './opened';
import { Writer } from './writer';

const link = (name: string): Uint8Array =>
  new Writer()
    .text(name)
    .raw(new Uint8Array((4 - ((name.length + 1) % 4)) % 4))
    .u32(0).bytes;

const debugLink = (name: string): MadeSection[] => [{ name: '.gnu_debuglink', bytes: link(name) }];

const sharedLink = (name: string): MadeSection[] => [
  ...debugSections(makeUnits(unitOf())),
  { name: '.gnu_debugaltlink', bytes: new Writer().text(name).raw([1, 2, 3]).bytes },
];

const shared5 = (name: string): MadeSection[] => [
  ...debugSections(makeUnits(unitOf())),
  { name: '.debug_sup', bytes: new Writer().u16(5).u8(0).text(name).uleb(0).bytes },
];

/** Units that were split off into files of these names, made in a folder. */
const split = (directory: string, ...names: string[]): MadeSection[] =>
  debugSections(
    makeUnits(
      ...names.map((name, i) => ({
        version: 4,
        root: entry(DW_TAG.compile_unit, [
          text(DW_AT.comp_dir, directory),
          text(DW_AT.GNU_dwo_name, name),
          [DW_AT.GNU_dwo_id, DW_FORM.data8, (writer: Writer) => writer.u64(i + 1)] as const,
        ]),
      })),
    ),
  );

/**
 * Reads all of a program at /ws/bin/program; gives the files that it asked for, and those of which
 * its owner heard.
 */
async function read(sections: readonly MadeSection[], permitted?: readonly string[]) {
  const opened: string[] = [];
  const withheld: string[][] = [];
  const companions: SeparateDebugFiles = {
    folders: ['/usr/lib/debug'],
    ...(permitted && { permitted }),
    withheld: (paths) => withheld.push([...paths]),
    open: (path) => {
      opened.push(path);
      return Promise.resolve(undefined);
    },
  };
  const bytes = makeElf({ sections: [code(start, 0x1000), ...sections] });
  const result = await openProgram(new MemorySource(bytes), '/ws/bin/program', companions);
  if ('problem' in result) throw new Error(result.problem);
  const { program } = result;
  await program.typeNamed('sound');
  await program.globalsNamed('sound');
  return { opened, withheld, codes: program.diagnostics.map(({ code }) => code) };
}

const permitted = ['/ws', '/usr/lib/debug'];

describe('a file that a program names outside of the permitted folders', () => {
  it.each<[string, MadeSection[], string[]]>([
    ['.gnu_debuglink, up and out', debugLink('../../x.debug'), ['/x.debug']],
    ['.gnu_debuglink, absolute', debugLink('/etc/x.debug'), ['/etc/x.debug']],
    ['.gnu_debuglink, of another server', debugLink('\\\\host\\x.debug'), ['\\\\host\\x.debug']],
    ['.gnu_debugaltlink, absolute', sharedLink('/etc/x.dwz'), ['/etc/x.dwz']],
    ['.gnu_debugaltlink, up and out', sharedLink('../../etc/x.dwz'), ['/etc/x.dwz']],
    ['.debug_sup', shared5('/proc/self/exe'), ['/proc/self/exe']],
    ['a .dwo file', split('/build', 'a.dwo'), ['/build/a.dwo']],
    ['a .dwo file with a path of its own', split('/ws', '/build/a.dwo'), ['/build/a.dwo']],
    ['a .dwo file, in and out', split('/ws/bin/../..', 'ws/../build/a.dwo'), ['/build/a.dwo']],
    ['a .dwo file in a folder whose name begins alike', split('/ws2', 'a.dwo'), ['/ws2/a.dwo']],
  ])('is not opened: %s', async (_name, sections, files) => {
    const found = await read(sections, permitted);
    expect(found.opened.filter((path) => !/^\/(ws|usr\/lib\/debug)\//.test(path))).toEqual([]);
    expect([...new Set(found.withheld.flat())]).toEqual(expect.arrayContaining(files));
    expect(found.codes).toContain('debug-file-withheld');
    const free = await read(sections);
    expect(free.opened).toEqual(expect.arrayContaining(files));
    expect(free.withheld).toEqual([]);
    expect(free.codes).not.toContain('debug-file-withheld');
  });

  it('is told of with all others that units name, at the first of them', async () => {
    const names = Array.from({ length: 50 }, (_, i) => `${i}.dwo`);
    const { withheld } = await read(split('/build', ...names), permitted);
    expect(withheld[0]).toEqual(names.map((name) => `/build/${name}`));
  });
});

describe('a file that a program names inside of the permitted folders', () => {
  it.each<[string, MadeSection[], string]>([
    ['.gnu_debuglink', debugLink('x.debug'), '/ws/bin/.debug/x.debug'],
    ['.gnu_debugaltlink', sharedLink('../x.dwz'), '/ws/x.dwz'],
    [
      '.gnu_debugaltlink, in a folder for such files',
      sharedLink('../../usr/lib/debug/.dwz/x'),
      '/usr/lib/debug/.dwz/x',
    ],
    ['a .dwo file', split('/ws/obj', 'a.dwo'), '/ws/obj/a.dwo'],
  ])('is opened: %s', async (_name, sections, file) => {
    const found = await read(sections, permitted);
    expect(found.opened).toContain(file);
    expect(found.withheld).toEqual([]);
  });
});

describe('a file that a program names and that is no ELF file', () => {
  it.each<[string, MadeSection[]]>([
    ['.gnu_debuglink', debugLink('passwd')],
    ['.gnu_debugaltlink', sharedLink('passwd')],
    ['.debug_sup', shared5('passwd')],
    ['a .dwo file', split('/ws/bin', 'passwd')],
  ])('is not read beyond its beginning, nor used: %s', async (_name, sections) => {
    const secret = 'root:secret:0:0\n';
    const file = new CountedSource(new TextEncoder().encode(secret.repeat(1 << 16)));
    const companions: SeparateDebugFiles = { folders: [], open: () => Promise.resolve(file) };
    const bytes = makeElf({ sections: [code(start, 0x1000), ...sections] });
    const result = await openProgram(new MemorySource(bytes), '/ws/bin/program', companions);
    if ('problem' in result) throw new Error(result.problem);
    await result.program.typeNamed('sound');
    await result.program.globalsNamed('sound');
    expect(file.reads).toBeGreaterThan(0);
    expect(file.bytesGiven / file.reads).toBeLessThanOrEqual(1 << 14);
    const codes = result.program.diagnostics.map(({ code }) => code);
    expect(codes).toEqual([expect.stringMatching(/^(debug|supplementary|split)-file-missing$/)]);
    expect(JSON.stringify(result.program.diagnostics)).not.toContain('secret');
  });
});
