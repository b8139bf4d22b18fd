// What the table of a page shows of a real trace.
import { beforeEach, describe, expect, it } from 'vitest';
import { RequestFailed } from '../../../../src/bytes/requestFailed';
import { traceQuestions } from '../../../../src/ask/traceQuestions';
import { Views } from '../../../../src/ask/views';
import type { ArrangingSteps } from '../../../../src/ask/table/arrangedFrames';
import type { FrameRow } from '../../../../src/ask/table/frameRow';
import type { Column } from '../../../../src/ask/table/tableMessages';
import { TableView } from '../../../../src/ask/table/tableView';
import type { Trace } from '../../../../src/trace/trace';
import { OpenTraces } from '../../../../src/trace/openTraces';
import { header, maker, sourceOf } from '../../format/traceBytes';
import { openSample, repeatedSample } from '../../trace/search/sample';
import { programOf, tracedBy, traceOf } from '../../trace/tracedPrograms';

const { frame, variable } = maker('little');
let trace: Trace;
let table: TableView;
let views: Views;
let view: number;

beforeEach(async () => {
  trace = await tracedBy('x86_64/app.tf', 'x86_64/app');
  show();
});

/** Makes the table of the trace. */
function show(): void {
  table = new TableView(trace);
  views = new Views();
  view = views.add(table);
}

const run = () => ({ signal: new AbortController().signal, report: () => undefined });

async function frames(): Promise<number[]> {
  const rows = await table.rows(0, 1000, []);
  return rows.map(({ frame }) => frame);
}

/** Frames in which a condition holds, one by one. */
async function framesWhere(holds: (frame: number) => boolean | Promise<boolean>) {
  const found: number[] = [];
  for (let frame = 0; frame < trace.recording.index.count; frame++)
    if (await holds(frame)) found.push(frame);
  return found;
}

describe('the matches of a filter that is typed', () => {
  it('are counted, and the table stays as it is', async () => {
    await table.arrange({ filter: '$tracepoint == 4', hide: true }, run());
    const before = await frames();
    const found = await traceQuestions.countMatches.answer(
      { trace, views },
      { filter: '$tracepoint == 5' },
      run(),
    );
    const wanted = await framesWhere((frame) => trace.recording.index.tracepoint(frame) === 5);
    expect(found).toEqual({ matched: wanted.length });
    expect(await frames()).toEqual(before);
    await expect(
      traceQuestions.countMatches.answer({ trace, views }, { filter: '1 +' }, run()),
    ).rejects.toThrow(RequestFailed);
  });
});

describe('the next change of a value', () => {
  it('is the frame in which it differs from the one before, forward and backward', async () => {
    trace = await tracedBy('../../samples/callqueue.tf', '../../samples/callqueue');
    show();
    const next = async (frame: number, direction: 1 | -1) =>
      (
        await traceQuestions.nextChange.answer(
          { trace, views },
          { text: 'queue->waiting', frame, direction },
          run(),
        )
      ).frame;
    const value = await table.value('queue->waiting');
    let before = await value.numberIn(0);
    const changes: number[] = [];
    for (let frame = 1; frame < 246; frame++) {
      const now = await value.numberIn(frame);
      if (now === undefined) continue;
      if (before !== undefined && now !== before) changes.push(frame);
      before = now;
    }
    const [first = 0, second = 0] = changes;
    expect([await next(0, 1), await next(first, 1), await next(second, -1)]).toEqual([
      first,
      second,
      first,
    ]);
    expect(await next(changes.at(-1) ?? 0, 1)).toBeUndefined();
  });
});

