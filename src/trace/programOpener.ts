// Opening programs with all that belongs to them: their file, and the files of their debugging information.
import type { Companions } from '../symbols/companions';
import type { NameThread } from '../symbols/nameThread';
import { openProgram } from '../symbols/program';
import type { OwnedSource } from './openTraces';
import type { OpenProgram } from './programSearch';

/** Files beside a program that must be closed. */
export interface OwnedCompanions extends Companions {
  close(): Promise<void>;
}

/** A thread that must be closed. */
export interface OwnedNameThread extends NameThread {
  close(): void;
}

/**
 * Opens programs by path. `openCompanions`: where each one's separate debugging information is looked for.
 * `openThread`: where the names of big ones are read, if there is a thread for that path.
 */
export function programOpener(
  openSource: (path: string) => Promise<OwnedSource | { problem: string }>,
  openCompanions: (path: string) => OwnedCompanions,
  openThread: (path: string) => OwnedNameThread | undefined,
): OpenProgram {
  return async (path, sections) => {
    const source = await openSource(path);
    if ('problem' in source) return source;
    const companions = openCompanions(path);
    const thread = openThread(path);
    const close = (): void => {
      thread?.close();
      void Promise.allSettled([source.close(), companions.close()]);
    };
    const opened = await openProgram(source, path, companions, sections, thread);
    if ('problem' in opened) {
      close();
      return opened;
    }
    return { program: opened.program, dispose: close };
  };
}
