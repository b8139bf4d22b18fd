// What a trace is debugged with × what may happen to it meanwhile: the program, the file with its
// debugging information, its source. Each command is answered, or refused in the sentence of that
// fault; it is answered as before once the file is; and no file stays open. SECURITY.md has the
// table.
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  cpSync,
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
import type { DebugProtocol } from '@vscode/debugprotocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeHost } from '../../src/commandLine/nodeHost';
import { eventually } from '../eventually';
import { SessionInProcess } from '../sessionInProcess';
import { openDescriptors } from './openDescriptors';

const root = path.join(import.meta.dirname, '../..');
const otherProgram = readFileSync(path.join(root, 'test/corpus/x86_64/app'));

let folder = '';
let descriptors = 0;
let session: SessionInProcess;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'programs-'));
  cpSync(path.join(root, 'test/corpus/split'), folder, { recursive: true });
  for (const name of ['callqueue.tf', 'callqueue.c']) {
    copyFileSync(path.join(root, 'samples', name), path.join(folder, 'work', name));
  }
  descriptors = openDescriptors();
  session = await debugged();
});
afterEach(async () => {
  session.dispose();
  await eventually(() => {
    expect(openDescriptors()).toBe(descriptors);
  });
  rmSync(folder, { recursive: true });
});

/** A session that has looked at one frame. */
async function debugged(): Promise<SessionInProcess> {
  const started = new SessionInProcess(nodeHost(path.join(folder, 'work')));
  const trace = path.join(folder, 'work/callqueue.tf');
  await started.request('initialize', { clientID: 'vscode', supportsInvalidatedEvent: true });
  await started.request('launch', { trace, frame: 3 });
  await started.request('configurationDone');
  await started.stopped();
  await said(started, 'backtrace');
  return started;
}

async function said(by: SessionInProcess, expression: string): Promise<string> {
  const answer = by.request('evaluate', { expression, context: 'repl' });
  return answer.then(
    (body) => (body as DebugProtocol.EvaluateResponse['body']).result,
    (error: unknown) => String(error),
  );
}

/** In a frame that was not looked at before. */
async function answers(by: SessionInProcess): Promise<Record<string, string>> {
  await said(by, 'tfind 120');
  const all: Record<string, string> = {};
  for (const command of commands) all[command] = await said(by, command);
  return all;
}

const commands = [
  'backtrace',
  'info locals',
  'list 80,85',
  'info source',
  'info scope answer',
  'info functions hang',
  'info line answer',
  'output MINUTES',
  'ptype queue',
  'x/2i $pc',
];

/** What is debugged with, and what a refusal says while something is wrong with it. */
const files = {
  'the program': {
    name: 'work/callqueue',
    words: /work\/callqueue was written anew while it was in use\. It is opened again: try again\./,
  },
  'its debugging information': {
    name: 'elsewhere/callqueue.dwo',
    words: /callqueue\.dwo was written anew while it was in use\. It is opened again: try again\./,
  },
  'its source': {
    name: 'work/callqueue.c',
    words:
      /^80\tin \.\/callqueue\.c$|Line number 80 out of range; \.\/callqueue\.c has \d+ lines\.|^Current source file is \.\/callqueue\.c\n/,
  },
} as const;

const faults: Readonly<Record<string, (file: string, whole: Uint8Array) => void>> = {
  'is written over': (file) => {
    writeFileSync(file, otherProgram);
  },
  'is cut': (file, whole) => {
    truncateSync(file, whole.length >> 2);
  },
  'is replaced': (file) => {
    writeFileSync(`${file}.new`, otherProgram);
    renameSync(`${file}.new`, file);
  },
  'is removed': (file) => {
    rmSync(file);
  },
  'is a folder now': (file) => {
    rmSync(file);
    mkdirSync(file);
  },
  'may no longer be read': (file) => {
    chmodSync(file, 0);
  },
  grows: (file, whole) => {
    appendFileSync(file, whole.subarray(-200));
  },
};

/** How long a fault lasts. */
const lengths = {
  'for a moment': () => Promise.resolve(),
  'until the file has been opened again': (by: SessionInProcess) =>
    eventually(async () => {
      const said = Object.values(await answers(by));
      expect(said.filter((answer) => answer.includes('try again'))).toEqual([]);
    }),
} as const;

describe.each(Object.entries(files))('%s', (_, { name, words }) => {
  const cases = Object.entries(faults).flatMap(([fault, happen]) =>
    Object.entries(lengths).map(([length, last]) => [fault, length, happen, last] as const),
  );
  it.each(cases)('%s %s', async (__, ___, happen, last) => {
    const healthy = await debugged();
    const expected = await answers(healthy);
    healthy.dispose();
    const file = path.join(folder, name);
    const whole = readFileSync(file);
    happen(file, whole);
    for (const [command, answer] of Object.entries(await answers(session))) {
      if (answer !== expected[command]) expect(answer, command).toMatch(words);
    }
    await last(session);
    rmSync(file, { recursive: true, force: true });
    writeFileSync(file, whole);
    await eventually(async () => {
      expect(await answers(session)).toEqual(expected);
    });
  });
});
