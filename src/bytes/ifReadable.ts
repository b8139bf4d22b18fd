// Where one thing of many cannot be read, the others are shown all the same.
import { ReadFailed } from './source';

/** What was read; undefined where the medium fails. Never what is to be kept: the next try may succeed. */
export async function ifReadable<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ReadFailed) return undefined;
    throw error;
  }
}
