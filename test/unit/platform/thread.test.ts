// Threads that answer, fail, die and are closed. Their scripts are written here; the last is the
// one that ships.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FileSource } from '../../../src/platform/fileSource';
import { CompanionFiles } from '../../../src/platform/companionFiles';
import { Threads, useStrings } from '../../../src/platform/thread';
import { offsetsNamed, NameKind } from '../../../src/symbols/dwarf/nameColumns';
import type { NameAnswer, NameQuestion } from '../../../src/symbols/nameThread';
import { openProgram } from '../../../src/symbols/openProgram';

const root = path.join(import.meta.dirname, '../../..');
const folder = mkdtempSync(path.join(tmpdir(), 'thread-'));

afterAll(() => {
  rmSync(folder, { recursive: true });
});

function script(name: string, text: string): string {
  const file = path.join(folder, `${name}.cjs`);
  writeFileSync(
    file,
    `const { parentPort, workerData } = require('node:worker_threads');\n${text}`,
  );
  return file;
}

describe('a thread', () => {
  it('answers each question in a new thread', async () => {
    const file = script('adds', 'parentPort.postMessage({ answer: workerData.question + 1 });');
    const threads = new Threads<number, number>(file);
    expect(await Promise.all([threads.ask(1), threads.ask(41)])).toEqual([
      { answer: 2 },
      { answer: 42 },
    ]);
  });

  it('is given the strings of the user’s language', async () => {
    const file = script('says', 'parentPort.postMessage({ answer: workerData.strings });');
    expect(await new Threads(file).ask(0)).toEqual({ answer: '{}' });
    useStrings('{"it ended with code {0}":"code {0}"}');
    expect(await new Threads(file).ask(0)).toEqual({
      answer: '{"it ended with code {0}":"code {0}"}',
    });
    useStrings('{}');
  });

  it.each([
    ['throws', "throw new Error('no luck');", 'no luck'],
    ['ends', 'process.exit(3);', 'it ended with code 3'],
    ['ends without an answer', '', 'it ended with code 0'],
    ['says that it failed', "parentPort.postMessage({ lost: 'gone' });", 'gone'],
  ])('is lost where it %s', async (name, text, lost) => {
    expect(await new Threads(script(name, text)).ask(0)).toEqual({ lost });
  });

  it('is lost where its script is missing, or the question cannot be sent', async () => {
    const missing = await new Threads(path.join(folder, 'missing.cjs')).ask(0);
    expect(missing).toEqual({ lost: expect.stringContaining('missing.cjs') as string });
    const unsendable = await new Threads(script('any', '')).ask(() => 0);
    expect(unsendable).toEqual({ lost: expect.stringContaining('could not be cloned') as string });
  });

  it('ends at once when it is closed, whatever it does, and is asked nothing more', async () => {
    const threads = new Threads<number, number>(script('never', 'for (;;);'));
    const reply = threads.ask(0);
    threads.close();
    expect(await reply).toEqual({ closed: true });
    expect(await threads.ask(0)).toEqual({ closed: true });
  });
});

describe('the thread that reads names', () => {
  const worker = path.join(folder, 'symbolWorker.js');
  const program = path.join(root, 'test/oracle/data/expressions/namespaces');

  beforeAll(async () => {
    const entryPoints = [path.join(root, 'src/symbolWorker.ts')];
    await build({ entryPoints, outfile: worker, bundle: true, format: 'cjs', platform: 'node' });
  });

  async function ask(question: Partial<NameQuestion>) {
    const { size } = statSync(program);
    const threads = new Threads<NameQuestion, NameAnswer>(worker);
    const asked = {
      path: program,
      size,
      contents: undefined,
      folders: [],
      layout: undefined,
      share: { number: 0, count: 1 },
    };
    return threads.ask({ ...asked, ...question });
  }

  it('gives the names that the program itself has', async () => {
    const source = await FileSource.open(program);
    const opened = await openProgram(source, program, new CompanionFiles([]));
    if ('problem' in opened) throw new Error(opened.problem);
    const reply = await ask({});
    if (!('answer' in reply)) throw new Error('no answer');
    const [columns] = await opened.program.names();
    expect(reply.answer).toEqual({ columns, diagnostics: [], withheld: [] });
    await source.close();
    expect(offsetsNamed(reply.answer.columns, NameKind.namespace, 'shape')).toHaveLength(1);
  });

  it('opens no file outside of the permitted folders, and says which it withheld', async () => {
    const folders = path.join(root, 'test/oracle/data/symbols/separate/gcc-split5');
    const split = path.join(folders, 'program');
    const { size } = statSync(split);
    const reply = await ask({ path: split, size, permitted: [path.join(folders, 'none')] });
    if (!('answer' in reply)) throw new Error('no answer');
    expect(reply.answer.withheld).toContain(path.join(folders, 'other.dwo'));
    const free = await ask({ path: split, size });
    if (!('answer' in free)) throw new Error('no answer');
    expect(free.answer.withheld).toEqual([]);
    expect(free.answer.columns.hashes.length).toBeGreaterThan(reply.answer.columns.hashes.length);
  });

  it('is lost where the file is another one, or none', async () => {
    expect(await ask({ size: 1 })).toEqual({ lost: 'the file has changed' });
    expect(await ask({ contents: 'of before' })).toEqual({ lost: 'the file has changed' });
    expect(await ask({ path: path.join(folder, 'gone') })).toHaveProperty('lost');
  });
});
