// The parts of a trace file, written: gdb manual, "Trace File Format". Everything is kept as it was
// read, but for what must change for gdb to read the file: line ends, the count of frames, and an R
// line that gdb would misread.
import { concat } from '../bytes/cursor';
import type { Description } from './description';
import { frameHeaderLength, type FrameLayout } from './blocks';
import { encodeLine } from './lexer';
import { withFrameCount } from './statusLine';

/** What ends a trace file, as gdb writes it; it reads the first two bytes. */
export const endMarker: Readonly<Uint8Array> = new Uint8Array(4);

/**
 * The description section, the empty line that ends it included, with the count of frames that
 * follow it.
 */
export function descriptionBytes(
  description: Description,
  frameLayout: FrameLayout,
  frameCount: number,
): Uint8Array {
  const { version, lines, registerBlockSize } = description;
  const texts = Array.from(lines, (line) => {
    if (line.offset === registerBlockSize?.line.offset)
      return registerBlockSizeText(description, frameLayout);
    return line.text.startsWith('status ') ? withFrameCount(line.text, frameCount) : line.text;
  });
  if (!registerBlockSize) texts.push(registerBlockSizeText(description, frameLayout));
  const written = [`\x7fTRACE${version}`, ...texts.filter((text) => text !== ''), ''];
  return concat(written.map((text) => encodeLine(`${text}\n`)));
}

/** The R line as it was, unless gdb would read another size than the one in use; empty for none. */
function registerBlockSizeText(
  { registerBlockSize: read }: Description,
  { registerBlockSize: used }: FrameLayout,
): string {
  if (read && (used === 0 || used === read.hexadecimal)) return read.line.text;
  return used === 0 ? '' : `R ${used.toString(16)}`;
}

/** What precedes the blocks of a frame; `size` of the blocks, in bytes. */
export function frameHeader(tracepoint: number, size: number, { order }: FrameLayout): Uint8Array {
  const header = new DataView(new ArrayBuffer(frameHeaderLength));
  header.setInt16(0, tracepoint, order === 'little');
  header.setUint32(2, size, order === 'little');
  return new Uint8Array(header.buffer);
}
