// The files that hold a program's units of debugging information. One is the program's own; what several
// programs have in common (dwz), and what was split off from a unit (.dwo), stand in others. Offsets of units
// and entries count through all of them, so that one number says where an entry is.
import { TimeSlice } from '../../bytes/timeSlice';
import { once } from '../once';
import { reportMalformed, type DebugSections } from './debugSections';
import { readUnitPlace, type Unit, type UnitHeader, type UnitPlace } from './unit';
import { openUnitSection } from './unitSection';

/** Units beyond this are damage: they would be smaller than any compiler writes. */
const mostUnits = 1 << 20;

/** Where units are. */
interface UnitPlaces {
  /** Ascending. */
  readonly offsets: readonly number[];
  /** Offsets of the entries of types, by signature. */
  readonly types: ReadonlyMap<bigint, number>;
}

/** A file that holds units. */
export class UnitFile {
  /** The bytes of its units, by offsets that count from `start`. */
  readonly section = once(() => openUnitSection(this.sections, this.start));
  private readonly places = once(() => this.findUnits());

  constructor(
    readonly sections: DebugSections,
    /** Where its offsets begin. */
    readonly start: number,
    /** What refers to the unit that was split off into this file. */
    readonly skeleton: Unit | undefined,
    /** The file with what this one has in common with others. */
    readonly supplementary: () => Promise<UnitFile | undefined>,
  ) {}

  /** What stands at the place of a unit. */
  async place(offset: number): Promise<UnitPlace | undefined> {
    const section = await this.section();
    const kind = offset < section.typesStart ? 'info' : 'types';
    return readUnitPlace(section, this.sections.order, offset, kind);
  }

  /** Where units begin, ascending. */
  async unitOffsets(): Promise<readonly number[]> {
    return (await this.places()).offsets;
  }

  /** Where the entry is of the type that has a signature. */
  async typeOffset(signature: bigint): Promise<number | undefined> {
    return (await this.places()).types.get(signature);
  }

  /** Says that the entry at an offset is damaged. */
  async reportEntry(at: number): Promise<void> {
    const message = 'An entry of debugging information cannot be read; what follows it is lost';
    const section = await this.section();
    reportMalformed(this.sections, section, at - this.start, 'entry-unreadable', message, {
      expected: 'an abbreviation that exists, and values inside the unit',
      found: 'something else',
    });
  }

  /** Says that there is more than there can be. */
  reportExcess(): void {
    this.sections.findings.add({
      severity: 'warning',
      code: 'debug-information-excessive',
      message:
        'The debugging information refers to the same bytes over and over; the rest is ignored.',
    });
  }

  /** The headers of its units, in order, found by the units' lengths. */
  async *headers(): AsyncGenerator<UnitHeader, void> {
    const { size, typesStart } = await this.section();
    const slice = new TimeSlice();
    let next = this.start;
    for (let count = 0; next < size; count++) {
      if (count === mostUnits) {
        this.reportExcess();
        return;
      }
      const place = await this.place(next);
      if (!place) return;
      const end = next < typesStart ? typesStart : size;
      if (place.next > end || !place.header) await this.reportUnit(next, place, end);
      if (place.header) yield place.header;
      next = place.next > end && next < typesStart ? typesStart : place.next;
      await slice.breathe();
    }
  }

  private async findUnits(): Promise<UnitPlaces> {
    const offsets: number[] = [];
    const types = new Map<bigint, number>();
    for await (const { offset, signature, typeOffset } of this.headers()) {
      offsets.push(offset);
      if (signature === undefined || typeOffset === undefined) continue;
      if (!types.has(signature)) types.set(signature, typeOffset);
    }
    return { offsets, types };
  }

  private async reportUnit(at: number, { header, next }: UnitPlace, end: number): Promise<void> {
    const message = header
      ? 'A unit of debugging information is cut short'
      : 'A unit of debugging information cannot be read and is passed over';
    const where = (offset: number): string => `0x${(offset - this.start).toString(16)}`;
    const section = await this.section();
    reportMalformed(this.sections, section, at - this.start, 'unit-unreadable', message, {
      expected: 'a unit of DWARF 2 to 5 inside the section',
      found: `one that ends at ${where(next)} of ${where(end)}`,
    });
  }
}
