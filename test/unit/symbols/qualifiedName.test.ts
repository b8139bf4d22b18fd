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
