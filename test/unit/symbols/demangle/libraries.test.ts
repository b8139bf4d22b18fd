// What gdb 13.1 says of names that were found wrong among 730,000 of LLVM, Node.js, Chromium's and
// Java's libraries and Rust's compiler, and of shorter ones of the same kinds.
import { expect, it } from 'vitest';
import { demangle } from '../../../../src/symbols/demangle';

it.each([
  [
    '_ZN4llvm9sandboxir13GenericSetterIXadL_ZNKS0_10AllocaInst16getAllocatedTypeEvEEXadL_ZNS2_16setAllocatedTypeEPNS0_4TypeEEEE6acceptEv',
    'llvm::sandboxir::GenericSetter<&(llvm::sandboxir::AllocaInst::getAllocatedType() const), &llvm::sandboxir::AllocaInst::setAllocatedType>::accept()',
  ],
  [
    '_ZN17ResourceHashtableIPK13InstanceKlass9OopHandleXadL_Z14primitive_hashIS2_EjRKT_EEXadL_Z16primitive_equalsIS2_EbS7_S7_EELj107ELN11ResourceObj15allocation_typeE2EL8MEMFLAGS1EED1Ev',
    'ResourceHashtable<InstanceKlass const*, OopHandle, &(unsigned int primitive_hash<InstanceKlass const*>(InstanceKlass const* const&)), &(bool primitive_equals<InstanceKlass const*>(InstanceKlass const* const&, InstanceKlass const* const&)), 107u, (ResourceObj::allocation_type)2, (MEMFLAGS)1>::~ResourceHashtable()',
  ],
  [
    '_ZN4llvm6detail18UniqueFunctionBaseIvJNS_3orc12ExecutorAddrENS_15unique_functionIKFvS3_EEEEEC2EOS7_',
    'llvm::detail::UniqueFunctionBase<void, llvm::orc::ExecutorAddr, llvm::unique_function<void (llvm::orc::ExecutorAddr) const> >::UniqueFunctionBase(llvm::detail::UniqueFunctionBase<void, llvm::orc::ExecutorAddr, llvm::unique_function<void (llvm::orc::ExecutorAddr) const> >&&)',
  ],
  [
    '_ZTIZNK5clang15LocationContext9printJsonERN4llvm11raw_ostreamEPKcjbSt8functionIFvPKS0_EEEd_UlS8_E_',
    'typeinfo for clang::LocationContext::printJson(llvm::raw_ostream&, char const*, unsigned int, bool, std::function<void (clang::LocationContext const*)>) const::{default arg#1}::{lambda(clang::LocationContext const*)#1}',
  ],
  [
    '_ZNKSt6ranges11__any_of_fnclIRNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEESt8identityPDoFbcEEEbOT_T1_T0_.constprop.0.isra.0',
    'bool std::ranges::__any_of_fn::operator()<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >&, std::identity, bool (*)(char) noexcept>(std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >&, bool (*)(char) noexcept, std::identity) const [clone .constprop.0] [clone .isra.0]',
  ],
  ['_ZGRL10AllVectors_', 'reference temporary #0 for AllVectors'],
  ['_ZTAXtl1AEE', 'template parameter object for A{}'],
  [
    '_ZTIN5clang11transformer7ASTEdit8MetadataMUlRKNS_12ast_matchers11MatchFinder11MatchResultEE_E',
    'typeinfo for clang::transformer::ASTEdit::Metadata::{lambda(clang::ast_matchers::MatchFinder::MatchResult const&)#1}',
  ],
  ['_ZTIPKDh', 'typeinfo for half const*'],
  ['_Z1gIXadL_ZZ1fvE3foovEEEvv', 'void g<&(f()::foo())>()'],
  ['_Z1gIXclL_ZNK1A3fooEvEEEEvv', 'void g<(A::foo const)()>()'],
  ['_Z1gIL_Z3fooIiEvvEEvv', 'void g<void foo<int>()>()'],
  ['_Z1fM1AKDoFvvRE', 'f(void (A::*)() noexcept const &)'],
  ['_ZZ1fvEd0_3foo', 'f()::{default arg#2}::foo'],
  ['_Z1gIXadL_ZN1A3fooIiEEvvEEEvv', 'void g<&(void A::foo<int>())>()'],
  ['_Z1gILDnEEvv', 'void g<decltype(nullptr)>()'],
  ['_Z1gILDn0EEvv', 'void g<(decltype(nullptr))0>()'],
])('%s', (linkageName, text) => {
  expect(demangle(linkageName, { result: true })).toBe(text);
});

// gdb 13 leaves these as they are.
it.each([
  ['_ZGR1a_', 'reference temporary #0 for a'],
  ['_ZGRN2ns1aE0_', 'reference temporary #1 for ns::a'],
])('%s, which gdb cannot read', (linkageName, text) => {
  expect(demangle(linkageName)).toBe(text);
});
