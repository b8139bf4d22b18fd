// The stores that may write a value, by the lines of the sources of the corpus.
import { describe, expect, it } from 'vitest';
import { followValue } from '../../../../src/trace/changes/followedValue';
import { possibleStores, type ScanLimits } from '../../../../src/trace/changes/possibleStores';
import { storeTarget } from '../../../../src/trace/changes/storeTarget';
import type { Trace } from '../../../../src/trace/trace';
import { decoderHere } from '../../../capstone';
import { traceWithProgram } from '../programInUse';

/** What may write an expression, as the trace stands at a frame: `member helper:14`. */
async function stores(
  trace: Trace,
  expression: string,
  options: { readonly limits?: ScanLimits; readonly signal?: AbortSignal } = {},
) {
  trace.cursor.moveTo(10, trace);
  const [innermost] = (await trace.callStack(10)).frames;
  const followed = await followValue(trace, expression, innermost, innermost);
  if ('problem' in followed) throw new Error(followed.problem);
  const target = await storeTarget(trace, followed, innermost);
  if (!target) throw new Error(`${expression} is in no memory`);
  const { stores: found, notes } = await possibleStores(
    trace,
    target,
    await decoderHere(),
    options,
  );
  const lines = found.map(({ kind, functionName, source }) => {
    return `${kind} ${functionName ?? ''}:${source?.line ?? ''}`;
  });
  return { lines, notes };
}

describe.each([
  ['x86_64/app', 'x86_64/app', ['member helper:14', 'possible helper:15']],
  ['x86_64/app-pie', 'x86_64/app-pie', ['member helper:14', 'possible helper:15']],
  ['x86_64/app-O2', 'x86_64/app-O2', ['address helper:14']],
  ['aarch64/t1-regs', 'aarch64/app', ['member helper:30']],
])('%s', (name, program, ofMember) => {
  it('writes a member where its function knows the class', async () => {
    const trace = await traceWithProgram(`${name}.tf`, program);
    expect((await stores(trace, 'g.y')).lines).toEqual(ofMember);
  });
});

it('writes variables at their addresses, on AArch64 by the two halves of an address', async () => {
  const trace = await traceWithProgram('aarch64/t1-regs.tf', 'aarch64/app');
  expect((await stores(trace, 'sink')).lines).toEqual(['address rec:44', 'address mix:61']);
  expect((await stores(trace, 'rw_word')).lines).toEqual(['address mix:60']);
});

it('writes a local variable in the stack frame of its function', async () => {
  const trace = await traceWithProgram('x86_64/app.tf', 'x86_64/app');
  expect((await stores(trace, 'n')).lines).toEqual(['address helper:10']);
});

it('writes a whole object by its members', async () => {
  const trace = await traceWithProgram('x86_64/app.tf', 'x86_64/app');
  expect((await stores(trace, 'g')).lines).toEqual(['member helper:13', 'member helper:14']);
});

it('looks at no more code than it may, and says so', async () => {
  const trace = await traceWithProgram('x86_64/app.tf', 'x86_64/app');
  const limits = { bytes: 16, time: 10_000 };
  const { lines, notes } = await stores(trace, 'g.y', { limits });
  expect(lines).toEqual([]);
  expect(notes).toContain('Not all code was looked at: there is too much of it.');
  const cancelled = AbortSignal.abort();
  expect((await stores(trace, 'g.y', { signal: cancelled })).lines).toEqual([]);
});
