import { describe, expect, it } from 'vitest';
import {
  addressesOfLinespec,
  readLinespec,
  splitAtFile,
  type Linespec,
} from '../../../src/trace/linespec';
import { programOf } from './tracedPrograms';

describe('a location as a user types it', () => {
  it.each<[string, Linespec | undefined]>([
    ['app.c:13', { kind: 'line', file: 'app.c', line: 13 }],
    ['src/app.c:13', { kind: 'line', file: 'src/app.c', line: 13 }],
    ['C:\\src\\app.c:13', { kind: 'line', file: 'C:\\src\\app.c', line: 13 }],
    ['helper', { kind: 'function', name: 'helper', written: 'helper' }],
    ['app.c:helper', { kind: 'function', name: 'helper', written: 'helper', file: 'app.c' }],
    [
      'app.c:Box::area(int)',
      { kind: 'function', name: 'Box::area', written: 'Box::area(int)', file: 'app.c' },
    ],
    ['Box::area', { kind: 'function', name: 'Box::area', written: 'Box::area' }],
    [
      'Box::area(int, char const*) const',
      { kind: 'function', name: 'Box::area', written: 'Box::area(int, char const*) const' },
    ],
    ['run<int (*)(int)>(int)', undefined],
    ['scaled<int, 3>', { kind: 'function', name: 'scaled<int, 3>', written: 'scaled<int, 3>' }],
    ['Box::~Box', { kind: 'function', name: 'Box::~Box', written: 'Box::~Box' }],
    ['-function helper', { kind: 'function', name: 'helper', written: 'helper' }],
    ['-qualified -function helper', { kind: 'function', name: 'helper', written: 'helper' }],
    [
      '-source app.c -function helper',
      { kind: 'function', name: 'helper', written: 'helper', file: 'app.c' },
    ],
    ['-source app.c -line 13', { kind: 'line', file: 'app.c', line: 13 }],
    ['*helper', { kind: 'instruction', name: 'helper', offset: 0n }],
    ['*&helper', { kind: 'instruction', name: 'helper', offset: 0n }],
    ['*helper+4', { kind: 'instruction', name: 'helper', offset: 4n }],
    ['* helper + 0x1c', { kind: 'instruction', name: 'helper', offset: 28n }],
    ['*0x401136', undefined],
    ['*$pc', undefined],
    ['*helper+n', undefined],
    ['+3', undefined],
    ['13', undefined],
    ['-line 13', undefined],
    ['-function helper -line 3', undefined],
    ['-function helper -label again', undefined],
    ['app.c:99999999999', undefined],
    ['Box::operator()', undefined],
    [':13', undefined],
    ['', undefined],
    ['f'.repeat(2000), undefined],
    [`${'<>'.repeat(400)}!`, undefined],
  ])('%s', (text, linespec) => {
    expect(readLinespec(text)).toEqual(linespec);
  });
});

it.each([
  ['Box::text[abi:cxx11]() const', undefined, 'Box::text[abi:cxx11]() const'],
  ['app.cc:Box::text[abi:cxx11]() const', 'app.cc', 'Box::text[abi:cxx11]() const'],
  ['app.cc:13', 'app.cc', '13'],
  ['apply<main::{lambda(auto:1)#2}>(int)', undefined, 'apply<main::{lambda(auto:1)#2}>(int)'],
  ['f<g()::<lambda(const auto:51&)> >(int)', undefined, 'f<g()::<lambda(const auto:51&)> >(int)'],
  ['app.cc:f<g()::<lambda(auto:2)> >', 'app.cc', 'f<g()::<lambda(auto:2)> >'],
])('the file of %s', (text, file, rest) => {
  expect(splitAtFile(text)).toEqual({ file, rest });
});

describe('its addresses in a program', () => {
  async function addresses(file: string, text: string): Promise<string[]> {
    const linespec = readLinespec(text);
    if (!linespec) throw new Error(text);
    const found = await addressesOfLinespec(await programOf(file), linespec);
    return [...found].map((each) => each.toString(16)).sort();
  }

  it.each([
    ['x86_64/app', 'app.c:13', ['40117b', '401181']],
    ['x86_64/app', '/elsewhere/app.c:13', ['40117b', '401181']],
    ['x86_64/app', 'app/app.c:13', ['40117b', '401181']],
    ['x86_64/app', 'other/app.c:13', []],
    ['x86_64/app', 'app.c:8', ['401146', '401159']],
    ['x86_64/app', 'helper', ['401146', '401159']],
    ['x86_64/app', '*helper+4', ['40114a']],
    ['x86_64/app', 'nothing', []],
    ['extra/x86_64/meter', '*check', ['4011de']],
  ])('%s %s', async (file, text, expected) => {
    expect(await addresses(file, text)).toEqual(expected);
  });

  it('are all of a function of which only the symbol is known: where its prologue ends is not', async () => {
    const start = await addresses('x86_64/app', '_start');
    expect(start).toHaveLength(34);
    expect(start).toContain('401060');
    expect(start).toContain('401081');
    expect(start).not.toContain('401082');
  });
});
