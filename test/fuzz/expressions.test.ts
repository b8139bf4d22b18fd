// Whatever is typed as an expression gives a value or a problem: no exception, and an end.
import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/expressions/problem';
import { beginsWith } from '../../src/expressions/regex';
import { generator } from './rounds';
import { printed, stoppedAt } from '../unit/expressions/stopped';

const words = (
  'x $rax $xmm0 $ $$1 $_streq $_regex $_collected 1 0 0x10 1.5f 08 1e 18446744073709551616 "a" \'b\' \'a b\' L"w" int ' +
  'unsigned char * & ( ) [ ] { } -> . :: + - / % << >> == < > ? : , @ ! ~ && || sizeof struct enum const true ' +
  'this as mut .. ..= -= ++ .* ->* static_cast < typeof operator (anonymous namespace):: a<int> é \\ ; # `'
).split(' ');

const memory = { '0x10': '1000000000000000' };

describe.each([
  ['c', 0x1d],
  ['c++', 0x1a],
  ['rust', 0x1c],
])('expressions of %s', (_, language) => {
  it('have a value or a problem', async () => {
    const frame = stoppedAt({ registers: { 0: '10' }, memory, language });
    const below = generator(language);
    let problems = 0;
    const rounds = 3000;
    for (let round = 0; round < rounds; round++) {
      const text = Array.from({ length: 1 + below(10) }, () => words[below(words.length)]).join(
        below(2) === 0 ? ' ' : '',
      );
      const answer = await printed(text, frame);
      expect(answer, text).not.toBe('');
      if (/^[A-Z].*[a-z]|expected|^unexpected/.test(answer)) problems++;
    }
    expect(problems).toBeGreaterThan(rounds / 2);
    expect(problems).toBeLessThan(rounds);
  });
});

/** Pieces of regular expressions that mean the same in JavaScript. */
const pieces = 'a b c . [ab] [^a] [a-b] ( ) (?: | * + ? {2} {1,2} {0,} ^ $ \\w \\W \\b'.split(' ');

function matches(subject: string, pattern: string): boolean | 'refused' {
  const bytes = new TextEncoder();
  try {
    return beginsWith(bytes.encode(subject), bytes.encode(pattern));
  } catch (error) {
    if (error instanceof Failure) return 'refused';
    throw error;
  }
}

function inJavaScript(subject: string, pattern: string): boolean | 'refused' {
  try {
    return new RegExp(pattern, 'y').test(subject);
  } catch {
    return 'refused';
  }
}

describe('regular expressions', () => {
  it('match or are refused as in JavaScript', () => {
    const below = generator(7);
    const counts = new Map<boolean | 'refused', number>();
    for (let round = 0; round < 20_000; round++) {
      const pick = (from: readonly string[]) => from[below(from.length)] ?? '';
      const pattern = Array.from({ length: 1 + below(7) }, () => pick(pieces)).join('');
      const subject = Array.from({ length: below(6) }, () => pick(['a', 'b', '-'])).join('');
      const answer = matches(subject, pattern);
      expect(answer, `${pattern} on "${subject}"`).toBe(inJavaScript(subject, pattern));
      counts.set(answer, (counts.get(answer) ?? 0) + 1);
    }
    for (const answer of [true, false, 'refused'] as const) {
      expect(counts.get(answer)).toBeGreaterThan(1000);
    }
  });
});
