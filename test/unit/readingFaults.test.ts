// What reads a trace file × what may happen to the file meanwhile: it is answered, or refused in
// the sentence of that fault; it is answered as before once the file is; and no file stays open.
// SECURITY.md has the table.
import { runWith } from '../../src/ask/run';
import {
  appendFileSync,
  chmodSync,
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
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nodeHost } from '../../src/commandLine/nodeHost';
import { openFile } from '../../src/platform/fileSource';
import { AskedTrace } from '../../src/ask/askedTrace';
import { comparison } from '../../src/ask/comparison/compare';
import { checkedInput } from '../../src/ask/question';
import { questions } from '../../src/ask/questions';
import { serveTrace } from '../../src/remote/serve/serveTrace';
import { openBranchTraces } from '../../src/trace/branch/openBranchTraces';
import { Bookmarks } from '../../src/workbench/bookmarks';
import { eventually } from '../eventually';
import { decoderHere } from '../capstone';
import { SessionInProcess } from '../sessionInProcess';
import { TracePage } from '../tracePage';
import { openDescriptors } from './openDescriptors';
import { PacketClient } from './remote/packetClient';
import { memento } from './workbench/memento';

vi.mock('vscode', () => ({
  debug: { onDidChangeActiveStackItem: () => ({ dispose: () => undefined }) },
  window: { showErrorMessage: vi.fn() },
  extensions: { getExtension: () => undefined },
  l10n: { t: (text: string) => text },
}));

const corpus = path.join(import.meta.dirname, '../corpus/x86_64');
const whole = readFileSync(path.join(corpus, 'app.tf'));
const other = readFileSync(path.join(corpus, 'app-memory-only.tf'));

let folder = '';
let file = '';
let host: ReturnType<typeof nodeHost>;
let descriptors = 0;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'reading-'));
  file = path.join(folder, 'run.tf');
  copyFileSync(path.join(corpus, 'app'), path.join(folder, 'app'));
  writeFileSync(file, whole);
  descriptors = openDescriptors();
  host = nodeHost(folder);
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** A feature over the trace: what it is asked, and its end. */
interface Feature {
  readonly ask: () => Promise<unknown>;
  readonly dispose: () => void;
}

/** What a page of the trace asks. */
const asked = (ask: (page: TracePage) => Promise<unknown>) => async (): Promise<Feature> => {
  const lease = await host.acquireTrace(file);
  if ('problem' in lease) throw new Error(lease.problem);
  await host.findProgram(lease.trace, file);
  await lease.trace.recording.indexed;
  const page = new TracePage(lease.trace, new Bookmarks(memento()));
  return {
    ask: () => ask(page),
    dispose: () => {
      page.dispose();
      lease.dispose();
    },
  };
};

/** What a client of the debugger requests, in a frame in the middle. */
const requested =
  (request: (session: SessionInProcess) => Promise<unknown>) => async (): Promise<Feature> => {
    const session = new SessionInProcess(host);
    await session.request('initialize', { clientID: 'vscode', supportsInvalidatedEvent: true });
    await session.request('launch', { trace: file, frame: 60 });
    await session.request('configurationDone');
    await session.stopped();
    return {
      ask: () => request(session),
      dispose: () => {
        session.dispose();
      },
    };
  };

/** What the console answers, or complains. */
const said = (expression: string) =>
  requested((session) =>
    session.request('evaluate', { expression, context: 'repl' }).catch(String),
  );

/** What the command line and assistants ask. */
const questioned = (name: string, given: object) => async (): Promise<Feature> => {
  const trace = await AskedTrace.open({ trace: file }, host);
  const question = questions.find((each) => each.name === name);
  if (!question) throw new Error(`There is no question ${name}.`);
  return {
    ask: () => question.ask(trace, given),
    dispose: () => {
      trace.dispose();
    },
  };
};

