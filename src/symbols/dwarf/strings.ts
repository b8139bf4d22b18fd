// The strings that attributes refer to: .debug_str, .debug_line_str, and .debug_str_offsets between
// them and an index (DWARF 5, section 7.26).
import { sortOffsets } from '../../bytes/sorting';
import { inSteps, TimeSlice } from '../../bytes/timeSlice';
import { parseAt, type DwarfCursor } from './cursor';
import type { DebugSections } from './debugSections';
import type { AttributeValue } from './form';
import type { Unit } from './unit';

/** Longer text is cut: no name is that long. */
const maxLength = 1 << 16;
const guess = 256;

/** The text of a value of class string, as the unit refers to it; undefined if none exists. */
export async function readString(
  unit: Unit,
  value: AttributeValue | undefined,
): Promise<string | undefined> {
  if (value?.kind === 'string') return value.text;
  if (value?.kind === 'stringIndex') return readIndexed(unit, value.index);
  if (value?.kind !== 'stringOffset') return undefined;
  const { section, offset } = value;
  if (section !== 'supplementary') return readStringAt(unit.file.sections, section, offset);
  const file = await unit.file.supplementary();
  return file && readStringAt(file.sections, '.debug_str', offset);
}

/**
 * A name before it is read: where it is in .debug_str, as the offsets of files count, or the
 * text.
 */
export type NameKey = number | string;

/** The NUL-terminated text at an offset of a string section. */
export async function readStringAt(
  sections: DebugSections,
  name: '.debug_str' | '.debug_line_str',
  offset: number,
): Promise<string | undefined> {
  const section = await sections.get(name);
  if (!(offset < section.size)) return undefined;
  const { order } = sections;
  const text = await parseAt(
    section,
    order,
    offset,
    guess,
    (cursor) => cursor.cstring(),
    maxLength,
  );
  return text.value;
}

/** Bytes of a string section in which texts are read at once. */
const range = 256 * 1024;
/** Texts between two looks at the clock. */
const textsAtOnce = 256;

const utf8 = new TextDecoder();

/** Takes the texts at offsets of .debug_str: of thousands, in the order of the section. */
export async function readStringsAt(
  sections: DebugSections,
  offsets: readonly number[],
  take: (offset: number, text: string) => void,
): Promise<void> {
  const section = await sections.get('.debug_str');
  const slice = new TimeSlice();
  let start = -range;
  let bytes: Uint8Array = new Uint8Array(0);
  let all: string | undefined;
  let count = 0;
  for (const offset of await inSteps(sortOffsets(new Float64Array(offsets)))) {
    if (!(offset < section.size)) return;
    if (offset >= start + range) {
      start = offset;
      bytes = await section.read(start, range + maxLength);
      // Where every byte is a character, as in most programs, they are made text at once.
      const decoded = utf8.decode(bytes);
      all = decoded.length === bytes.length ? decoded : undefined;
    }
    const first = offset - start;
    const nul = bytes.indexOf(0, first);
    const last = Math.min(first + maxLength, nul < 0 ? bytes.length : nul);
    take(offset, all?.substring(first, last) ?? utf8.decode(bytes.subarray(first, last)));
    if (++count % textsAtOnce === 0) await slice.yieldIfDue();
  }
}

/** Where the unit's share of .debug_str_offsets begins. */
export function stringOffsetsBase({ header, root }: Unit): number {
  const { offsetSize, version } = header.encoding;
  return root.stringOffsetsBase ?? (version >= 5 ? (offsetSize === 4 ? 8 : 16) : 0);
}

async function readIndexed(unit: Unit, index: number): Promise<string | undefined> {
  const { sections } = unit.file;
  const { order, offsetSize } = unit.header.encoding;
  const base = stringOffsetsBase(unit);
  const offsets = await sections.get('.debug_str_offsets');
  const parse = (cursor: DwarfCursor): number => cursor.sectionOffset(offsetSize);
  const at = base + index * offsetSize;
  const { value, whole } = await parseAt(offsets, order, at, offsetSize, parse);
  return whole ? readStringAt(sections, '.debug_str', value) : undefined;
}
