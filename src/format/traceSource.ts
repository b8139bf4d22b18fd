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
   * Of a converted file: the same file with its numbers in the traced program's byte order; itself
   * where the frames reveal the order.
   */
  inOrder?(order: ByteOrder): TraceSource;
}

// How a trace file begins: gdb manual, "Trace File Format". A file whose first bytes were damaged,
// by a text mode or a broken disk, is distinguished from one that was never a trace file.

/** How every trace file that gdb reads begins: `\x7fTRACE0\n`. */
export const TRACE_MAGIC = new TextEncoder().encode('\x7fTRACE0\n');

/** The same without the version, which a newer gdb may count up. */
export const magicWithoutVersion = '\x7fTRACE';

/** As many bytes as these checks need. */
export const startBytes = TRACE_MAGIC.length + 1;

/** Whether bytes begin as a trace file does. */
export function beginsAsTrace(start: Uint8Array): boolean {
  return TRACE_MAGIC.every((byte, at) => start[at] === byte);
}

/**
 * Whether bytes begin nearly so: another version, one byte lost or changed, or the line's end
 * turned into CR LF.
 */
export function beginsNearlyAsTrace(start: Uint8Array): boolean {
  if (beginsAsTrace(start)) return false;
  const isVersion = (byte: number, at: number) =>
    at >= magicWithoutVersion.length || start[at] === byte;
  if (TRACE_MAGIC.every(isVersion)) return true;
  const bytes = withoutCr(start);
  const changed = TRACE_MAGIC.filter((byte, at) => bytes[at] !== byte).length;
  return changed === 1 || TRACE_MAGIC.some((_, lost) => beginsWithout(bytes, lost));
}

function withoutCr(start: Uint8Array): Uint8Array {
  return start.filter((byte, at) => byte !== 0x0d || start[at + 1] !== 0x0a);
}

function beginsWithout(bytes: Uint8Array, lost: number): boolean {
  return TRACE_MAGIC.every((byte, at) => at === lost || bytes[at < lost ? at : at - 1] === byte);
}
