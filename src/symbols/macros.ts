// Which definitions of macros hold at a line of a unit, by gdb's rules (gdb 13, macrotab.c): those
// that the preprocessor had met where it was at that line, and had not undefined.
import { TimeSlice } from '../bytes/timeSlice';
import type { MacroEntry } from './dwarf/macros';
import type { UnitMacros } from './programLines';

/** Entries between two looks at the clock. */
const entriesAtOnce = 256;
/** Lines that included each other and are told of: GCC takes no more (-fmax-include-depth). */
const maxIncluded = 200;

/** A line of a file that the preprocessor read, and the lines that included the file. */
export interface MacroPlace {
  readonly file: string;
  readonly line: number;
  /** From the innermost outwards, so many at most; empty in the unit's own file. */
  readonly includedAt: readonly { readonly file: string; readonly line: number }[];
}

/** A definition. */
export interface MacroDefinition {
  readonly name: string;
  /** Of a macro that takes arguments. */
  readonly parameters?: readonly string[];
  readonly replacement: string;
  readonly place: MacroPlace;
}

/** Where the preprocessor was, and what it had met by then. */
export interface MacroScope {
  readonly place: MacroPlace;
  /** The definitions that hold, by name. */
  readonly definitions: ReadonlyMap<string, MacroDefinition>;
}

/**
 * What holds at a line: in the outermost place where the file was read, or, where it was not, at
 * the beginning of the unit's own file.
 */
export async function macroScope(
  macros: UnitMacros,
  file: string,
  line: number,
): Promise<MacroScope | undefined> {
  const own = await firstReading(macros, () => true);
  const wanted = (await firstReading(macros, (each) => each === file)) ?? own;
  if (!wanted) return undefined;
  const at = wanted === own && own.file !== file ? -1 : line;
  const definitions = new Map<string, MacroDefinition>();
  for await (const { entry, reading, index } of readings(macros)) {
    const around = entry.kind === 'enter' ? reading.by : reading;
    if (index > wanted.index && around?.index === wanted.index && lineOf(entry) > at) break;
    if (entry.kind === 'define') {
      const definition = definitionIn(entry.text, reading, entry.line);
      definitions.set(definition.name, definition);
    } else if (entry.kind === 'undefine') {
      definitions.delete(entry.text);
    }
  }
  // gdb says them to be before the unit's first line.
  const before = placeIn(own ?? wanted, -1);
  for (const [name, replacement] of [
    ['__FILE__', `"${wanted.file}"`],
    ['__LINE__', String(at)],
  ] as const) {
    definitions.set(name, { name, replacement, place: before });
  }
  return { place: placeIn(wanted, at), definitions };
}

/** All definitions of a name in a unit, wherever they hold. */
export async function definitionsNamed(
  macros: UnitMacros,
  name: string,
): Promise<readonly MacroDefinition[]> {
  const found: MacroDefinition[] = [];
  for await (const { entry, reading } of readings(macros)) {
    if (entry.kind !== 'define') continue;
    const definition = definitionIn(entry.text, reading, entry.line);
    if (definition.name === name) found.push(definition);
  }
  return found;
}

/** A file that is being read: from entry `index` on. */
interface Reading {
  readonly index: number;
  readonly file: string;
  /** The line of `by` that included it. */
  readonly line: number;
  readonly by: Reading | undefined;
  readonly depth: number;
}

interface ReadEntry {
  readonly entry: MacroEntry;
  readonly index: number;
  /** The file that was read; of an entry that enters one, that one. */
  readonly reading: Reading;
}

/** Entries before the first file, of the command line, belong to that file. */
async function* readings(macros: UnitMacros): AsyncGenerator<ReadEntry> {
  const { entries } = macros;
  const pathOf = (file: number) => macros.pathOf(file);
  const first = entries.find((entry) => entry.kind === 'enter');
  if (first?.kind !== 'enter') return;
  const outside = { index: -1, line: 0, by: undefined, depth: 0 };
  const own: Reading = { ...outside, file: pathOf(first.file) ?? '' };
  let reading: Reading | undefined = own;
  let hasBegun = false;
  const slice = new TimeSlice();
  for (const [index, entry] of entries.entries()) {
    if (index % entriesAtOnce === 0) await slice.yieldIfDue();
    if (entry.kind === 'enter') {
      reading = hasBegun ? readingIn(reading, index, entry, pathOf) : { ...own, index };
      hasBegun = true;
    }
    yield { entry, index, reading: reading ?? own };
    if (entry.kind === 'leave') reading = reading?.by;
  }
}

function readingIn(
  by: Reading | undefined,
  index: number,
  { line, file }: MacroEntry & { readonly kind: 'enter' },
  pathOf: (file: number) => string | undefined,
): Reading {
  return { index, file: pathOf(file) ?? '', line, by, depth: (by?.depth ?? 0) + 1 };
}

/** The outermost reading of a file, of those the first. */
async function firstReading(
  macros: UnitMacros,
  matches: (file: string) => boolean,
): Promise<Reading | undefined> {
  let found: Reading | undefined;
  for await (const { entry, reading } of readings(macros)) {
    if (entry.kind !== 'enter' || !matches(reading.file)) continue;
    if (!found || reading.depth < found.depth) found = reading;
    if (found.depth === 0) break;
  }
  return found;
}

function lineOf(entry: MacroEntry): number {
  return entry.kind === 'leave' ? Number.POSITIVE_INFINITY : entry.line;
}

function placeIn(reading: Reading, line: number): MacroPlace {
  const includedAt: { file: string; line: number }[] = [];
  for (let at = reading; at.by && includedAt.length < maxIncluded; at = at.by) {
    includedAt.push({ file: at.by.file, line: at.line });
  }
  return { file: reading.file, line, includedAt };
}

/** `NAME replacement`, `NAME(a,b) replacement` */
function definitionIn(text: string, reading: Reading, line: number): MacroDefinition {
  const [, name = '', list, replacement = ''] = /^([^\s(]*)(\([^)]*\))?\s?(.*)/s.exec(text) ?? [];
  const inside = list?.slice(1, -1).trim() ?? '';
  const parameters = inside === '' ? [] : inside.split(',').map((each) => each.trim());
  return {
    name,
    ...(list !== undefined && { parameters }),
    replacement,
    // Few of the many definitions are shown.
    get place() {
      return placeIn(reading, line);
    },
  };
}
