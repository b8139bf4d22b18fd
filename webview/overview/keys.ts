// What each key does in the overview. Shift marks frames from where the selection was.
import { t } from '../l10n';
import type { OverviewModel } from './overviewModel';

/** Said to those who come with the keyboard. */
export const keyHelp = t(
  'Left and Right go from frame to frame, Up and Down choose a tracepoint to keep to. Page Up and Page Down go by a tenth of what is in sight, Home and End to the first and last frame. Plus and Minus zoom, 0 shows all. With Shift, frames are marked; Enter shows them alone, Escape marks none.',
);

const zoomStep = 0.5;
const pageShare = 0.1;

interface Key {
  readonly key: string;
  readonly shiftKey: boolean;
}

/** Does what a key asks for; false where it is none of the overview's. */
export function takeKey(
  model: OverviewModel,
  { key, shiftKey }: Key,
  lanes: readonly number[],
  frames: number,
): boolean {
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
      void model.goToNearest(at + by, model.lane);
      return true;
    }
    case 'ArrowUp':
    case 'ArrowDown':
      model.keepTo(nextLane(model.lane, lanes, key === 'ArrowDown' ? 1 : -1));
      return true;
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

function extend(model: OverviewModel, to: number): void {
  const start = model.rangeStart ?? model.selected ?? 0;
  model.markFrames(start, to);
}

/** From all frames to the first lane, and behind the last one to all frames again. */
function nextLane(
  lane: number | undefined,
  lanes: readonly number[],
  by: 1 | -1,
): number | undefined {
  const stops = [undefined, ...lanes];
  return stops.at((stops.indexOf(lane) + by + stops.length) % stops.length);
}
