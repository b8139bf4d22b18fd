// ELF headers, sections, segments and symbols, held against readelf.
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../src/bytes/source';
import { readElf, type Elf } from '../../src/symbols/elf';
import { ProgramFindings } from '../../src/symbols/findings';
import { Sections } from '../../src/symbols/sections';
import { SymbolTable } from '../../src/symbols/symbolTable';
import { openRecorded, programBytes, programsWith, words } from './data/symbols/words';

const arm = 40;

async function open(name: string): Promise<{ elf: Elf; sections: Sections }> {
  const source = new MemorySource(programBytes(name));
  const findings = new ProgramFindings();
  const elf = await readElf(source, findings);
  if (!elf) throw new Error(`${name} is no ELF file`);
  expect(findings.list).toEqual([]);
  return { elf, sections: new Sections(source, elf, findings) };
}

/** The fields of readelf's `ELF Header`. */
function headerFields(name: string): Map<string, string> {
  const fields = words(name, 'headers').flatMap((line) => {
    const [, key, value] = /^ ([A-Z][^:]*): (.*)$/.exec(line) ?? [];
    return key && value !== undefined ? [[key, value.trim()] as const] : [];
  });
  return new Map(fields);
}

const machines: Readonly<Record<number, string>> = {
  3: 'Intel 80386',
  8: 'MIPS R3000',
  21: 'PowerPC64',
  22: 'IBM S/390',
  40: 'ARM',
  62: 'Advanced Micro Devices X86-64',
  183: 'AArch64',
  243: 'RISC-V',
};

function asHeader({ header, sections, segments }: Elf): string {
  const { bits, order, machine, type, entry, flags } = header;
  const kind = { 1: 'REL', 2: 'EXEC', 3: 'DYN' }[type];
  return [
    `ELF${bits}`,
    `2's complement, ${order} endian`,
    kind,
    machines[machine],
    `0x${entry.toString(16)}`,
    `0x${flags.toString(16)}`,
    sections.length,
    segments.length,
  ].join();
}

function readelfHeader(name: string): string {
  const field = headerFields(name);
  return [
    field.get('Class'),
    field.get('Data'),
    field.get('Type')?.split(' ')[0],
    field.get('Machine'),
    field.get('Entry point address'),
    field.get('Flags')?.split(',')[0],
    field.get('Number of section headers'),
    field.get('Number of program headers'),
  ].join();
}

const sectionTypes: Readonly<Record<string, number>> = {
  NULL: 0,
  PROGBITS: 1,
  SYMTAB: 2,
  STRTAB: 3,
  RELA: 4,
  HASH: 5,
  DYNAMIC: 6,
  NOTE: 7,
  NOBITS: 8,
  REL: 9,
  DYNSYM: 11,
  INIT_ARRAY: 14,
  FINI_ARRAY: 15,
  GNU_HASH: 0x6ffffff6,
  GNU_ATTRIBUTES: 0x6ffffff5,
  VERNEED: 0x6ffffffe,
  VERSYM: 0x6fffffff,
  ARM_ATTRIBUTES: 0x70000003,
  RISCV_ATTRIBUTES: 0x70000003,
  X86_64_UNWIND: 0x70000001,
  MIPS_DWARF: 0x7000001e,
  MIPS_REGINFO: 0x70000006,
  MIPS_ABIFLAGS: 0x7000002a,
};

const sectionFlags = { W: 1, A: 2, X: 4, M: 0x10, S: 0x20, I: 0x40, G: 0x200, T: 0x400, C: 0x800 };

/** Rows of readelf's section table, numbers made alike. */
function readelfSections(name: string): string[] {
  const row =
    /^ \[ ?(\d+)\] (?:(\S+) )?([A-Z][A-Z0-9_]+) ([0-9a-f]{8,}) ([0-9a-f]+) ([0-9a-f]+) ([0-9a-f]+) (?:([A-Zop]+) )?(\d+) (\d+) \d+$/;
  return words(name, 'headers').flatMap((line) => {
    const match = row.exec(line);
    if (!match) return [];
    const [, index, called = '', type = '', address, offset, size, entry, flags = '', link, info] =
      match;
    const bits = Object.entries(sectionFlags).filter(([letter]) => flags.includes(letter));
    const numbers = [address, offset, size, entry].map((each) => BigInt(`0x${each}`));
    const sum = bits.reduce((all, [, bit]) => all | bit, 0);
    return [[index, called, sectionTypes[type], ...numbers, sum, link, info].join()];
  });
}

/** Bits that a letter of `sectionFlags` stands for. */
const shownFlags = Object.values(sectionFlags).reduce((all, bit) => all | bit, 0);

const segmentTypes: Readonly<Record<string, number>> = {
  LOAD: 1,
  DYNAMIC: 2,
  INTERP: 3,
  NOTE: 4,
  PHDR: 6,
  TLS: 7,
  GNU_EH_FRAME: 0x6474e550,
  GNU_STACK: 0x6474e551,
  GNU_RELRO: 0x6474e552,
  GNU_PROPERTY: 0x6474e553,
  REGINFO: 0x70000000,
  EXIDX: 0x70000001,
  ABIFLAGS: 0x70000003,
  RISCV_ATTRIBUT: 0x70000003,
};

