import { describe, expect, it } from 'vitest';
import { readLaunchArguments } from '../../../src/adapter/launchArguments';

describe('launch arguments', () => {
  it('have their defaults', () => {
    expect(readLaunchArguments({ trace: 'x.tf' })).toEqual({
      trace: 'x.tf',
      program: undefined,
      sourceMap: {},
      slide: undefined,
      programs: [],
      transparent: 'auto',
      visualizerFiles: [],
      frame: 0,
      stopOnEntry: true,
      prettyPrint: true,
      disassemblyFlavor: 'att',
    });
  });

  it('take null for not given', () => {
    const given = { trace: 'x.tf', program: null, sourceMap: null, frame: null, stopOnEntry: null };
    expect(readLaunchArguments(given)).toEqual(readLaunchArguments({ trace: 'x.tf' }));
    expect(readLaunchArguments({ trace: null })).toEqual(readLaunchArguments({}));
  });

  it('take addresses as numbers and as text', () => {
    const args = readLaunchArguments({
      trace: 'x.tf',
      slide: '0x555555554000',
      transparent: [{ start: 4096, end: '0x2000' }],
    });
    expect(args).toMatchObject({
      slide: 0x555555554000n,
      transparent: [{ start: 4096n, end: 8192n }],
    });
  });

  it('take further programs, each with a slide of its own or to be found', () => {
    const programs = [{ program: 'libx.so', slide: '0x7ffff7fc0000' }, { program: 'liby.so' }];
    expect(readLaunchArguments({ trace: 'x.tf', programs })).toMatchObject({
      programs: [
        { program: 'libx.so', slide: 0x7ffff7fc0000n, sections: undefined },
        { program: 'liby.so', slide: undefined, sections: undefined },
      ],
    });
  });

  it('take the addresses of the sections of a program that was never linked', () => {
    const programs = [{ program: 'x.ko', sections: { '.text': '0xffffffffc0401000' } }];
    expect(readLaunchArguments({ trace: 'x.tf', programs })).toMatchObject({
      programs: [{ slide: 0n, sections: new Map([['.text', 0xffff_ffff_c040_1000n]]) }],
    });
  });

  it('take one Natvis file or several', () => {
    const read = (visualizerFile: unknown) =>
      readLaunchArguments({ trace: 'x.tf', visualizerFile });
    expect(read('a.natvis')).toMatchObject({ visualizerFiles: ['a.natvis'] });
    expect(read(['a.natvis', 'b.natvis'])).toMatchObject({
      visualizerFiles: ['a.natvis', 'b.natvis'],
    });
  });

  it.each([
    [{}, /names no trace file/],
    [{ trace: '' }, /names no trace file/],
    [{ trace: 7 }, /"trace" must be a path/],
    [{ trace: 'x', program: [] }, /"program" must be a path/],
    [{ trace: 'x', sourceMap: [] }, /"sourceMap" must be an object/],
    [{ trace: 'x', sourceMap: 'a=b' }, /"sourceMap" must be an object/],
    [{ trace: 'x', sourceMap: { a: 1 } }, /"sourceMap" must be an object/],
    [{ trace: 'x', slide: 'somewhere' }, /"slide" must be/],
    [{ trace: 'x', slide: -1 }, /"slide" must be/],
    [{ trace: 'x', slide: '0x11112222333344445' }, /"slide" must be/],
    [{ trace: 'x', programs: 'libx.so' }, /"programs" must be a list/],
    [{ trace: 'x', programs: ['libx.so'] }, /"programs" must be a list/],
    [{ trace: 'x', programs: [null] }, /"programs" must be a list/],
    [{ trace: 'x', programs: [{ slide: 0 }] }, /"programs" must be a list/],
    [{ trace: 'x', programs: [{ program: 'libx.so', slide: [] }] }, /"slide" must be/],
    [{ trace: 'x', programs: [{ program: 'x.ko', sections: [] }] }, /"sections" must be/],
    [
      { trace: 'x', programs: [{ program: 'x.ko', sections: { '.text': 'a' } }] },
      /"sections" must/,
    ],
    [{ trace: 'x', visualizerFile: 5 }, /"visualizerFile" must be a path/],
    [{ trace: 'x', visualizerFile: [''] }, /"visualizerFile" must be a path/],
    [{ trace: 'x', transparent: 'on' }, /"transparent" must be/],
    [{ trace: 'x', transparent: [{ start: 1 }] }, /"transparent" must be/],
    [{ trace: 'x', transparent: [null] }, /"transparent" must be/],
    [{ trace: 'x', transparent: [{ start: 2, end: 2 }] }, /ends before it begins/],
    [{ trace: 'x', frame: -1 }, /"frame" must be a frame number/],
    [{ trace: 'x', frame: 1.5 }, /"frame" must be a frame number/],
    [{ trace: 'x', stopOnEntry: 'yes' }, /"stopOnEntry" must be true or false/],
    [{ trace: 'x', prettyPrint: 1 }, /"prettyPrint" must be true or false/],
  ])('%j is refused in one sentence', (given, problem) => {
    const result = readLaunchArguments(given);
    expect('problem' in result && result.problem).toMatch(problem);
  });
});
