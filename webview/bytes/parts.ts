// The parts of the file in words: those that contain a byte, from the outside in, and those in
// sight as a tree of two levels. No DOM in here.
import type { BytesPart } from '../../src/ask/bytes/fileBytes';

/**
 * `frame 41`, `M block 0x404028, 8 bytes`, `data + 3, at 0x40402b`; empty where the part is not
 * known.
 */
export function partPath(part: BytesPart | undefined, offset: number): readonly string[] {
  if (!part) return [];
  const outer = part.within === '' ? [part.name] : [part.within, part.name];
  const field = part.fields.find(
    (each) => offset >= each.offset && offset < each.offset + each.length,
  );
  if (!field) return part.length > 1 ? [...outer, `byte ${offset - part.offset}`] : outer;
  const into = offset - field.offset;
  const place = into === 0 ? field.name : `${field.name} + ${into}`;
  if (field.address === undefined) return [...outer, place];
  const address = BigInt.asUintN(64, BigInt(field.address) + BigInt(into));
  return [...outer, `${place}, at 0x${address.toString(16)}`];
}

/** A line of the tree. */
export interface OutlineItem {
  readonly level: 1 | 2;
  readonly name: string;
  /** Of level 2, and of a part that is in nothing. */
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
