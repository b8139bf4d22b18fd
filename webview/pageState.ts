// What the page remembers when its tab is hidden and shown again. VS Code keeps it as JSON, perhaps
// written by another version of the page: whatever does not fit is left out.
import { initialCanvas, readCanvas, readTexts, type CanvasSettings } from './canvas/canvasSettings';
import {
  initialIntervals,
  initialTransitions,
  readIntervals,
  readTransitions,
  type IntervalsState,
  type TransitionsState,
} from './intervals/intervalsState';
import type { Since } from '../src/ask/frame/frameChanges';
import { readContentWidths, type ContentWidths } from './table/columnWidths';

const tabNames = [
  ...(['frame', 'compare', 'tracepoints', 'intervals', 'transitions'] as const),
  ...(['trace', 'bytes', 'problems'] as const),
] as const;
export type TabName = (typeof tabNames)[number];

/** How far the index has come. */
export interface Indexing {
  readonly frameCount: number;
  /** 0 to 1. */
  readonly fraction: number;
  readonly complete: boolean;
}

/** Tabs about frames, of which an empty trace has none. */
export const tabsOfFrames: ReadonlySet<TabName> = new Set([
  ...(['frame', 'compare', 'intervals', 'transitions'] as const),
]);

/** Where to go as soon as the index, and then the table, have come so far. */
export interface Destination {
  /** To be selected; absent once it is. */
  readonly frame?: number;
  /** The row to put at the top; without one the frame is revealed. */
  readonly firstRow?: number;
}

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
  /** What is in the box "Memory at". */
  readonly address: string;
  readonly compared: ComparedState;
  readonly intervals: IntervalsState;
  readonly transitions: TransitionsState;
  /** The tracks, and of which columns there are sparklines. */
  readonly canvas: CanvasSettings;
  readonly sparklines: readonly string[];
  /** How wide what the table's columns show has been. */
  readonly widths: ContentWidths;
  /** The last frame is selected whenever the file grows. */
  readonly followsEnd: boolean;
}

const initialCompared: ComparedState = { since: { kind: 'hit' } };

const initialState: PageState = {
  firstRow: 0,
  tab: 'frame',
  split: 0.36,
  sections: {},
  address: '',
  compared: initialCompared,
  intervals: initialIntervals,
  transitions: initialTransitions,
  canvas: initialCanvas,
  sparklines: [],
  widths: {},
  followsEnd: false,
};

/** Reads a saved state; what is missing or makes no sense is as on a first visit. */
export function readState(saved: unknown): PageState {
  if (typeof saved !== 'object' || saved === null) return initialState;
  const { selected, firstRow, tab, split, sections, address } = saved as Record<string, unknown>;
  const { intervals, transitions } = saved as Record<string, unknown>;
  const { compared, canvas, plots, sparklines, widths } = saved as Record<string, unknown>;
  return {
    ...(isRow(selected) ? { selected } : {}),
    firstRow: isRow(firstRow) ? firstRow : initialState.firstRow,
    tab: tabNames.find((name) => name === tab) ?? initialState.tab,
    split: typeof split === 'number' ? limitSplit(split) : initialState.split,
    sections: readSections(sections),
    compared: readCompared(compared),
    intervals: readIntervals(intervals),
    transitions: readTransitions(transitions),
    address: typeof address === 'string' ? address : initialState.address,
    canvas: readCanvas(canvas, plots),
    sparklines: readTexts(sparklines),
    widths: readContentWidths(widths),
    followsEnd: (saved as Partial<PageState>).followsEnd === true,
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
    Object.entries(saved)
      .filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean')
      // Version 0.1.0 had an overview in place of the tracks, and a pane of plots.
      .filter(([name]) => name !== 'plots')
      .map(([name, isOpen]) => [name === 'overview' ? 'canvas' : name, isOpen]),
  );
}

/** What the page remembers of how frames are compared. */
export interface ComparedState {
  /** What the selected frame is compared with. */
  readonly since: Since;
  /** The frame that others are compared with, side by side. */
  readonly pinned?: number;
}

/** Reads what was saved; what makes no sense is as on a first visit. */
export function readCompared(saved: unknown): ComparedState {
  if (typeof saved !== 'object' || saved === null) return initialCompared;
  const { since, pinned } = saved as Record<string, unknown>;
  return {
    since: readSince(since),
    ...(isFrame(pinned) && { pinned }),
  };
}

function readSince(saved: unknown): Since {
  if (typeof saved !== 'object' || saved === null) return initialCompared.since;
  const { kind, frame } = saved as Record<string, unknown>;
  if (kind === 'picked' && isFrame(frame)) return { kind, frame };
  return kind === 'frame' ? { kind } : initialCompared.since;
}

function isFrame(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
