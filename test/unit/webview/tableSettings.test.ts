// What was kept of a table, as another version may have written it.
import { describe, expect, it } from 'vitest';
import {
  columnTitle,
  initialSettings,
  readSettings,
  withRecent,
} from '../../../webview/table/tableSettings';

describe('kept settings', () => {
  it('come back as they were', () => {
    const settings = {
      filter: 'n > 5',
      hide: false,
      sort: { column: { kind: 'change', text: 'n', since: 'hit' }, descending: true },
      columns: [{ column: { kind: 'frame' } }, { column: { kind: 'value', text: 'n' }, width: 80 }],
      recent: ['n > 5', 'x'],
    };
    expect(readSettings(JSON.parse(JSON.stringify(settings)))).toEqual(settings);
  });

  it.each([
    undefined,
    null,
    7,
    'x',
    [],
    { columns: [], filter: 1, hide: 'no', recent: 'x', sort: {} },
    { columns: [{ column: { kind: 'nonsense' } }], sort: { column: { kind: 'value' } } },
    { columns: [{ column: { kind: 'change', text: 'n', since: 'ever' } }] },
  ])('that make no sense are as at first: %j', (saved) => {
    expect(readSettings(saved)).toEqual(initialSettings);
  });

  it('leave the columns to the window, as long as the user has made no choice', () => {
    const kept = (settings: unknown) => readSettings(JSON.parse(JSON.stringify(settings))).columns;
    expect(kept({ ...initialSettings, filter: 'n > 5' })).toBe(initialSettings.columns);
    const [first, ...others] = initialSettings.columns;
    expect(kept({ columns: [...others, first] })).toEqual([...others, first]);
    expect(kept({ columns: [{ ...first, width: 80 }, ...others] })).not.toBe(
      initialSettings.columns,
    );
  });

  it('hold widths within limits', () => {
    const saved = { columns: [{ column: { kind: 'pc' }, width: 1e9 }] };
    expect(readSettings(saved).columns).toEqual([{ column: { kind: 'pc' }, width: 2000 }]);
  });
});

it('remember each filter once, the last one first, and no more than twenty', () => {
  let settings = initialSettings;
  for (const filter of ['a', 'b', 'a', ...Array.from({ length: 30 }, (_, i) => `n == ${i}`), '']) {
    settings = { ...settings, recent: withRecent(settings, filter) };
  }
  expect(settings.recent).toHaveLength(20);
  expect(settings.recent[0]).toBe('n == 29');
  expect(withRecent({ ...settings, recent: ['b', 'a'] }, 'a')).toEqual(['a', 'b']);
});

it('columns are titled by what they show', () => {
  expect(columnTitle({ kind: 'where' })).toBe('Where');
  expect(columnTitle({ kind: 'value', text: 'req->n' })).toBe('req->n');
  expect(columnTitle({ kind: 'change', text: 'n', since: 'hit' })).toBe('Δ n');
});
