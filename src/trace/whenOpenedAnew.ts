// A program in use is opened anew where its file was written again, or where files may be read for it that were withheld.
import type { OpenedProgram } from './trace';

/** Has `replace` put the program that was opened anew in the place of one in use; `failed` hears why that could not be done. */
export function whenOpenedAnew(
  opened: OpenedProgram,
  replace: (again: OpenedProgram) => Promise<void>,
  failed: (reason: string) => void,
): void {
  opened.inUse?.((again) => {
    replace(again).catch((error: unknown) => {
      failed(error instanceof Error ? error.message : String(error));
    });
  });
}
