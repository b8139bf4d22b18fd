// What gdb 13.1 writes beside a stack frame for the functions of programs that g++ 12 and clang 14
// made.
import { expect, it } from 'vitest';
import { withoutParameters } from '../../../../src/symbols/demangle/withoutParameters';

it.each([
  ['main(int, char**)', 'main'],
  ['(anonymous namespace)::An::go(int)', '(anonymous namespace)::An::go'],
  ['ns::S::S(int)', 'ns::S::S'],
  ['ns::S::~S()', 'ns::S::~S'],
  ['ns::S::conv<int>() const', 'ns::S::conv<int>'],
  ['ns::S::operator int() const', 'ns::S::operator int'],
  ['ns::S::operator delete(void*)', 'ns::S::operator delete'],
  ['ns::S::operator new(unsigned long)', 'ns::S::operator new'],
  ['ns::S::operator()(int) const', 'ns::S::operator()'],
  ['ns::S::operator+(ns::S const&) const', 'ns::S::operator+'],
  ['ns::S::operator->()', 'ns::S::operator->'],
  ['ns::S::operator<(ns::S const&) const', 'ns::S::operator<'],
  ['ns::S::operator<<(int)', 'ns::S::operator<<'],
  ['ns::S::operator[](int)', 'ns::S::operator[]'],
  ['ns::S::vol() volatile', 'ns::S::vol'],
  ['ns::arr(int (&) [3])', 'ns::arr'],
  ['ns::read<4096ul>(char (&) [4096ul])', 'ns::read<4096ul>'],
  ['ns::fnp(int (*)(int, char**))', 'ns::fnp'],
  ['ns::pm(int ns::S::*, int (ns::S::*)(int) const)', 'ns::pm'],
  [
    'ns::pack<int, double, char const*>(int, double, char const*)',
    'ns::pack<int, double, char const*>',
  ],
  ['ns::t1<unsigned long>(unsigned long)', 'ns::t1<unsigned long>'],
  ['ns::t2<-4>()', 'ns::t2<-4>'],
  ['ns::t3<bool, true>()', 'ns::t3<bool, true>'],
  ['ns::t3<char, (char)97>()', 'ns::t3<char, (char)97>'],
  ['ns::t3<long, -3l>()', 'ns::t3<long, -3l>'],
  ['ns::t3<ns::E, (ns::E)1>()', 'ns::t3<ns::E, (ns::E)1>'],
  ['ns::t4<&(brk(int))>(int)', 'ns::t4<&(brk(int))>'],
  ['ns::tt<ns::Q>()', 'ns::tt<ns::Q>'],
  ['ns::var(char const*, ...)', 'ns::var'],
  ['main::$_1::operator()<int>(int) const', 'main::$_1::operator()<int>'],
])('%s', (name, expected) => {
  expect(withoutParameters(name)).toBe(expected);
});

it.each([
  'ns::S::operator char*<char>() const',
  'ns::S::rq() &',
  'ns::S::rq2() &&',
  'ns::pack<>()',
  'ns::t1<main()::<lambda(auto:1)> >(struct {...})',
  'ns::t1<main()::L>(L)',
  'ns::tag[abi:tagged](int)',
  'ns::ull(unsigned long long, __int128, decltype(nullptr))',
  'main::{lambda(int)#1}::operator()(int) const',
  'operator"" _km(unsigned long long)',
])('%s keeps its parameters', (name) => {
  expect(withoutParameters(name)).toBeUndefined();
});

it('types that nest without end are no function', () => {
  expect(withoutParameters(`f(${'A<'.repeat(10_000)}`)).toBeUndefined();
  expect(withoutParameters(`f(${'int (*)('.repeat(10_000)}`)).toBeUndefined();
});
