// Measures a branch trace of a million blocks, and one of fewer that are all different: reading the document, following
// its blocks, and what stepping, the outline and a page of rows take then.
//
//     node test/bench/branch.mjs [BLOCKS]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { core, root } from './core.mjs';
import { figure, given, timed, watchHolds } from './figures.mjs';

const count = Number(given[0] ?? 1_000_000);
const folder = join(root, 'test/corpus/branches');
const {
  BranchTrace,
  CapstoneDecoder,
  MemorySource,
  Outline,
  openProgram,
  lineOver,
  OutlineView,
  Views,
  tree,
  depthByInstruction,
} = await core({
  'trace/branch/branchTrace': ['BranchTrace'],
  'trace/branch/outline': ['Outline'],
  'trace/branch/stepping': ['lineOver'],
  'ask/branch/depthColumns': ['depthByInstruction'],
  'ask/branch/outlineView': ['OutlineView'],
  'ask/branch/tree': ['tree'],
  'ask/views': ['Views'],
  'platform/capstone': ['CapstoneDecoder'],
  'bytes/source': ['MemorySource'],
  'symbols/openProgram': ['openProgram'],
});

const recorded = readFileSync(join(folder, 'tree.btrace'), 'utf8').match(/<block .*\n/g);
const [head, foot] = ['<btrace version="1.0">\n', '</btrace>\n'];

/** The recording of the tests again and again. */
const repeated = () => recorded.join('').repeat(Math.ceil(count / recorded.length));

/** Blocks in the program's code of which no two are the same. */
function* different(many) {
  for (let i = 0; i < many; i++) {
    const begin = 0x401000 + (i % 0x200);
    yield `<block begin="0x${begin.toString(16)}" end="0x${(begin + Math.floor(i / 0x200)).toString(16)}"/>\n`;
  }
}

/** Does something; also the longest that the thread was held meanwhile, in milliseconds. */
async function watched(work) {
  const holds = watchHolds();
  const done = await timed(work);
  return { ...done, longest: holds() };
}

async function measure(what, blocks, limit) {
  const bytes = Buffer.from(head + blocks.text + foot);
  const capstone = await CapstoneDecoder.load(
    readFileSync(join(root, 'node_modules/@alexaltea/capstone-js/dist/capstone.wasm')),
  );
  const decoder = {
    decode: async (...asked) => capstone.decode(...asked),
    dispose: () => undefined,
  };
  const reading = await watched(() =>
    BranchTrace.open(new MemorySource(bytes), what, () => decoder),
  );
  const { trace } = reading.result;
  figure(`${what}: read ${(bytes.length / 2 ** 20).toFixed(0)} MiB`, reading.milliseconds, 'ms');
  figure(`${what}: thread held while reading`, reading.longest, 'ms');
  const file = join(folder, 'tree');
  const { program } = await openProgram(new MemorySource(readFileSync(file)), file);
  await trace.modules.use({ program, dispose: () => undefined }, 0n);
  const following = await watched(() => trace.execution());
  const execution = following.result;
  figure(`${what}: follow`, following.milliseconds, 'ms');
  figure(`${what}: thread held while following`, following.longest, 'ms');
  const { result: outline, milliseconds: outlining } = await timed(() =>
    Outline.of(execution.calls),
  );
  figure(`${what}: outline of ${execution.calls.count} segments`, outlining, 'ms');
  const views = new Views();
  const view = views.add(new OutlineView(outline));
  const asked = { trace, execution, views, sourceLine: async () => undefined };
  const rows = await timed(() => tree.answer(asked, { view, first: 0, count: 100 }));
  figure(`${what}: a page of the tree`, rows.milliseconds, 'ms');
  const depth = await timed(() => depthByInstruction(execution, 1000));
  figure(`${what}: depth in 1000 columns`, depth.milliseconds, 'ms');
  const middle = Math.floor(execution.blocks.count / 2);
  const step = await timed(() => lineOver({ trace, execution, from: middle }));
  figure(`${what}: step over from the middle`, step.milliseconds, 'ms');
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  const kept = (heapUsed + arrayBuffers - bytes.length) / blocks.count;
  figure(`${what}: memory of a block`, kept, 'bytes', { limit });
}

await measure('repeated blocks', { count, text: repeated() }, { most: 150 });
const few = Math.floor(count / 20);
await measure('different blocks', { count: few, text: [...different(few)].join('') }, {});
