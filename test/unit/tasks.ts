// Whether long work lets others run, on machines of any speed: by the tasks that come between,
// under a clock that its looks move.
import { vi } from 'vitest';

/**
 * Tasks that run while some work is under way: one each time that the work leaves the thread.
 * @param perLook milliseconds that go by between two looks at the clock
 */
export async function tasksDuring(work: () => Promise<unknown>, perLook: number): Promise<number> {
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += perLook));
  let tasks = 0;
  let next = setImmediate(count);
  function count(): void {
    tasks++;
    next = setImmediate(count);
  }
  try {
    await work();
  } finally {
    clearImmediate(next);
    clock.mockRestore();
  }
  return tasks;
}
