// Names of Rust's functions of functions, which have brackets that are none of C++'s.
import { expect, it } from 'vitest';
import { lastPart, splitName } from '../../../src/symbols/dwarf/qualifiedName';

const sort = 'core::sort::shift<hir::Range, fn(&hir::Range) -> hir::Order>';

it('divides no arguments behind an arrow', () => {
  expect(splitName(sort)).toEqual([
    'core',
    'sort',
    'shift<hir::Range, fn(&hir::Range) -> hir::Order>',
  ]);
  expect(lastPart(sort)).toBe('shift');
});

it('takes the sign of an operator whole, and the arguments behind it as those of a template', () => {
  const names = {
    'ns::operator-<int, A::B>': ['ns', 'operator-<int, A::B>', 'operator-'],
    'ns::operator<< <5>': ['ns', 'operator<< <5>', 'operator<<'],
    'ns::operator< <A::B>': ['ns', 'operator< <A::B>', 'operator<'],
    'ns::operator> <A::B>': ['ns', 'operator> <A::B>', 'operator>'],
    'A::operator->': ['A', 'operator->', 'operator->'],
    'A::operator()<int>': ['A', 'operator()<int>', 'operator()'],
    'A::operator std::vector<int>': ['A', ...Array<string>(2).fill('operator std::vector<int>')],
    'operators<int>::f': ['operators<int>', 'f', 'f'],
  };
  for (const [name, expected] of Object.entries(names)) {
    expect([...splitName(name), lastPart(name)]).toEqual(expected);
  }
});
