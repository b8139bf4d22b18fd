// The scroll position of the grid, up to ten million rows.
import { describe, expect, it } from 'vitest';
import { ScrollModel } from '../../../webview/scrollModel';

function scrollOver(rowCount: number, viewportHeight = 220): ScrollModel {
  const scroll = new ScrollModel();
  scroll.resize({ rowCount, rowHeight: 22, viewportHeight });
  return scroll;
}

describe('ScrollModel', () => {
  it('shows whole rows at the top', () => {
    const scroll = scrollOver(100);
    expect([scroll.firstRow, scroll.endRow, scroll.rowsPerPage]).toEqual([0, 10, 10]);
  });

  it('keeps the pixels of a row that is partly in sight', () => {
    const scroll = scrollOver(100);
    scroll.scrollBy(50);
    expect([scroll.firstRow, scroll.remainder, scroll.endRow]).toEqual([2, 6, 13]);
  });

  it('stops at both ends', () => {
    const scroll = scrollOver(100);
    scroll.scrollBy(-5);
    expect([scroll.firstRow, scroll.remainder]).toEqual([0, 0]);
    scroll.scrollBy(1e9);
    expect([scroll.firstRow, scroll.remainder, scroll.endRow]).toEqual([90, 0, 100]);
  });

  it('has no thumb where all rows fit, and stays at the top', () => {
    const scroll = scrollOver(10);
    scroll.scrollBy(100);
    expect(scroll.thumb).toBeUndefined();
    expect([scroll.firstRow, scroll.endRow]).toEqual([0, 10]);
  });

  it('has no rows in an empty list', () => {
    const scroll = scrollOver(0);
    expect([scroll.firstRow, scroll.endRow]).toEqual([0, 0]);
  });

  it('reveals a near row by as little as it takes', () => {
    const scroll = scrollOver(100);
    scroll.reveal(9);
    expect(scroll.firstRow).toBe(0);
    scroll.reveal(10);
    expect([scroll.firstRow, scroll.remainder]).toEqual([1, 0]);
    scroll.reveal(0);
    expect([scroll.firstRow, scroll.remainder]).toEqual([0, 0]);
  });

  it('brings a far row to the middle', () => {
    const scroll = scrollOver(10_000_000);
    scroll.reveal(5_000_000);
    expect(scroll.firstRow).toBe(4_999_995);
    expect(scroll.endRow).toBeGreaterThan(5_000_000);
  });

  it('reaches every row of ten million, to the pixel', () => {
    const scroll = scrollOver(10_000_000);
    scroll.scrollToRow(9_999_989);
    expect([scroll.firstRow, scroll.remainder]).toEqual([9_999_989, 0]);
    scroll.scrollBy(1);
    expect([scroll.firstRow, scroll.remainder]).toEqual([9_999_989, 1]);
    scroll.scrollToRow(9_999_999);
    expect([scroll.firstRow, scroll.endRow]).toEqual([9_999_990, 10_000_000]);
  });

  it('moves the thumb from end to end, and the rows with it', () => {
    const scroll = scrollOver(10_000_000);
    expect(scroll.thumb).toEqual({ top: 0, height: 24 });
    scroll.moveThumb(98);
    expect(scroll.thumb?.top).toBeCloseTo(98);
    expect(scroll.firstRow).toBe(4_999_995);
    scroll.moveThumb(1000);
    expect(scroll.thumb).toEqual({ top: 196, height: 24 });
    expect(scroll.endRow).toBe(10_000_000);
    scroll.moveThumb(-1);
    expect(scroll.firstRow).toBe(0);
  });

  it('gives the thumb the share of the rows that is in sight', () => {
    expect(scrollOver(40).thumb).toEqual({ top: 0, height: 55 });
  });

  it('keeps its first row when rows are added or get higher', () => {
    const scroll = scrollOver(100);
    scroll.scrollBy(22 * 30 + 11);
    scroll.resize({ rowCount: 5000, rowHeight: 44, viewportHeight: 300 });
    expect([scroll.firstRow, scroll.remainder]).toEqual([30, 22]);
  });

  it('moves up when rows go away below it', () => {
    const scroll = scrollOver(100);
    scroll.scrollBy(1e6);
    scroll.resize({ rowCount: 20, rowHeight: 22, viewportHeight: 220 });
    expect([scroll.firstRow, scroll.endRow]).toEqual([10, 20]);
  });
});
