// The programs of a trace, the traced one first: an executable, its shared objects, a kernel's
// modules. An address is in one of them, so the first that knows it answers.
import { append } from '../bytes/arrays';
import type { LineAddress } from '../symbols/programPlaces';
import type { SourceLine } from '../symbols/programLines';
import {
  type CallStack,
  type LoadedModule,
  type StackFrame,
  inlinedCallOf,
  runTimeAddress,
} from '../machine/stackFrame';
import type { RecordedSource } from './sourceLookup';
import type { AddressDescription, TraceModule } from './traceModule';
import type { TransparentRange } from '../machine/memory';
import { RangeList } from '../symbols/rangeList';

/** Programs in the order in which they are asked. All addresses here are run-time addresses. */
export class ModuleList {
  constructor(readonly all: readonly TraceModule[] = []) {}

  /** The modules whose slide is known. */
  get loaded(): readonly LoadedModule[] {
    return this.all.flatMap(({ program, slide }) =>
      slide === undefined ? [] : [{ program, slide }],
    );
  }

  /** Function and line at an address; empty where no program knows it. */
  async locate(address: bigint): Promise<AddressDescription> {
    for (const placed of this.all) {
      const location = await placed.locate(address);
      if (location.functionName !== undefined || location.source) return location;
    }
    return {};
  }

  /** The line of a stack frame. Where its callee was inlined, that knows it. */
  async lineOf(
    { frames }: Pick<CallStack, 'frames'>,
    { level, lookupPc }: StackFrame,
  ): Promise<SourceLine | undefined> {
    const callee = frames[level - 1];
    if (callee?.kind === 'inline') return inlinedCallOf(callee);
    return (await this.locate(lookupPc)).source;
  }

  /** The address as gdb writes it next to a pointer: `helper+53`. */
  async symbol(address: bigint): Promise<string | undefined> {
    for (const placed of this.all) {
      const symbol = await placed.symbol(address);
      if (symbol !== undefined) return symbol;
    }
    return undefined;
  }

  /** The paths of all source files that the programs name, as recorded. */
  async sourceFiles(): Promise<readonly string[]> {
    const files = await Promise.all(this.all.map(({ program }) => program.sourceFiles()));
    return [...new Set(files.flat())];
  }

  /**
   * Addresses of a line, by the file's recorded path; of the next line with code where it has none.
   */
  async addressesOfLine(file: string, line: number): Promise<readonly LineAddress[]> {
    const found = await Promise.all(this.all.map((each) => each.addressesOfLine(file, line)));
    return found.flat();
  }

  /** The lines of a file, by its recorded path, that have code, ascending. */
  async linesWithCode(file: string): Promise<readonly number[]> {
    const found = await Promise.all(this.all.map((each) => each.linesWithCode(file)));
    return [...new Set(found.flat())].sort((a, b) => a - b);
  }

  /** What the programs say of one of their sources. */
  async recordedSource(path: string): Promise<RecordedSource> {
    const checksums: string[] = [];
    let lastLine = 0;
    for (const { program } of this.all) {
      append(checksums, await program.lines.checksumsOf(path));
      lastLine = Math.max(lastLine, (await program.lines.linesWithCode(path)).at(-1) ?? 0);
    }
    return { path, checksums, lastLine };
  }

  /** Where gdb's `break NAME` stops: after the prologue. */
  async addressesOfFunction(name: string): Promise<readonly bigint[]> {
    const found = await Promise.all(this.all.map((each) => each.addressesOfFunction(name)));
    return found.flat();
  }
}

// Which addresses a program's file answers for where a frame did not collect them: gdb manual,
// "Tracepoint Packets", QTro; gdb builds that packet from the loadable read-only sections.

/** The launch argument: the program's own read-only ranges, none, or these run-time addresses. */
export type TransparentSetting = 'auto' | 'off' | readonly RunTimeRange[];

/** Run-time addresses, `end` exclusive. */
export interface RunTimeRange {
  readonly start: bigint;
  /** Exclusive. */
  readonly end: bigint;
}

/** The transparent ranges of a trace's programs, at run-time addresses. */
export function transparentRanges(
  programs: ModuleList,
  setting: TransparentSetting,
): RangeList<TransparentRange> {
  const rangesOf = (placed: TraceModule) =>
    setting === 'auto' ? readOnlyRanges(placed) : setting === 'off' ? [] : setting;
  return new RangeList(
    programs.all.flatMap((placed) =>
      rangesOf(placed).map(({ start, end }) => ({
        start,
        end,
        read: (address: bigint, length: number) => placed.read(address, length),
      })),
    ),
  );
}

/** The run-time addresses of what a program loads and never writes, section by section. */
export function readOnlyRanges({ program, slide }: TraceModule): RunTimeRange[] {
  if (slide === undefined) return [];
  return program.loadedRanges
    .filter((range) => !range.writable)
    .map(({ start, end }) => {
      const from = runTimeAddress(start, slide);
      return { start: from, end: from + (end - start) };
    });
}
