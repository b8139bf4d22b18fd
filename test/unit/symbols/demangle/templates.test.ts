// What c++filt of binutils 2.40 says of names with packs, expressions and local classes: those of
// real programs, and some made by hand.
import { expect, it } from 'vitest';
import { demangle } from '../../../../src/symbols/demangle';

it.each([
  [
    '_ZNSt6vectorIcSaIcEE12emplace_backIJcEEERcDpOT_',
    'char& std::vector<char, std::allocator<char> >::emplace_back<char>(char&&)',
  ],
  [
    '_ZNSt6vectorIhSaIhEE12emplace_backIJhEEERhDpOT_',
    'unsigned char& std::vector<unsigned char, std::allocator<unsigned char> >::emplace_back<unsigned char>(unsigned char&&)',
  ],
  [
    '_ZSt3endISt6vectorIcSaIcEEEDTcldtfp_3endEERKT_',
    'decltype (({parm#1}.end)()) std::end<std::vector<char, std::allocator<char> > >(std::vector<char, std::allocator<char> > const&)',
  ],
  [
    '_ZSt3endISt6vectorIhSaIhEEEDTcldtfp_3endEERKT_',
    'decltype (({parm#1}.end)()) std::end<std::vector<unsigned char, std::allocator<unsigned char> > >(std::vector<unsigned char, std::allocator<unsigned char> > const&)',
  ],
  [
    '_ZN3fmt2v96detail5writeIcNS0_8appenderESt6vectorIdSaIdEENS0_20basic_format_contextIS3_cEEEENSt9enable_ifIXeqsrNS1_13type_constantIDTcldtcvNS1_10arg_mapperIT2_EE_E3mapcl7declvalIRKT1_EEEENSC_9char_typeEEE5valueLNS1_4typeE15EET0_E4typeESL_SG_',
    'std::enable_if<fmt::v9::detail::type_constant<decltype ((((fmt::v9::detail::arg_mapper<fmt::v9::basic_format_context<fmt::v9::appender, char> >)()).map)((declval<std::vector<double, std::allocator<double> > const&>)())), fmt::v9::basic_format_context<fmt::v9::appender, char>::char_type>::value==((fmt::v9::detail::type)15), fmt::v9::appender>::type fmt::v9::detail::write<char, fmt::v9::appender, std::vector<double, std::allocator<double> >, fmt::v9::basic_format_context<fmt::v9::appender, char> >(fmt::v9::appender, std::vector<double, std::allocator<double> > const&)',
  ],
  [
    '_ZSt14__relocate_a_1IccENSt9enable_ifIXsr3std24__is_bitwise_relocatableIT_EE5valueEPS1_E4typeES2_S2_S2_RSaIT0_E',
    'std::enable_if<std::__is_bitwise_relocatable<char>::value, char*>::type std::__relocate_a_1<char, char>(char*, char*, char*, std::allocator<char>&)',
  ],
  [
    '_ZSt14__relocate_a_1IhhENSt9enable_ifIXsr3std24__is_bitwise_relocatableIT_EE5valueEPS1_E4typeES2_S2_S2_RSaIT0_E',
    'std::enable_if<std::__is_bitwise_relocatable<unsigned char>::value, unsigned char*>::type std::__relocate_a_1<unsigned char, unsigned char>(unsigned char*, unsigned char*, unsigned char*, std::allocator<unsigned char>&)',
  ],
  [
    '_ZSt5ldexpIjEN9__gnu_cxx11__enable_ifIXsr12__is_integerIT_EE7__valueEdE6__typeES2_i',
    '__gnu_cxx::__enable_if<__is_integer<unsigned int>::__value, double>::__type std::ldexp<unsigned int>(unsigned int, int)',
  ],
  [
    '_ZSt14__relocate_a_1ImmENSt9enable_ifIXsr3std24__is_bitwise_relocatableIT_EE5valueEPS1_E4typeES2_S2_S2_RSaIT0_E',
    'std::enable_if<std::__is_bitwise_relocatable<unsigned long>::value, unsigned long*>::type std::__relocate_a_1<unsigned long, unsigned long>(unsigned long*, unsigned long*, unsigned long*, std::allocator<unsigned long>&)',
  ],
  [
    '_ZN8nlohmann16json_abi_v3_11_26detail10make_arrayIiJccccccccEEESt5arrayIT_XsZT0_EEDpOT0_',
    'std::array<int, 8> nlohmann::json_abi_v3_11_2::detail::make_array<int, char, char, char, char, char, char, char, char>(char&&, char&&, char&&, char&&, char&&, char&&, char&&, char&&)',
  ],
  [
    '_ZN8nlohmann16json_abi_v3_11_26detail10make_arrayImJccccccccEEESt5arrayIT_XsZT0_EEDpOT0_',
    'std::array<unsigned long, 8> nlohmann::json_abi_v3_11_2::detail::make_array<unsigned long, char, char, char, char, char, char, char, char>(char&&, char&&, char&&, char&&, char&&, char&&, char&&, char&&)',
  ],
  [
    '_ZN3fmt2v96detail6bigintlSEi.isra.0',
    'fmt::v9::detail::bigint::operator<<=(int) [clone .isra.0]',
  ],
  [
    '_ZNK7leveldb15IteratorWrapper5valueEv.isra.0',
    'leveldb::IteratorWrapper::value() const [clone .isra.0]',
  ],
  [
    '_ZN8nlohmann16json_abi_v3_11_28literals13json_literalsli13_json_pointerB5cxx11EPKcm',
    'nlohmann::json_abi_v3_11_2::literals::json_literals::operator"" _json_pointer[abi:cxx11](char const*, unsigned long)',
  ],
  [
    '_ZSt7forwardIRA1_KcEOT_RNSt16remove_referenceIS3_E4typeE',
    'char const (&std::forward<char const (&) [1]>(std::remove_reference<char const (&) [1]>::type&)) [1]',
  ],
  [
    '_ZSt7forwardIRA2_KcEOT_RNSt16remove_referenceIS3_E4typeE',
    'char const (&std::forward<char const (&) [2]>(std::remove_reference<char const (&) [2]>::type&)) [2]',
  ],
  ['_ZTIZ4mainE8TestUtil', 'typeinfo for main::TestUtil'],
  ['_ZTIZ26leveldb_writebatch_iterateE1H', 'typeinfo for leveldb_writebatch_iterate::H'],
  ['_ZL26TINYXML2_MAX_ELEMENT_DEPTH', 'TINYXML2_MAX_ELEMENT_DEPTH'],
  [
    '_ZN3fmt2v96detail7reserveINSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEELi0EEEPNT_10value_typeESt20back_insert_iteratorIS9_Em',
    'std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >::value_type* fmt::v9::detail::reserve<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >, 0>(std::back_insert_iterator<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > >, unsigned long)',
  ],
  [
    '_ZN3fmt2v99formatterINSt6chrono8durationIlSt5ratioILl1ELl1EEEEcvE12spec_handler8on_errorEPKc.isra.0',
    'fmt::v9::formatter<std::chrono::duration<long, std::ratio<1l, 1l> >, char, void>::spec_handler::on_error(char const*) [clone .isra.0]',
  ],
  [
    '_ZN3fmt2v99formatterINSt6chrono8durationIlSt5ratioILl1ELl1000EEEEcvE12spec_handler8on_errorEPKc.isra.0',
    'fmt::v9::formatter<std::chrono::duration<long, std::ratio<1l, 1000l> >, char, void>::spec_handler::on_error(char const*) [clone .isra.0]',
  ],
  [
    '_ZSt7forwardISt5tupleIJEEEOT_RNSt16remove_referenceIS2_E4typeE',
    'std::tuple<>&& std::forward<std::tuple<> >(std::remove_reference<std::tuple<> >::type&)',
  ],
  [
    '_ZN8nlohmann16json_abi_v3_11_26detail13concat_lengthIJEEEmcDpOT_',
    'unsigned long nlohmann::json_abi_v3_11_2::detail::concat_length<>(char)',
  ],
  [
    '_ZSt12__get_helperILm2ERKbJEERKT0_RKSt11_Tuple_implIXT_EJS2_DpT1_EE',
    'bool const& const& std::__get_helper<2ul, bool const&>(std::_Tuple_impl<2ul, bool const&> const&)',
  ],
  [
    '_ZSt12__get_helperILm1ERKmJRKbEERKT0_RKSt11_Tuple_implIXT_EJS4_DpT1_EE',
    'unsigned long const& const& std::__get_helper<1ul, unsigned long const&, bool const&>(std::_Tuple_impl<1ul, unsigned long const&, bool const&> const&)',
  ],
  [
    '_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE12_Alloc_hiderD2Ev',
    'std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >::_Alloc_hider::~_Alloc_hider()',
  ],
  [
    '_ZNSt8_Rb_treeINSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEESt4pairIKS5_iESt10_Select1stIS8_ESt4lessIS5_ESaIS8_EE10_Auto_nodeD2Ev',
    'std::_Rb_tree<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >, std::pair<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > const, int>, std::_Select1st<std::pair<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > const, int> >, std::less<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > >, std::allocator<std::pair<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > const, int> > >::_Auto_node::~_Auto_node()',
  ],
  ['_Z1fIL_Z3brkiEEvv', 'void f<brk(int)>()'],
  ['_Z1fIXadL_Z3brkiEEEvv', 'void f<&(brk(int))>()'],
  ['_Z1fIXadL_ZN2ns3brkEiEEEvv', 'void f<&ns::brk>()'],
  ['_Z1fIXadL_ZN2ns1xEEEEvv', 'void f<&ns::x>()'],
  ['_ZNK2ns1ScvPT_IcEEv', 'ns::S::operator char*<char>() const'],
  ['_Zli3_kmy', 'operator"" _km(unsigned long long)'],
  ['_ZN2ns3tagB6taggedEi', 'ns::tag[abi:tagged](int)'],
  [
    '_ZN2ns4packIJidPKcEEEiDpT_',
    'int ns::pack<int, double, char const*>(int, double, char const*)',
  ],
  ['_ZN2ns4packIJEEEiDpT_', 'int ns::pack<>()'],
  ['_Z1fIiEDTplfp_Li1EET_', 'decltype ({parm#1}+(1)) f<int>(int)'],
  ['_Z1fIiEDTcvdfp_ET_', 'decltype ((double){parm#1}) f<int>(int)'],
  ['_Z1fIiEDTixfp_Li0EET_', 'decltype ({parm#1}[0]) f<int>(int)'],
  ['_Z1fIiEvPAstT__c', 'void f<int>(char (*) [sizeof (int)])'],
  ['_Z1fIiLb1EEvPAquT0_Li3ELi4E_c', 'void f<int, true>(char (*) [(true)?(3) : (4)])'],
  ['_Z1fIJilEEvDpPT_', 'void f<int, long>(int*, long*)'],
  ['_Z1fIiEDTgtfp_Li1EET_', 'decltype (({parm#1}>(1))) f<int>(int)'],
  ['_Z1fIiEDTppfp_ET_', 'decltype ({parm#1}++) f<int>(int)'],
  ['_Z1fIiEDTpp_fp_ET_', 'decltype (++{parm#1}) f<int>(int)'],
  ['_Z1fIiEDTscdfp_ET_', 'decltype (static_cast<double>({parm#1})) f<int>(int)'],
])('%s', (name, expected) => {
  expect(demangle(name, { result: true })).toBe(expected);
});

it.each(['_Z1fIiEDTT0_ET_', '_Z1fIiEDTclE', '_Z1fIJiEEvDpT', '_Z1fIXsr3stdE', '_Z1fIXszEEvv'])(
  '%j is no mangled name',
  (name) => {
    expect(demangle(name, { result: true })).toBeUndefined();
  },
);
