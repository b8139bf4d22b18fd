// Files on disk that are cut, written over, replaced and removed while their trace is open, with
// nobody who watches them: a read that comes upon it says so, bytes of another run are never taken
// for frames, and what the file holds then is shown.
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ReadFailed } from '../../../src/bytes/source';
import { filesOnDisk } from '../../../src/platform/fileSource';
import { exportFrames } from '../../../src/trace/export/exportFrames';
import { AllFrames } from '../../../src/trace/list/frameList';
import { openTraceFile } from '../../../src/trace/openTraceFile';
import { OpenTraces, type TraceLease } from '../../../src/trace/openTraces';
import { FrameCondition } from '../../../src/trace/search/framePredicate';
import { findFrame } from '../../../src/trace/search/search';
import type { Trace } from '../../../src/trace/trace';
import { eventually } from '../../eventually';

const corpus = path.join(import.meta.dirname, '../../corpus/x86_64');
const whole = readFileSync(path.join(corpus, 'app.tf'));
const other = readFileSync(path.join(corpus, 'app-memory-only.tf'));
const frames = 114;
/** Of a frame in the middle. */
const middle = 60;

let folder = '';
let file = '';
let lease: TraceLease;
let trace: Trace;
let said: string[];

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'changed-file-'));
  file = path.join(folder, 'run.tf');
  await open(whole);
});
afterEach(() => {
  lease.dispose();
  rmSync(folder, { recursive: true });
});

async function open(bytes: Uint8Array): Promise<void> {
  writeFileSync(file, bytes);
  const traces = new OpenTraces(
    (each) => openTraceFile(filesOnDisk, each),
    (each) => path.basename(each),
  );
  const opened = await traces.acquire(file);
  if ('problem' in opened) throw new Error(opened.problem);
  lease = opened;
  ({ trace } = opened);
  await trace.recording.indexed;
  said = [];
  trace.recording.onDidChangeFile((sentence) => said.push(sentence));
}

function endOf(frame: number): number {
  return trace.recording.index.offset(frame) + 6 + trace.recording.index.size(frame);
}

async function heard(words: RegExp): Promise<void> {
  await eventually(() => {
    expect(said.join('\n')).toMatch(words);
  });
}

/** A search that reads every frame and finds none. */
async function search(): Promise<unknown> {
  const condition = await FrameCondition.compile(trace, '*(char *) $rsp == 1000');
  if ('problem' in condition) throw new Error(condition.problem);
  return findFrame(trace, [{ condition }], { from: -1, direction: 1 });
}

function exportAll(): Promise<boolean> {
  const sink = { write: () => Promise.resolve() };
  const all = {
    format: 'trace',
    frames: new AllFrames(trace.recording.index),
    columns: [],
  } as const;
  return exportFrames(trace, all, sink);
}

/** Frames of a corpus file are what they are in it. */
async function expectSound(first: number, end: number): Promise<void> {
  for (let frame = first; frame < end; frame++) {
    const { bytes, offset, diagnostics } = await trace.recording.frame(frame);
    expect(diagnostics).toEqual([]);
    expect(Buffer.compare(bytes, whole.subarray(offset + 6, offset + 6 + bytes.length))).toBe(0);
  }
}

describe('a file that another run is saved over', () => {
  const overwritten = /^run\.tf was overwritten while it was read\. It is read anew: try again\.$/;

  it('gives no byte of it for a frame, and is read anew', async () => {
    await trace.machine(3);
    writeFileSync(file, other);
    await expect(trace.recording.frame(4)).rejects.toThrow(overwritten);
    await expect(trace.machine(5)).rejects.toThrow(ReadFailed);
    await expect(trace.recording.bytes.read(0, 100)).rejects.toThrow(overwritten);
    await heard(/^run\.tf changed and was read anew: it holds 20 frames now\.$/);
    expect(trace.recording.index.count).toBe(20);
    for (let frame = 0; frame < 20; frame++) {
      expect((await trace.machine(frame)).frame.diagnostics).toEqual([]);
    }
  });

  it.each([
    ['a search', search],
    ['an export', exportAll],
  ])('ends %s with a sentence', async (_, work) => {
    writeFileSync(file, other);
    await expect(work()).rejects.toThrow(overwritten);
    await heard(/it holds 20 frames now/);
    await work();
  });

  it('says so where it is no trace now, and comes back', async () => {
    writeFileSync(file, 'resource "aws_instance" {}'.repeat(1000));
    await expect(trace.recording.frame(4)).rejects.toThrow(ReadFailed);
    await heard(
      /^run\.tf was overwritten and is no trace file now\. What was read before is shown/,
    );
    expect(trace.recording.index.count).toBe(frames);
    await expect(trace.recording.frame(5)).rejects.toThrow(ReadFailed);
    writeFileSync(file, whole);
    await expectSound(0, frames);
    await heard(/run\.tf was written again; its frames are the same\./);
    expect(trace.recording.diagnostics).toEqual([]);
  });
});

describe('a file that is cut', () => {
  it('keeps the frames before the cut, and says what is missing of the others', async () => {
    const size = endOf(middle) + 3;
    truncateSync(file, size);
    await expectSound(0, middle + 1);
    const missing =
      /^run\.tf was cut: byte \d+ is no longer in it\. Frames before that can be read\.$/;
    await expect(trace.recording.frame(middle + 1)).rejects.toThrow(missing);
    await expect(search()).rejects.toThrow(/^run\.tf was cut: /);
    await expect(exportAll()).rejects.toThrow(/^run\.tf was cut: /);
    await heard(
      new RegExp(`was cut to ${size} bytes\\. Frames from ${middle + 1} on are no longer`),
    );
    await expectSound(0, middle + 1);
    writeFileSync(file, whole);
    await expectSound(0, frames);
    await heard(/its frames are the same/);
    expect(await search()).toBeUndefined();
  });
});

describe('a file that grows', () => {
  it('gives its frames meanwhile, then the new ones', async () => {
    const cut = endOf(middle);
    lease.dispose();
    await open(whole.subarray(0, cut));
    appendFileSync(file, whole.subarray(cut));
    await expectSound(0, middle + 1);
    await heard(new RegExp(`grew by ${frames - middle - 1} frames: it holds ${frames} now`));
    await expectSound(0, frames);
  });
});

describe('a file in whose place another one is put', () => {
  it('gives its own frames until it is read anew', async () => {
    const beside = path.join(folder, 'beside.tf');
    writeFileSync(beside, other);
    renameSync(beside, file);
    await expectSound(0, 3);
    await heard(/changed and was read anew: it holds 20 frames now/);
    expect((await trace.recording.frame(19)).diagnostics).toEqual([]);
  });
});

describe('a file that is removed', () => {
  const toFolder = () => {
    mkdirSync(file);
  };

  it.each([
    ['is gone', () => undefined, /cannot be read: there is no such file\./],
    ['is a folder now', toFolder, /cannot be read: there is no such file\. A folder/],
  ])('gives its frames, says that it %s, and comes back', async (_, then, words) => {
    unlinkSync(file);
    then();
    await expectSound(0, 20);
    await heard(words);
    await expectSound(20, frames);
    expect(trace.recording.diagnostics[0]).toMatchObject({
      severity: 'error',
      code: 'file-changed',
    });
    rmSync(file, { recursive: true, force: true });
    writeFileSync(file, whole);
    await heard(/its frames are the same/);
    expect(trace.recording.diagnostics).toEqual([]);
    expect(said).toHaveLength(2);
  });
});
