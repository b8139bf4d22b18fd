// The pointer on the overview: a click goes to a frame, a drag marks frames, on the axis it moves
// it; the wheel zooms around the pointer, with Shift it moves the axis; a double click shows all.
import type { OverviewModel } from './overviewModel';

/** Pixels that a click may wander. */
const clickRoom = 4;
/** How much a turn of the wheel zooms, by pixel of its turn. */
const zoomByPixel = 0.002;
const pixelsInLine = 16;

interface PointerActs {
  /** The lane at a height in pixels, if there is one. */
  laneAt(y: number): number | undefined;
}

/** Listens to the lanes and to the axis below them. */
export function listenToPointer(
  model: OverviewModel,
  lanes: HTMLElement,
  axis: HTMLElement,
  acts: PointerActs,
): void {
  listenToLanes(model, lanes, acts);
  listenToAxis(model, axis);
  for (const element of [lanes, axis]) {
    element.addEventListener('dblclick', () => {
      model.viewport.showWhole();
      model.move();
    });
    element.addEventListener('wheel', onWheel(model, element), { passive: false });
  }
}

function listenToLanes(model: OverviewModel, element: HTMLElement, acts: PointerActs): void {
  let start: PointerEvent | undefined;
  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    start = event;
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener('pointermove', (event) => {
    if (!start || Math.abs(event.clientX - start.clientX) <= clickRoom) return;
    model.mark(placeAt(model, element, start), placeAt(model, element, event));
  });
  element.addEventListener('pointerup', (event) => {
    const isClick = start && Math.abs(event.clientX - start.clientX) <= clickRoom;
    start = undefined;
    if (!isClick) return;
    model.setRange(undefined);
    const y = event.clientY - element.getBoundingClientRect().top;
    void model.goToNearest(placeAt(model, element, event), acts.laneAt(y));
  });
  element.addEventListener('pointercancel', () => {
    start = undefined;
  });
}

function listenToAxis(model: OverviewModel, element: HTMLElement): void {
  element.addEventListener('pointerdown', (event) => {
    if (event.button === 0) element.setPointerCapture(event.pointerId);
  });
  element.addEventListener('pointermove', (event) => {
    if (!element.hasPointerCapture(event.pointerId)) return;
    const { viewport } = model;
    viewport.pan((-event.movementX / element.clientWidth) * (viewport.to - viewport.from));
    model.move();
  });
}

/** Zooms and moves what is in sight. */
export function onWheel(model: OverviewModel, element: HTMLElement): (event: WheelEvent) => void {
  return (event) => {
    const { viewport } = model;
    const { deltaX, deltaY, deltaMode, shiftKey } = event;
    const unit = deltaMode === WheelEvent.DOM_DELTA_LINE ? pixelsInLine : 1;
    const aside = (shiftKey && deltaX === 0 ? deltaY : deltaX) * unit;
    event.preventDefault();
    if (shiftKey || Math.abs(deltaX) > Math.abs(deltaY)) {
      viewport.pan((aside / element.clientWidth) * (viewport.to - viewport.from));
    } else {
      viewport.zoom(Math.exp(deltaY * unit * zoomByPixel), placeAt(model, element, event));
    }
    model.move();
  };
}

function placeAt(
  { viewport }: OverviewModel,
  element: HTMLElement,
  { clientX }: MouseEvent,
): number {
  const { left, width } = element.getBoundingClientRect();
  return viewport.at(Math.min(Math.max(0, (clientX - left) / width), 1));
}
