// The places in the file that the trace's diagnostics speak of.
import type { DiagnosticSummary } from '../../src/editor/messages';

/** A diagnostic with its place. */
export interface DamagedPlace {
  /** Bytes from the start of the file. */
  readonly offset: number;
  readonly diagnostic: DiagnosticSummary;
}

/**
 * Those diagnostics that have a place, in the order of the file; what is said of the file's end is said of its last
 * byte. `fileSize` in bytes.
 */
export function damagedPlaces(
  diagnostics: readonly DiagnosticSummary[],
  fileSize: number,
): DamagedPlace[] {
  const last = Math.max(0, fileSize - 1);
  return diagnostics
    .flatMap((diagnostic) =>
      diagnostic.offset === undefined
        ? []
        : [{ offset: Math.min(Number(diagnostic.offset), last), diagnostic }],
    )
    .sort((a, b) => a.offset - b.offset);
}
