// What the page shows of a trace and of a frame. Addresses and register values travel as the text to
// show.
import type { SourcePlace } from './table/tableMessages';

/** A label and its text, for lists of facts. */
export interface Fact {
  readonly label: string;
  readonly text: string;
}

export interface TracepointSummary {
  /** The file's number. */
  readonly number: number;
  readonly enabled: boolean;
  readonly kind: 'trace' | 'fast' | 'static';
  readonly locations: readonly {
    readonly address: string;
    readonly functionName?: string;
    readonly place?: SourcePlace;
    readonly enabled: boolean;
  }[];
  /** Where the user set it, as typed. */
  readonly at?: string;
  /** Locations that are not shown. */
  readonly locationsLeft?: number;
  readonly condition?: string;
  /** A condition without source text: how many bytes of agent expression. */
  readonly conditionBytes?: number;
  readonly commands: readonly string[];
  /** What it collects when the file has no source text for it. */
  readonly actions: readonly string[];
  readonly step: number;
  readonly pass: number;
  /** As the file counts them. */
  readonly hits?: number;
  /** Bytes, as the file counts them. */
  readonly usage?: number;
  /** Frames of this tracepoint in the file. */
  readonly frames: number;
}

interface VariableSummary {
  readonly name: string;
  readonly initialValue: string;
  readonly builtin: boolean;
}

export interface RegisterSetSummary {
  /** As gdb names it, `i386:x86-64`. */
  readonly architecture: string;
  readonly from: 'target-description' | 'built-in';
  /** Bytes of a register block. */
  readonly size: number;
  readonly order: 'little' | 'big';
  readonly groups: readonly { readonly name: string; readonly registers: readonly string[] }[];
}

export interface ProgramSummary {
  /**
   * `none`: nothing chosen or found. `unplaced`: position-independent, its slide is not known yet.
   */
  readonly state: 'none' | 'searching' | 'placed' | 'unplaced' | 'problem';
  /** File name alone, for a label. */
  readonly name?: string;
  readonly path?: string;
  readonly slide?: string;
  /** Some of the trace's addresses speak against the slide. */
  readonly doubtful?: true;
  /** Slides that fit equally well, of a program that is not placed. */
  readonly offered?: readonly string[];
  /** One sentence: how it was chosen, or what is wrong and what to do. */
  readonly explanation: string;
}

export interface DiagnosticSummary {
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  /** File offset, hexadecimal, with `0x`. */
  readonly offset?: string;
  readonly expected?: string;
  readonly found?: string;
  readonly frame?: number;
}

/** Everything the page shows that is not a frame. */
export interface TraceSummary {
  readonly name: string;
  /** Bytes. */
  readonly fileSize: number;
  readonly stopReason: string;
  readonly status: readonly Fact[];
  /** Bytes; absent where the file does not say. */
  readonly buffer?: { readonly free: number; readonly size: number; readonly circular: boolean };
  /** The length of the run in words, `13 ms`. */
  readonly duration?: string;
  readonly tracepoints: readonly TracepointSummary[];
  /** What is not shown, where there is too much. */
  readonly left?: Readonly<Record<'tracepoints' | 'variables' | 'unknownLines', number>>;
  readonly variables: readonly VariableSummary[];
  readonly registerSet?: RegisterSetSummary;
  readonly program: ProgramSummary;
  /** Other programs: shared objects and kernel modules. */
  readonly furtherPrograms: readonly ProgramSummary[];
  readonly diagnostics: readonly DiagnosticSummary[];
  /** Lines of the description that no reader knows, verbatim. */
  readonly unknownLines: readonly string[];
  readonly frameCount: number;
  /** False while the index is still being made. */
  readonly complete: boolean;
}

export interface RegisterRow {
  readonly name: string;
  /** gdb's first column; `<unavailable>` where it was not collected. */
  readonly text: string;
  /** gdb's second column. */
  readonly natural: string;
  readonly available: boolean;
  /** The frame has it; false also for a PC that was inferred. */
  readonly collected: boolean;
}

/** Where a byte comes from: the frame, the program's read-only ranges, or nowhere. */
export type OriginName = 'collected' | 'transparent' | 'unavailable';

/** Up to 16 contiguous bytes of memory. */
export interface MemoryRow {
  readonly address: string;
  /** Two digits for each byte, `??` where unavailable. */
  readonly bytes: readonly string[];
  readonly origins: readonly OriginName[];
  /** A character for each byte. */
  readonly text: string;
}

export interface MemoryRangeRow {
  /** What it is, where that is known: `code at pc`. */
  readonly label?: string;
  readonly symbol?: string;
  /** The address that was looked up; hexadecimal. */
  readonly lookedUp?: string;
  /** Bytes of the whole range; rows may show only the first of them. */
  readonly length: number;
  readonly rows: readonly MemoryRow[];
}

export interface FrameDetails {
  readonly frame: number;
  readonly tracepoint: number;
  readonly stepping: boolean;
  /** File offset of its header, hexadecimal. */
  readonly offset: string;
  /** Bytes of its blocks. */
  readonly size: number;
  readonly pc?: string;
  /** Why there is no PC, or how it was inferred. */
  readonly pcNote?: string;
  readonly functionName?: string;
  readonly place?: SourcePlace;
  /** Without a program: where the user set the tracepoint, as the file has it. */
  readonly at?: string;
  /** Why the source at `place` cannot be shown: where it was looked for. */
  readonly sourceProblem?: SourceProblem;
  readonly registers: readonly {
    readonly group: string;
    readonly registers: readonly RegisterRow[];
  }[];
  readonly memory: readonly MemoryRangeRow[];
  /** Trace state variables; those not collected have no value. */
  readonly variables: readonly { readonly name: string; readonly value?: string }[];
  readonly blocks: readonly {
    readonly kind: string;
    /** File offset of what the block holds, hexadecimal. */
    readonly offset: string;
    /** Bytes of that. */
    readonly length: number;
    readonly text: string;
  }[];
  /** How much of a big frame `memory` and `blocks` leave out. */
  readonly leftOut: Readonly<Record<'ranges' | 'blocks' | 'variables', number>>;
  readonly diagnostics: readonly DiagnosticSummary[];
}

/** A source that is not on this machine. */
export interface SourceProblem {
  readonly sentence: string;
  /** Every path at which it was looked for. */
  readonly tried: readonly string[];
}
