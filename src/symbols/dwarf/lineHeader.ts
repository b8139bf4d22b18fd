// The header of a line number program in .debug_line: how to run it, and the files that its rows
// name (DWARF 5, section 6.2.4; DWARF 2 to 4 have tables of another shape).
import { toHex } from '../../bytes/hex';
import { TimeSlice } from '../../bytes/timeSlice';
import { DW_LNCT } from './constants';
import { parseAt, type DwarfCursor } from './cursor';
import { reportMalformed, type DebugSections } from './debugSections';
import { readForm, type AttributeValue, type Encoding } from './form';
import { readString } from './strings';
import type { Unit } from './unit';

/** A file that rows name. */
export interface LineFile {
  /** As recorded: absolute, or relative to its directory. */
  readonly name: string;
  /** Index into the header's directories. */
  readonly directory: number;
  /** The checksum of the contents (DWARF 5), in hexadecimal digits. */
  readonly md5: string | undefined;
}

/** How to run a line number program. */
export interface LineProgramHeader {
  readonly encoding: Encoding;
  /** Where the opcodes begin and end in .debug_line, in bytes. */
  readonly programOffset: number;
  readonly end: number;
  readonly minimumInstructionLength: number;
  /** Operations in one instruction: more than 1 on VLIW machines alone. */
  readonly maximumOperations: number;
  readonly defaultIsStatement: boolean;
  readonly lineBase: number;
  readonly lineRange: number;
  readonly opcodeBase: number;
  /** Operand counts of the standard opcodes; index 0 is opcode 1. */
  readonly standardOpcodeLengths: Uint8Array;
  /** Include directories; 0 is the compilation directory (empty before DWARF 5). */
  readonly directories: readonly string[];
  /** The files, at the numbers that rows use; before DWARF 5 there is none at 0. */
  readonly files: readonly (LineFile | undefined)[];
}

interface RawFile {
  readonly path: AttributeValue | undefined;
  readonly directory: number;
  readonly md5: Uint8Array | undefined;
}

interface RawHeader extends Omit<LineProgramHeader, 'directories' | 'files'> {
  readonly directories: readonly RawFile[];
  readonly files: readonly (RawFile | undefined)[];
}

const guess = 2048;
const mostBytes = 1 << 22;
/** More files or directories than any unit names. */
const mostFiles = 1 << 16;
/** Names read between two looks at the clock. */
const namesAtOnce = 1024;

/** Names by where they stand in .debug_line_str: the headers of a program share most of them. */
type NameCache = Map<number, string>;

/** Names that are kept of one file. */
const keptNames = 1 << 16;

const namesOfFiles = new WeakMap<DebugSections, NameCache>();

function namesOf(sections: DebugSections): NameCache {
  const known = namesOfFiles.get(sections);
  if (known && known.size < keptNames) return known;
  const names: NameCache = new Map();
  namesOfFiles.set(sections, names);
  return names;
}

/** Reads the header of the program that a unit names; undefined where there is none that can be run. */
export async function readLineHeader(unit: Unit): Promise<LineProgramHeader | undefined> {
  const offset = unit.root.statementList;
  if (offset === undefined) return undefined;
  const { sections } = unit.file;
  const section = await sections.get('.debug_line');
  const { encoding } = unit.header;
  const parse = (cursor: DwarfCursor): RawHeader | undefined =>
    parseHeader(cursor, offset, section.size, encoding);
  const { value } = await parseAt(section, encoding.order, offset, guess, parse, mostBytes);
  if (value) return withStrings(unit, value, namesOf(sections));
  reportMalformed(
    sections,
    section,
    offset,
    'line-header-unreadable',
    'A line number program cannot be read; its unit has no lines',
    { expected: 'a header of version 2 to 5', found: 'something else' },
  );
  return undefined;
}

function parseHeader(
  cursor: DwarfCursor,
  offset: number,
  sectionSize: number,
  unitEncoding: Encoding,
): RawHeader | undefined {
  const { length, offsetSize } = cursor.initialLength();
  const end = Math.min(offset + cursor.offset + length, sectionSize);
  const version = cursor.u16();
  if (version < 2 || version > 5) return undefined;
  const addressSize = version >= 5 ? cursor.u8() : unitEncoding.addressSize;
  if (version >= 5) cursor.skip(1);
  const headerLength = cursor.sectionOffset(offsetSize);
  const programOffset = offset + cursor.offset + headerLength;
  const minimumInstructionLength = cursor.u8();
  const maximumOperations = version >= 4 ? Math.max(1, cursor.u8()) : 1;
  const defaultIsStatement = cursor.u8() !== 0;
  const lineBase = cursor.i8();
  const lineRange = cursor.u8();
  const opcodeBase = cursor.u8();
  const standardOpcodeLengths = cursor.take(Math.max(0, opcodeBase - 1)).slice();
  const encoding = { order: unitEncoding.order, version, addressSize, offsetSize };
  const tables = version >= 5 ? parseTables(cursor, encoding) : parseOldTables(cursor);
  return {
    encoding,
    programOffset,
    end,
    minimumInstructionLength,
    maximumOperations,
    defaultIsStatement,
    lineBase,
    lineRange,
    opcodeBase,
    standardOpcodeLengths,
    ...tables,
  };
}

