// Measures what a person waits for in the debugger, over the adapter on stdio: from launch to variables, and for each step.
//
//     npm run build && node test/bench/stepping.mjs TRACE.tf [PROGRAM]
//
// `bigTrace.mjs` makes TRACE.tf; its program is samples/callqueue.
import { performance } from 'node:perf_hooks';
import { DebugClient } from '@vscode/debugadapter-testsupport';
import { root } from './core.mjs';
import { figure, given, percentile } from './figures.mjs';

const [trace, program = `${root}samples/callqueue`] = given;
if (trace === undefined) throw new Error('Which trace? See the first lines of this file.');

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
  figure('launch until variables are shown', performance.now() - begin, 'ms');
  const times = [];
  for (let i = 0; i < 500; i++) {
    const pressed = performance.now();
    await Promise.all([client.waitForEvent('stopped'), client.stepInRequest({ threadId: 1 })]);
    await showVariables(client);
    times.push(performance.now() - pressed);
  }
  figure('step until variables are shown, median', percentile(times, 0.5), 'ms');
  figure('step until variables are shown, 95 %', percentile(times, 0.95), 'ms');
  const last = performance.now();
  await Promise.all([
    client.waitForEvent('stopped', 60_000),
    client.continueRequest({ threadId: 1 }),
  ]);
  await showVariables(client);
  figure('continue to the last frame', performance.now() - last, 'ms');
  await client.disconnectRequest();
  await client.stop();
}

await measureSteps();
