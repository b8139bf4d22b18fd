// Filters made by pointing, and where they come from.
import { describe, expect, it } from 'vitest';
import { RequestError } from '../../../src/wire/page';
import { QuickFilter, type FilterAct } from '../../../webview/table/quickFilter';
import { TableModel } from '../../../webview/table/tableModel';
import { readSettings } from '../../../webview/table/tableSettings';
import { askedHost, settle } from './askedRequests';

function tableWith(filter: string) {
  const host = askedHost({ view: () => ({ rows: 1 }) });
  const nothing = () => undefined;
  const events = { changed: nothing, rearranged: nothing, chosen: nothing, widened: nothing };
  const table = new TableModel(host.ask, readSettings({ filter, hide: false }), events, {});
  return { host, table, quick: new QuickFilter(host.ask, table) };
}

describe('a filter by pointing', () => {
  it('at a tracepoint asks nobody, and hides the others', async () => {
    const { host, table, quick } = tableWith('n > 5');
    await quick.apply('onlyTracepoint', { tracepoint: 3 });
    expect(table.settings).toMatchObject({ filter: 'n > 5 && $tracepoint == 3', hide: true });
    await quick.apply('hideTracepoint', { tracepoint: 3 });
    expect(table.settings.filter).toBe('n > 5 && !($tracepoint == 3)');
    expect(host.named('common')).toEqual([]);
  });

  it.each<[FilterAct, unknown]>([
    ['onlyFunction', { kind: 'function' }],
    ['hideFunction', { kind: 'function' }],
    ['onlyLine', { kind: 'line' }],
    ['hideLine', { kind: 'line' }],
    ['onlyValue', { kind: 'value', text: 'p->n' }],
    ['hideValue', { kind: 'value', text: 'p->n' }],
  ])('%s asks for what the frame has in common', async (act, by) => {
    const { host, table, quick } = tableWith('');
    const done = quick.apply(act, { frame: 7, value: 'p->n' });
    const [asked] = host.named('common');
    expect(asked?.asked).toEqual({ frame: 7, by });
    await asked?.answer({ label: '5', condition: '(p->n) == 5' });
    await done;
    const wanted = act.startsWith('hide') ? '!((p->n) == 5)' : '(p->n) == 5';
    expect(table.settings.filter).toBe(wanted);
  });

  it('at what no filter can say is said, until something else is chosen', async () => {
    const { host, table, quick } = tableWith('n');
    for (const answer of [{}, { label: '{a = 1}' }]) {
      const done = quick.apply('onlyValue', { frame: 7, value: 'p' });
      await host.named('common').at(-1)?.answer(answer);
      await done;
      expect(table.hint).toMatch(answer.label ?? /Frame 7/);
    }
    const done = quick.apply('onlyValue', { frame: 7, value: 'p +' });
    await host.named('common').at(-1)?.fail(new RequestError('A syntax error'));
    await done;
    expect([table.hint, table.settings.filter]).toEqual(['A syntax error', 'n']);
    table.choose({ filter: '' });
    expect(table.hint).toBeUndefined();
  });

  it('at nothing changes nothing', async () => {
    const { host, table, quick } = tableWith('n');
    await quick.apply('onlyValue', { frame: 7 });
    await quick.apply('onlyFunction', {});
    await settle();
    expect([host.all, table.settings.filter]).toEqual([[], 'n']);
  });
});
