// The tabs "Intervals" and "Transitions" of the sample, as a page asks for them.
import { beforeEach, describe, expect, it } from 'vitest';
import { RequestFailed } from '../../../../src/bytes/requestFailed';
import { IntervalsView } from '../../../../src/ask/time/intervalsView';
import { Overview } from '../../../../src/ask/tracks/overview';
import { TableView } from '../../../../src/ask/table/tableView';
import { TransitionsView } from '../../../../src/ask/time/transitionsView';
import type { Trace } from '../../../../src/trace/trace';
import { openSample, repeatedSample, useSampleProgram } from '../../trace/search/sample';

let trace: Trace;
let table: TableView;
const run = () => ({ signal: new AbortController().signal, report: () => undefined });
const all = { by: 'begin', descending: false, key: '' } as const;

beforeEach(async () => {
  trace = await openSample(repeatedSample(1));
  await trace.recording.indexed;
  await useSampleProgram(trace.modules);
  table = new TableView(trace);
});

describe('intervals', () => {
  const agents = { begin: '$tracepoint == 4', end: '', key: 'agent' };
  let view: IntervalsView;

  beforeEach(() => {
    view = new IntervalsView(trace, table, new Overview(trace, () => table.matches));
  });

  it('come with figures, a histogram of all durations, and what has no other half', async () => {
    const found = await view.find(agents, run());
    expect(found).toMatchObject({ total: 94, unit: 'time', unpaired: { begins: 3, ends: 3 } });
    expect(found.durations).toMatchObject({ count: 94, min: 356, median: 1271, max: 2701 });
    expect(found.histogram?.counts.reduce((sum, each) => sum + each, 0)).toBe(94);
    expect(view.unpaired({ first: 1, count: 2 })).toEqual([
      { frame: 2, side: 'end', reason: 'No begin before it.' },
      { frame: 13, side: 'end', reason: 'No begin before it.' },
    ]);
  });

  it('are listed page by page, sorted, by durations and by a part of the key', async () => {
    await view.find(agents, run());
    const longest = { ...all, by: 'duration', descending: true } as const;
    expect(await view.arrange(longest, run())).toEqual({ rows: 94 });
    const [first] = await view.rows({ first: 0, count: 1 });
    expect(first).toMatchObject({ duration: 2701, depth: 0 });
    expect(await view.rows({ first: 94, count: 5 })).toEqual([]);
    expect(await view.arrange({ ...longest, durations: [2500, 2701] }, run())).toEqual({ rows: 2 });
    const { rows } = await view.arrange({ ...all, key: 'AGENTS+32' }, run());
    expect(rows).toBeGreaterThan(0);
    for (const { key } of await view.rows({ first: 0, count: 100 })) {
      expect(key).toContain('<agents+32>');
    }
  });

  it('are bars by depth; a place has its interval', async () => {
    const range = { axis: 'frame', from: 0, to: 246, parts: 246 } as const;
    expect(await view.bars(range, run())).toMatchObject({ depths: 0 });
    await view.find(agents, run());
    const { depths, covering, beginning } = await view.bars(range, run());
    expect([depths, beginning.reduce((sum, count) => sum + count, 0)]).toEqual([1, 94]);
    expect([...covering.subarray(0, 4)]).toEqual([0, 1, 2, 2]);
    expect(await view.at({ depth: 0, first: 1, end: 2 })).toMatchObject({
      ...{ begin: 1, end: 8, duration: 1274, count: 1 },
    });
    expect(await view.at({ depth: 1, first: 1, end: 2 })).toBeUndefined();
    expect(await view.next({ from: 0, direction: 1 })).toEqual({ frame: 1 });
    expect(await view.next({ from: 0, direction: -1 })).toEqual({});
  });

  it('are gone after the program has changed', async () => {
    await view.find(agents, run());
    await view.arrange(all, run());
    view.reset();
    expect(await view.rows({ first: 0, count: 5 })).toEqual([]);
    expect(await view.arrange(all, run())).toEqual({ rows: 0 });
    expect(view.unpaired({ first: 0, count: 5 })).toEqual([]);
  });

  it('are refused with a reason where a condition is none', async () => {
    const asked = { ...agents, begin: '$tracepoint ==' };
    await expect(view.find(asked, run())).rejects.toThrow(RequestFailed);
  });

  it('are none where they are cancelled', async () => {
    const cancelled = { ...run(), cancelled: AbortSignal.abort() };
    expect(await view.find(agents, cancelled)).toMatchObject({ total: 0 });
  });
});

describe('transitions', () => {
  let view: TransitionsView;
  const filterOf = async (from: string, to: string, rows: { from: string; to: string }[]) => {
    const row = rows.findIndex((each) => each.from === from && each.to === to);
    const { filter } = await view.filter({ row });
    const { matched } = await table.countMatches({ filter }, run());
    return { filter, matched };
  };

  beforeEach(() => {
    view = new TransitionsView(trace, table);
  });

  it('are counted, and each has a filter for its frames', async () => {
    const { rows, neverSeen, gaps } = await view.find({ state: 'call->state', key: '' }, run());
    expect(rows.map(({ from, to, count }) => `${from} ${to} ${count}`)).toEqual([
      ...['WAITING HUNG_UP 9', 'HUNG_UP WAITING 9', 'WAITING TALKING 2', 'TALKING WAITING 1'],
    ]);
    expect([gaps, neverSeen?.total]).toEqual([105, 8]);
    expect(await filterOf('WAITING', 'HUNG_UP', [...rows])).toEqual({
      ...{ filter: '$_changed(call->state) && (call->state) == 3', matched: 9 },
    });
    // Other states become this one, too.
    expect(await filterOf('TALKING', 'WAITING', [...rows])).toEqual({
      ...{ filter: '$trace_frame == 177', matched: 1 },
    });
    expect((await filterOf('HUNG_UP', 'WAITING', [...rows])).matched).toBe(9);
  });

  it('by a key are named by their frames', async () => {
    const { rows } = await view.find({ state: 'call->state', key: 'call' }, run());
    expect(rows[0]).toMatchObject({ from: 'WAITING', to: 'HUNG_UP', count: 8 });
    expect(await filterOf('WAITING', 'HUNG_UP', [...rows])).toMatchObject({ matched: 8 });
  });

  it('have no filter after the program has changed', async () => {
    await view.find({ state: 'call->state', key: '' }, run());
    view.reset();
    await expect(view.filter({ row: 0 })).rejects.toThrow('There is no such transition.');
  });
});
