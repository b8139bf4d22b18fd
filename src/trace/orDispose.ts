// What was opened for a piece of work stays open only where the work succeeds.
import type { Disposable } from './emitter';

/** What the work gives; where it fails, what was opened for it is disposed of. */
export async function orDispose<T>(opened: Disposable, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    opened.dispose();
    throw error;
  }
}
