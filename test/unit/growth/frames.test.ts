import { growthOf } from './steps';
import { describe, expect, it } from 'vitest';
import { collectedMemoryScope, traceStateVariablesScope } from '../../../src/adapter/scopes';
import { VariableReferences, type ChildNodes } from '../../../src/adapter/variableTree';
import { frameDetails } from '../../../src/ask/frame/frameDetails';
import type { Trace } from '../../../src/trace/trace';
import { consoleOver } from '../adapter/console/consoleOf';
import { blocks, memoryStart, openedBlocks } from './madeTraces';

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
  'x of all': (trace, count) => consoleOver(trace).say(`x/${32 * count}xb ${memoryStart}`),
  print: async (trace, count) => {
    const { say } = consoleOver(trace);
    for (let i = 0; i < count; i++) {
      expect(await say(`output *(char*)${memoryStart + i * 32}`)).not.toMatch(/^error: [^C]/);
    }
  },
};

describe.each(Object.entries(blocks))('a frame of many %s', (_, make) => {
  it.each(Object.entries(uses))(
    'is shown in steps in proportion to them by %s',
    async (__, use) => {
      const growth = await growthOf(200, async (count) => {
        const trace = await openedBlocks(make(count), count);
        return () => use(trace, count);
      });
      expect(growth).toBeLessThan(1.5);
    },
  );
});
