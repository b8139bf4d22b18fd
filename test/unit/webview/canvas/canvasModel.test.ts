// The tracks as the page knows them: what it asks the host for, and what it makes of the answers.
import { beforeEach, describe, expect, it } from 'vitest';
import { takeKey } from '../../../../webview/canvas/keys';
import { CanvasModel } from '../../../../webview/canvas/canvasModel';
import type { FrameRange } from '../../../../webview/canvas/rangeFilter';
import { type CanvasSettings, initialCanvas } from '../../../../webview/canvas/canvasSettings';
import { RequestError } from '../../../../src/wire/page';
import { frameLines } from '../../../../webview/canvas/pointerCard';
import { askedHost, settle, type AskedHost } from '../askedRequests';

let host: AskedHost;
let model: CanvasModel;
let selected: number[];
let filtered: FrameRange[];
let kept: CanvasSettings[];
let matches: number[];

beforeEach(() => {
  host = askedHost();
  [selected, filtered, kept, matches] = [[], [], [], []];
  model = made(initialCanvas);
});

function made(settings: CanvasSettings): CanvasModel {
  const canvas = new CanvasModel(
    {
      ask: host.ask,
      changed: () => undefined,
      remember: (given) => kept.push(given),
      goToMatch: (direction) => Promise.resolve(void matches.push(direction)),
      select: (frame) => {
        selected.push(frame);
        canvas.stand(frame, undefined);
      },
      filterTo: (range) => filtered.push(range),
    },
    settings,
  );
  return canvas;
}

function lanes(counted: number, starts: readonly number[]) {
  const parts = starts.length - 1;
  return {
    ...{ counted, tracepoints: [2, 3], totals: new Uint32Array(6) },
    ...{ starts: Uint32Array.from(starts), hits: new Uint32Array(3 * parts) },
    steps: new Uint32Array(3 * parts),
  };
}

async function withTimes(length = 10_000): Promise<void> {
  const chosen = model.setAxis('time');
  const times = { timed: 9, late: 0, length, from: 0, to: length, rates: [] };
  await host.last('times').answer(times);
  await chosen;
}

describe('the lanes', () => {
  it('are asked for when there is room for them, no part less than a frame', async () => {
    model.grow(100);
    expect(host.all).toEqual([]);
    model.setWidth(1000.7);
    await settle();
    expect(host.last('overview').asked).toEqual({
      range: { axis: 'frame', from: 0, to: 100, parts: 100 },
    });
  });

  it('are of the table that the host has told', async () => {
    model.setWidth(500);
    model.grow(100);
    await settle();
    await host.last('overview').answer(lanes(100, [0, 100]));
    model.setTable(5);
    model.setTable(5);
    await settle();
    expect(host.named('overview')).toHaveLength(2);
    expect(host.last('overview').asked).toMatchObject({ table: 5 });
  });

  it('are asked for one at a time, the newest last', async () => {
    model.grow(100_000);
    model.setWidth(1000);
    await settle();
    for (let turn = 0; turn < 10; turn++) {
      model.viewport.zoom(0.8, 5000);
      model.move();
    }
    expect(host.named('overview')).toHaveLength(1);
    await host.last('overview').answer(lanes(100_000, [0, 100_000]));
    expect(host.named('overview')).toHaveLength(2);
    const { from, to } = model.viewport;
    expect(host.last('overview').asked).toMatchObject({
      range: { from: Math.floor(from), to: Math.ceil(to) },
    });
  });

  it('are asked for again while frames are not counted', async () => {
    model.grow(1000);
    model.setWidth(10);
    await settle();
    await host.last('overview').answer(lanes(400, [0, 1000]));
    expect(host.named('overview')).toHaveLength(2);
    await host.last('overview').answer(lanes(1000, [0, 1000]));
    expect(host.named('overview')).toHaveLength(2);
    expect(model.lanes?.counted).toBe(1000);
  });

  it('of the whole axis are there for its map, with the frames that came', async () => {
    model.setWidth(10);
    model.grow(100);
    await settle();
    await host.last('overview').answer(lanes(100, [0, 100]));
    expect(model.wholeLanes?.counted).toBe(100);
    model.viewport.show(0, 10);
    model.move();
    await settle();
    await host.last('overview').answer(lanes(100, [0, 10]));
    expect(model.wholeLanes?.to).toBe(100);
    model.grow(200);
    await settle();
    await host.last('overview').answer(lanes(200, [0, 10]));
    expect(host.last('overview').asked).toMatchObject({
      range: { axis: 'frame', from: 0, to: 200 },
    });
    await host.last('overview').answer(lanes(200, [0, 200]));
    expect([model.lanes?.to, model.wholeLanes?.to]).toEqual([10, 200]);
  });

  it('are asked for anew when the filter lets other frames through', async () => {
    model.grow(10);
    model.setWidth(10);
    await settle();
    await host.last('overview').answer(lanes(10, [0, 10]));
    model.follow(3);
    model.follow(3);
    expect(host.named('overview')).toHaveLength(2);
  });
});

