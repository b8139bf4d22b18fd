// The operations of DWARF expressions (DWARF 5, sections 2.5, 2.6 and 7.7.1) and GNU's extensions
// to them: their numbers, and what each is with its operands. What they do is
// machine/dwarf/evaluation.ts.
import type { DwarfExpression } from '../location';
import { DwarfCursor } from './cursor';
import type { Encoding } from './form';

export enum DW_OP {
  addr = 0x03,
  deref = 0x06,
  const1u = 0x08,
  const1s = 0x09,
  const2u = 0x0a,
  const2s = 0x0b,
  const4u = 0x0c,
  const4s = 0x0d,
  const8u = 0x0e,
  const8s = 0x0f,
  constu = 0x10,
  consts = 0x11,
  dup = 0x12,
  drop = 0x13,
  over = 0x14,
  pick = 0x15,
  swap = 0x16,
  rot = 0x17,
  xderef = 0x18,
  abs = 0x19,
  and = 0x1a,
  div = 0x1b,
  minus = 0x1c,
  mod = 0x1d,
  mul = 0x1e,
  neg = 0x1f,
  not = 0x20,
  or = 0x21,
  plus = 0x22,
  plus_uconst = 0x23,
  shl = 0x24,
  shr = 0x25,
  shra = 0x26,
  xor = 0x27,
  bra = 0x28,
  eq = 0x29,
  ge = 0x2a,
  gt = 0x2b,
  le = 0x2c,
  lt = 0x2d,
  ne = 0x2e,
  skip = 0x2f,
  lit0 = 0x30,
  lit31 = 0x4f,
  reg0 = 0x50,
  reg31 = 0x6f,
  breg0 = 0x70,
  breg31 = 0x8f,
  regx = 0x90,
  fbreg = 0x91,
  bregx = 0x92,
  piece = 0x93,
  deref_size = 0x94,
  xderef_size = 0x95,
  nop = 0x96,
  push_object_address = 0x97,
  call2 = 0x98,
  call4 = 0x99,
  call_ref = 0x9a,
  form_tls_address = 0x9b,
  call_frame_cfa = 0x9c,
  bit_piece = 0x9d,
  implicit_value = 0x9e,
  stack_value = 0x9f,
  implicit_pointer = 0xa0,
  addrx = 0xa1,
  constx = 0xa2,
  entry_value = 0xa3,
  const_type = 0xa4,
  regval_type = 0xa5,
  deref_type = 0xa6,
  xderef_type = 0xa7,
  convert = 0xa8,
  reinterpret = 0xa9,
  GNU_push_tls_address = 0xe0,
  GNU_uninit = 0xf0,
  GNU_implicit_pointer = 0xf2,
  GNU_entry_value = 0xf3,
  GNU_const_type = 0xf4,
  GNU_regval_type = 0xf5,
  GNU_deref_type = 0xf6,
  GNU_convert = 0xf7,
  GNU_reinterpret = 0xf9,
  GNU_parameter_ref = 0xfa,
  GNU_addr_index = 0xfb,
  GNU_const_index = 0xfc,
  GNU_variable_value = 0xfd,
}

/** The names of what an operation computes, as DWARF has them. */
export type Arithmetic = 'and' | 'div' | 'minus' | 'mod' | 'mul' | 'or' | 'plus' | 'xor';
export type Shift = 'shl' | 'shr' | 'shra';
export type Comparison = 'eq' | 'ge' | 'gt' | 'le' | 'lt' | 'ne';
export type UnaryArithmetic = 'abs' | 'neg' | 'not';

/**
 * An operation with its operands. A `type` is the offset in the unit of a base type; 0 is the
 * generic type. An `entry` is an offset in .debug_info, or with `inUnit` relative to the unit.
 */
