// Traces of programs with many of one thing.
import { DW_AT, DW_TAG } from '../../../src/symbols/dwarf/constants';
import { Trace } from '../../../src/trace/trace';
import { bytes, header, maker, sourceOf } from '../format/traceBytes';
import {
  address,
  data,
  makeUnits,
  offset,
  present,
  refer,
  subprogram,
  text,
  type MadeAttribute,
  type MadeEntry,
} from '../symbols/dwarf/unitMaker';
import { symbolSections, type MadeSection } from '../symbols/elfFile';
import { entry, expression, variable } from '../symbols/hostile/hostile';
import { code, debugSections, openMade } from '../symbols/opened';
import { Writer } from '../symbols/writer';

const { frame, registers } = maker('little');

/** Where the code of the made programs begins; of each function that many bytes. */
export const start = 0x400000;
const functionSize = 16;
/** Where variables are. */
export const dataStart = 0x500000;

/** What a program is made of. */
interface MadeProgram {
  readonly entries?: readonly MadeEntry[];
  /** Entries of further units, one each. */
  readonly units?: readonly MadeEntry[];
  readonly lines?: Writer;
  readonly codeSize?: number;
  readonly sections?: readonly MadeSection[];
  readonly symbols?: readonly { readonly name: string; readonly address: bigint; size?: number }[];
}

const many = <Each>(count: number, make: (i: number) => Each): Each[] =>
  Array.from({ length: count }, (_, i) => make(i));

const named = (name: string): MadeAttribute => text(DW_AT.name, name);
const at = (i: number) => BigInt(start + functionSize * (i + 1));

/** A variable of 4 bytes in memory. */
const placed = (name: string, i: number, tag: number = DW_TAG.variable): MadeEntry => {
  const place = new Writer().u8(3).u64(dataStart + 4 * i).bytes;
  return entry(tag, [named(name), refer(DW_AT.type, 'int'), expression(DW_AT.location, ...place)]);
};

const functionOf = (i: number, name = `f${i}`, ...more: MadeAttribute[]): MadeEntry =>
  subprogram(name, at(i), functionSize, present(DW_AT.external), ...more);

/** The function in which frames stop, with entries in it. */
const around = (...children: MadeEntry[]): MadeEntry => ({
  ...subprogram('here', BigInt(start), functionSize, present(DW_AT.external)),
  children,
});

const member = (i: number) =>
  entry(DW_TAG.member, [
    named(`m${i}`),
    refer(DW_AT.type, 'int'),
    data(DW_AT.data_member_location, 4 * i),
  ]);

/** A type of so many members. */
const ofMembers = (count: number) =>
  entry(
    DW_TAG.structure_type,
    [named('big'), data(DW_AT.byte_size, 4 * count)],
    many(count, member),
    'big',
  );

/** Each of so many types has the one below it twice: its text doubles with each level. */
function doubling(levels: number): MadeEntry[] {
  const of = (name: string, type: string) =>
    entry(DW_TAG.member, [
      named(name),
      refer(DW_AT.type, type),
      data(DW_AT.data_member_location, 0),
    ]);
  return many(levels, (i) => {
    const below = i === 0 ? 'int' : `level${i - 1}`;
    const label = i === levels - 1 ? 'big' : `level${i}`;
    const attributes = [named(label), data(DW_AT.byte_size, 4)];
    return entry(DW_TAG.structure_type, attributes, [of('left', below), of('right', below)], label);
  });
}

/** Where the variables of such a type are, all at once; what is there points to itself. */
const bigStart = 0x5000n;
const bigContents = (size: number): MadeSection => ({
  name: '.rodata',
  flags: 0x2,
  address: bigStart,
  bytes: new Uint8Array(new BigUint64Array(Math.ceil(size / 8) + 1).fill(bigStart).buffer),
});

/** Values of the type `big`: itself, arrays of it, what refers and points to it. */
function ofBig(elements: number): MadeEntry[] {
  const around = (tag: number, label: string, ...more: MadeEntry[]) =>
    entry(tag, [refer(DW_AT.type, 'big'), data(DW_AT.byte_size, 8)], more, label);
  const bounds = entry(DW_TAG.subrange_type, [data(DW_AT.count, elements)]);
  return [
    around(DW_TAG.reference_type, 'reference'),
    around(DW_TAG.pointer_type, 'pointer'),
    entry(DW_TAG.array_type, [refer(DW_AT.type, 'big')], [bounds], 'array'),
    variable('sound', 'big'),
    ...['reference', 'pointer', 'array'].map((type) => variable(type, type)),
  ];
}

