// Real programs with bytes altered, taken out, put in and cut off, the same ones at every run:
// whatever a program is asked, it answers, without throwing, without end, and without reading more
// than a bounded multiple of its file.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MemorySource, type ByteSource } from '../../src/bytes/source';
import { readElf } from '../../src/symbols/elf';
import { ProgramFindings } from '../../src/symbols/findings';
import { type Program } from '../../src/symbols/program';
import { openProgram } from '../../src/symbols/openProgram';
import { programBytes } from '../oracle/data/symbols/words';
import { CountedSource } from '../unit/symbols/countedSource';
import { askProgram } from './askProgram';
import { generator, inRounds, mutate, oneOf, timeLimit, type Random } from './rounds';

const programs = [
  'clang-dwarf2-O2',
  'gcc-dwarf2-O2',
  'gcc-dwarf4-O2',
  'gcc-dwarf5-O2',
  'gcc-dwarf64-v5',
  'gcc-shape',
  'gcc-shape-types',
  'gcc-dwz',
  'clang-shape',
  'clang-split',
  'rust',
  'aarch64',
  's390x',
  'arm-thumb',
  'ppc64-opd',
  'gcc-zlib',
  'gcc-zlib-gnu',
  'gcc-zstd',
  'names',
  'names2',
];

const separate = path.join(import.meta.dirname, '../oracle/data/symbols/separate');

/**
 * Those with a table of names stand beside those with their debugging information in other files.
 */
function bytesOf(name: string): Uint8Array {
  return name.startsWith('names')
    ? readFileSync(path.join(separate, name, 'program'))
    : programBytes(name);
}

const rounds = 30;
/** Bytes that stay: without them the file is no program. */
const kept = 16;
const cuts = 20;
/**
 * What all answers about one program may read, in bytes: its readers allow themselves about 64 MiB
 * each.
 */
const maxRead = 2 ** 29;

/** Addresses of the program's code and around it. */
function addressesOf(program: Program, random: Random): bigint[] {
  const within = program.loadedRanges
    .slice(0, 8)
    .flatMap(({ start, end }) => [start, start + BigInt(random(Number(end - start) || 1))]);
  return [0n, 2n ** 64n - 1n, program.elf.entry, ...within];
}

async function expectAnswers(bytes: Uint8Array, random: Random): Promise<boolean> {
  const source = new CountedSource(bytes);
  const opened = await openProgram(source, 'altered');
  if ('program' in opened) await askProgram(opened.program, addressesOf(opened.program, random));
  else expect(opened.problem).not.toBe('');
  expect(source.bytesGiven).toBeLessThan(maxRead);
  return 'program' in opened;
}

describe('programs that were altered', () => {
  const counts = { opened: 0 };
  it.each(programs)(
    '%s: every question has an answer',
    async (name) => {
      const bytes = bytesOf(name);
      await inRounds(rounds, bytes.length, async (random) => {
        if (await expectAnswers(mutate(bytes, random, kept), random)) counts.opened++;
      });
    },
    timeLimit,
  );
  it('were opened, nearly all of them', () => {
    expect(counts.opened).toBeGreaterThan(0.9 * rounds * programs.length);
  });
});

/** Programs with parts of their debugging information in the files named. */
const parted: readonly (readonly [name: string, ...files: string[]])[] = [
  ['debuglink', 'program.debug'],
  ['gcc-split4', 'main.dwo', 'other.dwo'],
  ['clang-split5', 'main.dwo', 'other.dwo'],
  ['gcc-split-types5', 'shape.dwo'],
  ['gnu-package-types4', 'program.dwp'],
  ['llvm-package5', 'program.dwp'],
  ['dwz', 'common.dwz'],
  ['dwz5', 'common.dwz'],
];

describe('separate debug files that were altered', () => {
  it.each(parted)(
    '%s: every question has an answer',
    async (name, ...files) => {
      const where = path.join(separate, name, 'program');
      const program = readFileSync(where);
      const whole = files.map((file) => readFileSync(path.join(separate, name, file)));
      await inRounds(rounds, name.length, async (random) => {
        const sources = new Map(
          files.map((file, i) => {
            const source = new CountedSource(mutate(whole[i] ?? program, random, kept));
            return [path.join(separate, name, file), source];
          }),
        );
        const open = (file: string): Promise<ByteSource | undefined> =>
          Promise.resolve(sources.get(file));
        const opened = await openProgram(new MemorySource(program), where, { folders: [], open });
        if ('problem' in opened) throw new Error(opened.problem);
        await askProgram(opened.program, addressesOf(opened.program, random));
        for (const { bytesGiven } of sources.values()) expect(bytesGiven).toBeLessThan(maxRead);
      });
    },
    timeLimit,
  );
});

/**
 * The sections of a program that are read for symbols and call frames, by what their names begin
 * with.
 */
const sectionsRead = ['.debug_', '.zdebug_', '.eh_frame', '.symtab', '.strtab', '.dynsym', '.gnu_'];

/** The sections with something in them: offset and bytes in the file. */
async function sectionsOf(
  bytes: Uint8Array,
): Promise<{ name: string; at: number; size: number }[]> {
  const elf = await readElf(new MemorySource(bytes), new ProgramFindings());
  return (elf?.sections ?? [])
    .filter(({ name, size }) => size > 0 && sectionsRead.some((begin) => name.startsWith(begin)))
    .map(({ name, offset, size }) => ({ name, at: offset, size }));
}

describe('sections that were altered', () => {
  const altered = new Set<string>();
  it.each(programs)(
    'of %s: every question has an answer',
    async (name) => {
      const bytes = bytesOf(name);
      const sections = await sectionsOf(bytes);
      await inRounds(rounds, bytes.length + 1, async (random) => {
        const { name: section, at, size } = oneOf(sections, random);
        const end = at + size;
        const within = mutate(bytes.slice(at, end), random, 0).subarray(0, size);
        const changed = bytes.slice();
        changed.set(within, at);
        altered.add(section);
        await expectAnswers(changed, random);
      });
    },
    timeLimit,
  );
  it('were of all kinds', () => {
    const kinds = ['.debug_info', '.debug_abbrev', '.debug_line', '.debug_str', '.debug_rnglists'];
    kinds.push('.debug_ranges', '.debug_loclists', '.debug_loc', '.debug_aranges', '.eh_frame');
    expect([...altered]).toEqual(expect.arrayContaining(kinds));
  });
});

describe('programs that were cut', () => {
  it.each(programs)('%s: every question has an answer', async (name) => {
    const bytes = bytesOf(name);
    const random = generator(bytes.length);
    for (let cut = 1; cut <= cuts; cut++) {
      const length = Math.floor((bytes.length * cut) / cuts) - 1;
      await expectAnswers(bytes.subarray(0, length), random);
    }
  });
});
