// gdb's CTF says what the trace file of the same run says, and gdb's own words on its CTF are the
// same as on the trace file that is made of it. s390x-t3-memonly was saved by a gdb on another
// machine, which had been served the trace file: there tracepoints come in another order, and their
// counters are hexadecimal, as gdb means them.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCounters } from '../../src/format/counters';
import type { Tracepoint } from '../../src/format/description';
import { filesOnDisk, openFile } from '../../src/platform/fileSource';
import { CompanionFiles } from '../../src/platform/companionFiles';
import { openTraceFile } from '../../src/trace/openTraceFile';
import { programOpener } from '../../src/trace/programOpener';
import { AllFrames } from '../../src/trace/list/frameList';
import { OpenTraces, type TraceLease } from '../../src/trace/openTraces';
import type { Trace } from '../../src/trace/trace';
import { exported } from '../unit/trace/export/traces';
import { askGdb } from './askGdb';
import { corpus } from './corpusTrace';

const runs = [
  ['x86_64/app.ctf', 'x86_64/app.tf', 'x86_64/app', 114],
  ['ctf/meter.ctf', 'ctf/meter.tf', 'extra/x86_64/meter', 22],
  ['ctf/s390x-t3-memonly.ctf', 's390x/t3-memonly.tf', 's390x/app', 36],
] as const;

const compared = { frames: 0, registers: 0, memory: 0, variables: 0, stacks: 0, tracepoints: 0 };
const said = { answers: 0, values: 0 };
const leases: TraceLease[] = [];
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ctf-'));
});
afterAll(() => {
  for (const lease of leases) lease.dispose();
  rmSync(folder, { recursive: true });
});

const openProgram = programOpener(
  openFile,
  () => new CompanionFiles([]),
  () => undefined,
);

async function open(name: string, program: string): Promise<Trace> {
  const traces = new OpenTraces(
    (key) => openTraceFile(filesOnDisk, key),
    (key) => path.basename(key),
  );
  const lease = await traces.acquire(path.join(corpus, name));
  if ('problem' in lease) throw new Error(lease.problem);
  leases.push(lease);
  const opened = await openProgram(path.join(corpus, program));
  if ('problem' in opened) throw new Error(opened.problem);
  await lease.trace.modules.use(opened, undefined);
  await lease.trace.recording.indexed;
  return lease.trace;
}

