// What the compare tool prints.

/** @typedef {import('./differences.mjs').Tally} Tally */

/** @param {import('./differences.mjs').Pattern} pattern */
export function patternText({ category, count, example }) {
  const { command, gdb, own } = example;
  return [`${count} × ${category}: (gdb) ${command}`, `  - ${gdb}`, `  + ${own}`, ''].join('\n');
}

/**
 * Shares by category, the worst first.
 * @param {ReadonlyMap<string, Tally>} tallies
 */
export function tallyTable(tallies) {
  const rows = [...tallies].sort(([, a], [, b]) => share(a) - share(b));
  const all = sumOf(tallies.values());
  return [...rows, /** @type {[string, Tally]} */ (['all', all])]
    .map(([name, tally]) => {
      const lines = `${tally.equal} of ${tally.lines}`.padStart(16);
      const faults = tally.faults > 0 ? `, gdb wrong in ${tally.faults}` : '';
      return `${name.padEnd(12)} ${inPercent(tally).padStart(7)} ${lines}${faults}`;
    })
    .join('\n');
}

/**
 * The share with what gdb gets wrong counted against us, and what that is.
 * @param {ReadonlyMap<string, Tally>} tallies
 * @param {ReadonlyMap<string, number>} wrong lines, by what gdb gets wrong
 */
export function faultsText(tallies, wrong) {
  const { lines, equal, faults } = sumOf(tallies.values());
  const raw = inPercent({ lines: lines + faults, equal });
  const named = [...wrong].map(([what, count]) => `${count} by ${what}`).join(', ');
  return `${raw} with the lines in which gdb is wrong${named ? `: ${named}` : ''}`;
}

/** @param {Iterable<Tally>} tallies */
export function sumOf(tallies) {
  const sum = { lines: 0, equal: 0, faults: 0 };
  for (const { lines, equal, faults } of tallies) {
    sum.lines += lines;
    sum.equal += equal;
    sum.faults += faults;
  }
  return sum;
}

/** @param {Pick<Tally, 'lines' | 'equal'>} tally @returns {number} from 0 to 1 */
export function share({ lines, equal }) {
  return lines === 0 ? 1 : equal / lines;
}

/** @param {Pick<Tally, 'lines' | 'equal'>} tally */
export function inPercent(tally) {
  return `${(share(tally) * 100).toFixed(1)} %`;
}
