// The same runs recorded by gdb and by this project, on a real gdbserver of this machine: the files
// hold the same frames, but for the times of their hits, and gdb says the same of both.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/hex';
import type { Frame } from '../../src/format/frame';
import type { TargetRecording, RunOptions } from '../../src/remote/client/recording';
import type { Trace } from '../../src/trace/trace';
import { askGdb } from './askGdb';
import {
  connect,
  downloaded,
  ended,
  experimentOf,
  folder,
  openTrace,
  programOf,
  recordWithGdb,
  startAtMain,
  stopServers,
  type Server,
} from './liveTarget';

afterAll(stopServers);

const compared = {
  runs: 0,
  frames: 0,
  registers: 0,
  memory: 0,
  variables: 0,
  words: 0,
  byChance: 0,
  answers: 0,
  wrapped: 0,
  takenUp: 0,
};

/** Frames that gdb is asked about. */
const framesAsked = 10;

/** gdbserver's variable of the time of a hit. */
const timestamp = 1;

/** Runs of the corpus: C, C++, and position-independent. */
const runs: readonly (readonly [name: string, frames: number, options: RunOptions])[] = [
  ['meter.plain', 29, {}],
  ['meter.string', 20, {}],
  ['meter.empty', 21, {}],
  ['meter.null', 20, {}],
  ['meter.wide', 1, {}],
  ['meter.disabled', 20, {}],
  ['boxes.locations', 32, {}],
  ['boxes.memory', 12, {}],
  ['boxes.constructor', 8, {}],
  ['vectors.plain', 3, {}],
  ['meter-pie.plain', 29, {}],
];

/** Records what gdb recorded, up to the end of the program or of the run. */
async function recordHere(
  server: Server,
  name: string,
  byGdb: Trace,
  options: RunOptions,
): Promise<TargetRecording> {
  const recording = await connect(server.target);
  const experiment = await experimentOf(byGdb, name, recording);
  expect(await recording.start(experiment, options)).toBeUndefined();
  await ended(recording);
  return recording;
}

/** What a frame holds, in pieces of a word; times of hits are other ones in each run. */
function contents({ tracepoint, bytes, blocks }: Frame): string[] {
  const words = (kind: string, offset: number, length: number, address: number) => {
    const pieces = [`${kind} of ${length}`];
    for (let at = 0; at < length;) {
      const end = Math.min(length, at + 8 - ((address + at) % 8));
      pieces.push(toHex(bytes.subarray(offset + at, offset + end)));
      at = end;
    }
    return pieces;
  };
  const written = blocks.flatMap((block) => {
    const { offset, length } = block;
    switch (block.kind) {
      case 'R':
        compared.registers++;
        return words('registers', offset, length, 0);
      case 'M':
        compared.memory++;
        return words(`memory at ${block.address}`, offset, length, Number(block.address % 8n));
      case 'V':
        compared.variables++;
        return `variable ${block.variable}: ${block.variable === timestamp ? 'time' : block.value}`;
      case 'S':
      case 'unknown':
        return words(block.kind, offset, length, 0);
    }
  });
  return [`tracepoint ${tracepoint}`, ...written];
}

/**
 * Expects the same frames in both files, but for words that gdb itself records otherwise the next
 * time: what the system makes up by chance for each program (AT_RANDOM), and what becomes of it.
 */
async function expectSameFrames(here: Trace, byGdb: Trace, again: Trace): Promise<void> {
  for (let frame = 0; frame < here.recording.index.count; frame++) {
    const [ours, gdbs, others] = await Promise.all(
      [here, byGdb, again].map(async (trace) => contents(await trace.recording.frame(frame))),
    );
    const steady = (words: readonly string[] = []) =>
      words.map((word, index) => (gdbs?.[index] === others?.[index] ? word : 'by chance'));
    const expected = steady(gdbs);
    compared.byChance += expected.filter((word) => word === 'by chance').length;
    compared.words += expected.length;
    expect(steady(ours), `frame ${frame}`).toEqual(expected);
    compared.frames++;
  }
}

