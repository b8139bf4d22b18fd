// The header of a line number program in .debug_line: how to run it, and the files that its rows
// name (DWARF 5, section 6.2.4; DWARF 2 to 4 have tables of another shape).
import { t } from '@vscode/l10n';
import { toHex } from '../../bytes/hex';
import { TimeSlice } from '../../bytes/timeSlice';
import { DW_FORM, DW_LNCT } from './constants';
import { parseAt, type DwarfCursor } from './cursor';
import { reportMalformed, type DebugSections } from './debugSections';
import { readForm, skipForm, type AttributeValue, type Encoding } from './form';
import { readString, readStringAt } from './strings';
import type { Unit } from './unit';
import { lazy } from '../../bytes/lazy';

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
  /** Operations in one instruction: more than 1 only on VLIW machines. */
  readonly maximumOperations: number;
  readonly defaultIsStatement: boolean;
  readonly lineBase: number;
  readonly lineRange: number;
  readonly opcodeBase: number;
  /** Operand counts of the standard opcodes; index 0 is opcode 1. */
  readonly standardOpcodeLengths: Uint8Array;
  /** Include directories; 0 is the compilation directory (empty before DWARF 5). */
  readonly directories: readonly string[];
  /** The files, at the numbers that rows use; before DWARF 5 they begin at 1. */
  readonly files: FileTable;
}

interface RawHeader extends Omit<LineProgramHeader, 'directories' | 'files'> {
  readonly directories: RawTable;
  readonly files: RawTable;
}

const guess = 2048;
const maxBytes = 1 << 22;
/** More files or directories than any unit names. */
const maxFiles = 1 << 16;
/** Names read between two looks at the clock. */
const namesAtOnce = 1024;
/** Represents a name or a checksum that an entry does not have. */
const none = -1;

/**
 * A table of files or directories, as columns: a unit names hundreds of files, and few of them are
 * asked for. A name is an offset in .debug_line_str, or in the header's own bytes, or the number of
 * a value of another form.
 */
class RawTable {
  readonly names: number[] = [];
  readonly directories: number[] = [];
  readonly checksums: number[] = [];
  readonly values: AttributeValue[] = [];

  /** `form`: of its names. */
  constructor(
    readonly bytes: Uint8Array,
    readonly form: number,
  ) {}

  add(name: number, directory = 0, checksum = none): void {
    this.names.push(name);
    this.directories.push(directory);
    this.checksums.push(checksum);
  }
}

/** The files of a header; their names become text when they are asked for. */
class FileTable {
  /** `texts`: the names, where they had to be read one by one. */
  constructor(
    private readonly raw: RawTable,
    private readonly names: LineNames,
    private readonly texts: readonly (string | undefined)[] | undefined,
  ) {}

  get length(): number {
    return this.raw.names.length;
  }

  /** The file of a number; undefined if none exists, or it has no name. */
  file(number: number): LineFile | undefined {
    const name = this.name(number);
    if (!name) return undefined;
    const { bytes, directories, checksums } = this.raw;
    const checksum = checksums[number] ?? none;
    const md5 = checksum < 0 ? undefined : toHex(bytes.subarray(checksum, checksum + md5Size));
    return { name, directory: directories[number] ?? 0, md5 };
  }

  /** The name of a file, or of a directory. */
  name(number: number): string | undefined {
    const { raw, names, texts } = this;
    if (texts) return texts[number];
    const name = raw.names[number] ?? none;
    if (name < 0) return undefined;
    return raw.form === DW_FORM.string ? textAt(raw.bytes, name) : names.text(name);
  }
}

/** Bytes of a checksum. */
const md5Size = 16;
const utf8 = new TextDecoder();

function textAt(bytes: Uint8Array, start: number): string {
  const nul = bytes.indexOf(0, start);
  return utf8.decode(bytes.subarray(start, nul < 0 ? bytes.length : nul));
}

/**
 * Reads the header of the program that a unit names; undefined if none can be run.
 */
