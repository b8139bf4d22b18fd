// A program where it lay in memory when the trace was recorded.
import { remembered } from '../bytes/remembered';
import { linkAddress, runTimeAddress } from '../machine/linkAddress';
import type { MemorySpan } from '../machine/memory';
import { Origin } from '../machine/memory';
import { FileType } from '../symbols/elf';
import type { LineAddress, Program, SourceLine } from '../symbols/program';
import { ProgramExtent } from './programExtent';

/** What is known of a run-time address. */
export interface AddressDescription {
  readonly functionName?: string;
  readonly source?: SourceLine;
}

/** A program and its slide. All addresses here are run-time addresses. */
export class PlacedProgram {
  private readonly locations = new Map<bigint, Promise<AddressDescription>>();
  private readonly extent: ProgramExtent;

  constructor(
    readonly program: Program,
    /** Run-time address minus link-time address; undefined while it is not known. */
    readonly slide: bigint | undefined,
    /** One sentence for a person: how it was chosen and placed. */
    readonly explanation: string,
  ) {
    this.extent = new ProgramExtent(program);
  }

  /** The same place for the program as it was opened anew. */
  of(again: Program): PlacedProgram {
    return new PlacedProgram(again, this.slide, this.explanation);
  }

  /** Whether the program takes up an address; no other program can lie there. */
  holds(address: bigint): boolean {
    return this.slide !== undefined && this.extent.holds(linkAddress(address, this.slide));
  }

  /** Function and line at an address; empty while the program is not placed. */
  locate(address: bigint): Promise<AddressDescription> {
    return remembered(this.locations, address, () => this.lookUp(address), rememberedLocations);
  }

  /** The address as gdb writes it beside a pointer: `helper+53`. */
  async symbol(address: bigint): Promise<string | undefined> {
    if (this.slide === undefined) return undefined;
    const symbol = await this.program.symbolAt(linkAddress(address, this.slide));
    if (!symbol) return undefined;
    return symbol.offset === 0n ? symbol.name : `${symbol.name}+${symbol.offset}`;
  }

  /** Addresses of a line, by the file's recorded path; of the next line with code where it has none. */
  async addressesOfLine(file: string, line: number): Promise<LineAddress[]> {
    const { slide } = this;
    if (slide === undefined) return [];
    const addresses = await this.program.addressesOfLine(file, line);
    return addresses.map((each) => ({ ...each, address: runTimeAddress(each.address, slide) }));
  }

  /** The lines of a file, by its recorded path, that have code, ascending; none while the program is not placed. */
  async linesWithCode(file: string): Promise<readonly number[]> {
    return this.slide === undefined ? [] : this.program.linesWithCode(file);
  }

  /** Where gdb's `break NAME` stops: after the prologue. */
  async addressesOfFunction(name: string): Promise<bigint[]> {
    const { slide } = this;
    if (slide === undefined) return [];
    const functions = await this.program.addressesOfFunction(name);
    return functions.map((each) => runTimeAddress(each.afterPrologue, slide));
  }

  /**
   * The program's own bytes; a byte that the file does not hold is unavailable. A file that was never
   * linked holds code that its loader changed.
   */
  async read(address: bigint, length: number): Promise<MemorySpan> {
    const span = { address, bytes: new Uint8Array(length), origins: new Uint8Array(length) };
    if (this.slide === undefined || this.program.elf.type === FileType.relocatable) return span;
    const link = linkAddress(address, this.slide);
    const end = link + BigInt(length);
    for (const range of this.program.loadedRanges) {
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
      this.program.lineAt(at),
    ]);
    return { ...(named && { functionName: named.name }), ...(source && { source }) };
  }
}

/** A trace has few distinct PCs; a hostile one must not fill the memory with them. */
const rememberedLocations = 100_000;
