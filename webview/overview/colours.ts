// What the overview and the plots are drawn in.

/** Colours as a canvas takes them. */
export interface Colours {
  readonly text: string;
  readonly line: string;
  readonly focus: string;
  readonly debugged: string;
  readonly match: string;
  readonly bookmark: string;
  /** By place in the description, over and over. */
  readonly tracepoints: readonly string[];
  readonly unknown: string;
  readonly isHighContrast: boolean;
  readonly font: string;
}
