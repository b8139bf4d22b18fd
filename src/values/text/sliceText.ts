// Arrays of D that know their length: structs of it and of a pointer to the elements (D ABI, "Arrays").
import type { ClassType, Type } from '../../symbols/type';
import { at, memberOf } from '../navigate';
import { asInteger } from '../numbers';
import { isInteger, strip } from '../types';
import type { Value } from '../value';
import type { Writer } from './writer';

/** The elements; undefined where the value is no such array, or is not known. */
export async function sliceText(
  value: Value,
  type: ClassType,
  depth: number,
  writer: Writer,
): Promise<string | undefined> {
  const [length, pointer, ...others] = (await type.members()).members;
  if (length?.name !== 'length' || pointer?.name !== 'ptr' || others.length > 0) return undefined;
  const target = strip(pointer.type);
  if (!isInteger(length.type) || target.kind !== 'pointer') return undefined;
  const [count, start] = [await memberOf(value, length), await memberOf(value, pointer)];
  if ('problem' in count || 'problem' in start) return undefined;
  const [elements, address] = [await asInteger(count), await asInteger(start)];
  if (elements === undefined || address === undefined) return undefined;
  const array: Type = {
    kind: 'array',
    element: target.target,
    dimensions: [{ lower: 0n, count: elements }],
    vector: false,
  };
  return writer.write(await at(array, address, value.surroundings), depth);
}
