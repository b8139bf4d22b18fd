// Whatever a page may ask, over traces and programs with much of each thing.
import { growthProblems, nextRequest, refusableUses, type Use } from './steps';
import { expect, it, vi } from 'vitest';
import { traceQuestions, type TraceQuestions } from '../../../src/ask/traceQuestions';
import type { Trace } from '../../../src/trace/trace';
import { Bookmarks } from '../../../src/workbench/bookmarks';
import type { AnswerOf } from '../../../src/wire/contract';
import { RequestError } from '../../../src/wire/page';
import { TracePage, type TraceQuestionName } from '../../tracePage';
import { memento } from '../workbench/memento';
import { memoryStart, traces } from './madeTraces';

vi.mock('vscode', () => ({
  debug: { onDidChangeActiveStackItem: () => ({ dispose: () => undefined }) },
  env: { clipboard: { writeText: () => Promise.resolve() } },
  window: { showErrorMessage: vi.fn() },
  extensions: { getExtension: () => undefined },
  l10n: { t: (text: string) => text },
}));

interface Opened {
  readonly trace: Trace;
  readonly page: TracePage;
}

const value = { kind: 'value', text: '$v0 + 1' } as const;
const axis = { axis: 'frame', from: 0, to: 1000, parts: 1000 } as const;
const find = { kind: 'hex', matchCase: true, from: 0, direction: 1, wrap: true } as const;

/** All children of the scopes and of what is in them, in pages. */
async function childrenOf(
  page: TracePage,
  view: number,
  path: readonly number[] = [],
): Promise<void> {
  const count = 200;
  for (let start = 0; ; start += count) {
    const asked = { view, path, start, count };
    const { variables, total } = await page.ask('variableChildren', asked);
    await nextRequest();
    if (path.length < 2) {
      for (const i of variables.slice(0, 3).keys()) await childrenOf(page, view, [...path, i]);
    }
    if (start + count >= total) return;
  }
}

/** All rows, in pages, with as many columns as a page may have. */
async function rows({ trace, page }: Opened): Promise<void> {
  const columns = Array.from({ length: 20 }, () => value);
  const { count } = trace.recording.index;
  for (let first = 0; first < count; first += 100) {
    await page.ask('rows', { view: page.view, first, count: 100, columns });
    await nextRequest();
  }
}

/** From each frame to the next, and then by a value that each frame has for itself. */
async function foundIntervals(page: TracePage): Promise<AnswerOf<TraceQuestions, 'findIntervals'>> {
  const all = { begin: '$trace_frame >= 0', end: '' };
  await page.ask('findIntervals', { ...all, key: '$v0' });
  return page.ask('findIntervals', { ...all, key: '$v0 / 2' });
}

