import { beforeAll, describe, expect, it } from 'vitest';
import type { RequestedStop, Where } from '../../../../src/adapter/breakpoints/requestedStop';
import {
  Breakpoints,
  type VerifiedBreakpoint,
} from '../../../../src/adapter/breakpoints/breakpoints';
import { BreakpointPlaces } from '../../../../src/adapter/breakpoints/place';
import { SourceLookup } from '../../../../src/trace/sourceLookup';
import type { Trace } from '../../../../src/trace/trace';
import { traceWithProgram } from '../../trace/programInUse';
import { programOf, traceOf } from '../../trace/tracedPrograms';

const here = '/home/me/app/app.c';
let trace: Trace;

beforeAll(async () => {
  trace = await traceWithProgram('x86_64/app.tf', 'x86_64/app');
});

/**
 * Breakpoints of a session in which /build/app is /home/me/app, and what the client hears of them.
 */
function session(of: Trace) {
  const where = { sourceMap: { '/build/app': '/home/me/app' }, folders: [] };
  const sources = new SourceLookup(where, (path) => Promise.resolve(path === here));
  const told: VerifiedBreakpoint[] = [];
  let tell: ((answer: VerifiedBreakpoint) => void) | undefined;
  const breakpoints = new Breakpoints(of, new BreakpointPlaces(of, sources), (answer) => {
    told.push(answer);
    tell?.(answer);
  });
  /** What the client hears next. */
  const next = () => new Promise<VerifiedBreakpoint>((resolve) => (tell = resolve));
  const addresses = () => breakpoints.all.flatMap(({ place }) => [...(place?.addresses ?? [])]);
  return { breakpoints, told, next, addresses };
}

const ask = (where: Where, terms: RequestedStop['terms'] = {}): RequestedStop => ({
  ...where,
  terms,
});

const line = (number: number, terms: RequestedStop['terms'] = {}) =>
  ask({ kind: 'line', path: here, line: number }, terms);
const named = (name: string) => ask({ kind: 'function', name });

describe('breakpoints on lines', () => {
  it('stop where a frame of the line is', async () => {
    const { breakpoints, addresses } = session(trace);
    const [answer] = await breakpoints.set('app.c', [line(12)]);
    expect(answer).toMatchObject({ verified: true, line: 12 });
    expect(addresses()).toContain(0x401159n);
  });

  it('stop at a tracepoint in the middle of a line', async () => {
    const { breakpoints, addresses } = session(trace);
    await breakpoints.set('app.c', [line(16)]);
    const [location] = trace.recording.tracepoint(3)?.locations ?? [];
    expect(addresses()).toContain(location?.address);
  });

  it('go to the next line with code', async () => {
    const { breakpoints } = session(trace);
    const [comment, beyond] = await breakpoints.set('app.c', [line(11), line(1000)]);
    expect(comment).toMatchObject({ line: 12, verified: true });
    expect(beyond).toMatchObject({ line: 1000, verified: false, message: 'No code at this line.' });
  });

  it('without frames name the nearest lines that have some, once the frames were looked at', async () => {
    const { breakpoints, next } = session(trace);
    const heard = next();
    const [answer] = await breakpoints.set('app.c', [line(14)]);
    expect(answer).toMatchObject({ verified: false, message: 'Looking for frames…' });
    expect(await heard).toEqual({
      id: answer?.id,
      verified: false,
      line: 14,
      message: 'No frame is at this line. The nearest lines that have frames: 12, 13, 16.',
    });
  });

  it('are replaced as a whole, group by group; one that is set again keeps its number', async () => {
    const { breakpoints, addresses } = session(trace);
    const first = await breakpoints.set('app.c', [line(12), line(13)]);
    await breakpoints.set('instructions', [ask({ kind: 'instruction', address: 0x401201n })]);
    const second = await breakpoints.set('app.c', [line(13)]);
    expect(addresses()).not.toContain(0x401159n);
    expect(addresses()).toContain(0x401201n);
    const ids = [...first, ...second].map(({ id }) => id);
    expect(ids).toEqual([1, 2, 2]);
    await breakpoints.set('app.c', []);
    expect(addresses()).toEqual([0x401201n]);
  });

  it('say why a file has no code', async () => {
    const other = ask({ kind: 'line', path: '/home/me/app/other.c', line: 1 });
    const [answer] = await session(trace).breakpoints.set('other.c', [other]);
    expect(answer).toMatchObject({ verified: false, message: 'app has no code from other.c.' });
    const without = await traceOf('x86_64/app.tf');
    const [unplaced] = await session(without).breakpoints.set('app.c', [line(12)]);
    expect(unplaced).toMatchObject({
      verified: false,
      message: without.modules.traced.explanation,
    });
  });
});

