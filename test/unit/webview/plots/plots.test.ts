// Plots and sparklines as the page knows them.
import { beforeEach, describe, expect, it } from 'vitest';
import type { PlotFacts, PlotPoints } from '../../../../src/editor/overviewMessages';
import { Viewport } from '../../../../webview/overview/viewport';
import type { FrameRange } from '../../../../webview/overview/rangeFilter';
import { aligned, nearestRow, PlotsModel } from '../../../../webview/plots/plotsModel';
import { maxShownPlots, readPlots, readTexts } from '../../../../webview/plots/plotSettings';
import { Sparklines, sparkPath } from '../../../../webview/plots/sparklines';
import { RequestError } from '../../../../webview/requests';
import { askedHost, settle, type AskedHost } from '../askedRequests';

const facts: PlotFacts = { frames: 100, count: 3, gaps: 1 };
const points = (frames: number[], values: number[]): PlotPoints => ({
  frames: Uint32Array.from(frames),
  values: Float64Array.from(values),
  facts,
});

describe('points of several plots', () => {
  it('share an axis', () => {
    const both = aligned([
      points([1, 5, 9], [10, NaN, 30]),
      undefined,
      points([5, 7], [1, Infinity]),
    ]);
    expect(both).toEqual({
      frames: [1, 5, 7, 9],
      places: [1.5, 5.5, 7.5, 9.5],
      values: [
        [10, null, undefined, 30],
        [undefined, undefined, undefined, undefined],
        [undefined, 1, null, undefined],
      ],
    });
  });

  it('lie in time where that is the axis', () => {
    const timed = { ...points([1, 5], [10, 20]), times: Float64Array.of(100, 100) };
    expect(aligned([timed]).places).toEqual([100, 100]);
  });

  it('are found by the nearest place', () => {
    const places = [1.5, 5.5, 9.5];
    expect([-4, 3.4, 3.6, 5.5, 8, 99].map((at) => nearestRow(places, at))).toEqual([
      0, 0, 1, 1, 2, 2,
    ]);
    expect(nearestRow([], 1)).toBeUndefined();
  });
});

