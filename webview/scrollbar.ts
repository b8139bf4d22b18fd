// The grid's own thumb, since it does not scroll natively. Keys do all that it does, so assistive
// technology does not see it.
import { html, render } from 'lit/html.js';
import type { ScrollModel } from './scrollModel';
import { grouped } from './text';

/** Draws a scroll position and lets the pointer drag it. With Alt held, a pixel is one row. */
export class Scrollbar {
  readonly element = document.createElement('div');
  private readonly thumb = document.createElement('div');
  private readonly hint = document.createElement('div');
  private grip: { readonly y: number; readonly thumbTop: number } | undefined;

  constructor(
    private readonly scroll: ScrollModel,
    private readonly onScroll: () => void,
    /** What is at the top, in words. */
    private readonly place = () => `frame ${grouped(scroll.firstRow)}`,
  ) {
    const { element, thumb, hint } = this;
    element.className = 'scrollbar';
    element.setAttribute('aria-hidden', 'true');
    thumb.className = 'thumb';
    hint.className = 'drag-hint';
    element.append(thumb, hint);
    element.addEventListener('pointerdown', this.onGrip);
    element.addEventListener('pointermove', this.onDrag);
    element.addEventListener('lostpointercapture', this.onRelease);
  }

  /** Draws the position as it is now. */
  paint(): void {
    const { thumb: place } = this.scroll;
    this.element.hidden = place === undefined;
    if (place === undefined) return;
    this.thumb.style.height = `${place.height}px`;
    this.thumb.style.transform = `translateY(${place.top}px)`;
    this.hint.hidden = this.grip === undefined;
    this.hint.style.transform = `translateY(${place.top}px)`;
    render(html`${this.place()}`, this.hint);
  }

  /** A press next to the thumb brings the thumb there; then it follows the pointer. */
  private readonly onGrip = (event: PointerEvent): void => {
    const { thumb } = this.scroll;
    if (event.button !== 0 || thumb === undefined) return;
    event.preventDefault();
    this.element.setPointerCapture(event.pointerId);
    const y = event.clientY - this.element.getBoundingClientRect().top;
    if (y < thumb.top || y > thumb.top + thumb.height) this.scroll.moveThumb(y - thumb.height / 2);
    this.takeGrip(event);
    this.onScroll();
  };

  private readonly onDrag = (event: PointerEvent): void => {
    const { grip } = this;
    if (grip === undefined) return;
    if (event.altKey) {
      this.scroll.scrollToRow(this.scroll.firstRow + Math.round(event.movementY));
      this.takeGrip(event);
    } else {
      this.scroll.moveThumb(grip.thumbTop + event.clientY - grip.y);
    }
    this.onScroll();
  };

  private readonly onRelease = (): void => {
    this.grip = undefined;
    this.onScroll();
  };

  private takeGrip(event: PointerEvent): void {
    this.grip = { y: event.clientY, thumbTop: this.scroll.thumb?.top ?? 0 };
  }
}
