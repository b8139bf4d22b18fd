// The entries of .debug_frame and .eh_frame: common information (CIE) and, for each function, a
// description (FDE). DWARF 5, section 6.4.1; Linux Standard Base, "Exception Frames", for .eh_frame
// and the augmentations.
import type { ByteOrder } from '../../../bytes/cursor';
import type { SectionBytes } from '../../sectionBytes';
import { DwarfCursor, type OffsetSize } from '../cursor';
import type { Encoding } from '../form';

/** A section with call frame information. */
export interface CallFrameSection {
  readonly bytes: SectionBytes;
  /** Whether it is .eh_frame, whose entries are written differently. */
  readonly isEhFrame: boolean;
  /** Link-time address of its first byte; 0 where it is not loaded. */
  readonly address: bigint;
  readonly order: ByteOrder;
  /** Bytes in an address, where an entry does not say. */
  readonly addressSize: number;
  /** Link-time addresses that pointers can be relative to. */
  readonly text: bigint;
  readonly data: bigint;
}

/** What several functions have in common. */
export interface Cie {
  readonly encoding: Encoding;
  readonly codeAlignment: bigint;
  readonly dataAlignment: bigint;
  /** DWARF number of the register that holds the return address. */
  readonly returnAddress: number;
  readonly isSignal: boolean;
  /** How the addresses of its functions are written. */
  readonly pointerEncoding: number;
  readonly hasAugmentationData: boolean;
  /**
   * ARM's own compiler wrote offsets of the CFA with the opposite sign, and marks with '+' where it
   * no longer does.
   */
  readonly reversedOffsets: boolean;
  readonly instructions: Uint8Array;
}

/** A function's description. */
export interface Fde {
  readonly cie: Cie;
  /** Link-time address of the first instruction; or where it is. */
  readonly start: EncodedPointer;
  /** Bytes. */
  readonly length: bigint;
  readonly instructions: Uint8Array;
  /** Link-time address of the first byte of `instructions`. */
  readonly instructionsAddress: bigint;
}

/** Where an entry is in its section. */
export interface EntryHeader {
  /** Offset after its length. */
  readonly body: number;
  /** Where the next entry begins. */
  readonly next: number;
  /** Bytes of the number that says what kind of entry it is. */
  readonly idSize: OffsetSize;
  readonly offsetSize: OffsetSize;
}

/** Entries of more bytes are damage: the longest functions need some thousand. */
const maxEntryBytes = 1 << 18;
/** Bytes that hold what precedes the instructions of a function's description. */
export const headBytes = 64;

/** Reads the length that begins an entry; the cursor's offset 0 is at `at` of the section. */
export function readEntryHeader(
  cursor: DwarfCursor,
  at: number,
  { isEhFrame }: CallFrameSection,
): EntryHeader {
  const start = cursor.offset;
  const { length, offsetSize } = cursor.initialLength();
  const body = at + cursor.offset - start;
  return { body, next: body + length, idSize: isEhFrame ? 4 : offsetSize, offsetSize };
}

/**
 * Where the common information of a description is, given the number that its body begins with;
 * undefined where the entry is common information itself.
 */
export function cieOffset(
  id: number,
  { body, idSize }: EntryHeader,
  { isEhFrame }: CallFrameSection,
): number | undefined {
  if (isEhFrame) return id === 0 ? undefined : body - id;
  return id === (idSize === 4 ? 0xffffffff : 2 ** 64) ? undefined : id;
}

/** Reads the common information at an offset; undefined if none can be read. */
export async function readCie(section: CallFrameSection, offset: number): Promise<Cie | undefined> {
  const entry = await readWhole(section, offset);
  if (!entry) return undefined;
  const { place, cursor } = entry;
  if (cieOffset(cursor.sectionOffset(place.idSize), place, section) !== undefined) {
    return undefined;
  }
  const common = parseCommon(cursor, section, place);
  return cursor.overrun ? undefined : common;
}

