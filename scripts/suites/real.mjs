// Real programs, held against gdb: what the debug adapter says of traces recorded here and now.
import { temporaryFolder } from '../steps/childProcesses.mjs';
import { comparison, gdbFaults } from '../../test/real/comparison.mjs';
import { patternsOf } from '../../test/real/differences.mjs';
import { buildProgram, buildPrograms } from '../../test/real/programs.mjs';
import { recipes } from '../../test/real/recipes.mjs';
import {
  faultsText,
  inPercent,
  patternText,
  share,
  sumOf,
  tallyTable,
} from '../../test/real/report.mjs';
import { failure, sum } from './outcome.mjs';

/** @typedef {import('./outcome.mjs').Outcome} Outcome */

/** The share of gdb's lines that we say too, of all that is asked of a program. */
const leastShare = 0.98;

/** What every editor shows of a frame: all of it is gdb's. */
const shownByEditors = ['registers', 'backtrace', 'args', 'locals'];

/** Lines that gdb says of a program at the least: less is a recording that went wrong. */
const leastLines = 3000;

/** How many are compared at a time. */
const width = 2;

/** Frames that are asked about in each program. */
const frames = 6;

/**
 * @param {{ quick: boolean }} options whether only the quick programs are compared
 * @returns {Promise<Outcome>}
 */
export async function real({ quick }) {
  const chosen = recipes.filter((recipe) => !quick || recipe.quick === true);
  const names = chosen.map(({ name }) => name);
  await buildPrograms(names);
  const left = await Promise.all(names.map(buildProgram));
  /** @type {Outcome[]} */
  const outcomes = [];
  /** @type {Set<import('../../test/real/differences.mjs').Fault>} */
  const used = new Set();
  const work = async () => {
    for (let program = left.shift(); program !== undefined; program = left.shift()) {
      const start = performance.now();
      const folder = temporaryFolder(program.name);
      const compared = await comparison(program, { folder, frames });
      for (const fault of compared.used) used.add(fault);
      const wall = (performance.now() - start) / 1000;
      outcomes.push({
        ...outcomeOf(program.name, compared),
        files: [{ name: program.name, wall }],
      });
    }
  };
  await Promise.all(Array.from({ length: width }, work));
  return sum([...outcomes, faultsOutcome(names, used, quick)]);
}

/**
 * Holds what was compared against what must be.
 * @param {string} name of the program
 * @param {Awaited<ReturnType<typeof comparison>>} compared
 * @returns {Outcome}
 */
function outcomeOf(name, { tallies, differences, wrong }) {
  const all = sumOf(tallies.values());
  console.log(
    `${name.padEnd(12)} ${inPercent(all)} of ${all.lines} lines, ${faultsText(tallies, wrong)}`,
  );
  const short = [...tallies].filter(
    ([category, tally]) => shownByEditors.includes(category) && share(tally) < 1,
  );
  const isShort = share(all) < leastShare;
  const worst = patternsOf(differences).slice(0, 20).map(patternText).join('\n');
  const failures = [
    ...(isShort ? [`${name}: ${inPercent(all)} of gdb's lines\n${worst}`] : []),
    ...short.map(([category, tally]) => {
      const own = differences.filter((each) => each.category === category);
      const text = patternsOf(own).slice(0, 20).map(patternText).join('\n');
      return `${name}, ${category}: ${inPercent(tally)}\n${text}`;
    }),
    ...(all.lines < leastLines ? [`${name}: only ${all.lines} lines\n${tallyTable(tallies)}`] : []),
  ];
  const checks = shownByEditors.length + 2;
  const failed = failures.length;
  return { passed: checks - failed, failed, skipped: 0, failures };
}

/**
 * What gdb gets wrong stays wrong, or is taken from the list.
 * @param {readonly string[]} names of the programs that were compared
 * @param {ReadonlySet<import('../../test/real/differences.mjs').Fault>} used
 * @param {boolean} quick whether some programs were not compared
 * @returns {Outcome}
 */
function faultsOutcome(names, used, quick) {
  const unused = gdbFaults.filter(
    (fault) => !used.has(fault) && (!quick || names.includes(fault.program)),
  );
  return unused.length === 0
    ? { passed: 1, failed: 0, skipped: 0, failures: [] }
    : failure(`Entries of gdbFaults.json that no longer differ:\n${JSON.stringify(unused)}`);
}
