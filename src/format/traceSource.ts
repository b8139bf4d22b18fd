// What a trace is read from: most often a file on disk; or one that is made, while it is read, of
// what another format holds (ctf/traceFile.ts), so that nothing above knows the difference.
import type { ByteOrder } from '../bytes/cursor';
import type { Diagnostic } from '../bytes/diagnostic';
import type { ByteSource } from '../bytes/source';

/** The bytes of a trace file. */
export interface TraceSource extends ByteSource {
  /**
   * Of a file that is made: the names of the files that it is made of, in the folder that names it.
   */
  readonly parts?: readonly string[];

  /** Of a file that is made: what was found in what it is made of. */
  readonly diagnostics?: readonly Diagnostic[];

  /**
   * Of a file that is made: the same file, its numbers in the byte order that the traced program
   * has; itself where the frames tell the order.
   */
  inOrder?(order: ByteOrder): TraceSource;
}
