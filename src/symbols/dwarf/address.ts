// Addresses that attributes give directly or by an index into .debug_addr (DWARF 5, section 7.27).
import { parseAt, type DwarfCursor } from './cursor';
import type { DebugSections } from './debugSections';
import type { AttributeValue } from './form';
import type { Unit } from './unit';

/** The address that a value of class address gives; undefined where it gives none. */
export async function readAddress(
  sections: DebugSections,
  unit: Unit,
  value: AttributeValue | undefined,
): Promise<bigint | undefined> {
  if (value?.kind === 'address') return value.address;
  return value?.kind === 'addressIndex'
    ? readIndexedAddress(sections, unit, value.index)
    : undefined;
}

/** The address at an index of the unit's share of .debug_addr. */
export async function readIndexedAddress(
  sections: DebugSections,
  { header, root }: Unit,
  index: number,
): Promise<bigint | undefined> {
  const { order, offsetSize, addressSize, version } = header.encoding;
  const base = root.addressBase ?? (version >= 5 ? (offsetSize === 4 ? 8 : 16) : 0);
  const addresses = await sections.get('.debug_addr');
  const parse = (cursor: DwarfCursor): bigint => cursor.address(addressSize);
  const at = base + index * addressSize;
  const { value, whole } = await parseAt(addresses, order, at, addressSize, parse);
  return whole ? value : undefined;
}
