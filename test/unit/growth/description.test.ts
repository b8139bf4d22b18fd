import { growthOf, stepsForEachLook } from './steps';
import { describe, expect, it } from 'vitest';
import { summarize } from '../../../src/editor/summary';
import { TraceServer } from '../../../src/remote/serve/traceServer';
import { Trace } from '../../../src/trace/trace';
import { consoleOver } from '../adapter/console/consoleOf';
import { bytes, described, header, maker, sourceOf } from '../format/traceBytes';

const { frame, variable } = maker('little');
const start = ['R 0', 'status 0;tnotrun:0;tframes:1;tcreated:1;tfree:500000;tsize:500000', ''];

/** Lines of so many tracepoints, each with its source pieces and counters. */
function tracepoints(count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const at = `${(i + 1).toString(16)}:${(0x400000 + i).toString(16)}`;
    const name = Buffer.from(`f${i}`).toString('hex');
    return [
      `tp T${at}:E:0:0`,
      `tp A${at}:R3fff`,
      `tp Z${at}:at:0:${name.length / 2}:${name}`,
      `tp V${at}:${i % 9}:${i % 7}`,
    ];
  }).flat();
}

const locations = (count: number) =>
  Array.from({ length: count }, (_, i) => `tp T1:${(0x400000 + i).toString(16)}:E:0:0`);

const actions = (count: number) => [
  'tp T1:400000:E:0:0',
  ...Array.from({ length: count }, (_, i) => `tp A1:400000:M-1,${i.toString(16)},4`),
];

const sourcePieces = (count: number) => [
  'tp T1:400000:E:0:0',
  ...Array.from({ length: count }, (_, i) => {
    const text = Buffer.from(`collect v${i}`).toString('hex');
    return `tp Z1:400000:cmd:0:${(text.length / 2).toString(16)}:${text}`;
  }),
];

const variables = (count: number) =>
  Array.from(
    { length: count },
    (_, i) => `tsv ${(i + 1).toString(16)}:0:0:${Buffer.from(`v${i}`).toString('hex')}`,
  );

const kinds = { tracepoints, locations, actions, sourcePieces, variables };

function file(lines: readonly string[]): Uint8Array {
  return bytes(header(...start.filter(Boolean), ...lines), frame(1, variable(1, 5n)), [0, 0]);
}

async function opened(lines: readonly string[]): Promise<Trace> {
  const read = await Trace.open(sourceOf(file(lines)), 'x.tf');
  if ('problem' in read) throw new Error(read.problem);
  await read.trace.recording.indexed;
  return read.trace;
}

/** What gdb asks of a target when it connects. */
async function upload(trace: Trace): Promise<void> {
  const openFile = () => Promise.resolve({ problem: 'there are no files' });
  const server = new TraceServer(trace, openFile, new AbortController().signal);
  for (const [first, next] of [
    ['qTfP', 'qTsP'],
    ['qTfV', 'qTsV'],
  ] as const) {
    for (let reply = await server.answer(first); reply !== 'l'; reply = await server.answer(next)) {
      expect(reply).toMatch(/^[TASZV]|^[\da-f]+:/);
    }
  }
  server.dispose();
}

const ofOneTurn: Record<string, (trace: Trace) => Promise<unknown>> = {
  'the page’s summary': summarize,
  'info tracepoints': (trace) => consoleOver(trace).say('info tracepoints'),
  'info tvariables': (trace) => consoleOver(trace).say('info tvariables'),
  tstatus: (trace) => consoleOver(trace).say('tstatus'),
};
/** Each packet of an upload is answered in a turn of its own. */
const uses: typeof ofOneTurn = { ...ofOneTurn, 'a served upload': upload };

/** Work in proportion to its input grows by 1, N log N by 1.2 at these counts, the square by 2. */
const most = 1.5;
/** Some milliseconds of work. */
const mostBetweenLooks = 100_000;

describe.each(Object.entries(kinds))('many %s', (_, lines) => {
  it('are read in steps in proportion to them', async () => {
    const growth = await growthOf(200, (count) => {
      const source = sourceOf(file(lines(count)));
      return Promise.resolve(() => described(source));
    });
    expect(growth).toBeLessThan(most);
  });

  it('are read by work that gives way', async () => {
    const source = sourceOf(file(lines(5000)));
    expect(await stepsForEachLook(() => described(source))).toBeLessThan(mostBetweenLooks);
  });

  it.each(Object.entries(ofOneTurn))('are answered by %s, which gives way', async (_, use) => {
    const trace = await opened(lines(5000));
    expect(await stepsForEachLook(() => use(trace))).toBeLessThan(mostBetweenLooks);
  });

  it.each(Object.entries(uses))('are answered so by %s', async (name, use) => {
    const growth = await growthOf(200, async (count) => {
      const trace = await opened(lines(count));
      return async () => {
        const said = await use(trace);
        expect(String(said), name).not.toMatch(/^error/);
      };
    });
    expect(growth).toBeLessThan(most);
  });
});
