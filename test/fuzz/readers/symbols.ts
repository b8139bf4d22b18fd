// What is read of programs: ELF files, each section of their debugging information, call frame
// information, expressions, and the names that compilers make.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { MemorySource } from '../../../src/bytes/source';
import { evaluateNumber, evaluateLocation } from '../../../src/machine/dwarf/recordedExpression';
import { DW_OP } from '../../../src/symbols/dwarf/operations';
import { DW_CFA, DW_LLE, DW_LNE, DW_LNS, DW_RLE } from '../../../src/symbols/dwarf/constants';
import { demangle } from '../../../src/symbols/demangle';
import { readElf } from '../../../src/symbols/elf';
import { ProgramFindings } from '../../../src/symbols/findings';
import { openProgram } from '../../../src/symbols/openProgram';
import { programBytes } from '../../oracle/data/symbols/words';
import { double, encoding, frameOf, memoryOf } from '../../unit/values/makers';
import { callFrames } from '../../unit/symbols/dwarf/cfi/callFrameMaker';
import { alterNumbers, alterText } from '../alter';
import { CountedSource } from '../../unit/symbols/countedSource';
import { askProgram } from '../askProgram';
import type { Reader } from '../reader';
import { mutate, oneOf, type Random } from '../rounds';

/**
 * Bytes that the answers about one program may read: its readers allow themselves about 64 MiB
 * each.
 */
const maxRead = 2 ** 29;

const data = path.join(import.meta.dirname, '../../oracle/data');

/** Programs with what those of the unit tests have not: a table of names, and macros. */
const files: Readonly<Record<string, string>> = {
  names: path.join(data, 'symbols/separate/names/program'),
  macros: path.join(data, 'console/macros/tally'),
};

/** Bytes of a program, in memory of their own. */
function bytesOf(name: string): Uint8Array {
  const file = files[name];
  return new Uint8Array(file === undefined ? programBytes(name) : readFileSync(file));
}

async function readProgram(bytes: Uint8Array): Promise<unknown> {
  const source = new CountedSource(bytes);
  const opened = await openProgram(source, 'altered');
  if ('problem' in opened) return opened.problem;
  const { program } = opened;
  const starts = program.loadedRanges.slice(0, 2).flatMap(({ start, end }) => {
    const eighth = (end - start) / 8n || 1n;
    return Array.from({ length: 8 }, (_, i) => start + BigInt(i) * eighth);
  });
  const main = (await program.addressesOfFunction('main')).map(({ entry }) => entry);
  const entries = [program.elf.entry, ...main.slice(0, 4)];
  const answers = await askProgram(program, [0n, 2n ** 64n - 1n, ...entries, ...starts]);
  if (source.bytesGiven > maxRead) throw new Error(`${source.bytesGiven} bytes were read.`);
  return answers;
}

/**
 * A section of a little-endian ELF file of 64 bits: the offset of its header, and where it lies.
 */
function sectionOf(
  file: Uint8Array,
  wanted: string,
): { header: number; at: number; size: number } | undefined {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const table = Number(view.getBigUint64(0x28, true));
  const headers = Array.from({ length: view.getUint16(0x3c, true) }, (_, i) => table + 64 * i);
  const places = headers.map((header) => ({
    header,
    at: Number(view.getBigUint64(header + 24, true)),
    size: Number(view.getBigUint64(header + 32, true)),
  }));
  const names = places[view.getUint16(0x3e, true)]?.at ?? 0;
  return places.find(({ header }) => {
    const at = names + view.getUint32(header, true);
    return Buffer.from(file.subarray(at, file.indexOf(0, at))).toString('latin1') === wanted;
  });
}

/** The program with other contents of a section: they are put behind everything else. */
function withSection(file: Uint8Array, wanted: string, contents: Uint8Array): Uint8Array {
  const section = sectionOf(file, wanted);
  if (!section) throw new Error(`There is no ${wanted}.`);
  const made = new Uint8Array(Buffer.concat([file, contents]));
  const view = new DataView(made.buffer);
  view.setBigUint64(section.header + 24, BigInt(file.length), true);
  view.setBigUint64(section.header + 32, BigInt(contents.length), true);
  return made;
}

type Alteration = Reader['alter'];

/** A reader of one section of a program; the others stay as they are. */
function sectionReader(
  name: string,
  section: string,
  programs: readonly string[],
  alter: Alteration,
): Reader {
  const files = programs.map(bytesOf);
  const [first] = files;
  if (!first) throw new Error('A section needs a program.');
  const seeds = files.map((file) => {
    const { at, size } = sectionOf(file, section) ?? { at: 0, size: 0 };
    return file.slice(at, at + size);
  });
  return {
    name,
    isPart: true,
    rounds: 40,
    seeds: () => Promise.resolve(seeds),
    alter,
    read: (input) => readProgram(withSection(first, section, input)),
  };
}

