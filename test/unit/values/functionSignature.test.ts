// Functions by names with parameters. What gdb 13.1 says of such names in
// test/corpus/programs/classes was asked of it.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../../src/bytes/source';
import { functionsOf, nameOfFunction, readSignature } from '../../../src/values/functionName';
import { openProgram } from '../../../src/symbols/openProgram';

describe('a name with parameters', () => {
  it.each([
    ['ns::f(int)', 'ns::f', 'ns::f(int)'],
    ['ns::f ( void )', 'ns::f', 'ns::f()'],
    ['ns::g(const char*, ...)', 'ns::g', 'ns::g(charconst*,...)'],
    ['ns::arr(int (&)[3])', 'ns::arr', 'ns::arr(int(&)[3])'],
    ['Box<char, 2>::push(char) const', 'Box::push', 'Box<char,2>::push(char)const'],
    ['ns::S::operator()(int) const', 'ns::S::operator()', 'ns::S::operator()(int)const'],
    ['ns::S::operator<(ns::S const&)', 'ns::S::operator<', 'ns::S::operator<(ns::Sconst&)'],
    ['ns::tag[abi:cxx11](int)', 'ns::tag', 'ns::tag(int)'],
    ['ns::g(int) const [clone .part.0] [clone .isra.1]', 'ns::g', undefined],
    [
      'operator<<(std::ostream&, ns::S)',
      'operator<<',
      'operator<<(std::basic_ostream<char,std::char_traits<char>>&,ns::S)',
    ],
    ['A::f()::{lambda()#1}::operator()() const', 'operator()', undefined],
    ['A::f() const::Local::go(int)', 'Local::go', 'A::f()const::Local::go(int)'],
    ['(anonymous namespace)::An::go(int)', '(anonymous namespace)::An::go', undefined],
  ])('%s', (written, name, text) => {
    const whole = text ?? written.replace(/\s+/g, '');
    expect(readSignature(written)).toMatchObject({ name, text: whole });
  });

  it.each(['f', 'ns::f<int (*)(long)>', '(anonymous namespace)', 'S::operator()', '()', 'f(('])(
    '%s has none',
    (written) => {
      expect(readSignature(written)).toBeUndefined();
    },
  );
});

const file = path.join(import.meta.dirname, '../../corpus/programs/classes/classes');

async function openClasses() {
  const opened = await openProgram(new MemorySource(readFileSync(file)), file);
  if ('problem' in opened) throw new Error(opened.problem);
  return opened.program;
}

describe('the functions of a name with parameters', () => {
  it.each([
    ['store::Stack<char, 2>::push(char const&)', [0x401d26n]],
    ['store::Stack<char, 2>::push(const char &)', [0x401d26n]],
    ['store::Stack<int, 4>::push(char const&)', []],
    ['Box::Box(int, store::Kind)', [0x4018c0n]],
    ['store::Box::Box(store::Box const&)', [0x401a26n]],
    ['store::larger<double>(double const&, double const&)', [0x401d65n]],
    ['lambdas(int)', [0x4015ean]],
    ['lambdas(long)', []],
    ['lambdas(int)::{lambda(int)#1}::operator()(int) const', [0x401564n]],
    ['lambdas(int)::{lambda(int)#2}::operator()(int) const', []],
    ['lambdas(int)::{lambda(auto:1)#3}::operator()<int>(int) const', []],
    ['templates()', [0x40143an]],
  ])('%s', async (name, entries) => {
    const found = await functionsOf(name, await openClasses());
    expect(found.map(({ entry }) => entry)).toEqual(entries);
  });
});

it('a function that was inlined is named without parameters, where no linker names it', async () => {
  // gdb's parser refuses `<unnamed>`, and so takes no parameters off.
  const name = 'Tree::step<(axis::<unnamed>)3>';
  const inlinedAt = { file: 'tree.cc', line: 7, column: 1 };
  const named = { name, language: 4, offset: 0, inlinedAt };
  expect(await nameOfFunction(named, await openClasses())).toBe(name);
});

it('a thunk has the whole name that the linker has for it', async () => {
  const thunk = { linkageName: '_ZThn16_N1E2vgEv', language: 4, offset: 0 };
  expect(await nameOfFunction(thunk, await openClasses())).toBe('non-virtual thunk to E::vg()');
});

it('the function that begins at an address', async () => {
  const program = await openClasses();
  expect((await program.functionEnteredAt(0x4015ean))?.name).toBe('lambdas');
  expect(await program.functionEnteredAt(0x4015ebn)).toBeUndefined();
});
