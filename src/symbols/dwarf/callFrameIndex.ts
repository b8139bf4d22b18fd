// Which description of a section of call frame information holds an address, found by a walk over all of them:
// for .debug_frame, and for .eh_frame where the linker made no table to search in.
import { AddressMap, type AddressRange } from '../addressMap';
import { TimeSlice } from '../../bytes/timeSlice';
import {
  commonOffset,
  headBytes,
  parseHead,
  readEntryPlace,
  type CallFrameSection,
  type CommonInformation,
  type EntryPlace,
} from './callFrameEntry';
import type { EncodedPointer } from './callFramePointer';
import { DwarfCursor } from './cursor';
import { Allowance, isDiscarded, reportMalformed, type DebugSections } from './debugSections';

/** Bytes read at once. */
const windowSize = 1 << 20;
/** Entries between two looks at the clock. */
const entriesAtOnce = 256;
/** More descriptions than any program has. */
const mostDescriptions = 1 << 22;

/** What the walk needs besides the section. */
export interface CallFrameReader {
  readonly sections: DebugSections;
  /** The common information at an offset of the section. */
  commonAt(section: CallFrameSection, offset: number): Promise<CommonInformation | undefined>;
  /** The address that a pointer gives. */
  resolve(pointer: EncodedPointer, addressSize: number): Promise<bigint | undefined>;
}

/** The offsets of all descriptions, by the addresses that they are for. */
export async function indexCallFrames(
  section: CallFrameSection,
  reader: CallFrameReader,
): Promise<AddressMap> {
  const walk = new Walk(section, reader);
  const slice = new TimeSlice();
  const allowance = new Allowance(reader.sections);
  while (await walk.advance(entriesAtOnce)) {
    if (allowance.spent) break;
    await slice.breathe();
  }
  return AddressMap.of(walk.ranges, walk.offsets);
}

/** A walk over the entries of a section. */
class Walk {
  readonly ranges: AddressRange[] = [];
  readonly offsets: number[] = [];
  private readonly window: Window;
  private readonly commons = new Map<number, CommonInformation | undefined>();
  private next = 0;

  constructor(
    private readonly section: CallFrameSection,
    private readonly reader: CallFrameReader,
  ) {
    this.window = new Window(section);
  }

  /** Reads up to `count` entries; false once there are no more. Waits only where it must: there are many. */
  async advance(count: number): Promise<boolean> {
    const { section, window } = this;
    for (let left = count; left > 0; left--) {
      const at = this.next;
      if (at >= section.bytes.size || this.offsets.length >= mostDescriptions) return false;
      if (!window.holds(at)) await window.moveTo(at);
      const cursor = window.cursorAt(at);
      const place = readEntryPlace(cursor, at, section);
      this.next = place.next;
      if (cursor.overrun || place.next > section.bytes.size) {
        reportCut(this.reader.sections, section, at, place.next);
        return false;
      }
      const added = place.next > place.body ? this.addEntry(at, cursor, place) : undefined;
      if (added) await added;
    }
    return true;
  }

  private addEntry(at: number, cursor: DwarfCursor, place: EntryPlace): Promise<void> | undefined {
    const commonAt = commonOffset(cursor.sectionOffset(place.idSize), place, this.section);
    if (commonAt === undefined) return undefined;
    const common = this.commons.get(commonAt);
    if (!common) return this.addWithCommon(at, cursor, commonAt);
    return this.add(at, cursor, common);
  }

  private async addWithCommon(at: number, cursor: DwarfCursor, commonAt: number): Promise<void> {
    if (this.commons.has(commonAt)) return;
    const common = await this.reader.commonAt(this.section, commonAt);
    this.commons.set(commonAt, common);
    if (common) await this.add(at, cursor, common);
  }

  private add(
    at: number,
    cursor: DwarfCursor,
    common: CommonInformation,
  ): Promise<void> | undefined {
    const { start, length } = parseHead(cursor, this.section, common, this.window.address);
    if (cursor.overrun || length === 0n) return undefined;
    const { addressSize } = common.encoding;
    if (start.indirect) return this.addIndirect(at, start, length, addressSize);
    this.addRange(at, start.address, length, addressSize);
    return undefined;
  }

  private async addIndirect(
    at: number,
    pointer: EncodedPointer,
    length: bigint,
    addressSize: number,
  ): Promise<void> {
    const start = await this.reader.resolve(pointer, addressSize);
    if (start !== undefined) this.addRange(at, start, length, addressSize);
  }

  private addRange(at: number, start: bigint, length: bigint, addressSize: number): void {
    if (isDiscarded(start, addressSize, this.reader.sections)) return;
    this.ranges.push({ start, end: start + length });
    this.offsets.push(at);
  }
}

/** The part of a section that the walk has reached. */
class Window {
  private start = 0;
  private cursor: DwarfCursor;

  constructor(private readonly section: CallFrameSection) {
    this.cursor = new DwarfCursor(new Uint8Array(0), section.order);
  }

  /** Link-time address of its first byte. */
  get address(): bigint {
    return this.section.address + BigInt(this.start);
  }

  /** Whether it holds the head of an entry. */
  holds(at: number): boolean {
    return at + headBytes <= this.start + this.cursor.end;
  }

  cursorAt(at: number): DwarfCursor {
    this.cursor.offset = at - this.start;
    return this.cursor;
  }

  async moveTo(at: number): Promise<void> {
    const bytes = await this.section.bytes.read(at, windowSize);
    this.start = at;
    this.cursor = new DwarfCursor(bytes, this.section.order);
  }
}

function reportCut(
  sections: DebugSections,
  { bytes }: CallFrameSection,
  at: number,
  next: number,
): void {
  const message = 'Call frame information cannot be read from here on: call stacks may end early';
  reportMalformed(sections, bytes, at, 'call-frame-unreadable', message, {
    expected: 'an entry inside the section',
    found: `one that ends at 0x${next.toString(16)} of 0x${bytes.size.toString(16)}`,
  });
}
