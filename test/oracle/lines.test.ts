// Every row of every line table, held against readelf and llvm-dwarfdump; and the lines of
// addresses and the addresses of lines, held against addr2line and gdb.
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../src/bytes/source';
import { Dwarf } from '../../src/symbols/dwarf/dwarf';
import { RowFlag, type LineRows } from '../../src/symbols/dwarf/lineProgram';
import { runLineProgram, type LineTable } from '../../src/symbols/dwarf/lineTable';
import { readElf } from '../../src/symbols/elf';
import { ProgramFindings } from '../../src/symbols/findings';
import { Sections } from '../../src/symbols/sections';
import { gdbAnswers, openRecorded, programBytes, programsWith, words } from './data/symbols/words';

/** A line table with all rows of its program. */
interface Lines {
  readonly table: LineTable;
  readonly rows: LineRows;
}

/** All line tables of a program, in the order of .debug_line. */
async function lineTables(name: string): Promise<Map<number, Lines>> {
  const source = new MemorySource(programBytes(name));
  const findings = new ProgramFindings();
  const elf = await readElf(source, findings);
  if (!elf) throw new Error(`${name} is no ELF file`);
  const dwarf = new Dwarf(new Sections(source, elf, findings));
  const tables = new Map<number, Lines>();
  for await (const unit of dwarf.allUnits()) {
    const table = await dwarf.lines(unit);
    const program = await runLineProgram(unit);
    if (table && program) {
      tables.set(unit.root.statementList ?? 0, { table, rows: program.rows });
    }
  }
  return new Map([...tables].sort(([a], [b]) => a - b));
}

/**
 * Rows as readelf writes them: file, line (`-` at the end of a sequence), address, `x` for a
 * statement.
 */
function asReadelf({ table, rows }: Lines): string[] {
  return Array.from({ length: rows.length }, (_, i) => {
    const { file, line, address, flags } = rows.row(i);
    const ends = (flags & RowFlag.endSequence) !== 0;
    const name = table.file(file)?.name ?? '<unknown>';
    const statement = flags & RowFlag.statement && !ends ? ' x' : '';
    return `${name} ${ends ? '-' : line} 0x${address.toString(16)}${statement}`;
  });
}

/** The rows in readelf's output, without the views, which are not read. */
function readelfRows(name: string): string[] {
  return words(name, 'decodedline').flatMap((line) => {
    const row = /^(\S+)\s+(\d+|-)\s+(?:0x)?([0-9a-f]+)(?:\[\d+\])?(?:\s+\d+)?(\s+x)?\s*$/.exec(
      line,
    );
    const [, file, number, address, statement] = row ?? [];
    if (!file || !number || !address) return [];
    return [`${file} ${number} 0x${address}${statement ? ' x' : ''}`];
  });
}

/** Rows as llvm-dwarfdump writes them, without the registers that are not kept. */
function asLlvm({ rows }: Lines): string[] {
  return Array.from({ length: rows.length }, (_, i) => {
    const { file, line, column, address, flags } = rows.row(i);
    const names = Object.entries(flagNames).filter(([, bit]) => flags & bit);
    const marks = names.map(([name]) => name).join(' ');
    return `0x${address.toString(16)} ${line} ${column} ${file} ${marks}`.trimEnd();
  });
}

const flagNames = {
  is_stmt: RowFlag.statement,
  basic_block: RowFlag.basicBlock,
  prologue_end: RowFlag.prologueEnd,
  epilogue_begin: RowFlag.epilogueBegin,
  end_sequence: RowFlag.endSequence,
};

function llvmRows(name: string): string[] {
  return words(name, 'rows').flatMap((line) => {
    const row = /^0x0*([0-9a-f]+) +(\d+) +(\d+) +(\d+) +\d+ +\d+ *(.*)$/.exec(line);
    const [, address, number, column, file, marks] = row ?? [];
    return address === undefined
      ? []
      : [`0x${address} ${number} ${column} ${file} ${marks?.trim().replace(/ +/g, ' ')}`.trimEnd()];
  });
}

/** What a tool says of an address: the line, and the file where the tool gives its path. */
interface Place {
  readonly path: string;
  readonly line: number;
}

/**
 * The place of each address that addr2line printed, of the innermost function; line 0 for no line.
 */
function addr2linePlaces(name: string): Map<string, Place | undefined> {
  const places = new Map<string, Place | undefined>();
  const text = words(name, 'addr2line');
  text.forEach((line, i) => {
    if (!/^0x[0-9a-f]+$/.test(line)) return;
    const [, file, number] = /^(.*):(\d+|\?)(?: \(.*\))?$/.exec(text[i + 2] ?? '') ?? [];
    const known = file !== undefined && file !== '??';
    const place = known ? { path: file, line: Number(number === '?' ? 0 : number) } : undefined;
    places.set(`0x${BigInt(line).toString(16)}`, place);
  });
  return places;
}

