// What was looked at and not collected is there the next time: programs of the corpus are recorded
// on a real gdbserver with registers, with a little of the stack, or with arguments alone; what
// their variables and call stacks lack is planned, and the same run recorded again. The size of the
// second trace is foretold.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  forecastOf,
  nextCollection,
  withCollection,
  type LookedAt,
} from '../../src/remote/record/collectNext';
import type { PlannedTracepoint, RecordingPlan } from '../../src/remote/record/plan';
import { notAvailable } from '../../src/expressions/problem';
import { evaluate, evaluationContext } from '../../src/trace/expressions';
import type { Trace } from '../../src/trace/trace';
import { argumentsOf, localsOf } from '../../src/values/frameVariables';
import { valueText } from '../../src/values/text/text';
import { connect, downloaded, ended, startPlan, stopServers } from './liveTarget';

const sources = path.join(import.meta.dirname, '../corpus/programs');
const scratch = mkdtempSync(path.join(tmpdir(), 'collect-next-'));
afterAll(() => {
  stopServers();
  rmSync(scratch, { recursive: true });
});

/** Where each program is traced, and globals that are looked at beside the variables. */
const programs: Readonly<Record<string, { at: readonly string[]; globals: readonly string[] }>> = {
  partial: {
    at: ['partial.c:44', 'partial.c:46', 'partial.c:48', 'partial.c:51', 'middle'],
    globals: ['global', 'numbers', 'array[1]', 'wide', 'pointer', '*pointer', 'real', 'sink'],
  },
  values: {
    at: ['values.c:93', 'values.c:109', 'values.c:130', 'values.c:145', 'values.c:165'],
    globals: ['global', 'first', 'second.at', 'ratios', 'origin'],
  },
  inlined: {
    at: ['touch', 'lost', 'kept', 'nested', 'scale', 'pieces', 'last', 'floating', 'recurse'],
    globals: ['sink', 'seed', 'history', 'counter'],
  },
};

function planFor(at: readonly string[]): RecordingPlan {
  const tracepoints = at.map((location, i): PlannedTracepoint => {
    const registers = { action: 'collect' as const, item: '$regs' };
    const stack = { action: 'collect' as const, item: '*(unsigned char *)$sp@96' };
    const args = { action: 'collect' as const, item: '$args' };
    return {
      number: i + 1,
      kind: 'trap',
      location,
      enabled: true,
      passCount: 0,
      actions: [[registers], [registers, stack], [args]][i % 3] ?? [],
    };
  });
  return { tracepoints, variables: [], recordTime: true };
}

/** Records a plan; the trace has its program. The size is that of its frames. */
async function record(file: string, plan: RecordingPlan): Promise<{ trace: Trace; size: number }> {
  const recording = await connect(`| gdbserver --once --wrapper env -i -- - ${file}`);
  const opened = await startPlan(recording, file, plan);
  await ended(recording);
  const { trace, bytes } = await downloaded(recording);
  await recording.leave('kill');
  recording.dispose();
  await trace.modules.use(opened, undefined);
  return { trace, size: bytes.length - trace.recording.description.framesOffset };
}

/** All that is looked at in a frame. */
async function looked(
  trace: Trace,
  frame: number,
  globals: readonly string[],
): Promise<LookedAt[]> {
  const { frames } = await trace.callStack(frame);
  const callers = { frame, level: 0, expression: undefined };
  const found = [callers, ...globals.map((expression) => ({ frame, level: 0, expression }))];
  for (const { level, scope } of frames) {
    if (!scope) continue;
    const names = [...argumentsOf(scope), ...localsOf(scope)].map(({ name }) => name);
    for (const expression of new Set(names)) found.push({ frame, level, expression });
  }
  return found;
}

/** The text of something; undefined where it has none. */
async function textOf(
  trace: Trace,
  { frame, level, expression }: LookedAt,
): Promise<string | undefined> {
  const { frames, end } = await trace.callStack(frame);
  if (expression === undefined) return end && '<unavailable>';
  const context = await evaluationContext(trace, frame, frames[level]);
  const evaluated = await evaluate(expression, 'print', context);
  if (!('problem' in evaluated)) return valueText(evaluated.value);
  return evaluated.problem === notAvailable ? '<unavailable>' : undefined;
}

const isMissing = (text: string | undefined) => text?.includes('<unavailable>') ?? false;

describe.each(['-O0', '-O2'])('at %s', (level) => {
  it.for(Object.entries(programs))(
    '%s has next time what it lacked',
    async ([name, asked], test) => {
      const file = path.join(scratch, `${name}${level}`);
      const source = path.join(sources, name, `${name}.c`);
      execFileSync('gcc', ['-g', level, '-no-pie', '-w', '-o', file, source]);
      const plan = planFor(asked.at);
      const { trace, size } = await record(file, plan);
      const { count } = trace.recording.index;
      expect(count).toBeGreaterThan(0);

      const missing: LookedAt[] = [];
      let planned = plan.tracepoints;
      for (let frame = 0; frame < count; frame++) {
        for (const each of await looked(trace, frame, asked.globals)) {
          if (!isMissing(await textOf(trace, each))) continue;
          missing.push(each);
          const next = await nextCollection(trace, each);
          if ('problem' in next) throw new Error(next.problem);
          planned = planned.map((tracepoint) =>
            tracepoint.number === next.tracepoint ? withCollection(tracepoint, next) : tracepoint,
          );
        }
      }
      let expected = size;
      for (const [i, before] of plan.tracepoints.entries()) {
        const after = planned[i];
        if (!after) continue;
        const { frames, bytesPerFrame } = await forecastOf(trace, before, after, false);
        expected += frames * bytesPerFrame;
      }
      const again = await record(file, { ...plan, tracepoints: planned });
      expect(again.trace.recording.index.count).toBe(count);
      const still: string[] = [];
      for (const each of missing) {
        const text = await textOf(again.trace, each);
        if (isMissing(text)) still.push(`${each.frame} ${each.level} ${each.expression} ${text}`);
      }
      await test.annotate(
        `${missing.length - still.length} of ${missing.length} values; ${again.size} bytes, ${expected} foretold`,
      );
      expect(missing.length).toBeGreaterThan(40);
      expect(still).toEqual([]);
      expect(again.size).toBe(expected);
    },
  );
});
