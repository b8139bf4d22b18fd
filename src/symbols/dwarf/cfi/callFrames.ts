// The call frame information of one program, asked for by address.
import { t } from '@vscode/l10n';
import { AddressMap, type AddressRange } from '../../addressMap';
import { LruCache } from '../../../bytes/cache';
import { lazy } from '../../../bytes/lazy';
import type { Sections } from '../../sections';
import { type CallFrameRow, CfiProgram } from './program';
import {
  readCie,
  readFde,
  type CallFrameSection,
  type Cie,
  type Fde,
  type EncodedPointer,
  cieOffset,
  headBytes,
  parseHead,
  readEntryHeader,
  type EntryHeader,
  omitted,
  pointerSize,
  readPointer,
} from './entries';
import { DwarfCursor } from '../cursor';
import { reportMalformed, Allowance, isDiscarded, type DebugSections } from '../debugSections';
import { TimeSlice } from '../../../bytes/timeSlice';
import { type SectionBytes, SectionWindow } from '../../sectionBytes';
import { SegmentType } from '../../elf';

/** Distinct PCs are few in a trace; those of a hostile one are forgotten. */
const rowsKept = 10_000;
const ciesKept = 1_000;

/** The rows of one program. Addresses are link-time addresses. */
export class CallFrames {
  private readonly rows = new LruCache<bigint, CallFrameRow | undefined>(rowsKept);
  private readonly cies = new LruCache<string, Cie | undefined>(ciesKept);
  private readonly found = lazy(() => findCallFrames(this.sections, this.readLoaded));
  private readonly debugFrameIndex = lazy(async () => this.index((await this.found()).debugFrame));
  private readonly ehFrameIndex = lazy(async () => this.index((await this.found()).ehFrame));

  /** `readLoaded` reads what the file loads at a link-time address. */
  constructor(
    private readonly sections: Sections,
    private readonly readLoaded: ReadLoaded,
  ) {}

  /** The row for an address; undefined where none is known. */
  at(address: bigint): Promise<CallFrameRow | undefined> {
    return this.rows.get(address, () => this.find(address));
  }

  private async find(address: bigint): Promise<CallFrameRow | undefined> {
    const { debugFrame, ehFrame } = await this.found();
    const inDebugFrame = (await this.debugFrameIndex()).find(address);
    if (inDebugFrame) return this.rowIn(debugFrame, inDebugFrame.value, address);
    const offset = await this.ehFrameOffset(address);
    return offset === undefined ? undefined : this.rowIn(ehFrame, offset, address);
  }

  private async ehFrameOffset(address: bigint): Promise<number | undefined> {
    const { ehFrame, table } = await this.found();
    if (!table) return (await this.ehFrameIndex()).find(address)?.value;
    const description = await searchEhFrameHdr(table.rows, table.section, address);
    if (description === undefined) return undefined;
    const offset = Number(description - ehFrame.address);
    return offset >= 0 && offset < ehFrame.bytes.size ? offset : undefined;
  }

  private async rowIn(
    section: CallFrameSection,
    offset: number,
    address: bigint,
  ): Promise<CallFrameRow | undefined> {
    const description = await readFde(section, offset, (at) => this.commonAt(section, at));
    const start = description && (await this.startOf(description));
    if (!description || start === undefined) {
      this.report(section, offset, t('an entry that can be read'));
      return undefined;
    }
    if (address < start || address >= start + description.length) return undefined;
    const { machine } = this.sections.elf.header;
    const program = new CfiProgram(section, description, start, machine);
    for (const row of program.rows()) {
      if (address >= row.start && address < row.end) return row;
    }
    if (program.problem !== undefined) this.report(section, offset, program.problem);
    return undefined;
  }

  private index(section: CallFrameSection): Promise<AddressMap> {
    return indexCallFrames(section, {
      sections: this.sections,
      cieAt: (each, offset) => this.commonAt(each, offset),
      resolve: (pointer, addressSize) => this.resolve(pointer, addressSize),
    });
  }

  private commonAt(section: CallFrameSection, offset: number): Promise<Cie | undefined> {
    const key = `${section.isEhFrame ? 'eh' : 'debug'} ${offset}`;
    return this.cies.get(key, () => readCie(section, offset));
  }

  private startOf({ start, cie: common }: Fde): Promise<bigint | undefined> {
    return this.resolve(start, common.encoding.addressSize);
  }

  private async resolve(
    { address, indirect }: EncodedPointer,
    addressSize: number,
  ): Promise<bigint | undefined> {
    if (!indirect) return address;
    const bytes = await this.readLoaded(address, addressSize);
    const cursor = new DwarfCursor(bytes, this.sections.order);
    const pointer = cursor.address(addressSize);
    return cursor.overrun ? undefined : pointer;
  }

