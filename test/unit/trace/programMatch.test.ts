import { describe, expect, it } from 'vitest';
import { aarch64 } from '../../../src/machine/arch/aarch64';
import { x86_64 } from '../../../src/machine/arch/x86';
import { matchNamedProgram, matchProgram } from '../../../src/trace/programMatch';
import {
  evidenceOf,
  programOf,
  programWithout,
  traceOf,
  type MadeTracepoint,
} from './tracedPrograms';

async function matchNamed(file: string, tracepoints: readonly MadeTracepoint[]) {
  return matchNamedProgram(await programOf(file), await evidenceOf(tracepoints), x86_64, undefined);
}

async function match(
  file: string,
  tracepoints: readonly MadeTracepoint[],
  pcs: readonly bigint[] = [],
  slide?: bigint,
) {
  const evidence = await evidenceOf(tracepoints, pcs);
  return matchProgram(await programOf(file), evidence, x86_64, slide);
}

/** In x86_64/app: line 13, line 16, and `helper` after its prologue. */
const inApp: readonly MadeTracepoint[] = [
  [0x40117bn, 'app.c:13'],
  [0x401201n, '/build/app/app.c:16'],
  [0x401159n, 'helper'],
];

describe('a program at fixed addresses', () => {
  it('matches where every tracepoint is at its address', async () => {
    expect(await match('x86_64/app', inApp, [0x401159n, 0x40115cn])).toEqual({
      verdict: 'match',
      slide: 0n,
      offered: [],
      confirmed: [0x40117bn, 0x401201n, 0x401159n],
      agreeing: 3,
      compared: 3,
      sentence: 'app matches: 3 of 3 tracepoint locations and 2 PCs agree.',
    });
  });

  it.each([
    ['x86_64/app.tf', 'x86_64/app'],
    ['x86_64/app-O2.tf', 'x86_64/app-O2'],
    ['aarch64/t1-regs.tf', 'aarch64/app'],
    ['s390x/t1-regs.tf', 's390x/app'],
    ['extra/x86_64/boxes.locations.tf', 'extra/x86_64/boxes'],
    ['extra/i386/lanes.plain.tf', 'extra/i386/lanes'],
  ])('matches in %s', async (file, program) => {
    const trace = await traceOf(file);
    const result = await matchProgram(
      await programOf(program),
      await trace.recording.evidence(),
      trace.recording.layout?.architecture,
      undefined,
    );
    const locations = trace.recording.description.tracepoints.flatMap((each) => each.locations);
    expect(result).toMatchObject({ verdict: 'match', agreeing: locations.length });
  });

  it('matches badly where most tracepoints are', async () => {
    const result = await match('x86_64/app', [...inApp, [0x401200n, 'app.c:17']]);
    expect(result).toMatchObject({ verdict: 'match', agreeing: 3, compared: 4 });
    expect(result.sentence).toMatch(/3 of 4 tracepoint locations .* rebuilt/);
  });

  it('is another one where half of them are not', async () => {
    const result = await match('x86_64/app', [
      [0x40117bn, 'app.c:13'],
      [0x401200n, 'app.c:17'],
    ]);
    expect(result).toMatchObject({ verdict: 'foreign', agreeing: 1, compared: 2 });
  });

  it('is another one where it knows no such function', async () => {
    const result = await match('x86_64/app', [[0x40117bn, 'elsewhere']]);
    expect(result).toMatchObject({ verdict: 'foreign', agreeing: 0, compared: 1 });
  });

  it.each([undefined, '*0x40117b', '+3', '-line 13'])(
    'is taken as it is where %s is all that is said',
    async (at) => {
      const result = await match('x86_64/app', [[0x40117bn, at]]);
      expect(result).toMatchObject({ verdict: 'unknown', agreeing: 0, compared: 0 });
      expect(result.sentence).toContain('taken as it is');
    },
  );

  it('is another one where an address is outside its code', async () => {
    const result = await match('x86_64/app', [
      [0x40117bn, undefined],
      [0x404060n, '*0x404060'],
    ]);
    expect(result).toMatchObject({ verdict: 'foreign', agreeing: 1, compared: 2 });
    expect(result.sentence).toContain('1 tracepoint location outside its code');
  });
});

describe('a program that has lost its debugging information', () => {
  const stripped = () => programWithout('x86_64/app', '.debug_');

  it('matches by its functions, and lines do not contradict it', async () => {
    const evidence = await evidenceOf([...inApp, [0x40117bn, 'app.c:99']]);
    expect(await matchProgram(await stripped(), evidence, x86_64, undefined)).toMatchObject({
      ...{ verdict: 'match', agreeing: 1, compared: 1 },
    });
  });

  it('is another one where its function is elsewhere', async () => {
    const evidence = await evidenceOf([[0x401201n, 'helper']]);
    expect(await matchProgram(await stripped(), evidence, x86_64, undefined)).toMatchObject({
      ...{ verdict: 'foreign', agreeing: 0, compared: 1 },
    });
  });
});