describe('the times of rows', () => {
  it('count from the first frame with one, and from the row before', async () => {
    trace = await tracedBy('../../samples/callqueue.tf', '../../samples/callqueue');
    show();
    const columns = [{ kind: 'elapsed' }] as const;
    const rows = () => table.rows(0, 246, columns);
    const shown = (await rows()).slice(0, 6).map(({ time, elapsed }) => [time, elapsed]);
    const none = [undefined, undefined];
    // As gdb prints $trace_timestamp: 2069508178 in frame 1, 2069508464 in frame 2, 2069508999 in
    // frame 5; the last is 2069551792.
    expect(shown).toEqual([none, [0, undefined], [286, 286], none, none, [821, 535]]);
    await table.arrange({ filter: '$trace_frame >= 2', hide: true }, run());
    expect((await rows()).slice(0, 4).map(({ time, elapsed }) => [time, elapsed])).toEqual([
      [286, undefined],
      none,
      none,
      [821, 535],
    ]);
    await table.arrange({ filter: '$tracepoint == 4', hide: true }, run());
    const some = (await rows()).slice(0, 20);
    const since = some.map(({ time = NaN }, row) => time - (some[row - 1]?.time ?? NaN));
    expect(some.slice(1).map(({ elapsed }) => elapsed)).toEqual(since.slice(1));
    const longest = { column: { kind: 'elapsed' } as const, descending: true };
    await table.arrange({ filter: '', hide: true, sort: longest }, run());
    const lengths = (await rows()).map(({ elapsed = -1 }) => elapsed);
    expect(lengths).toEqual([...lengths].sort((one, other) => other - one));
    const sort = { column: { kind: 'time' } as const, descending: true };
    await table.arrange({ filter: '', hide: true, sort }, run());
    expect((await rows())[0]?.time).toBe(2_069_551_792 - 2_069_508_178);
    expect(await table.cellText(2, { kind: 'time' })).toBe('286');
  });

  it('count anew in a file that was written anew', async () => {
    const clock = 'tsv 1:0:1:74726163655f74696d657374616d70';
    const fileAt = (...times: number[]) =>
      sourceOf(header('R 0', clock), ...times.map((time) => frame(1, variable(1, BigInt(time)))), [
        0, 0,
      ]);
    let file = fileAt(5, 45);
    const close = () => Promise.resolve();
    const traces = new OpenTraces(
      () => Promise.resolve({ ...file, close }),
      (key) => key,
    );
    const lease = await traces.acquire('live.tf');
    if ('problem' in lease) throw new Error(lease.problem);
    trace = lease.trace;
    await trace.recording.indexed;
    show();
    const times = async () => (await table.rows(0, 9, [])).map(({ time }) => time);
    expect(await times()).toEqual([0, 40]);
    file = fileAt(25, 45, 55);
    await traces.fileChanged('live.tf');
    expect(await times()).toEqual([0, 20, 30]);
    lease.dispose();
  });
});

describe('a view', () => {
  it('shows every frame at first', async () => {
    expect(await frames()).toEqual(Array.from({ length: 114 }, (_, i) => i));
  });

  it('hides what does not match', async () => {
    const answer = await table.arrange({ filter: '$tracepoint == 4', hide: true }, run());
    const wanted = await framesWhere((frame) => trace.recording.index.tracepoint(frame) === 4);
    expect(answer).toEqual({ rows: wanted.length, matched: wanted.length });
    expect(await frames()).toEqual(wanted);
    expect((await table.rows(0, 1, []))[0]?.matches).toBe(false);
    const rowOf = (frame: number) =>
      traceQuestions.rowOf.answer({ trace, views }, { view, frame }, run());
    expect(await rowOf(wanted[3] ?? -1)).toEqual({ row: 3 });
    expect(await rowOf((wanted[3] ?? 0) + 1)).toEqual({});
  });

  it('marks what matches', async () => {
    const answer = await table.arrange({ filter: '$tracepoint == 4', hide: false }, run());
    expect(answer).toEqual({ rows: 114, matched: 20 });
    const rows = await table.rows(0, 114, []);
    expect(rows.every(({ matches, tracepoint }) => matches === (tracepoint === 4))).toBe(true);
    expect(rows.filter(({ matches }) => matches)).toHaveLength(20);
  });

  it('sorts what a filter leaves', async () => {
    const sort = { column: { kind: 'frame' } as const, descending: true };
    await table.arrange({ filter: '$tracepoint == 4', hide: true, sort }, run());
    const wanted = await framesWhere((frame) => trace.recording.index.tracepoint(frame) === 4);
    expect(await frames()).toEqual(wanted.reverse());
  });

  it('goes back to every frame', async () => {
    await table.arrange({ filter: '0', hide: true }, run());
    expect(await frames()).toEqual([]);
    await table.arrange({ filter: '', hide: true }, run());
    expect(await frames()).toHaveLength(114);
  });

  it.each([true, false])('tells its rows while it is searched; hides: %s', async (hide) => {
    const steps: ArrangingSteps[] = [];
    const report = (step: ArrangingSteps) => void steps.push(step);
    await table.arrange({ filter: '$tracepoint == 4', hide }, { ...run(), report });
    expect(steps.at(-1)).toMatchObject({ doing: 'searching', done: 114, total: 114 });
    for (const { rows, matched } of steps) expect(rows).toBe(hide ? matched : 114);
  });

  it('stays as it was arranged last where an earlier order was cancelled', async () => {
    const cancelled = new AbortController();
    const { signal } = cancelled;
    const earlier = table.arrange({ filter: '0', hide: true }, { ...run(), signal });
    cancelled.abort();
    await table.arrange({ filter: '', hide: true }, run());
    await earlier;
    expect(await frames()).toHaveLength(114);
  });

  it('is sorted once every frame is known', async () => {
    const held = repeatedSample(24);
    held.gate = 4 * 1024 * 1024;
    trace = await openSample(held);
    show();
    const sort = { column: { kind: 'size' } as const, descending: true };
    const sorted = table.arrange({ filter: '', hide: true, sort }, run());
    expect(await Promise.race([sorted, Promise.resolve('waiting')])).toBe('waiting');
    held.open();
    expect(await sorted).toEqual({ rows: 24 * 246 });
    trace.dispose();
  });

  it('says of what it does not know that it may be a mistake', async () => {
    const answer = await table.arrange({ filter: 'nonsense > 1', hide: true }, run());
    expect(answer).toEqual({
      rows: 0,
      matched: 0,
      note: 'No symbol "nonsense" in current context.',
    });
  });

  it.each<[string, Column | undefined]>([
    ['n >', undefined],
    ['1 +', { kind: 'frame' }],
    ['', { kind: 'value', text: 'n +' }],
  ])('with a mistake shows every frame: %j', async (filter, column) => {
    await table.arrange({ filter: '$tracepoint == 4', hide: true }, run());
    const sort = column && { column, descending: false };
    const arranged = table.arrange({ filter, hide: true, ...(sort && { sort }) }, run());
    await expect(arranged).rejects.toBeInstanceOf(RequestFailed);
    expect(await frames()).toHaveLength(114);
  });
});

