// Measures how long traces with a million of one thing hold the thread in one go, while they are opened and asked:
//
//     node --expose-gc test/bench/holds.mjs [COUNT] [KIND...]
import { core } from './core.mjs';
import { figure, given, timed, watchHolds } from './figures.mjs';

const [count = '1000000', ...only] = given;
const many = Number(count);
const module = await core({
  'trace/trace': ['Trace'],
  'bytes/source': ['MemorySource'],
  'ask/trace/summary': ['summarize'],
  'ask/frame/frameDetails': ['frameDetails'],
  'remote/serve/traceServer': ['TraceServer'],
  'trace/text/tracepointText': ['tracepointLines', 'tvariableLines'],
  'adapter/console/command': ['maxAnswer', 'text'],
  'bytes/text': ['messageWithoutSteering'],
});

const hex = (/** @type {string} */ text) => Buffer.from(text).toString('hex');
const at = (/** @type {number} */ i) => (0x400000 + i).toString(16);
/** Lines of a description, of which there are many. @type {Record<string, (i: number) => string>} */
const lines = {
  tracepoints: (i) =>
    `tp T${(i + 1).toString(16)}:${at(i)}:E:0:0\ntp V${(i + 1).toString(16)}:${at(i)}:1:2`,
  locations: (i) => `tp T1:${at(i)}:E:0:0\ntp V1:${at(i)}:1:2`,
  actions: (i) => `tp A1:400000:M-1,${i.toString(16)},4`,
  commands: (i) => `tp Z1:400000:cmd:0:9:${hex('collect v')}`,
  variables: (i) => `tsv ${(i + 1).toString(16)}:0:0:${hex(`v${i}`)}`,
  'unknown lines': (i) => `what ${i}`,
};

/** A block of one byte of memory. */
const block = (/** @type {number} */ i) => {
  const bytes = Buffer.alloc(12);
  bytes.write('M');
  bytes.writeBigUInt64LE(BigInt(0x400000 + 32 * ((i * 7919) % many)), 1);
  bytes.writeUInt16LE(1, 9);
  return bytes;
};

/** A file with lines in its description, and one frame of blocks. */
function made(/** @type {(i: number) => string} */ line, /** @type {number} */ of, blocks = 1) {
  const head = ['\x7fTRACE0', 'R 0', 'status 0;tnotrun:0;tframes:1', 'tp T1:400000:E:0:0'];
  for (let i = 0; i < of; i++) head.push(line(i));
  const frame = Buffer.alloc(6);
  frame.writeInt16LE(1);
  frame.writeUInt32LE(12 * blocks, 2);
  const body = Array.from({ length: blocks }, (_, i) => block(i));
  const bytes = Buffer.concat([
    Buffer.from(`${head.join('\n')}\n\n`),
    frame,
    ...body,
    Buffer.alloc(4),
  ]);
  return Object.assign(new module.MemorySource(bytes), { close: () => Promise.resolve() });
}

/** Does something, and says how long it took and held the thread. */
async function measured(/** @type {string} */ what, /** @type {() => Promise<any>} */ work) {
  globalThis.gc?.();
  const holds = watchHolds();
  const { result, milliseconds } = await timed(work);
  await new Promise((resolve) => setTimeout(resolve, 5));
  figure(what, milliseconds, 'ms');
  figure(`${what}, longest hold`, holds(), 'ms', { limit: { most: 50 } });
  return result;
}

async function measure(/** @type {string} */ name, /** @type {object} */ source) {
  if (only.length > 0 && !only.includes(name)) return;
  globalThis.gc?.();
  const { heapUsed: before, arrayBuffers } = process.memoryUsage();
  const trace = await measured(`${count} ${name}: opened`, async () => {
    const opened = await module.Trace.open(source, 'made.tf');
    await opened.trace.recording.indexed;
    return opened.trace;
  });
  globalThis.gc?.();
  const now = process.memoryUsage();
  figure(
    `${count} ${name}: kept`,
    (now.heapUsed - before + now.arrayBuffers - arrayBuffers) / 2 ** 20,
    'MiB',
  );
  await measured(`${count} ${name}: the page's summary`, () => module.summarize(trace));
  await measured(`${count} ${name}: details of a frame`, () => module.frameDetails(trace, 0));
  // As the adapter sends it.
  await measured(`${count} ${name}: info tracepoints`, async () => {
    const answer = (await module.tracepointLines(trace, () => true, module.maxAnswer)).join('\n');
    return JSON.stringify(module.messageWithoutSteering({ answer }));
  });
  await measured(`${count} ${name}: info tvariables`, async () => {
    const said = await module.tvariableLines(trace.recording, await trace.machine(0));
    return JSON.stringify(module.messageWithoutSteering({ answer: module.text(said) }));
  });
  await measured(`${count} ${name}: gdb connects`, async () => {
    const server = new module.TraceServer(trace, undefined, new AbortController().signal);
    await server.answer('qTfP');
    await server.answer('qTfV');
  });
  trace.dispose();
}

for (const [name, line] of Object.entries(lines)) await measure(name, made(line, many));
await measure(
  'blocks of a frame',
  made(() => '', 0, many),
);
process.exit();
