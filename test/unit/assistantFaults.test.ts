// What an assistant is answered about a trace file to which something happened since it asked last:
// what the file holds now, or a sentence; and no file stays open. SECURITY.md has the table.
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PermittedFolders } from '../../src/commandLine/permittedFolders';
import { TraceTools } from '../../src/mcp/traceTools';
import { refusalText } from '../../src/ask/answers';
import { eventually } from '../eventually';
import { openDescriptors } from './openDescriptors';

const corpus = path.join(import.meta.dirname, '../corpus/x86_64');
const whole = readFileSync(path.join(corpus, 'app.tf'));
const other = readFileSync(path.join(corpus, 'app-memory-only.tf'));

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'assistant-'));
  file = path.join(folder, 'run.tf');
  copyFileSync(path.join(corpus, 'app'), path.join(folder, 'app'));
  writeFileSync(file, whole);
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const notThere = /run\.tf is not in the folders that may be read\./;
const faults: Readonly<
  Record<string, { happen: () => void; says: RegExp | 'an answer' | 'another answer' }>
> = {
  'is written over': {
    happen: () => {
      writeFileSync(file, other);
    },
    says: 'another answer',
  },
  'is cut': {
    happen: () => {
      truncateSync(file, whole.length >> 1);
    },
    // Of a frame that is still in it, the same.
    says: 'an answer',
  },
  'is cut in its description': {
    happen: () => {
      truncateSync(file, 4);
    },
    says: /This is not a gdb trace file/,
  },
  'is replaced': {
    happen: () => {
      writeFileSync(`${file}.new`, other);
      renameSync(`${file}.new`, file);
    },
    says: 'another answer',
  },
  'is removed': {
    happen: () => {
      rmSync(file);
    },
    says: notThere,
  },
  'is a folder now': {
    happen: () => {
      rmSync(file);
      mkdirSync(file);
    },
    says: /run\.tf|folder/,
  },
};

/** Tools, and what is asked with each. */
const asked: Readonly<Record<string, object>> = {
  trace_describe: {},
  trace_frames: { columns: ['$rsp'] },
  trace_evaluate: { frames: [0], expressions: ['$rsp', '*(long *) $rsp'] },
  trace_gdb: { commands: ['tstatus', 'info tracepoints'] },
};

describe.each(Object.entries(asked))('%s', (name, input) => {
  it.each(Object.entries(faults))('of a file that %s', async (_, { happen, says }) => {
    const descriptors = openDescriptors();
    const tools = new TraceTools(await PermittedFolders.of([folder]), 20_000);
    const ask = () =>
      tools.call(name, { trace: file, ...input }).then(JSON.stringify, (error: unknown) => ({
        refusal: refusalText(error),
      }));
    const before = await ask();
    expect(before).toBeTypeOf('string');
    happen();
    const answer = await ask();
    if (typeof says === 'string') {
      expect(answer).toBeTypeOf('string');
      if (says === 'another answer') expect(answer).not.toBe(before);
    } else {
      expect(answer).toMatchObject({ refusal: expect.stringMatching(says) as string });
    }
    rmSync(file, { recursive: true, force: true });
    writeFileSync(file, whole);
    expect(await ask()).toBe(before);
    tools.dispose();
    await eventually(() => {
      expect(openDescriptors()).toBe(descriptors);
    });
  });
});
