import { expect, it } from 'vitest';
import { timesTable } from '../../../scripts/suites/times.mjs';

const passed = { passed: 2, failed: 0, skipped: 0, failures: [] };
const failed = { ...passed, failed: 1, failures: ['why'] };

/** Its lines, with one space between cells. */
function linesOf(...runs: Parameters<typeof timesTable>[0]) {
  return timesTable(runs)
    .split('\n')
    .map((line) => line.trim().replaceAll(/ +/g, ' '));
}

it('what a run took is told for each suite, and added up', () => {
  const lines = linesOf(
    { name: 'lint', outcome: passed, wall: 1, processor: 1.5 },
    { name: 'unit', outcome: failed, wall: 10, processor: 2 },
  );
  expect(lines.slice(1, 4)).toEqual(['lint 2 0 1.0 1.5', 'unit 2 1 10.0 2.0', 'sum 4 1 3.5']);
  expect(lines.join()).toContain('lower bound');
});

it('processor time that the system does not tell is not made up', () => {
  const lines = linesOf({ name: 'lint', outcome: passed, wall: 1, processor: undefined });
  expect(lines.slice(1)).toEqual(['lint 2 0 1.0 -', 'sum 2 0 -']);
});

it('ten files are told, the slowest first, with the processor time that is known', () => {
  const files = Array.from({ length: 12 }, (_, i) => ({ name: `${i}.test.ts`, wall: i }));
  const known = files.map((file) => ({ ...file, processor: file.wall / 2 }));
  const lines = linesOf(
    { name: 'unit', outcome: { ...passed, files }, wall: 1, processor: 1 },
    { name: 'lint', outcome: { ...passed, files: known }, wall: 1, processor: 1 },
  );
  const [unit = 0, lint = 0] = ['unit', 'lint'].map((name) =>
    lines.findIndex((line) => line.startsWith(`${name}: the slowest`)),
  );
  expect(lines[unit + 1]).toBe('11.0 (-) 11.test.ts');
  expect(lines.slice(unit + 1, lint - 1)).toHaveLength(10);
  expect(lines[lint + 1]).toBe('11.0 (5.5) 11.test.ts');
});
