// The languages of `set language` by their codes in DWARF.
import { DW_LANG } from '../../symbols/dwarf/constants';

/** What each that is known here is read as: to gdb some are C under another name. */
const codes: Readonly<Record<string, number>> = {
  asm: DW_LANG.C,
  c: DW_LANG.C,
  'c++': DW_LANG.C_plus_plus,
  minimal: DW_LANG.C,
  'objective-c': DW_LANG.C,
  opencl: DW_LANG.C,
  rust: DW_LANG.Rust,
};

/** DW_LANG_… by which a language that was set is read; undefined for that of the source. */
export function languageCode(language: string): number | undefined {
  return codes[language];
}
