// Intel Processor Trace against libipt 2.0.5, the library with which gdb decodes: packet streams of
// known paths, whole, cut and altered (test/corpus/intelPt/README.md). Every instruction is the
// same, and every error is the same at the same offset. And against gdb 13.1, to which a stub gave
// such packets as a recording (test/corpus/branches/README.md).
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../src/bytes/source';
import { openProgram } from '../../src/symbols/openProgram';
import { BlockGap } from '../../src/trace/branch/blockShapes';
import { FlowCode } from '../../src/trace/branch/flowCode';
import { PtFlow } from '../../src/trace/branch/ptFlow';
import { executedFrom } from '../../src/trace/branch/branchTrace';
import { callHistoryLine, infoRecord, instructionHistory } from '../../src/trace/branch/text';
import { ModuleList } from '../../src/trace/moduleList';
import { TraceModule } from '../../src/trace/traceModule';
import { branchOracle, openBranchTrace } from './branchTrace';
import { corpus } from './corpusTrace';

const folder = path.join(corpus, 'intelPt');

interface Stream {
  readonly name: string;
  readonly raw: Uint8Array;
  readonly cpu: { family: number; model: number };
  readonly images: readonly (readonly [string, bigint])[];
  readonly answers: readonly string[];
}

const whole: Stream[] = [];
const altered: Stream[] = [];

for (const section of readFileSync(path.join(folder, 'streams.txt'), 'utf8')
  .split(/^=== /m)
  .slice(1)) {
  const [title = '', ...lines] = section.slice(0, -1).split('\n');
  const rowsOf = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.split(' ').slice(1));
  const answers = lines.filter((line) => !/^(cpu|image|raw) /.test(line));
  const [raw] = rowsOf('raw');
  if (raw) {
    const [family = 0, model = 0] = rowsOf('cpu')[0]?.map(Number) ?? [];
    whole.push({
      name: title,
      raw: Uint8Array.from(Buffer.from(raw[0] ?? '', 'hex')),
      cpu: { family, model },
      images: rowsOf('image').map(([file = '', slide = '0']) => [file, BigInt(`0x${slide}`)]),
      answers,
    });
    continue;
  }
  const [, name = '', patches = ''] = /^(.*?)((?: \d+:\w+)+)$/.exec(title) ?? [];
  const base = whole.find((each) => each.name === name);
  if (!base) throw new Error(`No stream is called ${name}.`);
  let bytes = base.raw.slice();
  for (const patch of patches.trim().split(' ')) {
    const [at = '', byte = ''] = patch.split(':');
    if (byte === 'cut') bytes = bytes.slice(0, Number(at));
    else bytes[Number(at)] = Number.parseInt(byte, 16);
  }
  altered.push({ ...base, name: title, raw: bytes, answers });
}

/** gdb's numbers of gaps that are no errors. */
const gdbNumbers = new Map<BlockGap, number>([
  [BlockGap.ptDisabled, 2],
  [BlockGap.ptOverflow, 3],
]);

const opened = new Map<string, Promise<TraceModule>>();

function module(file: string, slide: bigint): Promise<TraceModule> {
  const found = opened.get(file);
  if (found) return found;
  const opening = openProgram(new MemorySource(readFileSync(path.join(folder, file))), file).then(
    (result) => {
      if ('problem' in result) throw new Error(result.problem);
      return new TraceModule(result.program, slide, '');
    },
  );
  opened.set(file, opening);
  return opening;
}

/** What libipt's program would print of a stream. */
async function decode({ raw, cpu, images }: Stream): Promise<string[]> {
  const modules = await Promise.all(images.map(([file, slide]) => module(file, slide)));
  const code = new FlowCode(new ModuleList(modules));
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
    expect([whole.length, altered.length]).toEqual([40, 600]);
  });
});

describe('cut and altered streams', () => {
  it.each(altered)('$name', async (stream) => {
    const lines = await decode(stream);
    const isGap = (line: string) => line.startsWith('gap ');
    const runs = lines.filter((line) => !isGap(line));
    const text = runs.map((line) => `${line}\n`).join('');
    const hash = createHash('sha1').update(text).digest('hex').slice(0, 16);
    expect([...lines.filter(isGap), `runs ${runs.length} ${hash}`]).toEqual(stream.answers);
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
