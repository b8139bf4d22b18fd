// .debug_aranges: which unit holds an address, without a look at the units (DWARF 5, section
// 6.1.2).
import type { AddressRange } from '../addressMap';
import { TimeSlice } from '../../bytes/timeSlice';
import { DwarfCursor } from './cursor';
import { isDiscarded, type DebugSections } from './debugSections';

/** Ranges, and for each the offset of its unit in .debug_info. */
interface UnitRanges {
  readonly ranges: AddressRange[];
  readonly units: number[];
}

/** More ranges than any program has. */
const maxRanges = 1 << 21;
/** Sets and tuples between two looks at the clock. */
const stepsAtOnce = 1024;

/** Reads the whole section. Sets that cannot be read are passed over. */
export async function readAranges(sections: DebugSections): Promise<UnitRanges> {
  const found: UnitRanges = { ranges: [], units: [] };
  const section = await sections.get('.debug_aranges');
  const cursor = new DwarfCursor(await section.read(0, section.size), sections.order);
  const slice = new TimeSlice();
  let steps = 0;
  while (cursor.remaining > 0 && found.units.length < maxRanges) {
    const { unit, addressSize, tuples, end } = readSetHeader(cursor);
    if (++steps % stepsAtOnce === 0) await slice.yieldIfDue();
    for (let left = tuples; left > 0 && found.units.length < maxRanges; left--) {
      const start = cursor.address(addressSize);
      const length = cursor.address(addressSize);
      if (++steps % stepsAtOnce === 0) await slice.yieldIfDue();
      if (length === 0n || isDiscarded(start, addressSize, sections)) continue;
      found.ranges.push({ start, end: start + length });
      found.units.push(unit);
    }
    cursor.offset = end;
  }
  return found;
}

/** One unit's set: its header was read, its tuples come next. */
interface ArangeSet {
  readonly unit: number;
  readonly addressSize: number;
  /** How many there are whole; none in a set that cannot be read. */
  readonly tuples: number;
  /** Where the next set begins. */
  readonly end: number;
}

function readSetHeader(cursor: DwarfCursor): ArangeSet {
  const setOffset = cursor.offset;
  const { length, offsetSize } = cursor.initialLength();
  const end = Math.min(cursor.offset + length, cursor.end);
  const version = cursor.u16();
  const unit = cursor.sectionOffset(offsetSize);
  const addressSize = cursor.u8();
  const segmentSize = cursor.u8();
  if (version !== 2 || segmentSize !== 0 || ![2, 4, 8].includes(addressSize)) {
    return { unit, addressSize, tuples: 0, end };
  }
  // Tuples are aligned, from the start of the set, to their own size.
  const tuple = 2 * addressSize;
  cursor.offset = setOffset + Math.ceil((cursor.offset - setOffset) / tuple) * tuple;
  return { unit, addressSize, tuples: Math.floor((end - cursor.offset) / tuple), end };
}
