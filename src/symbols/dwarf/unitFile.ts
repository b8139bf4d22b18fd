// The files that hold a program's units of debugging information. One is the program's own; what several
// programs have in common (dwz), and what was split off from a unit (.dwo), stand in others. Offsets of units
// and entries count through all of them, so that one number says where an entry is.
import type { ByteOrder } from '../../bytes/cursor';
import type { ByteSource } from '../../bytes/source';
import { TimeSlice } from '../../bytes/timeSlice';
import { once } from '../once';
import { Allowance, forWalk, reportMalformed, type DebugSections } from './debugSections';
import { readUnit, readUnitPlace, type Unit, type UnitHeader, type UnitPlace } from './unit';
import { openUnitSection, type UnitSection } from './unitSection';

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

  /**
   * Its units, in order, found by their lengths. Reads headers and first entries alone; stops where
   * damaged ones refer to the same bytes over and over.
   */
  async *units(): AsyncGenerator<Unit, void> {
    const allowance = new Allowance(this.sections);
    const headers = new HeaderWalk(this, await this.section());
    const abbrev = await forWalk(this.sections).get('.debug_abbrev');
    for (let place = await headers.next(); place; place = await headers.next()) {
      const unit = await this.read(place.header, place.first, abbrev);
      if (unit) yield unit;
      if (allowance.spent) {
        this.reportExcess();
        return;
      }
    }
  }

  /** The unit at an offset; undefined, and said so, where its first entry cannot be read. */
  async open(offset: number): Promise<Unit | undefined> {
    const place = await placeAt(await this.section(), this.sections.order, offset);
    if (!place?.header) return undefined;
    return this.read(place.header, place.first, await this.sections.get('.debug_abbrev'));
  }

  private async read(
    header: UnitHeader,
    first: Uint8Array,
    abbrev: ByteSource,
  ): Promise<Unit | undefined> {
    const unit = await readUnit(this, header, first, abbrev);
    if (!unit) await this.reportEntry(header.entriesOffset);
    return unit;
  }

  private async findUnits(): Promise<UnitPlaces> {
    const offsets: number[] = [];
    const types = new Map<bigint, number>();
    const headers = new HeaderWalk(this, await this.section());
    for (let place = await headers.next(); place; place = await headers.next()) {
      const { offset, signature, typeOffset } = place.header;
      offsets.push(offset);
      if (signature === undefined || typeOffset === undefined) continue;
      if (!types.has(signature)) types.set(signature, typeOffset);
    }
    return { offsets, types };
  }

  /** Says that a unit, or what should be one, does not fit its section, which ends at `end`. */
  async reportUnit(at: number, { header, next }: UnitPlace, end: number): Promise<void> {
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

/** What stands at the place of a unit. */
function placeAt(
  section: UnitSection,
  order: ByteOrder,
  offset: number,
): Promise<UnitPlace | undefined> {
  const kind = offset < section.typesStart ? 'info' : 'types';
  return readUnitPlace(section, order, offset, kind);
}

/** A walk over the headers of a file's units. No generator: there are thousands, and each is a step of many. */
class HeaderWalk {
  private readonly slice = new TimeSlice();
  private at: number;
  private count = 0;

  constructor(
    private readonly file: UnitFile,
    private readonly section: UnitSection,
  ) {
    this.at = file.start;
  }

  /** The next unit whose header can be read; undefined after the last one. */
  async next(): Promise<(UnitPlace & { readonly header: UnitHeader }) | undefined> {
    const { size, typesStart } = this.section;
    while (this.at < size) {
      if (this.count++ === mostUnits) {
        this.file.reportExcess();
        return undefined;
      }
      if (this.slice.usedUp) await this.slice.breathe();
      const place = await placeAt(this.section, this.file.sections.order, this.at);
      if (!place) return undefined;
      const { header } = place;
      const end = this.at < typesStart ? typesStart : size;
      if (place.next > end || !header) await this.file.reportUnit(this.at, place, end);
      this.at = place.next > end && this.at < typesStart ? typesStart : place.next;
      if (header) return { ...place, header };
    }
    return undefined;
  }
}
