// The parts of the file that are in sight, as a tree of two levels: what they stand in, and the parts themselves.
import type { BytesPart } from '../../src/editor/bytesMessages';

/** A line of the tree. */
export interface OutlineItem {
  readonly level: 1 | 2;
  readonly name: string;
  /** Of level 2, and of a part that stands in nothing. */
  readonly part?: BytesPart;
  /** Number of the frame that it is, or belongs to. */
  readonly frame?: number;
}

/** Lines that are shown at most. */
const maxItems = 300;

/** The tree of the parts given. */
export function outlineOf(parts: readonly BytesPart[]): OutlineItem[] {
  const items: OutlineItem[] = [];
  let within = '';
  for (const part of parts) {
    if (items.length >= maxItems) break;
    const { frame } = part;
    const ofFrame = frame === undefined ? {} : { frame };
    if (part.within !== within && part.within !== '') {
      items.push({ level: 1, name: part.within, ...ofFrame });
    }
    within = part.within;
    items.push({ level: within === '' ? 1 : 2, name: part.name, part, ...ofFrame });
  }
  return items;
}
