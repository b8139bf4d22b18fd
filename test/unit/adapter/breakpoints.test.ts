import { beforeAll, describe, expect, it } from 'vitest';
import { Breakpoints } from '../../../src/adapter/breakpoints';
import { SourceLookup } from '../../../src/trace/sourceLookup';
import type { Trace } from '../../../src/trace/trace';
import { traceWithProgram } from '../trace/programInUse';
import { programOf, traceOf } from '../trace/tracedPrograms';

const here = '/home/me/app/app.c';
let trace: Trace;

beforeAll(async () => {
  trace = await traceWithProgram('x86_64/app.tf', 'x86_64/app');
});

/** Breakpoints of a session in which /build/app is /home/me/app. */
function breakpointsOf(of: Trace): Breakpoints {
  const where = { sourceMap: { '/build/app': '/home/me/app' }, folders: [] };
  return new Breakpoints(of, new SourceLookup(where, (path) => Promise.resolve(path === here)));
}

describe('breakpoints on lines', () => {
  it('stop where a frame of the line is', async () => {
    const breakpoints = breakpointsOf(trace);
    const [answer] = await breakpoints.setSource(here, [12]);
    expect(answer).toMatchObject({ verified: true, line: 12 });
    expect(breakpoints.addresses).toContain(0x401159n);
    expect(breakpoints.at(0x401159n)).toMatchObject([{ id: answer?.id, label: 'app.c:12' }]);
    expect(breakpoints.at(0x40115an)).toEqual([]);
  });

  it('stop at a tracepoint in the middle of a line', async () => {
    const breakpoints = breakpointsOf(trace);
    await breakpoints.setSource(here, [16]);
    const [location] = trace.tracepoint(3)?.locations ?? [];
    expect(breakpoints.addresses).toContain(location?.address);
  });

  it('go to the next line with code', async () => {
    const [comment, beyond] = await breakpointsOf(trace).setSource(here, [11, 1000]);
    expect(comment).toMatchObject({ line: 12, verified: true });
    expect(beyond).toMatchObject({ line: 1000, verified: false, message: 'No code at this line.' });
  });

  it('are replaced as a whole, file by file, and have numbers of their own', async () => {
    const breakpoints = breakpointsOf(trace);
    const first = await breakpoints.setSource(here, [12, 13]);
    await breakpoints.setInstructions([0x401201n]);
    const second = await breakpoints.setSource(here, [13]);
    expect(breakpoints.addresses).not.toContain(0x401159n);
    expect(breakpoints.addresses).toContain(0x401201n);
    const ids = [...first, ...second].map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    await breakpoints.setSource(here, []);
    expect([...breakpoints.addresses]).toEqual([0x401201n]);
  });

  it('say where no frame stops', async () => {
    const recorded = Array.from({ length: trace.index.count }, (_, frame) => trace.pc(frame)?.pc);
    const [main] = await trace.programs.addressesOfFunction('main');
    expect(recorded).not.toContain(main);
    const [answer] = await breakpointsOf(trace).setFunctions(['main']);
    expect(answer).toMatchObject({ verified: false, message: 'No frame stops here.' });
  });

  it('say why a file has no code', async () => {
    const [other] = await breakpointsOf(trace).setSource('/home/me/app/other.c', [1]);
    expect(other).toMatchObject({ verified: false, message: 'app has no code from other.c.' });
    const without = await traceOf('x86_64/app.tf');
    const [answer] = await breakpointsOf(without).setSource(here, [12]);
    expect(answer).toMatchObject({ verified: false, message: without.program.explanation });
  });
});

describe('breakpoints on functions', () => {
  it('stop after the prologue, where gdb’s tracepoint was', async () => {
    const breakpoints = breakpointsOf(trace);
    const [answer, none] = await breakpoints.setFunctions(['helper', 'nothing']);
    expect(answer).toMatchObject({ verified: true });
    expect([...breakpoints.addresses]).toEqual([0x401159n]);
    expect(none).toMatchObject({
      verified: false,
      message: 'No function nothing in the program.',
    });
  });
});

describe('breakpoints on addresses', () => {
  it('need no program', async () => {
    const breakpoints = breakpointsOf(await traceOf('x86_64/app.tf'));
    const [hit, miss] = await breakpoints.setInstructions([0x401201n, 0x1n]);
    expect(hit).toMatchObject({ verified: true });
    expect(miss).toMatchObject({ verified: false, message: 'No frame stops here.' });
    expect(breakpoints.at(0x401201n).map(({ label }) => label)).toEqual(['0x401201']);
  });
});

describe('breakpoints set before there is a program', () => {
  it('are said to have changed when it comes', async () => {
    const late = await traceOf('x86_64/app.tf');
    const breakpoints = breakpointsOf(late);
    const [line] = await breakpoints.setSource(here, [12]);
    const [name] = await breakpoints.setFunctions(['helper']);
    expect([line?.verified, name?.verified]).toEqual([false, false]);
    expect(await breakpoints.refresh()).toEqual([]);
    await late.useProgram(
      { program: await programOf('x86_64/app'), dispose: () => undefined },
      undefined,
    );
    expect(await breakpoints.refresh()).toEqual([
      { id: line?.id, verified: true, line: 12 },
      { id: name?.id, verified: true },
    ]);
    expect(breakpoints.addresses).toContain(0x401159n);
    expect(await breakpoints.refresh()).toEqual([]);
  });

  it('that are replaced meanwhile are not heard of again', async () => {
    const late = await traceOf('x86_64/app.tf');
    const breakpoints = breakpointsOf(late);
    await breakpoints.setSource(here, [12]);
    await late.useProgram(
      { program: await programOf('x86_64/app'), dispose: () => undefined },
      undefined,
    );
    const refreshing = breakpoints.refresh();
    await breakpoints.setSource(here, []);
    expect(await refreshing).toEqual([]);
    expect(breakpoints.addresses.size).toBe(0);
  });
});
