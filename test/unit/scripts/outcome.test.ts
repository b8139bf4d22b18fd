// What may never be counted as passed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { mochaOutcome } from '../../../scripts/suites/mocha.mjs';
import { inWords, runChecks, sum, withoutHiding } from '../../../scripts/suites/outcome.mjs';
import { fileOutcome } from '../../../scripts/suites/vitest.mjs';

const twoPassed = { passed: 2, failed: 0, skipped: 0, failures: [] };
const oneFailed = { passed: 0, failed: 1, skipped: 1, failures: ['why'] };

describe('outcomes', () => {
  it('add up', () => {
    const both = sum([twoPassed, oneFailed]);
    expect(both).toMatchObject({ passed: 2, failed: 1, skipped: 1, failures: ['why'] });
    expect(inWords(both)).toBe('2 passed, 1 failed, 1 skipped');
  });

  it('say nothing of skipped tests where none is', () => {
    expect(inWords(twoPassed)).toBe('2 passed, 0 failed');
  });
});

describe('withoutHiding', () => {
  it('leaves a clean run alone', () => {
    expect(withoutHiding(twoPassed, { code: 0, output: '' })).toBe(twoPassed);
  });

  it('fails a run without a test, even one that ended well', () => {
    const none = { passed: 0, failed: 0, skipped: 3, failures: [] };
    expect(withoutHiding(none, { code: 0, output: 'all skipped' })).toMatchObject({
      failed: 1,
      skipped: 3,
    });
  });

  it('fails a run that broke beside its passing tests', () => {
    const outcome = withoutHiding(twoPassed, { code: 1, output: 'unhandled rejection' });
    expect(outcome).toMatchObject({ passed: 2, failed: 1 });
    expect(outcome.failures.join()).toContain('unhandled rejection');
  });

  it('does not count a failed run twice', () => {
    expect(withoutHiding(oneFailed, { code: 1, output: '' })).toBe(oneFailed);
  });
});

describe("a file's outcome from vitest", () => {
  const test = { fullName: 'adds', failureMessages: [] };

  it('counts what passed, failed and was skipped', () => {
    const assertionResults = [
      { ...test, status: 'passed' },
      { ...test, status: 'failed', failureMessages: ['1 is not 2'] },
      { ...test, status: 'pending' },
      { ...test, status: 'todo' },
    ];
    const outcome = fileOutcome({
      name: 'a.test.ts',
      status: 'failed',
      message: '',
      assertionResults,
    });
    expect(outcome).toMatchObject({ passed: 1, failed: 1, skipped: 2 });
    expect(outcome.failures[0]).toContain('1 is not 2');
  });

  it('fails a file that could not be read as tests', () => {
    const broken = {
      name: 'a.test.ts',
      status: 'failed',
      message: 'no such module',
      assertionResults: [],
    };
    expect(fileOutcome(broken)).toMatchObject({ passed: 0, failed: 1 });
    expect(fileOutcome(broken).failures[0]).toContain('no such module');
  });
});

describe("mocha's outcome", () => {
  const folder = mkdtempSync(join(tmpdir(), 'gdb-tracefile-outcome-'));
  const report = join(folder, 'report.json');
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('counts a failed hook as a failure', () => {
    const failures = [{ fullTitle: 'a "before all" hook', err: { stack: 'Error: no' } }];
    writeFileSync(
      report,
      JSON.stringify({ stats: { passes: 1, pending: 0, failures: 1 }, failures }),
    );
    expect(mochaOutcome(report, { code: 1, output: '' })).toMatchObject({
      passed: 1,
      failed: 1,
      skipped: 0,
      failures: ['a "before all" hook\nError: no'],
    });
  });

  it('is a failure, with what was printed, where there is no report', () => {
    const outcome = mochaOutcome(join(folder, 'none.json'), {
      code: -1,
      output: 'VS Code did not start',
    });
    expect(outcome).toMatchObject({ passed: 0, failed: 1 });
    expect(outcome.failures[0]).toContain('VS Code did not start');
  });
});

describe('runChecks', () => {
  it('goes on after a check that throws', async () => {
    const outcome = await runChecks({
      'one is one': () => Promise.reject(new Error('it is not')),
      'two is two': () => Promise.resolve(),
    });
    expect(outcome).toMatchObject({
      passed: 1,
      failed: 1,
      skipped: 0,
      failures: ['one is one\nit is not'],
      files: [{ name: 'one is one' }, { name: 'two is two' }],
    });
  });
});
