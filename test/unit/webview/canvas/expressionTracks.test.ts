// Tracks of expressions, and sparklines, as the page knows them.
import { beforeEach, describe, expect, it } from 'vitest';
import type { PlotParts } from '../../../../src/ask/tracks/plot';
import type { PlotFacts } from '../../../../src/ask/tracks/plotValues';
import { maxExpressions, readCanvas, readTexts } from '../../../../webview/canvas/canvasSettings';
import { ExpressionTracks } from '../../../../webview/canvas/expressionTracks';
import { Viewport } from '../../../../webview/canvas/viewport';
import { Sparklines, sparkPath } from '../../../../webview/table/sparklines';
import { RequestError } from '../../../../src/wire/page';
import { askedHost, settle, type AskedHost } from '../askedRequests';

const facts: PlotFacts = { frames: 100, count: 3, gaps: 1 };
/** A number for each part; NaN where there is none, which is a gap where it says so. */
function parts(values: readonly number[], gaps: readonly number[] = []): PlotParts {
  const all = Float64Array.from(values);
  const flags = Uint8Array.from(values, (_, part) => (gaps.includes(part) ? 1 : 0));
  return { first: all, last: all, least: all, most: all, mean: all, gaps: flags, facts };
}

describe('tracks of expressions', () => {
  let host: AskedHost;
  let model: ExpressionTracks;
  let kept: unknown[];

  beforeEach(() => {
    host = askedHost();
    kept = [];
    const viewport = new Viewport();
    viewport.setAxis('frame', 100);
    model = new ExpressionTracks(
      {
        ask: host.ask,
        changed: () => undefined,
        remember: (expressions) => kept.push(expressions),
      },
      viewport,
      [],
    );
    model.setParts(500);
  });

  async function shown(text = 'n'): Promise<void> {
    const adding = model.add(` ${text} `);
    await host.last('plotValues').answer(facts);
    await adding;
    await settle();
    while (host.named('plot').length < 2) await host.last('plot').answer({ plots: [undefined] });
    await host.last('plot').answer({ plots: [parts([1, 5, 3])] });
  }

  it('are read, kept and shown as far as they are read', async () => {
    const adding = model.add('n');
    expect(host.last('plotValues').asked).toEqual({ text: 'n' });
    host.last('plotValues').report({ done: 50, total: 100 });
    expect(model.all[0]?.progress).toEqual({ done: 50, total: 100 });
    expect(host.last('plot').asked).toEqual({
      range: { axis: 'frame', from: 0, to: 100, parts: 100 },
      texts: ['n'],
    });
    await host.last('plotValues').answer(facts);
    await adding;
    expect(model.all).toEqual([{ text: 'n', shape: 'steps', facts }]);
    expect(kept).toEqual([[{ text: 'n', shape: 'steps' }]]);
  });

  it('have their numbers in what is in sight', async () => {
    await shown();
    expect([...(model.numbers('n')?.mean ?? [])]).toEqual([1, 5, 3]);
    expect(model.numbers('n')?.range.parts).toBe(100);
    expect([model.numbers('m'), model.isState('n')]).toEqual([undefined, false]);
  });

  it('with a mistake are none, and where it is is said', async () => {
    const adding = model.add('n +');
    await host.last('plotValues').fail(new RequestError('A syntax error', 4));
    await adding;
    expect(model.all).toEqual([]);
    expect(model.problem).toBe('n +: A syntax error');
    await shown();
    expect(model.problem).toBeUndefined();
  });

  it('that were remembered stay when they mean nothing for now', async () => {
    await shown();
    model.refresh();
    await host.last('plotValues').fail(new RequestError('No symbol "n".'));
    expect(model.all).toEqual([{ text: 'n', shape: 'steps', problem: 'No symbol "n".' }]);
  });

  it('are read only when they are on the screen', async () => {
    await shown();
    model.setParts(0);
    model.refresh();
    model.refresh();
    expect(host.named('plotValues')).toHaveLength(1);
    model.setParts(300);
    expect(host.named('plotValues')).toHaveLength(2);
  });

  it('are there once, and no more than the host answers', async () => {
    await shown();
    await model.add('n');
    expect(host.named('plotValues')).toHaveLength(1);
    for (let i = 1; i < maxExpressions; i++) void model.add(`n${i}`);
    await model.add('one more');
    expect([model.all.length, model.problem]).toEqual([
      maxExpressions,
      `There are ${maxExpressions} tracks of expressions; remove one first.`,
    ]);
  });

  it('that are removed are read no further', () => {
    void model.add('n');
    model.remove('n');
    expect([host.last('plotValues').signal?.aborted, model.all, kept.at(-1)]).toEqual([
      true,
      [],
      [],
    ]);
  });

  it('keep their shape', async () => {
    await shown();
    model.setShape('n', 'line');
    expect(kept.at(-1)).toEqual([{ text: 'n', shape: 'line' }]);
  });
});

