// gdb's table of the names that types have in a class (typedef_hash_table in gdb 13). Its hash is of a type's own name, but
// types are compared without their typedefs: what a type is called depends on which slots are looked into on the way, so
// the slots are those of gdb's table too (libiberty, hashtab.c).
import { isSameType, nameOf } from './sameType';
import type { Type } from '../symbols/type';

/** A name for a type. */
interface Naming {
  readonly name: string;
  readonly type: Type;
  readonly hash: number;
}

/** Sizes of libiberty's tables; more names are in no class. */
const sizes = [13, 31, 61, 127, 251, 509, 1021, 2039, 4093, 8191, 16381, 32749, 65521];

/** Names of types, of which the first one that is given to a type counts. */
export class TypedefTable {
  private slots: (Naming | undefined)[] = new Array<undefined>(sizes[0] ?? 0).fill(undefined);
  private count = 0;

  /** The same names, given again in the order of their slots, as gdb copies the table. */
  async copy(): Promise<TypedefTable> {
    const made = new TypedefTable();
    for (const naming of this.slots) if (naming) await made.put(naming);
    return made;
  }

  /** The same names in the same slots. */
  clone(): TypedefTable {
    const made = new TypedefTable();
    made.slots = [...this.slots];
    made.count = this.count;
    return made;
  }

  /** Names a type, if the table finds no name for it. */
  async add(name: string, type: Type): Promise<void> {
    await this.put({ name, type, hash: hashOf(type) });
  }

  /** The name of a type; undefined where the table finds none. */
  async find(type: Type): Promise<string | undefined> {
    return this.slots[await this.slotOf(type, hashOf(type))]?.name;
  }

  private async put(naming: Naming): Promise<void> {
    if (this.slots.length * 3 <= this.count * 4) this.grow();
    const slot = await this.slotOf(naming.type, naming.hash);
    if (slot < 0 || this.slots[slot]) return;
    this.slots[slot] = naming;
    this.count++;
  }

  /** The first slot on a type's way that is empty or has a name for it. */
  private async slotOf(type: Type, hash: number): Promise<number> {
    for (const slot of this.way(hash)) {
      const naming = this.slots[slot];
      if (!naming || (await isSameType(naming.type, type))) return slot;
    }
    return -1;
  }

  private *way(hash: number): Generator<number> {
    const size = this.slots.length;
    const step = 1 + (hash % (size - 2));
    let slot = hash % size;
    for (let i = 0; i < size; i++, slot = (slot + step) % size) yield slot;
  }

  private grow(): void {
    const size = sizes.find((each) => each >= 2 * this.count);
    if (size === undefined) return;
    const old = this.slots;
    this.slots = new Array<undefined>(size).fill(undefined);
    for (const naming of old) {
      if (!naming) continue;
      for (const slot of this.way(naming.hash)) {
        if (this.slots[slot]) continue;
        this.slots[slot] = naming;
        break;
      }
    }
  }
}

/** htab_hash_string of a type's own name. */
function hashOf(type: Type): number {
  let hash = 0;
  for (const letter of nameOf(type) ?? '<unnamed type>') {
    hash = (Math.imul(hash, 67) + (letter.codePointAt(0) ?? 0) - 113) >>> 0;
  }
  return hash;
}