describe('plots', () => {
  let host: AskedHost;
  let model: PlotsModel;
  let kept: unknown[];
  let went: number[];
  let filtered: FrameRange[];

  beforeEach(() => {
    host = askedHost();
    [kept, went, filtered] = [[], [], []];
    const viewport = new Viewport();
    viewport.setAxis('frame', 100);
    model = new PlotsModel(
      {
        ask: host.ask,
        changed: () => undefined,
        select: (frame) => went.push(frame),
        filterTo: (range) => filtered.push(range),
        remember: (plots) => kept.push(plots),
      },
      viewport,
      [],
    );
    model.setWidth(500);
  });

  async function plotted(text = 'n'): Promise<void> {
    const adding = model.add(` ${text} `);
    await host.last('plotValues').answer(facts);
    await adding;
    await settle();
    while (host.named('plot').length < 2) await host.last('plot').answer([undefined]);
    await host.last('plot').answer([points([10, 20, 30], [1, 5, 3])]);
  }

  it('are read, kept and shown as far as they are read', async () => {
    const adding = model.add('n');
    expect(host.last('plotValues').asked).toEqual({ text: 'n' });
    host.last('plotValues').report({ done: 50, total: 100 });
    expect(model.plots[0]?.progress).toEqual({ done: 50, total: 100 });
    expect(host.last('plot').asked).toEqual({
      stretch: { axis: 'frame', from: 0, to: 100, parts: 100 },
      texts: ['n'],
    });
    await host.last('plotValues').answer(facts);
    await adding;
    expect(model.plots).toEqual([{ text: 'n', shape: 'line', facts }]);
    expect(kept).toEqual([[{ text: 'n', shape: 'line' }]]);
  });

  it('with a mistake are none, and where it is is said', async () => {
    const adding = model.add('n +');
    await host.last('plotValues').fail(new RequestError('A syntax error', 4));
    await adding;
    expect(model.plots).toEqual([]);
    expect(model.problem).toEqual({ text: 'n +', problem: 'A syntax error', column: 4 });
    await plotted();
    expect(model.problem).toBeUndefined();
  });

  it('that were remembered stay when they mean nothing for now', async () => {
    await plotted();
    model.refresh();
    await host.last('plotValues').fail(new RequestError('No symbol "n".'));
    expect(model.plots).toEqual([{ text: 'n', shape: 'line', problem: 'No symbol "n".' }]);
  });

  it('are read only when they are on the screen', async () => {
    await plotted();
    model.setWidth(0);
    model.refresh();
    model.refresh();
    expect(host.named('plotValues')).toHaveLength(1);
    model.setWidth(300);
    expect(host.named('plotValues')).toHaveLength(2);
  });

  it('are there once, and no more than the host answers', async () => {
    await plotted();
    await model.add('n');
    expect(host.named('plotValues')).toHaveLength(1);
    for (let i = 1; i < maxShownPlots; i++) void model.add(`n${i}`);
    await model.add('one more');
    expect([model.plots.length, model.problem?.problem]).toEqual([
      maxShownPlots,
      `There are ${maxShownPlots} plots; remove one first.`,
    ]);
  });

  it('are followed by pointer and keyboard, and gone to', async () => {
    await plotted();
    model.point(24);
    expect([model.frame, model.valueAt(0)]).toEqual([20, 5]);
    model.goThere();
    model.step(1, undefined);
    model.step(1, undefined);
    expect(model.frame).toBe(30);
    model.step(-Infinity, undefined);
    expect(model.frame).toBe(10);
    model.point(undefined);
    model.goThere();
    model.step(0, 15);
    expect(model.frame).toBe(20);
    expect(went).toEqual([20]);
  });

  it('keep the cursor at its frame when other points come', async () => {
    await plotted();
    model.point(24);
    model.moved();
    await host.last('plot').answer([points([5, 12, 20, 30], [1, 5, 3, 4])]);
    expect([model.cursor, model.frame]).toEqual([2, 20]);
    model.moved();
    await host.last('plot').answer([points([5], [1])]);
    expect(model.frame).toBeUndefined();
  });

  it('filter the table by the frames that are brushed', async () => {
    await plotted();
    model.brush(15, 99);
    model.brush(11, 12);
    expect(filtered).toEqual([{ first: 20, last: 30 }]);
  });

  it('that are removed are read no further', () => {
    void model.add('n');
    model.remove('n');
    expect([host.last('plotValues').signal?.aborted, model.plots, kept.at(-1)]).toEqual([
      true,
      [],
      [],
    ]);
  });

  it('keep their shape', async () => {
    await plotted();
    model.setShape('n', 'steps');
    expect(kept.at(-1)).toEqual([{ text: 'n', shape: 'steps' }]);
  });
});

describe('remembered plots', () => {
  it('are read as far as they make sense', () => {
    expect(readPlots([{ text: 'n', shape: 'scatter' }, { text: '' }, null, { text: 'm' }])).toEqual(
      [
        { text: 'n', shape: 'scatter' },
        { text: 'm', shape: 'line' },
      ],
    );
    expect([readPlots('n'), readTexts({})]).toEqual([[], []]);
    expect(readTexts(new Array(50).fill('n'))).toHaveLength(maxShownPlots);
  });
});

describe('a sparkline', () => {
  it('spans its box, with gaps', () => {
    const extremes = { ...facts, least: { frame: 0, value: 1 }, most: { frame: 50, value: 3 } };
    const line = points([0, 25, 50, 75, 99], [1, 2, 3, NaN, 1]);
    expect(sparkPath(line, extremes, 100)).toBe('M0.3 13.0L15.3 7.0L30.3 1.0M59.7 13.0');
    expect(
      sparkPath(
        points([0], [7]),
        { ...facts, least: { frame: 0, value: 7 }, most: { frame: 0, value: 7 } },
        1,
      ),
    ).toBe('M30.0 7.0');
    expect(sparkPath(points([], []), facts, 100)).toBe('');
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
      stretch: { to: 100, parts: 60 },
    });
    await host.last('plot').answer([points([0], [1])]);
    expect(lines.of('n')?.path).toBe('M0.3 7.0');
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
