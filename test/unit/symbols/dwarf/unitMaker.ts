// Units of debugging information made by hand: entries with their attributes, and the abbreviations
// that they need.
import type { ByteOrder } from '../../../../src/bytes/cursor';
import { DW_AT, DW_FORM, DW_TAG, DW_UT } from '../../../../src/symbols/dwarf/constants';
import { Writer } from '../writer';

/** Writes a value; `at` gives the offset in .debug_info of the entry with a label. */
type Value = (writer: Writer, at: (label: string) => number) => void;

/** An attribute: DW_AT_…, DW_FORM_… and the value. */
export type MadeAttribute = readonly [name: number, form: number, value: Value];

/** An entry to be made. */
export interface MadeEntry {
  readonly tag: number;
  readonly label?: string;
  readonly attributes: readonly MadeAttribute[];
  readonly children?: readonly MadeEntry[];
}

/** A unit to be made. */
export interface MadeUnit {
  readonly version?: number;
  readonly format?: 4 | 8;
  readonly order?: ByteOrder;
  readonly addressSize?: number;
  readonly unitType?: number;
  /** The label of the type that a type unit, whose signature is 0x77, describes. */
  readonly type?: string;
  readonly root: MadeEntry;
}

export const text = (name: number, value: string): MadeAttribute => [
  name,
  DW_FORM.string,
  (writer) => writer.text(value),
];

export const address = (name: number, value: bigint): MadeAttribute => [
  name,
  DW_FORM.addr,
  (writer) => writer.u64(value),
];

export const offset = (name: number, value: number): MadeAttribute => [
  name,
  DW_FORM.sec_offset,
  (writer) => writer.u32(value),
];

export const data = (name: number, value: number): MadeAttribute => [
  name,
  DW_FORM.data4,
  (writer) => writer.u32(value),
];

export const present = (name: number): MadeAttribute => [
  name,
  DW_FORM.flag_present,
  () => undefined,
];

/** A reference by its offset in the section. */
export const refer = (name: number, label: string): MadeAttribute => [
  name,
  DW_FORM.ref_addr,
  (writer, at) => writer.u32(at(label)),
];

/** A function with code at `[start, start + size)`. */
export function subprogram(
  name: string | undefined,
  start: bigint,
  size: number,
  ...more: MadeAttribute[]
): MadeEntry {
  const named = name === undefined ? [] : [text(DW_AT.name, name)];
  const code = [address(DW_AT.low_pc, start), data(DW_AT.high_pc, size)];
  return { tag: DW_TAG.subprogram, attributes: [...named, ...code, ...more] };
}

/** The sections .debug_info and .debug_abbrev that hold the units. */
export function makeUnits(...units: MadeUnit[]): Record<string, Writer> {
  const labels = new Map<string, number>();
  write(units, labels);
  return write(units, labels);
}

/** Offsets of labels are right the second time. */
function write(units: readonly MadeUnit[], labels: Map<string, number>): Record<string, Writer> {
  const order = units[0]?.order ?? 'little';
  const info = new Writer(order);
  const abbrev = new Writer(order);
  for (const unit of units) writeUnit(unit, info, abbrev, labels);
  return { '.debug_info': info, '.debug_abbrev': abbrev };
}

function writeUnit(
  unit: MadeUnit,
  info: Writer,
  abbrev: Writer,
  labels: Map<string, number>,
): void {
  const { version = 5, format = 4, addressSize = 8, unitType = DW_UT.compile } = unit;
  const header = info.another().u16(version);
  if (version >= 5) header.u8(unitType, addressSize);
  header.number(format, abbrev.length);
  if (version < 5) header.u8(addressSize);
  if (version >= 5 && unitType !== DW_UT.compile && unitType !== DW_UT.partial) header.u64(0x77);
  const type = unit.type === undefined ? info.length : (labels.get(unit.type) ?? 0);
  if (unitType === DW_UT.type) header.number(format, type - info.length);
  const start = info.length + (format === 8 ? 12 : 4);
  let code = 0;
  const writeEntry = (entry: MadeEntry): void => {
    if (entry.label !== undefined) labels.set(entry.label, start + header.length);
    header.uleb(++code);
    abbrev.uleb(code, entry.tag).u8(entry.children ? 1 : 0);
    for (const [name, form, value] of entry.attributes) {
      abbrev.uleb(name, form);
      value(header, (label) => labels.get(label) ?? 0);
    }
    abbrev.uleb(0, 0);
    if (!entry.children) return;
    entry.children.forEach(writeEntry);
    header.u8(0);
  };
  writeEntry(unit.root);
  abbrev.uleb(0);
  info.counted(format, header);
}
