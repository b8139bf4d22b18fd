// The classes that are shown as their libraries mean them: one entry for each. An entry says by
// what name a class is known, how it is shown (sequences.ts, associations.ts, holders.ts), and
// the members that this takes. Summaries are those of libstdc++'s printers for gdb, for libc++
// too.
import { canonicalName } from '../../symbols/canonicalName';
import { baseOf, membersOf } from '../navigate';
import { asClass } from '../types';
import type { Presentation, Value, ValueBudget } from '../value';
import { bTree, controlTable, hashTable, tree } from './associations';
import {
  anything,
  atomic,
  borrowed,
  counting,
  members,
  optional,
  sharedPointer,
  standingFor,
  tupleOfHeads,
  tupleOfLeaves,
  uniquePointer,
  variant,
} from './holders';
import type { Present, Printer } from './presentation';
import { PrinterChoice } from './printerChoice';
import { errorCode, filePath, ordering } from './codes';
import { inNode, pointing } from './iterators';
import {
  adaptor,
  bits,
  characters,
  dequeOfBlocks,
  dequeOfIterators,
  elements,
  linkedList,
  ring,
  run,
  setBits,
  shortOrLong,
  pointerRange,
} from './sequences';

const pair = members('', { first: 'first', second: 'second' });

// libstdc++ (GCC 5 and later)

const stdTree = {
  container: '_M_t',
  stored: 1,
  first: '_M_t._M_impl._M_header._M_left',
  count: '_M_t._M_impl._M_node_count',
  links: { parent: 1, left: 2, right: 3 },
  value: { pointers: 4 },
} as const;
const stdHashTable = {
  container: '_M_h',
  stored: 1,
  first: '_M_h._M_before_begin._M_nxt',
  count: '_M_h._M_element_count',
  value: { pointers: 1 },
} as const;
const stdHeads = {
  next: /^std::_Tuple_impl</,
  head: (index: number) => new RegExp(`^std::_Head_base<${index}[,U]`),
  element: '_M_head_impl',
};

