// What is wrong in a program's file. A hostile file can be wrong in a million places: a few of each
// kind say as much to the user.
import { t } from '@vscode/l10n';
import type { Diagnostic } from '../bytes/diagnostic';

const maxOfOneCode = 5;

/** The diagnostics of one program, in the order of finding. */
export class ProgramFindings {
  private readonly found: Diagnostic[] = [];
  private readonly counts = new Map<string, number>();

  /** `keep`: where to keep them instead of here. */
  constructor(private readonly keep?: (diagnostic: Diagnostic) => void) {}

  get list(): readonly Diagnostic[] {
    return this.found;
  }

  /**
   * Takes the findings of a file next to the program, which become part of the program's own
   * diagnostics.
   */
  of(path: string): ProgramFindings {
    return new ProgramFindings((diagnostic) => {
      const { offset, message, ...rest } = diagnostic;
      const where = offset === undefined ? path : t('{0}, offset {1}', path, offset);
      this.add({ ...rest, message: `${message} (${where})` });
    });
  }

  /** Keeps the finding, unless it is known or there are enough of its code. */
  add(diagnostic: Diagnostic): void {
    if (this.found.some((known) => isSame(known, diagnostic))) return;
    const count = this.counts.get(diagnostic.code) ?? 0;
    this.counts.set(diagnostic.code, count + 1);
    if (count >= maxOfOneCode) return;
    if (this.keep) this.keep(diagnostic);
    else this.found.push(diagnostic);
  }
}

function isSame(one: Diagnostic, other: Diagnostic): boolean {
  return one.code === other.code && one.offset === other.offset && one.message === other.message;
}
