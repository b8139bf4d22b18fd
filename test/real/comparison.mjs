// A program held against gdb: a trace of it, gdb's answers, ours, and what differs.
import { closeSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { adapterAnswers } from './adapter.mjs';
import { categoryOf, differencesOf } from './differences.mjs';
import { answersByRules } from './ruleFaults.mjs';
import { traceOf } from './traceOf.mjs';

/**
 * @typedef {object} Program
 * @property {string} name
 * @property {string} path
 * @property {readonly string[]} args
 * @property {string} cwd
 * @property {readonly string[]} [libraries] shared objects with debug information, paths
 */

/**
 * @typedef {object} Options
 * @property {string} folder for the trace and what was said of it
 * @property {number} frames that are asked about
 * @property {readonly string[]} [at] linespecs; a first run finds some where there are none
 * @property {string} [trace] recorded before
 */

/** Tracepoints that a first run finds. */
const tracepoints = 16;

/** @type {readonly import('./differences.mjs').Fault[]} What gdb gets wrong. */
export const gdbFaults = JSON.parse(
  readFileSync(join(import.meta.dirname, 'gdbFaults.json'), 'utf8'),
);

/**
 * @param {Program} program
 * @param {Options} options
 */
export async function comparison(program, { folder, frames, at = [], trace }) {
  const { name, path, args, cwd, libraries = [] } = program;
  const live = libraries.length > 0 || isPositionIndependent(path);
  const recorded = await traceOf({
    program: path,
    arguments: args.map(quoted).join(' '),
    cwd,
    at,
    live,
    libraries,
    folder,
    frames,
    ...(trace === undefined ? {} : { trace }),
    count: tracepoints,
  });
  const commands = recorded.answers.map(({ command }) => command);
  const launch = { trace: recorded.trace, program: path, libraries };
  const own = await adapterAnswers(launch, commands);
  const compared = recorded.answers.map(({ command, answer }, i) => ({
    command,
    category: categoryOf(command),
    gdb: answer === null ? null : comparable(command, answer),
    own: comparable(command, own.answers[i] ?? ''),
    milliseconds: Math.round(own.milliseconds[i] ?? 0),
    byRules: /** @type {Record<string, string>} */ ({}),
  }));
  const differs = (/** @type {number} */ i) =>
    compared[i]?.gdb !== null && compared[i]?.gdb !== compared[i]?.own;
  const trials = await answersByRules(launch, commands, own.answers, differs, folder);
  for (const { rules, answers } of trials) {
    for (const [i, answer] of answers) {
      const each = compared[i];
      if (each && differs(i)) each.byRules[rules] = comparable(each.command, answer);
    }
  }
  writeFileSync(join(folder, 'compared.json'), JSON.stringify(compared, undefined, 1));
  return { at: recorded.at, ...differencesOf(name, compared, gdbFaults) };
}

/**
 * Whether gdb must be asked while the program lives to know where it lies.
 * @param {string} path of an ELF file
 */
function isPositionIndependent(path) {
  const file = openSync(path, 'r');
  const header = new Uint8Array(18);
  readSync(file, header, 0, header.length, 0);
  closeSync(file);
  // e_type is ET_DYN (System V ABI, "ELF Header"); its low byte is first or last.
  return header[16] === 3 || header[17] === 3;
}

/**
 * Values without their number in the history: each of gdb's answers comes from a gdb of its own. The
 * copies of a function come in the order in which gdb's symbols lie in its memory (gdb 13,
 * compare_symbols in linespec.c), which is another one with GLIBC_TUNABLES=glibc.malloc.mmap_threshold=4000.
 * @param {string} command
 * @param {string} answer
 */
function comparable(command, answer) {
  if (/^info line (?!\S*:\d+$)/.test(command)) return answer.split('\n').sort().join('\n').trim();
  return answer.replace(/^\$\d+ = /, '$ = ').replace(/\n$/, '');
}

/** @param {string} word @returns {string} as a shell takes it */
function quoted(word) {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
