// Files that a program names, and that hold parts of its debugging information. If the names may
// come from an attacker, files outside the program's folder are neither opened nor looked for until
// the user allows it (SECURITY.md).
import type { SeparateDebugFiles } from '../symbols/separateDebugFiles';
import type { Disposable } from './emitter';
import { isAbsolute } from '../symbols/sourcePath';
import { isUri } from './paths';

/** Who says which of the files may be opened. */
export interface UntrustedPathPermission {
  /** Folders whose files may be opened for the program at a path; undefined where any may. */
  permitted(program: string): readonly string[] | undefined;
  /**
   * Asks for files that were withheld from the program at a path, which is in use. `allowed` is
   * called once they may be opened, unless the returned object was disposed of.
   */
  ask(program: string, files: readonly string[], allowed: () => void): Disposable;
}

/** The files of one opened program. */
export class UntrustedPaths {
  /** What reads the program, within its permission. */
  readonly companions: SeparateDebugFiles;
  private readonly withheld = new Set<string>();
  private allowed: (() => void) | undefined;
  private question: Disposable | undefined;

  constructor(
    files: SeparateDebugFiles,
    private readonly path: string,
    private readonly permission: UntrustedPathPermission,
  ) {
    const permitted = permission.permitted(path);
    this.companions = permitted
      ? {
          folders: files.folders,
          permitted,
          open: (file) => files.open(file),
          withheld: (paths) => {
            // A path that is not absolute means nothing where the program is shown.
            const { size } = this.withheld;
            for (const each of paths) if (isAbsolute(each) || isUri(each)) this.withheld.add(each);
            if (this.withheld.size > size) this.ask();
          },
        }
      : files;
  }

  /** The program is in use: the user is asked, now or when it needs more. */
  inUse(allowed: () => void): void {
    this.allowed = allowed;
    this.ask();
  }

  dispose(): void {
    this.allowed = undefined;
    this.question?.dispose();
  }

  private ask(): void {
    if (!this.allowed || this.withheld.size === 0) return;
    this.question?.dispose();
    this.question = this.permission.ask(this.path, [...this.withheld], this.allowed);
  }
}
