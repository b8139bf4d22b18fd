// Casts (ISO C, "Cast operators"; ISO C++, "Explicit type conversion") as a target does them.
import type { ClassType, Type } from '../../symbols/type';
import { Failure } from '../expressions/problem';
import type { Rules } from '../expressions/rules';
import { scalarType } from '../expressions/scalar';
import { asClass, isReference, sizeOf, strip, targetOf } from '../values/types';
import { baseOf } from './agentObjects';
import {
  addressOf,
  computed,
  converted,
  numberIn,
  type AgentNumber,
  type AgentValue,
} from './agentValue';
import { Label, added, constant, constantOf, operation, type Code } from './code';
import type { AgentScene } from './scene';

/** The value as another type. */
export async function cast(
  value: AgentValue,
  type: Type,
  rules: Rules,
  scene: AgentScene,
): Promise<AgentValue> {
  const bare = strip(type);
  if (bare.kind === 'pointer') {
    return computed(await asPointer(numberIn(value, rules, scene), bare.target, rules, scene));
  }
  if (isReference(bare)) {
    const pointer = await asPointer(addressOf(value, value.type, rules), bare.target, rules, scene);
    return { type: bare.target, place: { kind: 'memory', address: pointer.code } };
  }
  const wanted = scalarType(bare);
  if (wanted) {
    const own = strip(value.type);
    // What has the type already stays what it is, in whatever format.
    const isSame = own.kind === 'base' && wanted.kind === 'base' && own.name === wanted.name;
    return isSame ? { ...value, type } : computed(converted(numberIn(value, rules, scene), wanted));
  }
  const base = asClass(bare) && (await partOf(value, asClass(bare), scene));
  if (base) return { ...base, type };
  if (value.place.kind !== 'memory') throw new Failure('Invalid cast.');
  return { type, place: value.place };
}

/** A pointer to a class follows its bases; one to nothing stays that. */
async function asPointer(
  number: AgentNumber,
  target: Type,
  rules: Rules,
  scene: AgentScene,
): Promise<AgentNumber> {
  const type = rules.types.pointerTo(target);
  const { code } = converted(number, type);
  const [from, to] = [targetOf(number.type), target].map((each) => each && asClass(each));
  if (!from || !to) return { type, code };
  const down = await distanceBetween(from, to, scene);
  const shift = down ?? -((await distanceBetween(to, from, scene)) ?? 0n);
  return { type, code: shift === 0n ? code : unlessZero(code, shift) };
}

/** Bytes from an object to a base of it; undefined where it is none. */
async function distanceBetween(
  whole: ClassType,
  base: ClassType,
  scene: AgentScene,
): Promise<bigint | undefined> {
  const object: AgentValue = { type: whole, place: { kind: 'memory', address: constant(0n) } };
  const part = await partOf(object, base, scene);
  const address = part?.place.kind === 'memory' ? constantOf(part.place.address) : undefined;
  if (part && address === undefined) {
    throw new Failure('A target cannot find an object from a pointer to a virtual base of it.');
  }
  return address;
}

/** A pointer some bytes on, if it points to anything. */
function unlessZero(pointer: Code, by: bigint): Code {
  const fixed = constantOf(pointer);
  if (fixed !== undefined) return fixed === 0n ? pointer : added(pointer, by);
  const [isSet, end] = [new Label(), new Label()];
  return [
    ...pointer,
    operation('dup'),
    { kind: 'jump', to: isSet, ifTrue: true },
    { kind: 'jump', to: end, ifTrue: false },
    { kind: 'label', label: isSet },
    ...constant(by < 0n ? -by : by),
    operation(by < 0n ? 'sub' : 'add'),
    { kind: 'label', label: end },
  ];
}

/** The object or the base of it whose class is the one wanted. */
async function partOf(
  object: AgentValue,
  wanted: ClassType | undefined,
  scene: AgentScene,
  seen = new Set<number>(),
): Promise<AgentValue | undefined> {
  const type = asClass(object.type);
  // Damaged classes may be bases of themselves.
  if (!type || !wanted || seen.has(type.offset) || sizeOf(type) === undefined) return undefined;
  seen.add(type.offset);
  if (type === wanted || (type.name !== undefined && type.name === wanted.name)) return object;
  for (const base of (await type.members()).bases) {
    const found = await partOf(await baseOf(object, base, scene), wanted, scene, seen);
    if (found) return found;
  }
  return undefined;
}
