// The messages between the extension host and the memory view's page. Addresses travel as `0x…`.

/** Bytes of a group, as one number. */
export const groupSizes = [1, 2, 4, 8] as const;
export type GroupSize = (typeof groupSizes)[number];

/** How bytes are put together to numbers. */
export type Endian = 'little' | 'big';

/**
 * Where a byte comes from: the frame, the program's read-only ranges, or nowhere. The page's words
 * and colours follow it.
 */
export type ShownOrigin = 'collected' | 'transparent' | 'unavailable';

/** What is at an address: a variable, a symbol, or what a register points to. */
export interface MemoryLabel {
  /** Bytes from the section's start. */
  readonly offset: number;
  /** `queue`, `<g+16>`, `$rsp`. */
  readonly text: string;
  readonly kind: 'variable' | 'symbol' | 'register';
}

/** Contiguous memory. */
export interface MemorySection {
  /** Around what the user asked for, or a run of what the frame collected. */
  readonly kind: 'place' | 'range';
  /** A multiple of 16. */
  readonly start: string;
  readonly bytes: readonly number[];
  /** An index into {@link origins} for each byte. */
  readonly origins: readonly number[];
  /** What a changed byte was at the stop before, by its offset. */
  readonly before: readonly (readonly [offset: number, byte: number])[];
  readonly labels: readonly MemoryLabel[];
  /** Bytes that are not shown, of a range that is too big. */
  readonly left: number;
}

/** The names of {@link MemorySection.origins}. */
export const origins: readonly ShownOrigin[] = ['unavailable', 'collected', 'transparent'];

/** What the user asked to see. */
export interface ShownPlace {
  readonly expression: string;
  /** `0x…`; absent if `problem` says why it is missing. */
  readonly address?: string;
  readonly problem?: string;
}

/** How the page shows memory; saved for each trace. */
export interface MemorySettings {
  /** What is shown, evaluated at each stop; empty for only what the frame collected. */
  readonly expression: string;
  /** Expressions shown before, the most recent first. */
  readonly history: readonly string[];
  readonly groupSize: GroupSize;
  /** Absent for the target's own. */
  readonly endian?: Endian;
}

/** The memory of one frame. */
export interface MemoryContents {
  readonly trace: string;
  readonly frame: number;
  /** The frame that changes are counted from. */
  readonly before?: number;
  readonly endian: Endian;
  /** Bytes in an address. */
  readonly addressSize: number;
  readonly place?: ShownPlace;
  /** Around the place, then what the frame collected. */
  readonly sections: readonly MemorySection[];
  /** Ranges that are not among the sections. */
  readonly rangesLeftOut: number;
}

/** From the host to the page. */
export type MemoryHostMessage =
  | {
      readonly type: 'memory';
      readonly contents: MemoryContents;
      readonly settings: MemorySettings;
    }
  /** No trace is debugged or shown. */
  | { readonly type: 'nothing' };
