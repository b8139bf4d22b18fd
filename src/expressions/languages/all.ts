// The tables by language.
import type { TabledLanguage } from '../../symbols/dwarf/languages';
import { ada } from './ada';
import { fortran } from './fortran';
import { go } from './go';
import { pascal } from './pascal';
import type { LanguageTable } from './table';

export const languageTables: Readonly<Record<TabledLanguage, LanguageTable>> = {
  ada,
  fortran,
  go,
  pascal,
};
