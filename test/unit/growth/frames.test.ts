import { growthOf } from './steps';
import { describe, expect, it } from 'vitest';
import { collectedMemoryScope, traceStateVariablesScope } from '../../../src/adapter/scopes';
import { VariableReferences, type ChildNodes } from '../../../src/adapter/variableTree';
import { frameDetails } from '../../../src/editor/frameDetails';
import { Trace } from '../../../src/trace/trace';
import { consoleOver } from '../adapter/console/consoleOf';
import { bytes, header, maker, sourceOf } from '../format/traceBytes';

const { frame, memory, variable } = maker('little');
const start = 0x400000;

/** Blocks of a frame, apart from each other, in no order of addresses. */
const memoryBlocks = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    memory(BigInt(start + ((i * 7919) % count) * 32), [i & 0xff]),
  );

/** Blocks that overlap and touch. */
const overlappingBlocks = (count: number) =>
  Array.from({ length: count }, (_, i) => memory(BigInt(start + i), [1, 2, 3, 4]));

const variableBlocks = (count: number) =>
  Array.from({ length: count }, (_, i) => variable(1 + (i % 0xffff), BigInt(i)));

const kinds = { memoryBlocks, overlappingBlocks, variableBlocks };

async function opened(blocks: readonly Uint8Array[], variables: number): Promise<Trace> {
  const lines = Array.from({ length: variables }, (_, i) => {
    const name = Buffer.from(`v${i}`).toString('hex');
    return `tsv ${(i + 1).toString(16)}:0:0:${name}`;
  });
  const text = header('R 0', 'status 0;tnotrun:0', 'tp T1:400000:E:0:0', ...lines);
  const read = await Trace.open(sourceOf(bytes(text, frame(1, ...blocks), [0, 0])), 'x.tf');
  if ('problem' in read) throw new Error(read.problem);
  await read.trace.recording.indexed;
  read.trace.cursor.moveTo(0, read.trace);
  return read.trace;
}

/** All pages of a scope, as a client asks for them. */
async function allOf(scope: ChildNodes): Promise<number> {
  const references = new VariableReferences();
  const variablesReference = references.reference({ name: 'scope', value: '', ...scope });
  const count = 100;
  let read = 0;
  for (;;) {
    const page = await references.children({ variablesReference, start: read, count });
    if (!page || page.length === 0) return read;
    read += page.length;
  }
}

const uses: Record<string, (trace: Trace, blocks: number) => Promise<unknown>> = {
  'the page’s details': (trace) => frameDetails(trace, 0),
  'Collected Memory': async (trace) =>
    allOf(collectedMemoryScope(trace.modules.current, await trace.machine(0))),
  'Trace State Variables': async (trace) =>
    allOf(traceStateVariablesScope(trace.recording, await trace.machine(0), { prettyPrint: true })),
  'x of all': (trace, count) => consoleOver(trace).say(`x/${32 * count}xb ${start}`),
  print: async (trace, count) => {
    const { say } = consoleOver(trace);
    for (let i = 0; i < count; i++) {
      expect(await say(`output *(char*)${start + i * 32}`)).not.toMatch(/^error: [^C]/);
    }
  },
};

describe.each(Object.entries(kinds))('a frame of many %s', (_, blocks) => {
  it.each(Object.entries(uses))(
    'is shown in steps in proportion to them by %s',
    async (__, use) => {
      const growth = await growthOf(200, async (count) => {
        const trace = await opened(blocks(count), count);
        return () => use(trace, count);
      });
      expect(growth).toBeLessThan(1.5);
    },
  );
});
