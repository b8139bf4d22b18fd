// How much work something is, in steps that are the same on every machine: how often each function,
// turn of a loop and branch of the product ran (countedSteps.mjs), and how many elements the loops
// inside V8 went over (a spread, `includes`, `slice`) that no block shows.
import { setImmediate as nextTask } from 'node:timers/promises';

// The product's code counts here. It has to be there before that code runs: this file is imported
// first.
const countedSteps = new Float64Array(1);
Object.assign(globalThis, { countedSteps });

/** The steps of the product's code so far. */
const stepsSoFar = () => countedSteps[0] ?? 0;

/** How much work something was. */
interface Work {
  readonly steps: number;
  /** Steps for each look at the clock, by which work gives way, and for each request. */
  readonly betweenLooks: number;
}

let endedRequests = 0;

/** Between two requests of a use: the thread is left, since each comes in a task of its own. */
export async function nextRequest(): Promise<void> {
  endedRequests++;
  await nextTask();
}

/** Milliseconds that a step takes by the clock that work looks at while it is counted. */
const stepTime = 5e-5;

/** The work that `run` does, and what it leaves running. */
async function workOf(run: () => unknown): Promise<Work> {
  await resting();
  const before = stepsSoFar();
  const loops = countLoops();
  const now = performance.now.bind(performance);
  const began = now();
  const endedBefore = endedRequests;
  let looks = 1;
  performance.now = () => {
    looks++;
    return began + (stepsSoFar() - before) * stepTime;
  };
  try {
    await run();
    await resting();
  } finally {
    performance.now = now;
    loops.restore();
  }
  const steps = loops.elements + stepsSoFar() - before;
  return { steps, betweenLooks: steps / (looks + endedRequests - endedBefore) };
}

/** How often it is looked whether what was begun still runs. */
const mostLooks = 100;

/** Resolves once nothing runs of what was begun. */
async function resting(): Promise<void> {
  let before = -1;
  for (let look = 0; look < mostLooks && stepsSoFar() > before; look++) {
    before = stepsSoFar();
    await nextTask();
  }
}

/** The steps that `run` takes for each look at the clock. */
export async function stepsForEachLook(run: () => unknown): Promise<number> {
  return (await workOf(run)).betweenLooks;
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

/** N log N grows by 1.2 at these counts. */
const most = 1.5;
/** Some milliseconds of work. */
const mostBetweenLooks = 100_000;
/**
 * What is read in windows that double grows in leaps: what seems to be too much is measured again,
 * with twice as many. Growth with the square stays that.
 */
const attempts = 3;

/**
 * How often the steps double while the input doubles twice: 1 for work in proportion to the input,
 * 2 where it grows with the square; 0 for work that does not depend on it.
 */
export async function growthOf(
  count: number,
  prepare: (count: number) => Promise<() => unknown>,
): Promise<number> {
  let least = Infinity;
  for (let attempt = 0; attempt < attempts && least > most; attempt++) {
    const first = count * 2 ** attempt;
    const work = await workOfUses(prepare, [['it', (run) => run()]], first);
    least = Math.min(least, growth(work.get('it') ?? [], first));
  }
  return least;
}

function growth(work: readonly Work[], count: number): number {
  const [once = 0, twice = 0, fourTimes = 0] = work.map(({ steps }) => steps);
  // So few steps for each thing are no work on it: a page more of the file was read.
  if (fourTimes - once < 3 * count) return 0;
  // What is done once whatever the input is drops out of the differences.
  return Math.log2(Math.max(1, fourTimes - twice) / Math.max(1, twice - once));
}

/** One thing that is done with what is prepared. */
export type Use<Prepared> = (prepared: Prepared, count: number) => unknown;
type NamedUse<Prepared> = readonly [name: string, use: Use<Prepared>];

/**
 * Uses that may be refused, as where there is no such thing: `isRefusal` tells by the error. Those
 * that were not refused are in `answered`.
 */
export function refusableUses<Prepared>(
  uses: Readonly<Record<string, Use<Prepared>>>,
  isRefusal: (error: unknown) => boolean,
): { readonly uses: Record<string, Use<Prepared>>; readonly answered: ReadonlySet<string> } {
  const answered = new Set<string>();
  const refusable = (name: string, use: Use<Prepared>): Use<Prepared> => {
    return async (prepared, count) => {
      try {
        await use(prepared, count);
        answered.add(name);
      } catch (error) {
        if (!isRefusal(error)) throw error;
      }
    };
  };
  const all = Object.entries(uses).map(([name, use]) => [name, refusable(name, use)] as const);
  return { uses: Object.fromEntries(all), answered };
}

/**
 * What is wrong with the uses of something as it grows from 200: each that grows faster than
 * N log N, or looks at the clock too seldom. Done one after the other.
 */
export async function growthProblems<Prepared>(
  prepare: (count: number) => Promise<Prepared>,
  uses: Readonly<Record<string, Use<Prepared>>>,
): Promise<string[]> {
  let problems = new Map(Object.keys(uses).map((name) => [name, '']));
  for (let attempt = 0; attempt < attempts && problems.size > 0; attempt++) {
    const again = Object.entries(uses).filter(([name]) => problems.has(name));
    problems = await problemsOf(prepare, again, 200 * 2 ** attempt);
  }
  return [...problems.values()];
}

/** What is wrong with each use that something is wrong with, by its name. */
async function problemsOf<Prepared>(
  prepare: (count: number) => Promise<Prepared>,
  uses: readonly NamedUse<Prepared>[],
  count: number,
): Promise<Map<string, string>> {
  const problems = new Map<string, string>();
  for (const [name, done] of await workOfUses(prepare, uses, count)) {
    const grown = growth(done, count);
    const held = done.at(-1)?.betweenLooks ?? 0;
    if (grown > most) problems.set(name, `${name} grows by ${grown.toFixed(2)}`);
    else if (held > mostBetweenLooks)
      problems.set(name, `${name} takes ${Math.round(held)} steps between looks`);
  }
  return problems;
}

/** The work of each use, with `count` of a thing, with twice and with four times that. */
async function workOfUses<Prepared>(
  prepare: (count: number) => Promise<Prepared>,
  uses: readonly NamedUse<Prepared>[],
  count: number,
): Promise<Map<string, Work[]>> {
  const work = new Map<string, Work[]>();
  for (const times of [1, 2, 4]) {
    const prepared = await prepare(times * count);
    for (const [name, use] of uses) {
      const done = await workOf(() => use(prepared, times * count));
      work.set(name, [...(work.get(name) ?? []), done]);
    }
  }
  return work;
}