const libstdcxx: readonly Printer[] = [
  {
    type: /^std::(?:__cxx11::)?basic_string</,
    show: characters({ data: '_M_dataplus._M_p', length: '_M_string_length' }),
  },
  {
    type: /^std::basic_string_view</,
    show: characters({ data: '_M_str', length: '_M_len' }),
  },
  {
    type: /^std::vector<bool,/,
    show: bits({
      first: '_M_impl._M_start._M_p',
      firstBit: '_M_impl._M_start._M_offset',
      extent: {
        last: '_M_impl._M_finish._M_p',
        lastBit: '_M_impl._M_finish._M_offset',
        limit: '_M_impl._M_end_of_storage',
      },
    }),
  },
  {
    type: /^std::vector</,
    show: pointerRange({
      first: '_M_impl._M_start',
      end: '_M_impl._M_finish',
      limit: '_M_impl._M_end_of_storage',
    }),
  },
  {
    type: /^std::deque</,
    show: dequeOfIterators({
      start: '_M_impl._M_start',
      finish: '_M_impl._M_finish',
      current: '_M_cur',
      first: '_M_first',
      node: '_M_node',
      blockBytes: 512,
    }),
  },
  {
    type: /^std::__cxx11::list</,
    show: linkedList({
      first: '_M_impl._M_node._M_next',
      circle: '_M_impl._M_node',
      count: '_M_impl._M_node._M_size',
      value: { pointers: 2 },
    }),
  },
  {
    type: /^std::forward_list</,
    show: linkedList({ first: '_M_impl._M_head._M_next', value: { pointers: 1 } }),
  },
  { type: /^std::(?:stack|queue|priority_queue)</, show: adaptor({ inner: 'c' }) },
  { type: /^std::(?:multi)?map</, show: tree('map', stdTree) },
  { type: /^std::(?:multi)?set</, show: tree('set', stdTree) },
  { type: /^std::unordered_(?:multi)?map</, show: hashTable('map', stdHashTable) },
  { type: /^std::unordered_(?:multi)?set</, show: hashTable('set', stdHashTable) },
  {
    type: /^std::optional</,
    show: optional({
      engaged: '_M_payload._M_engaged',
      value: '_M_payload._M_payload._M_value',
    }),
  },
  {
    type: /^std::experimental::fundamentals_v\d::optional</,
    show: optional({ engaged: '_M_engaged', value: '_M_payload' }),
  },
  {
    type: /^std::(?:experimental::fundamentals_v\d::)?any$/,
    show: anything({
      manager: '_M_manager',
      inside: '_M_storage._M_buffer',
      pointer: '_M_storage._M_ptr',
    }),
  },
  {
    type: /^std::span</,
    show: run({ data: '_M_ptr', length: '_M_extent._M_extent_value' }),
  },
  { type: /^std::initializer_list</, show: run({ data: '_M_array', length: '_M_len' }) },
  { type: /^std::bitset</, show: setBits({ words: '_M_w' }) },
  {
    type: /^std::atomic</,
    show: atomic({ value: ['_M_i', '_M_fp', '_M_b._M_p', '_M_base._M_i'] }),
  },
  {
    type: /^std::(?:partial|weak|strong)_ordering$/,
    show: ordering({ value: '_M_value' }),
  },
  {
    type: /^std::error_(?:code|condition)$/,
    show: errorCode({ value: '_M_value', category: '_M_cat' }),
  },
  {
    type: /^std::filesystem::(?:__cxx11::)?path$/,
    show: filePath({
      text: '_M_pathname',
      components: ['_M_cmpts._M_impl._M_t._M_t', '_M_cmpts._M_impl._M_t'],
      component: '_Cmpt',
    }),
  },
  {
    type: /^__gnu_cxx::__normal_iterator</,
    show: pointing({ pointer: '_M_current', of: 'std::vector' }),
  },
  { type: /^std::_Deque_iterator</, show: pointing({ pointer: '_M_cur', of: 'std::deque' }) },
  {
    type: /^std::_List_(?:const_)?iterator</,
    show: inNode({ node: '_M_node', value: { pointers: 2 }, of: 'std::list' }),
  },
  {
    type: /^std::_Fwd_list_(?:const_)?iterator</,
    show: inNode({ node: '_M_node', value: { pointers: 1 }, of: 'std::forward_list' }),
  },
  {
    type: /^std::_Rb_tree_(?:const_)?iterator</,
    show: inNode({ node: '_M_node', value: { pointers: 4 }, of: 'associative container' }),
  },
  {
    type: /^std::variant</,
    show: variant({ index: '_M_index', storage: '_M_u._M_first._M_storage' }),
  },
  {
    type: /^std::unique_ptr</,
    show: uniquePointer({ naming: 'full', tuple: ['_M_t._M_t', '_M_t'], heads: stdHeads }),
  },
  {
    type: /^std::(?:shared|weak)_ptr</,
    show: sharedPointer({
      naming: 'full',
      pointer: '_M_ptr',
      counts: '_M_refcount._M_pi',
      owners: '_M_use_count',
      weak: '_M_weak_count',
      missing: 0n,
    }),
  },
  { type: /^std::tuple</, show: tupleOfHeads(stdHeads) },
  { type: /^std::pair</, show: pair },
];

// libc++ (LLVM 14 and later). A member that older versions keep in a pair with an allocator is a
// member of its own since LLVM 19.

const libcxxTree = {
  container: '__tree_',
  stored: 0,
  first: '__tree_.__begin_node_',
  count: ['__tree_.__pair3_.__value_', '__tree_.__size_'],
  links: { left: 0, right: 1, parent: 2 },
  value: { pointers: 3, bytes: 1, aligned: true },
  pair: ['__cc', '__cc_'],
} as const;
const libcxxHashTable = {
  container: '__table_',
  stored: 0,
  first: ['__table_.__p1_.__value_.__next_', '__table_.__first_node_.__next_'],
  count: ['__table_.__p2_.__value_', '__table_.__size_'],
  value: { pointers: 2, aligned: true },
  pair: ['__cc', '__cc_'],
} as const;

