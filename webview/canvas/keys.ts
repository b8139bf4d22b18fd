// What each key does over the tracks. Shift selects frames from where the selection was, Alt
// changes the track that is kept to.
import { t } from '../l10n';
import type { CanvasModel } from './canvasModel';

/** Said to those who come with the keyboard. */
export const keyHelp = t(
  'Left and Right go from frame to frame, Up and Down choose a track to keep to: its hits, matches, bookmarks or changes. Page Up and Page Down go by a tenth of what is in sight, Home and End to the first and last frame. Plus and Minus zoom, 0 zooms out fully. With Shift, frames are selected; Enter shows only them, Escape clears the selection. Alt with Up and Down moves the track, with Shift too it changes its height; Delete removes an expression.',
);

const zoomStep = 0.5;
const pageShare = 0.1;

interface Key {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Pixels by which a key makes a track higher. */
const heightStep = 8;

/** Does what a key asks for; false where it means nothing here. */
export function takeKey(
  model: CanvasModel,
  { key, shiftKey, altKey }: Key,
  frames: number,
): boolean {
  if (altKey) return takeTrackKey(model, key, shiftKey);
  const { viewport, selected = 0 } = model;
  const at = model.placeOf(selected) ?? viewport.at(0.5);
  const go = (frame: number): void => {
    const to = Math.min(Math.max(0, frame), frames - 1);
    if (shiftKey) extend(model, to);
    else model.goTo(to);
  };
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowRight': {
      const direction = key === 'ArrowRight' ? 1 : -1;
      if (shiftKey) go((model.rangeEnd ?? selected) + direction);
      else void model.step(direction);
      return true;
    }
    case 'PageUp':
    case 'PageDown': {
      const by = pageShare * (viewport.to - viewport.from) * (key === 'PageUp' ? -1 : 1);
      void model.goToNearest(at + by, model.keptTrack);
      return true;
    }
    case 'ArrowUp':
    case 'ArrowDown':
      model.keepTo(nextTrack(model, key === 'ArrowDown' ? 1 : -1));
      return true;
    case 'Delete': {
      const { keptTrack: track } = model;
      if (track?.kind !== 'expression') return false;
      model.keepTo(nextTrack(model, -1));
      model.expressions.remove(track.text);
      return true;
    }
    case 'Home':
      go(0);
      return true;
    case 'End':
      go(frames - 1);
      return true;
    case '+':
    case '=':
    case '-':
      viewport.zoom(key === '-' ? 1 / zoomStep : zoomStep, at);
      model.move();
      return true;
    case '0':
      viewport.showWhole();
      model.move();
      return true;
    case 'Enter':
      model.showOnlyRange();
      return model.range !== undefined;
    case 'Escape': {
      const hadRange = model.range !== undefined;
      model.setRange(undefined);
      return hadRange;
    }
    default:
      return false;
  }
}

function extend(model: CanvasModel, to: number): void {
  const start = model.rangeStart ?? model.selected ?? 0;
  model.markFrames(start, to);
}

/** Moves the track that is kept to, or makes it higher or lower. */
function takeTrackKey(model: CanvasModel, key: string, changesHeight: boolean): boolean {
  const by = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  const placed = model.tracks.find(({ track }) => track.id === model.kept);
  if (by === 0 || !placed) return false;
  const { track, height } = placed;
  if (changesHeight) model.setHeight(track.id, height + by * heightStep);
  else model.moveTrack(track.id, by);
  return true;
}

/** From all frames to the first track, and behind the last one to all frames again. */
function nextTrack(model: CanvasModel, by: 1 | -1): string | undefined {
  const stops = [undefined, ...model.tracks.map(({ track }) => track.id)];
  return stops.at((stops.indexOf(model.kept) + by + stops.length) % stops.length);
}