describe('remembered tracks', () => {
  it('are read as far as they make sense', () => {
    const saved = {
      axis: 'time',
      expressions: [{ text: 'n', shape: 'scatter' }, { text: '' }, null, { text: 'm' }],
      order: ['value n', 7, 'tracepoint 2'],
      heights: { 'value n': 1e9, matches: 30, others: 'high' },
    };
    expect(readCanvas(JSON.parse(JSON.stringify(saved)), undefined)).toEqual({
      axis: 'time',
      expressions: [
        { text: 'n', shape: 'scatter' },
        { text: 'm', shape: 'steps' },
      ],
      order: ['value n', 'tracepoint 2'],
      heights: { 'value n': 240, matches: 30 },
    });
    expect(readCanvas({ axis: 'depth', order: 5 }, undefined)).toEqual(readCanvas(null, null));
    expect(readTexts({})).toEqual([]);
    expect(readTexts(new Array(50).fill('n'))).toHaveLength(maxExpressions);
  });

  it('are the plots of version 0.1.0, which were lines', () => {
    const plots = [{ text: 'n', shape: 'steps' }, { text: 'm' }];
    expect(readCanvas(undefined, plots).expressions).toEqual([
      { text: 'n', shape: 'steps' },
      { text: 'm', shape: 'line' },
    ]);
  });
});

describe('a sparkline', () => {
  it('spans its box, with gaps', () => {
    const extremes = { ...facts, least: { frame: 0, value: 1 }, most: { frame: 50, value: 3 } };
    const line = parts([1, NaN, 2, 3, NaN, 1], [4]);
    expect(sparkPath(line, extremes)).toBe('M5.0 13.0L25.0 7.0L35.0 1.0M55.0 13.0');
    const [least, most] = [Float64Array.of(1, 2), Float64Array.of(3, 2)];
    expect(sparkPath({ ...line, least, most }, extremes)).toBe('M15.0 13.0L15.0 1.0L45.0 7.0');
    const one = { frame: 0, value: 7 };
    expect(sparkPath(parts([7]), { ...facts, least: one, most: one })).toBe('M30.0 7.0');
    expect(sparkPath(parts([]), facts)).toBe('');
  });

  it('is read when it is asked for, and gone when it is not', async () => {
    const host = askedHost();
    const changes: (readonly string[])[] = [];
    const lines = new Sparklines(host.ask, [], (texts) => changes.push(texts));
    expect(lines.of('n')).toBeUndefined();
    lines.toggle('n');
    expect(lines.of('n')).toEqual({});
    await host.last('plotValues').answer(facts);
    expect(host.last('plot').asked).toMatchObject({
      texts: ['n'],
      range: { to: 100, parts: 60 },
    });
    await host.last('plot').answer({ plots: [parts([1])] });
    expect(lines.of('n')?.path).toBe('M30.0 7.0');
    lines.toggle('n');
    expect(lines.of('n')).toBeUndefined();
    expect(changes).toEqual([['n'], ['n'], []]);
  });

  it('that cannot be read says why', async () => {
    const host = askedHost();
    const lines = new Sparklines(host.ask, ['n'], () => undefined);
    lines.refresh();
    await host.last('plotValues').fail(new RequestError('No symbol "n".'));
    expect(lines.of('n')).toEqual({ problem: 'No symbol "n".' });
  });
});
