// Questions about several frames at once: how many of them, and what is said where one does not
// know.
import { messageOf, RequestFailed } from '../../bytes/requestFailed';
import { ReadFailed } from '../../bytes/source';
import { described, frameNumber, someOf } from '../question';

/** Frames of one question. */
const maxFrames = 100;
/** Expressions or commands of one question. */
export const maxTexts = 50;

/** Where to ask. */
export const inFrames = described(someOf(frameNumber, maxFrames), 'The frames to ask in.');

/** What cannot be answered is an answer too; a bug is none. */
export async function orProblem<T>(
  work: () => Promise<T>,
): Promise<T | { readonly problem: string }> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RequestFailed || error instanceof ReadFailed) {
      return { problem: messageOf(error) };
    }
    throw error;
  }
}
