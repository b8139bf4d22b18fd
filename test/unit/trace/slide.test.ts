import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../../src/bytes/source';
import { type Program } from '../../../src/symbols/program';
import { openProgram } from '../../../src/symbols/openProgram';
import type { AddressEvidence } from '../../../src/trace/slide';
import { matchProgram } from '../../../src/trace/programMatch';
import { makeElf } from '../symbols/elfFile';
import { Writer } from '../symbols/writer';
import { evidenceOf, programOf, traceOf } from './tracedPrograms';

async function infer(program: Program, evidence: AddressEvidence) {
  return matchProgram(program, evidence, undefined, undefined);
}

async function inferIn(trace: string, program: string) {
  return infer(await programOf(program), await (await traceOf(trace)).recording.evidence());
}

describe('the slide in a recorded trace', () => {
  it.each([
    [
      ['x86_64/app-pie.tf', 'x86_64/app-pie'],
      'app-pie was loaded at 0x555555554000: 1 of 1 tracepoint location and 1 PC agree.',
    ],
    [
      ['extra/x86_64/meter-pie.plain.tf', 'extra/x86_64/meter-pie'],
      'meter-pie was loaded at 0x555555554000: 3 of 3 tracepoint locations and 3 PCs agree.',
    ],
    [
      ['extra/pie/gears.both.tf', 'extra/pie/gears'],
      'gears was loaded at 0x555555554000: 2 of 2 tracepoint locations and 4 PCs agree, 3 lie outside it.',
    ],
    [
      ['extra/pie/gears.both.tf', 'extra/pie/libgearbox.so'],
      'libgearbox.so was loaded at 0x7ffff7fbb000: 3 of 3 tracepoint locations and 3 PCs agree, 2 lie outside it.',
    ],
    [
      ['extra/pie/gears.one.tf', 'extra/pie/gears'],
      'gears was loaded at 0x555555554000: 1 of 1 tracepoint location agrees.',
    ],
    [
      ['extra/pie/gears.library.tf', 'extra/pie/libgearbox.so'],
      'libgearbox.so was loaded at 0x7ffff7fbb000: 2 of 2 tracepoint locations and 2 PCs agree.',
    ],
  ] as const)('%s', async ([trace, program], sentence) => {
    const match = await inferIn(trace, program);
    expect(match.sentence).toBe(sentence);
    expect(match.verdict).toBe('match');
  });

  it.each([
    ['extra/pie/gears.both.tf', 'extra/pie/gears-rebuilt'],
    ['extra/pie/gears.one.tf', 'extra/pie/gears-rebuilt'],
    ['extra/pie/gears.both.tf', 'x86_64/app-pie'],
    ['extra/pie/gears.both.tf', 'extra/x86_64/meter-pie'],
    ['extra/pie/gears.library.tf', 'extra/pie/gears'],
    ['x86_64/app-pie.tf', 'extra/pie/libgearbox.so'],
    ['x86_64/app.tf', 'x86_64/app-pie'],
    ['extra/x86_64/meter.plain.tf', 'extra/x86_64/meter-pie'],
  ])('%s does not place %s, which did not run', async (trace, program) => {
    expect(await inferIn(trace, program)).toMatchObject({ verdict: 'foreign', slide: undefined });
  });
});

describe('a kernel', () => {
  const slide = 0x1c20_0000n;
  const schedule = 0xffff_ffff_8100_0021n;
  const startKernel = 0xffff_ffff_8120_2008n;
  const kernel = () => programOf('extra/pie/kernel');

  it('may have been moved from its addresses', async () => {
    const evidence = await evidenceOf(
      [
        [schedule + slide, 'schedule'],
        [startKernel + slide, 'kernel.c:20'],
        [0xffff_ffff_c012_3456n, 'elsewhere'],
      ],
      [schedule + slide, 0xffff_ffff_8100_0008n + slide, 0xffff_ffff_c012_3456n],
    );
    expect(await infer(await kernel(), evidence)).toMatchObject({
      verdict: 'match',
      slide,
      sentence:
        'kernel was moved by 0x1c200000: 2 of 2 tracepoint locations and 2 PCs agree, 1 lies outside it.',
    });
  });

  it('is where it was linked where the trace says so', async () => {
    const match = await infer(await kernel(), await evidenceOf([[schedule, 'schedule']]));
    expect(match).toMatchObject({ verdict: 'match', slide: 0n });
    expect(match.sentence).toBe('kernel matches: 1 of 1 tracepoint location agrees.');
  });
});