describe("the user's own columns", () => {
  const columns: Column[] = [
    { kind: 'frame' },
    { kind: 'value', text: 'n' },
    { kind: 'change', text: 'n', since: 'hit' },
    { kind: 'value', text: '$trace_func' },
  ];

  it('show values, changes, and why there are none', async () => {
    const rows = await table.rows(0, 114, columns);
    const values = rows.map((row) => row.values);
    expect(values.every((cells) => cells.length === 3)).toBe(true);
    const known = values.filter(([n]) => n?.text !== undefined);
    expect(known.length).toBeGreaterThan(50);
    const missing = values.filter(([n]) => n?.problem !== undefined);
    expect(missing.length + known.length).toBe(114);
    const changes = values.flatMap(([, change]) => change?.text ?? []);
    expect(changes).toContain('+1');
    expect(values.flatMap(([, , name]) => name?.text ?? [])).toContain('"helper"');
  });

  it('show changes since the row before, or since the hit before', async () => {
    const since = (since: 'frame' | 'hit') => ({ kind: 'change', text: 'n', since }) as const;
    const rows = await table.rows(0, 114, [
      { kind: 'value', text: 'n' },
      since('frame'),
      since('hit'),
    ]);
    const number = ({ values }: FrameRow) => Number(values[0]?.text ?? NaN);
    for (const [i, row] of rows.entries()) {
      const before = rows.slice(0, i).filter((each) => !Number.isNaN(number(each)));
      const [last, hit] = [before, before.filter(({ tracepoint }) => tracepoint === row.tracepoint)]
        .map((each) => each.at(-1))
        .map((each) => each && number(row) - number(each));
      const shown = row.values.slice(1).map(({ text }) => text && Number(text));
      const known = Number.isNaN(number(row)) ? [undefined, undefined] : [last, hit];
      expect(shown).toEqual(known);
    }
  });

  it('are those of the program that the trace has now', async () => {
    trace = await traceOf('x86_64/app.tf');
    show();
    const n = async () => (await table.rows(1, 1, [{ kind: 'value', text: 'n' }]))[0]?.values[0];
    expect(await n()).toHaveProperty('problem');
    const program = await programOf('x86_64/app');
    await trace.modules.use({ program, dispose: () => undefined }, undefined);
    expect(await n()).toHaveProperty('text');
  });

  it('are exported as they were shown last, changes as numbers', async () => {
    await table.rows(0, 1, [{ kind: 'change', text: 'n', since: 'hit' }]);
    await table.rows(0, 1, []);
    const [change] = await table.exportColumns();
    const values: unknown[] = [];
    for (const frame of await frames()) values.push(await change?.valueIn(frame));
    expect(values).toContain(1);
    expect(values.filter((value) => typeof value === 'string')).toEqual([]);
  });

  it('say what is wrong with them', async () => {
    const wrong: Column[] = [{ kind: 'value', text: 'n +' }];
    await expect(table.rows(0, 1, wrong)).rejects.toBeInstanceOf(RequestFailed);
  });
});

