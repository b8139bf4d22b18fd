import { expect, it } from 'vitest';
import { canonicalName, withCharacterNumbers } from '../../../src/symbols/canonicalName';

// gdb 13's `info types` and `ptype` of what clang 14 writes.
it.each([
  ["string_literal<char, '['>", "string_literal<char, (char)'['>"],
  ["string_literal<char, '<', '>', ','>", "string_literal<char, (char)'<', (char)'>', (char)','>"],
  [
    String.raw`string_literal<char, '\'', '\n', '\\'>`,
    String.raw`string_literal<char, (char)'\'', (char)'\n', (char)'\\'>`,
  ],
  [String.raw`lit<char, '\012'>`, String.raw`lit<char, (char)'\012'>`],
  [String.raw`lit<const char, '\x01'>`, String.raw`lit<const char, '\x01'>`],
  ['array<char, 64UL>', 'array<char, 64ul>'],
  ['operator==<const char>', 'operator==<const char>'],
  ['vec<long unsigned int>::operator<<', 'vec<unsigned long>::operator<<'],
  ['operator vec<const char>', 'operator vec<char const>'],
  ['operator[]<const char>', 'operator[]<const char>'],
  ['operator()<const char &, long unsigned int>', 'operator()<const char &, long unsigned int>'],
  ['Base<double, 23, (& a_global), &S::f>', 'Base<double, 23, &a_global, &S::f>'],
  ['T5<int (*)(int, double **, void *)>', 'T5<int (*)(int, double**, void*)>'],
  ['operator const L &', 'operator L const&'],
  ['operator char *', 'operator char*'],
  ['operator const char* const*', 'operator char const* const*'],
  ['operator int L::*', 'operator int L::*'],
  ['operator long unsigned int', 'operator unsigned long'],
  ['operator volatile char&', 'operator char volatile&'],
  ['operator int (*)(char *, unsigned long)', 'operator int (*)(char*, unsigned long)'],
  ['operator const int*<int>', 'operator int const*<int>'],
  ['operator const int *<int>', 'operator const int *<int>'],
  ['L::operator fn', 'L::operator fn'],
  ['operator new[]', 'operator new[]'],
  ['tuple<>', 'tuple<>'],
  // A function's type and a call: gdb's parser refuses the whole name.
  ['A<void(), long unsigned int>', 'A<void(), long unsigned int>'],
  ['A<int (const char *), const char *>', 'A<int (const char *), const char *>'],
  ['when<fits<const int *>(), const char *>', 'when<fits<const int *>(), const char *>'],
  ['A<foo(int)::Local, const char *>', 'A<foo(int)::Local, const char *>'],
  ['f<(anonymous namespace)::X, const char *>', 'f<(anonymous namespace)::X, char const*>'],
  ['at<int (S::*)(int) const, const S *>', 'at<int (S::*)(int) const, S const*>'],
])('%s is %s', (name, canonical) => {
  expect(canonicalName(name)).toBe(canonical);
});

it.each([
  ["lit<char, (char)'['>::get", 'lit<char, (char)91>::get'],
  [String.raw`lit<(char)'\'', (char)'\n', (char)'\012'>`, 'lit<(char)39, (char)10, (char)10>'],
  ['lit<(char)91>', 'lit<(char)91>'],
])('%s is %s with numbers', (name, numbered) => {
  expect(withCharacterNumbers(name)).toBe(numbered);
});

it('gives what is in a name its other names', () => {
  const names = new Map([
    ['char', '_CharT'],
    ['std::allocator<char>', '_Alloc'],
  ]);
  const other = (name: string) => names.get(name);
  expect(canonicalName('std::vector<const char *, std::allocator<char> >', other)).toBe(
    'std::vector<_CharT const*, _Alloc>',
  );
});
