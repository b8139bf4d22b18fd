// Measures what a person waits for on a big trace: opening and indexing, and a step of the debugger with its variables.
//
//     npm run build && node test/bench/openAndStep.mjs BIG.tf [PROGRAM]
//
// `bigTrace.mjs` makes BIG.tf; its program is samples/callqueue. Prints milliseconds and MiB.
import { performance, monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { DebugClient } from '@vscode/debugadapter-testsupport';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [trace, program = `${root}samples/callqueue`] = process.argv.slice(2);
if (trace === undefined) throw new Error('Which trace? See the first lines of this file.');

/** The opened trace's own code, as a module. */
async function core() {
  const entry = `export { OpenTraces } from './src/trace/openTraces'; export { openFile } from './src/platform/openFile';`;
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: root, loader: 'ts' },
    ...{ bundle: true, write: false, format: 'esm', platform: 'node', target: 'node20' },
  });
  return import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
  );
}

function report(what, value, unit) {
  console.log(`${what.padEnd(46)} ${value.toFixed(1).padStart(10)} ${unit}`);
}

function percentile(times, share) {
  return [...times].sort((a, b) => a - b)[Math.floor((times.length - 1) * share)];
}

async function measureOpening() {
  const { OpenTraces, openFile } = await core();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const begin = performance.now();
  const lease = await new OpenTraces(openFile, (path) => path).acquire(trace);
  report('description read', performance.now() - begin, 'ms');
  await lease.trace.reach(0);
  report('first frames', performance.now() - begin, 'ms');
  await lease.trace.reach(Number.MAX_SAFE_INTEGER);
  report(`all ${lease.trace.index.count} frames indexed`, performance.now() - begin, 'ms');
  delay.disable();
  report('longest time without the event loop', delay.max / 1e6, 'ms');
  report('resident', process.memoryUsage().rss / 2 ** 20, 'MiB');
  const frames = Array.from({ length: 1000 }, (_, i) => (i * 7919) % lease.trace.index.count);
  const reads = performance.now();
  for (const frame of frames) await lease.trace.machine(frame);
  report('a frame read, anywhere', (performance.now() - reads) / frames.length, 'ms');
  lease.dispose();
}

/** What VS Code asks after each stop: stack, scopes, and the variables of those that are open. */
async function showVariables(client) {
  const { body } = await client.stackTraceRequest({ threadId: 1, startFrame: 0, levels: 20 });
  const { body: scopes } = await client.scopesRequest({ frameId: body.stackFrames[0].id });
  for (const { expensive, variablesReference } of scopes.scopes) {
    if (!expensive) await client.variablesRequest({ variablesReference });
  }
}

async function measureSteps() {
  const client = new DebugClient('node', `${root}dist/stdio.js`, 'tracefile');
  await client.start();
  const begin = performance.now();
  await client.initializeRequest();
  await Promise.all([
    client.launchRequest({ trace, program }),
    client.waitForEvent('initialized').then(() => client.configurationDoneRequest()),
    client.waitForEvent('stopped'),
  ]);
  await showVariables(client);
  report('launch until variables are shown', performance.now() - begin, 'ms');
  const times = [];
  for (let i = 0; i < 500; i++) {
    const pressed = performance.now();
    await Promise.all([client.waitForEvent('stopped'), client.stepInRequest({ threadId: 1 })]);
    await showVariables(client);
    times.push(performance.now() - pressed);
  }
  report('step until variables are shown, median', percentile(times, 0.5), 'ms');
  report('step until variables are shown, 95 %', percentile(times, 0.95), 'ms');
  const last = performance.now();
  await Promise.all([
    client.waitForEvent('stopped', 60_000),
    client.continueRequest({ threadId: 1 }),
  ]);
  await showVariables(client);
  report('continue to the last frame', performance.now() - last, 'ms');
  await client.disconnectRequest();
  await client.stop();
}

await measureOpening();
await measureSteps();
