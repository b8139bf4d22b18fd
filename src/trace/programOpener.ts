// Opening programs with all that belongs to them: their file, and the files of their debugging
// information.
import { unchangedFile } from '../bytes/source';
import type { SeparateDebugFiles } from '../symbols/separateDebugFiles';
import type { NameThread } from '../symbols/nameThread';
import { openProgram } from '../symbols/openProgram';
import { UntrustedPaths, type UntrustedPathPermission } from './untrustedPaths';
import type { OwnedSource } from './validatedSource';
import type { OpenProgram } from './programSearch';
import { ReloadDebounce } from './reloadDebounce';

/** Files next to a program that must be closed. */
export interface OwnedDebugFiles extends SeparateDebugFiles {
  close(): Promise<void>;
}

/** A thread that must be closed. */
interface OwnedNameThread extends NameThread {
  close(): void;
}

/**
 * Opens programs by path. `openCompanions`: where each one's separate debugging information is
 * looked for. `openThread`: where the names of big ones are read, if there is a thread for that
 * path. `permission`: who says which files may be read that they name; all of them unless given.
 */
export function programOpener(
  openSource: (path: string) => Promise<OwnedSource | { problem: string }>,
  openCompanions: (path: string) => OwnedDebugFiles,
  openThread: (path: string) => OwnedNameThread | undefined,
  permission: UntrustedPathPermission = allPermitted,
): OpenProgram {
  const open: OpenProgram = async (path, sections) => {
    const source = await openSource(path);
    if ('problem' in source) return source;
    const companions = openCompanions(path);
    const thread = openThread(path);
    let openAgain = (): void => undefined;
    const debounce = new ReloadDebounce(() => {
      openAgain();
    });
    const written = (): void => {
      debounce.whenQuiet();
    };
    const named = new UntrustedPaths(unchangedFiles(companions, written), path, permission);
    const close = (): void => {
      debounce.dispose();
      named.dispose();
      thread?.close();
      void Promise.allSettled([source.close(), companions.close()]);
    };
    const opened = await unchangedFile(source, path, written)
      .then((file) => openProgram(file, path, named.companions, sections, thread))
      .catch((error: unknown) => {
        close();
        throw error;
      });
    if ('problem' in opened) {
      close();
      return opened;
    }
    return {
      program: opened.program,
      dispose: close,
      inUse: (replace) => {
        openAgain = () => {
          void open(path, sections).then((again) => {
            if ('problem' in again) debounce.afterFailure();
            else replace(again);
          });
        };
        named.inUse(openAgain);
      },
    };
  };
  return open;
}

/** Files that are part of a program, as long as they hold what they held. */
function unchangedFiles(companions: SeparateDebugFiles, written: () => void): SeparateDebugFiles {
  return {
    folders: companions.folders,
    open: async (path) => {
      const file = await companions.open(path);
      return file && unchangedFile(file, path, written);
    },
  };
}

const allPermitted: UntrustedPathPermission = {
  permitted: () => undefined,
  ask: () => ({ dispose: () => undefined }),
};
