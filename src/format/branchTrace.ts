// A branch trace, which gdb's btrace records and a stub gives as an XML document: gdb manual, "Branch Trace Format". A
// recording of the processor's branches is a list of blocks, stretches of code that ran without a branch, newest first.
import type { Diagnostic } from '../bytes/diagnostic';

/** A diagnostic of a document that people read as text, with where reading stood: behind what is wrong. */
export interface DocumentDiagnostic extends Diagnostic {
  /** Counts from 1. */
  readonly line: number;
  /** Characters; counts from 1. */
  readonly column: number;
}

/** The processor of an Intel PT trace, as its `cpu` element says. */
export interface Cpu {
  readonly vendor: string;
  readonly family: number;
  readonly model: number;
  readonly stepping: number;
}

/** What a branch trace holds. */
export type BranchTraceContents =
  | { readonly format: 'bts'; readonly blocks: Blocks }
  /** Intel Processor Trace: packets, which only a decoder with the program's code can read. */
  | {
      readonly format: 'pt';
      readonly cpu: Cpu | undefined;
      /** Bytes. */
      readonly rawSize: number;
    };

/** Blocks in the order in which they ran: the oldest is 0. Addresses are run-time addresses. */
export interface Blocks {
  readonly count: number;
  /** The address of each one's first instruction; 0 where it is not known. */
  readonly begins: BigUint64Array;
  /** The address of each one's last instruction. */
  readonly ends: BigUint64Array;
}
