import type { ByteOrder } from '../bytes/cursor';

/** `numerator / denominator`. */
export interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** A number, character or truth value. */
export interface BaseType {
  readonly kind: 'base';
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** DW_ATE_… (DWARF 5, section 7.8). */
  readonly encoding: number;
  /** Bits of the value, where they do not fill its bytes. */
  readonly bitSize?: number;
  /** Of its bytes in memory, where it is not the target's (DWARF 5, section 5.1). */
  readonly order?: ByteOrder;
  /** Of a fixed-point number: what one unit of it stands for (DWARF 5, section 5.1.1.2). */
  readonly scale?: Ratio;
  /**
   * Of a complex number of an expression: the type of its real part; others have floating-point
   * parts.
   */
  readonly part?: BaseType;
}
