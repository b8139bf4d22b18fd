// Intervals and transitions of the sample, as a page asks for them.
import { beforeEach, describe, expect, it } from 'vitest';
import { closeView } from '../../../../src/ask/closeView';
import { runWith } from '../../../../src/ask/run';
import { countMatches } from '../../../../src/ask/table/countMatches';
import { arrangeIntervals } from '../../../../src/ask/time/arrangeIntervals';
import { findIntervals } from '../../../../src/ask/time/findIntervals';
import { findTransitions } from '../../../../src/ask/time/findTransitions';
import { intervalAt } from '../../../../src/ask/time/intervalAt';
import { intervalBars } from '../../../../src/ask/time/intervalBars';
import { intervalRows } from '../../../../src/ask/time/intervalRows';
import { nextInterval } from '../../../../src/ask/time/nextInterval';
import { suggestIntervals } from '../../../../src/ask/time/suggestIntervals';
import { transitionFilter } from '../../../../src/ask/time/transitionFilter';
import { unpairedFrames } from '../../../../src/ask/time/unpairedFrames';
import { Views, type TraceAsked } from '../../../../src/ask/views';
import { RequestFailed } from '../../../../src/bytes/requestFailed';
import type { Trace } from '../../../../src/trace/trace';
import { openSample, repeatedSample, useSampleProgram } from '../../trace/search/sample';
import { tracedBy } from '../../trace/tracedPrograms';

let trace: Trace;
let asked: TraceAsked;
const run = runWith;
const all = { by: 'begin', descending: false, key: '' } as const;
const changed = 'The trace has changed since this was found, or is closed.';

beforeEach(async () => {
  trace = await openSample(repeatedSample(1));
  await trace.recording.indexed;
  await useSampleProgram(trace.modules);
  asked = { trace, views: new Views() };
});

