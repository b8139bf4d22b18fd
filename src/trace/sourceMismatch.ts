// Whether a file is the source that a program was compiled from: by the checksum that DWARF 5 has
// of it, else by its name and its number of lines.
import { concat } from '../bytes/concat';
import { md5 } from '../bytes/md5';
import { baseName } from './paths';

/** What programs say of one of their sources. */
export interface RecordedSource {
  /** As recorded. */
  readonly path: string;
  /** MD5 checksums, where the compiler wrote them; of several builds several. */
  readonly checksums: readonly string[];
  /** The last line with code; 0 where none has. */
  readonly lastLine: number;
}

/** Why a file is not the source. `lines`: how many it has. */
export type SourceMismatch =
  { readonly kind: 'checksum' | 'name' } | { readonly kind: 'length'; readonly lines: number };

/** What speaks against a file; undefined where nothing does. */
export function sourceMismatch(
  { path: recorded, checksums, lastLine }: RecordedSource,
  path: string,
  contents: Uint8Array,
): SourceMismatch | undefined {
  const lines = linesOf(contents);
  if (checksums.length > 0) {
    const isSame = checksums.some((each) => checksumsOf(contents, lines).includes(each));
    return isSame ? undefined : { kind: 'checksum' };
  }
  if (baseName(path).toLowerCase() !== baseName(recorded).toLowerCase()) return { kind: 'name' };
  return lines.length < lastLine ? { kind: 'length', lines: lines.length } : undefined;
}

const carriageReturn = 0x0d;
const lineFeed = 0x0a;

/** Lines without their ends. */
function linesOf(contents: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let start = 0; start < contents.length;) {
    const at = contents.indexOf(lineFeed, start);
    const end = at < 0 ? contents.length : at;
    const isCrlf = at > start && contents[at - 1] === carriageReturn;
    lines.push(contents.subarray(start, isCrlf ? end - 1 : end));
    start = end + 1;
  }
  return lines;
}

/** Checksums of a text. Version control may have written its line ends as another system does. */
function checksumsOf(contents: Uint8Array, lines: readonly Uint8Array[]): string[] {
  const endedBy = (...end: number[]) =>
    md5(concat(lines.flatMap((line) => [line, Uint8Array.from(end)])));
  return [md5(contents), endedBy(lineFeed), endedBy(carriageReturn, lineFeed)];
}
