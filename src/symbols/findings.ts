// What is wrong in a program's file. A hostile file can be wrong in a million places: a few of each
// kind say as much to a person.
import type { Diagnostic } from '../bytes/diagnostic';

const mostOfOneCode = 5;

/** The diagnostics of one program, in the order of finding. */
export class Findings {
  private readonly found: Diagnostic[] = [];
  private readonly counts = new Map<string, number>();

  get list(): readonly Diagnostic[] {
    return this.found;
  }

  /** Keeps the finding, unless there are enough of its code. */
  add(diagnostic: Diagnostic): void {
    const count = this.counts.get(diagnostic.code) ?? 0;
    this.counts.set(diagnostic.code, count + 1);
    if (count < mostOfOneCode) this.found.push(diagnostic);
  }
}
