// Long work over frames whose numbers mean other frames from one moment to the next: the file
// changed, or a program settled how its frames are read.
import { ReadFailed } from '../bytes/source';
import type { FrameIndex } from '../format/frameIndex';
import type { Recording } from './recording';

/** Fails where a trace has no longer the index that some work was begun with. */
export function requireCurrentIndex({ name, index }: Recording, begun: FrameIndex): void {
  if (index === begun) return;
  throw new ReadFailed(`The frames of ${name} were read anew meanwhile. Ask again.`);
}
