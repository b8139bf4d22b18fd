// What the page makes of intervals: when it asks, and what it lists.
import { describe, expect, it } from 'vitest';
import { IntervalsModel } from '../../../../webview/intervals/intervalsModel';
import {
  initialIntervals,
  questionOf,
  type IntervalsState,
} from '../../../../webview/intervals/intervalsState';
import { RequestError } from '../../../../src/wire/page';
import { askedHost, settle } from '../askedRequests';

const question = { begin: '$tracepoint == 1', end: '', key: 'p' };
const summary = {
  view: 7,
  ...{ total: 300, unit: 'frames', notes: [] },
  unpaired: { begins: 0, ends: 150 },
};

const interval = (begin: number) => ({ begin, end: begin + 5, depth: 0, duration: 5 });

function intervalsPage(saved: Partial<IntervalsState> = {}) {
  const host = askedHost({
    suggestIntervals: () => [],
    arrangeIntervals: () => ({ rows: 300 }),
    intervalRows: ({ first }: { first: number }) => [interval(first + 1000)],
    unpairedFrames: ({ first, count }: { first: number; count: number }) =>
      Array.from({ length: Math.min(count, 150 - first) }, (_, i) => ({ frame: first + i })),
  });
  const page = { state: { ...initialIntervals, ...saved }, isShown: true };
  const selected: number[] = [];
  const bars: (number | undefined)[] = [];
  const model = new IntervalsModel({
    ask: host.ask,
    changed: () => undefined,
    select: (frame) => selected.push(frame),
    state: () => page.state,
    remember: (state) => {
      page.state = state;
    },
    showBars: (intervals) => bars.push(intervals?.total),
    isShown: () => page.isShown,
  });
  return { host, model, page, selected, bars };
}

async function found() {
  const shown = intervalsPage();
  shown.model.show(question);
  await shown.host.last('findIntervals').answer(summary);
  await settle();
  return shown;
}

describe('intervals', () => {
  it('are suggested while none are asked for, once the tab is in front', async () => {
    const { host, model, page } = intervalsPage();
    page.isShown = false;
    model.refresh();
    expect(host.all).toEqual([]);
    page.isShown = true;
    model.update();
    await settle();
    expect([host.all.map(({ name }) => name), model.suggestions]).toEqual([
      ['suggestIntervals'],
      [],
    ]);
  });

  it('are asked for as they were suggested', () => {
    const tracepoints = { begin: [1, 2], end: [3] };
    expect(questionOf({ kind: 'calls', ...tracepoints })).toEqual({
      begin: '$tracepoint == 1 || $tracepoint == 2',
      end: '$tracepoint == 3',
      key: '',
    });
    expect(questionOf({ kind: 'hits', ...tracepoints, key: 'p' })).toMatchObject({
      end: '',
      key: 'p',
    });
  });

  it('are those that were remembered', () => {
    const { host, model } = intervalsPage(question);
    model.update();
    model.update();
    expect(host.all.map(({ asked }) => asked)).toEqual([question]);
  });

  it('are listed in the remembered order, and sorted by a head', async () => {
    const { host, model, page } = await found();
    expect(model.count).toBe(300);
    expect(host.last('arrangeIntervals').asked).toEqual({
      ...{ view: 7, by: 'begin', descending: false, key: '' },
    });
    model.sortBy('duration');
    model.sortBy('duration');
    expect([page.state.by, page.state.descending]).toEqual(['duration', false]);
    expect(host.named('arrangeIntervals')[1]?.signal?.aborted).toBe(true);
  });

  it('are listed by durations and keys until the longest is wanted', async () => {
    const { host, model, selected } = await found();
    model.setDurations([3, 5]);
    model.setKeyPart('x');
    expect(host.last('arrangeIntervals').asked).toMatchObject({ durations: [3, 5], key: 'x' });
    await model.showLongest();
    expect(host.last('arrangeIntervals').asked).toEqual({
      ...{ view: 7, by: 'duration', descending: true, key: '' },
    });
    expect([model.selected, selected]).toEqual([0, [1000]]);
    model.openEnd();
    expect(selected).toEqual([1000, 1005]);
  });

  it('have unpaired frames, some at a time', async () => {
    const { model } = await found();
    expect(model.unpaired).toHaveLength(100);
    await model.showMoreUnpaired();
    expect(model.unpaired).toHaveLength(150);
  });

  it('are closed by a search that replaces them, and when they are cleared', async () => {
    const { host, model } = await found();
    expect(host.named('closeView')).toEqual([]);
    model.show(question);
    expect(host.last('closeView').asked).toEqual({ view: 7 });
    const searching = host.last('findIntervals');
    model.show({ begin: '', end: '', key: '' });
    expect(searching.signal?.aborted).toBe(true);
    expect(host.named('closeView')).toHaveLength(1);
  });

  it('say why there are none, and are stopped', async () => {
    const { host, model } = intervalsPage();
    model.show(question);
    await host.last('findIntervals').fail(new RequestError('No such condition.'));
    expect([model.asked.problem, model.found, model.count]).toEqual([
      ...['No such condition.', undefined, 0],
    ]);
    model.show(question);
    host.last('findIntervals').report({ done: 3, total: 10 });
    expect(model.asked.progress).toEqual({ done: 3, total: 10 });
    model.stop();
    expect([model.asked.progress, host.last('findIntervals').signal?.aborted]).toEqual([
      ...[undefined, true],
    ]);
  });
});
