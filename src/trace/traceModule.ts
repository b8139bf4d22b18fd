// A program at the address where it was loaded when the trace was recorded.
import { LruCache } from '../bytes/cache';
import { linkAddress, runTimeAddress } from '../machine/stackFrame';
import { type MemorySpan, Origin } from '../machine/memory';
import { FileType } from '../symbols/elf';
import type { LineAddress } from '../symbols/programPlaces';
import type { Program } from '../symbols/program';
import type { SourceLine } from '../symbols/programLines';
import { listedName } from '../values/functionName';

/** What is known of a run-time address. */
export interface AddressDescription {
  readonly functionName?: string;
  readonly source?: SourceLine;
}

/** A program and its slide. All addresses here are run-time addresses. */
export class TraceModule {
  private readonly locations = new LruCache<bigint, AddressDescription>(maxLocations);
  private readonly extent: ProgramExtent;

  constructor(
    readonly program: Program,
    /** Run-time address minus link-time address; undefined while it is not known. */
    readonly slide: bigint | undefined,
    /** One sentence for the user: how it was chosen and placed. */
    readonly explanation: string,
  ) {
    this.extent = new ProgramExtent(program);
  }

  /** The same place for the program as it was reopened. */
  of(again: Program): TraceModule {
    return new TraceModule(again, this.slide, this.explanation);
  }

  /** Whether the program takes up an address; no other program can be there. */
  holds(address: bigint): boolean {
    return this.slide !== undefined && this.extent.holds(linkAddress(address, this.slide));
  }

  /** Function and line at an address; empty while the program is not placed. */
  locate(address: bigint): Promise<AddressDescription> {
    return this.locations.get(address, () => this.lookUp(address));
  }

  /** The address as gdb writes it next to a pointer: `helper+53`. */
  async symbol(address: bigint): Promise<string | undefined> {
    if (this.slide === undefined) return undefined;
    const symbol = await this.program.symbolAt(linkAddress(address, this.slide));
    if (!symbol) return undefined;
    return symbol.offset === 0n ? symbol.name : `${symbol.name}+${symbol.offset}`;
  }

  /**
   * Addresses of a line, by the file's recorded path; of the next line with code where it has none.
   */
  async addressesOfLine(file: string, line: number): Promise<LineAddress[]> {
    const { slide } = this;
    if (slide === undefined) return [];
    const addresses = await this.program.addressesOfLine(file, line);
    return addresses.map((each) => ({ ...each, address: runTimeAddress(each.address, slide) }));
  }

  /**
   * The lines of a file, by its recorded path, that have code, ascending; none while the program is
   * not placed.
   */
  async linesWithCode(file: string): Promise<readonly number[]> {
    return this.slide === undefined ? [] : this.program.lines.linesWithCode(file);
  }

  /** Where gdb's `break NAME` stops: after the prologue. */
  async addressesOfFunction(name: string): Promise<bigint[]> {
    const { slide } = this;
    if (slide === undefined) return [];
    const functions = await this.program.addressesOfFunction(name);
    return functions.map((each) => runTimeAddress(each.afterPrologue, slide));
  }

  /**
   * The program's own bytes; a byte that the file does not hold is unavailable. A file that was
   * never linked holds code that its loader changed.
   */
  async read(address: bigint, length: number): Promise<MemorySpan> {
    const span = { address, bytes: new Uint8Array(length), origins: new Uint8Array(length) };
    if (this.slide === undefined || this.program.elf.type === FileType.relocatable) return span;
    const link = linkAddress(address, this.slide);
    const end = link + BigInt(length);
    for (const range of this.program.loaded.within(link, end)) {
      const stored = range.start + BigInt(range.fileSize);
      const from = range.start > link ? range.start : link;
      const to = stored < end ? stored : end;
      if (from >= to) continue;
      const bytes = await this.program.readLoaded(from, Number(to - from));
      const at = Number(from - link);
      span.bytes.set(bytes, at);
      span.origins.fill(Origin.transparent, at, at + bytes.length);
    }
    return span;
  }

  private async lookUp(address: bigint): Promise<AddressDescription> {
    if (this.slide === undefined) return {};
    const at = linkAddress(address, this.slide);
    const [named, source] = await Promise.all([
      this.program.functionAt(at),
      this.program.lines.lineAt(at),
    ]);
    return { ...(named && { functionName: listedName(named) }), ...(source && { source }) };
  }
}

/** A trace has few distinct PCs; a hostile one must not fill the memory with them. */
const maxLocations = 100_000;

// Which addresses a program takes up when it is loaded. No other program is between its first
// byte and its last; only a kernel has sections far from the others (its per-processor data at 0).

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
