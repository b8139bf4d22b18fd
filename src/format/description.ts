// The description section of a trace file as plain data: gdb manual, "Trace File Format" and
// "Tracepoint Packets" (qTStatus, qTfP, qTfV). Numbers in it are hexadecimal.
import type { DescriptionLine, DescriptionLines } from './descriptionLines';

/** The `R` line: the size of a register block, in bytes, under both readings of its digits. */
export interface RegisterBlockSize {
  readonly line: DescriptionLine;
  /** As gdb writes and reads it. */
  readonly hexadecimal: number;
  /** As the manual says; absent where the digits are not decimal. */
  readonly decimal?: number;
}

/** Why a trace run ended (gdb's `enum trace_stop_reason`). */
export type StopReason =
  | 'unknown'
  | 'not-run'
  | 'stop-command'
  | 'buffer-full'
  | 'disconnected'
  | 'pass-count'
  | 'error';

/** The `status` line. Absent fields were absent in the file. */
export interface TraceStatus {
  readonly line: DescriptionLine;
  readonly running: boolean;
  readonly stopReason: StopReason;
  /** The reason's word as it is in the file, `tstop` say. */
  readonly stopWord: string;
  /** Number of the tracepoint that ended the run (pass count, error); 0 where none did. */
  readonly stopTracepoint: number;
  /** The note of `tstop`, or the text of the error. */
  readonly stopText: string;
  readonly framesInBuffer?: number;
  readonly framesCreated?: number;
  /** Bytes. */
  readonly bufferFree?: number;
  /** Bytes. */
  readonly bufferSize?: number;
  readonly disconnectedTracing?: boolean;
  readonly circularBuffer?: boolean;
  /** Microseconds on the target's clock (gdbserver: since boot, not wall-clock time). */
  readonly startTime?: bigint;
  /** Microseconds on the target's clock. */
  readonly stopTime?: bigint;
  readonly notes?: string;
  readonly userName?: string;
  /** Fields of other producers, verbatim (`name:value`). */
  readonly unknownFields: readonly string[];
}

/** One thing that a tracepoint does when it is hit. */
export type Action =
  /** Collect the registers of a mask. gdbserver collects them all whatever the mask says. */
  | { readonly kind: 'registers'; readonly mask: string }
  /** Collect `length` bytes at `offset` from a register (by number), or absolute without one. */
  | {
      readonly kind: 'memory';
      readonly baseRegister: number | undefined;
      readonly offset: bigint;
      readonly length: number;
    }
  /** Run an agent expression, which collects. */
  | { readonly kind: 'expression'; readonly bytecode: Uint8Array }
  /** Collect static tracepoint data. */
  | { readonly kind: 'static-data' }
  /** What could not be read, verbatim. */
  | { readonly kind: 'unknown'; readonly text: string };

/**
 * `tp V`: the digits verbatim. gdbserver sends decimal instead of hexadecimal (see counters.ts).
 */
export interface CounterDigits {
  readonly hits: string;
  readonly usage: string;
}

/**
 * One address at which a tracepoint sits: a `tp T` line and the pieces with its number and address.
 */
export interface TracepointLocation {
  readonly address: bigint;
  readonly enabled: boolean;
  readonly kind: 'trace' | 'fast' | 'static';
  /** Bytes of the instruction that a fast tracepoint replaces. */
  readonly fastLength?: number;
  readonly conditionBytecode?: Uint8Array;
  readonly actions: readonly Action[];
  readonly steppingActions: readonly Action[];
  readonly counters?: CounterDigits;
  /** Its place among the locations of the file. */
  readonly fileIndex: number;
}

/**
 * A tracepoint with all its locations. Its number is the file's, not the one that gdb gives on
 * load.
 */
export interface Tracepoint {
  readonly number: number;
  readonly locations: readonly TracepointLocation[];
  /** True where at least one location is enabled. */
  readonly enabled: boolean;
  /** Instructions to step and collect after each hit; 0 for none. */
  readonly step: number;
  /** Hits after which the run stops; 0 for never. */
  readonly pass: number;
  /** Where the user set it (`app.c:13`), if the file says. */
  readonly at?: string;
  /** The condition as the user wrote it, if the file says. */
  readonly condition?: string;
  /** The commands as the user wrote them, `while-stepping N` … `end` included, in order. */
  readonly commands: readonly string[];
  /** `tp Z` source strings of types that gdb does not know, verbatim (`type: text`). */
  readonly otherSource: readonly string[];
  /** That of its last location: gdb defines tracepoints from the last one on. */
  readonly fileIndex: number;
}

/** A `tsv` line: a trace state variable as it was when the run began. */
export interface TraceStateVariable {
  readonly number: number;
  /** Without the `$`. */
  readonly name: string;
  readonly initialValue: bigint;
  readonly builtin: boolean;
}

/** The whole description section. */
export interface Description {
  /** What follows `TRACE` in the first line: `0` for all files known. */
  readonly version: string;
  readonly registerBlockSize: RegisterBlockSize | undefined;
  readonly status: TraceStatus | undefined;
  /** In ascending order of number. */
  readonly tracepoints: readonly Tracepoint[];
  /** In ascending order of number. */
  readonly variables: readonly TraceStateVariable[];
  /** The target description's XML, its lines joined with LF; absent without `tdesc` lines. */
  readonly targetXml: string | undefined;
  /** All other lines, verbatim. */
  readonly unknownLines: readonly DescriptionLine[];
  /**
   * Every line of the section in file order, verbatim; the empty line that ends it not included.
   */
  readonly lines: DescriptionLines;
  /** Offset of the first frame, in bytes; the file's size where the description never ended. */
  readonly framesOffset: number;
}
