// Bad input is data: a reader returns what it could read, and says here what it could not.

/** One thing that is wrong, or worth knowing, in a file that was read. */
export interface Diagnostic {
  /**
   * `error`: something is lost. `warning`: something was repaired or guessed. `info`: worth saying.
   */
  readonly severity: 'error' | 'warning' | 'info';
  /** A stable name for the kind of finding, in kebab-case, for tests and for filters. */
  readonly code: string;
  /** One plain sentence for the user: what happened and, where there is one, the next step. */
  readonly message: string;
  /** Offset in the file, in bytes, where it was found. */
  readonly offset?: number;
  /** What was expected there. */
  readonly expected?: string;
  /** What was found there. */
  readonly found?: string;
  /** Number of the frame concerned. */
  readonly frame?: number;
}
