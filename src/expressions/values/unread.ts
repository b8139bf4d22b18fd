// Values of which the types alone count: gdb's `whatis`, `ptype` and `sizeof` read none of them.
import type { Type } from '../../symbols/type';
import { Origin } from '../../machine/memory';
import { at } from '../../values/navigate';
import type { Value, ValueContext } from '../../values/value';
import type { LanguageSemantics } from '../languageSemantics';

/** A value of which the type alone counts: zeros, in memory. */
export function unread(type: Type, context: ValueContext): Promise<Value> {
  return at(type, 0n, { ...context, memory: zeros });
}

const zeros: ValueContext['memory'] = {
  read: (address, length) => {
    const origins = new Uint8Array(length).fill(Origin.collected);
    return Promise.resolve({ address, bytes: new Uint8Array(length), origins });
  },
};

/** Where types alone count, what is inside an object in memory need not be known. */
export async function withoutReading(
  value: Value,
  { typesOnly }: LanguageSemantics,
): Promise<Value> {
  const isUnread = typesOnly === 'whatis' && value.address !== undefined;
  return isUnread ? unread(value.type, value.context) : value;
}
