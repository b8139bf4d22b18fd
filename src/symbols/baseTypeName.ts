// The names of C's base types: any order of their words is one type.

/** Words that C's grammar reserves; the others may be names of the program. */
const reserved = new Set([
  'void',
  'char',
  'short',
  'int',
  'long',
  'float',
  'double',
  'signed',
  'unsigned',
  '_Complex',
  '__complex__',
]);

const words = new Set([
  ...reserved,
  '_Bool',
  'bool',
  '__int128',
  '_Float16',
  '__float128',
  '_Float128',
  'wchar_t',
  'char8_t',
  'char16_t',
  'char32_t',
]);

/** Whether a word belongs to the name of a base type. */
export function isBaseWord(word: string): boolean {
  return words.has(word);
}

/** Whether no variable can have this name. */
export function isReservedBaseWord(word: string): boolean {
  return reserved.has(word);
}

/**
 * gdb's name for a base type (`long unsigned int` is `unsigned long`); undefined where the words
 * make none.
 */
export function baseTypeName(given: readonly string[]): string | undefined {
  const count = (...of: string[]) => given.filter((word) => of.includes(word)).length;
  const complex = count('_Complex', '__complex__') > 0 ? 'complex ' : '';
  const [long, short, unsigned, signed] = [
    count('long'),
    count('short'),
    count('unsigned'),
    count('signed'),
  ];
  const rest = given.filter(
    (word) =>
      !['long', 'short', 'unsigned', 'signed', 'int', '_Complex', '__complex__'].includes(word),
  );
  if (rest.length > 1 || long > 2 || short > 1 || unsigned + signed > 1) return undefined;
  const [kind] = rest;
  const sign = unsigned > 0 ? 'unsigned ' : '';
  if (kind === undefined) {
    if (long > 0 && short > 0) return undefined;
    if (complex !== '' && count('int') + long + short === 0) return undefined;
    const width = short > 0 ? 'short' : ['int', 'long', 'long long'][long];
    return width === undefined ? undefined : complex + sign + width;
  }
  if (short > 0 || count('int') > 0) return undefined;
  if (kind === 'double')
    return unsigned + signed > 0 || long > 1 ? undefined : `${complex}${long ? 'long ' : ''}double`;
  if (long > 0) return undefined;
  if (kind === 'char') return signed > 0 ? 'signed char' : `${sign}char`;
  if (kind === '__int128') return `${sign}__int128`;
  return unsigned + signed > 0 ? undefined : complex + kind;
}
