import { describe, expect, it } from 'vitest';
import type { ShownComparison } from '../../../../src/ask/comparison/comparedSchema';
import type { ComparisonQuestions } from '../../../../src/ask/comparison/comparisonQuestions';
import type { AnswerOf } from '../../../../src/wire/contract';
import { RequestCancelled, RequestError } from '../../../../src/wire/page';
import { eventually } from '../../../eventually';
import { ComparisonModel } from '../../../../webview/comparison/model';

const histogram = { bars: [], isBucketed: false, distance: 0 };
const value = { tracepoint: 4, place: 'a.c:1', atSteps: false, compared: 9, differing: 9 };
const shown: ShownComparison = {
  ...{ left: { name: 'a.tf', frames: 9 }, right: { name: 'b.tf', frames: 9 }, summary: '' },
  ...{ notes: [], tracepoints: [], tracepointsLeft: 0, valuesLeft: 0, equalValues: 0 },
  ...{ intervals: [], excluded: [] },
  ...{ onlyLeft: { total: 0, frames: [] }, onlyRight: { total: 0, frames: [] } },
  values: [
    { ...value, histogram, expression: 'now', noise: 'a time' },
    { ...value, histogram, expression: 'n' },
  ],
};

const plotted = { expression: 'n', tracepoint: 4, atSteps: false };
const parts = [1, 2, 3].map((first) => ({ first, count: 1, differing: 0, frames: {} }));
const traces = {
  type: 'traces',
  left: 'a.tf',
  right: 'b.tf',
  files: { left: 'a', right: 'b' },
} as const;

/** A page whose host has compared; a problem in words where one is named. */
function model(saved?: unknown) {
  const said: { readonly name: string; readonly asked: unknown }[] = [];
  const states: unknown[] = [];
  const host = { problem: undefined as string | undefined, isSlow: false, view: 0 };
  const answers = {
    compare: (options: unknown) =>
      ({
        ...{ view: ++host.view, options, compared: shown, withoutProgram: ['right'] },
        frames: { left: 3, right: 4 },
        plotted,
      }) as AnswerOf<ComparisonQuestions, 'compare'>,
    compared: () => answers.compare(made.options),
    pairedValues: () => [{ expression: 'n', left: '1', right: '2' }],
    series: () => ({ series: { ...plotted, count: 3, parts } }),
  };
  const made: ComparisonModel = new ComparisonModel(
    {
      savedState: saved,
      save: (state) => states.push(state()),
      act: (act) => said.push({ name: act.type, asked: act }),
      ask: async (name, asked, { signal } = {}) => {
        said.push({ name, asked });
        if (host.isSlow) {
          await new Promise((_, fail) => {
            signal?.addEventListener('abort', () => {
              fail(new RequestCancelled());
            });
          });
        }
        await Promise.resolve();
        if (host.problem !== undefined) throw new RequestError(host.problem);
        return answers[name](asked) as never;
      },
    },
    () => undefined,
  );
  const isShown = () =>
    eventually(() => {
      expect(made.plotted).toBeDefined();
    });
  return { made, said, states, host, isShown };
}

