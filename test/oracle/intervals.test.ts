// Intervals against those that a script finds by asking gdb in every frame
// (data/intervals/record.py): every two tracepoints, with and without keys.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { intervalsOf, type Intervals } from '../../src/trace/intervals/intervals';
import { FrameCondition } from '../../src/trace/search/framePredicate';
import { FrameValue } from '../../src/trace/search/frameValues';
import type { Trace } from '../../src/trace/trace';
import { traceWithProgram } from '../unit/trace/programInUse';

const data = path.join(import.meta.dirname, 'data/intervals');

/** Trace and program, from the corpus' folder, by what the script calls them. */
const traces: Readonly<Record<string, readonly [trace: string, program: string]>> = {
  'samples.callqueue': ['../../samples/callqueue.tf', '../../samples/callqueue'],
  'x86_64.app': ['x86_64/app.tf', 'x86_64/app'],
  'x86_64.app-O2': ['x86_64/app-O2.tf', 'x86_64/app-O2'],
  'aarch64.t1-regs': ['aarch64/t1-regs.tf', 'aarch64/app'],
  's390x.t1-regs': ['s390x/t1-regs.tf', 's390x/app'],
  'i386.lanes.plain': ['extra/i386/lanes.plain.tf', 'extra/i386/lanes'],
  'x86_64.meter.plain': ['extra/x86_64/meter.plain.tf', 'extra/x86_64/meter'],
  // Calls in calls, of which not all pass by an exit that has a tracepoint: made by calls.gdb.
  'intervals.calls': ['../oracle/data/intervals/calls.tf', '../oracle/data/intervals/calls'],
};

/** Our intervals as the script writes its own. */
function written({ columns, unpaired }: Intervals): { made: string; alone: string } {
  const { begins, ends, depths, durations } = columns;
  const made = Array.from(begins, (begin, i) => {
    const duration = durations[i] ?? NaN;
    return `${begin}-${ends[i] ?? ''}:${depths[i] ?? ''}:${duration >= 0 ? duration : '?'}`;
  });
  const alone = Array.from({ length: unpaired.count }, (_, i) => {
    const { side, frame, reason } = unpaired.at(i);
    return `${side}:${frame}:${reason.replace('no ', '')}`;
  });
  return { made: made.join(' '), alone: alone.join(' ') };
}

async function intervalsIn(trace: Trace, begin: string, end: string, key: string) {
  const hits = (number: string) => FrameCondition.compile(trace, `$tracepoint == ${number}`);
  const conditions = {
    ...{ begin: await hits(begin), end: await hits(end) },
    key: key === '-' ? undefined : await FrameValue.compile(trace, key),
  };
  for (const each of Object.values(conditions)) {
    if (each && 'problem' in each) throw new Error(each.problem);
  }
  const found = await intervalsOf(
    trace,
    conditions as Parameters<typeof intervalsOf>[1],
    undefined,
  );
  if (!found) throw new Error('Nobody cancelled it.');
  return found;
}

let [questions, pairs, timed] = [0, 0, 0];

describe.each(Object.entries(traces))('%s', (name, [file, program]) => {
  it('has the intervals that gdb’s frames make', async () => {
    const trace = await traceWithProgram(file, program);
    const lines = readFileSync(path.join(data, `${name}.txt`), 'utf8').trimEnd();
    for (const line of lines.split('\n')) {
      const [asked = '', made = '', alone = ''] = line.split('|').map((part) => part.trim());
      const [begin = '', end = '', key = ''] = asked.split(' ');
      const found = await intervalsIn(trace, begin, end, key);
      expect(written(found), asked).toEqual({ made, alone });
      questions++;
      pairs += found.columns.begins.length;
      if (found.unit === 'time') timed += found.sorted.rows.length;
    }
    trace.dispose();
  });
});

it('was held against so many', () => {
  expect([questions, pairs, timed]).toEqual([217, 1636, 185]);
});
