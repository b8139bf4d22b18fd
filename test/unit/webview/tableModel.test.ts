// The table's view: what it asks the host for, and what it shows meanwhile.
import { describe, expect, it } from 'vitest';
import { RequestError } from '../../../src/wire/page';
import { TableModel } from '../../../webview/table/tableModel';
import {
  initialColumns,
  initialSettings,
  type TableSettings,
} from '../../../webview/table/tableSettings';
import { askedHost, type AskedRequest } from './askedRequests';
import { rowOf, rowsFrom } from './rows';

class Fixture {
  readonly host = askedHost();
  readonly chosen: TableSettings[] = [];
  readonly sorted: boolean[] = [];
  rearranged = 0;
  private readonly events = {
    changed: () => undefined,
    rearranged: (isSorted: boolean) => {
      this.rearranged++;
      this.sorted.push(isSorted);
    },
    chosen: (settings: TableSettings) => void this.chosen.push(settings),
    widened: () => undefined,
  };
  readonly table = new TableModel(this.host.ask, initialSettings, this.events, {});

  constructor(frames = 1000) {
    this.table.grow(frames);
  }

  last(name: string): AskedRequest {
    return this.host.last(name);
  }
}

const searching = { doing: 'searching', done: 500, total: 1000, matched: 3, rows: 3 };

describe('the filters used before', () => {
  it('are those that ran, the newest first', async () => {
    const fixture = new Fixture();
    const { table } = fixture;
    table.choose({ filter: 'n > 5' });
    expect(table.settings.recent).toEqual([]);
    fixture.last('view').report(searching);
    expect(table.settings.recent).toEqual(['n > 5']);
    table.choose({ filter: 'n >' });
    await fixture.last('view').fail(new RequestError('Syntax error.'));
    table.choose({ filter: 'm' });
    await fixture.last('view').answer({ rows: 0, matched: 0 });
    expect(table.settings.recent).toEqual(['m', 'n > 5']);
    expect(fixture.chosen.at(-1)?.recent).toEqual(['m', 'n > 5']);
  });
});

describe('rows that are sorted', () => {
  it('begin at the top where the user sorted them', async () => {
    const { table, host, sorted } = new Fixture();
    table.sortBy({ kind: 'pc' });
    await host.last('view').answer({ rows: 1000 });
    table.choose({ filter: 'n' });
    await host.last('view').answer({ rows: 10, matched: 10 });
    expect(sorted).toEqual([true, false]);
  });
});

describe('a filter', () => {
  it('hides what does not match, and its rows appear while it runs', async () => {
    const fixture = new Fixture();
    const { table } = fixture;
    expect([table.isWhole, table.rowCount]).toEqual([true, 1000]);
    table.choose({ filter: 'n > 5' });
    expect(fixture.last('view').asked).toEqual({ view: 0, filter: 'n > 5', hide: true });
    // That no frame matches is not known yet.
    expect([table.isWhole, table.rowCount, table.isBusy]).toEqual([false, 0, true]);
    fixture.last('view').report(searching);
    expect([table.rowCount, table.matched, table.isBusy]).toEqual([3, 3, true]);
    await fixture.last('view').answer({ rows: 12, matched: 12 });
    expect([table.rowCount, table.matched, table.isBusy, fixture.rearranged]).toEqual([
      12,
      12,
      false,
      1,
    ]);
  });

  it('that only marks leaves every row', async () => {
    const fixture = new Fixture();
    const { table } = fixture;
    table.choose({ filter: 'n > 5', hide: false });
    await fixture.last('view').answer({ rows: 1000, matched: 12 });
    expect([table.isWhole, table.rowCount, table.matched]).toEqual([true, 1000, 12]);
  });

  it('replaces one that is still running', async () => {
    const fixture = new Fixture();
    const { table } = fixture;
    table.choose({ filter: 'a' });
    const first = fixture.last('view');
    table.choose({ filter: 'b' });
    expect(first.signal?.aborted).toBe(true);
    first.report({ ...searching, matched: 99 });
    await fixture.last('view').answer({ rows: 2, matched: 2 });
    expect([table.matched, table.settings.recent]).toEqual([2, ['b']]);
  });

  it('with a mistake shows every frame, and where the mistake is', async () => {
    const fixture = new Fixture();
    const { table } = fixture;
    table.choose({ filter: 'n >' });
    await fixture.last('view').fail(new RequestError('A syntax error in expression.', 4));
    expect(table.problem).toEqual({ text: 'A syntax error in expression.', column: 4 });
    expect([table.isWhole, table.rowCount, table.isBusy]).toEqual([true, 1000, false]);
  });

  it('that is stopped keeps what it found', () => {
    const fixture = new Fixture();
    const { table } = fixture;
    table.choose({ filter: 'n' });
    fixture.last('view').report(searching);
    table.stop();
    expect([fixture.last('view').signal?.aborted, table.rowCount, table.isBusy]).toEqual([
      true,
      3,
      false,
    ]);
  });
});

