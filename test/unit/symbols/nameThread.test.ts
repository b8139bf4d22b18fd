// Programs whose names are read elsewhere: by a second reader of the same files, as in another
// thread.
import path from 'node:path';
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { ByteSource } from '../../../src/bytes/source';
import { CompanionFiles } from '../../../src/platform/companionFiles';
import { worthAThread, type NameQuestion, type NameThread } from '../../../src/symbols/nameThread';
import { type Program } from '../../../src/symbols/program';
import { openProgram } from '../../../src/symbols/openProgram';

const folder = path.join(import.meta.dirname, '../../oracle/data/symbols/separate');
const opened: CompanionFiles[] = [];
afterAll(() => Promise.all(opened.map((files) => files.close())));

/** A file followed by so many zeros that a thread is worth its while. */
function bigFile(file: string, size = worthAThread): ByteSource {
  const bytes = readFileSync(file);
  const read = (offset: number, length: number): Promise<Uint8Array> => {
    const found = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
    found.set(bytes.subarray(offset, offset + found.length));
    return Promise.resolve(found);
  };
  return { size, read };
}

async function open(
  name: string,
  file: string,
  thread?: NameThread,
  size = worthAThread,
): Promise<Program> {
  const files = new CompanionFiles([path.join(folder, name, 'folder')]);
  opened.push(files);
  const where = path.join(folder, name, file);
  const result = await openProgram(bigFile(where, size), where, files, undefined, thread);
  if ('problem' in result) throw new Error(result.problem);
  return result.program;
}

/**
 * Reads the names of one of the programs in the way that another thread does, and keeps what it was
 * asked.
 */
function otherReader(name: string, asked: NameQuestion[]): NameThread {
  return {
    parallelism: 1,
    ask: async (question) => {
      asked.push(question);
      const program = await open(name, 'program');
      const { diagnostics } = program;
      const columns = await program.namesOfShare(question.share);
      const answer = { columns, diagnostics, withheld: [] };
      return { answer: structuredClone(answer) };
    },
  };
}

const lost: NameThread = {
  parallelism: 1,
  ask: () => Promise.resolve({ lost: 'it ended with code 1' }),
};

const closed: NameThread = { parallelism: 1, ask: () => Promise.resolve({ closed: true }) };

/** What a program says of names, with the places of the variables. */
async function answers(program: Program): Promise<unknown> {
  const functions = ['main', 'other', 'multiply', 'nothing'];
  const variables = new Set<string>();
  for await (const { name } of program.globals()) variables.add(name);
  return {
    functions: await Promise.all(functions.map((name) => program.addressesOfFunction(name))),
    variables: await Promise.all(
      [...variables].sort().map(async (name) => {
        const found = await program.globalsNamed(name);
        return [name, found.map(({ location, line }) => ({ location: location.kind, line }))];
      }),
    ),
    size: await program.typeNamed('unsigned int'),
  };
}

describe('names that another reader gives', () => {
  it.each(['gcc-split4', 'gcc-split5', 'clang-split5', 'llvm-package5', 'dwz', 'dwz5'])(
    'of %s are those that the program itself has, whichever of its files was opened first',
    async (name) => {
      const asked: NameQuestion[] = [];
      const program = await open(name, 'program', otherReader(name, asked));
      const [last] = await (await open(name, 'program')).addressesOfFunction('other');
      await program.scopesAt(last?.entry ?? 0n);
      const { size: type, ...found } = (await answers(program)) as { size: object };
      const { size: ownType, ...own } = (await answers(await open(name, 'program'))) as {
        size: object;
      };
      expect(found).toEqual(own);
      expect(JSON.stringify(type)).toBe(JSON.stringify(ownType));
      expect(asked).toEqual([
        {
          path: path.join(folder, name, 'program'),
          size: worthAThread,
          folders: [path.join(folder, name, 'folder')],
          layout: undefined,
          share: { number: 0, count: 1 },
        },
      ]);
      expect(program.diagnostics).toEqual([]);
    },
  );

  it.each(['gcc-split4', 'clang-split5', 'dwz', 'dwz5'])(
    'of %s come from two readers, each with a share of its units',
    async (name) => {
      const asked: NameQuestion[] = [];
      const size = 200 << 20;
      const readers = { ...otherReader(name, asked), parallelism: 2 };
      const program = await open(name, 'program', readers, size);
      const own = await open(name, 'program');
      const { size: type, ...found } = (await answers(program)) as { size: object };
      const { size: ownType, ...expected } = (await answers(own)) as { size: object };
      expect(found).toEqual(expected);
      expect(JSON.stringify(type)).toBe(JSON.stringify(ownType));
      expect(asked.map(({ share }) => share)).toEqual([
        { number: 0, count: 2 },
        { number: 1, count: 2 },
      ]);
      const counts = (await program.names()).map(({ hashes }) => hashes.length);
      expect(counts.every((count) => count > 0)).toBe(true);
    },
  );

  it('are asked of a bounded number of threads, whatever the program and the machine', async () => {
    const asked: NameQuestion[] = [];
    const manyCores: NameThread = {
      parallelism: 128,
      ask: (question) => {
        asked.push(question);
        return Promise.resolve({ closed: true });
      },
    };
    await (await open('names', 'program', manyCores, 2 ** 36)).names();
    expect(asked.map(({ share }) => share)).toEqual(
      Array.from({ length: 8 }, (_, number) => ({ number, count: 8 })),
    );
  });

  it('come with what was found wrong on the way', async () => {
    const wrong = { severity: 'warning', code: 'made-up', message: 'Something is wrong.' } as const;
    const [columns] = await (await open('names', 'program')).names();
    if (!columns) throw new Error('The program has names.');
    const program = await open('names', 'program', {
      parallelism: 1,
      ask: () => Promise.resolve({ answer: { columns, diagnostics: [wrong], withheld: [] } }),
    });
    await program.typeNamed('int');
    expect(program.diagnostics).toEqual([wrong]);
  });
});

describe('names whose reader is lost', () => {
  it('are read here, and that is said', async () => {
    const program = await open('gcc-split5', 'program', lost);
    expect(await program.addressesOfFunction('other')).toHaveLength(1);
    expect(program.diagnostics).toEqual([
      expect.objectContaining({
        code: 'name-thread-lost',
        message: expect.stringContaining('it ended with code 1') as string,
      }),
    ]);
  });

  it('are none where no one wants them any more', async () => {
    const program = await open('gcc-split5', 'program', closed);
    expect(await program.typeNamed('unsigned int')).toBeUndefined();
    expect(program.diagnostics).toEqual([]);
  });
});
