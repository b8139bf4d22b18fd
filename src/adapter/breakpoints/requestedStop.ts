// What a client asks for when it sets a breakpoint, as plain data.
import type { PcRange } from '../../trace/search/framePredicate';

/** What narrows a breakpoint down, as it was typed. */
export interface Terms {
  readonly condition?: string;
  readonly hitCondition?: string;
  /** The breakpoint prints this instead of stopping. */
  readonly logMessage?: string;
}

/** A value that is followed from frame to frame. */
export interface Followed {
  readonly expression: string;
  /** What the user calls it, where that is not the expression. */
  readonly label?: string;
  /** Of an expression that names locals: the function that they belong to. Run-time addresses. */
  readonly within?: { readonly name: string; readonly ranges: readonly PcRange[] };
}

/** Where to stop. */
export type Where =
  /** `files`: as the programs record them; absent where `path` is of this machine. */
  | {
      readonly kind: 'line';
      readonly path: string;
      readonly line: number;
      readonly files?: readonly string[];
    }
  | { readonly kind: 'function'; readonly name: string }
  | { readonly kind: 'instruction'; readonly address: bigint }
  /** Where the value is another than in the nearest frame before that collected it. */
  | { readonly kind: 'data'; readonly followed: Followed }
  /** Unavailable: what was asked for makes no sense. */
  | { readonly kind: 'nowhere'; readonly problem: string };

export type RequestedStop = Where & { readonly terms: Terms };

/** A line of a source on this machine. */
export interface LocalLine {
  readonly path: string;
  readonly line: number;
}

/** A breakpoint that was typed; `at`: the line of its code. */
export interface TypedStop {
  readonly stop: RequestedStop;
  readonly at?: LocalLine;
}
