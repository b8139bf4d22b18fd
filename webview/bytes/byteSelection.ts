// The selected bytes of the file, and the keys that move them: WAI-ARIA Authoring Practices, "Grid Pattern".

/** The bytes from the anchor to the cursor, both included, in either order; offsets in the file. */
export interface ByteSelection {
  readonly anchor: number;
  /** The byte that keys move. */
  readonly cursor: number;
}

/** A stretch of the file, in bytes. */
export interface ByteStretch {
  readonly offset: number;
  readonly length: number;
}

interface ByteStanding {
  readonly cursor: number;
  /** Bytes of the file. */
  readonly size: number;
  readonly rowBytes: number;
  readonly rowsPerPage: number;
}

/** The selected stretch. */
export function stretchOf({ anchor, cursor }: ByteSelection): ByteStretch {
  return { offset: Math.min(anchor, cursor), length: Math.abs(anchor - cursor) + 1 };
}

/** The selection of a stretch, as much of it as the file has, with the cursor at its first byte. */
export function selectionOf({ offset, length }: ByteStretch, size: number): ByteSelection {
  const cursor = within(offset, size);
  return { cursor, anchor: Math.max(cursor, within(offset + length - 1, size)) };
}

/** Where a key takes the cursor; undefined for a key that does not move it. */
export function cursorForKey(
  key: string,
  control: boolean,
  standing: ByteStanding,
): number | undefined {
  const to = target(key, control, standing);
  return to === undefined || standing.size === 0 ? undefined : within(to, standing.size);
}

function target(key: string, control: boolean, standing: ByteStanding): number | undefined {
  const { cursor, size, rowBytes, rowsPerPage } = standing;
  const rowStart = cursor - (cursor % rowBytes);
  const page = Math.max(1, rowsPerPage - 1) * rowBytes;
  switch (key) {
    case 'ArrowLeft':
      return cursor - 1;
    case 'ArrowRight':
      return cursor + 1;
    case 'ArrowUp':
      return cursor < rowBytes ? cursor : cursor - rowBytes;
    case 'ArrowDown':
      return cursor + rowBytes < size ? cursor + rowBytes : cursor;
    case 'PageUp':
      return cursor - page < 0 ? cursor % rowBytes : cursor - page;
    case 'PageDown':
      return cursor + page;
    case 'Home':
      return control ? 0 : rowStart;
    case 'End':
      return control ? size - 1 : rowStart + rowBytes - 1;
    default:
      return undefined;
  }
}

function within(offset: number, size: number): number {
  return Math.min(Math.max(offset, 0), Math.max(0, size - 1));
}
