// What a page asks about a trace, by name. A question of a page has a file of its own.
import { closeView } from './closeView';
import { arrangeIntervals } from './time/arrangeIntervals';
import { findIntervals } from './time/findIntervals';
import { findTransitions } from './time/findTransitions';
import { intervalAt } from './time/intervalAt';
import { intervalBars } from './time/intervalBars';
import { intervalRows } from './time/intervalRows';
import { nextInterval } from './time/nextInterval';
import { suggestIntervals } from './time/suggestIntervals';
import { transitionFilter } from './time/transitionFilter';
import { unpairedFrames } from './time/unpairedFrames';
import { nearestFrame } from './tracks/nearestFrame';
import { nextOfLane } from './tracks/nextOfLane';
import { overview } from './tracks/overview';
import { plot } from './tracks/plot';
import { plotValues } from './tracks/plotValues';
import { times } from './tracks/times';
import { timesOf } from './tracks/timesOf';
import { trackFrame } from './tracks/trackFrame';
import { trackRange } from './tracks/trackRange';
import { checkTyped } from './expression/check';
import { complete } from './expression/complete';
import { commonOf } from './table/common';
import { countMatches } from './table/countMatches';
import { nextChange } from './table/nextChange';
import { nextMatch } from './table/nextMatch';
import { rowOfFrame } from './table/rowOf';
import { tableRows } from './table/rows';
import { tableGroups } from './table/tableGroups';
import { arrangeTable } from './table/view';
import { addressSymbol } from './bytes/addressSymbol';
import { copyBytes } from './bytes/copyBytes';
import { fileBytes } from './bytes/fileBytes';
import { findBytes } from './bytes/findBytes';
import { frameBytes } from './bytes/frameBytes';
import { compareFrames } from './frame/compareFrames';
import { frameChanges } from './frame/frameChanges';
import { memoryLookup } from './frame/memoryLookup';
import { pointerInMemory } from './frame/pointer';
import { stackFrames } from './frame/stackFrames';
import { variableChildren } from './frame/variableChildren';
import { variables } from './frame/variables';
import { collectedByActions } from './trace/collectedByActions';
import { tracepointDetails } from './trace/tracepointDetails';

export const traceQuestions = {
  closeView,
  // Time between frames.
  suggestIntervals,
  findIntervals,
  arrangeIntervals,
  intervalRows,
  intervalBars,
  intervalAt,
  nextInterval,
  unpairedFrames,
  findTransitions,
  transitionFilter,
  // Tracks over the frames.
  overview,
  times,
  timesOf,
  nearestFrame,
  nextOfLane,
  plotValues,
  plot,
  trackFrame,
  trackRange,
  // Expressions that are typed.
  complete,
  check: checkTyped,
  // The table.
  view: arrangeTable,
  countMatches,
  rows: tableRows,
  rowOf: rowOfFrame,
  nextMatch,
  nextChange,
  groups: tableGroups,
  common: commonOf,
  // A frame.
  changes: frameChanges,
  stackFrames,
  variables,
  variableChildren,
  pointer: pointerInMemory,
  memory: memoryLookup,
  compare: compareFrames,
  bytes: fileBytes,
  frameBytes,
  findBytes,
  copyBytes,
  addressSymbol,
  tracepoint: tracepointDetails,
  collectedBy: collectedByActions,
};

/** The questions as a page knows them. */
export type TraceQuestions = typeof traceQuestions;
