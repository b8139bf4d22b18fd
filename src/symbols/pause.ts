// Long work never blocks: it looks at the clock now and then, and lets other tasks run when its
// share of the thread is used up. A promise that is already resolved would not let them.

/** How long a task keeps the thread, in milliseconds. */
const share = 15;

/** Looking at the clock itself takes about a microsecond. */
const stepsBetweenLooks = 1024;

/** One piece of long work, which calls `breathe` between its steps. */
export class Pause {
  private since = performance.now();
  private steps = 0;

  /** True when `breathe` is worth calling, for work whose steps take no longer than microseconds. */
  get due(): boolean {
    return ++this.steps % stepsBetweenLooks === 0;
  }

  /** Lets other tasks run, if it is time. */
  async breathe(): Promise<void> {
    if (performance.now() - this.since <= share) return;
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.since = performance.now();
  }
}
