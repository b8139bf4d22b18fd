// What stands for a name while all names of a program are collected: most are read only when they are
// looked for, and the walk over millions of entries waits for none.
import { DwarfCursor } from './cursor';
import type { AttributeValue } from './form';
import { stringOffsetsBase, type NameKey } from './strings';
import type { Unit } from './unit';

/** Stands for the text of a value of one unit; undefined where it has none. */
export type NameKeys = (value: AttributeValue | undefined) => NameKey | undefined;

/** The keys of a unit's names. */
export async function readNameKeys(unit: Unit): Promise<NameKeys> {
  const { file } = unit;
  const common = await file.supplementary();
  const indexed = await readStringOffsets(unit);
  return (value) => {
    if (value?.kind === 'string') return value.text;
    if (value?.kind === 'stringIndex') {
      const offset = indexed(value.index);
      return offset === undefined ? undefined : file.start + offset;
    }
    if (value?.kind !== 'stringOffset') return undefined;
    const holder = value.section === 'supplementary' ? common : file;
    return value.section === '.debug_line_str' || !holder ? undefined : holder.start + value.offset;
  };
}

/** The unit's share of .debug_str_offsets: offsets in .debug_str by their index. */
async function readStringOffsets(unit: Unit): Promise<(index: number) => number | undefined> {
  const { order, offsetSize } = unit.header.encoding;
  const section = await unit.file.sections.get('.debug_str_offsets');
  const base = stringOffsetsBase(unit);
  const bytes = await section.read(base, (await shareEnd(unit, base)) - base);
  const cursor = new DwarfCursor(bytes, order);
  return (index) => {
    cursor.offset = index * offsetSize;
    return cursor.remaining < offsetSize ? undefined : cursor.sectionOffset(offsetSize);
  };
}

/** Where the share ends that begins at `base`: its header says so, except in GNU's form, which has none. */
async function shareEnd(unit: Unit, base: number): Promise<number> {
  const { order, offsetSize, version } = unit.header.encoding;
  const section = await unit.file.sections.get('.debug_str_offsets');
  if (version < 5) return section.size;
  const header = offsetSize === 4 ? 8 : 16;
  const cursor = new DwarfCursor(await section.read(base - header, header), order);
  const { length } = cursor.initialLength();
  return Math.min(section.size, base - header + cursor.offset + length);
}