/** A program that stops where there are such variables, and `more`. */
function stoppedBefore(
  size: number,
  types: readonly MadeEntry[],
  elements = 3,
  more: readonly MadeEntry[] = [],
) {
  const big = ofBig(elements);
  const variables = big.filter(({ tag }) => tag === DW_TAG.variable);
  const others = big.filter(({ tag }) => tag !== DW_TAG.variable);
  const argument = { ...variable('given', 'reference'), tag: DW_TAG.formal_parameter };
  const here = around(argument, ...variables, ...more);
  return {
    entries: [...types, ...others, variable('sound', 'big'), here],
    sections: [bigContents(size * elements)],
  };
}

/** A line for each function of 16 bytes. */
function lineProgram(count: number): Writer {
  const rest = new Writer()
    .u8(1, 1, 1, 0xfb, 14, 13)
    .raw([0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1])
    .text('')
    .text('made.c')
    .uleb(0, 0, 0)
    .text('');
  const opcodes = new Writer().u8(0, 9, 2).u64(start);
  for (let i = 0; i < count; i++) opcodes.u8(3, 1, 1, 2).uleb(functionSize);
  opcodes.u8(0, 1, 1);
  const body = new Writer().u16(4).u32(rest.length).raw(rest.bytes).raw(opcodes.bytes);
  return new Writer().counted(4, body);
}

const structOf = (i: number) =>
  entry(DW_TAG.structure_type, [named(`t${i}`), data(DW_AT.byte_size, 4)], [member(0)]);
const enumerator = (i: number) =>
  entry(DW_TAG.enumerator, [named(`e${i}`), data(DW_AT.const_value, i)]);
const enumeration = (count: number) =>
  entry(
    DW_TAG.enumeration_type,
    [named('colour'), data(DW_AT.byte_size, 4)],
    many(count, enumerator),
    'colour',
  );
const section = (i: number): MadeSection => ({
  name: `.part${i}`,
  flags: 0x6,
  address: BigInt(dataStart + 16 * i),
  bytes: new Uint8Array(16),
});

const symbolHere = { name: 'here', address: BigInt(start), size: functionSize };

/** What a program can have much of. */
const programs = {
  functions: (count) => ({
    entries: [around(), ...many(count, (i) => functionOf(i))],
    symbols: many(count, (i) => ({ name: `f${i}`, address: at(i), size: functionSize })),
    lines: lineProgram(count + 1),
  }),
  overloads: (count) => ({
    entries: [around(), ...many(count, (i) => functionOf(i, 'sound'))],
  }),
  'variables outside of functions': (count) => ({
    entries: [around(), ...many(count, (i) => placed(`g${i}`, i))],
  }),
  types: (count) => ({ entries: [around(), ...many(count, structOf)] }),
  members: (count) => stoppedBefore(4 * count, [ofMembers(count)]),
  enumerators: (count) => ({
    entries: [around(), enumeration(count), variable('sound', 'colour')],
  }),
  locals: (count) => ({ entries: [around(...many(count, (i) => placed(`l${i}`, i)))] }),
  arguments: (count) => ({
    entries: [around(...many(count, (i) => placed(`a${i}`, i, DW_TAG.formal_parameter)))],
  }),
  units: (count) => ({ entries: [around()], units: many(count, (i) => functionOf(i)) }),
  lines: (count) => ({
    entries: [around()],
    lines: lineProgram(count),
    codeSize: functionSize * count,
  }),
  sections: (count) => ({
    entries: [around()],
    sections: many(count, section),
    symbols: [symbolHere],
  }),
  symbols: (count) => ({
    entries: [around()],
    symbols: many(count, (i) => ({ name: `s${i}`, address: at(i), size: functionSize })),
  }),
  labels: (count) => ({
    entries: [around()],
    symbols: many(count, (i) => ({ name: `s${i}`, address: at(i) })),
  }),
  'symbols of one address': (count) => ({
    entries: [around()],
    symbols: many(count, (i) => ({ name: `s${i}`, address: at(0), size: 4 })),
  }),
} satisfies Readonly<Record<string, (count: number) => MadeProgram>>;

/** Values whose texts have no end, until they are cut. */
const endless = {
  'types that double': (count) => stoppedBefore(4, doubling(count)),
  'locals of a type that doubles': (count) => ({
    entries: [...doubling(40), around(...many(count, (i) => variable(`l${i}`, 'big')))],
    sections: [bigContents(4)],
  }),
} satisfies Readonly<Record<string, (count: number) => MadeProgram>>;