type RawTables = Pick<RawHeader, 'directories' | 'files'>;

/** DWARF 2 to 4: lists of strings that end with an empty one; files count from 1. */
function parseOldTables(cursor: DwarfCursor): RawTables {
  const directories: RawFile[] = [rawFile('')];
  for (let name = cursor.cstring(); name !== '' && !cursor.overrun; name = cursor.cstring()) {
    directories.push(rawFile(name));
    if (directories.length > mostFiles) cursor.overrun = true;
  }
  const files: (RawFile | undefined)[] = [undefined];
  for (;;) {
    const file = parseOldFile(cursor);
    if (!file || cursor.overrun || files.length > mostFiles) return { directories, files };
    files.push(file);
  }
}

function rawFile(text: string, directory = 0): RawFile {
  return { path: { kind: 'string', text }, directory, md5: undefined };
}

/** A file of DWARF 2 to 4, in the header or in DW_LNE_define_file; undefined at the end of a list. */
function parseOldFile(cursor: DwarfCursor): RawFile | undefined {
  const name = cursor.cstring();
  if (name === '') return undefined;
  const directory = cursor.uleb();
  cursor.skipLeb();
  cursor.skipLeb();
  return rawFile(name, directory);
}

/** A file that DW_LNE_define_file adds. */
export function parseDefinedFile(cursor: DwarfCursor): LineFile | undefined {
  const file = parseOldFile(cursor);
  if (file?.path?.kind !== 'string') return undefined;
  return { name: file.path.text, directory: file.directory, md5: undefined };
}

/** DWARF 5: both tables say which forms their entries have; both count from 0. */
function parseTables(cursor: DwarfCursor, encoding: Encoding): RawTables {
  return { directories: parseTable(cursor, encoding), files: parseTable(cursor, encoding) };
}

function parseTable(cursor: DwarfCursor, encoding: Encoding): RawFile[] {
  const formats: { content: number; form: number }[] = [];
  for (let count = cursor.u8(); count > 0; count--) {
    formats.push({ content: cursor.uleb(), form: cursor.uleb() });
  }
  const count = Math.min(cursor.uleb(), mostFiles);
  const files: RawFile[] = [];
  while (files.length < count && !cursor.overrun) {
    const start = cursor.offset;
    files.push(parseFile(cursor, encoding, formats));
    // Entries without a size could be repeated without end.
    if (cursor.offset === start) cursor.overrun = true;
  }
  return files;
}

function parseFile(
  cursor: DwarfCursor,
  encoding: Encoding,
  formats: readonly { content: number; form: number }[],
): RawFile {
  let path: AttributeValue | undefined;
  let directory = 0;
  let md5: Uint8Array | undefined;
  for (const { content, form } of formats) {
    const value = readForm(cursor, form, encoding, 0);
    if (content === DW_LNCT.path) path = value;
    if (content === DW_LNCT.directory_index && value?.kind === 'constant') {
      directory = Number(value.value);
    }
    if (content === DW_LNCT.MD5 && value?.kind === 'block') md5 = value.bytes;
  }
  return { path, directory, md5 };
}

async function withStrings(
  unit: Unit,
  raw: RawHeader,
  known: NameCache,
): Promise<LineProgramHeader> {
  const slice = new TimeSlice();
  const directories: string[] = [];
  for (const { path } of raw.directories) {
    if (directories.length % namesAtOnce === 0) await slice.breathe();
    directories.push(knownName(path, known) ?? (await readName(unit, path, known)) ?? '');
  }
  const files: (LineFile | undefined)[] = [];
  for (const file of raw.files) {
    if (files.length % namesAtOnce === 0) await slice.breathe();
    const name = knownName(file?.path, known) ?? (await readName(unit, file?.path, known));
    files.push(file && name ? { name, directory: file.directory, md5: hex(file.md5) } : undefined);
  }
  return { ...raw, directories, files };
}

function knownName(path: AttributeValue | undefined, known: NameCache): string | undefined {
  if (path?.kind === 'string') return path.text;
  return isShared(path) ? known.get(path.offset) : undefined;
}

async function readName(
  unit: Unit,
  path: AttributeValue | undefined,
  known: NameCache,
): Promise<string | undefined> {
  const name = await readString(unit, path);
  if (name !== undefined && isShared(path)) known.set(path.offset, name);
  return name;
}

function isShared(
  path: AttributeValue | undefined,
): path is AttributeValue & { readonly kind: 'stringOffset' } {
  return path?.kind === 'stringOffset' && path.section === '.debug_line_str';
}

function hex(bytes: Uint8Array | undefined): string | undefined {
  return bytes && toHex(bytes);
}
