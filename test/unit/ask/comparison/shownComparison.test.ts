// What of a comparison its page shows, and begins with.
import { expect, it } from 'vitest';
import { ComparisonView } from '../../../../src/ask/comparison/comparisonView';
import { shownComparison } from '../../../../src/ask/comparison/shownComparison';
import type {
  ComparedTraces,
  ComparedValue,
} from '../../../../src/trace/comparison/comparedTraces';
import { usualOptions } from '../../trace/comparison/recordings';

function value(expression: string, tracepoint: number, differing: number, distance = 0) {
  const first = differing > 0 ? { first: { left: tracepoint, right: tracepoint } } : {};
  return {
    ...{ expression, tracepoint, place: 'app.c:1', atSteps: false, compared: 9, differing },
    ...{ ...first, histogram: { bars: [], isBucketed: false, distance } },
  } satisfies ComparedValue;
}

function compared(values: readonly ComparedValue[], divergence?: ComparedTraces['divergence']) {
  const none = { total: 0, frames: [] };
  return {
    ...{ left: { name: 'l', frames: 9 }, right: { name: 'r', frames: 9 }, summary: '', notes: [] },
    ...{ tracepoints: [], values, intervals: [], onlyLeft: none, onlyRight: none, excluded: [] },
    ...(divergence && { divergence }),
  } satisfies ComparedTraces;
}

it('is what differs: in aligned frames, or only in how often each value is there', () => {
  const few = [value('n', 1, 3), value('same', 1, 0), value('spread', 1, 0, 0.5)];
  const shown = shownComparison(compared(few));
  expect(shown.values.map(({ expression }) => expression)).toEqual(['n', 'spread']);
  expect([shown.equalValues, shown.valuesLeft]).toEqual([1, 0]);
});

it('is as much as anyone reads, and the number of what is left', () => {
  const many = Array.from({ length: 300 }, (_, i) => value(`v${i}`, 1, i < 250 ? 1 : 0));
  const shown = shownComparison(compared(many));
  expect([shown.values.length, shown.valuesLeft, shown.equalValues]).toEqual([200, 50, 50]);
});

it('begins with the value that differs first, at the tracepoint at which it does', () => {
  const values = [value('n', 3, 1), value('n', 2, 1)];
  const first = { sentence: '', left: 2, right: 2, hitsBefore: 0, expression: 'n' };
  const { frames, plotted } = new ComparisonView(
    {} as never,
    usualOptions,
    compared(values, first),
  );
  expect(frames).toMatchObject({ left: 2, right: 2 });
  expect(plotted).toEqual({ expression: 'n', tracepoint: 2, atSteps: false });
});
