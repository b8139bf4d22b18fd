// Which definitions of macros hold at a line of a unit, by gdb's rules (gdb 13, macrotab.c): those
// that the preprocessor had met where it was at that line, and had not undefined.
import type { MacroEntry } from './dwarf/macros';
import type { UnitMacros } from './programLines';

/** A line of a file that the preprocessor read, and the lines that included the file. */
export interface MacroPlace {
  readonly file: string;
  readonly line: number;
  /** From the innermost outwards; empty in the unit's own file. */
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
export function macroScope(macros: UnitMacros, file: string, line: number): MacroScope | undefined {
  const own = firstReading(macros, () => true);
  const wanted = firstReading(macros, (each) => each === file) ?? own;
  if (!wanted) return undefined;
  const at = wanted === own && own.file !== file ? -1 : line;
  const definitions = new Map<string, MacroDefinition>();
  for (const { entry, reading, index } of readings(macros)) {
    const around = entry.kind === 'enter' ? reading.by : reading;
    if (index > wanted.index && around?.index === wanted.index && lineOf(entry) > at) break;
    if (entry.kind === 'define') {
      const definition = definitionIn(entry.text, placeIn(reading, entry.line));
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
export function definitionsNamed(macros: UnitMacros, name: string): readonly MacroDefinition[] {
  const found: MacroDefinition[] = [];
  for (const { entry, reading } of readings(macros)) {
    if (entry.kind !== 'define') continue;
    const definition = definitionIn(entry.text, placeIn(reading, entry.line));
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
function* readings(macros: UnitMacros): Generator<ReadEntry> {
  const { entries } = macros;
  const pathOf = (file: number) => macros.pathOf(file);
  const first = entries.find((entry) => entry.kind === 'enter');
  if (first?.kind !== 'enter') return;
  const outside = { index: -1, line: 0, by: undefined, depth: 0 };
  const own: Reading = { ...outside, file: pathOf(first.file) ?? '' };
  let reading: Reading | undefined = own;
  let hasBegun = false;
  for (const [index, entry] of entries.entries()) {
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
function firstReading(macros: UnitMacros, matches: (file: string) => boolean): Reading | undefined {
  let found: Reading | undefined;
  for (const { entry, reading } of readings(macros)) {
    if (entry.kind !== 'enter' || !matches(reading.file)) continue;
    if (!found || reading.depth < found.depth) found = reading;
  }
  return found;
}

function lineOf(entry: MacroEntry): number {
  return entry.kind === 'leave' ? Number.POSITIVE_INFINITY : entry.line;
}

function placeIn(reading: Reading, line: number): MacroPlace {
  const includedAt: { file: string; line: number }[] = [];
  for (let at = reading; at.by; at = at.by) includedAt.push({ file: at.by.file, line: at.line });
  return { file: reading.file, line, includedAt };
}

/** `NAME replacement`, `NAME(a,b) replacement` */
function definitionIn(text: string, place: MacroPlace): MacroDefinition {
  const [, name = '', list, replacement = ''] = /^([^\s(]*)(\([^)]*\))?\s?(.*)$/s.exec(text) ?? [];
  if (list === undefined) return { name, replacement, place };
  const inside = list.slice(1, -1).trim();
  const parameters = inside === '' ? [] : inside.split(',').map((each) => each.trim());
  return { name, parameters, replacement, place };
}