describe('time', () => {
  beforeEach(() => {
    model.grow(100);
    model.setWidth(4);
    return settle();
  });

  it('is an axis when it is read', async () => {
    const chosen = model.setAxis('time');
    expect(model.viewport.axis).toBe('frame');
    host.last('times').report({ done: 40, total: 100 });
    expect(model.times.progress).toEqual({ done: 40, total: 100 });
    const times = { timed: 9, late: 0, length: 5000, from: -200, to: 5900, rates: [] };
    await host.last('times').answer(times);
    await chosen;
    const { axis, from, to } = model.viewport;
    expect([axis, from, to, model.times.progress]).toEqual(['time', -200, 5900, undefined]);
    expect(model.timedPlaces).toEqual([0, 5000]);
    model.viewport.zoom(0.5, -200);
    model.viewport.pan(-1e6);
    expect([model.viewport.from, model.viewport.to]).toEqual([-200, 2850]);
  });

  it('is none where nobody collected it, and why is said', async () => {
    const chosen = model.setAxis('time');
    await host.last('times').answer({ timed: 0, late: 0, length: 0, rates: [] });
    await chosen;
    expect(model.viewport.axis).toBe('frame');
    expect(model.times.problem).toContain('collect $trace_timestamp');
  });

  it('is not read on once it is stopped', async () => {
    void model.setAxis('time');
    model.times.stop();
    expect([host.last('times').signal?.aborted, model.times.progress]).toEqual([true, undefined]);
    host.last('times').report({ done: 50, total: 100 });
    await settle();
    expect(model.times.progress).toBeUndefined();
  });

  it('places frames where the host says, and finds frames by the parts', async () => {
    await withTimes(4000);
    model.stand(7, undefined);
    await settle();
    expect(host.last('timesOf').asked).toEqual({ frames: [7] });
    await host.last('timesOf').answer({
      times: Float64Array.of(NaN),
      places: Float64Array.of(1234),
    });
    expect(model.placeOf(7)).toBe(1234);
    expect(model.times.of(7)?.time).toBeNaN();
    await host.last('overview').answer(lanes(100, [0, 100]));
    await host.last('overview').answer(lanes(100, [0, 20, 20, 60, 100]));
    expect([0, 999, 1000, 2500, 3999].map((place) => model.frameAt(place))).toEqual([
      0, 0, 20, 20, 60,
    ]);
  });

  it('is forgotten when the host reads the frames anew', async () => {
    await withTimes();
    while (host.named('overview').length < 2)
      await host.last('overview').answer(lanes(100, [0, 100]));
    await host.last('overview').fail(new RequestError('not read'));
    expect([model.viewport.axis, model.times.all]).toEqual(['frame', undefined]);
  });

  it.each([
    ['1.5 ms', 1500],
    ['+1 ms', 3000],
    ['-500 us', 1500],
  ])('can be gone to: %s', async (typed, at) => {
    await withTimes();
    model.stand(7, undefined);
    const going = model.goToTime(typed);
    await settle();
    const times = { times: Float64Array.of(2000), places: Float64Array.of(2000) };
    for (const each of host.named('timesOf')) await each.answer(times);
    expect(host.last('nearestFrame').asked).toEqual({ axis: 'time', at, timed: true });
    await host.last('nearestFrame').answer({ frame: 12 });
    await going;
    expect(selected).toEqual([12]);
  });

  it('that is none is said to be none', async () => {
    await model.goToTime('soon');
    expect(model.problem).toContain('1.2 s');
    expect(host.named('times')).toHaveLength(0);
  });
});

describe('marked frames', () => {
  beforeEach(() => {
    model.grow(100);
  });

  it('are those between two places, in either direction', () => {
    model.mark(50.2, 41.9);
    expect(model.range).toEqual({ first: 41, last: 50 });
    model.mark(-7, 1e6);
    expect(model.range).toEqual({ first: 0, last: 99 });
    model.showOnlyRange();
    expect(filtered).toEqual([{ first: 0, last: 99 }]);
  });

  it('can be zoomed to', () => {
    model.mark(20.5, 39.5);
    model.zoomToRange();
    expect([model.viewport.from, model.viewport.to, model.range]).toEqual([20, 40, undefined]);
  });
});

