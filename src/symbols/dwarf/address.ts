// Addresses that attributes give directly or by an index into .debug_addr (DWARF 5, section 7.27).
import { parseAt, type DwarfCursor } from './cursor';
import type { AttributeValue } from './form';
import { placedUnit, type Unit } from './unit';

/** The address that a value of class address gives; undefined where it gives none. */
export async function readAddress(
  unit: Unit,
  value: AttributeValue | undefined,
): Promise<bigint | undefined> {
  if (value?.kind === 'address') return value.address;
  return value?.kind === 'addressIndex' ? readIndexedAddress(unit, value.index) : undefined;
}

/** The address at an index of the unit's share of .debug_addr. */
export async function readIndexedAddress(unit: Unit, index: number): Promise<bigint | undefined> {
  const { file, header, root } = placedUnit(unit);
  const { order, offsetSize, addressSize, version } = header.encoding;
  const base = root.addressBase ?? (version >= 5 ? (offsetSize === 4 ? 8 : 16) : 0);
  const addresses = await file.sections.get('.debug_addr');
  const parse = (cursor: DwarfCursor): bigint => cursor.address(addressSize);
  const at = base + index * addressSize;
  const { value, whole } = await parseAt(addresses, order, at, addressSize, parse);
  return whole ? value : undefined;
}
