// Trace files made by hand, byte by byte.
import type { ByteOrder } from '../../../src/bytes/cursor';
import type { Diagnostic } from '../../../src/bytes/diagnostic';
import type { ByteSource } from '../../../src/bytes/source';
import type { PcField, FrameLayout } from '../../../src/format/blocks';
import type { Description } from '../../../src/format/description';
import { readDescription } from '../../../src/format/descriptionReader';
import { FrameIndex } from '../../../src/format/frameIndex';
import { indexFrames } from '../../../src/format/indexingPass';

/** Text as UTF-8 and bytes, one behind the other. */
export function bytes(...parts: (string | Uint8Array | readonly number[])[]): Uint8Array {
  return new Uint8Array(
    Buffer.concat(
      parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))),
    ),
  );
}

/** The same bytes, again and again. */
export function repeated(part: Uint8Array, count: number): Uint8Array {
  return bytes(Buffer.concat(new Array<Uint8Array>(count).fill(part)));
}

/** A description section with the lines given, from the magic to the empty line. */
export function header(...lines: string[]): Uint8Array {
  return bytes(['\x7fTRACE0', ...lines, '', ''].join('\n'));
}

/** A number's bytes. */
function number(order: ByteOrder, length: number, value: bigint | number): number[] {
  const digits = BigInt.asUintN(8 * length, BigInt(value));
  const little = Array.from({ length }, (_, at) => Number((digits >> BigInt(8 * at)) & 0xffn));
  return order === 'little' ? little : little.reverse();
}

/** Writes blocks and frames in one byte order. */
export function maker(order: ByteOrder) {
  const framed = (tracepoint: number, size: number, ...blocks: Uint8Array[]): Uint8Array =>
    bytes(number(order, 2, tracepoint), number(order, 4, size), ...blocks);
  return {
    registers: (size: number, pc?: { offset: number; value: bigint }): Uint8Array => {
      const block = new Uint8Array(1 + size).fill(0x11);
      block[0] = 0x52;
      if (pc) block.set(number(order, 8, pc.value), 1 + pc.offset);
      return block;
    },
    memory: (address: bigint, data: Uint8Array | readonly number[]): Uint8Array =>
      bytes('M', number(order, 8, address), number(order, 2, data.length), data),
    variable: (variable: number, value: bigint): Uint8Array =>
      bytes('V', number(order, 4, variable), number(order, 8, value)),
    staticData: (text: string): Uint8Array =>
      bytes('S', number(order, 2, text.length + 1), text, [0]),
    frame: (tracepoint: number, ...blocks: Uint8Array[]): Uint8Array =>
      framed(tracepoint, bytes(...blocks).length, ...blocks),
    /** A frame that claims a size of its own. */
    framed,
  };
}

/** A file of the parts given. What is read of it is a copy, as of a file on disk. */
export function sourceOf(...parts: (string | Uint8Array | readonly number[])[]): ByteSource {
  const file = bytes(...parts);
  return {
    size: file.length,
    read: (offset, length) => Promise.resolve(file.slice(offset, offset + length)),
  };
}

/** The description and its diagnostics, of a file that begins as it should. */
export async function described(
  source: ByteSource,
): Promise<{ description: Description; diagnostics: Diagnostic[] }> {
  const read = await readDescription(source);
  if ('problem' in read) throw new Error(read.problem);
  return read;
}

/** The index of a file's frames. */
export async function indexed(
  source: ByteSource,
  frameLayout: FrameLayout,
  pcField?: PcField,
): Promise<{ index: FrameIndex; diagnostics: Diagnostic[]; description: Description }> {
  const { description } = await described(source);
  const counted = description.status?.framesInBuffer;
  const index = new FrameIndex();
  const { diagnostics } = await indexFrames(
    index,
    source,
    description.framesOffset,
    frameLayout,
    pcField,
    {
      tracepoints: description.tracepoints.map((tracepoint) => tracepoint.number),
      ...(counted !== undefined && { framesInBuffer: counted }),
    },
  );
  return { index, diagnostics, description };
}

export function codes(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map((diagnostic) => diagnostic.code);
}