describe('intervals', () => {
  const agents = { begin: '$tracepoint == 4', end: '', key: 'agent' };
  const find = () => findIntervals.answer(asked, agents, run());

  it('come with figures, a histogram of all durations, and what has no other half', async () => {
    const found = await find();
    expect(found).toMatchObject({ total: 94, unit: 'time', unpaired: { begins: 3, ends: 3 } });
    expect(found.durations).toMatchObject({ count: 94, min: 356, median: 1271, max: 2701 });
    expect(found.histogram?.counts.reduce((sum, each) => sum + each, 0)).toBe(94);
    const rows = { view: found.view, first: 1, count: 2 };
    expect(await unpairedFrames.answer(asked, rows, run())).toEqual([
      { frame: 2, side: 'end', reason: 'No begin before it.' },
      { frame: 13, side: 'end', reason: 'No begin before it.' },
    ]);
  });

  it('are suggested by the tracepoints', async () => {
    const [first] = await suggestIntervals.answer(asked, {}, run());
    expect(first?.begin.length).toBeGreaterThan(0);
  });

  it('are listed page by page, sorted, by durations and by a part of the key', async () => {
    const { view } = await find();
    const arrange = (order: object) =>
      arrangeIntervals.answer(asked, { view, ...all, ...order }, run());
    const rows = (first: number, count: number) =>
      intervalRows.answer(asked, { view, first, count }, run());
    const longest = { by: 'duration', descending: true };
    expect(await arrange(longest)).toEqual({ rows: 94 });
    const [first] = await rows(0, 1);
    expect(first).toMatchObject({ duration: 2701, depth: 0 });
    expect(await rows(94, 5)).toEqual([]);
    expect(await arrange({ ...longest, durations: [2500, 2701] })).toEqual({ rows: 2 });
    const { rows: listed } = await arrange({ key: 'AGENTS+32' });
    expect(listed).toBeGreaterThan(0);
    for (const { key } of await rows(0, 100)) expect(key).toContain('<agents+32>');
  });

  it('end where another condition holds, some at a time that is not known', async () => {
    const answered = { begin: '$tracepoint == 4', end: '$tracepoint == 2', key: 'call->number' };
    const { view, total } = await findIntervals.answer(asked, answered, run());
    await arrangeIntervals.answer(asked, { view, ...all }, run());
    const rows = await intervalRows.answer(asked, { view, first: 0, count: 5 }, run());
    expect([total, rows[0]]).toEqual([2, { begin: 171, end: 176, depth: 0, key: '83' }]);
  });

  it('are listed by a part of the key in either case', async () => {
    const { view } = await findIntervals.answer(asked, { ...agents, key: 'call->state' }, run());
    const rows = async (key: string) =>
      (await arrangeIntervals.answer(asked, { view, ...all, key }, run())).rows;
    expect(await rows('wait')).toBe(await rows('WAIT'));
    expect(await rows('wait')).toBeGreaterThan(0);
  });

  it('are listed by a part of the key after that was cancelled', async () => {
    const { view } = await findIntervals.answer(asked, { ...agents, key: 'call->state' }, run());
    const order = { view, ...all, key: 'WAITING' };
    const cancelled = run({ signal: AbortSignal.abort() });
    await expect(arrangeIntervals.answer(asked, order, cancelled)).rejects.toThrow('cancelled');
    expect((await arrangeIntervals.answer(asked, order, run())).rows).toBeGreaterThan(0);
  });

  it('are bars by depth; a place has its interval', async () => {
    const range = { axis: 'frame', from: 0, to: 246, parts: 246 } as const;
    const { view } = await find();
    const bars = await intervalBars.answer(asked, { view, range }, run());
    const { depths, covering, beginning } = bars;
    expect([depths, beginning.reduce((sum, count) => sum + count, 0)]).toEqual([1, 94]);
    expect([...covering.subarray(0, 4)]).toEqual([0, 1, 2, 2]);
    const at = (depth: number) =>
      intervalAt.answer(asked, { view, depth, first: 1, end: 2 }, run());
    expect(await at(0)).toMatchObject({ begin: 1, end: 8, duration: 1274, count: 1 });
    expect(await at(1)).toBeUndefined();
    const next = (direction: 1 | -1) =>
      nextInterval.answer(asked, { view, from: 0, direction }, run());
    expect(await next(1)).toEqual({ frame: 1 });
    expect(await next(-1)).toEqual({});
  });

  it('are gone after the program has changed', async () => {
    const { view } = await find();
    await arrangeIntervals.answer(asked, { view, ...all }, run());
    await useSampleProgram(trace.modules);
    const rows = { view, first: 0, count: 5 };
    await expect(intervalRows.answer(asked, rows, run())).rejects.toThrow(changed);
    await expect(arrangeIntervals.answer(asked, { view, ...all }, run())).rejects.toThrow(changed);
    await expect(unpairedFrames.answer(asked, rows, run())).rejects.toThrow(changed);
  });

  it('are refused with a reason where a condition is none', async () => {
    const input = { ...agents, begin: '$tracepoint ==' };
    await expect(findIntervals.answer(asked, input, run())).rejects.toThrow(RequestFailed);
  });

  it('are none where they are cancelled', async () => {
    const cancelled = run({ signal: AbortSignal.abort() });
    await expect(findIntervals.answer(asked, agents, cancelled)).rejects.toThrow('cancelled');
  });

  it('of a view that is closed, was replaced or was never made are refused', async () => {
    const rows = (view: number) => intervalRows.answer(asked, { view, first: 0, count: 5 }, run());
    const first = await find();
    const second = await find();
    await expect(rows(first.view)).rejects.toThrow(`There is no view ${first.view}:`);
    expect(await rows(second.view)).toEqual([]);
    await closeView.answer(asked, { view: second.view }, run());
    await closeView.answer(asked, { view: second.view }, run());
    await expect(rows(second.view)).rejects.toThrow(`There is no view ${second.view}:`);
    await expect(rows(77)).rejects.toThrow('There is no view 77: it was closed, or never made.');
  });

  it('of a closed trace are refused', async () => {
    const { view } = await find();
    asked.views.dispose();
    trace.dispose();
    const rows = { view, first: 0, count: 5 };
    await expect(intervalRows.answer(asked, rows, run())).rejects.toThrow('There is no view');
  });

  it('that others replace while they are searched leave nothing', async () => {
    const first = new AbortController();
    const searching = findIntervals.answer(asked, agents, run({ signal: first.signal }));
    const ended = expect(searching).rejects.toThrow('cancelled');
    first.abort();
    const { view } = await find();
    await ended;
    // A search that was kept would have the other number.
    expect(view).toBe(1);
  });
});

