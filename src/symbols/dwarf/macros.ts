// The macros of a unit (DWARF 5, section 6.3, and GNU's extension of DWARF 4 before it):
// definitions in the order in which the preprocessor met them, among the files that it entered and
// left.
import { TimeSlice } from '../../bytes/timeSlice';
import { parseAt, type DwarfCursor, type OffsetSize } from './cursor';
import { readString, readStringAt } from './strings';
import type { Unit } from './unit';

/** What the preprocessor met; `line` is of the file that it was in, 0 before its first line. */
export type MacroEntry =
  | { readonly kind: 'define' | 'undefine'; readonly line: number; readonly text: string }
  /** `file`: a number of the unit's line table. */
  | { readonly kind: 'enter'; readonly line: number; readonly file: number }
  | { readonly kind: 'leave' };

const guess = 1 << 14;
/**
 * What is read for one unit: none has more. Lists of a hostile file could import each other again
 * and again, and all the rest of the section.
 */
const maxEntries = 1 << 20;
const maxBytes = 1 << 26;
/** How deep one list may import another. */
const maxDepth = 16;

/** DW_MACRO_…; GNU's extension has the same numbers for what it has. */
const opcodes = {
  define: 0x01,
  undef: 0x02,
  startFile: 0x03,
  endFile: 0x04,
  defineStrp: 0x05,
  undefStrp: 0x06,
  import: 0x07,
  defineSup: 0x08,
  undefSup: 0x09,
  defineStrx: 0x0b,
  undefStrx: 0x0c,
} as const;

/** The text of a definition, or where it is. */
type Text = string | { readonly kind: 'offset' | 'supplementary' | 'index'; readonly at: number };

type RawEntry =
  | { readonly kind: 'define' | 'undefine'; readonly line: number; readonly text: Text }
  | Exclude<MacroEntry, { readonly text: string }>
  | { readonly kind: 'import'; readonly at: number };

/** The macros that a unit describes; undefined where it has none, or none that can be read. */
export async function readMacros(unit: Unit): Promise<readonly MacroEntry[] | undefined> {
  const { macros } = unit.root;
  if (macros === undefined) return undefined;
  const reading = { unit, entries: [], left: maxEntries, bytes: maxBytes, slice: new TimeSlice() };
  const isList = await addList(macros, 0, reading);
  return isList ? reading.entries : undefined;
}

/** What was read, and how many entries and bytes may still be. */
interface Reading {
  readonly unit: Unit;
  readonly entries: MacroEntry[];
  readonly slice: TimeSlice;
  left: number;
  bytes: number;
}

/** Adds the entries of the list at an offset; false where none can be read there. */
async function addList(offset: number, depth: number, reading: Reading): Promise<boolean> {
  const { unit, entries, slice } = reading;
  if (depth > maxDepth || reading.bytes <= 0) return false;
  const { sections } = unit.file;
  const section = await sections.get('.debug_macro');
  const { value } = await parseAt(section, sections.order, offset, guess, parseList, reading.bytes);
  reading.bytes -= value.length;
  for (const entry of value.entries) {
    if (--reading.left < 0) break;
    await slice.yieldIfDue();
    if (entry.kind === 'import') await addList(entry.at, depth + 1, reading);
    else if (entry.kind === 'enter' || entry.kind === 'leave') entries.push(entry);
    else {
      const text = await textOf(unit, entry.text);
      if (text !== undefined) entries.push({ ...entry, text });
    }
  }
  return value.isKnown;
}

async function textOf(unit: Unit, text: Text): Promise<string | undefined> {
  if (typeof text === 'string') return text;
  const { kind, at } = text;
  if (kind === 'index') return readString(unit, { kind: 'stringIndex', index: at });
  const file = kind === 'offset' ? unit.file : await unit.file.supplementary();
  return file && readStringAt(file.sections, '.debug_str', at);
}

/** One list up to what is not known, with its length in bytes; of another version, nothing. */
interface List {
  readonly isKnown: boolean;
  readonly entries: readonly RawEntry[];
  readonly length: number;
}

function parseList(cursor: DwarfCursor): List {
  const version = cursor.u16();
  const flags = cursor.u8();
  // A list may describe the operands of opcodes of a vendor; none does.
  if ((version !== 4 && version !== 5) || (flags & 4) !== 0) {
    return { isKnown: false, entries: [], length: cursor.offset };
  }
  const offsetSize = (flags & 1) !== 0 ? 8 : 4;
  if ((flags & 2) !== 0) cursor.sectionOffset(offsetSize);
  const entries: RawEntry[] = [];
  for (;;) {
    const entry = parseEntry(cursor, offsetSize);
    if (!entry || cursor.overrun || entries.length >= maxEntries) {
      return { isKnown: true, entries, length: cursor.offset };
    }
    entries.push(entry);
  }
}

function parseEntry(cursor: DwarfCursor, offsetSize: OffsetSize): RawEntry | undefined {
  const opcode = cursor.u8();
  switch (opcode) {
    case opcodes.define:
    case opcodes.undef:
    case opcodes.defineStrp:
    case opcodes.undefStrp:
    case opcodes.defineSup:
    case opcodes.undefSup:
    case opcodes.defineStrx:
    case opcodes.undefStrx: {
      const line = cursor.uleb();
      return { kind: kindOf(opcode), line, text: parseText(opcode, cursor, offsetSize) };
    }
    case opcodes.startFile:
      return { kind: 'enter', line: cursor.uleb(), file: cursor.uleb() };
    case opcodes.endFile:
      return { kind: 'leave' };
    case opcodes.import:
      return { kind: 'import', at: cursor.sectionOffset(offsetSize) };
    default:
      return undefined;
  }
}

function kindOf(opcode: number): 'define' | 'undefine' {
  const { define, defineStrp, defineSup, defineStrx } = opcodes;
  const isDefined = [define, defineStrp, defineSup, defineStrx].some((each) => each === opcode);
  return isDefined ? 'define' : 'undefine';
}

function parseText(opcode: number, cursor: DwarfCursor, offsetSize: OffsetSize): Text {
  if (opcode <= opcodes.undef) return cursor.cstring();
  if (opcode >= opcodes.defineStrx) return { kind: 'index', at: cursor.uleb() };
  const kind = opcode >= opcodes.defineSup ? 'supplementary' : 'offset';
  return { kind, at: cursor.sectionOffset(offsetSize) };
}
