import { growthOf, stepsForEachLook } from './steps';
import { describe, expect, it } from 'vitest';
import { summarize } from '../../../src/ask/trace/summary';
import { TraceServer } from '../../../src/remote/serve/traceServer';
import type { Trace } from '../../../src/trace/trace';
import { consoleOver } from '../adapter/console/consoleOf';
import { described, sourceOf } from '../format/traceBytes';
import { descriptions, fileDescribed, openedFile } from './madeTraces';

function serverOf(trace: Trace): TraceServer {
  const openFile = () => Promise.resolve({ problem: 'there are no files' });
  return new TraceServer(trace, openFile, new AbortController().signal);
}

/** What gdb asks of a target when it connects. */
async function upload(trace: Trace): Promise<void> {
  const server = serverOf(trace);
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
  'the begin of a served upload': (trace) => serverOf(trace).answer('qTfP'),
};

/** What `info tracepoints` in gdb asks, once for each location. */
async function counts(trace: Trace): Promise<void> {
  const server = serverOf(trace);
  for (const { number, locations } of trace.recording.description.tracepoints) {
    for (const { address } of locations) {
      await server.answer(`qTP:${number.toString(16)}:${address.toString(16)}`);
    }
  }
  server.dispose();
}

/** Each packet is answered in a turn of its own. */
const uses: typeof ofOneTurn = {
  ...ofOneTurn,
  'a served upload': upload,
  'a served trace, asked for counts': counts,
};

/** Work in proportion to its input grows by 1, N log N by 1.2 at these counts, the square by 2. */
const most = 1.5;
/** Some milliseconds of work. */
const mostBetweenLooks = 100_000;

describe.each(Object.entries(descriptions))('many %s', (_, lines) => {
  it('are read in steps in proportion to them', async () => {
    const growth = await growthOf(200, (count) => {
      const source = sourceOf(fileDescribed(lines(count)));
      return Promise.resolve(() => described(source));
    });
    expect(growth).toBeLessThan(most);
  });

  it('are read by work that gives way', async () => {
    const source = sourceOf(fileDescribed(lines(5000)));
    expect(await stepsForEachLook(() => described(source))).toBeLessThan(mostBetweenLooks);
  });

  it.each(Object.entries(ofOneTurn))('are answered by %s, which gives way', async (_, use) => {
    const trace = await openedFile(fileDescribed(lines(5000)));
    expect(await stepsForEachLook(() => use(trace))).toBeLessThan(mostBetweenLooks);
  });

  it.each(Object.entries(uses))('are answered so by %s', async (name, use) => {
    const growth = await growthOf(200, async (count) => {
      const trace = await openedFile(fileDescribed(lines(count)));
      return async () => {
        const said = await use(trace);
        expect(String(said), name).not.toMatch(/^error/);
      };
    });
    expect(growth).toBeLessThan(most);
  });
});

it('many commands of many locations are uploaded one by one, and not made before', async () => {
  const growth = await growthOf(200, async (count) => {
    const commands = descriptions['sourcePieces']?.(count) ?? [];
    const lines = [...(descriptions['locations']?.(count) ?? []), ...commands];
    const trace = await openedFile(fileDescribed(lines));
    return () => serverOf(trace).answer('qTfP');
  });
  expect(growth).toBeLessThan(most);
});
