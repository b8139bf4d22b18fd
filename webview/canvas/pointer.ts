// The pointer over the tracks: a click goes to a frame, a drag selects frames, on the axis it moves
// it; the wheel zooms around the pointer, with Shift it moves the axis; a double click zooms out
// fully.
import type { CanvasModel } from './canvasModel';
import { trackAt, type PlacedTrack } from './tracks';

/** Pixels that a click may wander. */
const clickRoom = 4;
/** How much a turn of the wheel zooms, by pixel of its turn. */
const zoomByPixel = 0.002;
const pixelsInLine = 16;

/** Listens to the tracks, to the axis above them, and to the map of what is in sight. */
export function listenToPointer(
  model: CanvasModel,
  tracks: HTMLElement,
  axis: HTMLElement,
  map: HTMLElement,
  placed: () => readonly PlacedTrack[],
): void {
  listenToTracks(model, tracks, placed);
  listenToAxis(model, axis);
  listenToMap(model, map);
  for (const element of [tracks, axis, map]) {
    element.addEventListener('dblclick', () => {
      model.viewport.showWhole();
      model.move();
    });
    element.addEventListener('wheel', onWheel(model, element), { passive: false });
  }
}

function listenToTracks(
  model: CanvasModel,
  element: HTMLElement,
  placed: () => readonly PlacedTrack[],
): void {
  let start: PointerEvent | undefined;
  const over = ({ clientY }: PointerEvent) => {
    const y = clientY - element.getBoundingClientRect().top;
    const found = trackAt(placed(), y);
    return found && { track: found.track, share: (y - found.top) / found.height };
  };
  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    start = event;
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener('pointerleave', () => {
    model.point(undefined);
  });
  element.addEventListener('pointermove', (event) => {
    model.point(placeAt(model, element, event), over(event));
    if (!start || Math.abs(event.clientX - start.clientX) <= clickRoom) return;
    model.mark(placeAt(model, element, start), placeAt(model, element, event));
  });
  element.addEventListener('pointerup', (event) => {
    const isClick = start && Math.abs(event.clientX - start.clientX) <= clickRoom;
    start = undefined;
    if (!isClick) return;
    model.setRange(undefined);
    const point = over(event);
    void model.goToNearest(placeAt(model, element, event), point?.track, point);
  });
  element.addEventListener('pointercancel', () => {
    start = undefined;
  });
}

function listenToAxis(model: CanvasModel, element: HTMLElement): void {
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

/** A press or a drag on the map brings that place into the middle. */
function listenToMap(model: CanvasModel, element: HTMLElement): void {
  const show = ({ clientX }: PointerEvent) => {
    const { viewport } = model;
    const { left, width } = element.getBoundingClientRect();
    viewport.centre(viewport.first + ((clientX - left) / width) * viewport.length);
    model.move();
  };
  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    show(event);
  });
  element.addEventListener('pointermove', (event) => {
    if (element.hasPointerCapture(event.pointerId)) show(event);
  });
}

/** Zooms and moves what is in sight. */
function onWheel(model: CanvasModel, element: HTMLElement): (event: WheelEvent) => void {
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

function placeAt({ viewport }: CanvasModel, element: HTMLElement, { clientX }: MouseEvent): number {
  const { left, width } = element.getBoundingClientRect();
  return viewport.at(Math.min(Math.max(0, (clientX - left) / width), 1));
}
