// The languages whose ways of writing types and values differ (DW_LANG_…; DWARF 5, section 7.12).
import { DW_LANG } from '../symbols/dwarf/constants';

/** How types and values are written: C names a struct with its tag, C++ by its name alone. */
export type Style = 'c' | 'c++' | 'rust';

const plus: ReadonlySet<number> = new Set([0x04, 0x1a, 0x21, 0x2b, 0x30, 0x3a]);

/**
 * D writes dots between names, and arrays that know their length as what is in them; the rest is
 * C's.
 */
export function isD(language: number | undefined): boolean {
  return language === DW_LANG.D;
}

/** The style of a language; C's for all that are not known. */
export function styleOf(language: number | undefined): Style {
  if (language === DW_LANG.Rust) return 'rust';
  return language !== undefined && plus.has(language) ? 'c++' : 'c';
}
