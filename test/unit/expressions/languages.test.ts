// Expressions of Ada, Fortran, Go and Pascal: how they are taken apart. What gdb 13 says of them is
// in the oracles of the programs in these languages; where the tree differs from gdb's, it is the
// language's own.
import { describe, expect, it } from 'vitest';
import { languageTables } from '../../../src/expressions/languages/all';
import { parseBy } from '../../../src/expressions/languages/parser';
import { spelledTokens } from '../../../src/expressions/languages/spelling';
import { tokenizeBy } from '../../../src/expressions/languages/tokens';
import type { TabledLanguage } from '../../../src/symbols/dwarf/languages';
import { written } from './writtenExpression';

/** What the program has, in the function `ships__arrays`. */
const types = ['integer', 'ships__days', 'LongInt', 'integer(kind=8)', 'place'];
const locals = ['n', 'x', 'a', 'm', 'p', 'q'];
const symbols = ['Count', 'TOP', 'ships__visits', 'ships__arrays__z', 'a__b', 'main.Seen'];

async function tree(language: TabledLanguage, text: string): Promise<string> {
  const table = languageTables[language];
  const tokens = tokenizeBy(table, text);
  if ('problem' in tokens) return `${tokens.problem} @${tokens.column}`;
  const spelled = await spelledTokens(table, tokens, {
    around: 'ships__arrays',
    isLocal: (name) => locals.includes(name),
    meaningOf: (name) => {
      if (types.includes(name)) return Promise.resolve('type');
      const unknown = { problem: `No symbol "${name}" in current context.` };
      return Promise.resolve(symbols.includes(name) ? 'symbol' : unknown);
    },
  });
  const parsed = parseBy(table, text, spelled.tokens, spelled.types);
  if ('problem' in parsed) return `${parsed.problem} @${parsed.column}`;
  const { unknown } = spelled;
  return unknown ? `${unknown.problem} @${unknown.column}` : written(parsed.expression);
}

describe.each<[TabledLanguage, readonly (readonly [text: string, tree: string])[]]>([
  [
    'pascal',
    [
      ['x', 'x'],
      ['count + top', '(Count + TOP)'],
      ['20 div 3 + 1', '((20 / 3) + 1)'],
      ['7 / 2', '(7 real/ 2)'],
      ['7 mod 4 shl 1', '((7 % 4) << 1)'],
      ['-7 div 2', '(-(7 / 2))'],
      ['x > 3 and x < 9 or n = 1', '(((x > 3) & (x < 9)) | (n == 1))'],
      ['not x = n', '((!x) == n)'],
      ['x <> n xor true', '((x != n) ^ true)'],
      ['p^.next^.key', '(*(*p).next).key'],
      ['a[1, 2]', 'a[1][2]'],
      ['@a[1]', '(&a[1])'],
      ['LongInt(x)', '(("named")x)'],
      ['sizeof(LongInt)', 'sizeof(named)'],
      ['n := x', 'assign n'],
      ['n, x', '(n , x)'],
      ["'a'", "'a'"],
      ['"te""xt"', `A syntax error in expression, near \`"xt"'. @5`],
      ['x == n', "A syntax error in expression, near `= n'. @4"],
      ['missing', 'No symbol "missing" in current context. @1'],
      ['missing + (', "A syntax error in expression, near `'. @12"],
      ['(1', "A syntax error in expression, near `'. @3"],
      ['#', "Invalid character '#' in expression. @1"],
    ],
  ],
  [
    'fortran',
    [
      ['N * 2 ** 3 ** x', '(n * (2 ** (3 ** x)))'],
      ['-n ** 2', '(-(n ** 2))'],
      ['2 ** -n', '(2 ** (-n))'],
      ['.not. n == 2 .and. x /= 1', '((!(n == 2)) && (x != 1))'],
      ['n.eq.1.or.x.gt.2', '((n == 1) || (x > 2))'],
      ['.TRUE. .eqv. n < x', '(true == (n < x))'],
      ['m(1, 2)', 'm(2, 1)'],
      ['a(2)%next%name', 'a(2).next.name'],
      ['a(1:2)', 'a[1..=2]'],
      ['a(:n)', 'a[..=n]'],
      ['a(n:)', 'a[n..=]'],
      ['m(:,3)', 'm(3)'],
      ['m(1:2,3)', 'Parts of arrays of several dimensions are not evaluated. @2'],
      ['1.5d0', '1.5e0'],
      ["'it''s'", `"it\\'s"`],
      ['(1.5, -2)', '(1.5 + ((-2) * 1.0i))'],
      ['mod(n, 3)', '(n % 3)'],
      ['modulo(n, 3)', '(n mod 3)'],
      ['abs(n)', '((n < 0) ? (-n) : n)'],
      ['ubound(m, 2)', 'last(m, 2)'],
      ['(integer*8) n', '(("named")n)'],
      ['sizeof(integer(kind=8))', 'sizeof(named)'],
      ['real(n)', "A syntax error in expression, near `n)'. @6"],
      ['"text"', `Invalid character '"' in expression. @1`],
      ['n = 3', 'assign n'],
    ],
  ],
  [
    'ada',
    [
      ['X', 'x'],
      ['visits + ships.visits', '(ships__visits + ships__visits)'],
      ['z', 'ships__arrays__z'],
      ['a.b.c', 'a.b.c'],
      ['n = 4 and then x /= 2', '((n == 4) && (x != 2))'],
      ['not n > 2', '((!n) > 2)'],
      ['-7 rem 4', '(-(7 % 4))'],
      ['7 mod 4 + abs x', '((7 mod 4) + ((x < 0) ? (-x) : x))'],
      ['16#ff# + 1_000', '(0t255 + 1000)'],
      ['p.all.next', '(*p).next'],
      ['m(1, 2)', 'm(1, 2)'],
      ['a(1 .. 2)', 'a[1..=2]'],
      ["a'first + a'length(2)", '(first(a) + length(a, 2))'],
      ["integer'max(n, x)", '((n < x) ? x : n)'],
      ["ships.days'pos(x)", 'position(x)'],
      ["integer'(n)", '(("named")n)'],
      ["n'address", '(&n)'],
      ["x'size", '(sizeof(x) * 8)'],
      ['n in 1 .. 3', '((n >= 1) && (n <= 3))'],
      ['n not in 1 .. 3', '(!((n >= 1) && (n <= 3)))'],
      ['{integer} n', '{named}n'],
      ['n; x', '(n , x)'],
      [`"a""b"`, `"a\\"b"`],
      ["'x'", "'x'"],
      ['missing', 'No definition of "missing" in current context. @1'],
      ['n +', "Error in expression, near `'. @4"],
    ],
  ],
  [
    'go',
    [
      ['x & 1 == 0', '((x & 1) == 0)'],
      ['x | 1 << 2', '(x | (1 << 2))'],
      ['^x + -n', '((~x) + (-n))'],
      ['p.next.n', 'p.next.n'],
      ['main.Seen + 1', '(main.Seen + 1)'],
      ['a[x + 1]', 'a[(x + 1)]'],
      ['*p', '(*p)'],
      ['LongInt(x)', '(("named")x)'],
      ['unsafe.Sizeof(x)', 'sizeof(x)'],
      ['1_000 + 0x1f', '(1000 + 0x1f)'],
      ['x == true', '(x == true)'],
      ['missing.x', 'No symbol "missing" in current context. @1'],
    ],
  ],
])('%s', (language, cases) => {
  it.each(cases)('reads %s', async (text, expected) => {
    expect(await tree(language, text)).toBe(expected);
  });
});
