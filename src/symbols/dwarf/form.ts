// Attribute values: how a form is read, and how it is passed over (DWARF 5, section 7.5.6; the
// split and supplementary forms of GNU before it).
import type { ByteOrder } from '../../bytes/cursor';
import { DW_FORM } from './constants';
import type { DwarfCursor, OffsetSize } from './cursor';
import { fileNumber, startOfFile } from './debugSections';

/** What the width of values depends on. */
export interface Encoding {
  readonly order: ByteOrder;
  readonly version: number;
  /** Bytes in an address. */
  readonly addressSize: number;
  readonly offsetSize: OffsetSize;
}

/** An attribute's value, by the class that its form gives it. Offsets are bytes in a section. */
export type AttributeValue =
  | { readonly kind: 'address'; readonly address: bigint }
  | { readonly kind: 'addressIndex'; readonly index: number }
  | { readonly kind: 'block'; readonly bytes: Uint8Array }
  | { readonly kind: 'expression'; readonly bytes: Uint8Array }
  /** `signed`: the form has a sign (sdata, implicit_const). */
  | { readonly kind: 'constant'; readonly value: bigint; readonly signed: boolean }
  | { readonly kind: 'flag'; readonly value: boolean }
  | { readonly kind: 'string'; readonly text: string }
  | {
      readonly kind: 'stringOffset';
      readonly section: '.debug_str' | '.debug_line_str' | 'supplementary';
      readonly offset: number;
    }
  | { readonly kind: 'stringIndex'; readonly index: number }
  /** An offset in the section that holds the unit, as `UnitFile` counts: already absolute. */
  | { readonly kind: 'reference'; readonly offset: number }
  /** An offset in .debug_info of the supplementary file. */
  | { readonly kind: 'supplementaryReference'; readonly offset: number }
  | { readonly kind: 'signature'; readonly signature: bigint }
  | { readonly kind: 'sectionOffset'; readonly offset: number }
  | { readonly kind: 'rangeListIndex'; readonly index: number }
  | { readonly kind: 'locationListIndex'; readonly index: number };

/** Bytes that a form takes; undefined where that depends on the value, or the form is unknown. */
export function formSize(form: number, encoding: Encoding): number | undefined {
  switch (form) {
    case DW_FORM.flag_present:
    case DW_FORM.implicit_const:
      return 0;
    case DW_FORM.data1:
    case DW_FORM.flag:
    case DW_FORM.ref1:
    case DW_FORM.strx1:
    case DW_FORM.addrx1:
      return 1;
    case DW_FORM.data2:
    case DW_FORM.ref2:
    case DW_FORM.strx2:
    case DW_FORM.addrx2:
      return 2;
    case DW_FORM.strx3:
    case DW_FORM.addrx3:
      return 3;
    case DW_FORM.data4:
    case DW_FORM.ref4:
    case DW_FORM.ref_sup4:
    case DW_FORM.strx4:
    case DW_FORM.addrx4:
      return 4;
    case DW_FORM.data8:
    case DW_FORM.ref8:
    case DW_FORM.ref_sup8:
    case DW_FORM.ref_sig8:
      return 8;
    case DW_FORM.data16:
      return 16;
    case DW_FORM.addr:
      return encoding.addressSize;
    case DW_FORM.ref_addr:
      return referenceSize(encoding);
    case DW_FORM.strp:
    case DW_FORM.line_strp:
    case DW_FORM.strp_sup:
    case DW_FORM.sec_offset:
    case DW_FORM.GNU_ref_alt:
    case DW_FORM.GNU_strp_alt:
      return encoding.offsetSize;
    default:
      return undefined;
  }
}

/** Forms below this are those of the standard. */
const standardForms = 0x30;

const knownSizes = new Map<string, (form: number) => number | undefined>();

/** `formSize` for one encoding. */
export function sizesOfForms(encoding: Encoding): (form: number) => number | undefined {
  const { version, addressSize, offsetSize } = encoding;
  const key = `${version <= 2} ${addressSize} ${offsetSize}`;
  const known = knownSizes.get(key);
  if (known) return known;
  const sizes = Array.from({ length: standardForms }, (_, form) => formSize(form, encoding));
  const sizeOf = (form: number): number | undefined =>
    form < standardForms ? sizes[form] : formSize(form, encoding);
  knownSizes.set(key, sizeOf);
  return sizeOf;
}