type OperationKind =
  | { readonly kind: 'constant'; readonly value: bigint }
  /** A link-time address. */
  | { readonly kind: 'address'; readonly address: bigint }
  /** Entries of .debug_addr. */
  | { readonly kind: 'indexedAddress' | 'indexedConstant'; readonly index: number }
  | { readonly kind: 'typedConstant'; readonly type: number; readonly bytes: Uint8Array }
  /** The value of a register, by its DWARF number, plus an offset. */
  | { readonly kind: 'registerValue'; readonly register: number; readonly offset: bigint }
  | { readonly kind: 'typedRegister'; readonly register: number; readonly type: number }
  /** The function's frame base plus an offset. */
  | { readonly kind: 'frameBase'; readonly offset: bigint }
  | { readonly kind: 'callFrameCfa' | 'objectAddress' | 'threadLocal' }
  /** A copy of the stack's entry `depth` below the top. */
  | { readonly kind: 'pick'; readonly depth: number }
  | { readonly kind: 'drop' }
  | { readonly kind: 'nop' }
  | { readonly kind: 'uninitialized' }
  /** The top goes below the `count` - 1 entries under it. */
  | { readonly kind: 'rotate'; readonly count: number }
  /** `size` bytes of memory; of an address where it is not said. */
  | { readonly kind: 'dereference'; readonly size?: number; readonly type: number }
  /** Memory of another address space. */
  | { readonly kind: 'dereferenceInSpace'; readonly size?: number }
  | { readonly kind: 'arithmetic'; readonly name: Arithmetic }
  | { readonly kind: 'shift'; readonly name: Shift }
  | { readonly kind: 'comparison'; readonly name: Comparison }
  | { readonly kind: 'unary'; readonly name: UnaryArithmetic }
  | { readonly kind: 'plusConstant'; readonly value: bigint }
  | { readonly kind: 'convert' | 'reinterpret'; readonly type: number }
  /** `target`: an offset in the expression. */
  | { readonly kind: 'skip' | 'branch'; readonly target: number }
  | { readonly kind: 'call'; readonly entry: number; readonly inUnit: boolean }
  | { readonly kind: 'entryValue'; readonly bytes: Uint8Array }
  | { readonly kind: 'parameterReference' | 'variableValue'; readonly entry: number }
  | { readonly kind: 'register'; readonly register: number }
  | { readonly kind: 'stackValue' }
  | { readonly kind: 'implicitValue'; readonly bytes: Uint8Array }
  | { readonly kind: 'implicitPointer'; readonly entry: number; readonly offset: bigint }
  /** Sizes and offsets in bits. */
  | { readonly kind: 'piece'; readonly size: number; readonly offset?: number }
  | { readonly kind: 'unknown' };

/** An operation: its number, and what it is. */
export type Operation = { readonly code: number } & OperationKind;

/** Reads the operands of one operation; `cursor` follows its number. */
type Decode = (cursor: DwarfCursor, encoding: Encoding) => OperationKind;

/** Families of operations whose number holds an operand, from 0 to 31. */
const families: readonly {
  readonly first: DW_OP;
  readonly decode: (number: number, cursor: DwarfCursor) => OperationKind;
}[] = [
  { first: DW_OP.lit0, decode: (number) => ({ kind: 'constant', value: BigInt(number) }) },
  { first: DW_OP.reg0, decode: (register) => ({ kind: 'register', register }) },
  {
    first: DW_OP.breg0,
    decode: (register, cursor) => ({ kind: 'registerValue', register, offset: cursor.sleb64() }),
  },
];