describe('the next match', () => {
  it('is found both ways', async () => {
    await table.arrange({ filter: '$tracepoint == 4', hide: false }, run());
    const wanted = await framesWhere((frame) => trace.recording.index.tracepoint(frame) === 4);
    const [first = 0, second = 0] = wanted;
    const nextMatch = (frame: number, direction: 1 | -1) =>
      traceQuestions.nextMatch.answer({ trace, views }, { view, frame, direction }, run());
    expect(await nextMatch(first, 1)).toEqual({ frame: second });
    expect(await nextMatch(second, -1)).toEqual({
      frame: first,
    });
    expect(await nextMatch(113, 1)).toEqual({});
  });
});

describe('the rows that are selected', () => {
  it('are copied, as many as a clipboard takes', async () => {
    trace = await openSample(repeatedSample(41));
    await trace.recording.indexed;
    show();
    await table.rows(0, 1, [{ kind: 'frame' }]);
    table.selectRows([[0, table.frames.count - 1]]);
    const lines = (await table.selectionText())?.trimEnd().split('\n');
    expect([table.frames.count, lines?.length]).toEqual([10_086, 10_000]);
    trace.dispose();
  });
});

describe('what a frame has in common', () => {
  it('is asked of a frame that exists', async () => {
    const common = (frame: number) =>
      traceQuestions.common.answer({ trace, views }, { frame, by: { kind: 'tracepoint' } }, run());
    expect(await common(1)).toMatchObject({ label: '2' });
    await expect(common(114)).rejects.toBeInstanceOf(RequestFailed);
  });
});

describe('groups', () => {
  it('by tracepoint count the frames', async () => {
    const { groups } = await table.groups({ kind: 'tracepoint' }, 'n', run());
    const counted = new Map(groups.map(({ label, frames: count }) => [label, count]));
    const { index } = trace.recording;
    const wanted = ['4', '2', '3'].map((label) => [label, index.framesOf(Number(label))] as const);
    expect(counted).toEqual(new Map(wanted));
    expect(groups.every(({ first, last }) => first < last)).toBe(true);
    expect(groups.some(({ least, most }) => least !== undefined && (most ?? 0) > least)).toBe(true);
  });

  it('are of the rows that the filter leaves, with what is measured', async () => {
    await table.arrange({ filter: '$tracepoint == 4', hide: true }, run());
    const input = { view, by: { kind: 'tracepoint' }, measured: '$trace_frame' } as const;
    const { groups } = await traceQuestions.groups.answer({ trace, views }, input, run());
    const shown = await frames();
    expect(groups).toMatchObject([
      { label: '4', frames: 20, least: shown[0], most: shown.at(-1), first: shown[0] },
    ]);
  });

  it.each([{ kind: 'function' }, { kind: 'line' }, { kind: 'value', text: 'n' }] as const)(
    'by %j have filters that let just these frames through',
    async (by) => {
      const { groups } = await table.groups(by, '', run());
      expect(groups.length).toBeGreaterThan(by.kind === 'function' ? 0 : 1);
      let checked = 0;
      for (const { condition, frames: count } of groups) {
        if (condition === undefined) continue;
        await table.arrange({ filter: condition, hide: true }, run());
        expect([condition, (await frames()).length]).toEqual([condition, count]);
        checked++;
      }
      expect(checked).toBeGreaterThan(0);
    },
  );
});

describe('a view that is not there', () => {
  const asked = {
    view: (view: number) =>
      traceQuestions.view.answer({ trace, views }, { view, filter: '', hide: true }, run()),
    rows: (view: number) =>
      traceQuestions.rows.answer(
        { trace, views },
        { view, first: 0, count: 1, columns: [] },
        run(),
      ),
    rowOf: (view: number) =>
      traceQuestions.rowOf.answer({ trace, views }, { view, frame: 0 }, run()),
    nextMatch: (view: number) =>
      traceQuestions.nextMatch.answer({ trace, views }, { view, frame: 0, direction: 1 }, run()),
    groups: (view: number) =>
      traceQuestions.groups.answer(
        { trace, views },
        { view, by: { kind: 'line' }, measured: '' },
        run(),
      ),
  };

  it.each(Object.entries(asked))('is refused with a sentence by %s', async (_, ask) => {
    const why = (number: number) => `There is no view ${number}: it was closed, or never made.`;
    await expect((async () => ask(view + 1))()).rejects.toThrow(why(view + 1));
    views.dispose();
    trace.dispose();
    await expect((async () => ask(view))()).rejects.toThrow(why(view));
  });
});
