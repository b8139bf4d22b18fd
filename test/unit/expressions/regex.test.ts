import { describe, expect, it } from 'vitest';
import { Failure } from '../../../src/expressions/problem';
import { beginsWith } from '../../../src/expressions/regex';

function bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

function answer(subject: string, pattern: string): boolean | string {
  try {
    return beginsWith(bytes(subject), bytes(pattern));
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}

describe('a regular expression', () => {
  it.each([
    ['hello', 'h.*o', true],
    ['hello', 'e', false],
    ['hello', '', true],
    ['abc', 'b|ab', true],
    ['abc', '^(a|b)+c$', true],
    ['abcd', '^(a|b)+c$', false],
    ['abc\n', 'abc$', true],
    ['abc\n', 'abc\\Z', false],
    ['a\nb', 'a.b', false],
    ['aaa', 'a{2,3}$', true],
    ['aaaa', 'a{2,3}$', false],
    ['aaaa', 'a{,3}$', false],
    ['aaaa', 'a{2,}?$', true],
    ['a{2', 'a{2$', true],
    ['x7_ ', '\\w\\d\\D\\s$', true],
    ['x7', '\\S\\W', false],
    [']-^', '[]][a-][x^]$', true],
    [']', '[^]]', false],
    ['m', '[a-fk-z]', true],
    ['g', '[a-fk-z]', false],
    ['\t\x41', '[\\t\\n]\\x41', true],
    ['\x80\xff', '[\x80-\x9f]\xff$', true],
    ['ab cd', 'ab\\b.\\bcd', true],
    ['abcd', 'ab\\bcd', false],
    ['abcd', 'ab\\Bcd', true],
    ['a.b', 'a\\.b', true],
    ['axb', 'a\\.b', false],
    ['aab', '(?:(a*)*)*b', true],
  ] as const)('%j and %j', (subject, pattern, wanted) => {
    expect(answer(subject, pattern)).toBe(wanted);
  });

  it.each(['(', ')', '*a', 'a**', 'a{3,2}', '[a', '[z-a]', '[a-\\d]', '\\', '\\q', '^*'])(
    '%s is none',
    (pattern) => {
      expect(answer('a', pattern)).toBe(`Invalid regular expression "${pattern}".`);
    },
  );

  it.each([
    ['(a)\\1', 'backreferences'],
    ['(?=a)', 'groups that begin with (?'],
    ['(?<!a)b', 'groups that begin with (?'],
    ['a*+', 'possessive quantifiers'],
  ])('%s is more than automata know', (pattern, what) => {
    expect(answer('a', pattern)).toBe(`$_regex does not know ${what} in regular expressions.`);
  });

  it('takes no longer for nested repetitions', () => {
    expect(answer(`${'a'.repeat(50_000)}!`, '(a+)+$')).toBe(false);
    expect(answer(`${'a'.repeat(50_000)}!`, '((a|a)*)*((a|aa)+)+$')).toBe(false);
  });

  it('is refused where it is too long, also with its repetitions written out', () => {
    const tooLong = 'The regular expression is too long.';
    expect(answer('', 'a'.repeat(1001))).toBe(tooLong);
    expect(answer('', '((a{99}){99}){99}')).toBe(tooLong);
    expect(answer('', '(((){999999999}){999999999}){999999999}')).toBe(tooLong);
    expect(answer('', '('.repeat(999))).toBe('The regular expression is nested too deeply.');
    expect(answer('a'.repeat(65_000), '(?:a*){240}b')).toBe(
      'The regular expression is too long for a string of this length.',
    );
    expect(answer('a'.repeat(65_537), 'a')).toBe('The string is too long to be matched.');
  });
});