/** DWARF 2 gave DW_FORM_ref_addr the size of an address. */
function referenceSize({ version, addressSize, offsetSize }: Encoding): number {
  return version <= 2 ? addressSize : offsetSize;
}

/** Moves past a value. An unknown form leaves the cursor overrun: nothing after it can be found. */
export function skipForm(cursor: DwarfCursor, form: number, encoding: Encoding): void {
  const size = formSize(form, encoding);
  if (size !== undefined) {
    cursor.skip(size);
    return;
  }
  switch (form) {
    case DW_FORM.udata:
    case DW_FORM.sdata:
    case DW_FORM.ref_udata:
    case DW_FORM.strx:
    case DW_FORM.addrx:
    case DW_FORM.loclistx:
    case DW_FORM.rnglistx:
    case DW_FORM.GNU_addr_index:
    case DW_FORM.GNU_str_index:
      cursor.skipLeb();
      return;
    case DW_FORM.string:
      skipString(cursor);
      return;
    case DW_FORM.block1:
    case DW_FORM.block2:
    case DW_FORM.block4:
    case DW_FORM.block:
    case DW_FORM.exprloc:
      cursor.skip(blockLength(cursor, form));
      return;
    case DW_FORM.indirect:
      skipForm(cursor, directForm(cursor), encoding);
      return;
    default:
      cursor.overrun = true;
  }
}

function skipString(cursor: DwarfCursor): void {
  const nul = cursor.bytes.indexOf(0, cursor.offset);
  cursor.skip((nul < 0 ? cursor.end : nul) + 1 - cursor.offset);
}

function blockLength(cursor: DwarfCursor, form: number): number {
  switch (form) {
    case DW_FORM.block1:
      return cursor.u8();
    case DW_FORM.block2:
      return cursor.u16();
    case DW_FORM.block4:
      return cursor.u32();
    default:
      return cursor.uleb();
  }
}

/** The form that DW_FORM_indirect names; one that is again indirect counts as unknown. */
function directForm(cursor: DwarfCursor): number {
  const form = cursor.uleb();
  return form === DW_FORM.indirect || form === DW_FORM.implicit_const ? 0 : form;
}

/**
 * Reads a value. `unitOffset`: where the unit begins in its section, for references. `implicit`:
 * the value that the abbreviation holds. Undefined, with the cursor overrun, for an unknown form.
 */
