// What belongs to an opened program is closed with it, and when it cannot be opened.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { MemorySource, ReadFailed } from '../../../src/bytes/source';
import { noSeparateDebugFiles } from '../../../src/symbols/separateDebugFiles';
import type { OpenedProgram } from '../../../src/trace/moduleManager';
import { programOpener } from '../../../src/trace/programOpener';

const corpus = path.join(import.meta.dirname, '../../corpus');
const program = path.join(corpus, 'x86_64/app');

function opener(bytes: Uint8Array) {
  const closed: string[] = [];
  const closing = (what: string) => ({
    close: () => {
      closed.push(what);
      return Promise.resolve();
    },
  });
  const source = Object.assign(new MemorySource(bytes), closing('source'));
  const thread = {
    parallelism: 1,
    ask: () => Promise.resolve({ closed: true } as const),
    close: () => {
      closed.push('thread');
    },
  };
  const open = programOpener(
    () => Promise.resolve(source),
    () => ({ ...noSeparateDebugFiles, ...closing('companions') }),
    () => thread,
  );
  return { open, closed, source };
}

it('closes the file, those beside it and the thread with the program', async () => {
  const { open, closed } = opener(readFileSync(program));
  const opened = await open(program);
  if ('problem' in opened) throw new Error(opened.problem);
  expect(closed).toEqual([]);
  opened.dispose();
  expect(closed.sort()).toEqual(['companions', 'source', 'thread']);
});

it('closes them where the file is no program', async () => {
  const { open, closed } = opener(new Uint8Array(100));
  expect(await open('text')).toEqual({ problem: 'text is not an ELF file.' });
  expect(closed.sort()).toEqual(['companions', 'source', 'thread']);
});

it('closes them where the disk fails', async () => {
  const { open, closed, source } = opener(readFileSync(program));
  source.read = () => Promise.reject(new Error('the disk is gone'));
  expect(await open(program)).toHaveProperty('problem');
  expect(closed.sort()).toEqual(['companions', 'source', 'thread']);
});

it('opens it again until that succeeds, where further files may be read', async () => {
  const named = path.join(corpus, 'split/work/callqueue');
  const bytes = readFileSync(named);
  const opened = vi.fn(() => Promise.resolve(new MemorySource(bytes)));
  const close = () => Promise.resolve();
  let allow: (() => void) | undefined;
  const open = programOpener(
    async () => Object.assign(await opened(), { close }),
    () => ({ ...noSeparateDebugFiles, close }),
    () => undefined,
    {
      permitted: () => [],
      ask: (...[, , allowed]) => {
        allow = allowed;
        return { dispose: () => undefined };
      },
    },
  );
  const first = await open(named);
  if ('problem' in first) throw new Error(first.problem);
  const again = new Promise<OpenedProgram>((replaced) => {
    first.inUse?.((used) => {
      replaced(used);
      return Promise.resolve(true);
    });
  });
  await first.program.describedFunctions('answer');
  opened.mockRejectedValueOnce(new ReadFailed('the disk is gone'));
  expect(allow).toBeDefined();
  allow?.();
  (await again).dispose();
  expect(opened).toHaveBeenCalledTimes(3);
  first.dispose();
});
