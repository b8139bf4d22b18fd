import { describe, expect, it } from 'vitest';
import type * as vscode from 'vscode';
import { ProgramChoices, readSections, readSlide } from '../../../src/workbench/programChoices';
import { memento } from './memento';

const file = { toString: () => 'file:///a.tf' } as vscode.Uri;
const other = { toString: () => 'file:///b.tf' } as vscode.Uri;

describe('the programs that were chosen for a trace', () => {
  it('are kept as text that a workspace can save, and are the same again', async () => {
    const saved = memento();
    const memory = new ProgramChoices(saved);
    const module = { path: '/m.ko', sections: new Map([['.text', 0xffffffffc0401000n]]) };
    await memory.choose(file, { path: '/app', slide: 0x555555554000n });
    await memory.add(file, module);
    await memory.add(file, { path: '/lib.so' });
    expect(JSON.parse(JSON.stringify([...saved.values]))).toEqual([...saved.values]);
    expect(new ProgramChoices(saved).of(file)).toEqual({
      traced: { path: '/app', slide: 0x555555554000n },
      further: [module, { path: '/lib.so' }],
      without: [],
    });
    expect(memory.of(other)).toEqual({ further: [], without: [] });
  });

  it('are replaced by another of the same path, and are not found again once removed', async () => {
    const memory = new ProgramChoices(memento());
    await memory.choose(file, { path: '/app' });
    await memory.add(file, { path: '/lib.so', slide: 1n });
    await memory.add(file, { path: '/lib.so', slide: 2n });
    expect(memory.of(file).further).toEqual([{ path: '/lib.so', slide: 2n }]);
    await memory.remove(file, '/lib.so');
    await memory.remove(file, '/app');
    expect(memory.of(file)).toEqual({ further: [], without: ['/lib.so', '/app'] });
    await memory.add(file, { path: '/app' });
    expect(memory.of(file).without).toEqual(['/lib.so']);
  });
});

describe('a slide that is typed', () => {
  it.each([
    ['auto', 'auto'],
    ['  ', 'auto'],
    ['0x555555554000', 0x555555554000n],
    [' 4096 ', 4096n],
    ['0', 0n],
    ['0xffffffffffffffff', 0xffffffffffffffffn],
    ['0x10000000000000000', undefined],
    ['-1', undefined],
    ['main', undefined],
    ['0x', undefined],
  ] as const)('%j is %s', (text, slide) => {
    expect(readSlide(text)).toBe(slide);
  });
});

describe('section addresses that are typed', () => {
  it.each([
    [
      '.text=0xffffffffc0401000 .data=0x10',
      [
        ['.text', 0xffffffffc0401000n],
        ['.data', 16n],
      ],
    ],
    [
      '.text: 4096,\n.init.text: 0x2000',
      [
        ['.text', 4096n],
        ['.init.text', 0x2000n],
      ],
    ],
    ['', []],
    ['text=0x10', undefined],
    ['.text', undefined],
    ['.text=main', undefined],
  ] as const)('%j', (text, sections) => {
    const read = readSections(text);
    expect(read && [...read]).toEqual(sections);
  });
});
