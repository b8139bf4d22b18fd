// How an expression is coloured, and what is said of its functions.
import { describe, expect, it } from 'vitest';
import { calledFunction, docOf } from '../../../../webview/expression/functionDocs';
import { highlightTokens } from '../../../../webview/expression/highlight';

const parts = (text: string) =>
  highlightTokens(text).flatMap((each) => (each.kind === 'other' ? [] : [[each.kind, each.text]]));

describe('an expression', () => {
  it('has its names, numbers, strings and functions coloured', () => {
    expect(parts('queue->waiting > 0x5 && $_streq($trace_func, "a \\" b")')).toEqual([
      ['name', 'queue'],
      ['name', 'waiting'],
      ['number', '0x5'],
      ['function', '$_streq'],
      ['dollar', '$trace_func'],
      ['string', '"a \\" b"'],
    ]);
  });

  it.each(['', 'a1 + $x', '"unfinished', "f(1.5e3f) ? 'c' : p[0]", '🙂 && x'])(
    'keeps its text: %s',
    (text) => {
      expect(
        highlightTokens(text)
          .map((each) => each.text)
          .join(''),
      ).toBe(text);
    },
  );
});

describe('the function whose arguments are typed', () => {
  it.each([
    ['$_streq("a", ', '$_streq(one, other)'],
    ['$_changed(min(a, ', '$_changed(expression)'],
    ['$_changed(a) && ', undefined],
    ['$_strlen(")', '$_strlen(string)'],
    ['(a + b', undefined],
  ])('of %s', (text, signature) => {
    expect(calledFunction(text)?.signature).toBe(signature);
  });

  it('has a line that says what it gives, as every name of gdb that a search knows', () => {
    expect(docOf('$_changed')?.doc).toContain('differs');
    expect(docOf('$trace_line')?.signature).toBe('$trace_line');
    expect(docOf('$rsp')).toBeUndefined();
  });
});
