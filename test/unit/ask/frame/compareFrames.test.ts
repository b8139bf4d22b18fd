// Two frames beside each other.
import { beforeAll, describe, expect, it } from 'vitest';
import { runWith } from '../../../../src/ask/run';
import { Views } from '../../../../src/ask/views';
import { compareFrames } from '../../../../src/ask/frame/compareFrames';
import type { FrameComparison } from '../../../../src/ask/frame/compareFrames';
import { RequestFailed } from '../../../../src/bytes/requestFailed';
import type { Trace } from '../../../../src/trace/trace';
import { traceWithProgram } from '../../trace/programInUse';
import { traceOf } from '../../trace/tracedPrograms';

let app: Trace;
let twos: number[];

beforeAll(async () => {
  app = await traceWithProgram('x86_64/app.tf', 'x86_64/app');
  twos = [...Array(114).keys()].filter((frame) => app.recording.index.tracepoint(frame) === 2);
});

function compare(left: number, right: number, all = false, trace = app): Promise<FrameComparison> {
  return compareFrames.answer({ trace, views: new Views() }, { left, right, all }, runWith());
}

function rowsOf({ parts }: FrameComparison, title: string) {
  return parts.find((part) => part.title === title)?.rows ?? [];
}

describe('a comparison', () => {
  it('of a frame with itself has no differences', async () => {
    const { parts, memory } = await compare(twos[0] ?? -1, twos[0] ?? -1);
    expect(parts.flatMap(({ rows }) => rows)).toEqual([]);
    expect(memory).toEqual([]);
    expect(parts.reduce((sum, { compared }) => sum + compared, 0)).toBeGreaterThan(50);
  });

  it('shows all where that is wanted', async () => {
    const frame = twos[0] ?? -1;
    const { parts, memory } = await compare(frame, frame, true);
    for (const { rows, compared } of parts) expect(rows.length).toBe(compared);
    expect(memory.length).toBeGreaterThan(0);
    expect(memory.some(({ differs }) => differs)).toBe(false);
  });

  it('of two hits shows registers, trace state variables, variables and memory that differ', async () => {
    const [one = -1, other = -1] = [twos[0], twos[10]];
    const comparison = await compare(one, other);
    expect(comparison.left).toMatchObject({ frame: one, tracepoint: 2, functionName: 'helper' });
    expect(rowsOf(comparison, 'Trace state variables')).toMatchObject([
      { name: '$hits', differs: true },
    ]);
    const n = rowsOf(comparison, 'Arguments').find(({ name }) => name === 'n');
    expect(n?.left).not.toBe(n?.right);
    expect(rowsOf(comparison, 'Registers: general').length).toBeGreaterThan(0);
    expect(comparison.memory.length).toBeGreaterThan(0);
    for (const { left, right } of comparison.memory) {
      expect(left.address).toBe(right.address);
      expect(left.bytes).not.toEqual(right.bytes);
    }
  });

  it('goes into what pointers lead to', async () => {
    const [one = -1, other = -1] = [twos[0], twos[10]];
    const rows = rowsOf(await compare(one, other), 'Arguments');
    const pointer = rows.findIndex(({ name }) => name === 'p');
    expect(rows[pointer]?.left).toBe(rows[pointer]?.right);
    expect(rows[pointer]?.differs).toBe(true);
    expect(rows[pointer + 1]).toMatchObject({ name: 'x', depth: 1, differs: true });
  });

  it('is the same the other way round', async () => {
    const [one = -1, other = -1] = [twos[0], twos[10]];
    const forth = await compare(one, other);
    const back = await compare(other, one);
    const turned = back.parts.map(({ rows }) =>
      rows.map(({ left, right, ...rest }) => ({
        ...rest,
        ...(right !== undefined && { left: right }),
        ...(left !== undefined && { right: left }),
      })),
    );
    expect(turned).toEqual(forth.parts.map(({ rows }) => rows));
    expect(back.memory.map(({ left }) => left)).toEqual(forth.memory.map(({ right }) => right));
  });

  it('says what one side did not collect', async () => {
    const two = twos[0] ?? -1;
    const three =
      [...Array(114).keys()].find((frame) => app.recording.index.tracepoint(frame) === 3) ?? -1;
    const comparison = await compare(two, three);
    expect(rowsOf(comparison, 'Trace state variables')).toMatchObject([
      { name: '$hits', right: '<unavailable>', differs: true },
    ]);
    expect(comparison.memory.some(({ right }) => right.bytes.includes('??'))).toBe(true);
    const back = await compare(three, two);
    expect(back.memory.map(({ right }) => right)).toEqual(
      comparison.memory.map(({ left }) => left),
    );
  });

  it('of different functions puts neither’s variables beside the other’s', async () => {
    const gears = await traceWithProgram('extra/x86_64/boxes.locations.tf', 'extra/x86_64/boxes');
    const names = await Promise.all(
      Array.from({ length: gears.recording.index.count }, async (_, frame) => {
        return (await gears.callStack(frame)).frames[0]?.scope?.name;
      }),
    );
    const other = names.findIndex((name) => name !== undefined && name !== names[0]);
    expect(other).toBeGreaterThan(0);
    const { parts } = await compare(0, other, true, gears);
    const back = (await compare(other, 0, true, gears)).parts;
    const only = (of: typeof parts, side: 'left' | 'right') =>
      of
        .flatMap(({ rows }) => rows)
        .filter((row) => row.depth === 0 && row[side] !== undefined && row.left !== row.right)
        .filter(({ left, right }) => left === undefined || right === undefined)
        .map(({ name }) => name);
    expect(only(parts, 'right')).not.toEqual([]);
    expect(only(back, 'left')).toEqual(expect.arrayContaining(only(parts, 'right')));
    const args = parts.find(({ title }) => title === 'Arguments' || title === 'Locals');
    expect(args?.note).toMatch(/^Different functions/);
    for (const { left, right } of args?.rows.filter(({ depth }) => depth === 0) ?? []) {
      expect(left === undefined || right === undefined).toBe(true);
    }
  });

  it('does without a program and without registers', async () => {
    const circular = await traceOf('extra/x86_64/meter.circular.tf');
    const { parts, memory } = await compare(0, 1, false, circular);
    expect(parts.map(({ title }) => title)).not.toContain('Arguments');
    expect(Array.isArray(memory)).toBe(true);
    const refused = compare(0, 10_000, false, circular);
    await expect(refused).rejects.toThrow('There is no frame 10000.');
    await expect(refused).rejects.toBeInstanceOf(RequestFailed);
  });
});
