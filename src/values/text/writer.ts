// What the text of a part of a value asks of the text of the whole.
import type { Value } from '../value';
import type { Format } from './scalars';
import type { SeenStaticArrays, SeenStatics } from './seenStatics';
import type { PrintSettings } from './settings';

/** Writes the values of one text. */
export interface Writer {
  readonly settings: PrintSettings;
  readonly format: Format | undefined;
  readonly summary: boolean;
  readonly statics: SeenStatics;
  readonly staticArrays: SeenStaticArrays;
  /** What addresses of functions are written by: they have their symbols whatever `set print symbol` says. */
  readonly code: { readonly addresses: boolean; readonly symbols: boolean };
  /** A value that stands alone: one that is missing altogether is said to be. */
  printable(value: Value, top?: boolean): Promise<string>;
  /** Whether one more value fits into the text. */
  takesOne(): boolean;
  /** A value `depth` values deep inside the one that is printed. References are followed where `deref`. */
  write(value: Value, depth: number, deref?: boolean): Promise<string>;
  /** What a pretty printer makes of a value; undefined where none does. */
  prettyText(value: Value, depth: number): Promise<string | undefined>;
}
