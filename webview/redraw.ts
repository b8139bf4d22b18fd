// Drawing happens at most once for each frame of the screen, however often it is asked for, and
// never loses the keyboard's place: a button that goes away with what it did, such as Stop, hands
// the focus to what is around it.

/** A drawing that is done before the next paint, or at once. */
export class Redraw {
  private isDue = false;

  constructor(private readonly draw: () => void) {}

  readonly soon = (): void => {
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => {
      if (this.isDue) this.now();
    });
  };

  now(): void {
    this.isDue = false;
    this.draw();
  }
}

const focusable =
  'button:not(:disabled), input:not(:disabled), select:not(:disabled), summary, [tabindex="0"]';

/**
 * Draws; where that takes the focused element away, focuses the nearest one that is left. While the
 * focus is elsewhere in VS Code, in a picker say, it stays there.
 */
export function restoringFocus(draw: () => void): void {
  const active = document.hasFocus() ? document.activeElement : null;
  const around = active === null || active === document.body ? [] : ancestorsOf(active);
  draw();
  const isLeft = active === null || active === document.body || canHoldFocus(active);
  if (!isLeft) nearest(around)?.focus();
}

function ancestorsOf(element: Element): readonly Element[] {
  const { parentElement: parent } = element;
  return parent === null || parent === document.body ? [] : [parent, ...ancestorsOf(parent)];
}

function canHoldFocus(element: Element): boolean {
  return element.isConnected && !element.matches(':disabled') && element.checkVisibility();
}

function nearest(around: readonly Element[]): HTMLElement | undefined {
  for (const element of around) {
    if (!element.isConnected) continue;
    const inside = [...element.querySelectorAll<HTMLElement>(focusable)].find(canHoldFocus);
    if (inside) return inside;
  }
  return undefined;
}
