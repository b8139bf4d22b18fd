// The description section as lines, read by range: gdb manual, "Trace File Format". It ends with an
// empty line. gdb reads lines of at most 999 bytes that end in LF; here they may be of any length and
// end in CR LF.
import { concat } from '../bytes/concat';
import type { ByteSource } from '../bytes/source';
import type { DescriptionLine } from './description';
import { decodeLine } from './lineText';

/** Lines that one range of the file completed. */
interface LineBatch {
  readonly lines: readonly DescriptionLine[];
  /** Set in the last batch. */
  readonly end?: DescriptionEnd;
}

/** Where and how the section ended. */
export interface DescriptionEnd {
  /** `cut`: the file ended within the section. `limit`: it is too long to be one. */
  readonly reason: 'empty-line' | 'cut' | 'limit';
  /** Offset after the empty line; the file's size where there was none. */
  readonly offset: number;
  /** Where the file ended within a line: that line. */
  readonly cutLine?: DescriptionLine;
}

const chunkSize = 64 * 1024;
/** A file without an empty line must not end up in memory whole. */
const longestDescription = 256 * 1024 * 1024;
const mostLines = 4_000_000;
const lf = 0x0a;
const cr = 0x0d;

/** Reads the section from the file's first byte, batch by batch. */
export async function* readLines(source: ByteSource): AsyncGenerator<LineBatch> {
  const splitter = new LineSplitter();
  for (let offset = 0; ;) {
    const chunk = await source.read(offset, chunkSize);
    const lines = splitter.take(chunk);
    offset += chunk.length;
    if (splitter.ended) {
      yield { lines, end: { reason: 'empty-line', offset: splitter.lineStart } };
      return;
    }
    if (chunk.length === 0) {
      yield { lines, end: { reason: 'cut', offset: source.size, ...splitter.cutLine() } };
      return;
    }
    if (offset >= longestDescription || splitter.count >= mostLines) {
      yield { lines, end: { reason: 'limit', offset: source.size } };
      return;
    }
    yield { lines };
  }
}

class LineSplitter {
  ended = false;
  count = 0;
  /** Offset in the file of the line that comes next. */
  lineStart = 0;
  /** The beginning of that line, from earlier chunks. */
  private pieces: Uint8Array[] = [];

  /** The lines that `chunk` completes, up to the empty line. */
  take(chunk: Uint8Array): DescriptionLine[] {
    const lines: DescriptionLine[] = [];
    let start = 0;
    while (!this.ended) {
      const end = chunk.indexOf(lf, start);
      if (end < 0) break;
      this.pieces.push(chunk.subarray(start, end));
      const line = this.closeLine(1);
      if (line.text === '') this.ended = true;
      else lines.push(line);
      start = end + 1;
    }
    if (!this.ended && start < chunk.length) this.pieces.push(chunk.slice(start));
    this.count += lines.length;
    return lines;
  }

  cutLine(): { cutLine?: DescriptionLine } {
    return this.pieces.length > 0 ? { cutLine: this.closeLine(0) } : {};
  }

  private closeLine(lineEnd: number): DescriptionLine {
    const bytes = concat(this.pieces);
    const line = { offset: this.lineStart, text: decodeLine(withoutCr(bytes)) };
    this.lineStart += bytes.length + lineEnd;
    this.pieces = [];
    return line;
  }
}

function withoutCr(bytes: Uint8Array): Uint8Array {
  return bytes.at(-1) === cr ? bytes.subarray(0, -1) : bytes;
}
