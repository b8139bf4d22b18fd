// Chooses how a value of a library is shown: by the name of its class.
import { canonicalName } from '../../symbols/canonicalName';
import { asClass } from '../types';
import type { Value } from '../value';
import { associations } from './associations';
import { holders } from './holders';
import { libcxxPrinters } from './libcxx';
import type { Presentation, Printer } from './presentation';
import { rustPrinters } from './rust';
import { rustTrees } from './rustTrees';
import { sequences } from './sequences';

const printers: readonly Printer[] = [
  ...sequences,
  ...associations,
  ...holders,
  ...libcxxPrinters,
  ...rustPrinters,
  ...rustTrees,
];

/** What a value shows instead of its members; undefined where it has no other way, or was not collected. */
export async function present(value: Value): Promise<Presentation | undefined> {
  const name = asClass(value.type)?.name;
  if (name === undefined) return undefined;
  const printer = printers.find(({ type }) => type.test(name));
  return printer?.present(value, canonicalName(name), present);
}
