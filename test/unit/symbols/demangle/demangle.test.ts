// What c++filt and gdb say of names that compilers gave to the linker.
import { expect, it } from 'vitest';
import { demangle } from '../../../../src/symbols/demangle';

it.each([
  ['_ZN5store5weighERKNS_5ThingEOi', 'store::weigh(store::Thing const&, int&&)'],
  ['_ZTVN5store3BoxE', 'vtable for store::Box'],
  ['_ZTTN5store6HingedE', 'VTT for store::Hinged'],
  ['_ZN5store3Box4madeE', 'store::Box::made'],
  ['_ZNK5store3Box5widthEv', 'store::Box::width() const'],
  ['_ZN5store6largerIiEERKT_S3_S3_', 'store::larger<int>(int const&, int const&)'],
  ['_ZN2PM1fEi', 'PM::f(int)'],
  ['_ZN1AC2Ev', 'A::A()'],
  ['_ZN1AD0Ev', 'A::~A()'],
  ['_ZN1AcvbEv', 'A::operator bool()'],
  [
    '_ZNKSs4dataEv',
    'std::basic_string<char, std::char_traits<char>, std::allocator<char> >::data() const',
  ],
  ['_ZlsRSo2A1', 'operator<<(std::basic_ostream<char, std::char_traits<char> >&, A1)'],
  [
    '_ZNSsC1EmcRKSaIcE',
    'std::basic_string<char, std::char_traits<char>, std::allocator<char> >::basic_string(unsigned long, char, std::allocator<char> const&)',
  ],
  ['_ZN1fEPFivE', 'f(int (*)())'],
  ['_ZZ4mainENKUliE_clEi', 'main::{lambda(int)#1}::operator()(int) const'],
  // The parameter of the lambda's type is `auto` in it, and behind it the argument of `visit`.
  [
    '_Z5visitIZ4mainEUlOT_E_EvS1_',
    'visit<main::{lambda(auto:1&&)#1}>(main::{lambda(auto:1&&)#1}&&)',
  ],
  [
    '_ZSt12construct_atIN4shop4ItemEJRKS1_EEDTgsnwcvPvLi0E_T_pispcl7declvalIT0_EEEEPS5_DpOS6_',
    'std::construct_at<shop::Item, shop::Item const&>(shop::Item*, shop::Item const&)',
  ],
  ['_Z1gRA3_i', 'g(int (&) [3])'],
  ['_Z1hM2PMi', 'h(int PM::*)'],
  ['_Z1kILi5EEvv', 'k<5>()'],
  ['_ZThn8_N1B1fEv', 'non-virtual thunk to B::f()'],
  ['_Z1fv.constprop.0', 'f() [clone .constprop.0]'],
  ['_ZN12_GLOBAL__N_11xE', '(anonymous namespace)::x'],
  [
    '_ZN4core3fmt9Formatter3pad17h0123456789abcdefE',
    'core::fmt::Formatter::pad::h0123456789abcdef',
  ],
  [
    '_ZN41_$LT$u8$u20$as$u20$core..fmt..Display$GT$3fmt17h0123456789abcdefE',
    '<u8 as core::fmt::Display>::fmt::h0123456789abcdef',
  ],
])('%s', (name, expected) => {
  expect(demangle(name)).toBe(expected);
});

it.each([
  'main',
  '',
  '_Z',
  '_ZN',
  '_ZN5sto',
  '_Z1fS9_',
  '_Z1fT_',
  '_Z99999999f',
  '_ZN1fE?',
  '_ZL5table.lto_priv.0',
  '_ZN4shop7squaresEi.Frame',
])('%j is no mangled name', (name) => {
  expect(demangle(name)).toBeUndefined();
});

it('names that grow without end are left as they are', () => {
  const doubling = `_Z1f1AIiE${'P1AIS0_S0_E'.repeat(40)}`;
  expect((demangle(doubling) ?? '').length).toBeLessThan(100_000);
  expect(demangle(`_Z1f${'P'.repeat(10_000)}i`)).toBeUndefined();
});