  private report({ bytes }: CallFrameSection, at: number, problem: string): void {
    const message = t('Call frame information of a function cannot be read: call stacks end there');
    reportMalformed(this.sections, bytes, at, 'call-frame-unreadable', message, {
      expected: t('instructions of DWARF 2 to 5'),
      found: problem,
    });
  }
}

// Which description of a section of call frame information holds an address, found by a walk over
// all of them: for .debug_frame, and for .eh_frame where the linker made no table to search in.

/** Entries between two looks at the clock. */
const entriesAtOnce = 256;
/** More descriptions than any program has. */
const maxFdes = 1 << 22;

/** What the walk needs apart from the section. */
interface CallFrameReader {
  readonly sections: DebugSections;
  /** The common information at an offset of the section. */
  readonly cieAt: (section: CallFrameSection, offset: number) => Promise<Cie | undefined>;
  /** The address that a pointer gives. */
  readonly resolve: (pointer: EncodedPointer, addressSize: number) => Promise<bigint | undefined>;
}

/** The offsets of all descriptions, by the addresses that they are for. */
async function indexCallFrames(
  section: CallFrameSection,
  reader: CallFrameReader,
): Promise<AddressMap> {
  const ranges: AddressRange[] = [];
  const offsets: number[] = [];
  const walked = new SectionWindow(section.bytes);
  const slice = new TimeSlice();
  const allowance = new Allowance(reader.sections);
  let next = 0;
  for (let entries = 1; next < section.bytes.size && offsets.length < maxFdes; entries++) {
    const at = next;
    if (walked.known(at).length < headBytes) await walked.read(at, headBytes);
    const cursor = new DwarfCursor(walked.known(at), section.order);
    const place = readEntryHeader(cursor, at, section);
    next = place.next;
    if (cursor.overrun || next > section.bytes.size || allowance.spent) {
      reportCut(reader.sections, section, at, next);
      break;
    }
    const address = section.address + BigInt(at);
    const range = next > place.body && (await readRange(cursor, place, address, section, reader));
    if (range) {
      ranges.push(range);
      offsets.push(at);
    }
    if (entries % entriesAtOnce === 0) await slice.yieldIfDue();
  }
  return AddressMap.of(ranges, offsets);
}

/**
 * The addresses that an entry is for; undefined where it describes none. `address`: of the cursor's
 * offset 0.
 */
