// The manual's worked example on a real gdbserver: its program, and what it says is seen at each
// step.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { RecordingStatus } from '../../src/remote/client/recording';
import { forecastOf, nextCollection, withCollection } from '../../src/remote/record/collectNext';
import type { RecordingPlan } from '../../src/remote/record/plan';
import { followValue } from '../../src/trace/changes/followedValue';
import { lastChange } from '../../src/trace/changes/valueChanges';
import { evaluate, evaluationContext } from '../../src/trace/expressions';
import type { Trace } from '../../src/trace/trace';
import { valueText } from '../../src/values/text/text';
import { connect, downloaded, ended, startPlan, stopServers } from './liveTarget';

const scratch = mkdtempSync(path.join(tmpdir(), 'crash-'));
afterAll(() => {
  stopServers();
  rmSync(scratch, { recursive: true });
});

const manual = readFileSync(path.join(import.meta.dirname, '../../docs/manual.md'), 'utf8');
const example = manual.slice(manual.indexOf('### From a crash to its cause'));
const [, source = ''] = /```c\n([^]*?)```/.exec(example) ?? [];
const file = path.join(scratch, 'tally');

async function record(
  plan: RecordingPlan,
): Promise<{ trace: Trace; status: RecordingStatus; note: string }> {
  const recording = await connect(`| gdbserver --once - ${file}`);
  const opened = await startPlan(recording, file, plan);
  await ended(recording);
  const { trace } = await downloaded(recording);
  const { status } = recording;
  await recording.leave('kill');
  recording.dispose();
  await trace.modules.use(opened, undefined);
  return { trace, status, note: trace.recording.description.status?.stopText ?? '' };
}

async function shown(trace: Trace, frame: number, expression: string): Promise<string> {
  const { frames } = await trace.callStack(frame);
  const context = await evaluationContext(trace, frame, frames[0]);
  const evaluated = await evaluate(expression, 'print', context);
  return 'problem' in evaluated ? evaluated.problem : valueText(evaluated.value);
}

it('leads from the crash to the line that caused it', async () => {
  writeFileSync(`${file}.c`, source);
  execFileSync('gcc', ['-g', '-O0', '-o', 'tally', 'tally.c'], { cwd: scratch });
  const items = ['$regs', '$args', '$locals'];
  const actions = items.map((item) => ({ action: 'collect' as const, item }));
  const at = { number: 1, kind: 'trap' as const, location: 'tally.c:12', enabled: true };
  const tracepoint = { ...at, passCount: 0, actions };
  const plan = { tracepoints: [tracepoint], variables: [], recordTime: true };

  const { trace, status, note } = await record(plan);
  expect(status.signal).toBe('SIGSEGV at tally.c:12 (count)');
  expect(note).toBe('The program was stopped by SIGSEGV at tally.c:12 (count).');
  expect(trace.recording.index.count).toBe(7);
  expect(await shown(trace, 6, 'key')).toBe('6');
  expect(await shown(trace, 6, 'place')).toBe('0x0');
  expect(await shown(trace, 6, 'limit')).toBe('<unavailable>');

  const next = await nextCollection(trace, { frame: 6, level: 0, expression: 'limit' });
  if ('problem' in next) throw new Error(next.problem);
  const collecting = withCollection(tracepoint, next);
  expect((await forecastOf(trace, tracepoint, collecting, false)).bytesPerFrame).toBe(15);

  const again = (await record({ ...plan, tracepoints: [collecting] })).trace;
  expect(again.recording.index.count).toBe(7);
  expect(await shown(again, 6, 'limit')).toBe('6');
  expect(await shown(again, 3, 'limit')).toBe('8');
  const [innermost] = (await again.callStack(6)).frames;
  const followed = await followValue(again, 'limit', innermost, innermost);
  if ('problem' in followed) throw new Error(followed.problem);
  expect(await lastChange(followed, 6)).toEqual({ before: 3, after: 4 });
  expect(source.split('\n')[16]).toBe('  limit = 6;');
});
