// The times of Intel PT against libipt 2.0.5 (test/corpus/intelPt/README.md): of streams with every
// kind of packet that tells of time, every instruction has the same time stamp, also where packets
// were lost or altered.
import { describe, expect, it } from 'vitest';
import { BlockGap } from '../../src/trace/branch/blockShapes';
import { PtFlow } from '../../src/trace/branch/ptFlow';
import { readClockRates } from '../../src/format/intelPt/clock';
import { openBranchTrace } from './branchTrace';
import { checksum, codeOf, cpuOf, ratesOf, readStreams, type Stream } from './intelPtStreams';

const { whole, altered } = readStreams('times.txt');

/** gdb's numbers of gaps that are no errors. */
const gdbNumbers = new Map<BlockGap, number>([
  [BlockGap.ptDisabled, 2],
  [BlockGap.ptOverflow, 3],
]);

/** What libipt's program would print: gaps, and from which instruction on which time. */
async function timesOf(stream: Stream): Promise<string[]> {
  const code = await codeOf(stream);
  const lines: string[] = [];
  let told = -1n;
  const flow = new PtFlow(
    stream.raw,
    cpuOf(stream),
    code,
    {
      run: () => undefined,
      gap: (error, _, offset) => lines.push(`gap ${gdbNumbers.get(error) ?? error} ${offset}`),
    },
    ratesOf(stream),
  );
  let ran = 0;
  for (;;) {
    const wanted = flow.advance(1);
    if (typeof wanted === 'bigint') await code.read(wanted);
    for (; ran < flow.instructions; ran++) {
      const time = flow.time ?? -1n;
      if (time !== told) lines.push(`${ran} ${time}`);
      told = time;
    }
    if (wanted === 'end') return lines;
  }
}

describe('times', () => {
  it.each(whole)('$name', async (stream) => {
    expect(await timesOf(stream)).toEqual(stream.answers);
  });

  it.each(altered)('$name', async (stream) => {
    const lines = await timesOf(stream);
    const gaps = lines.filter((line) => line.startsWith('gap '));
    expect([...gaps, `times ${lines.length} ${checksum(lines)}`]).toEqual(stream.answers);
  });

  it('are of as many streams as were recorded', () => {
    expect([whole.length, altered.length]).toEqual([20, 399]);
  });
});

describe('a document with times', () => {
  it('has the ticks of its blocks, from the first that is known', async () => {
    const { execution } = await openBranchTrace('tree-pt-times.btrace', 'tree');
    const { blocks } = execution;
    expect(blocks.hasTimes).toBe(true);
    const ticks = Array.from({ length: blocks.count }, (_, i) => blocks.ticksAt(i + 1));
    const known = ticks.filter((each) => each !== undefined);
    expect([ticks.indexOf(0), known.length]).toEqual([0, 310]);
    expect(known).toEqual([...known].sort((a, b) => a - b));
  });

  it('of none has none', async () => {
    const { execution } = await openBranchTrace('tree-O2-pt.btrace', 'tree-O2');
    expect([execution.blocks.hasTimes, execution.blocks.ticksAt(1)]).toEqual([false, undefined]);
  });
});

describe('the rates of clocks', () => {
  it('are read as libipt names them', () => {
    const rates = { mtcFrequency: 3, tscRatio: [168, 2], nominalFrequency: 24 };
    expect(readClockRates(' 3 168/2 24 ')).toEqual(rates);
  });

  it.each(['', '3', '3 168 24', '16 168/2 24', '3 168/4294967296 24', '3 168/2 256', '-1 1/1 1'])(
    '%j is none',
    (text) => {
      expect(readClockRates(text)).toBeUndefined();
    },
  );
});
