// What the bytes of a trace file are, part by part: gdb manual, "Trace File Format". The parts follow
// each other without a gap from the file's first byte to its last.
import type { Block } from './blocks';
import { frameHeaderLength } from './framing';

/** What a part is. */
type PartContent =
  /** The first line: the magic and the version. */
  | { readonly kind: 'magic' }
  /** A line of the description, its line end included; `line` is its place in `Description.lines`. */
  | { readonly kind: 'line'; readonly line: number }
  /** The empty line that ends the description. */
  | { readonly kind: 'empty-line' }
  /** What a frame begins with. A frame that the file's end cuts off has no number. */
  | {
      readonly kind: 'header';
      readonly frame: number | undefined;
      readonly tracepoint: number;
      /** Bytes of its blocks, as it says. */
      readonly size: number;
    }
  /** A block of a frame; offsets in `block` are bytes from where the part begins. */
  | { readonly kind: 'block'; readonly frame: number | undefined; readonly block: Block }
  /** Bytes before frame `next` that are no frame. */
  | { readonly kind: 'passed-over'; readonly next: number }
  /** The tracepoint number 0 behind the last frame. */
  | { readonly kind: 'end' }
  | { readonly kind: 'after-end' }
  /** The rest of the file, in which no frame was recognised. */
  | { readonly kind: 'unrecognised' }
  /** What the index has not come to yet, or the rest of a description that is too long. */
  | { readonly kind: 'unread' };

/** A stretch of the file and what it is. */
export type StructurePart = PartContent & {
  /** Where it begins in the file, in bytes. */
  readonly offset: number;
  /** Bytes; at least 1. */
  readonly length: number;
};

/** A named stretch of a part. */
export interface StructureField {
  readonly name: string;
  /** Bytes from where the part begins. */
  readonly offset: number;
  /** Bytes. */
  readonly length: number;
}

/** The fields of a part up to what it holds of them; none where it has only itself. */
export function fieldsOf(part: StructurePart): StructureField[] {
  const fields =
    part.kind === 'header' ? headerFields : part.kind === 'block' ? blockFields(part) : [];
  return fields
    .filter(({ offset }) => offset < part.length)
    .map((field) => ({ ...field, length: Math.min(field.length, part.length - field.offset) }));
}

const headerFields: readonly StructureField[] = [
  { name: 'tracepoint', offset: 0, length: 2 },
  { name: 'size', offset: 2, length: frameHeaderLength - 2 },
];

function blockFields({ block, length }: StructurePart & { kind: 'block' }): StructureField[] {
  const type = { name: 'type', offset: 0, length: 1 };
  const payload = (name: string) => ({ name, offset: block.offset, length: length - block.offset });
  switch (block.kind) {
    case 'R':
      return [type, payload('registers')];
    case 'M':
      return [
        type,
        { name: 'address', offset: 1, length: 8 },
        { name: 'length', offset: 9, length: 2 },
        payload('data'),
      ];
    case 'V':
      return [
        type,
        { name: 'variable', offset: 1, length: 4 },
        { name: 'value', offset: 5, length: 8 },
      ];
    case 'S':
      return [type, { name: 'length', offset: 1, length: 2 }, payload('data')];
    case 'unknown':
      return [type];
  }
}