const operations: ReadonlyMap<number, Decode> = new Map<DW_OP, Decode>([
  [DW_OP.addr, (cursor, e) => ({ kind: 'address', address: cursor.address(e.addressSize) })],
  constant(DW_OP.const1u, (cursor) => BigInt(cursor.u8())),
  constant(DW_OP.const1s, (cursor) => BigInt(cursor.i8())),
  constant(DW_OP.const2u, (cursor) => BigInt(cursor.u16())),
  constant(DW_OP.const2s, (cursor) => BigInt(cursor.i16())),
  constant(DW_OP.const4u, (cursor) => BigInt(cursor.u32())),
  constant(DW_OP.const4s, (cursor) => BigInt(cursor.i32())),
  constant(DW_OP.const8u, (cursor) => cursor.u64()),
  constant(DW_OP.const8s, (cursor) => cursor.i64()),
  constant(DW_OP.constu, (cursor) => cursor.uleb64()),
  constant(DW_OP.consts, (cursor) => cursor.sleb64()),
  ...both(DW_OP.const_type, DW_OP.GNU_const_type, (cursor) => ({
    kind: 'typedConstant',
    type: cursor.uleb(),
    bytes: cursor.take(cursor.u8()),
  })),
  ...both(DW_OP.addrx, DW_OP.GNU_addr_index, (cursor) => ({
    kind: 'indexedAddress',
    index: cursor.uleb(),
  })),
  ...both(DW_OP.constx, DW_OP.GNU_const_index, (cursor) => ({
    kind: 'indexedConstant',
    index: cursor.uleb(),
  })),

  [
    DW_OP.bregx,
    (cursor) => ({ kind: 'registerValue', register: cursor.uleb(), offset: cursor.sleb64() }),
  ],
  ...both(DW_OP.regval_type, DW_OP.GNU_regval_type, (cursor) => ({
    kind: 'typedRegister',
    register: cursor.uleb(),
    type: cursor.uleb(),
  })),
  [DW_OP.fbreg, (cursor) => ({ kind: 'frameBase', offset: cursor.sleb64() })],
  [DW_OP.call_frame_cfa, () => ({ kind: 'callFrameCfa' })],
  [DW_OP.push_object_address, () => ({ kind: 'objectAddress' })],
  ...both(DW_OP.form_tls_address, DW_OP.GNU_push_tls_address, () => ({ kind: 'threadLocal' })),
  ...both(DW_OP.entry_value, DW_OP.GNU_entry_value, (cursor) => ({
    kind: 'entryValue',
    bytes: cursor.take(cursor.uleb()),
  })),
  [DW_OP.GNU_parameter_ref, (cursor) => ({ kind: 'parameterReference', entry: cursor.u32() })],

  [DW_OP.deref, () => ({ kind: 'dereference', type: 0 })],
  [DW_OP.deref_size, (cursor) => ({ kind: 'dereference', size: cursor.u8(), type: 0 })],
  ...both(DW_OP.deref_type, DW_OP.GNU_deref_type, (cursor) => ({
    kind: 'dereference',
    size: cursor.u8(),
    type: cursor.uleb(),
  })),
  [DW_OP.xderef, () => ({ kind: 'dereferenceInSpace' })],
  [DW_OP.xderef_size, (cursor) => ({ kind: 'dereferenceInSpace', size: cursor.u8() })],
  [
    DW_OP.xderef_type,
    (cursor) => {
      const size = cursor.u8();
      cursor.skipLeb();
      return { kind: 'dereferenceInSpace', size };
    },
  ],

  [DW_OP.dup, () => ({ kind: 'pick', depth: 0 })],
  [DW_OP.over, () => ({ kind: 'pick', depth: 1 })],
  [DW_OP.pick, (cursor) => ({ kind: 'pick', depth: cursor.u8() })],
  [DW_OP.drop, () => ({ kind: 'drop' })],
  [DW_OP.swap, () => ({ kind: 'rotate', count: 2 })],
  [DW_OP.rot, () => ({ kind: 'rotate', count: 3 })],
  [DW_OP.nop, () => ({ kind: 'nop' })],
  [DW_OP.GNU_uninit, () => ({ kind: 'uninitialized' })],

  ...(['and', 'div', 'minus', 'mod', 'mul', 'or', 'plus', 'xor'] as const).map(
    (name) => [DW_OP[name], () => ({ kind: 'arithmetic', name })] satisfies [DW_OP, Decode],
  ),
  ...(['shl', 'shr', 'shra'] as const).map(
    (name) => [DW_OP[name], () => ({ kind: 'shift', name })] satisfies [DW_OP, Decode],
  ),
  ...(['eq', 'ge', 'gt', 'le', 'lt', 'ne'] as const).map(
    (name) => [DW_OP[name], () => ({ kind: 'comparison', name })] satisfies [DW_OP, Decode],
  ),
  ...(['abs', 'neg', 'not'] as const).map(
    (name) => [DW_OP[name], () => ({ kind: 'unary', name })] satisfies [DW_OP, Decode],
  ),
  [DW_OP.plus_uconst, (cursor) => ({ kind: 'plusConstant', value: cursor.uleb64() })],
  ...both(DW_OP.convert, DW_OP.GNU_convert, (cursor) => ({
    kind: 'convert',
    type: cursor.uleb(),
  })),
  ...both(DW_OP.reinterpret, DW_OP.GNU_reinterpret, (cursor) => ({
    kind: 'reinterpret',
    type: cursor.uleb(),
  })),

  jump(DW_OP.skip, 'skip'),
  jump(DW_OP.bra, 'branch'),
  [DW_OP.call2, (cursor) => ({ kind: 'call', entry: cursor.u16(), inUnit: true })],
  [DW_OP.call4, (cursor) => ({ kind: 'call', entry: cursor.u32(), inUnit: true })],
  [
    DW_OP.call_ref,
    (cursor, { offsetSize }) => ({
      kind: 'call',
      entry: cursor.sectionOffset(offsetSize),
      inUnit: false,
    }),
  ],
  [
    DW_OP.GNU_variable_value,
    (cursor, { offsetSize }) => ({
      kind: 'variableValue',
      entry: cursor.sectionOffset(offsetSize),
    }),
  ],

  [DW_OP.regx, (cursor) => ({ kind: 'register', register: cursor.uleb() })],
  [DW_OP.stack_value, () => ({ kind: 'stackValue' })],
  [
    DW_OP.implicit_value,
    (cursor) => ({ kind: 'implicitValue', bytes: cursor.take(cursor.uleb()) }),
  ],
  ...both(DW_OP.implicit_pointer, DW_OP.GNU_implicit_pointer, (cursor, encoding) => {
    const { version, addressSize, offsetSize } = encoding;
    const entry = Number(cursor.address(version === 2 ? addressSize : offsetSize));
    return { kind: 'implicitPointer', entry, offset: cursor.sleb64() };
  }),
  [DW_OP.piece, (cursor) => ({ kind: 'piece', size: 8 * cursor.uleb() })],
  [DW_OP.bit_piece, (cursor) => ({ kind: 'piece', size: cursor.uleb(), offset: cursor.uleb() })],
]);