describe('a key', () => {
  const press = (key: string, shiftKey = false, altKey = false) =>
    takeKey(model, { key, shiftKey, altKey }, 100);

  beforeEach(() => {
    model.grow(100);
    model.stand(40, undefined);
  });

  it('goes by frames', () => {
    press('ArrowRight');
    press('ArrowLeft');
    press('Home');
    press('End');
    expect(selected).toEqual([41, 40, 0, 99]);
  });

  /** Lanes of tracepoints 2 and 3, a filter, and bookmarks. */
  async function withTracks(): Promise<void> {
    model.setWidth(100);
    await settle();
    await host.last('overview').answer({ ...lanes(100, [0, 100]), matches: Uint32Array.of(7) });
    model.setBookmarks([5, 70]);
  }

  it('keeps to a tracepoint', async () => {
    await withTracks();
    press('ArrowDown');
    press('ArrowDown');
    expect(model.kept).toBe('tracepoint 3');
    press('ArrowRight');
    expect(host.last('nextOfLane').asked).toEqual({ lane: 1, from: 41, direction: 1 });
    await host.last('nextOfLane').answer({ frame: 55 });
    expect(selected).toEqual([55]);
    press('ArrowRight');
    press('ArrowRight');
    await host.last('nextOfLane').answer({ frame: 60 });
    expect(host.last('nextOfLane').asked).toEqual({ lane: 1, from: 61, direction: 1 });
    await host.last('nextOfLane').answer({});
    expect(selected).toEqual([55, 60]);
  });

  it('keeps to the filter’s matches and to bookmarks', async () => {
    await withTracks();
    press('ArrowUp');
    expect(model.kept).toBe('bookmarks');
    press('ArrowRight');
    press('ArrowRight');
    press('ArrowLeft');
    expect(selected).toEqual([70, 5]);
    press('ArrowUp');
    press('ArrowRight');
    press('ArrowLeft');
    expect([model.kept, matches]).toEqual(['matches', [1, -1]]);
    press('ArrowDown');
    press('ArrowDown');
    expect(model.kept).toBeUndefined();
  });

  /** Two rows of bars below the lanes. */
  async function withIntervals(): Promise<void> {
    await withTracks();
    model.intervals.setFound({
      ...{ view: 7, total: 3, unit: 'time', unpaired: { begins: 0, ends: 0 }, notes: [] },
    });
    const counts = new Uint32Array(2);
    await host.last('intervalBars').answer({ depths: 2, covering: counts, beginning: counts });
  }

  it('keeps to where intervals begin', async () => {
    await withIntervals();
    model.keepTo('intervals');
    press('ArrowRight');
    expect(host.last('nextInterval').asked).toEqual({ view: 7, from: 41, direction: 1 });
    await host.last('nextInterval').answer({ frame: 44 });
    expect(selected).toEqual([44]);
  });

  it('is joined by a click on a bar, which goes to its begin; over it, its duration is said', async () => {
    await withIntervals();
    const track = model.tracks.find((each) => each.track.kind === 'intervals')?.track;
    if (!track) throw new Error('There are bars.');
    const over = { track, share: 0.75 };
    void model.goToNearest(30, track, over);
    const bar = { begin: 12, end: 40, depth: 1, duration: 1274, count: 2 };
    expect(host.last('intervalAt').asked).toEqual({ view: 7, depth: 1, first: 0, end: 100 });
    await host.last('intervalAt').answer(bar);
    expect(selected).toEqual([12]);
    model.point(30, over);
    await host.last('intervalAt').answer({ ...bar, key: '7' });
    expect(model.intervals.pointed).toBe('1.274 ms, frames 12 to 40, 7, 2 intervals here');
    model.point(undefined);
    expect(model.intervals.pointed).toBeUndefined();
    void model.goToNearest(30, track, over);
    await host.last('intervalAt').answer(undefined);
    expect(host.last('nearestFrame').asked).toEqual({ axis: 'frame', at: 30 });
  });

  it('keeps to the changes of an expression', async () => {
    await withTracks();
    void model.expressions.add('n');
    await settle();
    model.keepTo('value n');
    press('ArrowRight');
    press('ArrowRight');
    expect(host.last('nextChange').asked).toEqual({ text: 'n', frame: 40, direction: 1 });
    await host.last('nextChange').answer({ frame: 52 });
    expect(host.last('nextChange').asked).toEqual({ text: 'n', frame: 52, direction: 1 });
    await host.last('nextChange').answer({});
    expect(selected).toEqual([52]);
  });

  it('with Alt moves a track and changes its height, which is remembered', async () => {
    await withTracks();
    expect(press('ArrowDown', false, true)).toBe(false);
    press('ArrowDown');
    press('ArrowDown', false, true);
    const ids = ['tracepoint 3', 'tracepoint 2', 'matches', 'bookmarks'];
    expect(model.tracks.map(({ track }) => track.id)).toEqual(ids);
    press('ArrowDown', true, true);
    expect(model.tracks.map(({ top, height }) => [top, height])).toEqual([
      [0, 20],
      [20, 28],
      [48, 20],
      [68, 20],
    ]);
    expect(kept.at(-1)).toMatchObject({ order: ids, heights: { 'tracepoint 2': 28 } });
    expect(made(kept.at(-1) ?? initialCanvas).kept).toBeUndefined();
  });

  it('removes the expression that is kept to', async () => {
    await withTracks();
    void model.expressions.add('n');
    await settle();
    model.keepTo('value n');
    expect(press('Delete')).toBe(true);
    expect([model.expressions.all, model.kept]).toEqual([[], 'tracepoint 3']);
    expect(press('Delete')).toBe(false);
  });

  it('zooms around the selected frame', () => {
    press('+');
    expect(model.viewport.to - model.viewport.from).toBe(50);
    expect(model.viewport.share(40.5)).toBeCloseTo(0.405, 9);
    press('-');
    expect(model.viewport.isWhole).toBe(true);
    press('+');
    press('0');
    expect(model.viewport.isWhole).toBe(true);
  });

  it('with Shift marks frames', () => {
    press('ArrowRight', true);
    press('ArrowRight', true);
    expect(model.range).toEqual({ first: 40, last: 42 });
    press('Home', true);
    expect(model.range).toEqual({ first: 0, last: 40 });
    expect(selected).toEqual([]);
    expect(press('Enter')).toBe(true);
    expect(filtered).toEqual([{ first: 0, last: 40 }]);
    expect(press('Escape')).toBe(true);
    expect(model.range).toBeUndefined();
    expect([press('Escape'), press('Enter'), press('x')]).toEqual([false, false, false]);
  });
});

