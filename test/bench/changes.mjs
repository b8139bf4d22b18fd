// Measures who changed a value: all its changes through a big trace.
//
//     node test/bench/changes.mjs TRACE.tf [PROGRAM [TEXT|TEXT...]]
//
// `bigTrace.mjs` makes TRACE.tf; its program is samples/callqueue; TEXT: the expressions. Prints the milliseconds of a
// list, how many changes it has, and how long the thread was held.
import { performance } from 'node:perf_hooks';
import { core, openTrace, opening, root } from './core.mjs';
import { figure, given, watchHolds } from './figures.mjs';

const [
  path,
  program = `${root}samples/callqueue`,
  texts = 'queue->waiting|total|minute|slot|agent->busyUntil',
] = given;
if (path === undefined) throw new Error('Which trace? See the first lines of this file.');

const module = await core({
  ...opening,
  'trace/changes/followedValue': ['followValue'],
  'adapter/changes': ['shownChanges'],
});

const { followValue, shownChanges } = module;
const trace = await openTrace(module, path, program);
const { count } = trace.recording.index;

for (const text of texts.split('|')) {
  let followed;
  for (let frame = 0; frame < Math.min(300, count); frame++) {
    trace.cursor.moveTo(frame, {});
    const [innermost] = (await trace.callStack(frame)).frames;
    followed = await followValue(trace, text, innermost, innermost);
    if (!('problem' in followed)) break;
  }
  if ('problem' in followed) throw new Error(`${text}: ${followed.problem}`);
  const holds = watchHolds();
  const begin = performance.now();
  const { total } = await shownChanges({ trace, search: (find) => find({}) }, followed);
  const where = followed.address === undefined ? 'by expression' : 'by address';
  figure(`changes: ${text}, ${where}, ${total} found`, performance.now() - begin, 'ms');
  figure(`changes: ${text}: the thread was held`, holds(), 'ms');
}