async function readRange(
  cursor: DwarfCursor,
  place: EntryHeader,
  address: bigint,
  section: CallFrameSection,
  { sections, cieAt: commonAt, resolve }: CallFrameReader,
): Promise<AddressRange | undefined> {
  const offset = cieOffset(cursor.sectionOffset(place.idSize), place, section);
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

function reportCut(
  sections: DebugSections,
  { bytes }: CallFrameSection,
  at: number,
  next: number,
): void {
  const message = t(
    'Call frame information cannot be read from here on: call stacks may end early',
  );
  reportMalformed(sections, bytes, at, 'call-frame-unreadable', message, {
    expected: t('an entry inside the section'),
    found: t('one that ends at 0x{0} of 0x{1}', next.toString(16), bytes.size.toString(16)),
  });
}

// .eh_frame_hdr: a table sorted by address that says which description of .eh_frame holds it (Linux
// Standard Base, "The .eh_frame_hdr section"). It is searched where it is: a few reads, however
// long it is.

/** A table that can be searched. */
export interface EhFrameHdr {
  readonly bytes: SectionBytes;
  /** Link-time address of its first byte. */
  readonly address: bigint;
  /** Link-time address of .eh_frame. */
  readonly ehFrame: bigint;
  /** Rows. */
  readonly count: number;
  /** Offset of the first row. */
  readonly start: number;
  /** Bytes in an address of a row, which is two of them. */
  readonly width: number;
  readonly encoding: number;
}

const hdrHeadBytes = 64;
/** The search ends with so many rows read at once. */
const rowsAtOnce = 64;

/** Where the section is, and how its numbers are written. */
export type EhFrameHdrSection = Pick<
  CallFrameSection,
  'bytes' | 'address' | 'order' | 'addressSize'
>;

/** The table of a section; undefined where it has none that can be searched. */
async function readEhFrameHdr(section: EhFrameHdrSection): Promise<EhFrameHdr | undefined> {
  const { bytes, address, order, addressSize } = section;
  const cursor = new DwarfCursor(await bytes.read(0, hdrHeadBytes), order);
  const version = cursor.u8();
  const [pointers, counts, encoding] = [cursor.u8(), cursor.u8(), cursor.u8()];
  if (version !== 1 || pointers === omitted) return undefined;
  const bases = basesOf(section, 0);
  const ehFrame = readPointer(cursor, pointers, addressSize, bases).address;
  const searchable = counts !== omitted && encoding !== omitted;
  const count = searchable ? Number(readPointer(cursor, counts, addressSize, bases).address) : 0;
  const width = pointerSize(encoding, addressSize) ?? 0;
  const start = cursor.offset;
  const fits = count > 0 && width > 0 && start + 2 * width * count <= bytes.size;
  if (cursor.overrun) return undefined;
  return { bytes, address, ehFrame, count: fits ? count : 0, start, width, encoding };
}

/** The address of the description whose function is the last to begin at or before an address. */
async function searchEhFrameHdr(
  table: EhFrameHdr,
  section: EhFrameHdrSection,
  address: bigint,
): Promise<bigint | undefined> {
  let low = 0;
  let high = table.count;
  while (high - low > rowsAtOnce) {
    const middle = (low + high) >>> 1;
    const [row] = await readRows(table, section, middle, 1);
    if (row && row.start <= address) low = middle;
    else high = middle;
  }
  const rows = await readRows(table, section, low, high - low);
  return rows.filter(({ start }) => start <= address).at(-1)?.description;
}

async function readRows(
  { bytes, start, width, encoding }: EhFrameHdr,
  section: EhFrameHdrSection,
  first: number,
  count: number,
): Promise<{ start: bigint; description: bigint }[]> {
  const at = start + 2 * width * first;
  const cursor = new DwarfCursor(await bytes.read(at, 2 * width * count), section.order);
  const bases = basesOf(section, at);
  const read = (): bigint => readPointer(cursor, encoding, section.addressSize, bases).address;
  return Array.from({ length: Math.floor(cursor.remaining / (2 * width)) }, () => ({
    start: read(),
    description: read(),
  }));
}

function basesOf(
  { address }: EhFrameHdrSection,
  offset: number,
): Parameters<typeof readPointer>[3] {
  return { cursor: address + BigInt(offset), text: 0n, data: address };
}

// Where a file keeps its call frame information: .debug_frame, .eh_frame and its search table, by
// their sections or, in a file without section headers, by the segment that programs find the table
// with when they run.

/** p_type of the segment that holds .eh_frame_hdr. */
const ehFrameSegment = 0x6474e550;

/** Reads what the file loads at a link-time address. */
export type ReadLoaded = (address: bigint, length: number) => Promise<Uint8Array>;

/** The call frame information of one file. */
interface CallFrameSections {
  readonly debugFrame: CallFrameSection;
  readonly ehFrame: CallFrameSection;
  /** Absent if none exists, or none that can be searched. */
  readonly table: { readonly section: EhFrameHdrSection; readonly rows: EhFrameHdr } | undefined;
}

async function findCallFrames(
  sections: Sections,
  readLoaded: ReadLoaded,
): Promise<CallFrameSections> {
  const { header, sections: headers } = sections.elf;
  const common = {
    order: sections.order,
    addressSize: header.bits / 8,
    text: addressOf('.text'),
    data: addressOf('.got'),
  };
  const named = async (name: string): Promise<CallFrameSection> => ({
    ...common,
    bytes: await sections.get(name),
    isEhFrame: name === '.eh_frame',
    address: addressOf(name),
  });
  const tableSection = await ehFrameHeader();
  const rows = await readEhFrameHdr(tableSection);
  const ehFrame = await named('.eh_frame');
  return {
    debugFrame: await named('.debug_frame'),
    ehFrame: headers.length > 0 || !rows ? ehFrame : { ...ehFrame, ...loadedFrom(rows.ehFrame) },
    table: rows && rows.count > 0 ? { section: tableSection, rows } : undefined,
  };

  function addressOf(name: string): bigint {
    return headers.find((section) => section.name === name)?.address ?? 0n;
  }

  async function ehFrameHeader(): Promise<EhFrameHdrSection> {
    const segment = sections.elf.segments.find(({ type }) => type === ehFrameSegment);
    if (headers.length > 0 || !segment) return named('.eh_frame_hdr');
    return { ...common, ...loadedFrom(segment.address) };
  }

  /** What is loaded from an address on, up to the end of its segment. */
  function loadedFrom(address: bigint): { address: bigint; bytes: SectionBytes } {
    const holder = sections.elf.segments.find(
      (segment) =>
        segment.type === SegmentType.load &&
        address >= segment.address &&
        address < segment.address + BigInt(segment.fileSize),
    );
    const end = holder ? holder.address + BigInt(holder.fileSize) : address;
    const bytes = {
      name: 'call frame information',
      fileOffset: holder && holder.offset + Number(address - holder.address),
      size: Number(end - address),
      read: (offset: number, length: number) => readLoaded(address + BigInt(offset), length),
    };
    return { address, bytes };
  }
}
