// How much work something is, in steps that are the same on every machine: how often each block of
// the product's code ran, as V8 counts them for coverage, and how many elements the loops inside
// V8 went over (a spread, `includes`, `slice`) that no block shows.
import { Session } from 'node:inspector/promises';

// Counting has to begin before the code that is counted is compiled: this file is imported first,
// by test files that have their modules to themselves (vitest.config.mjs).
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/** The steps that `run` takes. */
async function stepsOf(run: () => unknown): Promise<number> {
  await takeBlocks();
  const loops = countLoops();
  try {
    await run();
  } finally {
    loops.restore();
  }
  return loops.elements + (await takeBlocks());
}

/** How often blocks of the product ran since it was last asked. */
async function takeBlocks(): Promise<number> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => url.includes('/src/'))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0);
}

/** The steps that `run` takes for each look at the clock, by which it gives way. */
export async function stepsForEachLook(run: () => unknown): Promise<number> {
  const now = performance.now.bind(performance);
  let looks = 1;
  performance.now = () => {
    looks++;
    return now();
  };
  try {
    return (await stepsOf(run)) / looks;
  } finally {
    performance.now = now;
  }
}

type Elements = ArrayLike<unknown>;
type Method = (this: Elements, ...args: unknown[]) => unknown;
/** The elements that a loop inside V8 went over, from what it was given and what it returned. */
type Cost = (elements: Elements, result: unknown, args: readonly unknown[]) => number;

const all: Cost = ({ length }) => length;
const given: Cost = (_, __, [source]) => (source as Elements).length;
const returned: Cost = (_, result) => (result as Elements).length;
const upTo: Cost = ({ length }, found, [, from = 0]) =>
  (Number(found) < 0 ? length : Number(found)) - Number(from);
const filled: Cost = ({ length }, _, [, from = 0, to = length]) => Number(to) - Number(from);

const costs = new Map<string | symbol, Cost>([
  ['includes', all],
  ['indexOf', upTo],
  ['slice', returned],
  ['splice', all],
  ['shift', all],
  ['unshift', all],
  ['concat', returned],
  ['join', all],
  ['sort', all],
  ['reverse', all],
  ['flat', returned],
  ['fill', filled],
  ['set', given],
  [Symbol.iterator, all],
]);
const typedArray = Object.getPrototypeOf(Uint8Array.prototype) as object;

/** Counts what such loops go over. */
function countLoops(): { elements: number; restore: () => void } {
  const undo: (() => void)[] = [];
  const counted = {
    elements: 0,
    restore: () => {
      for (const each of undo) each();
    },
  };
  for (const prototype of [Array.prototype, typedArray]) {
    for (const [name, cost] of costs) {
      const property = Object.getOwnPropertyDescriptor(prototype, name);
      if (!property) continue;
      const method = property.value as Method;
      const value: Method = function (...args) {
        const result = method.apply(this, args);
        counted.elements += cost(this, result, args);
        return result;
      };
      Object.defineProperty(prototype, name, { ...property, value });
      undo.push(() => Object.defineProperty(prototype, name, property));
    }
  }
  return counted;
}

/**
 * How often the steps double while the input doubles twice: 1 for work in proportion to the input,
 * 2 where it grows with the square.
 */
export async function growthOf(
  count: number,
  prepare: (count: number) => Promise<() => unknown>,
): Promise<number> {
  const steps: number[] = [];
  for (const times of [1, 2, 4]) steps.push(await stepsOf(await prepare(times * count)));
  const [once = 0, twice = 0, fourTimes = 0] = steps;
  // What is done once whatever the input is drops out of the differences.
  return Math.log2((fourTimes - twice) / (twice - once));
}
