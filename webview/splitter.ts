// The sash between the frames and the details: WAI-ARIA Authoring Practices, "Window Splitter
// Pattern". The details are right of the frames, or below them where the window is narrow.
import { t } from './l10n';
import { limitSplit, splitLimits } from './pageState';

const keyStep = 0.02;

/** A sash that says which share of the window the details should take, 0 to 1. */
export class Splitter {
  readonly element = document.createElement('div');
  private readonly narrow = window.matchMedia('(max-width: 760px)');
  private shown = 0;

  /** `split` yields the share as it is now, perhaps not shown yet. */
  constructor(
    private readonly split: () => number,
    private readonly onMove: (split: number) => void,
  ) {
    const { element } = this;
    element.className = 'splitter';
    element.tabIndex = 0;
    element.setAttribute('role', 'separator');
    element.setAttribute('aria-label', t('Size of the details'));
    element.setAttribute('aria-valuemin', percent(splitLimits.least));
    element.setAttribute('aria-valuemax', percent(splitLimits.most));
    element.addEventListener('pointerdown', this.onPointerDown);
    element.addEventListener('pointermove', this.onPointerMove);
    element.addEventListener('keydown', this.onKey);
    this.narrow.addEventListener('change', this.showOrientation);
    this.showOrientation();
  }

  /** Gives the details their share of the window. */
  show(): void {
    const split = this.split();
    if (split === this.shown) return;
    this.shown = split;
    this.element.setAttribute('aria-valuenow', percent(split));
    document.documentElement.style.setProperty('--split', split.toFixed(4));
  }

  private readonly showOrientation = (): void => {
    this.element.setAttribute('aria-orientation', this.narrow.matches ? 'horizontal' : 'vertical');
  };

  private readonly onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    this.element.focus();
    this.element.setPointerCapture(event.pointerId);
  };

  private readonly onPointerMove = (event: PointerEvent): void => {
    const { element } = this;
    if (!element.hasPointerCapture(event.pointerId)) return;
    const panes = element.parentElement?.getBoundingClientRect();
    if (panes === undefined) return;
    this.onMove(
      this.narrow.matches
        ? (panes.bottom - event.clientY) / panes.height
        : (panes.right - event.clientX) / panes.width,
    );
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    const [grow, shrink] = this.narrow.matches
      ? ['ArrowUp', 'ArrowDown']
      : ['ArrowLeft', 'ArrowRight'];
    if (event.key !== grow && event.key !== shrink) return;
    event.preventDefault();
    this.onMove(limitSplit(this.split() + (event.key === grow ? keyStep : -keyStep)));
  };
}

function percent(share: number): string {
  return Math.round(share * 100).toString();
}