describe('a click on a head', () => {
  it('sorts upward, then downward, then not', () => {
    const { table } = new Fixture();
    const column = { kind: 'size' } as const;
    table.sortBy(column);
    expect(table.settings.sort).toEqual({ column, descending: false });
    table.sortBy(column);
    expect(table.settings.sort).toEqual({ column, descending: true });
    table.sortBy(column);
    expect(table.settings.sort).toBeUndefined();
  });
});

describe('rows of a sorted table', () => {
  async function sorted() {
    const fixture = new Fixture();
    fixture.table.sortBy({ kind: 'size' });
    await fixture.last('view').answer({ rows: 1000 });
    return fixture;
  }

  it('are not frames', async () => {
    const fixture = await sorted();
    const { table } = fixture;
    expect(table.frameAt(5)).toBeUndefined();
    const frame = table.fetchFrame(5);
    expect(fixture.last('rows').asked).toEqual({ view: 0, first: 5, count: 1, columns: [] });
    await fixture.last('rows').answer(rowsFrom(77, 1));
    expect(await frame).toBe(77);
  });

  it('are asked for by their frame', async () => {
    const fixture = await sorted();
    const row = fixture.table.rowOf(77);
    expect(fixture.last('rowOf').asked).toEqual({ view: 0, frame: 77 });
    await fixture.last('rowOf').answer({});
    expect(await row).toBeUndefined();
  });
});

describe('columns', () => {
  const n = { kind: 'value', text: 'n' } as const;

  it('of an expression are fetched with the rows', () => {
    const fixture = new Fixture();
    fixture.table.rows.want(0, 10);
    fixture.table.addColumn(n);
    fixture.table.addColumn(n);
    expect(fixture.table.settings.columns).toHaveLength(initialColumns.length);
    const { columns } = fixture.last('rows').asked as { columns: unknown[] };
    expect(columns).toContainEqual(n);
  });

  it('give way where the window is narrow, until the user chooses', () => {
    const { table } = new Fixture();
    const kinds = () => table.columns.map(({ column }) => column.kind);
    table.setRoom(70);
    expect(kinds()).not.toContain('size');
    expect(kinds()).toContain('pc');
    table.setRoom(60);
    expect(kinds()).not.toContain('pc');
    table.addColumn(n);
    expect(kinds().slice(-4)).toEqual(['pc', 'collected', 'size', 'value']);
  });

  it('that the user hides leave those that gave way hidden', () => {
    const { table } = new Fixture();
    const kinds = () => table.columns.map(({ column }) => column.kind);
    table.setRoom(70);
    const before = kinds();
    table.hideColumn({ kind: 'pc' });
    expect(kinds()).toEqual(before.filter((kind) => kind !== 'pc'));
  });

  it('are as wide as what they show, and have a time where the trace has some', () => {
    const { table } = new Fixture();
    const wide = (kind: 'where' | 'time') => table.contents.of({ kind });
    const row = rowOf(0);
    table.begin([{ ...row, functionName: 'a_long_function_name', time: 12_345_678 }]);
    expect([table.columns.some(({ column }) => column.kind === 'time'), wide('where')]).toEqual([
      false,
      16,
    ]);
    table.see(0, 1);
    expect(wide('where')).toBe('a_long_function_name app.c:13'.length + 1);
    expect(wide('time')).toBe('12,345.678 ms'.length + 1);
    expect(table.columns[3]?.column.kind).toBe('time');
  });

  it('move, go and get a width', () => {
    const { table } = new Fixture();
    table.moveColumn({ kind: 'size' }, -5);
    table.removeColumn({ kind: 'pc' });
    table.setWidth({ kind: 'where' }, 3);
    expect(table.settings.columns.map(({ column, width }) => [column.kind, width])).toEqual([
      ['size', undefined],
      ['frame', undefined],
      ['tracepoint', undefined],
      ['where', 24],
      ['collected', undefined],
    ]);
  });

  it('are kept where the user chose them, not where they are restored', () => {
    const { table, chosen } = new Fixture();
    table.restore({ ...initialSettings, filter: '$pc == 1' });
    expect(chosen).toEqual([]);
    table.setWidth({ kind: 'where' }, 200);
    table.choose({ hide: false });
    table.unsort();
    expect(chosen.map(({ filter, hide }) => [filter, hide])).toEqual([
      ['$pc == 1', initialSettings.hide],
      ['$pc == 1', false],
    ]);
  });
});
