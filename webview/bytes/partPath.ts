// A byte of the file in words: what it stands in, from the outside in.
import type { BytesPart } from '../../src/editor/bytesMessages';

/** `frame 41`, `M block 0x404028, 8 bytes`, `data + 3, at 0x40402b`; empty where the part is not known. */
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
