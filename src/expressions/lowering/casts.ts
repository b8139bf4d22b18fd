// Casts (ISO C, "Cast operators"; ISO C++, "Explicit type conversion"): numbers are converted,
// pointers to classes follow their bases, and what is in memory is looked at as another type.
import type { BaseClass, PointerType, Type } from '../../symbols/type';
import { asClass, isFloat, isReference, strip, targetOf } from '../../values/types';
import { Failure } from '../problem';
import { scalarType } from '../scalar';
import { isObject, type BackEnd, type Lowered, type LoweredNumber } from './lowered';
import { lowerAddress, lowerBase, lowerNumber, pathToBase } from './objects';
import { lowerConversion } from './operators';

const invalidCast = 'Invalid cast.';

/** The value as another type. */
export async function lowerCast<Word, Place>(
  value: Lowered<Word, Place>,
  type: Type,
  backEnd: BackEnd<Word, Place>,
): Promise<Lowered<Word, Place>> {
  const bare = strip(type);
  if (bare.kind === 'pointer') return toPointer(value, type, bare, backEnd);
  if (isReference(bare)) {
    return toPointer(await lowerAddress(value, backEnd), type, bare, backEnd);
  }
  const other = await backEnd.more?.cast(value, type);
  if (other) return other;
  const wanted = scalarType(bare);
  if (!wanted) return reinterpreted(value, type, backEnd);
  if (isSameNumber(wanted, strip(value.type))) {
    return isObject(value) ? { ...value, type } : { ...value, declared: type };
  }
  const number = await lowerNumber(value, backEnd, invalidCast);
  if (isFloat(bare) && number.type.kind === 'pointer') throw new Failure(invalidCast);
  return { ...lowerConversion(number, wanted, backEnd), declared: type };
}

/** What has the type already stays what it is, known or not, in whatever format. */
function isSameNumber(wanted: Type, own: Type): boolean {
  if (wanted.kind !== 'base' || own.kind !== 'base') return false;
  return wanted.name === own.name && wanted.size === own.size && wanted.encoding === own.encoding;
}

/** A pointer to a class follows its bases; one to nothing stays that. */
async function toPointer<Word, Place>(
  value: Lowered<Word, Place>,
  declared: Type,
  type: PointerType,
  backEnd: BackEnd<Word, Place>,
): Promise<LoweredNumber<Word>> {
  const number = await lowerNumber(value, backEnd, invalidCast);
  if (isFloat(number.type)) throw new Failure(invalidCast);
  const pointer = { ...lowerConversion(number, type, backEnd), declared };
  const from = asClass(targetOf(number.type) ?? { kind: 'void' });
  const to = asClass(type.target);
  if (!from || !to || backEnd.semantics.typesOnly) return pointer;
  const up = await pathToBase(from, to, backEnd);
  const down = up ? undefined : await pathToBase(to, from, backEnd);
  const path = up ?? down;
  if (!path) return pointer;
  const bytes = bytesTo(path);
  if (bytes === undefined) {
    return { ...pointer, word: await pastVirtualBase(pointer, up ? from : to, path, backEnd, !up) };
  }
  if (bytes === 0n) return pointer;
  return { ...pointer, word: backEnd.movedUnlessZero(pointer, up ? bytes : -bytes) };
}

/** Bytes from an object to a base of it; undefined where the object itself says how many. */
function bytesTo(path: readonly BaseClass[]): bigint | undefined {
  let bytes = 0n;
  for (const { offset } of path) {
    if (typeof offset !== 'bigint') return undefined;
    bytes += offset;
  }
  return bytes;
}

/** As far on as a virtual base is in the object that the pointer leads to; or back, if `isBack`. */
async function pastVirtualBase<Word, Place>(
  pointer: LoweredNumber<Word>,
  whole: Type,
  path: readonly BaseClass[],
  backEnd: BackEnd<Word, Place>,
  isBack: boolean,
): Promise<Word> {
  const isSet = backEnd.isTrue(pointer);
  if (isSet === false) return pointer.word;
  if (isSet === undefined) {
    throw new Failure('A pointer to a virtual base does not lead to the object around it.');
  }
  const { long, unsignedLong } = backEnd.semantics.types;
  const part = await lowerBase(await backEnd.at(pointer.word, whole), path, backEnd);
  const address = await backEnd.address(part, unsignedLong, 'inside');
  if (address === undefined) return pointer.word;
  const bytes = backEnd.distance(pointer.word, address, 1n, long);
  return backEnd.moved(pointer, bytes, isBack ? -1n : 1n, true);
}

/** A class or array: a base of the object, the same memory, or a number's bytes. */
async function reinterpreted<Word, Place>(
  value: Lowered<Word, Place>,
  type: Type,
  backEnd: BackEnd<Word, Place>,
): Promise<Lowered<Word, Place>> {
  const wanted = asClass(type);
  if (isObject(value)) {
    const path = wanted && asClass(value.type) && (await pathToBase(value.type, wanted, backEnd));
    if (path) return { ...(await lowerBase(value, path, backEnd)), type };
    const { unsignedLong } = backEnd.semantics.types;
    const address = await backEnd.address(value, unsignedLong, 'inside');
    if (address !== undefined) return backEnd.at(address, type);
  }
  const bytes = await backEnd.more?.reinterpret(value, type);
  if (!bytes) throw new Failure(invalidCast);
  return bytes;
}
