import { describe, expect, it } from 'vitest';
import { parse } from '../../../src/expressions/parser';
import { parseRust } from '../../../src/expressions/rustParser';
import type { RustSymbolKind } from '../../../src/expressions/rustTypes';
import { tokenize, type CStyle } from '../../../src/expressions/tokens';
import { written } from './writtenExpression';

const types = new Set(['node', 'std::size_t', 'Point']);

/** The tree with every operation in brackets, or the problem with its column. */
function tree(text: string, language: CStyle | 'rust' = 'c'): string {
  if (language === 'rust') return rustTree(text);
  const tokens = tokenize(text, language);
  if ('problem' in tokens) return `${tokens.problem} @${tokens.column}`;
  const parsed = parse(text, tokens, { language, isType: (name) => types.has(name) });
  return 'problem' in parsed ? `${parsed.problem} @${parsed.column}` : written(parsed.expression);
}

/**
 * The same in Rust, in `app::shop::sell`, where `Point` is a struct, `Pair` one of a tuple and
 * `lost` nothing.
 */
function rustTree(text: string): string {
  const types = { Point: 'struct', Pair: 'tupleStruct', u8: 'type', i32: 'type' } as const;
  const typeOf = (name: string) => types[name as keyof typeof types] as RustSymbolKind;
  const parsed = parseRust(text, {
    function: 'app::shop::sell',
    symbol: ({ name }) => typeOf(name) ?? (name === 'lost' ? undefined : 'value'),
    type: ({ name }) => typeOf(name),
  });
  return 'problem' in parsed ? `${parsed.problem} @${parsed.column}` : written(parsed.expression);
}

describe('precedence', () => {
  it.each([
    ['1 + 2 * 3', '(1 + (2 * 3))'],
    ['1 - 2 - 3', '((1 - 2) - 3)'],
    ['a << 1 + 2', '(a << (1 + 2))'],
    ['a@1 + 2', '(a @ (1 + 2))'],
    ['a << b@2', '(a << (b @ 2))'],
    ['a & b == c', '(a & (b == c))'],
    ['a == b < c', '(a == (b < c))'],
    ['a | b ^ c & d', '(a | (b ^ (c & d)))'],
    ['a || b && c', '(a || (b && c))'],
    ['a ? b : c ? d : e', '(a ? b : (c ? d : e))'],
    ['a, b ? c : d', '(a , (b ? c : d))'],
    ['-a[1]', '(-a[1])'],
    ['*p->q.r', '(*p->q.r)'],
    ['&*!~-+a', '(&(*(!(~(-(+a))))))'],
    ['- -a', '(-(-a))'],
    ['s.*m + 1', '((s .* m) + 1)'],
    ['(1, 2)', '(1 , 2)'],
    ['$_streq(a, "b" "c")', '$_streq(a, "b""c")'],
    ["'file.c'::x + 1", "('file.c'::x + 1)"],
    ['a = b', 'assign a'],
    ['a++ + 1', '(assign a + 1)'],
  ])('%s', (text, wanted) => {
    expect(tree(text)).toBe(wanted);
  });

  it('binds & closer than == in Rust', () => {
    expect(tree('a & b == c', 'rust')).toBe('((a & b) == c)');
  });
});

