// Runs a program to its end and keeps what it printed.
import { spawnChild } from './childProcesses.mjs';
import { newlyWaitedFor } from './processorTime.mjs';

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env] added to this process's
 * @property {number} [timeoutSeconds] after which it is killed; 600 unless given
 * @property {boolean} [shell] by the system's shell, as Windows needs for .cmd files
 */

/**
 * @typedef {object} Ended
 * @property {number} code what it exited with; -1 where it was killed or never started
 * @property {string} output what it printed on both streams
 * @property {number} [processor] seconds of it, and of what it waited for; 0 where the system does not tell
 */

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<Ended>} whatever the exit code
 */
export function tryRun(command, args, { cwd, env, timeoutSeconds = 600, shell = false } = {}) {
  return new Promise((resolve) => {
    const { child, stop } = spawnChild(command, args, {
      ...(cwd === undefined ? {} : { cwd }),
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell,
    });
    let output = '';
    let processor = 0;
    const timer = setTimeout(() => {
      output += `\nKilled after ${timeoutSeconds} seconds.`;
      stop();
    }, timeoutSeconds * 1000);
    const end = (/** @type {number | null} */ code) => {
      clearTimeout(timer);
      stop();
      resolve({ code: code ?? -1, output, processor });
    };
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => (output += text));
    }
    child.on('error', (error) => {
      output += error.message;
      end(-1);
    });
    child.on('exit', () => (processor = newlyWaitedFor()));
    child.on('close', end);
  });
}

/**
 * As `tryRun`, for a program that must succeed.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<string>} what it printed
 * @throws {Error} with the end of what it printed
 */
export async function run(command, args, options) {
  const { code, output } = await tryRun(command, args, options);
  if (code !== 0) {
    const words = [command, ...args].join(' ');
    throw new Error(`"${words}" failed (exit code ${code}):\n${lastLines(output, 30)}`);
  }
  return output;
}

/**
 * @param {string} text
 * @param {number} count
 */
export function lastLines(text, count) {
  return text.trimEnd().split('\n').slice(-count).join('\n');
}
