// The languages' names as gdb prints them, by DW_LANG_… (DWARF 5, section 7.12).
import { DW_LANG } from '../../symbols/dwarf/constants';
import { styleOf } from '../../values/language';

/** `c`, `c++`, `rust`, …; `minimal` for what gdb has no rules for. */
export function languageName(language: number | undefined): string {
  const style = styleOf(language);
  if (style !== 'c') return style;
  return names.get(language) ?? 'minimal';
}

const names: ReadonlyMap<number | undefined, string> = new Map<number | undefined, string>([
  ...[DW_LANG.C, DW_LANG.C89, DW_LANG.C99, DW_LANG.C11, DW_LANG.C17].map(
    (each): [number, string] => [each, 'c'],
  ),
  ...[DW_LANG.Ada83, DW_LANG.Ada95].map((each): [number, string] => [each, 'ada']),
  ...[
    DW_LANG.Fortran77,
    DW_LANG.Fortran90,
    DW_LANG.Fortran95,
    DW_LANG.Fortran03,
    DW_LANG.Fortran08,
  ].map((each): [number, string] => [each, 'fortran']),
  [DW_LANG.Pascal83, 'pascal'],
  [DW_LANG.Modula2, 'modula-2'],
  [DW_LANG.Mips_Assembler, 'asm'],
]);
