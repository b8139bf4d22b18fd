// Where the lines of the description are: gdb manual, "Trace File Format".
import { firstWhere } from '../bytes/firstWhere';
import type { ByteSource } from '../bytes/source';
import type { Description, DescriptionLine } from './description';
import { encodeLine } from './lineText';
import type { StructurePart } from './structurePart';

/** Bytes of the longest line end: CR LF. */
const longestLineEnd = 2;
const lf = 0x0a;

/** The parts of the description that touch a range of the file; offsets in bytes, `end` exclusive. */
export async function descriptionParts(
  source: ByteSource,
  description: Description,
  start: number,
  end: number,
): Promise<StructurePart[]> {
  const { lines, framesOffset } = description;
  const linesEnd = await endOfLines(source, description);
  const startOf = (line: number) => lines[line]?.offset ?? linesEnd;
  const parts: StructurePart[] = [];
  const add = (part: StructurePart): void => {
    if (part.length > 0 && part.offset < end && part.offset + part.length > start) parts.push(part);
  };
  add({ kind: 'magic', offset: 0, length: startOf(0) });
  for (let line = firstLineBehind(lines, start); line < lines.length; line++) {
    const offset = startOf(line);
    if (offset >= end) break;
    add({ kind: 'line', line, offset, length: startOf(line + 1) - offset });
  }
  const left = framesOffset - linesEnd;
  const kind = left <= longestLineEnd ? 'empty-line' : 'unread';
  add({ kind, offset: linesEnd, length: left });
  return parts;
}

/** Where the last line ends, its line end included. */
async function endOfLines(source: ByteSource, description: Description): Promise<number> {
  const { lines, framesOffset, version } = description;
  const last = lines.at(-1) ?? { offset: 0, text: `\x7fTRACE${version}` };
  const textEnd = last.offset + encodeLine(last.text).length;
  const behind = await source.read(textEnd, Math.min(longestLineEnd, framesOffset - textEnd));
  const lineEnd = behind.indexOf(lf);
  return textEnd + (lineEnd < 0 ? behind.length : lineEnd + 1);
}

/** The line that holds an offset, or the first one behind it. */
function firstLineBehind(lines: readonly DescriptionLine[], offset: number): number {
  return firstWhere(lines.length, (line) => (lines[line + 1]?.offset ?? Infinity) > offset);
}