describe('the selected frame', () => {
  it('comes in sight, and the one before is remembered', () => {
    model.grow(1000);
    model.viewport.show(0, 100);
    model.stand(20, undefined);
    expect(model.viewport.from).toBe(0);
    model.stand(500, undefined);
    expect([model.viewport.from, model.viewport.to]).toEqual([450.5, 550.5]);
    expect([model.before, model.selected]).toEqual([20, 500]);
  });
});

describe('what is said of frames', () => {
  beforeEach(() => {
    model = made({ ...initialCanvas, expressions: [{ text: 'n', shape: 'steps' }] });
    model.grow(100);
  });

  it('follows the pointer, and goes with it', async () => {
    model.point(20.5);
    expect(host.last('nearestFrame').asked).toEqual({ axis: 'frame', at: 20.5 });
    await host.last('nearestFrame').answer({ frame: 20 });
    expect(host.last('trackFrame').asked).toEqual({ frame: 20, texts: ['n'] });
    const said = { frame: 20, tracepoint: 4, stepping: false, time: 1500, values: ['7'] };
    await host.last('trackFrame').answer(said);
    expect(model.pointed && frameLines(model.pointed)).toEqual([
      'frame 20 · 1.5 ms',
      '#4',
      'n = 7',
    ]);
    model.point(undefined);
    expect(model.pointed).toBeUndefined();
  });

  it('is asked of the selected frame, and of what a selected range comes to', async () => {
    model.stand(3, undefined);
    expect(host.last('trackFrame').asked).toEqual({ frame: 3, texts: ['n'] });
    model.markFrames(10, 4);
    expect(host.last('trackRange').asked).toEqual({ first: 4, last: 10, texts: ['n'] });
    const range = { count: 7, least: 1, most: 3, mean: 2 };
    await host.last('trackRange').answer({ lanes: Uint32Array.of(7), values: [range] });
    expect(model.rangeFacts?.values).toEqual([range]);
    model.setRange(undefined);
    expect(model.rangeFacts).toBeUndefined();
  });

  it('has time as its axis where that is remembered', async () => {
    model = made({ ...initialCanvas, axis: 'time' });
    model.grow(100);
    const times = { timed: 9, late: 0, length: 50, from: 0, to: 50, rates: [] };
    await host.last('times').answer(times);
    expect(model.viewport.axis).toBe('time');
  });
});