const libcxx: readonly Printer[] = [
  {
    type: /^std::__1::basic_string</,
    show: shortOrLong({
      both: ['__r_.__value_', '__rep_'],
      short: { data: '__s.__data_', size: '__s.__size_', isLong: '__s.__is_long_' },
      long: { data: '__l.__data_', length: '__l.__size_' },
    }),
  },
  {
    type: /^std::__1::basic_string_view</,
    show: characters({ data: ['__data', '__data_'], length: ['__size', '__size_'] }),
  },
  {
    type: /^std::__1::vector<bool,/,
    show: bits({
      first: '__begin_',
      extent: { length: '__size_', words: ['__cap_alloc_.__value_', '__cap_'] },
    }),
  },
  {
    type: /^std::__1::vector</,
    show: pointerRange({
      first: '__begin_',
      end: '__end_',
      limit: ['__end_cap_.__value_', '__cap_'],
    }),
  },
  {
    type: /^std::__1::deque</,
    show: dequeOfBlocks({
      firstNode: '__map_.__begin_',
      start: '__start_',
      length: ['__size_.__value_', '__size_'],
      blockBytes: 4096,
      big: { size: 256, perBlock: 16 },
    }),
  },
  {
    type: /^std::__1::list</,
    show: linkedList({
      first: '__end_.__next_',
      circle: '__end_',
      count: ['__size_alloc_.__value_', '__size_'],
      pointersBefore: 1,
      value: { pointers: 2, aligned: true },
    }),
  },
  {
    type: /^std::__1::forward_list</,
    show: linkedList({
      first: ['__before_begin_.__value_.__next_', '__before_begin_.__next_'],
      value: { pointers: 1, aligned: true },
    }),
  },
  { type: /^std::__1::(?:multi)?map</, show: tree('map', libcxxTree) },
  { type: /^std::__1::(?:multi)?set</, show: tree('set', libcxxTree) },
  { type: /^std::__1::unordered_(?:multi)?map</, show: hashTable('map', libcxxHashTable) },
  { type: /^std::__1::unordered_(?:multi)?set</, show: hashTable('set', libcxxHashTable) },
  { type: /^std::__1::optional</, show: optional({ engaged: '__engaged_', value: '__val_' }) },
  {
    type: /^std::__1::variant</,
    show: variant({
      index: ['__impl.__index', '__impl_.__index'],
      storage: ['__impl.__data', '__impl_.__data'],
    }),
  },
  {
    type: /^std::__1::unique_ptr</,
    show: uniquePointer({ naming: 'short', pointer: ['__ptr_.__value_', '__ptr_'] }),
  },
  {
    type: /^std::__1::(?:shared|weak)_ptr</,
    show: sharedPointer({
      naming: 'short',
      pointer: '__ptr_',
      counts: '__cntrl_',
      owners: '__shared_owners_',
      weak: '__shared_weak_owners_',
      missing: 1n,
    }),
  },
  {
    type: /^std::__1::tuple</,
    show: tupleOfLeaves({
      leaves: ['__base_', '__base'],
      leaf: /^std::__1::__tuple_leaf</,
      element: '__value_',
    }),
  },
  { type: /^std::__1::pair</, show: pair },
];

// Rust's standard library

/** Of vectors and deques, today and before Rust 1.81. */
const rustData = ['buf.inner.ptr', 'buf.ptr'];
const rustTable = {
  control: 'table.ctrl',
  mask: 'table.bucket_mask',
  count: 'table.items',
  key: '__0',
  value: '__1',
};

const rustBTree = {
  count: 'length',
  root: 'root',
  node: 'node.pointer',
  height: 'height',
  length: 'len',
  keys: 'keys',
  values: 'vals',
  maxKeys: 11n,
};

