// The keys of the grid.
import { describe, expect, it } from 'vitest';
import { rowForKey, typeNumber } from '../../../webview/gridKeys';

const standing = { selected: 50, rowCount: 114, rowsPerPage: 30 };

describe('rowForKey', () => {
  it.each([
    ['ArrowDown', 51],
    ['ArrowUp', 49],
    ['PageDown', 79],
    ['PageUp', 21],
    ['Home', 0],
    ['End', 113],
  ])('%s selects row %d', (key, row) => {
    expect(rowForKey(key, standing)).toBe(row);
  });

  it('stays within the rows', () => {
    expect(rowForKey('PageDown', { ...standing, selected: 113 })).toBe(113);
    expect(rowForKey('ArrowUp', { ...standing, selected: 0 })).toBe(0);
  });

  it('begins at the top while nothing is selected', () => {
    expect(rowForKey('ArrowDown', { ...standing, selected: undefined })).toBe(0);
  });

  it('moves in a viewport of a single row', () => {
    expect(rowForKey('PageDown', { ...standing, rowsPerPage: 1 })).toBe(51);
  });

  it('selects nothing for another key or in an empty grid', () => {
    expect(rowForKey('a', standing)).toBeUndefined();
    expect(rowForKey('End', { ...standing, selected: undefined, rowCount: 0 })).toBeUndefined();
  });
});

describe('typeNumber', () => {
  it('collects digits and takes the last one back', () => {
    expect(typeNumber('4', '1')).toBe('41');
    expect(typeNumber('41', 'Backspace')).toBe('4');
  });

  it('leaves other keys alone', () => {
    expect(typeNumber('4', 'x')).toBeUndefined();
    expect(typeNumber('', 'Backspace')).toBeUndefined();
    expect(typeNumber('4', 'F1')).toBeUndefined();
  });

  it('never grows beyond what a number can hold', () => {
    expect(typeNumber('9'.repeat(15), '9')).toHaveLength(15);
  });
});
