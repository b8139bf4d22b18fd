import { describe, expect, it } from 'vitest';
import type * as vscode from 'vscode';
import { Bookmarks } from '../../../src/workbench/bookmarks';
import { memento } from './memento';

const file = { toString: () => 'file:///a.tf' } as vscode.Uri;
const other = { toString: () => 'file:///b.tf' } as vscode.Uri;

describe('bookmarks', () => {
  it('are kept for each trace, by frame number, as a workspace can save them', () => {
    const saved = memento();
    const bookmarks = new Bookmarks(saved);
    bookmarks.toggle(file, 7);
    bookmarks.setNote(file, 3, 'why?');
    bookmarks.toggle(other, 1);
    expect(JSON.parse(JSON.stringify([...saved.values]))).toEqual([...saved.values]);
    const again = new Bookmarks(saved);
    expect(again.of(file)).toEqual([
      { frame: 3, note: 'why?' },
      { frame: 7, note: '' },
    ]);
    expect([...again.notes(file)]).toEqual([
      [3, 'why?'],
      [7, '★'],
    ]);
    again.toggle(file, 3);
    expect(again.of(file)).toEqual([{ frame: 7, note: '' }]);
    again.removeAll(file);
    expect(again.of(file)).toEqual([]);
    expect(again.of(other)).toEqual([{ frame: 1, note: '' }]);
  });

  it('mark several frames at once, and no longer where all are marked', () => {
    const bookmarks = new Bookmarks(memento());
    let changes = 0;
    bookmarks.onDidChange(() => changes++);
    bookmarks.setNote(file, 3, 'why?');
    bookmarks.toggleAll(file, [2, 3, 9]);
    expect(bookmarks.of(file)).toEqual([
      { frame: 2, note: '' },
      { frame: 3, note: 'why?' },
      { frame: 9, note: '' },
    ]);
    bookmarks.toggleAll(file, [2, 9]);
    expect(bookmarks.of(file).map(({ frame }) => frame)).toEqual([3]);
    expect(changes).toBe(3);
  });

  it('lead from one to the next', () => {
    const bookmarks = new Bookmarks(memento());
    for (const frame of [10, 2, 30]) bookmarks.toggle(file, frame);
    expect(bookmarks.next(file, 2, 1)?.frame).toBe(10);
    expect(bookmarks.next(file, 30, 1)).toBeUndefined();
    expect(bookmarks.next(file, 30, -1)?.frame).toBe(10);
    expect(bookmarks.next(file, 2, -1)).toBeUndefined();
  });

  it('are told of, and take no frame that is none and no endless note', () => {
    const bookmarks = new Bookmarks(memento());
    const changed: vscode.Uri[] = [];
    bookmarks.onDidChange((uri) => changed.push(uri));
    for (const frame of [-1, 1.5, NaN, Infinity]) bookmarks.setNote(file, frame, 'x');
    expect(changed).toEqual([]);
    bookmarks.setNote(file, 1, 'x'.repeat(20_000));
    expect(changed).toEqual([file]);
    expect(bookmarks.of(file)[0]?.note).toHaveLength(10_000);
  });

  it('are kept for the traces used last', () => {
    const bookmarks = new Bookmarks(memento());
    for (let i = 0; i < 250; i++) {
      bookmarks.toggle({ toString: () => `file:///${i}.tf` } as vscode.Uri, i);
    }
    expect(bookmarks.of({ toString: () => 'file:///0.tf' } as vscode.Uri)).toEqual([]);
    expect(bookmarks.of({ toString: () => 'file:///249.tf' } as vscode.Uri)).toHaveLength(1);
  });
});
