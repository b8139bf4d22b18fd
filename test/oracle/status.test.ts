// The status line against gdb's `tstatus`, and the trace state variables against `info tvariables`.
import { describe, expect, it } from 'vitest';
import type { StopReason, TraceStatus } from '../../src/format/description';
import { corpusTraces, readCorpusTrace } from './corpusTrace';

const reasons = new Set<string>();
let statusLines = 0;
let variables = 0;

/** What gdb 13 prints for a status (tracepoint.c, tstatus_command). */
function tstatus(status: TraceStatus): string[] {
  const { framesInBuffer = -1, framesCreated = -1, bufferFree = 0, bufferSize = 0 } = status;
  const { startTime = 0n, stopTime = 0n } = status;
  const stopped = stopTime === 0n ? '' : `, stopped ${seconds(stopTime - startTime)} secs later`;
  const percent = Math.trunc(((bufferSize - bufferFree) * 100) / bufferSize);
  return [
    'Using a trace file.',
    reason(status),
    framesCreated === framesInBuffer
      ? `Collected ${framesInBuffer} trace frames.`
      : `Buffer contains ${framesInBuffer} trace frames (of ${framesCreated} created total).`,
    `Trace buffer has ${bufferFree} bytes of ${bufferSize} bytes free (${percent}% full).`,
    `Trace will ${status.disconnectedTracing ? 'continue' : 'stop'} if GDB disconnects.`,
    ...(status.circularBuffer ? ['Trace buffer is circular.'] : []),
    ...(status.userName ? [`Trace user is ${status.userName}.`] : []),
    ...(status.notes ? [`Trace notes: ${status.notes}.`] : []),
    'Not looking at any trace frame.',
    ...(startTime === 0n ? [] : [`Trace started at ${seconds(startTime)} secs${stopped}.`]),
  ];
}

function reason(status: TraceStatus): string {
  if (status.running) return 'Trace is running on the target.';
  const { stopTracepoint, stopText } = status;
  const sentences: Readonly<Record<StopReason, string>> = {
    unknown: '',
    'not-run': 'No trace has been run on the target.',
    'stop-command': `Trace stopped by a tstop command (${stopText}).`,
    'buffer-full': 'Trace stopped because the buffer was full.',
    disconnected: 'Trace stopped because of disconnection.',
    'pass-count': `Trace stopped by tracepoint ${stopTracepoint}.`,
    error: `Trace stopped by an error (${stopText}, tracepoint ${stopTracepoint}).`,
  };
  return sentences[status.stopReason];
}

function seconds(microseconds: bigint): string {
  return `${microseconds / 1_000_000n}.${String(microseconds % 1_000_000n).padStart(6, '0')}`;
}

describe.each(corpusTraces)('%s', (name) => {
  it('has the status that gdb tells', async () => {
    const { description, oracle } = await readCorpusTrace(name);
    const { head } = oracle;
    const said = head.slice(
      head.indexOf('Using a trace file.'),
      head.findIndex((line) => /^Num |^No tracepoints/.test(line)),
    );
    if (!description.status) throw new Error('no status');
    expect(tstatus(description.status)).toEqual(said);
    expect(description.status.unknownFields).toEqual([]);
    statusLines += said.length;
    reasons.add(description.status.running ? 'running' : description.status.stopReason);
  });

  it('has the trace state variables that gdb tells', async () => {
    const { description, oracle } = await readCorpusTrace(name);
    const { head } = oracle;
    const said = head
      .slice(head.findIndex((line) => line.startsWith('Name ')) + 1)
      .flatMap((line) => /^\$(\S+)\s+(-?\d+)/.exec(line)?.slice(1) ?? []);
    const read = [...description.variables]
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap(({ name: variable, initialValue }) => [variable, String(initialValue)]);
    const sorted = pairs(said).sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
    expect(read).toEqual(sorted.flat());
    variables += description.variables.length;
  });
});

function pairs(items: readonly string[]): string[][] {
  return items.flatMap((item, at) => (at % 2 === 0 ? [[item, items[at + 1] ?? '']] : []));
}

describe('the comparisons', () => {
  it('were all made', () => {
    expect({ statusLines, variables }).toEqual({ statusLines: 253, variables: 45 });
    expect([...reasons].sort()).toEqual([
      'buffer-full',
      'disconnected',
      'error',
      'not-run',
      'pass-count',
      'running',
      'stop-command',
    ]);
  });
});