describe.each(runs)('%s', (name, traceFile, program, count) => {
  it('has the frames of the trace file', async () => {
    const ctf = await open(name, program);
    const tf = await open(traceFile, program);
    expect(ctf.recording.index.count).toBe(count);
    expect(tf.recording.index.count).toBe(count);
    expect(ctf.recording.diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([]);
    for (let frame = 0; frame < count; frame++) {
      const [ours, theirs] = [await ctf.machine(frame), await tf.machine(frame)];
      expect(ours.frame.tracepoint).toBe(theirs.frame.tracepoint);
      expect(ours.frame.blocks).toEqual(theirs.frame.blocks);
      expect(Buffer.from(ours.frame.bytes)).toEqual(Buffer.from(theirs.frame.bytes));
      expect(ours.pc).toBe(theirs.pc);
      for (const register of theirs.registers?.names() ?? []) {
        const [our, their] = [ours.registers?.read(register), theirs.registers?.read(register)];
        if (!our) continue;
        expect(our.bytes).toEqual(their?.bytes);
        compared.registers++;
      }
      for (const block of theirs.frame.blocks) {
        if (block.kind === 'M') compared.memory++;
        if (block.kind !== 'V') continue;
        expect(ours.variable(block.variable)).toBe(theirs.variable(block.variable));
        compared.variables++;
      }
      const [ourStack, theirStack] = [await ctf.callStack(frame), await tf.callStack(frame)];
      expect(ourStack.frames.map(({ pc }) => pc)).toEqual(theirStack.frames.map(({ pc }) => pc));
      compared.stacks++;
      compared.frames++;
    }
  });

  it('has the tracepoints, variables and status of the trace file', async () => {
    const [
      {
        recording: { description: ctf, index },
      },
      {
        recording: { description: tf },
      },
    ] = [await open(name, program), await open(traceFile, program)];
    expect(ctf.tracepoints.map(withoutCounters)).toEqual(tf.tracepoints.map(withoutCounters));
    for (const [i, tracepoint] of tf.tracepoints.entries()) {
      const { hits, usage } =
        readCounters(tracepoint, index.bytesOf(tracepoint.number), 'decimal') ?? {};
      const ours = ctf.tracepoints[i] ?? tracepoint;
      const base = name.startsWith('ctf/s390x') ? 'hexadecimal' : 'decimal';
      expect(readCounters(ours, 0, base)).toMatchObject({ hits, usage });
    }
    expect(ctf.variables).toEqual(tf.variables);
    compared.tracepoints += ctf.tracepoints.length;
    const { stopReason, stopTracepoint, framesInBuffer, framesCreated, bufferFree, bufferSize } =
      tf.status ?? {};
    expect(ctf.status).toMatchObject({
      stopReason,
      stopTracepoint,
      framesInBuffer,
      framesCreated,
      bufferFree,
      bufferSize,
    });
  });

  it('is exported as the trace file, but for the lines that gdb does not save', async () => {
    const trace = await open(name, program);
    const bytes = await exported(trace, {
      format: 'trace',
      frames: new AllFrames(trace.recording.index),
      columns: [],
    });
    const original = readFileSync(path.join(corpus, traceFile));
    const startOfFrames = (file: Buffer) => file.indexOf('\n\n') + 2;
    const lines = (file: Buffer) =>
      file
        .subarray(0, startOfFrames(file))
        .toString('latin1')
        .split('\n')
        .filter((line) => !/^(tdesc |status |tp V)/.test(line))
        .sort();
    expect(lines(bytes)).toEqual(lines(original));
    expect(bytes.subarray(startOfFrames(bytes))).toEqual(
      original.subarray(startOfFrames(original)),
    );
  });
});

/** What the counters' digits mean is compared apart. */
/** The folder lists tracepoints in an order of its own. */
function withoutCounters(tracepoint: Tracepoint) {
  const locations = tracepoint.locations.map((location) => ({
    ...location,
    counters: undefined,
    fileIndex: undefined,
  }));
  return { ...tracepoint, locations, fileIndex: undefined };
}

describe.each(runs.slice(0, 2))('gdb on %s', (name, _, program, count) => {
  it('says what it says on the trace file made of it', async () => {
    const trace = await open(name, program);
    const copy = path.join(folder, 'copy.tf');
    writeFileSync(
      copy,
      await exported(trace, {
        format: 'trace',
        frames: new AllFrames(trace.recording.index),
        columns: [],
      }),
    );
    const executable = path.join(corpus, program);
    const frames = Array.from({ length: count }, (_unused, frame) => frame);
    const ask = async (target: string) => {
      const [, tracepoints = '', ...rest] = await askGdb('gdb', executable, [
        target,
        'info tracepoints',
        'info tvariables',
        ...frames.flatMap((frame) => [`tfind ${frame}`, ...questions]),
      ]);
      // The condition's bytecode and the usage are in the CTF, but gdb does not read them back.
      return [tracepoints.replace(/^.*trace buffer usage.*\n/gm, ''), ...rest];
    };
    const onCtf = await ask(`target ctf ${path.join(corpus, name)}`);
    const onCopy = await ask(`target tfile ${copy}`);
    expect(onCopy).toEqual(onCtf);
    expect(onCtf).toHaveLength(2 + (1 + questions.length) * count);
    said.answers += onCtf.length;
    said.values += onCtf.filter((answer) => /= (?!<unavailable>)/.test(answer)).length;
  });
});

const questions = [
  'info registers rip rsp rbp rax',
  'bt',
  'info args',
  'info locals',
  'info tvariables',
  'x/16xb $sp',
  'print $tracepoint',
  'tdump',
];

it('compared as much as it should', () => {
  expect(compared).toEqual({
    frames: 172,
    registers: 23_772,
    memory: 426,
    variables: 34,
    stacks: 172,
    tracepoints: 10,
  });
  expect(said).toEqual({ answers: 1228, values: 434 });
});