describe('transitions', () => {
  const find = (key: string) => findTransitions.answer(asked, { state: 'call->state', key }, run());
  const filterOf = async (from: string, to: string, found: Awaited<ReturnType<typeof find>>) => {
    const row = found.rows.findIndex((each) => each.from === from && each.to === to);
    const { filter } = await transitionFilter.answer(asked, { view: found.view, row }, run());
    const { matched } = await countMatches.answer(
      asked,
      { filter },
      {
        signal: new AbortController().signal,
        report: () => undefined,
      },
    );
    return { filter, matched };
  };

  it('are counted, and each has a filter for its frames', async () => {
    const found = await find('');
    expect(found.rows.map(({ from, to, count }) => `${from} ${to} ${count}`)).toEqual([
      ...['WAITING HUNG_UP 9', 'HUNG_UP WAITING 9', 'WAITING TALKING 2', 'TALKING WAITING 1'],
    ]);
    expect([found.gaps, found.neverSeen?.total]).toEqual([105, 8]);
    expect(await filterOf('WAITING', 'HUNG_UP', found)).toEqual({
      ...{ filter: '$_changed(call->state) && (call->state) == 3', matched: 9 },
    });
    // Other states become this one, too.
    expect(await filterOf('TALKING', 'WAITING', found)).toEqual({
      ...{ filter: '$trace_frame == 177', matched: 1 },
    });
    expect((await filterOf('HUNG_UP', 'WAITING', found)).matched).toBe(9);
  });

  it('by a key are named by their frames', async () => {
    const found = await find('call');
    expect(found.rows[0]).toMatchObject({ from: 'WAITING', to: 'HUNG_UP', count: 8 });
    expect(await filterOf('WAITING', 'HUNG_UP', found)).toMatchObject({ matched: 8 });
  });

  it('by a key that are too many to be named have no filter', async () => {
    asked = { trace: await openSample(repeatedSample(40)), views: new Views() };
    await asked.trace.recording.indexed;
    await useSampleProgram(asked.trace.modules);
    const { view, rows } = await find('call');
    expect(rows[0]?.count).toBeGreaterThan(300);
    const filter = transitionFilter.answer(asked, { view, row: 0 }, run());
    await expect(filter).rejects.toThrow('No filter can say which frames these are.');
    asked.trace.dispose();
  });

  it('that are not listed are counted, also those of too many pairs to be kept', async () => {
    asked = { trace: await openSample(repeatedSample(41)), views: new Views() };
    await asked.trace.recording.indexed;
    const input = { state: '$trace_frame', key: '' };
    const { rows, left } = await findTransitions.answer(asked, input, run());
    expect(rows.length + left).toBe(41 * 246 - 1);
    asked.trace.dispose();
  });

  it('of a trace without a clock say that durations are frames', async () => {
    asked = { trace: await tracedBy('x86_64/app.tf', 'x86_64/app'), views: new Views() };
    const { unit, notes } = await findTransitions.answer(asked, { state: 'n', key: '' }, run());
    expect([unit, notes]).toEqual(['frames', [expect.stringContaining('$trace_timestamp')]]);
  });

  it('have no filter where there is no such row, nor after the program has changed', async () => {
    const { view } = await find('');
    const filter = (row: number) => transitionFilter.answer(asked, { view, row }, run());
    await expect(filter(99)).rejects.toThrow('There is no such transition.');
    await useSampleProgram(trace.modules);
    await expect(filter(0)).rejects.toThrow(changed);
  });
});
