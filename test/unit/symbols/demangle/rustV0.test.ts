// Names of Rust's present mangling: what gdb's `demangle` says of all those in two builds of
// names/names.rs (rustc -C symbol-mangling-version=v0, at -O and not), those of RFC 2603's
// examples, and those that are none.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { demangle } from '../../../../src/symbols/demangle';

const recorded = readFileSync(path.join(import.meta.dirname, 'names/gdb.txt'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'));

/** gdb loses the first digit of a number of more than 64 bits, and writes the mark at its end. */
const lostByGdb = new Map([
  [
    '_RNvMCs4T4zK9Otvt5_5namesINtB2_3BigKo10000000000000000000000000_Kxn5_E5valueB2_',
    '<names[38efd9133fa684a1]::Big<0x10000000000000000000000000: u128, -5: i64>>::value',
  ],
]);

it('are written as gdb writes them', () => {
  const differing = recorded.filter(
    ([name = '', gdb]) => demangle(name) !== (lostByGdb.get(name) ?? gdb),
  );
  expect(differing).toEqual([]);
  expect(recorded.length).toBe(845);
});

describe('the parts of names', () => {
  it.each([
    ['_RNvC6_123foo3bar', '123foo[0]::bar'],
    ['_RNvNtNtCs1234_7mycrate3foo3bar3baz', 'mycrate[3c1c0]::foo::bar::baz'],
    [
      '_RNqCs4fqI2P2rA04_11utf8_identsu30____7hkackfecea1cbdathfdh9hlq6y',
      'utf8_idents[317d481089b8c8fe]::საჭმელად_გემრიელი_სადილი',
    ],
    [
      '_RNCNCNgCs6DXkGYLi8lr_2cc5spawn00B5_',
      'cc[4d6468d6c9fd4bb3]::spawn::{closure#0}::{closure#0}',
    ],
    [
      '_RNCINkXs25_NgCsbmNqQUJIY6D_4core5sliceINyB9_4IterhENuNgNoBb_4iter8iterator8Iterator9rpositionNCNgNpB9_6memchr7memrchrs_0E0Bb_',
      '<core[846817f741e54dfd]::slice::Iter<u8> as core[846817f741e54dfd]::iter::iterator::Iterator>::rposition::<core[846817f741e54dfd]::slice::memchr::memrchr::{closure#1}>::{closure#0}',
    ],
    [
      '_RINbNbCskIICzLVDPPb_5alloc5alloc8box_freeDINbNiB4_5boxed5FnBoxuEp6OutputuEL_ECs1iopQbuBiw2_3std',
      'alloc[f15a878b47eb696b]::alloc::box_free::<dyn alloc[f15a878b47eb696b]::boxed::FnBox<(), Output = ()>>',
    ],
    ['_RNvMC0INtC8arrayvec8ArrayVechKj7b_E3new', '<arrayvec[0]::ArrayVec<u8, 123: usize>>::new'],
    ['_RINvC1a1bFUKCRLl_EuE', undefined],
    ['_RINvC1a1bFG_UKC_RL0_hEuE', undefined],
    ['_RINvC1a1bFG_UKCRL0_hEuE', 'a[0]::b::<for<\'a> unsafe extern "C" fn(&\'a u8)>'],
    ['_RINvC1a1bKcA_Kc41_Kb1_Kn_E', undefined],
    ['_RINvC1a1bKca_Kc41_Kb1_KpE', "a[0]::b::<'\\n': char, 'A': char, true: bool, _>"],
    ['_RNvC1a1b.llvm.123', 'a[0]::b'],
  ])('%s', (name, text) => {
    expect(demangle(name)).toBe(text);
  });
});

describe('what is no name', () => {
  it.each([
    '_R',
    '_RN',
    '_RNvC1a',
    '_RNvC1a9b',
    '_RB_',
    '_RNvB_1a',
    '_RNvNvB3_1a1b',
    '_RINvC1a1bE_',
    '_RINvC1a1bB99_E',
    '_RNvCszzzzzzzzzzzzz_1a1b',
    `_RINvC1a1b${'R'.repeat(5000)}hE`,
    `_RINvC1a1b${'FGzzz_'.repeat(50)}EuE`,
    `_RINvC1a1b${'T'.repeat(190)}`,
    '_RNvC1au3_a_',
    '_RNvC1au9zzzzzzzzz',
  ])('%s', (name) => {
    expect(demangle(name)).toBeUndefined();
  });

  it('a name that doubles with every part is left as it is', () => {
    let name = '_RINvC1a1bTThhE';
    for (let i = 0; i < 60; i++) name += 'TB7_B7_E';
    expect((demangle(`${name}EE`) ?? '').length).toBeLessThan(200_000);
  });

  it('any letters', () => {
    let seed = 7;
    const next = (below: number): number => (seed = (seed * 48_271) % 0x7fff_ffff) % below;
    const letters = 'CNMXYIBsu_0123456789EvthRQPOASTFDLKpGabcdefgz';
    for (let i = 0; i < 5000; i++) {
      const name = Array.from({ length: 30 }, () => letters[next(letters.length)]).join('');
      expect(typeof demangle(`_R${name}`)).toMatch(/string|undefined/);
    }
  });
});
