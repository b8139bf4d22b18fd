import { describe, expect, it } from 'vitest';
import { calledFunction } from '../../../webview/expression/functionDocs';
import { highlightTokens } from '../../../webview/expression/highlight';
import { withTerm } from '../../../webview/table/quickFilter';

describe('a term that is pointed at', () => {
  it.each<[before: string, condition: string, hides: boolean, after: string]>([
    ['', '$tracepoint == 3', false, '$tracepoint == 3'],
    ['', '$tracepoint == 3', true, '!($tracepoint == 3)'],
    ['n > 5', '$tracepoint == 3', false, 'n > 5 && $tracepoint == 3'],
    ['a || b', 'n == 1', false, '(a || b) && n == 1'],
    ['a ? b : c', '(n) == 1', true, '(a ? b : c) && !((n) == 1)'],
    ['a = 1', 'b', false, '(a = 1) && b'],
    ['$_streq(s, "a, || b")', 'n == 1', false, '$_streq(s, "a, || b") && n == 1'],
    ["c == ',' && d[i, j]", 'n', false, "c == ',' && d[i, j] && n"],
    ['a <= b && c != d', 'n', false, 'a <= b && c != d && n'],
    ['(a || b) && n == 1', 'n == 1', false, '(a || b) && n == 1'],
    ['(a || b) && c', 'd', true, '(a || b) && c && !(d)'],
  ])('%j and %j, hidden: %j, are %j', (before, condition, hides, after) => {
    expect(withTerm(before, condition, hides)).toBe(after);
  });

  it('takes the place of its contrary', () => {
    expect(withTerm('n > 5 && !($tracepoint == 3)', '$tracepoint == 3', false)).toBe(
      'n > 5 && $tracepoint == 3',
    );
    expect(withTerm('$tracepoint == 3 && n > 5', '$tracepoint == 3', true)).toBe(
      'n > 5 && !($tracepoint == 3)',
    );
  });

  it('that asks for another value takes the place of the one before, while what is hidden adds up', () => {
    expect(withTerm('$tracepoint == 3 && n > 5', '$tracepoint == 4', false)).toBe(
      'n > 5 && $tracepoint == 4',
    );
    const line = (number: number) => `$trace_line == ${number} && $_streq($trace_file, "a.c")`;
    expect(withTerm(line(3), line(4), false)).toBe(line(4));
    expect(withTerm('(p->n) == 1', '(p->n) == 2', false)).toBe('(p->n) == 2');
    expect(withTerm('(p->n) == 1', '(q->n) == 2', false)).toBe('(p->n) == 1 && (q->n) == 2');
    expect(withTerm('!($tracepoint == 3)', '$tracepoint == 4', true)).toBe(
      '!($tracepoint == 3) && !($tracepoint == 4)',
    );
  });

  it('stands before a range of frames, which stays last', () => {
    const range = '$trace_frame >= 3 && $trace_frame <= 9';
    expect(withTerm(range, 'n == 1', false)).toBe(`(n == 1) && ${range}`);
    expect(withTerm(`(a || b) && ${range}`, 'n == 1', true)).toBe(
      `((a || b) && !(n == 1)) && ${range}`,
    );
  });
});

it('an expression that nobody would evaluate is taken as it is', () => {
  const endless = `"${'a'.repeat(10_000_000)}"`;
  expect(withTerm(endless, 'n == 1', false) === `(${endless}) && n == 1`).toBe(true);
  expect(withTerm('n == 1', endless, false).startsWith('n == 1 && ')).toBe(true);
  expect(highlightTokens(endless)).toMatchObject([{ kind: 'other' }]);
  expect(calledFunction(`$_streq(${endless}`)).toBe(undefined);
});
