// The tracks over the axis: which there are, their order, and where each is. No DOM in here.
import type { OverviewAnswer } from '../../src/editor/overviewMessages';
import type { CanvasSettings } from './canvasSettings';

/** A row over the axis. */
export type Track =
  | { readonly kind: 'lane'; readonly id: string; readonly lane: number }
  | { readonly kind: 'expression'; readonly id: string; readonly text: string }
  | { readonly kind: 'matches' | 'bookmarks'; readonly id: string };

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
  readonly hasMatches: boolean;
  readonly hasBookmarks: boolean;
}

/** The tracks from the top: as the user ordered them, then the others as usual. */
export function tracksOf(
  { lanes, hasMatches, hasBookmarks }: TrackSources,
  { expressions, order }: CanvasSettings,
): Track[] {
  const usual: Track[] = [
    ...(lanes ? laneOrder(lanes).map((lane) => laneTrack(lane, lanes.tracepoints)) : []),
    ...expressions.map(({ text }) => expressionTrack(text)),
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

/** Where the tracks are; `isState` says of an expression that it is shown as bands. */
export function layOut(
  tracks: readonly Track[],
  heights: CanvasSettings['heights'],
  isState: (text: string) => boolean,
): PlacedTrack[] {
  let top = 0;
  return tracks.map((track) => {
    const height = heights[track.id] ?? usualHeight(track, isState);
    const placed = { track, top, height };
    top += height;
    return placed;
  });
}

function usualHeight(track: Track, isState: (text: string) => boolean): number {
  if (track.kind !== 'expression') return 20;
  return isState(track.text) ? 24 : 44;
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