describe('breakpoints on functions and addresses', () => {
  it('mean all code of the function', async () => {
    const { breakpoints } = session(trace);
    const [answer, none] = await breakpoints.set('functions', [named('helper'), named('nothing')]);
    expect(answer).toMatchObject({ verified: true });
    const [stop] = breakpoints.all.map((each) => each.stop?.test);
    // Where nm -S says that helper is.
    expect(stop).toEqual({ ranges: [{ start: 0x401146n, end: 0x401236n }], arrivalsOnly: true });
    expect(none?.message).toBe('No function nothing in the program.');
  });

  it('say where no frame stops', async () => {
    const recorded = Array.from(
      { length: trace.recording.index.count },
      (_, frame) => trace.recording.pc(frame)?.pc,
    );
    const [main] = await trace.modules.current.addressesOfFunction('main');
    expect(recorded).not.toContain(main);
    const [answer] = await session(trace).breakpoints.set('functions', [named('main')]);
    const message = 'No frame is in this function. Frames are in helper.';
    expect(answer).toMatchObject({ verified: false, message });
  });

  it('on addresses need no program', async () => {
    const { breakpoints } = session(await traceOf('x86_64/app.tf'));
    const at = (address: bigint) => ask({ kind: 'instruction', address });
    const [hit, miss] = await breakpoints.set('instructions', [at(0x401201n), at(0x1n)]);
    expect(hit).toMatchObject({ verified: true });
    const message =
      'No frame is at this address. The nearest that have frames: 0x401159, 0x40117b, 0x401201.';
    expect(miss).toMatchObject({ verified: false, message });
  });
});

describe('breakpoints with conditions', () => {
  it('are verified when a frame was found in which they hold', async () => {
    const { breakpoints, next } = session(trace);
    const heard = next();
    const [answer] = await breakpoints.set('app.c', [line(13, { condition: 'n == 19' })]);
    expect(answer).toMatchObject({ verified: false, message: 'Looking for frames…' });
    expect(await heard).toEqual({ id: answer?.id, verified: true, line: 13 });
  });

  it('are not looked for any more when the session ended', async () => {
    const { breakpoints, told } = session(trace);
    await breakpoints.set('app.c', [line(13, { condition: 'n == 19' })]);
    breakpoints.dispose();
    await breakpoints.refresh();
    expect(told).toEqual([]);
  });
});

describe('breakpoints set before there is a program', () => {
  const useApp = async (late: Trace) =>
    late.modules.use(
      { program: await programOf('x86_64/app'), dispose: () => undefined },
      undefined,
    );

  it('are said to have changed when it comes', async () => {
    const late = await traceOf('x86_64/app.tf');
    const { breakpoints, told, addresses } = session(late);
    const [atLine] = await breakpoints.set('app.c', [line(12)]);
    const [name] = await breakpoints.set('functions', [named('helper')]);
    expect([atLine?.verified, name?.verified]).toEqual([false, false]);
    await breakpoints.refresh();
    expect(told).toEqual([]);
    await useApp(late);
    await breakpoints.refresh();
    expect(told).toEqual([
      { id: atLine?.id, verified: true, line: 12 },
      { id: name?.id, verified: true },
    ]);
    expect(addresses()).toContain(0x401159n);
    await breakpoints.refresh();
    expect(told).toHaveLength(2);
  });

  it('that are replaced meanwhile are not set again', async () => {
    const late = await traceOf('x86_64/app.tf');
    const { breakpoints, addresses } = session(late);
    await breakpoints.set('app.c', [line(12)]);
    await useApp(late);
    const refreshing = breakpoints.refresh();
    await breakpoints.set('app.c', []);
    await refreshing;
    expect(addresses()).toEqual([]);
  });
});
