// C's arithmetic types have many names: `unsigned long`, `long unsigned int`, `unsigned long int`.
// Compilers record one of them.

const words: readonly string[] = [
  'unsigned',
  'signed',
  'short',
  'long',
  'int',
  'char',
  'float',
  'double',
  '_Complex',
  'complex',
  '__int128',
];

/**
 * The spellings under which compilers record the type that `name` means, GCC's first. Empty where it
 * is not made of C's words for numbers.
 */
export function spellings(name: string): string[] {
  const parts = name.trim().split(/\s+/);
  if (parts.length === 0 || !parts.every((part) => words.includes(part))) return [];
  const count = (word: string): number => parts.filter((part) => part === word).length;
  const complex = count('_Complex') + count('complex') > 0;
  const floating = ['float', 'double'].find((word) => parts.includes(word));
  if (floating) {
    const real = count('long') > 0 ? `long ${floating}` : floating;
    return complex ? [`complex ${real}`, `_Complex ${real}`] : [real];
  }
  if (complex) return ['complex double', '_Complex double'];
  return integerSpellings(count);
}

function integerSpellings(count: (word: string) => number): string[] {
  const unsigned = count('unsigned') > 0;
  if (count('char') > 0) {
    return unsigned ? ['unsigned char'] : count('signed') > 0 ? ['signed char'] : ['char'];
  }
  if (count('__int128') > 0) {
    return unsigned ? ['__int128 unsigned', 'unsigned __int128'] : ['__int128'];
  }
  const size = count('short') > 0 ? ['short'] : Array.from({ length: count('long') }, () => 'long');
  if (size.length === 0) return unsigned ? ['unsigned int'] : ['int'];
  const short = size.join(' ');
  return unsigned ? [`${short} unsigned int`, `unsigned ${short}`] : [`${short} int`, short];
}