export function readForm(
  cursor: DwarfCursor,
  form: number,
  encoding: Encoding,
  unitOffset: number,
  implicit = 0n,
): AttributeValue | undefined {
  switch (form) {
    case DW_FORM.addr:
      return { kind: 'address', address: cursor.address(encoding.addressSize) };
    case DW_FORM.addrx:
    case DW_FORM.GNU_addr_index:
      return { kind: 'addressIndex', index: cursor.uleb() };
    case DW_FORM.addrx1:
    case DW_FORM.addrx2:
    case DW_FORM.addrx3:
    case DW_FORM.addrx4:
      return { kind: 'addressIndex', index: fixed(cursor, form - DW_FORM.addrx1 + 1) };
    case DW_FORM.data1:
      return constant(BigInt(cursor.u8()));
    case DW_FORM.data2:
      return constant(BigInt(cursor.u16()));
    case DW_FORM.data4:
      return constant(BigInt(cursor.u32()));
    case DW_FORM.data8:
      return constant(cursor.u64());
    case DW_FORM.udata:
      return constant(cursor.uleb64());
    case DW_FORM.sdata:
      return { kind: 'constant', value: cursor.sleb64(), signed: true };
    case DW_FORM.implicit_const:
      return { kind: 'constant', value: implicit, signed: true };
    case DW_FORM.data16:
      return { kind: 'block', bytes: cursor.take(16) };
    case DW_FORM.block1:
    case DW_FORM.block2:
    case DW_FORM.block4:
    case DW_FORM.block:
      return { kind: 'block', bytes: cursor.take(blockLength(cursor, form)) };
    case DW_FORM.exprloc:
      return { kind: 'expression', bytes: cursor.take(cursor.uleb()) };
    case DW_FORM.flag:
      return { kind: 'flag', value: cursor.u8() !== 0 };
    case DW_FORM.flag_present:
      return { kind: 'flag', value: true };
    case DW_FORM.string:
      return { kind: 'string', text: cursor.cstring() };
    case DW_FORM.strp:
      return stringOffset('.debug_str', cursor, encoding);
    case DW_FORM.line_strp:
      return stringOffset('.debug_line_str', cursor, encoding);
    case DW_FORM.strp_sup:
    case DW_FORM.GNU_strp_alt:
      return stringOffset('supplementary', cursor, encoding);
    case DW_FORM.strx:
    case DW_FORM.GNU_str_index:
      return { kind: 'stringIndex', index: cursor.uleb() };
    case DW_FORM.strx1:
    case DW_FORM.strx2:
    case DW_FORM.strx3:
    case DW_FORM.strx4:
      return { kind: 'stringIndex', index: fixed(cursor, form - DW_FORM.strx1 + 1) };
    case DW_FORM.ref1:
      return { kind: 'reference', offset: unitOffset + cursor.u8() };
    case DW_FORM.ref2:
      return { kind: 'reference', offset: unitOffset + cursor.u16() };
    case DW_FORM.ref4:
      return { kind: 'reference', offset: unitOffset + cursor.u32() };
    case DW_FORM.ref8:
      return { kind: 'reference', offset: unitOffset + Number(cursor.u64()) };
    case DW_FORM.ref_udata:
      return { kind: 'reference', offset: unitOffset + cursor.uleb() };
    case DW_FORM.ref_addr:
      return {
        kind: 'reference',
        offset:
          startOfFile(fileNumber(unitOffset)) + Number(cursor.address(referenceSize(encoding))),
      };
    case DW_FORM.ref_sup4:
      return { kind: 'supplementaryReference', offset: cursor.u32() };
    case DW_FORM.ref_sup8:
      return { kind: 'supplementaryReference', offset: Number(cursor.u64()) };
    case DW_FORM.GNU_ref_alt:
      return {
        kind: 'supplementaryReference',
        offset: cursor.sectionOffset(encoding.offsetSize),
      };
    case DW_FORM.ref_sig8:
      return { kind: 'signature', signature: cursor.u64() };
    case DW_FORM.sec_offset:
      return { kind: 'sectionOffset', offset: cursor.sectionOffset(encoding.offsetSize) };
    case DW_FORM.rnglistx:
      return { kind: 'rangeListIndex', index: cursor.uleb() };
    case DW_FORM.loclistx:
      return { kind: 'locationListIndex', index: cursor.uleb() };
    case DW_FORM.indirect:
      return readForm(cursor, directForm(cursor), encoding, unitOffset);
    default:
      cursor.overrun = true;
      return undefined;
  }
}

function constant(value: bigint): AttributeValue {
  return { kind: 'constant', value, signed: false };
}

/** An index of 1 to 4 bytes. */
function fixed(cursor: DwarfCursor, size: number): number {
  switch (size) {
    case 1:
      return cursor.u8();
    case 2:
      return cursor.u16();
    case 3:
      return cursor.u24();
    default:
      return cursor.u32();
  }
}

function stringOffset(
  section: '.debug_str' | '.debug_line_str' | 'supplementary',
  cursor: DwarfCursor,
  { offsetSize }: Encoding,
): AttributeValue {
  return { kind: 'stringOffset', section, offset: cursor.sectionOffset(offsetSize) };
}

/**
 * The offset into another section that a value gives. DWARF 2 and 3 wrote such offsets as data4 or
 * data8; since DWARF 4 a constant is never an offset.
 */
export function asSectionOffset(
  value: AttributeValue | undefined,
  version: number,
): number | undefined {
  if (value?.kind === 'sectionOffset') return value.offset;
  if (value?.kind === 'constant' && version < 4) return Number(value.value);
  return undefined;
}
