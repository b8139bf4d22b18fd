// The status line against gdb's `tstatus`, and the trace state variables against `info tvariables`.
import { describe, expect, it } from 'vitest';
import type { TraceStatus } from '../../src/format/description';
import { corpusTraces, readCorpusTrace } from './corpusTrace';

let statusLines = 0;
let variables = 0;

/** What gdb 13 prints for a status (tracepoint.c, tstatus_command), for the reasons in the corpus. */
function tstatus(status: TraceStatus): string[] {
  const { framesInBuffer = -1, framesCreated = -1, bufferFree = 0, bufferSize = 0 } = status;
  const { startTime = 0n, stopTime = 0n } = status;
  const percent = Math.trunc(((bufferSize - bufferFree) * 100) / bufferSize);
  const stopped =
    status.stopReason === 'stop-command'
      ? `Trace stopped by a tstop command (${status.stopText}).`
      : `Trace stopped by tracepoint ${status.stopTracepoint}.`;
  return [
    'Using a trace file.',
    stopped,
    framesCreated === framesInBuffer
      ? `Collected ${framesInBuffer} trace frames.`
      : `Buffer contains ${framesInBuffer} trace frames (of ${framesCreated} created total).`,
    `Trace buffer has ${bufferFree} bytes of ${bufferSize} bytes free (${percent}% full).`,
    `Trace will ${status.disconnectedTracing ? 'continue' : 'stop'} if GDB disconnects.`,
    ...(status.circularBuffer ? ['Trace buffer is circular.'] : []),
    ...(status.userName ? [`Trace user is ${status.userName}.`] : []),
    ...(status.notes ? [`Trace notes: ${status.notes}.`] : []),
    'Not looking at any trace frame.',
    `Trace started at ${seconds(startTime)} secs, stopped ${seconds(stopTime - startTime)} secs later.`,
  ];
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
      head.findIndex((line) => line.startsWith('Num ')),
    );
    if (!description.status) throw new Error('no status');
    expect(tstatus(description.status)).toEqual(said);
    expect(description.status.unknownFields).toEqual([]);
    statusLines += said.length;
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
    expect({ statusLines, variables }).toEqual({ statusLines: 111, variables: 21 });
  });
});