/** Reads the description at an offset; undefined if none can be read. */
export async function readFde(
  section: CallFrameSection,
  offset: number,
  commonAt: (offset: number) => Promise<Cie | undefined>,
): Promise<Fde | undefined> {
  const entry = await readWhole(section, offset);
  if (!entry) return undefined;
  const { place, cursor } = entry;
  const offsetOfCommon = cieOffset(cursor.sectionOffset(place.idSize), place, section);
  const common = offsetOfCommon === undefined ? undefined : await commonAt(offsetOfCommon);
  if (!common) return undefined;
  const head = parseHead(cursor, section, common, section.address + BigInt(place.body));
  if (common.hasAugmentationData) cursor.skip(cursor.uleb());
  if (cursor.overrun) return undefined;
  const instructionsAddress = section.address + BigInt(place.body + cursor.offset);
  return { cie: common, ...head, instructions: cursor.take(cursor.remaining), instructionsAddress };
}

/** Reads where a function is. `address`: link-time address of the cursor's offset 0. */
export function parseHead(
  cursor: DwarfCursor,
  section: CallFrameSection,
  { encoding, pointerEncoding }: Cie,
  address: bigint,
): { readonly start: EncodedPointer; readonly length: bigint } {
  const { addressSize } = encoding;
  const bases = { cursor: address, text: section.text, data: section.data };
  const start = readPointer(cursor, pointerEncoding, addressSize, bases);
  return { start, length: readLength(cursor, pointerEncoding, addressSize) };
}

/** An entry's body. */
async function readWhole(
  section: CallFrameSection,
  offset: number,
): Promise<{ place: EntryHeader; cursor: DwarfCursor } | undefined> {
  const { bytes, order } = section;
  const head = new DwarfCursor(await bytes.read(offset, headBytes), order);
  const place = readEntryHeader(head, offset, section);
  if (head.overrun || place.next <= place.body || place.next > bytes.size) return undefined;
  const body = await bytes.read(place.body, Math.min(place.next - place.body, maxEntryBytes));
  return { place, cursor: new DwarfCursor(body, order) };
}

function parseCommon(
  cursor: DwarfCursor,
  section: CallFrameSection,
  place: EntryHeader,
): Cie | undefined {
  const version = cursor.u8();
  if (![1, 3, 4, 5].includes(version)) return undefined;
  const augmentation = cursor.cstring();
  let { addressSize } = section;
  if (augmentation === 'eh') cursor.skip(addressSize);
  if (version >= 4) {
    addressSize = cursor.u8();
    cursor.skip(cursor.u8() === 0 ? 0 : -1);
  }
  const encoding = { order: section.order, version, addressSize, offsetSize: place.offsetSize };
  const codeAlignment = cursor.uleb64();
  const dataAlignment = cursor.sleb64();
  const returnAddress = version === 1 ? cursor.u8() : cursor.uleb();
  const bases = { ...section, cursor: section.address + BigInt(place.body) };
  const augmented = parseAugmentation(cursor, augmentation, addressSize, bases);
  if (!augmented) return undefined;
  return {
    encoding,
    codeAlignment,
    dataAlignment,
    returnAddress,
    ...augmented,
    reversedOffsets: /^armcc[^+]*$/.test(augmentation),
    instructions: cursor.take(cursor.remaining),
  };
}

/** What the letters of an augmentation announce; undefined where they leave open how to read on. */
function parseAugmentation(
  cursor: DwarfCursor,
  augmentation: string,
  addressSize: number,
  bases: PointerBases,
): Pick<Cie, 'isSignal' | 'pointerEncoding' | 'hasAugmentationData'> | undefined {
  const result = { isSignal: false, pointerEncoding: 0, hasAugmentationData: false };
  if (augmentation === '' || augmentation === 'eh' || augmentation.startsWith('armcc')) {
    return result;
  }
  const sized = augmentation.startsWith('z');
  const size = sized ? cursor.uleb() : 0;
  const start = cursor.offset;
  for (const letter of sized ? augmentation.slice(1) : augmentation) {
    if (letter === 'R') result.pointerEncoding = cursor.u8();
    else if (letter === 'P') skipPersonality(cursor, addressSize, bases);
    else if (letter === 'L') cursor.skip(1);
    else if (letter === 'S') result.isSignal = true;
    else if (letter !== 'B' && letter !== 'G') {
      if (sized) break;
      return undefined;
    }
  }
  if (sized) {
    cursor.offset = start;
    cursor.skip(size);
  }
  return { ...result, hasAugmentationData: sized };
}

