// Several rows of the table, as Shift, Ctrl and Ctrl+A select them.
import { beforeEach, describe, expect, it } from 'vitest';
import { RowSelection } from '../../../webview/table/rowSelection';

let selection: RowSelection;

beforeEach(() => {
  selection = new RowSelection();
  selection.follow(5);
});

describe('Shift', () => {
  it('selects from where it began, forward and back', () => {
    selection.extendTo(8);
    expect([selection.ranges, selection.count]).toEqual([[[5, 8]], 4]);
    selection.extendTo(3);
    expect(selection.ranges).toEqual([[3, 5]]);
  });

  it('adds to what Ctrl selected', () => {
    selection.toggle(1, 5);
    selection.toggle(9, 1);
    selection.extendTo(11);
    expect(selection.ranges).toEqual([
      [1, 1],
      [5, 5],
      [9, 11],
    ]);
  });
});

describe('Ctrl', () => {
  it('adds rows and takes them away', () => {
    selection.extendTo(9);
    selection.toggle(7, 9);
    expect(selection.ranges).toEqual([
      [5, 6],
      [8, 9],
    ]);
    selection.toggle(7, 9);
    expect(selection.ranges).toEqual([[5, 9]]);
    expect([selection.has(4), selection.has(7)]).toEqual([false, true]);
  });

  it('with A selects all rows of millions', () => {
    selection.selectAll(10_000_000);
    expect([selection.count, selection.ranges.length]).toEqual([10_000_000, 1]);
    selection.selectAll(0);
    expect(selection.count).toBe(0);
  });
});

it('several rows stay selected while one of them is gone to, and no longer', () => {
  selection.extendTo(8);
  selection.follow(8);
  selection.follow(6);
  expect(selection.count).toBe(4);
  selection.follow(20);
  expect(selection.ranges).toEqual([]);
  selection.extendTo(22);
  expect(selection.ranges).toEqual([[20, 22]]);
});
