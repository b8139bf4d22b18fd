// The bytes of something in a frame, for `$_changed` and `$_collected`, without waiting.
import { toBytes } from '../numberBytes';
import { sizeOf } from '../values/types';
import { mostBytes } from '../values/value';
import { NotQuick, type QuickFrame } from './quickFrame';
import { isObject, type Quick } from './quickPart';

/** Bytes in the frame that a search has come to; they change with the next thing that is read. */
export type QuickBytes = () => Uint8Array | undefined;

/** The bytes of a value, if all of them are available. */
export function bytesOf(quick: Quick, frame: QuickFrame): QuickBytes {
  if (isObject(quick)) {
    const size = Math.min(sizeOf(quick.type) ?? 0, mostBytes);
    return () => {
      if (!quick.reach(0, size)) return undefined;
      return new Uint8Array(frame.view.buffer, frame.view.byteOffset + frame.at, size);
    };
  }
  if (!quick.integer) throw new NotQuick();
  return () => {
    const scalar = quick.scalar();
    return scalar?.kind === 'integer'
      ? toBytes(scalar.value, scalar.type.size, frame.order)
      : undefined;
  };
}

/** Whether the frame itself holds all of a value. */
export function isCollected(quick: Quick, frame: QuickFrame): () => boolean {
  if (!isObject(quick)) {
    if (quick.isBitField) throw new NotQuick();
    return () => quick.scalar() !== undefined;
  }
  const size = Math.min(sizeOf(quick.type) ?? 0, mostBytes);
  const { address, reach } = quick;
  if (!address) return () => reach(0, size);
  return () => {
    const start = address();
    return start !== undefined && frame.isCollected(start, size);
  };
}
