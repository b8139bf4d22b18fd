// Which addresses a program takes up when it is loaded. No other program lies between its first byte
// and its last; only a kernel has sections far from the others (its per-processor data at 0).
import type { Program } from '../symbols/program';

/** Half-open ranges of link-time addresses. */
interface Span {
  readonly start: bigint;
  readonly end: bigint;
}

/** Two ranges farther apart than this, in bytes, do not take up what is between them. */
const widestGap = 1n << 30n;

/** The addresses of one program. Addresses are link-time addresses. */
export class ProgramExtent {
  private readonly spans: readonly Span[];
  private readonly code: readonly Span[];

  constructor(program: Program) {
    this.spans = joined(program.loadedRanges);
    this.code = program.loadedRanges.filter(({ executable }) => executable);
  }

  /** The lowest address; undefined for a program that puts nothing into memory. */
  get start(): bigint | undefined {
    return this.spans[0]?.start;
  }

  /** Whether the program takes up an address. */
  holds(address: bigint): boolean {
    return isIn(this.spans, address);
  }

  /** The first addresses of pages that hold code; none where there are more than `most`. */
  codePages(pageSize: bigint, most: number): bigint[] {
    const pages = new Set<bigint>();
    for (const { start, end } of this.code) {
      for (let page = start - (start % pageSize); page < end; page += pageSize) {
        pages.add(page);
        if (pages.size > most) return [];
      }
    }
    return [...pages];
  }

  /** Whether an address is in an executable range. */
  holdsCode(address: bigint): boolean {
    return isIn(this.code, address);
  }
}

function isIn(spans: readonly Span[], address: bigint): boolean {
  return spans.some(({ start, end }) => start <= address && address < end);
}

function joined(ranges: readonly Span[]): Span[] {
  const sorted = [...ranges].sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0));
  const spans: { start: bigint; end: bigint }[] = [];
  for (const { start, end } of sorted) {
    const last = spans.at(-1);
    if (last && start - last.end <= widestGap) {
      if (end > last.end) last.end = end;
    } else {
      spans.push({ start, end });
    }
  }
  return spans;
}
