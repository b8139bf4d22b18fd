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
interface CallFrameReader {
  readonly sections: DebugSections;
  /** The common information at an offset of the section. */
  readonly commonAt: (
    section: CallFrameSection,
    offset: number,
  ) => Promise<CommonInformation | undefined>;
  /** The address that a pointer gives. */
  readonly resolve: (pointer: EncodedPointer, addressSize: number) => Promise<bigint | undefined>;
}

/** The offsets of all descriptions, by the addresses that they are for. */
export async function indexCallFrames(
  section: CallFrameSection,
  reader: CallFrameReader,
): Promise<AddressMap> {
  const ranges: AddressRange[] = [];
  const offsets: number[] = [];
  const window = new Window(section);
  const slice = new TimeSlice();
  const allowance = new Allowance(reader.sections);
  let next = 0;
  for (let entries = 1; next < section.bytes.size && offsets.length < mostDescriptions; entries++) {
    const at = next;
    if (!window.holds(at)) await window.moveTo(at);
    const cursor = window.cursorAt(at);
    const place = readEntryPlace(cursor, at, section);
    next = place.next;
    if (cursor.overrun || next > section.bytes.size || allowance.spent) {
      reportCut(reader.sections, section, at, next);
      break;
    }
    const range =
      next > place.body && (await readRange(cursor, place, window.address, section, reader));
    if (range) {
      ranges.push(range);
      offsets.push(at);
    }
    if (entries % entriesAtOnce === 0) await slice.breathe();
  }
  return AddressMap.of(ranges, offsets);
}

/** The addresses that an entry is for; undefined where it describes none. `address`: of the cursor's offset 0. */
async function readRange(
  cursor: DwarfCursor,
  place: EntryPlace,
  address: bigint,
  section: CallFrameSection,
  { sections, commonAt, resolve }: CallFrameReader,
): Promise<AddressRange | undefined> {
  const offset = commonOffset(cursor.sectionOffset(place.idSize), place, section);
  const common = offset === undefined ? undefined : await commonAt(section, offset);
  if (!common) return undefined;
  const { addressSize } = common.encoding;
  const head = parseHead(cursor, section, common, address);
  const start = head.start.indirect ? await resolve(head.start, addressSize) : head.start.address;
  if (cursor.overrun || start === undefined || head.length === 0n) return undefined;
  return isDiscarded(start, addressSize, sections)
    ? undefined
    : { start, end: start + head.length };
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