export async function readLineHeader(unit: Unit): Promise<LineProgramHeader | undefined> {
  const offset = unit.root.statementList;
  if (offset === undefined) return undefined;
  const { sections } = unit.file;
  const section = await sections.get('.debug_line');
  const { encoding } = unit.header;
  const parse = (cursor: DwarfCursor): RawHeader | undefined =>
    parseHeader(cursor, offset, section.size, encoding);
  const { value } = await parseAt(section, encoding.order, offset, guess, parse, maxBytes);
  if (value) return withNames(unit, value);
  reportMalformed(
    sections,
    section,
    offset,
    'line-header-unreadable',
    t('A line number program cannot be read; its unit has no lines'),
    { expected: t('a header of version 2 to 5'), found: t('something else') },
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
  const directories = new RawTable(cursor.bytes, DW_FORM.string);
  directories.add(none);
  while (cursor.bytes[cursor.offset] !== 0) {
    const name = cursor.offset;
    skipForm(cursor, DW_FORM.string, anyEncoding);
    if (directories.names.length > maxFiles) cursor.overrun = true;
    if (cursor.overrun) break;
    directories.add(name);
  }
  cursor.skip(1);
  const files = new RawTable(cursor.bytes, DW_FORM.string);
  files.add(none);
  for (;;) {
    const name = cursor.offset;
    const directory = parseOldFile(cursor);
    if (directory === undefined || cursor.overrun || files.names.length > maxFiles) {
      return { directories, files };
    }
    files.add(name, directory);
  }
}

/** The size of a string does not depend on the encoding. */
const anyEncoding: Encoding = { order: 'little', version: 2, addressSize: 8, offsetSize: 4 };

/**
 * Moves over a file of DWARF 2 to 4, in the header or in DW_LNE_define_file. Its directory;
 * undefined at the end of a list.
 */
function parseOldFile(cursor: DwarfCursor): number | undefined {
  const isLast = (cursor.bytes[cursor.offset] ?? 0) === 0;
  skipForm(cursor, DW_FORM.string, anyEncoding);
  if (isLast) return undefined;
  const directory = cursor.uleb();
  cursor.skipLeb();
  cursor.skipLeb();
  return directory;
}

/** A file that DW_LNE_define_file adds. */
export function parseDefinedFile(cursor: DwarfCursor): LineFile | undefined {
  const name = textAt(cursor.bytes, cursor.offset);
  const directory = parseOldFile(cursor);
  return directory === undefined ? undefined : { name, directory, md5: undefined };
}

/** DWARF 5: both tables say which forms their entries have; both count from 0. */
function parseTables(cursor: DwarfCursor, encoding: Encoding): RawTables {
  return { directories: parseTable(cursor, encoding), files: parseTable(cursor, encoding) };
}

/** What entries of a table hold, in their order. */
interface EntryFormat {
  readonly content: number;
  readonly form: number;
}

function parseTable(cursor: DwarfCursor, encoding: Encoding): RawTable {
  const formats: EntryFormat[] = [];
  for (let count = cursor.u8(); count > 0; count--) {
    formats.push({ content: cursor.uleb(), form: cursor.uleb() });
  }
  const count = Math.min(cursor.uleb(), maxFiles);
  const path = formats.find(({ content }) => content === DW_LNCT.path);
  const table = new RawTable(cursor.bytes, path?.form ?? DW_FORM.string);
  for (let left = count; left > 0 && !cursor.overrun; left--) {
    const start = cursor.offset;
    parseFile(cursor, encoding, formats, table);
    // Entries without a size could be repeated without end.
    if (cursor.offset === start) cursor.overrun = true;
  }
  return table;
}

function parseFile(
  cursor: DwarfCursor,
  encoding: Encoding,
  formats: readonly EntryFormat[],
  table: RawTable,
): void {
  let name = none;
  let directory = 0;
  let checksum = none;
  for (const { content, form } of formats) {
    if (content === DW_LNCT.path) name = parseName(cursor, encoding, form, table);
    else if (content === DW_LNCT.directory_index && form === DW_FORM.udata) {
      directory = cursor.uleb();
    } else if (content === DW_LNCT.directory_index) {
      const value = readForm(cursor, form, encoding, 0);
      if (value?.kind === 'constant') directory = Number(value.value);
    } else {
      if (content === DW_LNCT.MD5 && form === DW_FORM.data16) checksum = cursor.offset;
      skipForm(cursor, form, encoding);
    }
  }
  table.add(name, directory, checksum);
}

/** What `RawTable` has of a name. */
function parseName(cursor: DwarfCursor, encoding: Encoding, form: number, table: RawTable): number {
  if (form === DW_FORM.line_strp) return cursor.sectionOffset(encoding.offsetSize);
  if (form === DW_FORM.string) {
    const start = cursor.offset;
    skipForm(cursor, form, encoding);
    return start;
  }
  const value = readForm(cursor, form, encoding, 0);
  return value ? table.values.push(value) - 1 : none;
}

async function withNames(unit: Unit, raw: RawHeader): Promise<LineProgramHeader> {
  const directories = await fileTable(unit, raw.directories);
  const folders: string[] = [];
  for (let i = 0; i < directories.length; i++) folders.push(directories.name(i) ?? '');
  return { ...raw, directories: folders, files: await fileTable(unit, raw.files) };
}

async function fileTable(unit: Unit, raw: RawTable): Promise<FileTable> {
  const names = LineNames.of(unit.file.sections);
  return new FileTable(raw, names, await readTexts(unit, raw, names));
}

/** The names of a table, where they have to be read one by one; else undefined. */
async function readTexts(
  unit: Unit,
  raw: RawTable,
  names: LineNames,
): Promise<(string | undefined)[] | undefined> {
  if (raw.form === DW_FORM.string) return undefined;
  if (raw.form === DW_FORM.line_strp && (await names.areAtHand())) return undefined;
  const texts: (string | undefined)[] = [];
  const slice = new TimeSlice();
  for (const name of raw.names) {
    if (texts.length % namesAtOnce === 0) await slice.yieldIfDue();
    const isShared = raw.form === DW_FORM.line_strp;
    texts.push(await (isShared ? names.read(name) : readString(unit, raw.values[name])));
  }
  return texts;
}

// .debug_line_str: the names of files and folders. The headers of a program's line number programs
// share most of them.

/** A section of fewer bytes is read at once. */
const maxWholeSection = 1 << 22;
/** Names that are kept of one file, and the most bytes of one. */
const keptNames = 1 << 16;
const maxNameLength = 1 << 16;

const namesOfFiles = new WeakMap<DebugSections, LineNames>();

/** The names of one file. */
class LineNames {
  private readonly texts = new Map<number, string>();
  /** The whole section, where it is not too big. */
  private bytes: Uint8Array | undefined;
  private readonly readWhole = lazy(async () => {
    const section = await this.sections.get('.debug_line_str');
    if (section.size < maxWholeSection) this.bytes = await section.read(0, section.size);
  });

  private constructor(private readonly sections: DebugSections) {}

  static of(sections: DebugSections): LineNames {
    const names = namesOfFiles.get(sections) ?? new LineNames(sections);
    namesOfFiles.set(sections, names);
    return names;
  }

  /** Whether `text` gives names; else they are read one by one. */
  async areAtHand(): Promise<boolean> {
    await this.readWhole();
    return this.bytes !== undefined;
  }

  /** The name at an offset of the section; undefined if none exists. */
  text(offset: number): string | undefined {
    const known = this.texts.get(offset);
    if (known !== undefined) return known;
    const { bytes } = this;
    if (!bytes || !(offset < bytes.length)) return undefined;
    const nul = bytes.indexOf(0, offset);
    const end = Math.min(offset + maxNameLength, nul < 0 ? bytes.length : nul);
    return this.keep(offset, utf8.decode(bytes.subarray(offset, end)));
  }

  /** The same, read from the section. */
  async read(offset: number): Promise<string | undefined> {
    const known = this.texts.get(offset);
    if (known !== undefined) return known;
    const text = await readStringAt(this.sections, '.debug_line_str', offset);
    return text === undefined ? undefined : this.keep(offset, text);
  }

  private keep(offset: number, text: string): string {
    if (this.texts.size >= keptNames) this.texts.clear();
    this.texts.set(offset, text);
    return text;
  }
}
