// What a page asks about a trace, by name. A question of a page has a file of its own.
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

export const traceQuestions = {
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
};

/** The questions as a page knows them. */
export type TraceQuestions = typeof traceQuestions;
