// Long work never blocks (ARCHITECTURE.md, decision 8): it looks at the clock now and then, and
// lets other tasks run when its share of the thread is used up. A macrotask is needed for that: the
// thread does not leave a chain of promises that are already resolved.

/** Milliseconds for which work keeps the thread. */
let usualShare = 15;

/** For a thread that was started for one task: its work gives way to nothing from now on. */
export function keepThread(): void {
  usualShare = Infinity;
}

/**
 * When the first piece of work of the task that runs began; undefined in a task in which none has.
 */
let taskBegan: number | undefined;

/**
 * Work that follows other work without leaving the task, as promises that are resolved do, has what
 * that left over.
 */
function beginOfTask(): number {
  if (taskBegan === undefined) {
    taskBegan = performance.now();
    soon(() => {
      taskBegan = undefined;
    });
  }
  return taskBegan;
}

/** Rows looked at between two looks at the clock, where a row takes less than a microsecond. */
export const rowsPerBreath = 1 << 13;

/**
 * One piece of long work. Call `yieldIfDue` between steps that take microseconds to milliseconds.
 */
export class TimeSlice {
  private since = beginOfTask();

  /** Keeps the thread for `share` milliseconds at a time. */
  constructor(private readonly share = usualShare) {}

  /**
   * True when it is time to let others run; also when the clock was set back, since the elapsed
   * time is unknown then.
   */
  get usedUp(): boolean {
    const kept = performance.now() - this.since;
    return kept > this.share || kept < 0;
  }

  /** Lets other tasks run, if it is time. */
  async yieldIfDue(): Promise<void> {
    if (!this.usedUp) return;
    await nextTask();
    this.since = performance.now();
  }
}

/** Work in steps, between which others may run. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** How many small things are done in a step. */
export const perStep = 1024;

/** Does work in one go. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** Does work that gives way between its steps. */
export async function inSteps<Result>(steps: Steps<Result>): Promise<Result> {
  const slice = new TimeSlice();
  let step = steps.next();
  for (; !step.done; step = steps.next()) {
    if (slice.usedUp) await slice.yieldIfDue();
  }
  return step.value;
}

/** Those who wait for a task of their own. */
const waiting = new Set<() => void>();

/**
 * Resolves in a task of its own: what is done at the same time does not keep the thread one after
 * the other, as all that Node's `setImmediate` was given before do.
 */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    waiting.add(resolve);
    if (waiting.size === 1) soon(wakeFirst);
  });
}

function wakeFirst(): void {
  const [first] = waiting;
  if (!first) return;
  waiting.delete(first);
  if (waiting.size > 0) soon(wakeFirst);
  first();
}

/** A timer takes a millisecond or more, so it is used only where there is nothing better. */
function soon(act: () => void): void {
  const { setImmediate: next } = globalThis as { setImmediate?: (act: () => void) => void };
  if (next) next(act);
  else setTimeout(act, 0);
}
