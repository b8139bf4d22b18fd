// A canvas on the page, drawn in CSS pixels whatever the screen's are.

/** A canvas as wide as its place on the page and as sharp as the screen. */
export class Canvas {
  readonly element = document.createElement('div');
  private readonly canvas = document.createElement('canvas');
  private shownWidth = 0;

  constructor(className: string) {
    this.element.className = className;
    this.canvas.setAttribute('aria-hidden', 'true');
    this.element.append(this.canvas);
  }

  /** Pixels of CSS. */
  get width(): number {
    return this.shownWidth;
  }

  /** The heights between which the canvas is in sight, where what holds it scrolls. */
  get inSight(): { readonly top: number; readonly bottom: number } {
    const frame = this.element.closest('.canvas-tracks');
    const top = frame?.scrollTop ?? 0;
    return { top, bottom: top + (frame?.clientHeight ?? 0) };
  }

  /** Calls `resized` when there is another width, or another screen. */
  onResize(resized: () => void): void {
    new ResizeObserver(() => {
      const width = this.element.clientWidth;
      if (width === this.shownWidth) return;
      this.shownWidth = width;
      resized();
    }).observe(this.element);
  }

  /** Redraws, in pixels of CSS, at this height. */
  draw(height: number, drawing: (context: CanvasRenderingContext2D) => void): void {
    const { canvas } = this;
    const width = this.element.clientWidth;
    const ratio = window.devicePixelRatio;
    const [columns, rows] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== columns) canvas.width = columns;
    if (canvas.height !== rows) canvas.height = rows;
    canvas.style.height = `${height}px`;
    const context = canvas.getContext('2d');
    if (!context || columns === 0) return;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    drawing(context);
  }
}