/** Numbers of 1 to 10 bytes, each with its high bit set but the last: LEB128. */
function leb(random: Random): number[] {
  const length = random(4) === 0 ? 1 + random(10) : 1;
  return Array.from({ length }, (_, i) => (i + 1 < length ? 0x80 : 0) | random(0x80));
}

/**
 * Operations with their likely operands, put in somewhere; `fixed`: bytes of an operation's
 * operand, where not LEB128.
 */
function withOperations(
  codes: readonly number[],
  fixed: (code: number, random: Random) => readonly number[] | undefined = () => undefined,
): Alteration {
  return (input, random) => {
    if (random(3) === 0) return alterNumbers(input, random);
    const made = Array.from({ length: 1 + random(12) }, () => {
      const code = oneOf(codes, random);
      return [code, ...(fixed(code, random) ?? (random(2) === 0 ? leb(random) : []))];
    });
    const at = random(input.length + 1);
    const behind = input.subarray(Math.min(input.length, at + random(40)));
    return new Uint8Array(Buffer.concat([input.subarray(0, at), Buffer.from(made.flat()), behind]));
  };
}

const someBytes = (length: number, random: Random) =>
  Array.from({ length }, () => (random(3) === 0 ? random(256) : oneOf([0, 1, 0xff], random)));

/** The numbers of an enum, which has its names among its values. */
const numbersOf = (names: Readonly<Record<string, string | number>>): number[] =>
  Object.values(names).filter((each) => typeof each === 'number');

const lineOperations = withOperations([0, ...numbersOf(DW_LNS), 0x20, 0xf0], (code, random) => {
  if (code !== 0) return code === DW_LNS.fixed_advance_pc ? someBytes(2, random) : undefined;
  const extended = oneOf([...numbersOf(DW_LNE), 0x80], random);
  const operand = extended === DW_LNE.set_address ? someBytes(8, random) : leb(random);
  return [1 + (random(4) === 0 ? random(20) : operand.length), extended, ...operand];
});

/** A section of call frame information that is made anew. */
const madeCallFrames: Alteration = (input, random) => {
  if (random(4) === 0) return mutate(input, random, 0, 40);
  const codes = numbersOf(DW_CFA);
  const instructions = () =>
    Array.from({ length: random(16) }, () => {
      const code = oneOf(codes, random);
      return [
        code | (code >= 0x40 ? random(0x40) : 0),
        ...leb(random),
        ...(random(3) === 0 ? leb(random) : []),
      ];
    }).flat();
  const start = 0x401000n;
  const functions = Array.from({ length: 1 + random(3) }, (_, i) => ({
    start: start + BigInt(0x40 * i),
    length: random(5) === 0 ? random(0x10000) : 0x40,
    instructions: instructions(),
  }));
  const augmentation = oneOf(['', 'z', 'zR', 'zRS', 'zPLR', 'eh', 'zZ'], random);
  const augmentationData = someBytes(random(4), random);
  const made = callFrames(
    { instructions: instructions(), augmentation, augmentationData },
    functions.map((each) => ({ ...each, augmentationData: [] })),
    { ehFrame: true },
  );
  return made.bytes;
};

const dwarf5 = ['gcc-dwarf5-O2'];
const dwarf4 = ['gcc-dwarf4-O2'];
const anywhere: Alteration = (input, random) =>
  random(2) === 0 ? alterNumbers(input, random) : mutate(input, random, 0, 20);

const unit = {
  offset: 0x100,
  address: (index: number) => Promise.resolve(BigInt(index)),
  baseType: (offset: number) => Promise.resolve(offset % 2 === 0 ? double : undefined),
  callee: () => Promise.resolve(undefined),
  pointee: () => Promise.resolve(undefined),
  entryOffset: (offset: number) => offset,
};

const expressionContext = {
  order: 'little',
  memory: memoryOf({ 0: new Uint8Array(256), 0x1000: [0x78, 0x56, 0x34, 0x12, 0, 0, 0, 0] }),
  register: (number: number) =>
    number % 2 === 0
      ? ({ kind: 'value', bytes: Uint8Array.of(0, 0x10, 0, 0, 0, 0, 0, 0) } as const)
      : ({ kind: 'unavailable' } as const),
  slide: 0n,
  cfa: 0x1000n,
  frame: frameOf({ 6: { kind: 'value', bytes: Uint8Array.of(0, 0x10, 0, 0, 0, 0, 0, 0) } }),
} as const;

