// The tracks over the axis: which there are, their order, and where each is. No DOM in here.
import type { OverviewAnswer } from '../../src/ask/tracks/overview';
import type { CanvasSettings } from './canvasSettings';

/** A row over the axis. */
export type Track =
  | { readonly kind: 'lane'; readonly id: string; readonly lane: number }
  | { readonly kind: 'expression'; readonly id: string; readonly text: string }
  | { readonly kind: 'intervals'; readonly id: 'intervals'; readonly depths: number }
  | { readonly kind: 'matches' | 'bookmarks'; readonly id: string };

/** A place in a track: its share of the height, from the top. */
export interface TrackPoint {
  readonly track: Track;
  readonly share: number;
}

/** A track and where it is, in pixels from the top. */
export interface PlacedTrack {
  readonly track: Track;
  readonly top: number;
  readonly height: number;
}

/** More lanes than this, and those without a frame are left out. */
const fewLanes = 6;

/** The lanes that have a track. */
export function laneOrder({
  tracepoints,
  totals,
}: Pick<OverviewAnswer, 'tracepoints' | 'totals'>): number[] {
  const all = Array.from({ length: tracepoints.length + 1 }, (_, lane) => lane);
  const isFew = tracepoints.length <= fewLanes;
  return all.filter((lane) => {
    const frames = (totals[2 * lane] ?? 0) + (totals[2 * lane + 1] ?? 0);
    return frames > 0 || (isFew && lane < tracepoints.length);
  });
}

/** What the tracks are made from. */
interface TrackSources {
  readonly lanes: Pick<OverviewAnswer, 'tracepoints' | 'totals'> | undefined;
  /** Rows of bars that intervals have; 0 where there are none. */
  readonly intervalDepths: number;
  readonly hasMatches: boolean;
  readonly hasBookmarks: boolean;
}

/** The tracks from the top: as the user ordered them, then the others as usual. */
export function tracksOf(
  { lanes, intervalDepths: depths, hasMatches, hasBookmarks }: TrackSources,
  { expressions, order }: CanvasSettings,
): Track[] {
  const usual: Track[] = [
    ...(lanes ? laneOrder(lanes).map((lane) => laneTrack(lane, lanes.tracepoints)) : []),
    ...expressions.map(({ text }) => expressionTrack(text)),
    ...(depths > 0 ? [{ kind: 'intervals', id: 'intervals', depths } as const] : []),
    ...(hasMatches ? [{ kind: 'matches', id: 'matches' } as const] : []),
    ...(hasBookmarks ? [{ kind: 'bookmarks', id: 'bookmarks' } as const] : []),
  ];
  const named = order.flatMap((id) => usual.find((track) => track.id === id) ?? []);
  return [...named, ...usual.filter(({ id }) => !order.includes(id))];
}

function expressionTrack(text: string): Track {
  return { kind: 'expression', id: `value ${text}`, text };
}

function laneTrack(lane: number, tracepoints: readonly number[]): Track {
  const number = tracepoints[lane];
  return { kind: 'lane', id: number === undefined ? 'others' : `tracepoint ${number}`, lane };
}

/** Pixels that tracks are high until the user chooses: as usual, and where there is little room. */
const usualHeights = { mark: 20, state: 24, number: 44, bar: 9 };
const lowHeights = { mark: 16, state: 18, number: 27, bar: 6 };

/**
 * Where the tracks are, lower than usual where they do not fit in so many pixels; `isState` says of
 * an expression that it is shown as bands.
 */
export function layOut(
  tracks: readonly Track[],
  heights: CanvasSettings['heights'],
  isState: (text: string) => boolean,
  room = Infinity,
): PlacedTrack[] {
  const stacked = (whole: typeof usualHeights): PlacedTrack[] => {
    let top = 0;
    return tracks.map((track) => {
      const height = heights[track.id] ?? usualHeight(track, isState, whole);
      const placed = { track, top, height };
      top += height;
      return placed;
    });
  };
  const usual = stacked(usualHeights);
  return heightOf(usual) > room ? stacked(lowHeights) : usual;
}

function usualHeight(
  track: Track,
  isState: (text: string) => boolean,
  { mark, state, number, bar }: typeof usualHeights,
): number {
  switch (track.kind) {
    case 'expression':
      return isState(track.text) ? state : number;
    case 'intervals':
      return mark + (track.depths - 1) * bar;
    case 'lane':
    case 'matches':
    case 'bookmarks':
      return mark;
  }
}

/**
 * Pixels that the tracks together may be high in a window: with header, bar, axis and filter no
 * more than a third of it, unless the user gave them another `room`.
 */
export function roomIn(windowHeight: number, room: number | undefined): number {
  const isLow = windowHeight <= 420;
  const usual = isLow ? 66 : Math.max(40, windowHeight / 3 - 124);
  return Math.min(room ?? usual, (isLow ? 0.4 : 0.6) * windowHeight);
}

/** Where the last track ends. */
export function heightOf(placed: readonly PlacedTrack[]): number {
  const last = placed.at(-1);
  return last ? last.top + last.height : 0;
}

/** The track at a height. */
export function trackAt(placed: readonly PlacedTrack[], y: number): PlacedTrack | undefined {
  return placed.find(({ top, height }) => y >= top && y < top + height);
}

/** The ids with one of them moved so many places down, or up where negative. */
export function moved(ids: readonly string[], id: string, by: number): string[] {
  const from = ids.indexOf(id);
  if (from < 0) return [...ids];
  const others = ids.filter((each) => each !== id);
  const to = Math.min(Math.max(0, from + by), others.length);
  return [...others.slice(0, to), id, ...others.slice(to)];
}
