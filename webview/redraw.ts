// Drawing happens at most once for each frame of the screen, however often it is asked for.

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