/** The place of each address that gdb printed; it gives the name of the file alone. */
function gdbPlaces(name: string): Map<string, Place | undefined> {
  const places = new Map<string, Place | undefined>();
  for (const [address, [, answer]] of gdbAnswers(name, '@')) {
    const [, line, file] = /^Line (\d+) of "([^"]*)"/.exec(answer ?? '') ?? [];
    places.set(address, file === undefined ? undefined : { path: file, line: Number(line) });
  }
  return places;
}

function shortName(place: Place | undefined): string {
  return place ? `${place.path.split('/').at(-1)}:${place.line}` : 'none';
}

describe('line tables', () => {
  let rows = 0;
  it.each(programsWith('decodedline'))('%s has the rows that readelf prints', async (name) => {
    const ours = [...(await lineTables(name)).values()].flatMap(asReadelf);
    const theirs = readelfRows(name);
    expect(ours).toEqual(theirs);
    rows += theirs.length;
  });
  it('were compared row by row', () => {
    expect(rows).toBe(3397);
  });

  let llvm = 0;
  it.each(programsWith('rows'))('%s has the rows that llvm-dwarfdump prints', async (name) => {
    const ours = [...(await lineTables(name)).values()].flatMap(asLlvm);
    const theirs = llvmRows(name);
    expect(ours).toEqual(theirs);
    llvm += theirs.length;
  });
  it('were compared with llvm row by row', () => {
    expect(llvm).toBe(2434);
  });
});

describe('lines of addresses', () => {
  const counts = { gdb: 0, addr2line: 0 };

  it.each(programsWith('gdb'))('%s: those of gdb', async (name) => {
    const program = await openRecorded(name);
    for (const [address, place] of gdbPlaces(name)) {
      const ours = await program.lines.lineAt(BigInt(address));
      const mine = shortName(ours && { path: ours.file, line: ours.line });
      expect(`${address} ${mine}`).toBe(`${address} ${shortName(place)}`);
      counts.gdb++;
    }
  });

  // Where they differ, addr2line took a row that begins no statement, or misread the file; gdb is
  // right.
  it.each(programsWith('addr2line'))('%s: paths of addr2line', async (name) => {
    const program = await openRecorded(name);
    const theirs = addr2linePlaces(name);
    for (const [address, place] of gdbPlaces(name)) {
      const other = theirs.get(address);
      if (!place || shortName(place) !== shortName(other)) continue;
      const ours = await program.lines.lineAt(BigInt(address));
      expect(`${ours?.file}:${ours?.line}`).toBe(
        `${other?.path.replace('/./', '/')}:${other?.line}`,
      );
      counts.addr2line++;
    }
  });

  it('were compared', () => {
    expect(counts).toEqual({ gdb: 5322, addr2line: 2952 });
  });
});

/**
 * Where gdb moves on to the entry of the function, although the line's code lies before it (in the
 * cold part), or on ppc64 skips a prologue that it does not skip for `break main`.
 */
const moved: Readonly<Record<string, readonly string[]>> = {
  'gcc-dwarf2-O2': [33, 34, 35, 36, 37].map((line) => `main.c:${line}`),
  'gcc-dwarf5-O2': [33, 34, 35, 36, 37].map((line) => `main.c:${line}`),
  'gcc-i386': [33, 34, 35, 36, 37].map((line) => `main.c:${line}`),
  'gcc-lto': [33, 34, 35, 36, 37].map((line) => `main.c:${line}`),
  'ppc64-opd': ['main.c:62', 'main.c:63'],
};

describe('addresses of lines', () => {
  const counts = { same: 0, more: 0, own: 0 };

  // gdb takes one address where a block has several, and forgets a line where another file's code
  // begins at the same address; where a line has code but no statement, it goes on to the next.
  // Without the .dwo files it looks at the instructions.
  const programs = programsWith('gdb').filter((name) => name !== 'clang-split');
  it.each(programs)('%s: those where gdb breaks', async (name) => {
    const program = await openRecorded(name);
    const files = await program.sourceFiles();
    for (const [place, answers] of gdbAnswers(name, ':')) {
      if (moved[name]?.includes(place)) continue;
      const [file, line] = [place.split(':')[0], Number(place.split(':')[1])];
      const recorded = files.filter((each) => each.split('/').at(-1) === file);
      const found = await Promise.all(recorded.map((each) => program.addressesOfLine(each, line)));
      const ours = new Set(found.flat().map((each) => each.afterPrologue ?? each.address));
      const theirs = new Set(answers.filter((each) => each.startsWith('0x')).map(BigInt));
      const missed = [...theirs].filter((each) => !ours.has(each));
      if (missed.length > 0 && found.flat().every((each) => each.line === line)) {
        counts.own++;
        continue;
      }
      expect.soft([place, ...missed]).toEqual([place]);
      counts[ours.size === theirs.size ? 'same' : 'more']++;
    }
  });

  it('were compared', () => {
    expect(counts).toEqual({ same: 2209, more: 205, own: 127 });
  });
});
