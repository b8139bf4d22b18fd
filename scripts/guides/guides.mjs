// The guides, in the order in which the manual names them.
import { corruptedValue } from './corruptedValue.mjs';
import { fieldTrace } from './fieldTrace.mjs';
import { runningServer } from './runningServer.mjs';
import { twoRuns } from './twoRuns.mjs';

export const guides = [corruptedValue, fieldTrace, runningServer, twoRuns];