/** The trace, and a copy of it that nothing happens to. */
async function compared(): Promise<Feature> {
  const input = checkedInput(comparison.input, { registers: true });
  const copy = path.join(folder, 'copy.tf');
  writeFileSync(copy, whole);
  const [left, right] = [
    await AskedTrace.open({ trace: file }, host),
    await AskedTrace.open({ trace: copy }, host),
  ];
  return {
    // Its notes say what is wrong with the file now.
    ask: async () => ({ ...(await comparison.answer(left, right, input, runWith())), notes: [] }),
    dispose: () => {
      left.dispose();
      right.dispose();
    },
  };
}

async function served(): Promise<Feature> {
  const lease = await host.acquireTrace(file);
  if ('problem' in lease) throw new Error(lease.problem);
  await lease.trace.recording.indexed;
  const client = new PacketClient();
  const connection = serveTrace(lease.trace, client.transport, openFile);
  return {
    ask: async () => {
      const answers = [await client.ask('QTFrame:64'), await client.ask('g')];
      const refused = answers.find((answer) => answer.startsWith('E'));
      if (refused !== undefined) throw new Error(refused);
      return answers;
    },
    dispose: () => {
      connection.dispose();
      lease.dispose();
    },
  };
}

const range = { first: 0, count: 20 } as const;
const frames = { axis: 'frame', from: 0, to: 100, parts: 100 } as const;
const find = { kind: 'text', matchCase: true, from: 0, direction: 1, wrap: true, most: 9 } as const;
const features: Readonly<Record<string, () => Promise<Feature>>> = {
  'the table': asked((page) =>
    page.ask('rows', { view: page.view, ...range, columns: [{ kind: 'value', text: '$rsp' }] }),
  ),
  'a filter': asked((page) =>
    page.ask('view', { view: page.view, filter: '*(char *) $rsp >= 0', hide: true }),
  ),
  groups: asked((page) =>
    page.ask('groups', { view: page.view, by: { kind: 'value', text: '$rip' }, measured: '$rsp' }),
  ),
  // The number of a view is another each time, and its notes say what is wrong with the file now.
  intervals: asked(async (page) => ({
    ...(await page.ask('findIntervals', { begin: '$rsp % 3 == 0', end: '', key: '$rip' })),
    ...{ view: 0, notes: [] },
  })),
  transitions: asked(async (page) => ({
    ...(await page.ask('findTransitions', { state: '*(char *) $rsp', key: '$tracepoint' })),
    ...{ view: 0, notes: [] },
  })),
  'a plot': asked(async (page) => {
    await page.ask('plotValues', { text: '*(char *) $rsp' });
    return page.ask('plot', { range: frames, texts: ['*(char *) $rsp'] });
  }),
  changes: asked((page) => page.ask('changes', { frame: 60, since: { kind: 'frame' } })),
  'two frames': asked((page) => page.ask('compare', { left: 0, right: 60, all: true })),
  'the memory of a frame': asked((page) => page.ask('memory', { frame: 60, address: '$rsp' })),
  'a search of bytes': asked((page) =>
    page.ask('findBytes', { ...find, pattern: 'no such bytes' }),
  ),
  'the variables of a frame': asked(async (page) => {
    const { view } = await page.ask('variables', { frame: 60, level: 0 });
    return page.ask('variableChildren', { view, path: [], start: 0, count: 50 });
  }),
  'the bytes': asked((page) => page.ask('bytes', { offset: whole.length - 4096, length: 4096 })),
  'the call stack': requested((session) => session.request('stackTrace', { threadId: 1 })),
  'a watched expression': requested((session) =>
    session.request('evaluate', { expression: '*(long *) $rsp', context: 'watch' }).catch(String),
  ),
  'tdump in the console': said('tdump'),
  'a search in the console': said('tfind if *(char *) $rsp == 1000'),
  'the command line, assistants: frames': questioned('frames', {
    where: '*(char *) $rsp >= 0',
  }),
  'the command line, assistants: a frame': questioned('frame', { frame: 60 }),
  'the command line, assistants: values': questioned('evaluate', {
    frames: [0, 60],
    expressions: ['*(long *) $rsp'],
  }),
  'the command line, assistants: a comparison': compared,
  'an export': questioned('export', { format: 'csv', columns: ['$rsp'] }),
  'a served trace': served,
};

