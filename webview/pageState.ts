// What the page remembers when its tab is hidden and shown again. VS Code keeps it as JSON, perhaps
// written by another version of the page: whatever does not fit is left out.
import { readCompared, type ComparedState } from './frame/comparedState';
import { readPlots, readTexts, type PlotSetting } from './plots/plotSettings';

const tabNames = ['frame', 'compare', 'tracepoints', 'trace', 'bytes', 'problems'] as const;
export type TabName = (typeof tabNames)[number];

/** Shares of the window that the details may take. */
export const splitLimits = { least: 0.15, most: 0.75 };

export interface PageState {
  /** Frame number; absent until one was selected. */
  readonly selected?: number;
  /** The row at the top of the grid. */
  readonly firstRow: number;
  readonly tab: TabName;
  /** Share of the window that the details take, 0 to 1. */
  readonly split: number;
  /** Sections that the user opened (true) or closed (false), by name. */
  readonly sections: Readonly<Record<string, boolean>>;
  /** What stands in the box "Memory at". */
  readonly address: string;
  readonly compared: ComparedState;
  /** What is plotted, and of which columns there are sparklines. */
  readonly plots: readonly PlotSetting[];
  readonly sparklines: readonly string[];
}

const initialState: PageState = {
  firstRow: 0,
  tab: 'frame',
  split: 0.36,
  sections: {},
  address: '',
  compared: readCompared(undefined),
  plots: [],
  sparklines: [],
};

/** Reads a saved state; what is missing or makes no sense is as on a first visit. */
export function readState(saved: unknown): PageState {
  if (typeof saved !== 'object' || saved === null) return initialState;
  const { selected, firstRow, tab, split, sections, address, compared, plots, sparklines } =
    saved as Record<string, unknown>;
  return {
    ...(isRow(selected) ? { selected } : {}),
    firstRow: isRow(firstRow) ? firstRow : initialState.firstRow,
    tab: tabNames.find((name) => name === tab) ?? initialState.tab,
    split: typeof split === 'number' ? limitSplit(split) : initialState.split,
    sections: readSections(sections),
    compared: readCompared(compared),
    address: typeof address === 'string' ? address : initialState.address,
    plots: readPlots(plots),
    sparklines: readTexts(sparklines),
  };
}

/** The share within its limits. */
export function limitSplit(split: number): number {
  if (Number.isNaN(split)) return initialState.split;
  return Math.min(Math.max(split, splitLimits.least), splitLimits.most);
}

function isRow(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function readSections(saved: unknown): Record<string, boolean> {
  if (typeof saved !== 'object' || saved === null) return {};
  return Object.fromEntries(
    Object.entries(saved).filter(
      (entry): entry is [string, boolean] => typeof entry[1] === 'boolean',
    ),
  );
}
