// What one reading found wrong. A hostile file can be wrong in a million places: the first thousand
// are kept, the rest are counted.
import type { Diagnostic } from '../bytes/diagnostic';
import { frameHeaderLength } from './blocks';

/** Diagnostics that one reading keeps. */
export const maxFindings = 1000;

/** Characters of the file that a diagnostic quotes at most. */
const maxQuote = 60;

/** The diagnostics of one reading, in the order of finding. */
export class Findings {
  private readonly kept: Diagnostic[] = [];
  private readonly conclusions: Diagnostic[] = [];
  private left = 0;

  /** The kept diagnostics, one that counts the others, and those added by {@link conclude}. */
  get list(): Diagnostic[] {
    if (this.left === 0) return [...this.kept, ...this.conclusions];
    const message = `${this.left} more findings are not listed.`;
    const others: Diagnostic = { severity: 'warning', code: 'more-findings', message };
    return [...this.kept, others, ...this.conclusions];
  }

  /** Adds what may occur often. */
  add(diagnostic: Diagnostic): void {
    if (this.kept.length < maxFindings) this.kept.push(diagnostic);
    else this.left++;
  }

  /** Adds what a reading says once, at its end: it is never left out. */
  conclude(diagnostic: Diagnostic): void {
    this.conclusions.push(diagnostic);
  }
}

/** A piece of the file, short enough to be shown. */
export function quote(text: string): string {
  return text.length > maxQuote ? `${text.slice(0, maxQuote)}…` : text;
}

// What can be wrong with the chain of frames, in words. Offsets are in the file, in bytes.

/** The file ends where a frame or the end marker should begin. */
export function missingEndMarker(offset: number, left: number): Diagnostic {
  return {
    severity: 'warning',
    code: 'missing-end-marker',
    message: 'The file ends without an end marker: frames after the last one may be missing.',
    offset,
    expected: 'tracepoint number 0',
    found: left === 0 ? 'the end of the file' : '1 byte',
  };
}

export function bytesAfterEnd(offset: number, left: number): Diagnostic {
  return {
    severity: 'warning',
    code: 'bytes-after-end',
    message: `${left} bytes follow the end marker; they are not read.`,
    offset,
    expected: 'the end of the file',
    found: `${left} bytes`,
  };
}

/** The file ends within a frame's header, of which `there` bytes are there. */
export function cutHeader(offset: number, there: number): Diagnostic {
  return {
    severity: 'error',
    code: 'frame-cut-off',
    message: `The file ends within the header of a frame: ${there} of its ${frameHeaderLength} bytes are there.`,
    offset,
    expected: `${frameHeaderLength} bytes`,
    found: `${there} bytes`,
  };
}

/** The file ends within a frame, of which `there` bytes are there. */
export function cutFrame(
  offset: number,
  tracepoint: number,
  size: number,
  there: number,
): Diagnostic {
  return {
    severity: 'error',
    code: 'frame-cut-off',
    message: `The file ends within a frame of tracepoint ${tracepoint}: ${there} of its ${size} bytes are there.`,
    offset,
    expected: `${size} bytes`,
    found: `${there} bytes`,
  };
}

/** The next frame was found before the end that a frame claims. */
export function wrongSize(
  frame: number,
  offset: number,
  claimed: number,
  size: number,
): Diagnostic {
  return {
    severity: 'error',
    code: 'frame-size-wrong',
    message: `Frame ${frame} is not as long as it says: the next one begins before.`,
    offset,
    expected: `${size} bytes`,
    found: `${claimed} bytes`,
    frame,
  };
}

/** Bytes between damage and the next frame, `frame`. */
export function passedOver(offset: number, passed: number, frame: number): Diagnostic {
  return {
    severity: 'error',
    code: 'bytes-passed-over',
    message:
      `${passed} bytes before frame ${frame} are no frame and were passed over. Where a circular ` +
      'buffer had wrapped, the frames after them may be older ones that it had given up.',
    offset,
    expected: 'a frame',
    found: `${passed} bytes of something else`,
  };
}

/** The file's last bytes hold no frame; `givenUp` where it was too much work to be sure. */
export function unrecognised(offset: number, left: number, givenUp: boolean): Diagnostic {
  return {
    severity: 'error',
    code: 'bytes-not-recognised',
    message: givenUp
      ? `The search for a frame in the last ${left} bytes was given up: too much looks like one.`
      : `No frame can be recognised in the last ${left} bytes.`,
    offset,
    expected: 'a frame or the end marker',
    found: `${left} bytes of something else`,
  };
}

/** The status counts more frames than the file holds. */
export function fewerFrames(count: number, counted: number): Diagnostic {
  return {
    severity: 'warning',
    code: 'fewer-frames',
    message: `The file has ${count} ${count === 1 ? 'frame' : 'frames'}; its status says ${counted}.`,
    expected: `${counted} frames`,
    found: `${count} frames`,
  };
}
