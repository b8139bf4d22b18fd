// Intel Processor Trace against libipt 2.0.5, the library with which gdb decodes: packet streams of
// known paths, whole, cut and altered (test/corpus/intelPt/README.md). Every instruction is the
// same, and every error is the same at the same offset. And against gdb 13.1, to which a stub gave
// such packets as a recording (test/corpus/branches/README.md).
import { describe, expect, it } from 'vitest';
import { BlockGap } from '../../src/trace/branch/blockShapes';
import { PtFlow } from '../../src/trace/branch/ptFlow';
import { executedFrom } from '../../src/trace/branch/branchTrace';
import { callHistoryLine, infoRecord, instructionHistory } from '../../src/trace/branch/text';
import { branchOracle, openBranchTrace } from './branchTrace';
import { checksum, codeOf, readStreams, type Stream } from './intelPtStreams';

const { whole, altered } = readStreams('streams.txt');

/** gdb's numbers of gaps that are no errors. */
const gdbNumbers = new Map<BlockGap, number>([
  [BlockGap.ptDisabled, 2],
  [BlockGap.ptOverflow, 3],
]);

/** What libipt's program would print of a stream. */
async function decode(stream: Stream): Promise<string[]> {
  const { raw, cpu } = stream;
  const code = await codeOf(stream);
  const lines: string[] = [];
  let run: { first: bigint; last: bigint; next: bigint; count: number } | undefined;
  const endRun = () => {
    if (run) lines.push(`${run.first.toString(16)} ${run.last.toString(16)} ${run.count}`);
    run = undefined;
  };
  const flow = new PtFlow(raw, { vendor: 'GenuineIntel', stepping: 0, ...cpu }, code, {
    run(begin, end) {
      if (run && run.next !== begin) endRun();
      run ??= { first: begin, last: begin, next: begin, count: 0 };
      for (let at = begin; ;) {
        const instruction = code.instructionAt(code.at(at));
        if (typeof instruction !== 'object') throw new Error(`Nothing ran at ${at}.`);
        const { size } = instruction;
        run.count++;
        run.last = at;
        run.next = at + BigInt(size);
        if (at === end) break;
        at = run.next;
      }
    },
    gap(error, _, offset) {
      endRun();
      lines.push(`gap ${gdbNumbers.get(error) ?? error} ${offset}`);
    },
  });
  for (;;) {
    const wanted = flow.advance(1000);
    if (wanted === 'end') break;
    if (wanted !== undefined) await code.read(wanted);
  }
  endRun();
  return lines;
}

describe('streams', () => {
  it.each(whole)('$name', async (stream) => {
    expect(await decode(stream)).toEqual(stream.answers);
  });

  it('are as many as were recorded', () => {
    expect([whole.length, altered.length]).toEqual([42, 600]);
  });
});

describe('cut and altered streams', () => {
  it.each(altered)('$name', async (stream) => {
    const lines = await decode(stream);
    const isGap = (line: string) => line.startsWith('gap ');
    const runs = lines.filter((line) => !isGap(line));
    expect([...lines.filter(isGap), `runs ${runs.length} ${checksum(runs)}`]).toEqual(
      stream.answers,
    );
  });
});

const documents = [
  { name: 'tree-pt', program: 'tree', calls: 42, instructions: 310 },
  { name: 'tree-pt-gaps', program: 'tree', calls: 35, instructions: 233 },
  { name: 'tree-O2-pt', program: 'tree-O2', calls: 31, instructions: 182 },
];

describe.each(documents)('gdb of $name', ({ name, program, calls, instructions }) => {
  const trace = openBranchTrace(`${name}.btrace`, program);
  const said = branchOracle(name);
  const answers = (question: string) => (said.get(question) ?? []).map((line) => line.trimEnd());

  it('says as much of the recording', async () => {
    const { trace: opened, execution } = await trace;
    const words = infoRecord(opened, execution).split('\n');
    const expected = answers('info record');
    expect(words[1]).toBe(expected[1]);
    expect(expected[3]?.startsWith((words[2] ?? '').replace(/\.$/, ''))).toBe(true);
  });

  it('has the same calls', async () => {
    const { trace: opened, execution } = await trace;
    const lines: string[] = [];
    for (let place = 0; place < execution.calls.count; place++) {
      lines.push(await callHistoryLine(opened, execution, execution.calls.at(place)));
    }
    const expected = answers('record function-call-history /cil');
    // gdb adds the instruction before which the target is stopped, which no packet tells of.
    const newest = expected.pop()?.replace(/,(\d+)\t/, (_, last) => `,${Number(last) - 1}\t`);
    expect(lines.map((line) => line.trimEnd())).toEqual([...expected, newest]);
    expect(lines).toHaveLength(calls);
  });

  it('has the same instructions', async () => {
    const { trace: opened, execution } = await trace;
    const lines = await instructionHistory(opened, [...executedFrom(execution, 1)], 'att');
    // It marks the target's instruction wherever that ran.
    const expected = answers('record instruction-history').map((line) => line.replace('=>', '  '));
    expect(lines).toEqual(expected);
    expect(lines).toHaveLength(instructions);
  });
});
