// The frames of a sound trace file, found by the manual's description of the file alone, so that
// tests have something beside our own reader to compare with.

/** A block in a file; offset and length of what it holds, behind its own header, in bytes. */
interface BlockInFile {
  readonly kind: string;
  readonly offset: number;
  readonly length: number;
}

/** A frame in a file. Offsets are bytes of the file. */
export interface FrameInFile {
  readonly tracepoint: number;
  readonly offset: number;
  readonly end: number;
  /** Bytes behind its header. */
  readonly size: number;
  readonly blocks: readonly BlockInFile[];
}

/** Where the parts of a file are. */
export interface TraceParts {
  readonly framesOffset: number;
  readonly frames: readonly FrameInFile[];
  /** Where the end marker begins. */
  readonly end: number;
}

/** Finds the frames; fails where the file is not sound. */
export function framesIn(file: Uint8Array, order: 'little' | 'big'): TraceParts {
  const framesOffset = Buffer.from(file).indexOf('\n\n') + 2;
  const description = Buffer.from(file.subarray(0, framesOffset)).toString('latin1');
  const registers = Number.parseInt(/^R ([\da-f]+)$/m.exec(description)?.[1] ?? '', 16);
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const little = order === 'little';
  const blockAt = (at: number): BlockInFile => {
    const kind = String.fromCharCode(view.getUint8(at));
    if (kind === 'R') return { kind, offset: at + 1, length: registers };
    if (kind === 'V') return { kind, offset: at + 1, length: 12 };
    if (kind === 'M') return { kind, offset: at + 11, length: view.getUint16(at + 9, little) };
    throw new Error(`A block of kind ${kind} at ${at}.`);
  };
  const frames: FrameInFile[] = [];
  let at = framesOffset;
  for (let tracepoint; (tracepoint = view.getInt16(at, little)) !== 0;) {
    const size = view.getUint32(at + 2, little);
    const end = at + 6 + size;
    const blocks: BlockInFile[] = [];
    for (let block = at + 6; block < end;) {
      const found = blockAt(block);
      blocks.push(found);
      block = found.offset + found.length;
    }
    frames.push({ tracepoint, offset: at, end, size, blocks });
    at = end;
  }
  return { framesOffset, frames, end: at };
}