it('a kernel’s module, never linked, is placed by its .text', async () => {
  const evidence = await evidenceOf([
    [0xffff_ffff_c040_1007n, 'wake'],
    [0xffff_ffff_c040_103en, 'module.c:14'],
  ]);
  expect(await infer(await programOf('extra/pie/module.ko'), evidence)).toMatchObject({
    verdict: 'match',
    slide: 0xffff_ffff_c040_1000n,
    sentence: 'module.ko was loaded at 0xffffffffc0401000: 2 of 2 tracepoint locations agree.',
  });
});

/**
 * Functions of 16 bytes, with symbols and no debugging information, in a position-independent
 * program.
 */
async function functions(
  addresses: Readonly<Record<string, readonly number[]>>,
  type = 3,
): Promise<Program> {
  const strings = new Writer().text('');
  const symbols = new Writer().raw(new Array<number>(24).fill(0));
  let last = 0x1000;
  for (const [name, starts] of Object.entries(addresses)) {
    const nameOffset = strings.length;
    strings.text(name);
    for (const start of starts) {
      symbols.u32(nameOffset).raw([0x02, 0]).u16(1).number(8, start).number(8, 16);
      last = Math.max(last, start);
    }
  }
  const text = { name: '.text', type: 1, flags: 6, address: 0x1000n };
  const file = makeElf({
    type,
    sections: [
      { ...text, bytes: new Uint8Array(last + 0x100 - 0x1000) },
      { name: '.rodata', flags: 2, address: 0x80_0000n, bytes: new Uint8Array(0x2000) },
      { name: '.symtab', type: 2, link: 4, bytes: symbols.bytes },
      { name: '.strtab', type: 3, bytes: strings.bytes },
    ],
  });
  const opened = await openProgram(new MemorySource(file), 'made');
  if ('problem' in opened) throw new Error(opened.problem);
  return opened.program;
}

describe('a slide', () => {
  const base = 0x7f00_0000_0000n;

  it('is singled out by several names where each alone fits at several places', async () => {
    const program = await functions({ init: [0x1010, 0x3010], run: [0x1020, 0x2020] });
    const evidence = await evidenceOf([
      [base + 0x3010n, 'init'],
      [base + 0x2020n, 'run'],
    ]);
    expect(await infer(program, evidence)).toMatchObject({ verdict: 'match', slide: base });
  });

  it('is not chosen among several that fit equally well', async () => {
    const program = await functions({ init: [0x1010, 0x3010] });
    const match = await infer(program, await evidenceOf([[base + 0x3010n, 'init']]));
    expect(match).toMatchObject({ verdict: 'unplaced', agreeing: 1, compared: 1 });
    expect(match.offered).toEqual([base + 0x2000n, base]);
    expect(match.sentence).toBe(
      'made is position-independent and not placed yet: it fits equally well at 0x7f0000002000, 0x7f0000000000. Give its load address as "slide" in the launch configuration.',
    );
  });

  it('is chosen among them by the functions that PCs are in', async () => {
    const program = await functions({ init: [0x1010, 0x3010], run: [0x3100] });
    const evidence = await evidenceOf([[base + 0x3010n, 'init']], [base + 0x3104n]);
    expect(await infer(program, evidence)).toMatchObject({ verdict: 'match', slide: base });
  });

  it('is not one at which a PC is among the program’s constants', async () => {
    const program = await functions({ init: [0x1010, 0x3010] });
    const evidence = await evidenceOf([[base + 0x3010n, 'init']], [base + 0x2000n + 0x80_0004n]);
    expect(await infer(program, evidence)).toMatchObject({ verdict: 'match', slide: base });
  });

  it('is not one that some tracepoints contradict, though their page offsets agree', async () => {
    const program = await functions({ init: [0x1010], run: [0x3020] });
    const evidence = await evidenceOf([
      [base + 0x1010n, 'init'],
      [base + 0x2020n, 'run'],
    ]);
    expect(await infer(program, evidence)).toMatchObject({
      verdict: 'unplaced',
      offered: [base, base - 0x1000n],
    });
  });

  it('is offered where most tracepoints agree and one does not', async () => {
    const program = await functions({ init: [0x1010], run: [0x1020], end: [0x1100] });
    const evidence = await evidenceOf([
      [base + 0x1010n, 'init'],
      [base + 0x1020n, 'run'],
      [base + 0x1180n, 'end'],
    ]);
    const match = await infer(program, evidence);
    expect(match).toMatchObject({ verdict: 'unplaced', agreeing: 2, compared: 3, offered: [base] });
    expect(match.sentence).toContain('it fits best, but not well, at 0x7f0000000000');
  });

  it('is no part of a page', async () => {
    const program = await functions({ init: [0x1010] });
    const match = await infer(program, await evidenceOf([[base + 0x1810n, 'init']]));
    expect(match).toMatchObject({ verdict: 'foreign', agreeing: 0, compared: 1 });
  });

  it('may be below the link-time address', async () => {
    const program = await functions({ init: [0x9010] });
    const match = await infer(program, await evidenceOf([[0x2010n, 'init']]));
    expect(match).toMatchObject({ verdict: 'match', slide: 0xffff_ffff_ffff_9000n });
  });

  it('is found where gdb skipped the prologue by looking at the code', async () => {
    const program = await functions({ init: [0x1010] });
    const match = await infer(program, await evidenceOf([[base + 0x1014n, 'init']]));
    expect(match).toMatchObject({ verdict: 'match', slide: base });
  });

  it('stays open where the program has lost its symbols', async () => {
    const evidence = await evidenceOf([[base + 0x1014n, 'init']]);
    expect(await infer(await functions({}), evidence)).toMatchObject({
      verdict: 'unplaced',
      compared: 0,
    });
  });
});