interface ReadingFault {
  readonly happen: () => void;
  /** What a refusal says; absent where there must be an answer. */
  readonly words?: RegExp;
}

const faults: Readonly<Record<string, ReadingFault>> = {
  'is written over': {
    happen: () => {
      writeFileSync(file, other);
    },
    words: /run\.tf was overwritten while it was read\. It is read anew: try again\./,
  },
  'is cut': {
    happen: () => {
      truncateSync(file, whole.length >> 2);
    },
    words: /run\.tf was cut: byte \d+ is no longer in it\. Frames before that can be read\./,
  },
  'is replaced': {
    happen: () => {
      writeFileSync(`${file}.new`, whole);
      renameSync(`${file}.new`, file);
    },
  },
  'is removed': {
    happen: () => {
      rmSync(file);
    },
  },
  'is a folder now': {
    happen: () => {
      rmSync(file);
      mkdirSync(file);
    },
  },
  'may no longer be read': {
    happen: () => {
      chmodSync(file, 0);
    },
  },
  grows: {
    happen: () => {
      appendFileSync(file, whole.subarray(-200));
    },
  },
};

describe.each(Object.entries(features))('%s', (name, start) => {
  it.each(Object.entries(faults))('while the file %s', async (_, { happen, words }) => {
    const feature = await start();
    const before = asText(await feature.ask());
    happen();
    const ask = () => feature.ask().then(asText, (error: unknown) => String(error));
    // gdb's protocol has numbers for errors, and no words.
    const refusal = name === 'a served trace' ? /E\d\d/ : words;
    // A page that was asked while the change was noticed asks again.
    const isAnswered = async () => {
      const outcome = await ask();
      if (!words || !refusal) expect(outcome).toBe(before);
      else if (outcome !== before) expect(outcome).toMatch(refusal);
    };
    if (words) await isAnswered();
    else await eventually(isAnswered);
    rmSync(file, { recursive: true, force: true });
    writeFileSync(file, whole);
    await eventually(async () => {
      expect(asText(await feature.ask())).toBe(before);
    });
    feature.dispose();
    await eventually(() => {
      expect(openDescriptors()).toBe(descriptors);
    });
  });
});

/** Branch traces are read whole when they are opened. */
const branchTraces = { blocks: 'tree.btrace', 'Intel PT': 'tree-pt.btrace' } as const;

describe.each(Object.entries(branchTraces))('a branch trace of %s', (_, name) => {
  it.each(Object.entries(faults))('is answered while its file %s', async (__, { happen }) => {
    const branches = path.join(corpus, '../branches');
    file = path.join(folder, name);
    copyFileSync(path.join(branches, name), file);
    const decoder = await decoderHere();
    const traces = openBranchTraces(
      openFile,
      (key) => path.basename(key),
      () => decoder,
    );
    const session = new SessionInProcess({
      ...host,
      acquireBranchTrace: (opened) => traces.acquire(opened),
    });
    await session.request('initialize', { clientID: 'vscode' });
    await session.request('launch', { trace: file, program: path.join(branches, 'tree') });
    await session.request('configurationDone');
    await session.stopped();
    const ask = async () => {
      const answers = [await session.request('stackTrace', { threadId: 1 })];
      for (const expression of ['info record', 'record function-call-history']) {
        answers.push(await session.request('evaluate', { expression, context: 'repl' }));
      }
      return asText(answers);
    };
    const before = await ask();
    happen();
    expect(await ask()).toBe(before);
    session.dispose();
    await eventually(() => {
      expect(openDescriptors()).toBe(descriptors);
    });
  });
});

function asText(answer: unknown): string {
  return JSON.stringify(answer, (_, each: unknown) =>
    typeof each === 'bigint' ? String(each) : each,
  );
}
