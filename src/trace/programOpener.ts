// Opening programs with all that belongs to them: their file, and the files of their debugging
// information.
import { type ByteSource, type FilePart, ifReadable, unchangedFile } from '../bytes/source';
import type { SeparateDebugFiles } from '../symbols/separateDebugFiles';
import type { NameThread } from '../symbols/nameThread';
import { openProgram } from '../symbols/openProgram';
import { UntrustedPaths, type UntrustedPathPermission } from './untrustedPaths';
import type { OwnedSource } from './validatedSource';
import type { SectionAddresses } from '../symbols/elf';
import type { OpenedProgram } from './moduleManager';
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
  const openWhile = async (
    stays: FilePart,
    path: string,
    sections?: SectionAddresses,
  ): Promise<OpenedProgram | { problem: string }> => {
    const source = await openSource(path);
    if ('problem' in source) return source;
    const companions = openCompanions(path);
    const thread = openThread(path);
    // What must stay of the files of the program opened again; undefined while it need not be.
    let next: FilePart | undefined;
    let openAgain: (part: FilePart) => void = () => undefined;
    const debounce = new ReloadDebounce(() => {
      void files.look().then(() => {
        if (next) openAgain(next);
        else debounce.afterFailure();
      });
    });
    const files = new ProgramFiles(stays, () => {
      // What was just written may not be whole yet, and may be replaced or removed.
      next = 'file';
      debounce.whenQuiet();
    });
    const named = new UntrustedPaths(files.besides(companions), path, permission);
    const close = (): void => {
      debounce.dispose();
      named.dispose();
      thread?.close();
      void Promise.allSettled([source.close(), companions.close()]);
    };
    const opened = await files
      .followed(source, path)
      .then((file) => openProgram(file, path, named.companions, sections, thread))
      .catch((error: unknown) => {
        close();
        throw error;
      });
    if ('problem' in opened) {
      close();
      return opened;
    }
    const reopen = async (
      part: FilePart,
      replace: (again: OpenedProgram) => Promise<boolean>,
    ): Promise<boolean> => {
      const again = await openWhile(part, path, sections);
      return !('problem' in again) && replace(again);
    };
    return {
      program: opened.program,
      dispose: close,
      inUse: (replace) => {
        openAgain = (part) => {
          void ifReadable(reopen(part, replace)).then((isUsed) => {
            if (isUsed !== true) debounce.afterFailure();
          });
        };
        named.inUse(() => {
          next ??= stays;
          openAgain(next);
        });
        if (stays === 'file') debounce.afterFailure();
      },
    };
  };
  return (path, sections) => openWhile('contents', path, sections);
}

/** Files of one program that are looked at; of more, those that were opened last. */
const maxFollowed = 32;

/** The files of one opened program, as long as they hold what they held. */
class ProgramFiles {
  private readonly files = new Set<ByteSource>();

  constructor(
    private readonly stays: FilePart,
    private readonly written: () => void,
  ) {}

  /** A file whose reads fail once it has been changed. */
  async followed(file: ByteSource, path: string): Promise<ByteSource> {
    const followed = await unchangedFile(file, path, this.written, this.stays);
    this.files.add(followed);
    const [oldest] = this.files;
    if (oldest && this.files.size > maxFollowed) this.files.delete(oldest);
    return followed;
  }

  /** The files beside the program's own. */
  besides(companions: SeparateDebugFiles): SeparateDebugFiles {
    return {
      folders: companions.folders,
      open: async (path) => {
        const file = await companions.open(path);
        return file && this.followed(file, path);
      },
    };
  }

  /** Has those that were changed say so. */
  async look(): Promise<void> {
    for (const file of this.files) await ifReadable(file.read(0, 0));
  }
}

const allPermitted: UntrustedPathPermission = {
  permitted: () => undefined,
  ask: () => ({ dispose: () => undefined }),
};