describe('casts', () => {
  it.each([
    ['(node *) x', '(("pointer")x)'],
    ['(x) - 1', '(x - 1)'],
    ['(struct p *) -x', '(("pointer")(-x))'],
    ['(unsigned long long) x + 1', '((("base")x) + 1)'],
    ['(int (*)[3]) x', '(("pointer")x)'],
    ['(int (*)(char, ...)) x', '(("pointer")x)'],
    ['(int [3][4]) x', '(("array")x)'],
    ['(const char *const) x', '(("qualified")x)'],
    ['{int} x + 1', '({base}x + 1)'],
    ['sizeof (int) * 2', '(sizeof(base) * 2)'],
    ['sizeof (x) * 2', '(sizeof(x) * 2)'],
    ['sizeof x.y', 'sizeof(x.y)'],
    ['node', 'named'],
  ])('%s', (text, wanted) => {
    expect(tree(text)).toBe(wanted);
  });

  it.each([
    ['static_cast<int>(x)', '(("base")x)'],
    ['int(x) + 1', '((("base")x) + 1)'],
    ['(std::size_t) x', '(("named")x)'],
    ['(int &) x', '(("reference")x)'],
    ['a<int, b<3>>::c', 'a<int, b<3>>::c'],
    ['a < b && c > d', '((a < b) && (c > d))'],
    ['::a::b', '::a::b'],
    ['not a and b', '((!a) && b)'],
    ['p->Base::x', 'p->Base::x'],
    ['(anonymous namespace)::x', '(anonymous namespace)::x'],
  ])('in C++ %s', (text, wanted) => {
    expect(tree(text, 'c++')).toBe(wanted);
  });

  it.each([
    ['x.0.1', 'x.0.1'],
    ['self.a.b', 'self.a.b'],
    ['x[1..]', 'x[1..]'],
    ['x[..=2]', 'x[..=2]'],
    ['&mut x', '(&x)'],
    ['x as u8 as i32 + 1', '((("named")(("named")x)) + 1)'],
    ['a::b::C', 'a::b::C'],
    ['::shop::x', '::app::shop::x'],
    ['self::x + super::y', '(::app::shop::x + ::app::y)'],
    ['extern core::x', '::core::x'],
    ['f::<*mut u8>', 'f<*mut u8>'],
    ['sizeof(u8)', 'sizeof(named)'],
    ['r#as', 'as'],
    ['1 - 2 - 3', '((1 - 2) - 3)'],
    ["b'\\n' + 'é'", "(b'\\n' + 'é')"],
    ['*x as *const u8', '(("pointer")(*x))'],
  ])('in Rust %s', (text, wanted) => {
    expect(tree(text, 'rust')).toBe(wanted);
  });
});

describe('what is wrong', () => {
  it.each([
    ['1 +', "A syntax error in expression, near `'. @4"],
    ['1 2', "A syntax error in expression, near `2'. @3"],
    ['a.', "A syntax error in expression, near `'. @3"],
    ['a[1', "A syntax error in expression, near `'. @4"],
    ['(1))', 'Junk after end of expression. @4'],
    ['x ; y', "Invalid character ';' in expression. @3"],
    ['1 + "abc', 'Unterminated string in expression. @5'],
    ["'a", 'Unmatched single quote. @1'],
    ['sizeof ()', "A syntax error in expression, near `)'. @9"],
    ['(long float) 1', "A syntax error in expression, near `) 1'. @12"],
    ['1 ? 2', "A syntax error in expression, near `'. @6"],
  ])('%s', (text, wanted) => {
    expect(tree(text)).toBe(wanted);
  });

  it.each([
    ['1)', "Syntax error near ')' @2"],
    ['(1', "',' or ')' expected @3"],
    ['sizeof x', "'(' expected @8"],
    ['sizeof(x->y)', "')' expected @9"],
    ['x->y', "Syntax error near '->y' @2"],
    ['(1) 2', "Syntax error near '2' @5"],
    ['1 +', 'unexpected token @4'],
    ['(lost char *) $rsp', "No symbol 'lost' in current context @2"],
    ["sizeof 'lost'", 'overlong character literal @8'],
    ['Pair::{impl#0}', 'Struct expression applied to non-struct type @7'],
    ['lost {x: 1}', "Could not find type 'lost' @6"],
    ['Point {x: 1}', "You can't do that without a process to debug. @7"],
    ['Point(1)', 'Type Point is not a tuple struct @1'],
    ['(1, x)', 'Tuple expressions not supported yet @2'],
    ['x as lost', "No type name 'lost' in current context @6"],
    ['x.0_1', "'_' not allowed in integers in anonymous field references @3"],
    ['"abc', 'Unexpected EOF in string @1'],
  ])('in Rust %s', (text, wanted) => {
    expect(tree(text, 'rust')).toBe(wanted);
  });

  it('is told of what is deeper or longer than anybody writes', () => {
    expect(tree(`${'& '.repeat(300)}x`, 'rust')).toMatch(/nested too deeply/);
    expect(tree('('.repeat(5000))).toMatch(/^The expression is (?:too long|nested too deeply)/);
    expect(tree(`${'- '.repeat(300)}1`)).toMatch(/nested too deeply/);
    expect(tree(`1${'+1'.repeat(5000)}`)).toBe('The expression is too long. @1');
    expect(tree('a'.repeat(16_385))).toBe('The expression is too long. @1');
    expect(tree(`1${'+1'.repeat(500)}`)).toMatch(/^\(\(/);
  });
});
