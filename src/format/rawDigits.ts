// The text of a `<raw>` element, hexadecimal digits: gdb manual, "Branch Trace Format". It is one text of up to hundreds of
// megabytes, so it is looked at piece by piece.
import type { TimeSlice } from '../bytes/timeSlice';

/** What a text of digits holds. */
interface RawDigits {
  /** Characters that are no white space. */
  readonly count: number;
  /** The first that is neither a digit nor white space. */
  readonly strange: string | undefined;
}

const pieceLength = 1 << 19;

/** Looks at a text of digits. */
export async function readRawDigits(text: string, slice: TimeSlice): Promise<RawDigits> {
  let count = 0;
  let strange: string | undefined;
  for (let at = 0; at < text.length; at += pieceLength) {
    const written = text.slice(at, at + pieceLength).replace(/\s+/g, '');
    count += written.length;
    strange ??= /[^\da-f]/i.exec(written)?.[0];
    await slice.breathe();
  }
  return { count, strange };
}
