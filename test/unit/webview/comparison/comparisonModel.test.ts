import { describe, expect, it } from 'vitest';
import type {
  ComparisonPageMessage,
  ShownComparison,
} from '../../../../src/editor/comparison/messages';
import { ComparisonModel } from '../../../../webview/comparison/model';

const histogram = { bars: [], isBucketed: false, distance: 0 };
const value = { tracepoint: 4, place: 'a.c:1', atSteps: false, compared: 9, differing: 9 };
const compared: ShownComparison = {
  ...{ left: { name: 'a.tf', frames: 9 }, right: { name: 'b.tf', frames: 9 }, summary: '' },
  ...{ notes: [], tracepoints: [], tracepointsLeft: 0, valuesLeft: 0, equalValues: 0 },
  ...{ intervals: [], excluded: [] },
  ...{ onlyLeft: { total: 0, frames: [] }, onlyRight: { total: 0, frames: [] } },
  values: [
    { ...value, histogram, expression: 'now', noise: 'a time' },
    { ...value, histogram, expression: 'n' },
  ],
};

function model(saved?: unknown) {
  const posted: ComparisonPageMessage[] = [];
  const states: unknown[] = [];
  const made = new ComparisonModel(saved, {
    post: (message) => posted.push(message),
    save: (state) => states.push(state),
    changed: () => undefined,
  });
  return { made, posted, states };
}

describe('the page of two compared traces', () => {
  it('leaves out what is probably noise, and takes it back', () => {
    const { made, posted } = model();
    const { options } = made;
    made.receive({ type: 'compared', compared, options, withoutProgram: [] });
    expect(made.noise).toEqual([{ expression: 'now', noise: 'a time' }]);
    made.exclude(made.noise.map(({ expression }) => expression));
    expect(posted.at(-1)).toEqual({ type: 'compare', options: { ...options, exclude: ['now'] } });
    made.include('now');
    expect(posted.at(-1)).toEqual({ type: 'compare', options });
  });

  it('shows what was compared while it is compared again, and after it was stopped', () => {
    const { made } = model();
    made.receive({
      ...{ type: 'compared', compared, options: made.options, withoutProgram: ['right'] },
    });
    made.receive({ type: 'changed' });
    expect(made.isOutdated).toBe(true);
    made.receive({ type: 'comparing', done: 1, total: 4 });
    expect(made.progress).toEqual({ done: 1, total: 4 });
    made.receive({ type: 'stopped' });
    expect(made).toMatchObject({ progress: undefined, isStopped: true, shown: compared });
    made.receive({ type: 'failed', message: 'b.tf is gone.' });
    expect(made).toMatchObject({ problem: 'b.tf is gone.', shown: undefined });
  });

  it('points at hits of what is plotted, and at no others; the next comparison begins without', () => {
    const { made, posted } = model();
    const { options } = made;
    made.receive({ type: 'compared', compared, options, withoutProgram: ['right'] });
    made.chooseProgram('right');
    expect(posted.at(-1)).toEqual({ type: 'chooseProgram', side: 'right' });
    const plotted = { expression: 'n', tracepoint: 4, atSteps: false };
    made.plot({ ...value, ...plotted });
    expect(posted.at(-1)).toEqual({ type: 'plot', value: plotted });
    const parts = [1, 2, 3].map((first) => ({ first, count: 1, differing: 0, frames: {} }));
    made.receive({ type: 'plotted', value: plotted, series: { ...plotted, count: 3, parts } });
    made.pointAt(7);
    expect(made.plottedPart).toBe(2);
    made.pointAt(-1);
    expect(made.plottedPart).toBe(0);
    made.pointAt(undefined);
    expect(made.plottedPart).toBeUndefined();
    made.receive({ type: 'compared', compared, options, withoutProgram: [] });
    expect(made).toMatchObject({ plotted: undefined, withoutProgram: [] });
  });

  it('begins as it was left, whatever of that can be read', () => {
    const { made, states } = model();
    made.setSection('values', false);
    made.compare({ ...made.options, key: 'call->number' });
    const again = model(states.at(-1));
    again.made.ready();
    expect(again.posted).toEqual([{ type: 'ready', options: made.options }]);
    expect(again.made.state.sections).toEqual({ values: false });
    expect(model('nonsense').made.options).toEqual(model().made.options);
  });
});
