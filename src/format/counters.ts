// Hits and usage of a tracepoint (`tp V`). gdb reads and writes them as hexadecimal, but gdbserver
// sends decimal digits, which gdb then keeps: 12 hits are written `12`, and gdb shows 18. The
// contents of the frames decide which one it is.
import { atOnce, inSteps, perStep, type Steps } from '../bytes/timeSlice';
import type { Description, Tracepoint, TracepointLocation } from './description';

/** How the digits are read. */
export type CounterBase = 'decimal' | 'hexadecimal';

/** What a tracepoint's `tp V` lines say, its locations summed up. */
export interface Counters {
  readonly hits: number;
  /** Bytes of the trace buffer that its frames took, frame headers not counted. */
  readonly usage: number;
  readonly base: CounterBase;
}

const radixes: Readonly<Record<CounterBase, number>> = { decimal: 10, hexadecimal: 16 };

/**
 * The counters of a tracepoint; absent where the file has none. They are read as decimal where the
 * usage then equals the bytes of the tracepoint's frames (without headers), or where `base` says so
 * for the file.
 * @internal What ships reads them in steps.
 */
export function readCounters(
  tracepoint: Tracepoint,
  frameBytes: number,
  base?: CounterBase,
): Counters | undefined {
  return atOnce(readingCounters(tracepoint, frameBytes, base));
}

/** As {@link readCounters}, in steps. */
export function* readingCounters(
  { locations }: Tracepoint,
  frameBytes: number,
  base?: CounterBase,
): Steps<Counters | undefined> {
  if (base === 'hexadecimal') return yield* sum(locations, 'hexadecimal');
  const decimal = yield* sum(locations, 'decimal');
  if (decimal && (base === 'decimal' || decimal.usage === frameBytes)) return decimal;
  return yield* sum(locations, 'hexadecimal');
}

/**
 * The base of all counters in the file, for tracepoints whose frames do not decide it: some were
 * cut off, or overwritten in a circular buffer. Needs the bytes of each tracepoint from the
 * complete index. Undefined where nothing decides it.
 */
export function counterBase(
  description: Description,
  bytesOf: (tracepoint: number) => number,
): Promise<CounterBase | undefined> {
  return inSteps(findingBase(description, bytesOf));
}

function* findingBase(
  { tracepoints, status }: Description,
  bytesOf: (tracepoint: number) => number,
): Steps<CounterBase | undefined> {
  const bases = Object.keys(radixes) as CounterBase[];
  const hits = { decimal: 0, hexadecimal: 0 };
  const byUsage = new Set<CounterBase>();
  for (const [i, tracepoint] of tracepoints.entries()) {
    if (i % perStep === 0) yield;
    const bytes = bytesOf(tracepoint.number);
    for (const base of bases) {
      const counters = yield* readingCounters(tracepoint, 0, base);
      hits[base] += counters?.hits ?? 0;
      if (counters?.base === base && bytes > 0 && counters.usage === bytes) byUsage.add(base);
    }
  }
  const [only] = byUsage;
  if (byUsage.size === 1) return only;
  if (tracepoints.some(({ step }) => step > 0)) return undefined;
  const byHits = bases.filter((base) => hits[base] === status?.framesCreated);
  return byHits.length === 1 ? byHits[0] : undefined;
}

/** Undefined where there are no digits, or not of that base. */
function* sum(
  locations: readonly TracepointLocation[],
  base: CounterBase,
): Steps<Counters | undefined> {
  const isDigits = base === 'decimal' ? /^\d+$/ : /^[\da-f]+/i;
  let hits = 0;
  let usage = 0;
  let isCounted = false;
  for (const [i, { counters }] of locations.entries()) {
    if (i % perStep === perStep - 1) yield;
    if (!counters) continue;
    if (!isDigits.test(counters.hits) || !isDigits.test(counters.usage)) return undefined;
    hits += Number.parseInt(counters.hits, radixes[base]);
    usage += Number.parseInt(counters.usage, radixes[base]);
    isCounted = true;
  }
  return isCounted ? { hits, usage, base } : undefined;
}