function skipPersonality(cursor: DwarfCursor, addressSize: number, bases: PointerBases): void {
  const encoding = cursor.u8();
  if (encoding !== omitted) readPointer(cursor, encoding, addressSize, bases);
}

// Encoded pointers in exception handling sections (Linux Standard Base, "DWARF Extensions", table
// "DWARF Exception Header Encoding").

/** The low four bits: how the number is written. */
const Format = {
  absolute: 0x00,
  uleb: 0x01,
  udata2: 0x02,
  udata4: 0x03,
  udata8: 0x04,
  signed: 0x08,
  sleb: 0x09,
  sdata2: 0x0a,
  sdata4: 0x0b,
  sdata8: 0x0c,
} as const;

/** The next three: what it is relative to. */
const Relative = {
  absolute: 0x00,
  pc: 0x10,
  text: 0x20,
  data: 0x30,
  function: 0x40,
  aligned: 0x50,
} as const;

/** The number is the address of the pointer. */
const indirect = 0x80;
/** No pointer at all. */
export const omitted = 0xff;

/** What encoded pointers are relative to. Link-time addresses. */
export interface PointerBases {
  /** Of the cursor's offset 0. */
  readonly cursor: bigint;
  readonly text: bigint;
  readonly data: bigint;
  /** The first address of the function, where it is known. */
  readonly function?: bigint;
}

/** A pointer as read. */
export interface EncodedPointer {
  readonly address: bigint;
  /** True where the pointer is at the address. */
  readonly indirect: boolean;
}

/** Reads a pointer. An unknown encoding leaves the cursor overrun. */
export function readPointer(
  cursor: DwarfCursor,
  encoding: number,
  addressSize: number,
  bases: PointerBases,
): EncodedPointer {
  const relative = encoding & 0x70;
  if (relative === Relative.aligned) alignTo(cursor, addressSize, bases.cursor);
  const at = bases.cursor + BigInt(cursor.offset);
  const value = readFormat(cursor, encoding & 0x0f, addressSize);
  const base = value === 0n ? 0n : baseOf(relative, at, bases);
  if (base === undefined) cursor.overrun = true;
  return {
    address: BigInt.asUintN(8 * addressSize, value + (base ?? 0n)),
    indirect: (encoding & indirect) !== 0,
  };
}

/** Reads a length that is written as pointers of an encoding are. */
function readLength(cursor: DwarfCursor, encoding: number, addressSize: number): bigint {
  return BigInt.asUintN(8 * addressSize, readFormat(cursor, encoding & 0x07, addressSize));
}

/** Bytes that a number of an encoding takes; undefined where that depends on the number. */
export function pointerSize(encoding: number, addressSize: number): number | undefined {
  switch (encoding & 0x07) {
    case Format.absolute:
      return addressSize;
    case Format.udata2:
      return 2;
    case Format.udata4:
      return 4;
    case Format.udata8:
      return 8;
    default:
      return undefined;
  }
}

function readFormat(cursor: DwarfCursor, format: number, addressSize: number): bigint {
  switch (format) {
    case Format.absolute:
      return cursor.address(addressSize);
    case Format.signed:
      return BigInt.asIntN(8 * addressSize, cursor.address(addressSize));
    case Format.uleb:
      return cursor.uleb64();
    case Format.sleb:
      return cursor.sleb64();
    case Format.udata2:
      return BigInt(cursor.u16());
    case Format.sdata2:
      return BigInt(cursor.i16());
    case Format.udata4:
      return BigInt(cursor.u32());
    case Format.sdata4:
      return BigInt(cursor.i32());
    case Format.udata8:
      return cursor.u64();
    case Format.sdata8:
      return cursor.i64();
    default:
      cursor.overrun = true;
      return 0n;
  }
}

function baseOf(relative: number, at: bigint, bases: PointerBases): bigint | undefined {
  switch (relative) {
    case Relative.absolute:
    case Relative.aligned:
      return 0n;
    case Relative.pc:
      return at;
    case Relative.text:
      return bases.text;
    case Relative.data:
      return bases.data;
    case Relative.function:
      return bases.function;
    default:
      return undefined;
  }
}

function alignTo(cursor: DwarfCursor, size: number, base: bigint): void {
  const past = Number((base + BigInt(cursor.offset)) % BigInt(size));
  if (past > 0) cursor.skip(size - past);
}
