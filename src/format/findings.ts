// What one reading found wrong. A hostile file can be wrong in a million places: the first thousand
// are kept, the rest are counted.
import type { Diagnostic } from '../bytes/diagnostic';

/** Diagnostics that one reading keeps. */
export const mostFindings = 1000;

/** Characters of the file that a diagnostic quotes at most. */
const longestQuote = 60;

/** The diagnostics of one reading, in the order of finding. */
export class Findings {
  private readonly kept: Diagnostic[] = [];
  private left = 0;

  /** Those kept, and one that counts the others. */
  get list(): Diagnostic[] {
    if (this.left === 0) return [...this.kept];
    const message = `${this.left} more findings are not listed.`;
    return [...this.kept, { severity: 'warning', code: 'more-findings', message }];
  }

  add(diagnostic: Diagnostic): void {
    if (this.kept.length < mostFindings) this.kept.push(diagnostic);
    else this.left++;
  }
}

/** A piece of the file, short enough to be shown. */
export function quote(text: string): string {
  return text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text;
}
