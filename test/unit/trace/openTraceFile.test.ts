import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../../src/bytes/source';
import { isTraceFile, openTraceFile, type TraceFiles } from '../../../src/trace/openTraceFile';
import { OpenTraces } from '../../../src/trace/openTraces';
import { eventually } from '../../eventually';

const corpus = path.join(import.meta.dirname, '../../corpus');
const read = (name: string) => readFileSync(path.join(corpus, name));
const ctf = {
  metadata: read('ctf/meter.ctf/metadata'),
  datastream: read('ctf/meter.ctf/datastream'),
};

const frames = 22;

/** A file system of a few files. */
function files(contents: Record<string, Uint8Array>) {
  const state = { open: 0, fails: '' };
  const system: TraceFiles<string> = {
    open: (file) => {
      const found = contents[file];
      if (!found)
        return Promise.resolve({ problem: `${file} cannot be read: there is no such file.` });
      state.open++;
      const source = new MemorySource(found);
      return Promise.resolve({
        size: source.size,
        read: (offset: number, length: number) =>
          file === state.fails
            ? Promise.reject(new Error('the disk is gone'))
            : source.read(offset, length),
        close: () => {
          state.open--;
          return Promise.resolve();
        },
      });
    },
    isFolder: (where) =>
      Promise.resolve(Object.keys(contents).some((file) => file.startsWith(`${where}/`))),
    fileIn: (folder, name) => `${folder}/${name}`,
  };
  return { system, state };
}

const folder = (contents: Record<string, Uint8Array>) =>
  files(
    Object.fromEntries(Object.entries(contents).map(([name, bytes]) => [`run/${name}`, bytes])),
  );

describe('a folder with gdb’s CTF', () => {
  it('is opened as a trace, and closed with it', async () => {
    const { system, state } = folder(ctf);
    const traces = new OpenTraces(
      (key) => openTraceFile(system, key),
      (key) => key,
    );
    const lease = await traces.acquire('run');
    if ('problem' in lease) throw new Error(lease.problem);
    const { trace } = lease;
    await trace.recording.indexed;
    expect(trace.recording.index.count).toBe(frames);
    expect(trace.recording.parts).toEqual(['metadata', 'datastream']);
    expect(trace.recording.diagnostics.map(({ code }) => code)).toEqual(['unknown-architecture']);
    expect(state.open).toBe(1);
    lease.dispose();
    await eventually(() => {
      expect(state.open).toBe(0);
    });
    expect(await isTraceFile(system, 'run')).toBe(true);
    expect(state.open).toBe(0);
  });

  it('is read anew when it changes', async () => {
    const cut = { ...ctf, datastream: ctf.datastream.subarray(0, 20_000) };
    const contents = Object.fromEntries(
      Object.entries(cut).map(([name, bytes]) => [`run/${name}`, bytes] as [string, Uint8Array]),
    );
    const { system } = files(contents);
    const traces = new OpenTraces(
      (key) => openTraceFile(system, key),
      (key) => key,
    );
    const lease = await traces.acquire('run');
    if ('problem' in lease) throw new Error(lease.problem);
    const { trace } = lease;
    await trace.recording.indexed;
    expect(trace.recording.index.count).toBeLessThan(frames);
    expect(trace.recording.diagnostics.map(({ code }) => code)).toContain('ctf-cut-off');
    const said: string[] = [];
    trace.recording.onDidChangeFile((sentence) => said.push(sentence));
    contents['run/datastream'] = ctf.datastream;
    await traces.fileChanged('run');
    expect(said).toEqual([expect.stringMatching(/^run grew by \d+ frames: it holds 22 now\.$/)]);
    expect(trace.recording.diagnostics.map(({ code }) => code)).not.toContain('ctf-cut-off');
    lease.dispose();
  });

  it.each([
    ['no metadata', { other: ctf.metadata }, /metadata cannot be read.*tsave -ctf/],
    [
      'no datastream',
      { metadata: ctf.metadata },
      /datastream cannot be read: there is no such file/,
    ],
    [
      'the metadata of another tracer',
      { ...ctf, metadata: Buffer.from('/* CTF 1.8 */') },
      /none of gdb’s events/,
    ],
  ])('with %s is refused in a sentence', async (_, contents, problem) => {
    const { system, state } = folder(contents);
    expect(await openTraceFile(system, 'run')).toEqual({
      problem: expect.stringMatching(problem) as string,
    });
    expect(state.open).toBe(0);
  });

  it('on a disk that fails is refused in a sentence', async () => {
    const { system, state } = folder(ctf);
    for (const name of ['run/metadata', 'run/datastream']) {
      state.fails = name;
      const opened = await openTraceFile(system, 'run');
      expect(opened).toEqual({ problem: 'The trace cannot be read: the disk is gone.' });
      expect(state.open).toBe(0);
    }
    state.fails = 'run/metadata';
    expect(await isTraceFile(system, 'run')).toBe(false);
  });
});

describe('a trace file', () => {
  const traceFile = read('ctf/meter.tf');

  it('is opened as it is, whatever its name', async () => {
    const { system } = files({ 'a.tf': traceFile, 'run/metadata': traceFile });
    for (const where of ['a.tf', 'run']) {
      const opened = await openTraceFile(system, where);
      if ('problem' in opened) throw new Error(opened.problem);
      expect(opened.size).toBe(traceFile.length);
      expect(opened.parts).toBeUndefined();
      expect(await isTraceFile(system, where)).toBe(true);
    }
  });

  it('that is none, is none', async () => {
    const { system } = files({ 'a.tf': Buffer.from('variable "x" {}'), metadata: ctf.metadata });
    expect(await isTraceFile(system, 'a.tf')).toBe(false);
    expect(await isTraceFile(system, 'metadata')).toBe(false);
    expect(await isTraceFile(system, 'gone')).toBe(false);
  });
});