const uses: Readonly<Record<TraceQuestionName, Use<Opened>>> = {
  view: async ({ page }) => {
    await page.ask('view', {
      view: page.view,
      filter: '$v0 > 100 || $tracepoint == 2',
      hide: false,
    });
    const sort = { column: value, descending: true };
    await page.ask('view', { view: page.view, filter: '', hide: false, sort });
  },
  countMatches: ({ page }) => page.ask('countMatches', { filter: '$tracepoint == 1' }),
  rows,
  rowOf: ({ trace, page }) =>
    page.ask('rowOf', { view: page.view, frame: trace.recording.index.count - 1 }),
  nextMatch: ({ page }) => page.ask('nextMatch', { view: page.view, frame: 0, direction: 1 }),
  nextChange: ({ page }) => page.ask('nextChange', { text: '$v0', frame: 0, direction: 1 }),
  groups: async ({ page }) => {
    await page.ask('groups', { view: page.view, by: value, measured: '$v0' });
    await page.ask('groups', { view: page.view, by: { kind: 'tracepoint' }, measured: '' });
  },
  common: ({ page }) => page.ask('common', { frame: 0, by: { kind: 'tracepoint' } }),
  times: ({ page }) => page.ask('times', {}),
  timesOf: ({ page }) => page.ask('timesOf', { frames: [0] }),
  overview: ({ page }) => page.ask('overview', { range: axis, table: page.view }),
  nearestFrame: ({ page }) => page.ask('nearestFrame', { axis: 'frame', at: 1000, lane: 1 }),
  nextOfLane: ({ page }) => page.ask('nextOfLane', { lane: 1, from: 0, direction: 1 }),
  plotValues: ({ page }) => page.ask('plotValues', { text: '$v0' }),
  plot: ({ page }) => page.ask('plot', { range: axis, texts: ['$v0'] }),
  trackFrame: ({ page }) => page.ask('trackFrame', { frame: 0, texts: ['$v0'] }),
  trackRange: ({ trace, page }) => {
    const last = trace.recording.index.count - 1;
    return page.ask('trackRange', { first: 0, last, texts: ['$v0'], table: page.view });
  },
  changes: ({ page }) => page.ask('changes', { frame: 0, since: { kind: 'picked', frame: 0 } }),
  stackFrames: ({ page }) => page.ask('stackFrames', { frame: 0 }),
  variables: ({ page }) => page.ask('variables', { frame: 0, level: 0 }),
  variableChildren: async ({ page }) => {
    const { view } = await page.ask('variables', { frame: 0, level: 0 });
    await childrenOf(page, view);
  },
  pointer: ({ page }) =>
    page.ask('pointer', { frame: 0, address: `0x${memoryStart.toString(16)}` }),
  compare: ({ trace, page }) => {
    const right = trace.recording.index.count - 1;
    return page.ask('compare', { left: 0, right, all: true });
  },
  suggestIntervals: ({ page }) => page.ask('suggestIntervals', {}),
  findIntervals: ({ page }) => foundIntervals(page),
  arrangeIntervals: async ({ page }) => {
    const { view } = await foundIntervals(page);
    for (const by of ['begin', 'end', 'duration', 'key', 'depth'] as const) {
      await page.ask('arrangeIntervals', {
        view,
        by,
        descending: true,
        durations: [0, 9],
        key: '1',
      });
    }
  },
  intervalRows: async ({ page }) => {
    const { view } = await foundIntervals(page);
    const order = { view, by: 'key', descending: false, key: '' } as const;
    const { rows: listed } = await page.ask('arrangeIntervals', order);
    for (let first = 0; first < listed; first += 100) {
      await page.ask('intervalRows', { view, first, count: 100 });
      await nextRequest();
    }
  },
  intervalBars: async ({ page }) => {
    const { view } = await foundIntervals(page);
    await page.ask('intervalBars', { view, range: axis });
  },
  intervalAt: async ({ page }) => {
    const { view } = await foundIntervals(page);
    await page.ask('intervalAt', { view, depth: 0, first: 0, end: 5 });
  },
  nextInterval: async ({ page }) => {
    const { view } = await foundIntervals(page);
    await page.ask('nextInterval', { view, from: 0, direction: 1 });
  },
  unpairedFrames: async ({ page }) => {
    const { view, unpaired } = await foundIntervals(page);
    for (let first = 0; first < unpaired.begins + unpaired.ends; first += 100) {
      await page.ask('unpairedFrames', { view, first, count: 100 });
      await nextRequest();
    }
  },
  findTransitions: ({ page }) => page.ask('findTransitions', { state: '$v0', key: '$tracepoint' }),
  transitionFilter: async ({ page }) => {
    const { view } = await page.ask('findTransitions', { state: '$v0', key: '' });
    await page.ask('transitionFilter', { view, row: 0 });
  },
  tracepoint: ({ page }) => page.ask('tracepoint', { tracepoint: 1 }),
  collectedBy: ({ page }) => page.ask('collectedBy', { tracepoint: 1 }),
  memory: ({ page }) => page.ask('memory', { frame: 0, address: String(memoryStart) }),
  complete: ({ page }) => page.ask('complete', { frame: 0, text: '$v' }),
  check: ({ page }) => page.ask('check', { text: 'nosuch + 1' }),
  bytes: async ({ trace, page }) => {
    const { size } = trace.recording.bytes;
    for (let offset = 0; offset < size; offset += 4096) {
      await page.ask('bytes', { offset, length: 4096 });
      await nextRequest();
    }
  },
  frameBytes: ({ page }) => page.ask('frameBytes', { frame: 0 }),
  findBytes: ({ page }) => page.ask('findBytes', { ...find, pattern: 'de ad', most: 100 }),
  copyBytes: ({ page }) => page.ask('copyBytes', { offset: 0, length: 100, format: 'hex' }),
  addressSymbol: ({ page }) =>
    page.ask('addressSymbol', { address: `0x${(memoryStart + 16).toString(16)}` }),
  closeView: async ({ page }) => {
    const { view } = await foundIntervals(page);
    await page.ask('closeView', { view });
  },
};

// Some traces have no such thing, and refuse it.
const asked = refusableUses(uses, (error) => error instanceof RequestError);

it.each(Object.entries(traces))('many %s are answered in proportion', async (_, made) => {
  const prepare = async (count: number): Promise<Opened> => {
    const trace = await made(count);
    // A program may have settled the byte order, so that the index is made again.
    await trace.recording.indexed;
    // A message of the page comes in a turn of its own.
    const page = new TracePage(trace, new Bookmarks(memento()), () => performance.now());
    // What it does of itself at first is not counted among what is asked.
    await page.summarized;
    await page.ask('rows', { view: page.view, first: 0, count: 100, columns: [] });
    return { trace, page };
  };
  expect(await growthProblems(prepare, asked.uses)).toEqual([]);
});

it('every request was answered over one of them', () => {
  expect([...asked.answered].sort()).toEqual(Object.keys(traceQuestions).sort());
});
