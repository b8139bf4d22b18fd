// The static members of classes that a text has already: classes may have static members of their own type.
import type { ArrayType, Type } from '../../symbols/type';

/** The static members of classes that were written, by their addresses, so that none is written in itself. */
export class SeenStatics {
  private readonly addresses: bigint[] = [];

  get size(): number {
    return this.addresses.length;
  }

  /** The one that was added last. */
  get last(): bigint | undefined {
    return this.addresses.at(-1);
  }

  /** False for one that is known. */
  add(address: bigint): boolean {
    const isNew = !this.addresses.includes(address);
    if (isNew) this.addresses.push(address);
    return isNew;
  }

  /** Forgets all but the first `known`. */
  forget(known: number): void {
    this.addresses.length = known;
  }
}

/**
 * The types of the elements of static arrays that were written. gdb keeps them while it writes members at one depth and
 * forgets them at another (`cp_print_value_fields`), so what it leaves out depends on the order.
 */
export class SeenStaticArrays {
  private readonly elements: Type[] = [];
  /** Where members were begun last; undefined where they have ended since. */
  private depth: number | undefined;

  /** False for an array whose elements are of a known type. */
  add({ element, dimensions }: ArrayType, type: Type): boolean {
    const of = dimensions.length === 1 ? element : type;
    const isNew = !this.elements.includes(of);
    if (isNew) this.elements.push(of);
    return isNew;
  }

  /** The members of an object begin; returns what {@link end} needs to know. */
  begin(depth: number): number {
    if (this.depth === depth) return 0;
    this.depth = depth;
    return this.elements.length;
  }

  /** The members of an object end. */
  end(depth: number, known: number): void {
    if (this.depth === depth) return;
    this.elements.length = Math.min(this.elements.length, known);
    this.depth = undefined;
  }
}
