// The debug adapter, given gdb's commands one after another in its debug console.
import { join } from 'node:path';
import { DebugClient } from '@vscode/debugadapter-testsupport';
import { distFolder } from '../../scripts/steps/paths.mjs';

/** What the compare tool writes for an answer that did not come. */
export const noAnswer = 'ERR no answer within 60 seconds';

/**
 * @typedef {object} Launch
 * @property {string} trace
 * @property {string} program
 * @property {readonly string[]} libraries
 * @property {string} [adapter] path of another debug adapter than what ships
 * @property {NodeJS.ProcessEnv} [env] its environment
 */

/**
 * @param {Launch} launch
 * @param {readonly string[]} commands
 * @returns {Promise<{ answers: string[], milliseconds: number[] }>} what it answers; complaints
 *   begin with `ERR `
 */
export async function adapterAnswers(
  { trace, program, libraries, adapter = join(distFolder, 'stdio.js'), env = process.env },
  commands,
) {
  const client = new DebugClient('node', adapter, 'tracefile', { env });
  client.defaultTimeout = 60_000;
  const programs = libraries.map((library) => ({ program: library }));
  await client.start();
  try {
    await client.initializeRequest();
    await Promise.all([
      client.launchRequest(/** @type {any} */ ({ trace, program, programs, prettyPrint: false })),
      client.waitForEvent('initialized').then(() => client.configurationDoneRequest()),
      client.waitForEvent('stopped'),
    ]);
    /** @type {string[]} */
    const answers = [];
    /** @type {number[]} */
    const milliseconds = [];
    for (const command of commands) {
      const start = performance.now();
      answers.push(await answered(client, command));
      milliseconds.push(performance.now() - start);
    }
    return { answers, milliseconds };
  } finally {
    await client.stop();
  }
}

/**
 * @param {DebugClient} client
 * @param {string} command
 * @returns {Promise<string>}
 */
async function answered(client, command) {
  /** @type {Promise<string>} */
  const late = new Promise((resolve) => setTimeout(() => resolve(noAnswer), 60_000).unref());
  let printed = '';
  const print = (/** @type {any} */ { body }) => (printed += body.output);
  client.on('output', print);
  const answer = client
    .evaluateRequest({ expression: command, context: 'repl' })
    .then(({ body }) => body.result)
    // gdb's complaint stands behind what it has begun to print.
    .catch(({ message }) => (printed ? printed.replace(/= \n$/, '= ') + message : `ERR ${message}`))
    .finally(() => client.off('output', print));
  return Promise.race([answer, late]);
}
