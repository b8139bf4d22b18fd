// What hostile definitions of macros may cost: an end, and a sentence.
import { expect, it } from 'vitest';
import { expandMacroAt, expandMacros, type Macro } from '../../../src/expressions/macroExpansion';
import { withMacros } from '../../../src/expressions/macros';

function lookupIn(definitions: Readonly<Record<string, string | Macro>>) {
  return (name: string): Macro | undefined => {
    const found = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
    return typeof found === 'string' ? { replacement: found } : found;
  };
}

const doubled = Object.fromEntries(
  Array.from({ length: 60 }, (_, i) => [`A${i}`, `A${i + 1} A${i + 1}`]),
);
const chained = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`A${i}`, `A${i + 1}`]));
const called = Object.fromEntries(
  Array.from({ length: 5000 }, (_, i) => [
    `F${i}`,
    { parameters: ['x'], replacement: `F${i + 1}(x) F${i + 1}(x)` },
  ]),
);
const nested = `${'F('.repeat(5000)}${')'.repeat(5000)}`;

it.each([
  ['doubles without end', 'A0', doubled, 'too long'],
  ['is long itself', 'A A', { A: 'x'.repeat(200_000) }, 'too long'],
  ['is nested deeply', 'A0', chained, 'nested too deeply'],
  ['calls others', 'F0(1)', called, /too long|nested too deeply/],
])('an expansion that %s ends with a sentence', (_, text, definitions, words) => {
  expect(() => expandMacros(text, lookupIn(definitions))).toThrow(words);
});

it('arguments in arguments end with a sentence', () => {
  const lookup = lookupIn({ F: { parameters: ['x'], replacement: '(x)' } });
  expect(() => expandMacros(nested, lookup)).toThrow(/too long|nested too deeply/);
});

it('a macro in an expression ends where its arguments end', () => {
  const lookup = lookupIn({ F: { parameters: ['x'], replacement: 'x + x' } });
  expect(expandMacroAt('1 + F(2) * 3', 4, lookup)).toEqual({ text: '2 + 2', end: 8 });
  expect(expandMacroAt('1 + F * 3', 4, lookup)).toBeUndefined();
});

it('the place of a token is where the macro was typed', () => {
  const expanded = withMacros('a + M<2> + b', 'c++', lookupIn({ M: 'long_name - 1' }));
  if ('problem' in expanded) throw new Error(expanded.problem);
  expect(expanded.tokens.map(({ text, at }) => [text, at])).toEqual([
    ['a', 0],
    ['+', 2],
    ['long_name', 4],
    ['-', 4],
    ['1', 4],
    ['<', 5],
    ['2', 6],
    ['>', 7],
    ['+', 9],
    ['b', 11],
    ['', 12],
  ]);
  for (const { text, start, end } of expanded.tokens) {
    expect(expanded.text.slice(start, end)).toBe(text);
  }
});
