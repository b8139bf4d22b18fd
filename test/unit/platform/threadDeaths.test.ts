// The threads that ship, killed at their start, in the middle of their work and between: whoever
// waits has an answer, what comes later works, and no thread is left.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type * as workerThreads from 'node:worker_threads';
import { build } from 'esbuild';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CapstoneThread } from '../../../src/platform/capstoneThread';
import { CompanionFiles } from '../../../src/platform/companionFiles';
import { openFile } from '../../../src/platform/fileSource';
import { Threads } from '../../../src/platform/thread';
import { worthAThread } from '../../../src/symbols/nameThread';
import { programOpener } from '../../../src/trace/programOpener';
import { eventually } from '../../eventually';

/** The threads that were begun, and what happens to one at its start. */
const begun = vi.hoisted(() => ({
  workers: [] as workerThreads.Worker[],
  limits: undefined as workerThreads.ResourceLimits | undefined,
  atStart: undefined as ((worker: workerThreads.Worker) => void) | undefined,
  refuse: false,
}));

vi.mock('node:worker_threads', async (original) => {
  const threads = await original<typeof workerThreads>();
  class Watched extends threads.Worker {
    constructor(script: string, options?: workerThreads.WorkerOptions) {
      if (begun.refuse) throw new Error('the system gives no more threads');
      super(script, { ...options, ...(begun.limits && { resourceLimits: begun.limits }) });
      begun.workers.push(this);
      const { atStart } = begun;
      if (atStart)
        this.once('online', () => {
          atStart(this);
        });
    }
  }
  return { ...threads, Worker: Watched };
});

const root = path.join(import.meta.dirname, '../../..');
const folder = mkdtempSync(path.join(tmpdir(), 'deaths-'));
const built = (name: string) => path.join(folder, `${name}.js`);

beforeAll(async () => {
  const entryPoints = ['symbolWorker', 'capstoneWorker'].map((name) =>
    path.join(root, `src/${name}.ts`),
  );
  await build({ entryPoints, outdir: folder, bundle: true, format: 'cjs', platform: 'node' });
  const library = path.dirname(createRequire(import.meta.url).resolve('@alexaltea/capstone-js'));
  copyFileSync(path.join(library, 'capstone.wasm'), path.join(folder, 'capstone.wasm'));
});

beforeEach(() => {
  begun.workers = [];
  begun.limits = undefined;
  begun.atStart = undefined;
  begun.refuse = false;
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** A thread that has ended has no number. */
async function threadsLeft(expected: number): Promise<void> {
  await eventually(() => {
    expect(begun.workers.filter(({ threadId }) => threadId > 0)).toHaveLength(expected);
  });
}

const tooLittle: workerThreads.ResourceLimits = {
  maxOldGenerationSizeMb: 4,
  maxYoungGenerationSizeMb: 1,
};

describe('the thread that disassembles', () => {
  const mode = { architecture: 3, mode: 8, syntax: 2 };
  const ask = (thread: CapstoneThread) => thread.decode(Uint8Array.of(0x90), 0n, mode, 1);
  const nop = [{ size: 1, mnemonic: 'nop', operands: '' }];

  it('is started again if it was killed between two questions, noticed or not', async () => {
    const thread = new CapstoneThread(built('capstoneWorker'));
    expect(await ask(thread)).toEqual(nop);
    await begun.workers[0]?.terminate();
    expect(await ask(thread)).toEqual(nop);
    void begun.workers[1]?.terminate();
    expect(await ask(thread)).toEqual(nop);
    expect(begun.workers).toHaveLength(3);
    await threadsLeft(1);
    thread.dispose();
    await threadsLeft(0);
  });

  it('answers all that wait when it is killed in the middle', async () => {
    const thread = new CapstoneThread(built('capstoneWorker'));
    begun.atStart = (worker) => {
      begun.atStart = undefined;
      void worker.terminate();
    };
    expect(await Promise.all([ask(thread), ask(thread), ask(thread)])).toEqual([nop, nop, nop]);
    expect(begun.workers).toHaveLength(2);
    thread.dispose();
    await threadsLeft(0);
  });

  it('ends when its library breaks, and is whole again', async () => {
    const thread = new CapstoneThread(built('capstoneWorker'));
    const noBytes = undefined as unknown as Uint8Array;
    await expect(thread.decode(noBytes, 0n, mode, 1)).rejects.toThrow(
      /^The disassembler stopped working: .*\. Ask again to start it anew\.$/,
    );
    expect(await ask(thread)).toEqual(nop);
    expect(begun.workers).toHaveLength(3);
    thread.dispose();
    await threadsLeft(0);
  });

  it.each([
    ['has too little memory', () => (begun.limits = tooLittle), /memory limit/],
    ['cannot be begun', () => (begun.refuse = true), /gives no more threads/],
    [
      'dies at each start',
      () => (begun.atStart = (worker) => void worker.terminate()),
      /it ended with code 1/,
    ],
  ])('says so where it %s, and works once that is over', async (_, befall, why) => {
    const thread = new CapstoneThread(built('capstoneWorker'));
    befall();
    await expect(ask(thread)).rejects.toThrow(why);
    await threadsLeft(0);
    begun.limits = begun.atStart = undefined;
    begun.refuse = false;
    expect(await ask(thread)).toEqual(nop);
    thread.dispose();
    await threadsLeft(0);
  });

  it('is not begun again where its owner leaves', async () => {
    const thread = new CapstoneThread(built('capstoneWorker'));
    const asked = ask(thread);
    void begun.workers[0]?.terminate();
    thread.dispose();
    await expect(asked).rejects.toThrow('it was closed');
    expect(begun.workers).toHaveLength(1);
    await threadsLeft(0);
  });
});

describe('the thread that reads names', () => {
  const program = path.join(folder, 'program');
  const open = programOpener(
    openFile,
    () => new CompanionFiles([]),
    () => new Threads(built('symbolWorker')),
  );

  beforeAll(() => {
    const bytes = readFileSync(path.join(root, 'test/oracle/data/expressions/namespaces'));
    const whole = Buffer.alloc(worthAThread);
    bytes.copy(whole);
    writeFileSync(program, whole);
  });

  async function opened() {
    const result = await open(program);
    if ('problem' in result) throw new Error(result.problem);
    return result;
  }

  /** What is found by name, and what was said of how it was found. */
  async function namesOf({ program }: Awaited<ReturnType<typeof opened>>) {
    const found = await program.addressesOfFunction('main');
    return { found: found.length, said: program.diagnostics.map(({ code }) => code) };
  }

  it.each([
    ['is killed at work', () => (begun.atStart = (worker) => void worker.terminate())],
    ['has too little memory', () => (begun.limits = tooLittle)],
    ['cannot be begun', () => (begun.refuse = true)],
  ])('gives way to this one where it %s; the next program has one again', async (_, befall) => {
    befall();
    const first = await opened();
    expect(await namesOf(first)).toEqual({ found: 1, said: ['name-thread-lost'] });
    await threadsLeft(0);
    begun.limits = begun.atStart = undefined;
    begun.refuse = false;
    const before = begun.workers.length;
    const second = await opened();
    expect(await namesOf(second)).toEqual({ found: 1, said: [] });
    expect(begun.workers).toHaveLength(before + 1);
    for (const each of [first, second]) each.dispose();
    await threadsLeft(0);
  });

  it('ends with its program', async () => {
    const first = await opened();
    begun.atStart = () => {
      first.dispose();
    };
    expect((await namesOf(first)).said).toEqual([]);
    expect(begun.workers).toHaveLength(1);
    await threadsLeft(0);
  });
});