const rust: readonly Printer[] = [
  {
    type: /^alloc::string::String$/,
    show: characters({ data: ['vec.buf.inner.ptr', 'vec.buf.ptr'], length: 'vec.len' }),
  },
  {
    type: /^std::ffi::os_str::OsString$/,
    show: characters({
      data: [
        ...['inner.inner.buf.inner.ptr', 'inner.inner.buf.ptr'],
        ...['inner.inner.bytes.buf.inner.ptr', 'inner.inner.bytes.buf.ptr'],
      ],
      length: ['inner.inner.len', 'inner.inner.bytes.len'],
    }),
  },
  {
    type: /^alloc::vec::Vec</,
    show: elements({ data: rustData, length: 'len', element: 'templateArgument', name: 'Vec' }),
  },
  {
    type: /^alloc::collections::vec_deque::VecDeque</,
    show: ring({
      name: 'VecDeque',
      data: rustData,
      head: 'head',
      length: 'len',
      capacity: 'buf.inner.cap',
    }),
  },
  { type: /^&(?:mut )?\[/, show: elements({ data: 'data_ptr', length: 'length' }) },
  {
    type: /^std::collections::hash::map::HashMap</,
    show: controlTable('map', { name: 'HashMap', table: 'base.table', ...rustTable }),
  },
  {
    type: /^std::collections::hash::set::HashSet</,
    show: controlTable('set', { name: 'HashSet', table: 'base.map.table', ...rustTable }),
  },
  {
    type: /^alloc::collections::btree::map::BTreeMap</,
    show: bTree('map', { name: 'BTreeMap', ...rustBTree }),
  },
  {
    type: /^alloc::collections::btree::set::BTreeSet</,
    show: bTree('set', { name: 'BTreeSet', map: 'map', ...rustBTree }),
  },
  {
    type: /^alloc::rc::Rc</,
    show: counting({
      name: 'Rc',
      pointer: 'ptr',
      value: 'value',
      strong: 'strong.value.value',
      weak: 'weak.value.value',
    }),
  },
  {
    type: /^alloc::sync::Arc</,
    show: counting({
      name: 'Arc',
      pointer: 'ptr',
      value: 'data',
      strong: 'strong.v.value',
      weak: 'weak.v.value',
    }),
  },
  { type: /^core::num::nonzero::NonZero</, show: standingFor({ value: ['__0.__0', '__0'] }) },
  { type: /^core::cell::Cell</, show: members('Cell', { value: 'value.value' }) },
  {
    type: /^core::cell::RefCell</,
    show: borrowed({ name: 'RefCell', value: 'value.value', borrow: 'borrow.value.value' }),
  },
];

/** A library, or a file of the user's, whose printers are switched together. */
export interface PrinterCollection {
  readonly name: string;
  readonly printers: readonly Printer[];
}

export const libraries: readonly PrinterCollection[] = [
  { name: 'libstdc++', printers: libstdcxx },
  { name: 'libc++', printers: libcxx },
  { name: 'rust', printers: rust },
];

const printers = libraries.flatMap((library) => library.printers);

/**
 * What a value shows instead of its members; undefined where no printer knows it, or it was not
 * collected.
 */
export function present(value: Value, budget?: ValueBudget): Promise<Presentation | undefined> {
  return value.context.printers?.present(value, budget) ?? presentByLibrary(value, budget);
}

const presentByLibrary: Present = (value) => presentBy(printers, value);

/** Classes that derive from others; more are damage. */
const maxBases = 16;

/** As {@link present}, by the first of the printers that shows the value or one of its bases. */
export async function presentBy(
  printers: readonly Printer[],
  value: Value,
  budget?: ValueBudget,
  depth = 0,
): Promise<Presentation | undefined> {
  const name = asClass(value.type)?.name;
  if (name === undefined) return undefined;
  const className = canonicalName(name);
  const choice = PrinterChoice.among(printers);
  for (const { show } of choice.of(className)) {
    const shown = await show(value, className, present, budget);
    if (shown) return shown;
  }
  const { inheritable } = choice;
  if (inheritable.length === 0 || depth >= maxBases) return undefined;
  for (const base of (await membersOf(value))?.bases ?? []) {
    const part = await baseOf(value, base);
    const isPart = !('problem' in part);
    const shown = isPart && (await presentBy(inheritable, part, budget, depth + 1));
    if (shown) return shown;
  }
  return undefined;
}
