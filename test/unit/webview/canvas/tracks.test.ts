// Which tracks there are, in what order, and where each lies.
import { describe, expect, it } from 'vitest';
import { initialCanvas } from '../../../../webview/canvas/canvasSettings';
import {
  heightOf,
  layOut,
  moved,
  roomIn,
  trackAt,
  tracksOf,
} from '../../../../webview/canvas/tracks';

const lanes = { tracepoints: [2, 4], totals: Uint32Array.of(3, 0, 5, 1, 0, 0) };
const all = { lanes, intervalDepths: 0, hasMatches: true, hasBookmarks: true };
const settings = {
  ...initialCanvas,
  expressions: [{ text: 'n', shape: 'steps' as const }],
};

describe('tracks', () => {
  it('are the lanes, the expressions, the matches and the bookmarks', () => {
    const ids = tracksOf(all, settings).map(({ id }) => id);
    expect(ids).toEqual(['tracepoint 2', 'tracepoint 4', 'value n', 'matches', 'bookmarks']);
    const none = { lanes: undefined, intervalDepths: 0, hasMatches: false, hasBookmarks: false };
    expect(tracksOf(none, initialCanvas)).toEqual([]);
    const [bars] = layOut(tracksOf({ ...none, intervalDepths: 3 }, initialCanvas), {}, () => true);
    expect(bars).toMatchObject({ track: { id: 'intervals', depths: 3 }, height: 38 });
  });

  it('are in the order of the user, others after those', () => {
    const order = ['value n', 'gone', 'bookmarks', 'tracepoint 4'];
    const ids = tracksOf(all, { ...settings, order }).map(({ id }) => id);
    expect(ids).toEqual(['value n', 'bookmarks', 'tracepoint 4', 'tracepoint 2', 'matches']);
  });

  it('lie one under the other, as high as the user made them', () => {
    const heights = { 'tracepoint 4': 50 };
    const placed = layOut(tracksOf(all, settings), heights, () => true);
    expect(placed.map(({ top, height }) => [top, height])).toEqual([
      [0, 20],
      [20, 50],
      [70, 24],
      [94, 20],
      [114, 20],
    ]);
    expect(heightOf(placed)).toBe(134);
    expect([19, 20, 133, 134].map((y) => trackAt(placed, y)?.track.id)).toEqual([
      'tracepoint 2',
      'tracepoint 4',
      'bookmarks',
      undefined,
    ]);
    expect(heightOf([])).toBe(0);
  });

  it('are lower where there is little room, but those that the user made as high', () => {
    const tracks = tracksOf(all, settings);
    const heights = { bookmarks: 30 };
    const inRoom = (room: number) => layOut(tracks, heights, () => false, room);
    expect(heightOf(inRoom(134))).toBe(134);
    expect(inRoom(133).map(({ height }) => height)).toEqual([16, 16, 27, 16, 30]);
  });

  it('have room for four tracepoints, two numbers and the matches in a narrow window', () => {
    expect(roomIn(776, undefined)).toBeGreaterThan(4 * 16 + 2 * 27 + 16);
    expect(roomIn(900, 300)).toBe(300);
    expect(roomIn(400, 300)).toBe(160);
    expect(roomIn(300, undefined)).toBe(66);
  });

  it('are moved up and down, no further than the ends', () => {
    expect(moved(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c']);
    expect(moved(['a', 'b', 'c'], 'b', -9)).toEqual(['b', 'a', 'c']);
    expect(moved(['a', 'b', 'c'], 'a', 9)).toEqual(['b', 'c', 'a']);
    expect(moved(['a'], 'x', 1)).toEqual(['a']);
  });
});