describe('the page of two compared traces', () => {
  it('compares as it begins, and shows what differs first', async () => {
    const { made, said, isShown } = model();
    made.receive(traces);
    expect(made.comparing.progress).toEqual({ done: 0, total: 1 });
    await isShown();
    expect(said).toEqual([
      { name: 'compare', asked: made.options },
      { name: 'pairedValues', asked: { view: 1, left: 3, right: 4 } },
      { name: 'series', asked: { view: 1, value: plotted } },
    ]);
    expect(made).toMatchObject({
      shown,
      frames: { left: 3, right: 4 },
      plotted: { value: plotted },
    });
  });

  it('asks for what was compared before, where it was', async () => {
    const { made, said, isShown } = model();
    made.receive({ ...traces, view: 7 });
    await isShown();
    expect(said[0]).toEqual({ name: 'compared', asked: { view: 7 } });
    expect(said.map(({ name }) => name)).not.toContain('compare');
  });

  it('leaves out what is probably noise, and takes it back', async () => {
    const { made, said, isShown } = model();
    made.receive(traces);
    await isShown();
    const { options } = made;
    expect(made.noise).toEqual([{ expression: 'now', noise: 'a time' }]);
    made.exclude(made.noise.map(({ expression }) => expression));
    expect(said.at(-1)).toEqual({ name: 'compare', asked: { ...options, exclude: ['now'] } });
    made.include('now');
    expect(said.at(-1)).toEqual({ name: 'compare', asked: options });
  });

  it('shows what was compared while it is compared again, and after it was stopped', async () => {
    const { made, host, isShown } = model();
    made.receive(traces);
    await isShown();
    made.receive({ type: 'changed', why: 'b.tf is another.' });
    expect(made).toMatchObject({ isOutdated: true, whyOutdated: 'b.tf is another.' });
    host.isSlow = true;
    made.compare();
    expect(made).toMatchObject({ isOutdated: false, shown });
    made.stop();
    expect(made).toMatchObject({ comparing: { progress: undefined }, isStopped: true, shown });
    host.isSlow = false;
    host.problem = 'b.tf is gone.';
    made.compare();
    await eventually(() => {
      expect(made).toMatchObject({ comparing: { problem: 'b.tf is gone.' }, shown: undefined });
    });
  });

  it('keeps the comparison where two frames cannot be read', async () => {
    const { made, said, host, isShown } = model();
    made.receive(traces);
    await isShown();
    host.problem = 'The disk is gone.';
    made.goTo({ left: 8, right: 9 });
    expect(said.slice(-2)).toEqual([
      { name: 'goTo', asked: { type: 'goTo', left: 8, right: 9 } },
      { name: 'pairedValues', asked: { view: 1, left: 8, right: 9 } },
    ]);
    await eventually(() => {
      expect(made).toMatchObject({ problem: host.problem, shown, frames: { left: 3, right: 4 } });
    });
    host.problem = undefined;
    made.goTo({ left: 8, right: 9 });
    await eventually(() => {
      expect(made).toMatchObject({ problem: undefined, frames: { left: 8, right: 9 } });
    });
  });

  it('points at hits of what is plotted, and at no others', async () => {
    const { made, said, isShown } = model();
    made.receive(traces);
    await isShown();
    expect(made.withoutProgram).toEqual(['right']);
    made.chooseProgram('right');
    expect(said.at(-1)?.asked).toEqual({ type: 'chooseProgram', side: 'right' });
    made.plot({ ...value, ...plotted });
    expect(said.at(-1)).toEqual({ name: 'series', asked: { view: 1, value: plotted } });
    made.pointAt(7);
    expect(made.plottedPart).toBe(2);
    made.pointAt(-1);
    expect(made.plottedPart).toBe(0);
    made.pointAt(undefined);
    expect(made.plottedPart).toBeUndefined();
    made.export('csv');
    expect(said.at(-1)?.asked).toEqual({ type: 'export', view: 1, format: 'csv' });
    made.receive({ type: 'programChosen' });
    expect(said.at(-1)?.name).toBe('compare');
  });

  it('begins as it was left, whatever of that can be read', () => {
    const { made, states } = model();
    made.receive(traces);
    made.setSection('values', false);
    made.compare({ ...made.options, key: 'call->number' });
    expect(states.at(-1)).toMatchObject({ files: traces.files });
    const again = model(states.at(-1));
    again.made.receive(traces);
    expect(again.said).toEqual([{ name: 'compare', asked: made.options }]);
    expect(again.made.state.sections).toEqual({ values: false });
    const usual = model().made.options;
    expect(model('nonsense').made.options).toEqual(usual);
    expect(model({ options: { key: 3, exclude: [4], memory: 'x' } }).made.options).toEqual(usual);
  });
});