const head = ['R 330', 'status 0;tnotrun:0;tframes:1;tcreated:1;tfree:500000;tsize:500000'];
const oneTracepoint = ['tp T1:400000:E:0:0'];

/** A frame of a tracepoint, with blocks behind its registers. */
const stoppedAt = (pc: number, tracepoint = 1, blocks: readonly Uint8Array[] = []) =>
  frame(tracepoint, registers(0x330, { offset: 128, value: BigInt(pc) }), ...blocks);

/** A trace of a program, which is in use; with one frame, in the function `here`, unless given. */
async function traceOf(
  made: MadeProgram,
  frames: readonly Uint8Array[] = [stoppedAt(start + 4)],
  description: readonly string[] = oneTracepoint,
): Promise<Trace> {
  const file = bytes(header(...head, ...description), ...frames, [0, 0]);
  const read = await Trace.open(sourceOf(file), 'made.tf');
  if ('problem' in read) throw new Error(read.problem);
  const { trace } = read;
  await trace.recording.indexed;
  await trace.modules.use({ program: await programOf(made), dispose: () => undefined }, 0n);
  // The program has settled the byte order, so that the index is made again.
  await trace.recording.indexed;
  trace.cursor.moveTo(0, trace);
  return trace;
}

const int = entry(
  DW_TAG.base_type,
  [named('int'), data(DW_AT.byte_size, 4), data(DW_AT.encoding, 5)],
  undefined,
  'int',
);

function programOf(made: MadeProgram) {
  const { entries = [], units = [], lines, codeSize = 0x20000, sections = [], symbols = [] } = made;
  const range = [address(DW_AT.low_pc, BigInt(start)), data(DW_AT.high_pc, codeSize)];
  const unit = (name: string, attributes: MadeAttribute[], children: readonly MadeEntry[]) => ({
    root: entry(
      DW_TAG.compile_unit,
      [named(name), data(DW_AT.language, 0x0c), ...attributes],
      children,
    ),
  });
  const statements = lines ? [offset(DW_AT.stmt_list, 0)] : [];
  const debug = makeUnits(
    unit('made.c', [...range, ...statements], [int, ...entries]),
    ...units.map((each, i) => unit(`unit${i}.c`, [], [each])),
  );
  const whole = [
    code(BigInt(start), Math.max(codeSize, functionSize * (symbols.length + 2))),
    ...debugSections({ ...debug, ...(lines && { '.debug_line': lines }) }),
    ...sections,
  ];
  const table = symbols.length > 0 ? symbolSections(symbols, whole.length + 2) : [];
  return openMade({ sections: [...whole, ...table] });
}

/** Traces of programs with types whose values have no end. */
export const endlessTraces: Readonly<Record<string, (count: number) => Promise<Trace>>> =
  Object.fromEntries(
    Object.entries(endless).map(([name, made]) => [name, (count) => traceOf(made(count))]),
  );

/** Traces of programs with much of one thing, or that stop at many places. */
export const programTraces: Readonly<Record<string, (count: number) => Promise<Trace>>> = {
  ...Object.fromEntries(
    Object.entries(programs).map(([name, made]) => [name, (count) => traceOf(made(count))]),
  ),
  places: (count) =>
    traceOf(
      programs.functions(count),
      many(count, (i) => stoppedAt(start + functionSize * i)),
    ),
};

/**
 * A trace with much of everything at once: what its program has, its description, its frames and
 * the blocks of the frame in the middle.
 */
export function traceOfAll(
  count: number,
  description: readonly string[],
  blocks: readonly Uint8Array[],
): Promise<Trace> {
  const locals = many(count, (i) => placed(`l${i}`, i));
  const { entries, sections } = stoppedBefore(4 * count, [ofMembers(count)], 3, locals);
  return traceOf(
    {
      entries: [
        ...entries,
        ...many(count, (i) => functionOf(i)),
        ...many(count, (i) => placed(`g${i}`, i)),
        ...many(count, structOf),
        enumeration(count),
      ],
      units: many(count, (i) => functionOf(i, `u${i}`)),
      lines: lineProgram(count + 1),
      sections: [...sections, ...many(count, section)],
      symbols: many(count, (i) => ({ name: `s${i}`, address: at(i), size: functionSize })),
    },
    many(count, (i) => stoppedAt(start + 4, 1 + (i % 2), i === count >> 1 ? blocks : [])),
    description,
  );
}
