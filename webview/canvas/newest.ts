// Work that is asked for faster than it is done, such as what a wheel brings in sight: one at a
// time, and of those that were asked for meanwhile only the newest.

export class Newest {
  private isRunning = false;
  private isWanted = false;

  /** `work` may not fail. */
  constructor(private readonly work: () => Promise<void>) {}

  /** Has the work done, at once or after what is under way. */
  readonly want = (): void => {
    this.isWanted = true;
    if (!this.isRunning) void this.run();
  };

  private async run(): Promise<void> {
    this.isRunning = true;
    while (this.isWanted) {
      this.isWanted = false;
      await this.work();
    }
    this.isRunning = false;
  }
}
