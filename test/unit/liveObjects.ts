// How many objects there are, as V8's inspector finds them after a full garbage collection: what
// nothing holds any more is not counted.
import { Session } from 'node:inspector/promises';

/** What the inspector calls with the objects that it found. */
const handOver = Symbol.for('handOver');

/** Calls `use` with all live objects, which it may not keep; functions are objects too. */
async function withLiveObjects(use: (objects: readonly object[]) => void): Promise<void> {
  const session = new Session();
  session.connect();
  Object.assign(globalThis, { [handOver]: use });
  try {
    const { result } = await session.post('Runtime.evaluate', { expression: 'Object.prototype' });
    const { objects } = await session.post('Runtime.queryObjects', {
      prototypeObjectId: result.objectId ?? '',
    });
    await session.post('Runtime.callFunctionOn', {
      objectId: objects.objectId ?? '',
      functionDeclaration: `function () { globalThis[Symbol.for('handOver')](this); }`,
    });
  } finally {
    // The inspector holds what it found until then.
    session.disconnect();
    Reflect.deleteProperty(globalThis, handOver);
  }
}

/** The name of an object's class. */
function className(object: object): string {
  const prototype = Object.getPrototypeOf(object) as object;
  const made = Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value as unknown;
  return typeof made === 'function' ? made.name : '';
}

/** Live objects by the name of their class. */
export async function heapCounts(): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  await withLiveObjects((objects) => {
    for (const object of objects) {
      const name = className(object);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  });
  return counts;
}

/**
 * Live objects that have all of a class' properties, by its name: minified code keeps the names of
 * properties alone.
 */
export async function heapCountsOf<Name extends string>(
  classes: Readonly<Record<Name, readonly string[]>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(classes) as Name[];
  const counts = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
  await withLiveObjects((objects) => {
    for (const object of objects) {
      for (const name of names) {
        if (classes[name].every((property) => Object.hasOwn(object, property))) counts[name]++;
      }
    }
  });
  return counts;
}

/** The classes of which there are at least so many more objects than before, and how many. */
export function grown(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  least: number,
): Record<string, number> {
  const more = [...after].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const);
  return Object.fromEntries(more.filter(([, count]) => count >= least));
}
