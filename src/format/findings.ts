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
  private readonly conclusions: Diagnostic[] = [];
  private left = 0;

  /** Those kept, one that counts the others, and what the reading came to. */
  get list(): Diagnostic[] {
    if (this.left === 0) return [...this.kept, ...this.conclusions];
    const message = `${this.left} more findings are not listed.`;
    const others: Diagnostic = { severity: 'warning', code: 'more-findings', message };
    return [...this.kept, others, ...this.conclusions];
  }

  /** Adds what may occur often. */
  add(diagnostic: Diagnostic): void {
    if (this.kept.length < mostFindings) this.kept.push(diagnostic);
    else this.left++;
  }

  /** Adds what a reading says once, at its end: it is never left out. */
  conclude(diagnostic: Diagnostic): void {
    this.conclusions.push(diagnostic);
  }
}

/** A piece of the file, short enough to be shown. */
export function quote(text: string): string {
  return text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text;
}
