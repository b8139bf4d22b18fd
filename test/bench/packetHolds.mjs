// Measures how long a mebibyte of Intel PT packets of one kind holds the thread in one go, while a branch trace is
// opened and followed, and while what is known of its blocks and calls is asked for:
//
//     node --expose-gc test/bench/packetHolds.mjs [MEBIBYTES] [KIND...]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packetKinds } from '../packetKinds.mjs';
import { core, root } from './core.mjs';
import { figure, given, timed, watchHolds } from './figures.mjs';

const [size = '1', ...only] = given;
const bytes = Number(size) * 2 ** 20;
const { BranchTrace, MemorySource, openProgram } = await core({
  'bytes/source': ['MemorySource'],
  'symbols/openProgram': ['openProgram'],
  'trace/branch/branchTrace': ['BranchTrace'],
});

/** Processors without errata that matter, with those of Skylake, of Goldmont. */
const cpus = { '': 0x0, ', Skylake': 0x4e, ', Goldmont': 0x5c };

const file = join(root, 'test/corpus/intelPt/flow-O0');
const { program } = await openProgram(new MemorySource(readFileSync(file)), file);
const decoder = { decode: () => Promise.resolve([]), dispose: () => undefined };

for (const [name, [start, part]] of Object.entries(packetKinds(0x401000n))) {
  if (only.length > 0 && !only.includes(name)) continue;
  const raw = `${start}${part.repeat(Math.ceil((2 * bytes) / part.length))}`;
  for (const [of, model] of Object.entries(cpus)) {
    const cpu = `<cpu vendor="GenuineIntel" family="6" model="${model}" stepping="3"/>`;
    const document = `<btrace version="1.0"><pt><pt-config>${cpu}</pt-config><raw>${raw}</raw></pt></btrace>`;
    const source = new MemorySource(Buffer.from(document));
    globalThis.gc?.();
    const holds = watchHolds();
    const { milliseconds } = await timed(async () => {
      const { trace } = await BranchTrace.open(source, 'x', () => decoder);
      await trace.modules.use({ program, dispose: () => undefined }, 0n);
      const { blocks, calls } = await trace.execution();
      for (let i = 0; i < 16; i++) {
        const number = 1 + Math.floor((i * blocks.count) / 16);
        blocks.at(blocks.blockOf(number));
        if (calls.count > 0) calls.at(calls.placeOf(number));
        await new Promise(setImmediate);
      }
      trace.dispose();
    });
    await new Promise((resolve) => setTimeout(resolve, 5));
    figure(`${name}${of}`, milliseconds, 'ms');
    figure(`${name}${of}: thread held`, holds(), 'ms', { limit: { most: 50 } });
  }
}
process.exit();
