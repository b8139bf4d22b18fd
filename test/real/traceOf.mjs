// A trace of a real program and what gdb says of it: gdb runs the Python files of this folder.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tryRun } from '../../scripts/steps/run.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

/**
 * @typedef {object} Subject what is compared
 * @property {string} program path of the program
 * @property {string} arguments of its command line, as a shell takes them
 * @property {string} cwd
 * @property {readonly string[]} at linespecs of the tracepoints; chosen from a run where it is empty
 * @property {number} count of tracepoints to choose
 * @property {number} frames that gdb is asked about
 * @property {boolean} live whether gdb is asked while the program lives: only so does it know where
 *   a position-independent program or a shared object lies
 * @property {readonly string[]} libraries shared objects whose symbols count, paths
 * @property {string} folder for the trace, and for what gdb says
 * @property {string} [trace] a trace that was recorded before
 */

/**
 * @typedef {object} Answer
 * @property {string} command
 * @property {string | null} answer gdb's; null where gdb did not survive the question
 */

/**
 * Records a trace where none is given, and asks gdb everything of it.
 * @param {Subject} subject
 * @returns {Promise<{ trace: string, at: readonly string[], answers: readonly Answer[] }>}
 */
export async function traceOf(subject) {
  const { live } = subject;
  const { trace, at, job } = await recordTrace(subject);
  const { answers } = job;
  if (!live || subject.trace !== undefined) {
    await gdb('questions.py', { ...job, at, live: false }, answers);
  }
  const lines = readFileSync(answers, 'utf8').split('\n').filter(Boolean);
  if (lines.length === 0) throw new Error(`No tracepoint at ${at.join(' ')} was hit.`);
  return { trace, at, answers: lines.map((line) => JSON.parse(line)) };
}

/**
 * Records a trace where none is given.
 * @param {Subject} subject
 * @returns {Promise<{ trace: string, at: readonly string[], job: Subject & { trace: string, answers: string } }>}
 */
export async function recordTrace(subject) {
  const { folder } = subject;
  mkdirSync(folder, { recursive: true });
  const trace = subject.trace ?? join(folder, 'recorded.tf');
  const places = join(folder, 'places.json');
  const job = { ...subject, places, answers: join(folder, 'answers.jsonl'), trace };
  const at = subject.at.length > 0 ? subject.at : await explored(job, places);
  if (at.length === 0) throw new Error(`A run of ${subject.program} calls none of its functions.`);
  if (subject.trace === undefined) await gdb('record.py', { ...job, at }, trace);
  return { trace, at, job };
}

/**
 * @param {object & Subject} job
 * @param {string} places
 * @returns {Promise<string[]>}
 */
async function explored(job, places) {
  await gdb('explore.py', job, places);
  return JSON.parse(readFileSync(places, 'utf8')).at;
}

/** A forked gdb has its main thread alone, and would wait for others that read the program's names. */
const withoutThreads = 'maintenance set worker-threads 0';
/** gdb waits two seconds for a reply of gdbserver, and takes a later one for the next reply. */
const withPatience = 'set remotetimeout 500';

/**
 * @param {string} script
 * @param {object & Subject} job
 * @param {string} written what the script leaves
 */
async function gdb(script, job, written) {
  const file = join(job.folder, 'job.json');
  writeFileSync(file, JSON.stringify(job));
  const { code, output } = await tryRun(
    'gdb',
    [
      ...['-q', '-nx', '-batch', '-iex', withoutThreads, '-iex', withPatience],
      ...['-x', join(here, script), job.program],
    ],
    { cwd: job.folder, env: { TRACE_JOB: file, LC_ALL: 'C.UTF-8' }, timeoutSeconds: 900 },
  );
  writeFileSync(join(job.folder, `${script}.log`), output);
  if (code !== 0 || !existsSync(written)) throw new Error(`${script} failed. gdb said:\n${output}`);
}
