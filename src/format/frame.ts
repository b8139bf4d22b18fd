// One frame of a trace file, read whole.
import { t } from '@vscode/l10n';
import type { ByteOrder } from '../bytes/cursor';
import type { Diagnostic } from '../bytes/diagnostic';
import type { ByteSource } from '../bytes/source';
import { inSteps } from '../bytes/timeSlice';
import { readingBlocks, type Block, frameHeaderLength, type FrameLayout } from './blocks';
import type { FrameIndex } from './frameIndex';

/** A frame with its bytes and what they are. */
export interface Frame {
  /** Counts from 0, as gdb's does. */
  readonly number: number;
  /** The file's tracepoint number. */
  readonly tracepoint: number;
  /** Offset of the frame's header in the file, in bytes. */
  readonly offset: number;
  /** The bytes after the 6-byte header. */
  readonly bytes: Uint8Array;
  readonly order: ByteOrder;
  readonly blocks: readonly Block[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Bytes of one frame that are read at most; gdbserver's whole buffer has 5 MB by default. */
const maxFrameBytes = 256 * 1024 * 1024;

/** Reads a frame that the index holds. Its diagnostics' offsets are those in the file. */
export async function readFrame(
  source: ByteSource,
  index: FrameIndex,
  number: number,
  frameLayout: FrameLayout,
): Promise<Frame> {
  const offset = index.offset(number);
  const size = index.size(number);
  const bytesOffset = offset + frameHeaderLength;
  const bytes = await source.read(bytesOffset, Math.min(size, maxFrameBytes));
  const { blocks, diagnostics } = await inSteps(
    readingBlocks(bytes, frameLayout.order, frameLayout.registerBlockSize),
  );
  const found = diagnostics.map((diagnostic) => ({
    ...diagnostic,
    offset: bytesOffset + (diagnostic.offset ?? 0),
    frame: number,
  }));
  if (bytes.length < size) found.push(shortFrame(number, offset, size, bytes.length));
  return {
    number,
    tracepoint: index.tracepoint(number),
    offset,
    bytes,
    order: frameLayout.order,
    blocks,
    diagnostics: found,
  };
}

function shortFrame(
  frame: number,
  offset: number,
  size: number,
  there: number,
): Diagnostic & { offset: number; frame: number } {
  const changed = there < maxFrameBytes;
  return {
    severity: 'error',
    code: changed ? 'file-changed' : 'frame-too-large',
    message: changed
      ? t('The file has become shorter since it was opened; open it again.')
      : t('Only the first {0} bytes of the frame are read.', maxFrameBytes),
    offset,
    expected: `${size} bytes`,
    found: `${there} bytes`,
    frame,
  };
}
