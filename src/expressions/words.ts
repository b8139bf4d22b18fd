// Words of the languages that are no names of the program.
import { isReservedBaseWord } from '../symbols/baseTypeName';
import type { Qualifier, Tag } from './syntax';

export const tags: ReadonlySet<string> = new Set<Tag>(['struct', 'class', 'union', 'enum']);

export const qualifiers: ReadonlyMap<string, Qualifier> = new Map([
  ['const', 'const'],
  ['volatile', 'volatile'],
  ['restrict', 'restrict'],
  ['__restrict', 'restrict'],
  ['__restrict__', 'restrict'],
  ['_Atomic', 'atomic'],
]);

export const typeOfWords: ReadonlySet<string> = new Set([
  'typeof',
  '__typeof',
  '__typeof__',
  'decltype',
]);

export const sizeWords: ReadonlySet<string> = new Set([
  'sizeof',
  '_Alignof',
  'alignof',
  '__alignof__',
]);

/** C++'s casts that are written `static_cast<type>(x)`. */
export const namedCasts: ReadonlySet<string> = new Set([
  'static_cast',
  'reinterpret_cast',
  'const_cast',
  'dynamic_cast',
]);

/** Whether a word has a meaning of its own. */
export function isWord(word: string): boolean {
  const sets = [tags, typeOfWords, sizeWords, namedCasts];
  return isReservedBaseWord(word) || qualifiers.has(word) || sets.some((set) => set.has(word));
}
