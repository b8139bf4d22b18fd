// The names that types have inside of a class: its template's parameters, and the typedefs of the class and its bases.
// gdb writes what a class is made of with them (gdb manual, "Symbols": `ptype`, flag `r`).
import type { ClassType } from '../../symbols/type';
import { canonicalName } from '../../symbols/canonicalName';
import { isUnnamed, typeName } from './typeName';
import { withoutQualifiers } from './types';

/** More bases are damage: they may be bases of themselves. */
const mostBases = 256;

/** Names in one class. */
export interface LocalNames {
  /** By the canonical name of what they stand for. */
  readonly named: ReadonlyMap<string, string>;
  /** For types without a name of their own, by how they are written. */
  readonly whole: ReadonlyMap<string, string>;
}

/** The names around a class, and the parameters of its template. */
export async function withParameters(
  type: ClassType,
  around: LocalNames | undefined,
  language: number | undefined,
): Promise<LocalNames> {
  const named = new Map(around?.named);
  const whole = new Map(around?.whole);
  const { templateArguments } = await type.members();
  for (const { name, type: of, isType } of templateArguments) {
    if (isType !== true || name === undefined) continue;
    const bare = withoutQualifiers(of);
    const map = isUnnamed(bare) ? whole : named;
    const key = await typeName(bare, language);
    if (!map.has(key)) map.set(key, name);
  }
  return { named, whole };
}

/** The same with the typedefs of the class and its bases; those of the class go first. */
export async function withTypedefs(type: ClassType, around: LocalNames): Promise<LocalNames> {
  const named = new Map(around.named);
  const classes = [type];
  for (const at of classes) {
    const { bases, typedefs = [] } = await at.members();
    for (const { name, type: read } of typedefs) {
      const of = await read();
      const key = of.kind === 'typedef' ? canonicalName(of.name) : undefined;
      if (key !== undefined && !named.has(key)) named.set(key, name);
    }
    if (classes.length < mostBases) classes.push(...bases.map((base) => base.type));
  }
  return { named, whole: around.whole };
}