const segmentFlags = { E: 1, W: 2, R: 4 };

function readelfSegments(name: string): string[] {
  const row =
    /^ ([A-Z_]+) (0x[0-9a-f]+) (0x[0-9a-f]+) 0x[0-9a-f]+ (0x[0-9a-f]+) (0x[0-9a-f]+) ([RWE ]*) ?(?:0x)?[0-9a-f]+$/;
  return words(name, 'headers').flatMap((line) => {
    const [, type, offset, address, fileSize, memorySize, letters] = row.exec(line) ?? [];
    if (!type || !offset || !address || !fileSize || !memorySize) return [];
    const bits = Object.entries(segmentFlags).filter(([letter]) => letters?.includes(letter));
    const flags = bits.reduce((all, [, bit]) => all | bit, 0);
    const numbers = [offset, address, fileSize, memorySize].map(BigInt);
    return [[segmentTypes[type], ...numbers, flags].join()];
  });
}

describe('ELF headers', () => {
  const counts = { files: 0, sections: 0, segments: 0 };
  it.each(programsWith('headers'))('%s: those that readelf prints', async (name) => {
    const { elf } = await open(name);
    expect(asHeader(elf)).toBe(readelfHeader(name));
    const sections = elf.sections.map(
      ({ index, name: called, type, address, offset, size, entrySize, flags, link, info }) =>
        [
          index,
          called,
          type,
          address,
          offset,
          size,
          entrySize,
          flags & shownFlags,
          link,
          info,
        ].join(),
    );
    expect(sections).toEqual(readelfSections(name));
    const segments = elf.segments.map(({ type, offset, address, fileSize, memorySize, flags }) =>
      [type, offset, address, fileSize, memorySize, flags].join(),
    );
    expect(segments).toEqual(readelfSegments(name));
    counts.files++;
    counts.sections += sections.length;
    counts.segments += segments.length;
  });
  it('were compared', () => {
    expect(counts).toEqual({ files: 37, sections: 737, segments: 202 });
  });
});

const symbolTypes = ['NOTYPE', 'OBJECT', 'FUNC', 'SECTION', 'FILE', 'COMMON', 'TLS'];
const symbolBindings = ['LOCAL', 'GLOBAL', 'WEAK'];
const reserved: Readonly<Record<string, number>> = { UND: 0, ABS: 0xfff1, COM: 0xfff2 };

/**
 * Rows of the last table that readelf prints, .symtab where there is one; it adds versions in
 * .dynsym.
 */
function readelfSymbols(name: string, machine: number): string[] {
  const text = words(name, 'symbols').join('\n');
  const table = text.split(/^Symbol table /m).at(-1) ?? '';
  const dynamic = table.startsWith("'.dynsym'");
  return table.split('\n').flatMap((line) => {
    const row = /^ \d+: ([0-9a-f]+) (\w+) (\w+) (\w+) \w+ (?:\[[^\]]*\] )?(\w+) ?(.*)$/.exec(line);
    const [, value, size, type = '', binding = '', section = '', called = ''] = row ?? [];
    if (!value || !size) return [];
    const thumb = machine === arm && type === 'FUNC' ? 1n : 0n;
    const plain = dynamic ? called.replace(/@.*/, '') : called;
    const shown = type === 'SECTION' ? '' : plain;
    const kind = type === 'IFUNC' ? 10 : symbolTypes.indexOf(type);
    const index = reserved[section] ?? Number(section);
    const bind = type === 'UNIQUE' ? 10 : symbolBindings.indexOf(binding);
    return [[BigInt(`0x${value}`) & ~thumb, BigInt(size), kind, bind, index, shown].join()];
  });
}

describe('symbols', () => {
  let compared = 0;
  it.each(programsWith('symbols'))('%s: those that readelf prints', async (name) => {
    const { elf, sections } = await open(name);
    const table = await SymbolTable.read(sections);
    const theirs = readelfSymbols(name, elf.header.machine);
    const ours: string[] = [];
    for (let row = 0; row < theirs.length; row++) {
      const { address, size, type, binding, section, name: called } = await table.symbol(row);
      ours.push([address, size, type, binding, section, called].join());
    }
    expect(ours).toEqual(theirs);
    compared += theirs.length;
  });
  it('were compared', () => {
    expect(compared).toBe(5771);
  });
});

describe('programs', () => {
  it('say their build id', async () => {
    const ids = await Promise.all(
      ['corpus-x86_64-app', 'corpus-s390x-app'].map(async (name) => (await openRecorded(name)).elf),
    );
    expect(ids.map(({ buildId }) => buildId)).toEqual([
      '7a5efce462b9602140475173f7ec118a69fd4a6b',
      'd661b8b6a3ace39e2fada4865807a1295b6608d5',
    ]);
  });
});
