// What is common to the text of a value and of its parts: settings, and what was written before.
import type { Format, Value, ValueBudget } from '../value';
import type { ArrayType, Type } from '../../symbols/type';

export type { Format } from '../value';

/** Writes the values of one text. */
export interface Writer {
  readonly settings: PrintSettings;
  readonly format: Format | undefined;
  readonly summary: boolean;
  readonly statics: SeenStatics;
  readonly staticArrays: SeenStaticArrays;
  /**
   * What addresses of functions are written by: they have their symbols whatever `set print
   * symbol` says.
   */
  readonly code: { readonly addresses: boolean; readonly symbols: boolean };
  /** A value on its own: gdb has words for one that is missing altogether. */
  printable(value: Value, top?: boolean): Promise<string>;
  /** Values that may still be written. */
  readonly budget: ValueBudget;
  /** Whether one more value fits into the text; counts it, and lets others run where it is time. */
  takesOne(): Promise<boolean>;
  /** Whether no more values fit into the text. */
  readonly isFull: boolean;
  /**
   * A value `depth` values deep inside the one that is printed. References are followed where
   * `deref`.
   */
  write(value: Value, depth: number, deref?: boolean): Promise<string>;
  /** For a value that has a format of its own, which the one of the text hides. */
  inFormat(format: Format | undefined): Writer;
  /** What a pretty printer makes of a value; undefined where none does. */
  prettyText(value: Value, depth: number): Promise<string | undefined>;
}

/** gdb's `set print …` (gdb manual, "Print Settings"). */
export interface PrintSettings {
  /** Elements of an array or string that are printed. */
  readonly elements: number;
  /** Equal neighbours beyond this number are counted. */
  readonly repeats: number;
  /** How deep classes in classes are printed. */
  readonly depth: number;
  readonly addresses: boolean;
  readonly symbols: boolean;
  readonly unions: boolean;
  readonly staticMembers: boolean;
  /** Classes over several lines. */
  readonly pretty: boolean;
  /** Arrays over several lines. */
  readonly arrays: boolean;
  readonly arrayIndexes: boolean;
  /** Arrays of characters end at the first NUL. */
  readonly nullStop: boolean;
  /** What is printed by itself as the whole object that it is a part of. */
  readonly objects: boolean;
  /** The base of whole numbers: 8, 10 or 16. */
  readonly radix: number;
  /** Binary numbers in groups of four digits. */
  readonly nibbles: boolean;
}

/** gdb's defaults. */
export const defaultSettings: PrintSettings = {
  elements: 200,
  repeats: 10,
  depth: 20,
  addresses: true,
  symbols: true,
  unions: true,
  staticMembers: true,
  pretty: false,
  arrays: false,
  arrayIndexes: false,
  nullStop: false,
  objects: false,
  radix: 10,
  nibbles: false,
};

// The static members of classes that a text has already: classes may have static members of their
// own type.

/**
 * The static members of classes that were written, by their addresses, so that none is written in
 * itself.
 */
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
 * The types of the elements of static arrays that were written. gdb keeps them while it writes
 * members at one depth and forgets them at another (`cp_print_value_fields`), so what it leaves
 * out depends on the order.
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