describe('a position-independent program', () => {
  const inPie: readonly MadeTracepoint[] = [
    [0x55555555518en, 'app.c:13'],
    [0x55555555516cn, 'helper'],
  ];

  it('matches at the slide that the user gives', async () => {
    const result = await match('x86_64/app-pie', inPie, [], 0x555555554000n);
    expect(result).toMatchObject({ verdict: 'match', agreeing: 2, compared: 2 });
  });

  it('is placed where the user says, and told that the trace says otherwise', async () => {
    const result = await match('x86_64/app-pie', inPie, [], 0x555555555000n);
    expect(result).toMatchObject({
      verdict: 'match',
      slide: 0x555555555000n,
      agreeing: 0,
      compared: 2,
      sentence:
        'app-pie is placed at 0x555555555000, as it was asked to be, against the trace: it has code for 0 of 2 tracepoint locations there.',
    });
  });

  it('is not placed yet where nothing is said', async () => {
    const result = await match('x86_64/app-pie', [[0x55555555518en, '*0x55555555518e']]);
    expect(result).toMatchObject({ verdict: 'unplaced', agreeing: 0, compared: 0 });
    expect(result.sentence).toMatch(/not placed yet.*"slide"/);
  });

  it('is another one where page offsets do not agree', async () => {
    const result = await match('x86_64/app-pie', [
      [0x55555555518en, 'app.c:13'],
      [0x555555555171n, 'helper'],
    ]);
    expect(result).toMatchObject({ verdict: 'foreign', agreeing: 1, compared: 2 });
  });
});

it('a program for another machine is another program', async () => {
  const result = await matchProgram(
    await programOf('x86_64/app-pie'),
    await evidenceOf([[0x55555555518en, 'app.c:13']]),
    aarch64,
    undefined,
  );
  expect(result).toMatchObject({ verdict: 'foreign', compared: 0 });
  expect(result.sentence).toContain('another machine');
});

describe('a program that a person names', () => {
  it('is taken where most tracepoints are not where its lines are, with a note', async () => {
    const result = await matchNamed('x86_64/app', [
      [0x40117bn, 'app.c:13'],
      [0x401200n, 'app.c:17'],
      [0x401202n, 'elsewhere'],
    ]);
    expect(result).toMatchObject({
      verdict: 'match',
      slide: 0n,
      agreeing: 1,
      compared: 3,
      sentence:
        'app does not match the trace: it has code for 1 of 3 tracepoint locations at the recorded address. Was it rebuilt since? It is used all the same, because it was asked for.',
    });
  });

  it('is taken where some addresses are in its code', async () => {
    const result = await matchNamed('x86_64/app', [
      [0x40117bn, undefined],
      [0x404060n, '*0x404060'],
    ]);
    expect(result).toMatchObject({ verdict: 'match', slide: 0n, agreeing: 1, compared: 2 });
  });

  it('is taken where all addresses may be those of shared objects', async () => {
    const result = await matchNamed('x86_64/app', [
      [0x7ffff7fa8284n, 'library.c:12'],
      [0x7ffff7fa9000n, undefined],
    ]);
    expect(result).toMatchObject({ verdict: 'match', slide: 0n, agreeing: 0, compared: 2 });
  });

  it('is refused where addresses are in its data alone', async () => {
    const result = await matchNamed('x86_64/app', [[0x404060n, '*0x404060']]);
    expect(result).toMatchObject({ verdict: 'foreign', slide: undefined });
  });

  it('is refused where no address is in its code', async () => {
    const result = await matchNamed('x86_64/app', [[0x55555555518en, 'app.c:13']]);
    expect(result).toMatchObject({ verdict: 'foreign', slide: undefined });
  });

  it('without an address of its own is taken where the most tracepoints are', async () => {
    const result = await matchNamed('x86_64/app-pie', [
      [0x55555555518en, 'app.c:13'],
      [0x555555555171n, 'helper'],
    ]);
    expect(result).toMatchObject({ verdict: 'match', slide: 0x555555554000n, agreeing: 1 });
  });

  it('without an address of its own is not placed yet where no tracepoint is', async () => {
    const result = await matchNamed('x86_64/app-pie', [[0x555555555171n, 'helper']]);
    expect(result).toMatchObject({ verdict: 'unplaced', slide: undefined, agreeing: 0 });
  });
});
