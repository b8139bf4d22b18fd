// What the languages of units (DW_LANG_…, DWARF 5, section 7.12) make different.
import { DW_LANG } from './constants';
import type { Unit } from './unit';

const c: readonly (number | undefined)[] = [
  DW_LANG.C89,
  DW_LANG.C,
  DW_LANG.C99,
  DW_LANG.C11,
  DW_LANG.C17,
];
const cpp: readonly (number | undefined)[] = [
  DW_LANG.C_plus_plus,
  DW_LANG.C_plus_plus_11,
  DW_LANG.C_plus_plus_14,
  DW_LANG.C_plus_plus_17,
  DW_LANG.C_plus_plus_20,
];
const ada: readonly (number | undefined)[] = [DW_LANG.Ada83, DW_LANG.Ada95];
const fortran: readonly (number | undefined)[] = [
  DW_LANG.Fortran77,
  DW_LANG.Fortran90,
  DW_LANG.Fortran95,
  DW_LANG.Fortran03,
  DW_LANG.Fortran08,
];
const fromOne: readonly (number | undefined)[] = [
  ...ada,
  ...fortran,
  DW_LANG.Cobol74,
  DW_LANG.Cobol85,
  DW_LANG.Pascal83,
  DW_LANG.Modula2,
  DW_LANG.PLI,
];

/**
 * Whether a unit is of C, where tags have names of their own and nothing is declared in structs.
 */
export function isC({ root }: Unit): boolean {
  return c.includes(root.language);
}

export function isCpp({ root }: Unit): boolean {
  return cpp.includes(root.language);
}

export function isRust({ root }: Unit): boolean {
  return root.language === DW_LANG.Rust;
}

export function isAda({ root }: Unit): boolean {
  return ada.includes(root.language);
}

export function isFortran({ root }: Unit): boolean {
  return fortran.includes(root.language);
}

/** The index of an array's first element where its description does not say (table 7.17). */
export function firstIndex({ root }: Unit): bigint {
  return root.language !== undefined && fromOne.includes(root.language) ? 1n : 0n;
}

// The languages whose ways of writing types and values differ (DW_LANG_…; DWARF 5, section 7.12).

/** How types and values are written: C names a struct with its tag, C++ only by its name. */
export type Style = 'c' | 'c++' | 'go' | 'rust';

const plus: ReadonlySet<number> = new Set([0x04, 0x1a, 0x21, 0x2b, 0x30, 0x3a]);

/**
 * D writes dots between names, and arrays that know their length as what is in them; the rest is
 * C's.
 */
export function isD(language: number | undefined): boolean {
  return language === DW_LANG.D;
}

/** The languages whose expressions are read by a table. */
export type TabledLanguage = 'ada' | 'fortran' | 'go' | 'pascal';

export function isTabled(language: ExpressionLanguage): language is TabledLanguage {
  return language === 'go' || ignoresCase(language);
}

/** Whether a language does not tell capitals from small letters. */
export function ignoresCase(
  language: ExpressionLanguage,
): language is Exclude<TabledLanguage, 'go'> {
  return language === 'ada' || language === 'fortran' || language === 'pascal';
}

/** The languages whose expressions are told apart. */
export type ExpressionLanguage = Style | TabledLanguage;

/** The language that expressions in code of a language are read in; C for all not known. */
export function expressionLanguage(language: number | undefined): ExpressionLanguage {
  if (language !== undefined && ada.includes(language)) return 'ada';
  if (language !== undefined && fortran.includes(language)) return 'fortran';
  return language === DW_LANG.Pascal83 ? 'pascal' : styleOf(language);
}

export function isGo(language: number | undefined): boolean {
  return language === DW_LANG.Go;
}

/** The style of a language; C's for all that are not known. */
export function styleOf(language: number | undefined): Style {
  if (language === DW_LANG.Rust) return 'rust';
  if (isGo(language)) return 'go';
  return language !== undefined && plus.has(language) ? 'c++' : 'c';
}
