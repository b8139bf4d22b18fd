// What one reading found wrong. A hostile file can be wrong in a million places: the first thousand
// are kept, the rest are counted.
import { t } from '@vscode/l10n';
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
    const message = t('{0} more findings are not listed.', this.left);
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
    message: t('The file ends without an end marker: frames after the last one may be missing.'),
    offset,
    expected: t('tracepoint number 0'),
    found: left === 0 ? t('the end of the file') : '1 byte',
  };
}

export function bytesAfterEnd(offset: number, left: number): Diagnostic {
  return {
    severity: 'warning',
    code: 'bytes-after-end',
    message: t('{0} bytes follow the end marker; they are not read.', left),
    offset,
    expected: t('the end of the file'),
    found: `${left} bytes`,
  };
}

/** The file ends within a frame's header, of which `there` bytes are there. */
export function cutHeader(offset: number, there: number): Diagnostic {
  return {
    severity: 'error',
    code: 'frame-cut-off',
    message: t(
      'The file ends within the header of a frame: {0} of its {1} bytes are there.',
      there,
      frameHeaderLength,
    ),
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
    message: t(
      'The file ends within a frame of tracepoint {0}: {1} of its {2} bytes are there.',
      tracepoint,
      there,
      size,
    ),
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
    message: t('Frame {0} is not as long as it says: the next one begins before.', frame),
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
    message: t(
      '{0} bytes before frame {1} are no frame and were passed over. Where a circular buffer had wrapped, the frames after them may be older ones that it had given up.',
      passed,
      frame,
    ),
    offset,
    expected: 'a frame',
    found: t('{0} bytes of something else', passed),
  };
}

/** The file's last bytes hold no frame; `givenUp` where it was too much work to be sure. */
export function unrecognised(offset: number, left: number, givenUp: boolean): Diagnostic {
  return {
    severity: 'error',
    code: 'bytes-not-recognised',
    message: givenUp
      ? t(
          'The search for a frame in the last {0} bytes was given up: too much looks like one.',
          left,
        )
      : t('No frame can be recognised in the last {0} bytes.', left),
    offset,
    expected: t('a frame or the end marker'),
    found: t('{0} bytes of something else', left),
  };
}

/** The status counts more frames than the file holds. */
export function fewerFrames(count: number, counted: number): Diagnostic {
  return {
    severity: 'warning',
    code: 'fewer-frames',
    message:
      count === 1
        ? t('The file has 1 frame; its status says {0}.', counted)
        : t('The file has {0} frames; its status says {1}.', count, counted),
    expected: t('{0} frames', counted),
    found: t('{0} frames', count),
  };
}