/** What gdb says of a file. */
async function gdbOf(name: string, bytes: Uint8Array, frames: number): Promise<string[]> {
  const scratch = mkdtempSync(path.join(tmpdir(), 'record-'));
  try {
    const file = path.join(scratch, 'recorded.tf');
    writeFileSync(file, bytes);
    const asked = Array.from({ length: frames }, (_, frame) => [
      `tfind ${frame}`,
      'info registers',
      'x/4xg $sp',
      'print $tracepoint',
      'print $trace_line',
    ]);
    const commands = [
      `target tfile ${file}`,
      'info tracepoints',
      'info tvariables',
      ...asked.flat(),
    ];
    return await askGdb('gdb', path.join(folder, programOf(name)), commands);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** The lines of answers that gdb gives of both its own recordings alike. */
function steadyLines(answers: readonly string[], one: readonly string[], other: readonly string[]) {
  const lines = (list: readonly string[]) =>
    list.flatMap((answer) => answer.replace(/\S*recorded\.tf/g, 'FILE').split('\n'));
  const [ones, others] = [lines(one), lines(other)];
  return lines(answers).filter((_, index) => ones[index] === others[index]);
}

describe('a run on gdbserver', () => {
  it.each(runs)('%s is recorded as gdb records it', async (name, frames, options) => {
    const [gdbs, again] = [await recordWithGdb(name), await recordWithGdb(name)];
    const byGdb = await openTrace(gdbs);
    const server = await startAtMain(name);
    const recording = await recordHere(server, name, byGdb, options);
    const { trace, bytes, result } = await downloaded(recording);
    expect(result).toMatchObject({ frames, isComplete: true, byFrame: false, findings: [] });
    expect(byGdb.recording.index.count).toBe(frames);
    expect(trace.recording.index.count).toBe(frames);
    expect(trace.recording.diagnostics).toEqual(
      byGdb.recording.diagnostics.filter(({ code }) => code !== 'still-running'),
    );
    expect(trace.recording.description.tracepoints).toEqual(
      byGdb.recording.description.tracepoints,
    );
    expect(trace.recording.description.variables).toEqual(byGdb.recording.description.variables);
    expect(trace.recording.description.targetXml).toBe(byGdb.recording.description.targetXml);
    expect(trace.recording.frameLayout).toEqual(byGdb.recording.frameLayout);
    await expectSameFrames(trace, byGdb, await openTrace(again));
    const asked = Math.min(frames, framesAsked);
    const answers = await gdbOf(name, bytes, asked);
    const [one, other] = [await gdbOf(name, gdbs, asked), await gdbOf(name, again, asked)];
    expect(steadyLines(answers, one, other)).toEqual(steadyLines(one, one, other));
    compared.answers += answers.length;
    compared.runs++;
    expect(await recording.leave('kill')).toBeUndefined();
    recording.dispose();
    server.stop();
  });
});

describe('a buffer that wrapped', () => {
  it('is fetched frame by frame, which gdb itself does not do', async () => {
    const name = 'meter.circular';
    const byGdb = await openTrace(await recordWithGdb(name));
    const [whole, wrapped] = [await startAtMain(name), await startAtMain(name)];
    const all = await recordHere(whole, name, byGdb, {});
    const few = await recordHere(wrapped, name, byGdb, { circular: true, bufferSize: 4000 });
    const { trace: everything, result } = await downloaded(all);
    expect(result).toMatchObject({ isComplete: true, byFrame: false });
    const { trace, bytes, result: fetched } = await downloaded(few);
    const { framesInBuffer, framesCreated } = few.status.run ?? {};
    expect(framesCreated).toBe(everything.recording.index.count);
    expect(fetched).toMatchObject({ frames: framesInBuffer, isComplete: true, byFrame: true });
    expect(fetched.findings.map(({ code }) => code)).toEqual(['buffer-wrapped']);
    expect(trace.recording.index.count).toBe(framesInBuffer);
    expect(trace.recording.isSound).toBe(true);
    expect(byGdb.recording.isSound).toBe(false);
    const from = everything.recording.index.count - trace.recording.index.count;
    expect(from).toBeGreaterThan(0);
    for (let frame = 0; frame < trace.recording.index.count; frame++) {
      const expected = contents(await everything.recording.frame(from + frame));
      expect(contents(await trace.recording.frame(frame)), `frame ${frame}`).toEqual(expected);
      compared.wrapped++;
    }
    const answers = await gdbOf(name, bytes, trace.recording.index.count);
    const found = answers.filter((answer) => answer.startsWith('Found trace frame'));
    expect(found).toHaveLength(trace.recording.index.count);
    for (const recording of [all, few]) await recording.leave('kill');
    for (const server of [whole, wrapped]) server.stop();
  });
});

describe('a run that goes on without a connection', () => {
  it('is taken up later, stopped and fetched', async () => {
    const name = 'meter.plain';
    const byGdb = await openTrace(await recordWithGdb(name));
    const server = await startAtMain(name);
    const first = await connect(server.target);
    const experiment = await experimentOf(byGdb, name, first);
    expect(await first.start(experiment, { disconnected: true, resume: false })).toBeUndefined();
    const [, second] = byGdb.recording.description.tracepoints;
    expect(await first.enable(second?.number ?? 0, false)).toBeUndefined();
    expect(await first.leave('disconnect')).toBeUndefined();
    expect(first.status).toMatchObject({ phase: 'closed' });
    first.dispose();

    const later = await connect(server.target);
    expect(later.status).toMatchObject({ phase: 'tracing', program: 'stopped' });
    expect(later.status.tracepoints.map(({ number, enabled }) => [number, enabled])).toEqual(
      byGdb.recording.description.tracepoints
        .flatMap(({ number, locations }) => locations.map(({ address }) => ({ number, address })))
        .sort((a, b) => Number(a.address - b.address))
        .map(({ number }) => [number, number !== second?.number]),
    );
    expect(await later.resume()).toBeUndefined();
    await ended(later);
    const { trace, result } = await downloaded(later);
    expect(result).toMatchObject({ isComplete: true });
    expect(trace.recording.description.status).toMatchObject({ disconnectedTracing: true });
    const others = Array.from({ length: byGdb.recording.index.count }, (_, frame) => frame).filter(
      (frame) => byGdb.recording.index.tracepoint(frame) !== second?.number,
    );
    const there = Array.from({ length: trace.recording.index.count }, (_, frame) =>
      trace.recording.index.tracepoint(frame),
    );
    expect(there).toEqual(others.map((frame) => byGdb.recording.index.tracepoint(frame)));
    compared.takenUp += trace.recording.index.count;
    expect(await later.leave('kill')).toBeUndefined();
    server.stop();
  });
});

it('compares what it is meant to', () => {
  const { runs: done, frames, wrapped, takenUp, answers, words, byChance } = compared;
  const expected = runs.reduce((sum, [, count]) => sum + count, 0);
  const asked = runs.reduce((sum, [, count]) => sum + 3 + 5 * Math.min(count, framesAsked), 0);
  expect({ done, frames, answers }).toEqual({
    done: runs.length,
    frames: expected,
    answers: asked,
  });
  expect(expected).toBe(195);
  expect(wrapped).toBe(34);
  expect(takenUp).toBeGreaterThan(10);
  // Registers have other sizes on other processors.
  expect(words).toBeGreaterThan(20_000);
  expect(byChance).toBeLessThan(words / 200);
});