function constant(code: DW_OP, read: (cursor: DwarfCursor) => bigint): [DW_OP, Decode] {
  return [code, (cursor) => ({ kind: 'constant', value: read(cursor) })];
}

/** An operation of DWARF 5 that was GNU's before. */
function both(code: DW_OP, gnu: DW_OP, decode: Decode): [DW_OP, Decode][] {
  return [
    [code, decode],
    [gnu, decode],
  ];
}

function jump(code: DW_OP, kind: 'skip' | 'branch'): [DW_OP, Decode] {
  return [
    code,
    (cursor) => {
      const distance = cursor.i16();
      return { kind, target: cursor.offset + distance };
    },
  ];
}

/** Reads the operation at a cursor. One that is cut leaves the cursor overrun. */
export function readOperation(cursor: DwarfCursor, encoding: Encoding): Operation {
  const code = cursor.u8();
  for (const { first, decode } of families) {
    if (code >= first && code < first + 32) return { code, ...decode(code - first, cursor) };
  }
  const body = operations.get(code)?.(cursor, encoding) ?? { kind: 'unknown' };
  return { code, ...body };
}

/** The first operations of an expression, at most `count`, up to one that is unknown or cut. */
export function operationsOf(
  { bytes, encoding }: Pick<DwarfExpression, 'bytes' | 'encoding'>,
  count = Infinity,
): Operation[] {
  const cursor = new DwarfCursor(bytes, encoding.order);
  const found: Operation[] = [];
  while (cursor.remaining > 0 && found.length < count) {
    const operation = readOperation(cursor, encoding);
    if (cursor.overrun || operation.kind === 'unknown') break;
    found.push(operation);
  }
  return found;
}

/** Whether an expression says where something is that has no value yet (GCC's DW_OP_GNU_uninit). */
export function isOfUninitialized(
  expression: Pick<DwarfExpression, 'bytes' | 'encoding'>,
): boolean {
  if (expression.bytes.at(-1) !== DW_OP.GNU_uninit) return false;
  return operationsOf(expression).at(-1)?.code === DW_OP.GNU_uninit;
}

const names: ReadonlyMap<number, string> = new Map(
  Object.entries(DW_OP)
    .filter((entry): entry is [string, DW_OP] => typeof entry[1] === 'number')
    .map(([name, code]) => [code, name]),
);

/** `DW_OP_fbreg`, `DW_OP_breg3`; undefined for an unknown one. */
export function operationName(code: number): string | undefined {
  for (const family of ['lit', 'reg', 'breg'] as const) {
    const first = DW_OP[`${family}0`];
    if (code >= first && code < first + 32) return `DW_OP_${family}${code - first}`;
  }
  const name = names.get(code);
  return name === undefined ? undefined : `DW_OP_${name}`;
}
