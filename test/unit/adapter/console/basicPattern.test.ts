// Patterns that a backtracking search would not come to an end with.
import { describe, expect, it } from 'vitest';
import { basicPattern, givenPattern } from '../../../../src/adapter/console/basicPattern';

describe('a basic regular expression', () => {
  it.each([
    ['\\(a*\\)*b', 'a'.repeat(5000), false],
    ['\\(a\\|a\\)*$', `${'a'.repeat(5000)}!`, true],
    ['^\\(a\\|aa\\)*$', `${'a'.repeat(5000)}!`, false],
    ['\\(\\(a\\+\\)\\+\\)\\+b', 'a'.repeat(5000), false],
    [`${'.*'.repeat(50)}b`, 'a'.repeat(5000), false],
    ['\\(a*\\)*b', `${'a'.repeat(5000)}b`, true],
  ])('%s ends', (pattern, text, expected) => {
    expect(basicPattern(pattern).test(text)).toBe(expected);
  });

  it('is refused where its repetitions are too many, and where a text must be remembered', () => {
    expect(() => givenPattern('a\\{1,30000\\}')).toThrow(
      'Invalid regexp: Regular expression too big',
    );
    expect(() => givenPattern('\\('.repeat(200) + '\\)'.repeat(200))).toThrow('too big');
    expect(() => basicPattern('\\(a\\)\\1')).toThrow('Back references are not searched for');
  });

  it.each([
    ['ab*c', 'ac', true],
    ['x\\(ab\\)\\?y', 'xy', true],
    ['x\\(ab\\)\\+y', 'xababy', true],
    ['x\\(foo\\|bar\\)y', 'xbary', true],
    ['x\\(foo\\|bar\\)y', 'xfoobary', false],
    ['ab\\bcd', 'abcd', false],
    ['a\\{0\\}b', 'b', true],
    ['on.off', 'on offon off', true],
    ['on.off', 'off on', false],
  ])('%s is looked for in %s', (pattern, text, expected) => {
    expect(basicPattern(pattern).test(text)).toBe(expected);
  });

  it('matches characters beyond ASCII', () => {
    expect(basicPattern('^.é[^é]$').test('aéb')).toBe(true);
    expect(basicPattern('\\bé').test('é')).toBe(false);
  });
});
