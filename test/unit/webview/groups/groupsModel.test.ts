// What the page makes of groups.
import { describe, expect, it } from 'vitest';
import type { FrameGroupRow } from '../../../../src/ask/table/tableGroups';
import { readGrouping, type Grouping } from '../../../../webview/groups/grouping';
import { GroupsModel } from '../../../../webview/groups/groupsModel';
import { RequestError } from '../../../../src/wire/page';
import {
  readSettings,
  withGrouping,
  type TableSettings,
} from '../../../../webview/table/tableSettings';
import { askedHost, settle } from '../askedRequests';

const group = (label: string | undefined, frames: number, first: number): FrameGroupRow => ({
  ...(label !== undefined && { label, condition: `x == ${label}` }),
  frames,
  first,
  last: first + frames,
});

function groupsPage() {
  const host = askedHost();
  const said: string[] = [];
  let settings: TableSettings = readSettings({ filter: 'n > 1' });
  const model = new GroupsModel({
    ask: host.ask,
    settings: () => settings,
    view: () => 7,
    changed: () => undefined,
    group: (grouping) => {
      settings = withGrouping(settings, grouping);
    },
    filterBy: (condition) => {
      settings = { ...settings, filter: `${settings.filter} && ${condition}` };
      return settings.filter;
    },
    setFilter: (filter) => {
      settings = { ...settings, filter };
    },
    say: (sentence) => said.push(sentence),
  });
  const labels = () => model.groups.map(({ label }) => label);
  return { host, model, said, labels, filter: () => settings.filter };
}

const byTracepoint: Grouping = { by: { kind: 'tracepoint' }, measured: '' };

async function shown() {
  const page = groupsPage();
  page.model.choose(byTracepoint);
  const groups = [group('10', 5, 3), group('9', 70, 1), group(undefined, 20, 0)];
  await page.host.all[0]?.answer({ groups, others: 5 });
  return page;
}

describe('groups', () => {
  it('come with the most frames first', async () => {
    const { host, model, labels } = await shown();
    expect(host.all[0]?.asked).toEqual({ view: 7, ...byTracepoint });
    expect([labels(), model.total, model.others]).toEqual([['9', undefined, '10'], 100, 5]);
  });

  it('are sorted by a column, and the other way round; what is not known comes last', async () => {
    const { model, labels } = await shown();
    model.sortBy('label');
    expect(labels()).toEqual(['9', '10', undefined]);
    model.sortBy('label');
    expect(labels()).toEqual(['10', '9', undefined]);
    model.sortBy('first');
    expect(labels()).toEqual([undefined, '9', '10']);
    model.sortBy('least');
    expect(labels()).toEqual([undefined, '9', '10']);
  });

  it('open to their frames, and there is a way back', async () => {
    const { host, model, filter } = await shown();
    model.select(2);
    model.open();
    expect([filter(), model.grouping, model.canGoBack]).toEqual([
      'n > 1 && x == 10',
      undefined,
      true,
    ]);
    model.goBack();
    expect([filter(), model.grouping, model.canGoBack]).toEqual(['n > 1', byTracepoint, false]);
    void model.refresh();
    expect(host.all.length).toBe(2);
  });

  it('that no filter can say are not opened', async () => {
    const { model, said, filter } = await shown();
    model.select(1);
    model.open();
    expect([said.length, filter(), model.grouping]).toEqual([1, 'n > 1', byTracepoint]);
  });

  it('say what is wrong with an expression', async () => {
    const { host, model } = groupsPage();
    model.choose({ by: { kind: 'value', text: 'n +' }, measured: '' });
    await host.all[0]?.fail(new RequestError('A syntax error', 4));
    expect([model.problem, model.groups]).toEqual([{ text: 'A syntax error', column: 4 }, []]);
    model.choose({ by: { kind: 'value', text: '' }, measured: '' });
    await settle();
    expect([model.problem, host.all.length]).toEqual([undefined, 1]);
  });

  it('show how far they are, and can be stopped', () => {
    const { host, model } = groupsPage();
    model.choose(byTracepoint);
    host.all[0]?.report({ done: 10, total: 40 });
    expect(model.progress).toEqual({ done: 10, total: 40 });
    model.stop();
    expect([model.progress, host.all[0]?.signal?.aborted]).toEqual([undefined, true]);
  });
});

describe('a grouping that was kept', () => {
  it.each([
    [
      { by: { kind: 'line' }, measured: 'n' },
      { by: { kind: 'line' }, measured: 'n' },
    ],
    [
      { by: { kind: 'value', text: 'p->n' } },
      { by: { kind: 'value', text: 'p->n' }, measured: '' },
    ],
    [{ by: { kind: 'value' } }, undefined],
    [{ by: { kind: 'constructor' } }, undefined],
    [{ by: 'line' }, undefined],
    [null, undefined],
    ['line', undefined],
  ])('%j is %j', (saved, read) => {
    expect(readGrouping(saved)).toEqual(read);
  });
});
