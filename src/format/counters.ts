// Hits and usage of a tracepoint (`tp V`). gdb reads and writes them as hexadecimal, but gdbserver
// sends decimal digits, which gdb then keeps: 12 hits are written `12`, and gdb shows 18. The
// contents of the frames decide which one it is.
import { TimeSlice } from '../bytes/timeSlice';
import type { CounterDigits, Description, Tracepoint } from './description';

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
 */
export function readCounters(
  tracepoint: Tracepoint,
  frameBytes: number,
  base?: CounterBase,
): Counters | undefined {
  const digits = tracepoint.locations.flatMap(({ counters }) => counters ?? []);
  if (digits.length === 0) return undefined;
  const decimal = sum(digits, 'decimal');
  const isDecimal = base === undefined ? decimal?.usage === frameBytes : base === 'decimal';
  return isDecimal ? (decimal ?? sum(digits, 'hexadecimal')) : sum(digits, 'hexadecimal');
}

/**
 * The base of all counters in the file, for tracepoints whose frames do not decide it: some were
 * cut off, or overwritten in a circular buffer. Needs the bytes of each tracepoint from the
 * complete index. Undefined where nothing decides it.
 */
export async function counterBase(
  { tracepoints, status }: Description,
  bytesOf: (tracepoint: number) => number,
): Promise<CounterBase | undefined> {
  const bases = Object.keys(radixes) as CounterBase[];
  const hits = { decimal: 0, hexadecimal: 0 };
  const byUsage = new Set<CounterBase>();
  const slice = new TimeSlice();
  for (const tracepoint of tracepoints) {
    const bytes = bytesOf(tracepoint.number);
    for (const base of bases) {
      const counters = readCounters(tracepoint, 0, base);
      hits[base] += counters?.hits ?? 0;
      if (counters?.base === base && bytes > 0 && counters.usage === bytes) byUsage.add(base);
    }
    if (slice.usedUp) await slice.yieldIfDue();
  }
  const [only] = byUsage;
  if (byUsage.size === 1) return only;
  if (tracepoints.some(({ step }) => step > 0)) return undefined;
  const byHits = bases.filter((base) => hits[base] === status?.framesCreated);
  return byHits.length === 1 ? byHits[0] : undefined;
}

/** Undefined where the digits are not of that base. */
function sum(digits: readonly CounterDigits[], base: CounterBase): Counters | undefined {
  const isDigits = base === 'decimal' ? /^\d+$/ : /^[\da-f]+/i;
  let hits = 0;
  let usage = 0;
  for (const each of digits) {
    if (!isDigits.test(each.hits) || !isDigits.test(each.usage)) return undefined;
    hits += Number.parseInt(each.hits, radixes[base]);
    usage += Number.parseInt(each.usage, radixes[base]);
  }
  return { hits, usage, base };
}