describe('a slide of a trace that names no places', () => {
  const base = 0x7f00_0000_0000n;
  // Functions with gaps between them, the last in a page of its own.
  const starts = { init: [0x1000, 0x1040], run: [0x1080, 0x2018] };
  const pcs = [0x1002n, 0x1044n, 0x108fn, 0x2020n].map((link) => base + link);

  it('is the one at which every address is in a function', async () => {
    const match = await infer(await functions(starts), await evidenceOf([], pcs));
    expect(match).toMatchObject({ verdict: 'match', slide: base, compared: 0 });
    expect(match.sentence).toBe(
      'made was moved by 0x7f0000000000: 4 PCs are in its functions, and would be at no other page.',
    );
  });

  it('may be told by tracepoints at addresses', async () => {
    const locations = pcs.map((pc) => [pc, '*0x1'] as const);
    const match = await infer(await functions(starts), await evidenceOf(locations));
    expect(match).toMatchObject({ verdict: 'match', slide: base });
    expect(match.sentence).toContain('every tracepoint location is in its functions');
  });

  it.each([
    ['few addresses', pcs.slice(0, 3)],
    ['one address in no function', [...pcs, base + 0x1030n]],
    ['one address elsewhere', [...pcs, 0x1000n]],
  ])('stays open with %s', async (_, addresses) => {
    const match = await infer(await functions(starts), await evidenceOf([], addresses));
    expect(match).toMatchObject({ verdict: 'unplaced', slide: undefined });
  });

  it('stays open where several fit', async () => {
    const same = { init: [0x1000, 0x1040, 0x2000, 0x2040] };
    const inOnePage = [0x1002n, 0x1004n, 0x1044n, 0x1046n].map((link) => base + link);
    const match = await infer(await functions(same), await evidenceOf([], inOnePage));
    expect(match).toMatchObject({ verdict: 'unplaced', slide: undefined });
  });
});

it('thousands of tracepoints at a name of thousands of addresses say nothing, and soon', async () => {
  const starts = Array.from({ length: 2000 }, (_, i) => 0x1010 + 0x1000 * i);
  const program = await functions({ everywhere: starts });
  const evidence = await evidenceOf(
    Array.from({ length: 5000 }, (_, i) => [0x10_0000_0010n + 0x1000n * BigInt(i), 'everywhere']),
  );
  expect(evidence.locations).toHaveLength(1024);
  const match = await infer(program, evidence);
  expect(match).toMatchObject({ verdict: 'unplaced', offered: [], compared: 1024 });
});

it('agrees with where gdb saw each frame of a program and its shared object', async () => {
  const live = readFileSync(
    path.join(import.meta.dirname, '../../corpus/extra/pie/gears.both.live.oracle.txt'),
    'utf8',
  );
  const trace = await traceOf('extra/pie/gears.both.tf');
  for (const file of ['gears', 'libgearbox.so']) {
    const opened = { program: await programOf(`extra/pie/${file}`), dispose: () => undefined };
    if (file === 'gears') await trace.modules.use(opened, undefined);
    else await trace.modules.add(opened, undefined);
  }
  const seen: string[] = [];
  const expected = [...live.matchAll(/^#0 {2}(?:0x[0-9a-f]+ in )?(\w+) .* at (?:\.\/)?(.*)$/gm)];
  for (let frame = 0; frame < trace.recording.index.count; frame++) {
    const { functionName, source } = await trace.modules.current.locate(
      trace.recording.pc(frame)?.pc ?? 0n,
    );
    seen.push(`${functionName ?? '?'} ${source?.file ?? '?'}:${source?.line ?? 0}`);
  }
  expect(seen).toEqual(expected.map(([, name, place]) => `${name ?? ''} ${place ?? ''}`));
  expect(seen).toHaveLength(41);
});
