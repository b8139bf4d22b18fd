import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../../src/bytes/source';
import { OpenTraces, type TraceLease } from '../../../src/trace/openTraces';
import type { OwnedSource } from '../../../src/trace/validatedSource';
import { eventually } from '../../eventually';

const trace = readFileSync(path.join(import.meta.dirname, '../../corpus/x86_64/app.tf'));
const files: Readonly<Record<string, Uint8Array>> = {
  'one.tf': trace,
  'two.tf': trace,
  'main.tf': Buffer.from('resource "aws_instance" {}'),
};

/** Traces of the files above; how often each was opened, and how many are open. */
function traces() {
  const opened: string[] = [];
  const state = { open: 0, fails: false };
  const openSource = (key: string): Promise<OwnedSource | { problem: string }> => {
    opened.push(key);
    const bytes = files[key];
    if (!bytes) return Promise.resolve({ problem: `${key} is not there.` });
    state.open++;
    const source = new MemorySource(bytes);
    return Promise.resolve({
      size: source.size,
      read: (offset, length) =>
        state.fails ? Promise.reject(new Error('the disk is gone')) : source.read(offset, length),
      close: () => {
        state.open--;
        return Promise.resolve();
      },
    });
  };
  return { traces: new OpenTraces(openSource, (key) => `the file ${key}`), opened, state };
}

function leaseOf(result: TraceLease | { problem: string }): TraceLease {
  if ('problem' in result) throw new Error(result.problem);
  return result;
}

/** Waits until so many files are open. */
function open(state: { open: number }, count: number): Promise<void> {
  return eventually(() => {
    expect(state.open).toBe(count);
  });
}

describe('traces that are open', () => {
  it('are shared by those who ask for one file, at once too', async () => {
    const { traces: all, opened, state } = traces();
    const [first, second] = (await Promise.all([all.acquire('one.tf'), all.acquire('one.tf')])).map(
      leaseOf,
    );
    const third = leaseOf(await all.acquire('one.tf'));
    expect(first?.trace).toBe(second?.trace);
    expect(third.trace).toBe(first?.trace);
    expect(third.trace.recording.name).toBe('the file one.tf');
    expect(opened).toEqual(['one.tf']);
    expect(state.open).toBe(1);
  });

  it('are apart for different files', async () => {
    const { traces: all, state } = traces();
    const one = leaseOf(await all.acquire('one.tf'));
    const two = leaseOf(await all.acquire('two.tf'));
    expect(one.trace).not.toBe(two.trace);
    expect(state.open).toBe(2);
    one.dispose();
    await open(state, 1);
    expect(await two.trace.recording.reach(113)).toBe(true);
    expect(state.open).toBe(1);
  });

  it('close with their last share, however often one is given back', async () => {
    const { traces: all, opened, state } = traces();
    const first = leaseOf(await all.acquire('one.tf'));
    const second = leaseOf(await all.acquire('one.tf'));
    const other = leaseOf(await all.acquire('two.tf'));
    first.dispose();
    first.dispose();
    // What is given back later is closed.
    other.dispose();
    await open(state, 1);
    await second.trace.recording.indexed;
    expect(second.trace.recording.index.count).toBe(114);
    second.dispose();
    await open(state, 0);
    const again = leaseOf(await all.acquire('one.tf'));
    expect(again.trace).not.toBe(first.trace);
    expect(opened).toEqual(['one.tf', 'two.tf', 'one.tf']);
  });

  it('may be asked for while they close', async () => {
    const { traces: all, state } = traces();
    const first = leaseOf(await all.acquire('one.tf'));
    first.dispose();
    const second = leaseOf(await all.acquire('one.tf'));
    await open(state, 1);
    expect(await second.trace.recording.reach(113)).toBe(true);
    expect(state.open).toBe(1);
  });
});

describe('a file that is no trace, or cannot be read', () => {
  it('is said in a sentence, to all who asked, and nothing stays open', async () => {
    const { traces: all, state } = traces();
    const results = await Promise.all([all.acquire('main.tf'), all.acquire('main.tf')]);
    for (const result of results) expect('problem' in result && result.problem).toMatch(/\.$/);
    expect(await all.acquire('nothing.tf')).toEqual({ problem: 'nothing.tf is not there.' });
    await open(state, 0);
  });

  it('is tried anew when it is asked for again', async () => {
    const { traces: all, opened, state } = traces();
    state.fails = true;
    expect(await all.acquire('one.tf')).toEqual({
      problem: 'the file one.tf cannot be read: the disk is gone.',
    });
    await open(state, 0);
    state.fails = false;
    const lease = leaseOf(await all.acquire('one.tf'));
    expect(await lease.trace.recording.reach(113)).toBe(true);
    expect(opened).toEqual(['one.tf', 'one.tf']);
  });
});
