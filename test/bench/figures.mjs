// What a bench measured: a line for a person each, and all of them as JSON where `--json FILE` is among the arguments. Times
// depend on the machine; what is asserted are ratios of times that were measured beside each other, and sizes.
import { readFileSync, writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

/**
 * @typedef {object} Figure
 * @property {string} what
 * @property {number} value
 * @property {string} unit
 * @property {Record<string, number>} [beside] the same of another tool or way, by its name
 * @property {{ most?: number, least?: number }} [limit] what `value` may be
 * @property {number} [goal] what `value` should not exceed on a machine with nothing else to do
 */

/** @type {Figure[]} */
const figures = [];

const { positional, json } = readArguments(process.argv.slice(2));

/** The arguments of the command line, without where the figures go. */
export const given = positional;

/** @param {readonly string[]} words */
function readArguments(words) {
  const at = words.indexOf('--json');
  return at < 0
    ? { positional: words, json: undefined }
    : { positional: [...words.slice(0, at), ...words.slice(at + 2)], json: words[at + 1] };
}

/** Three digits or more, with separators of thousands. @param {number} value */
export function inDigits(value) {
  const fraction = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en', { maximumFractionDigits: fraction });
}

/**
 * Takes what was measured, and says it.
 * @param {string} what
 * @param {number} value
 * @param {string} unit
 * @param {Omit<Figure, 'what' | 'value' | 'unit'>} [more]
 */
export function figure(what, value, unit, more = {}) {
  figures.push({ what, value, unit, ...more });
  const others = Object.entries(more.beside ?? {}).map(
    ([name, other]) => `${name}: ${inDigits(other)} ${unit}`,
  );
  const { most, least } = more.limit ?? {};
  if (more.goal !== undefined) others.push(`goal ${inDigits(more.goal)}`);
  const isOut = (most !== undefined && value > most) || (least !== undefined && value < least);
  if (most !== undefined) others.push(`${isOut ? 'MORE THAN' : 'at most'} ${inDigits(most)}`);
  if (least !== undefined) others.push(`${isOut ? 'LESS THAN' : 'at least'} ${inDigits(least)}`);
  if (isOut) process.exitCode = 1;
  const note = others.length > 0 ? `   (${others.join('; ')})` : '';
  console.log(`${what.padEnd(58)} ${inDigits(value).padStart(12)} ${unit}${note}`);
  if (json !== undefined) writeFileSync(json, JSON.stringify(figures, undefined, 2));
}

/** Does something; returns what came of it and the milliseconds. @template T @param {() => T | Promise<T>} work */
export async function timed(work) {
  const begin = performance.now();
  const result = await work();
  return { result, milliseconds: performance.now() - begin };
}

/** @param {readonly number[]} values @param {number} share 0 to 1 */
export function percentile(values, share) {
  return (
    [...values].sort((one, other) => one - other)[Math.floor((values.length - 1) * share)] ?? 0
  );
}

/** What the processor has spent on the main thread of this process, in milliseconds; on all of its threads outside of Linux. */
function processorTime() {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'latin1').split(' ', 1)[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}

/**
 * Watches how long the thread is held in one go, until told to stop, which gives the longest in milliseconds. Of a time
 * in which no timer was served the processor's time counts: other programs on the machine do not.
 */
export function watchHolds() {
  let longest = 0;
  let last = { clock: performance.now(), processor: processorTime() };
  const look = () => {
    const now = { clock: performance.now(), processor: processorTime() };
    const held = Math.min(now.clock - last.clock, now.processor - last.processor);
    longest = Math.max(longest, held);
    last = now;
  };
  const timer = setInterval(look, 1);
  return () => {
    look();
    clearInterval(timer);
    return longest;
  };
}
