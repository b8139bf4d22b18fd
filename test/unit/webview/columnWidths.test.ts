// Which columns are shown where there is room for only some.
import { describe, expect, it } from 'vitest';
import type { FrameRow } from '../../../src/ask/table/frameRow';
import { ColumnContents, columnsIn } from '../../../webview/table/columnWidths';
import { initialColumns } from '../../../webview/table/tableSettings';

const row = (frame: number, collected: number): FrameRow => ({
  frame,
  tracepoint: 4,
  stepping: false,
  pc: '0x401136',
  pcInferred: false,
  size: 120,
  collected: Array.from({ length: collected }, () => ({ kind: 'M' as const, count: 1000 })),
  damaged: false,
  matches: true,
  values: [],
});

const shown = (characters: number, contents: ColumnContents) =>
  columnsIn(initialColumns, characters, contents).map(({ column }) => column.kind);

describe('columns give way', () => {
  it('where what they show leaves no room', () => {
    const contents = new ColumnContents({});
    contents.see(row(1, 1), initialColumns);
    expect(shown(75, contents)).toContain('collected');
    contents.see(row(1_000_000, 4), initialColumns);
    expect(shown(75, contents)).not.toContain('collected');
  });

  it('on a page that is loaded again as on the one before', () => {
    const before = new ColumnContents({});
    before.see(row(1_000_000, 4), initialColumns);
    const again = new ColumnContents(before.saved);
    again.see(row(1, 1), initialColumns);
    for (let room = 20; room < 200; room++) expect(shown(room, again)).toEqual(shown(room, before));
  });
});

describe('the place of a frame', () => {
  it('has the width of where its tracepoint was set until a program is known', () => {
    const contents = new ColumnContents({});
    contents.see({ ...row(1, 1), at: 'leveldb::BlockBuilder::Add' }, initialColumns);
    expect(contents.of({ kind: 'where' })).toBe('leveldb::BlockBuilder::Add'.length + 1);
  });
});
