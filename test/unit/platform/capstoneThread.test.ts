import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { timeLimit } from '../../../scripts/vscode/waiting.mjs';
import { CapstoneThread } from '../../../src/platform/capstoneThread';

const mode = { architecture: 3, mode: 8, syntax: 2 };
const bytes = Uint8Array.of(0x90);

/** What a thread does with the number of bytes that it is asked about. */
const script = `
const { parentPort } = require('node:worker_threads');
require('node:fs').writeFileSync(__dirname + '/started', '');
parentPort.on('message', ({ id, bytes }) => {
  if (bytes.length === 2) process.exit(3);
  if (bytes.length === 3) throw new Error('broken');
  if (bytes.length === 4) for (;;);
  if (bytes.length === 5) parentPort.postMessage({ id, problem: 'It failed.' });
  else parentPort.postMessage({ id, decoded: [{ size: bytes.length, mnemonic: 'nop', operands: '' }] });
});`;

/** A thread of this script, with its folder. */
function madeThread() {
  const folder = mkdtempSync(path.join(tmpdir(), 'capstone-'));
  const file = path.join(folder, 'worker.cjs');
  writeFileSync(file, script);
  return { folder, thread: new CapstoneThread(file, timeLimit) };
}

describe('Capstone in a thread', () => {
  let folder: string;
  let thread: CapstoneThread;

  beforeEach(() => {
    ({ folder, thread } = madeThread());
  });

  afterEach(() => {
    vi.useRealTimers();
    thread.dispose();
    rmSync(folder, { recursive: true });
  });

  const ask = (length: number) => thread.decode(new Uint8Array(length), 0n, mode, 1);

  it('is started by the first question', async () => {
    const started = () => existsSync(path.join(folder, 'started'));
    // One that was made later, and is asked, starts and answers meanwhile.
    const later = madeThread();
    await later.thread.decode(bytes, 0n, mode, 1);
    later.thread.dispose();
    rmSync(later.folder, { recursive: true });
    expect(started()).toBe(false);
    await ask(1);
    expect(started()).toBe(true);
  });

  it('answers, several questions at once', async () => {
    const answers = await Promise.all([ask(1), ask(6), ask(7)]);
    expect(answers.map(([first]) => first?.size)).toEqual([1, 6, 7]);
  });

  it.each([
    [2, 'The disassembler stopped working: it ended with code 3. Ask again to start it anew.'],
    [3, 'The disassembler stopped working: broken. Ask again to start it anew.'],
    [5, 'It failed.'],
  ])('says why there is no answer, and begins anew (%i)', async (length, sentence) => {
    await expect(ask(length)).rejects.toThrow(sentence);
    expect(await ask(1)).toHaveLength(1);
  });

  it('says so where no answer comes in time, and begins anew', async () => {
    vi.useFakeTimers();
    const lost = expect(ask(4)).rejects.toThrow(
      `it gave no answer for ${timeLimit / 1000} seconds. Ask again to start it anew.`,
    );
    // A question is asked once more before it is given up.
    await vi.advanceTimersByTimeAsync(2 * timeLimit);
    await lost;
    expect(await ask(1)).toHaveLength(1);
  });

  it('says so where the script is missing', async () => {
    const missing = new CapstoneThread(path.join(folder, 'none.cjs'));
    await expect(missing.decode(bytes, 0n, mode, 1)).rejects.toThrow(
      'The disassembler stopped working',
    );
    missing.dispose();
  });

  it('ends with its owner', async () => {
    const asked = ask(4);
    thread.dispose();
    await expect(asked).rejects.toThrow('it was closed');
    await expect(ask(1)).rejects.toThrow('The disassembler was closed.');
  });
});