const dwarfExpression: Reader = {
  name: 'dwarfExpression',
  rounds: 3000,
  seeds: () =>
    Promise.resolve(
      ['76089f', '9168', '0310000000000000009308509304', 'a303550122', '30282f0100', '2f0000'].map(
        (hex) => Uint8Array.from(Buffer.from(hex, 'hex')),
      ),
    ),
  alter: withOperations(numbersOf(DW_OP)),
  read: async (input) => {
    const expression = { bytes: input, encoding: encoding(), unit };
    const place = await evaluateLocation(expression, expressionContext);
    const number = await evaluateNumber(expression, expressionContext);
    return { place, number };
  },
};

const elf: Reader = {
  name: 'elf',
  rounds: 300,
  seeds: () =>
    Promise.resolve(['gcc-dwarf4-O2', 'gcc-dwarf5-O2', 'arm-thumb', 's390x'].map(bytesOf)),
  alter: (input, random) => {
    // The header and the section headers, which come last.
    const header = alterNumbers(input.slice(0, 64), random);
    const tail = input.length - 64 * random(40);
    const last = random(2) === 0 ? alterNumbers(input.slice(tail), random) : input.subarray(tail);
    const begin = random(2) === 0 ? header : input.subarray(0, 64);
    return new Uint8Array(Buffer.concat([begin, input.subarray(64, tail), last]));
  },
  read: async (input) => {
    const findings = new ProgramFindings();
    const read = await readElf(new MemorySource(input), findings);
    return { read, findings: findings.list };
  },
};

const nameParts =
  'N E I S_ S0_ SZ_ T_ T0_ L St K R O P F D Dp Dt DT J X sr cl 3foo 99999x B_ Ba_ Cs_ M Xs_ Y p D G_ 17h u4 Ul _ '.split(
    ' ',
  );

const symbolNames: Reader = {
  name: 'symbolNames',
  rounds: 3000,
  seeds: () =>
    Promise.resolve(
      [
        '_ZN5store5weighERKNS_5ThingEOiPFvSt6vectorIiSaIiEEE',
        '_ZNK3FooIJiLi3EEE3barIvEEDTclsrT_3fooEEv',
        '_ZN4core3fmt9Formatter3pad17h0123456789abcdefE',
        '_RNvXsC_CskeQ8u5qt7tJ_5rustyNtB5_5PointINtNtCs_4core3cmp9PartialEqjE2eq',
        '_RINvNtC3std3mem8align_ofFUKCdEuEC3foo',
      ].map((name) => new TextEncoder().encode(name)),
    ),
  alter: (input, random) => {
    const [, begin = '', rest = ''] =
      /^(_[ZR])?([^]*)$/.exec(new TextDecoder().decode(input)) ?? [];
    const altered = alterText(rest, random, nameParts, /\d+[a-zA-Z]?|[^]/g);
    return new TextEncoder().encode(random(20) === 0 ? altered : begin + altered);
  },
  read: (input) => demangle(new TextDecoder().decode(input)) ?? 'none',
};

export const symbolReaders: readonly Reader[] = [
  elf,
  sectionReader('dwarfInfo', '.debug_info', dwarf5, anywhere),
  sectionReader('dwarfAbbreviations', '.debug_abbrev', dwarf5, anywhere),
  sectionReader('dwarfLines', '.debug_line', dwarf5, lineOperations),
  sectionReader('dwarfLines4', '.debug_line', dwarf4, lineOperations),
  sectionReader('dwarfLocationLists', '.debug_loclists', dwarf5, withOperations(numbersOf(DW_LLE))),
  sectionReader('dwarfLocations4', '.debug_loc', dwarf4, alterNumbers),
  sectionReader('dwarfRangeLists', '.debug_rnglists', dwarf5, withOperations(numbersOf(DW_RLE))),
  sectionReader('dwarfRanges4', '.debug_ranges', dwarf4, alterNumbers),
  sectionReader('dwarfAddressRanges', '.debug_aranges', dwarf5, anywhere),
  sectionReader('callFrames', '.eh_frame', ['corpus-x86_64-app'], madeCallFrames),
  sectionReader('callFramesDebug', '.debug_frame', dwarf5, anywhere),
  sectionReader('dwarfTypeUnits', '.debug_types', ['gcc-shape-types'], anywhere),
  sectionReader('dwarfStringOffsets', '.debug_str_offsets', ['clang-dwarf5-O2'], alterNumbers),
  sectionReader('dwarfAddresses', '.debug_addr', ['clang-dwarf5-O2'], alterNumbers),
  sectionReader('dwarfNames', '.debug_names', ['names'], anywhere),
  sectionReader('dwarfMacros', '.debug_macro', ['macros'], anywhere),
  sectionReader('symbolTable', '.symtab', dwarf5, anywhere),
  sectionReader('compressedSection', '.debug_info', ['gcc-zlib'], anywhere),
  sectionReader('compressedSectionZstd', '.debug_info', ['gcc-zstd'], anywhere),
  dwarfExpression,
  symbolNames,
];
