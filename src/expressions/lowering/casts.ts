// Casts (ISO C, "Cast operators"; ISO C++, "Explicit type conversion") of values that are not known yet.
import type { ClassType, Type } from '../../symbols/type';
import { asClass, isReference, sizeOf, strip, targetOf } from '../../values/types';
import { Failure } from '../problem';
import { scalarType } from '../scalar';
import {
  isObject,
  type BackEnd,
  type Lowered,
  type LoweredNumber,
  type LoweredObject,
} from './lowered';
import { lowerAddress, lowerBase, lowerNumber } from './objects';
import { lowerConversion } from './operators';

/** The value as another type. */
export async function lowerCast<Word, Place>(
  value: Lowered<Word, Place>,
  type: Type,
  backEnd: BackEnd<Word, Place>,
): Promise<Lowered<Word, Place>> {
  const bare = strip(type);
  if (bare.kind === 'pointer') return asPointer(lowerNumber(value, backEnd), bare.target, backEnd);
  if (isReference(bare)) {
    const pointer = await asPointer(lowerAddress(value, value.type, backEnd), bare.target, backEnd);
    return backEnd.at(pointer.word, bare.target);
  }
  const wanted = scalarType(bare);
  if (wanted) {
    const own = strip(value.type);
    // What has the type already stays what it is, in whatever format.
    const isSame = own.kind === 'base' && wanted.kind === 'base' && own.name === wanted.name;
    if (isSame && isObject(value)) return { ...value, type };
    return lowerConversion(lowerNumber(value, backEnd), wanted, backEnd);
  }
  if (!isObject(value)) throw new Failure('Invalid cast.');
  const base = asClass(bare) && (await partOf(value, asClass(bare), backEnd));
  if (base) return { ...base, type };
  const address = backEnd.address(value.place, backEnd.rules.types.unsignedLong);
  if (address === undefined) throw new Failure('Invalid cast.');
  return backEnd.at(address, type);
}

/** A pointer to a class follows its bases; one to nothing stays that. */
async function asPointer<Word, Place>(
  number: LoweredNumber<Word>,
  target: Type,
  backEnd: BackEnd<Word, Place>,
): Promise<LoweredNumber<Word>> {
  const pointer = lowerConversion(number, backEnd.rules.types.pointerTo(target), backEnd);
  const [from, to] = [targetOf(number.type), target].map((each) => each && asClass(each));
  if (!from || !to) return pointer;
  const down = await distanceBetween(from, to, backEnd);
  const shift = down ?? -((await distanceBetween(to, from, backEnd)) ?? 0n);
  return shift === 0n
    ? pointer
    : { ...pointer, word: backEnd.movedUnlessZero(pointer.word, shift) };
}

/** Bytes from an object to a base of it; undefined where it is none. */
async function distanceBetween<Word, Place>(
  whole: ClassType,
  base: ClassType,
  backEnd: BackEnd<Word, Place>,
): Promise<bigint | undefined> {
  const { unsignedLong } = backEnd.rules.types;
  const nowhere = backEnd.constant(0n, unsignedLong);
  const part = await partOf(backEnd.at(nowhere, whole), base, backEnd);
  const address = part && backEnd.address(part.place, unsignedLong);
  const distance = address === undefined ? undefined : backEnd.constantOf(address);
  if (part && distance === undefined) {
    throw new Failure('A pointer to a virtual base does not lead to the object around it.');
  }
  return distance;
}

/** The object or the base of it whose class is the one wanted. */
async function partOf<Word, Place>(
  object: LoweredObject<Word, Place>,
  wanted: ClassType | undefined,
  backEnd: BackEnd<Word, Place>,
  seen = new Set<number>(),
): Promise<LoweredObject<Word, Place> | undefined> {
  const type = asClass(object.type);
  // Damaged classes may be bases of themselves.
  if (!type || !wanted || seen.has(type.offset) || sizeOf(type) === undefined) return undefined;
  seen.add(type.offset);
  if (type === wanted || (type.name !== undefined && type.name === wanted.name)) return object;
  for (const base of (await type.members()).bases) {
    const found = await partOf(await lowerBase(object, base, backEnd), wanted, backEnd, seen);
    if (found) return found;
  }
  return undefined;
}
