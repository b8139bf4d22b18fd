// What a page asks about a trace, by name. A question of a page has a file of its own.
import { addressSymbol } from './bytes/addressSymbol';
import { copyBytes } from './bytes/copyBytes';
import { fileBytes } from './bytes/fileBytes';
import { findBytes } from './bytes/findBytes';
import { frameBytes } from './bytes/frameBytes';
import { compareFrames } from './frame/compareFrames';
import { frameChanges } from './frame/frameChanges';
import { memoryLookup } from './frame/memoryLookup';
import { pointer } from './frame/pointer';
import { stackFrames } from './frame/stackFrames';
import { variableChildren } from './frame/variableChildren';
import { variables } from './frame/variables';
import { collectedByActions } from './trace/collectedByActions';
import { tracepointDetails } from './trace/tracepointDetails';

export const traceQuestions = {
  changes: frameChanges,
  stackFrames,
  variables,
  variableChildren,
  pointer,
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
