// Opening programs with all that belongs to them: their file, and the files of their debugging information.
import type { Companions } from '../symbols/companions';
import { openProgram } from '../symbols/program';
import type { OwnedSource } from './openTraces';
import type { OpenProgram } from './programSearch';

/** Files beside a program that must be closed. */
export interface OwnedCompanions extends Companions {
  close(): Promise<void>;
}

/** Opens programs by path. `openCompanions`: where each one's separate debugging information is looked for. */
export function programOpener(
  openSource: (path: string) => Promise<OwnedSource | { problem: string }>,
  openCompanions: () => OwnedCompanions,
): OpenProgram {
  return async (path, sections) => {
    const source = await openSource(path);
    if ('problem' in source) return source;
    const companions = openCompanions();
    const close = () => void Promise.allSettled([source.close(), companions.close()]);
    const opened = await openProgram(source, path, companions, sections);
    if ('problem' in opened) {
      close();
      return opened;
    }
    return { program: opened.program, dispose: close };
  };
}
