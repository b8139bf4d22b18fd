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
  /**
   * Of a complex number of an expression: the type of its real part; others have floating-point
   * parts.
   */
  readonly part?: BaseType;
}
