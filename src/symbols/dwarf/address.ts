// Addresses that attributes give directly or by an index into .debug_addr (DWARF 5, section 7.27).
import { DwarfCursor } from './cursor';
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

/** Addresses of .debug_addr that are read at once: a unit asks for many that are side by side. */
const addressesAtOnce = 512;

/** The pages of a unit's share of .debug_addr that were read. */
class IndexedAddresses {
  private readonly pages = new Map<number, DataView>();

  constructor(private readonly unit: Unit) {}

  /** The address at an index; undefined if it was not read yet, or does not exist. */
  known(index: number): bigint | undefined {
    const { order, addressSize } = this.unit.header.encoding;
    const page = this.pages.get(Math.floor(index / addressesAtOnce));
    const at = (index % addressesAtOnce) * addressSize;
    if (!page || at + addressSize > page.byteLength) return undefined;
    if (addressSize === 8) return page.getBigUint64(at, order === 'little');
    return new DwarfCursor(new Uint8Array(page.buffer, page.byteOffset + at), order).address(
      addressSize,
    );
  }

  async read(index: number): Promise<bigint | undefined> {
    const { file, header, root } = this.unit;
    const { offsetSize, addressSize, version } = header.encoding;
    const number = Math.floor(index / addressesAtOnce);
    if (!this.pages.has(number)) {
      const base = root.addressBase ?? (version >= 5 ? (offsetSize === 4 ? 8 : 16) : 0);
      const length = addressesAtOnce * addressSize;
      const addresses = await file.sections.get('.debug_addr');
      const { buffer, byteOffset, byteLength } = await addresses.read(
        base + number * length,
        length,
      );
      this.pages.set(number, new DataView(buffer, byteOffset, byteLength));
    }
    return this.known(index);
  }
}

const indexed = new WeakMap<Unit, IndexedAddresses>();

function indexedOf(unit: Unit): IndexedAddresses {
  const placed = placedUnit(unit);
  const known = indexed.get(placed);
  if (known) return known;
  const made = new IndexedAddresses(placed);
  indexed.set(placed, made);
  return made;
}

/** The address at an index of the unit's share of .debug_addr. */
export async function readIndexedAddress(unit: Unit, index: number): Promise<bigint | undefined> {
  return indexedOf(unit).read(index);
}

/** What `readAddress` gives, where nothing has to be read for it. */
export function knownAddress(unit: Unit, value: AttributeValue | undefined): bigint | undefined {
  if (value?.kind === 'address') return value.address;
  return value?.kind === 'addressIndex' ? indexedOf(unit).known(value.index) : undefined;
}
