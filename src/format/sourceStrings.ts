// What the user typed, from `tp Z` lines: gdb manual, "Tracepoint Packets" (QTDPsrc). A long string
// may come in several lines, each with the offset of its piece and the length of the whole.
import { concat } from '../bytes/concat';
import type { DescriptionLine } from './description';
import type { Findings } from './findings';

/** The source strings of one location. */
export interface Source {
  readonly at?: string;
  readonly condition?: string;
  readonly commands: readonly string[];
  /** `type: text` of the types that gdb does not know. */
  readonly other: readonly string[];
}

interface OpenString {
  readonly line: DescriptionLine;
  readonly type: string;
  readonly pieces: Uint8Array[];
  /** Bytes there are. */
  length: number;
  /** Bytes there should be, if a line said. */
  announced: number | undefined;
}

const utf8 = new TextDecoder();

/** Joins the source strings of one location. */
export class SourceStrings {
  private readonly strings: OpenString[] = [];

  /** Adds a line's piece; `start` and `announced` are the offset and length it gives, in bytes. */
  add(
    line: DescriptionLine,
    type: string,
    start: number,
    announced: number | undefined,
    bytes: Uint8Array,
  ): void {
    const last = this.strings.at(-1);
    if (start > 0 && last?.type === type && last.length === start) {
      last.pieces.push(bytes);
      last.length += bytes.length;
      last.announced = announced;
    } else {
      this.strings.push({ line, type, pieces: [bytes], length: bytes.length, announced });
    }
  }

  /** The strings of all pieces added. */
  finish(findings: Findings): Source {
    const texts = this.strings.map((string) => ({
      type: string.type,
      text: utf8.decode(concat(string.pieces)),
    }));
    for (const string of this.strings) this.check(string, findings);
    const at = texts.find(({ type }) => type === 'at')?.text;
    const condition = texts.find(({ type }) => type === 'cond')?.text;
    return {
      ...(at !== undefined && { at }),
      ...(condition !== undefined && { condition }),
      commands: texts.filter(({ type }) => type === 'cmd').map(({ text }) => text),
      other: texts
        .filter(({ type }) => !['at', 'cond', 'cmd'].includes(type))
        .map(({ type, text }) => `${type}: ${text}`),
    };
  }

  private check({ line, type, length, announced }: OpenString, findings: Findings): void {
    if (length === announced) return;
    findings.add({
      severity: 'warning',
      code: 'incomplete-source',
      message: `A source string (${type}) is not as long as its line says.`,
      offset: line.offset,
      expected: announced === undefined ? 'a length' : `${announced} bytes`,
      found: `${length} bytes`,
    });
  }
}
