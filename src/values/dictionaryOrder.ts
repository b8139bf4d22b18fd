// The order in which gdb lists the names of a block inside of a function: that of the hash table in which it keeps
// them (gdb's dictionary.c). A block of a function itself has them in the order of the file.
import { DW_LANG } from '../symbols/dwarf/constants';

const cPlusPlus: ReadonlySet<number | undefined> = new Set([
  DW_LANG.C_plus_plus,
  DW_LANG.C_plus_plus_11,
  DW_LANG.C_plus_plus_14,
  DW_LANG.C_plus_plus_17,
  DW_LANG.C_plus_plus_20,
]);

/** `named` as gdb lists it. `declared`: how many names the block has; `language`: its DW_LANG_…. */
export function inDictionaryOrder<T extends { readonly name: string }>(
  named: readonly T[],
  declared: number,
  language: number | undefined,
): readonly T[] {
  const buckets = Math.floor(Math.max(declared, named.length) / 5) + 1;
  if (buckets === 1) return named;
  const ordered = Array.from({ length: buckets }, (): T[] => []);
  for (const each of named) ordered[hashOf(each.name, language) % buckets]?.push(each);
  return ordered.flat();
}

/** Of the last part of a name that Ada may have encoded, as gdb takes that for possible in all languages but C++. */
function hashOf(name: string, language: number | undefined): number {
  if (cPlusPlus.has(language) || name.startsWith('_') || /^[$.X]/.test(name))
    return plainHash(name);
  const part = name.split(/[$.X]|TKB$/, 1)[0] ?? '';
  const pieces = part.split(/(?<=.)__/);
  let last = pieces[0] ?? '';
  for (const piece of pieces.slice(1)) {
    if (!/^[a-zO]/.test(piece)) break;
    last = piece;
  }
  return plainHash(last);
}

function plainHash(text: string): number {
  let hash = 0;
  for (const byte of new TextEncoder().encode(text.toLowerCase())) {
    hash = (Math.imul(hash, 67) + byte - 113) >>> 0;
  }
  return hash;
}
