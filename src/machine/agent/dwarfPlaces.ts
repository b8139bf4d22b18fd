// The operations of DWARF that ask registers, memory, the function or the unit, and those that say where something is
// (DWARF 5, sections 2.5.1.1 to 2.5.1.3, 2.5.1.7 and 2.6.1).
import type { DwarfExpression, Location } from '../../symbols/location';
import { DW_OP } from '../dwarf/operations';
import type { OperandType } from '../dwarf/operand';
import { registerOf } from '../entryValue';
import { Failure } from '../expressions/problem';
import { expressionAt } from '../locationAt';
import type { AgentPlace } from './agentPlace';
import { bitsOf } from './agentPlace';
import { constant, type Code } from './code';
import type { Translate } from './dwarfArithmetic';
import { constants, slideOf, unitOf } from './dwarfConstants';
import { DwarfState, onlyCallerKnows, type DwarfScene } from './dwarfState';

/** What these operations ask of those who translate whole expressions. */
export interface Nested {
  /** The number that a location gives, of as many bytes as an address. */
  number(expression: DwarfExpression, scene: DwarfScene): Promise<Code>;
  place(expression: DwarfExpression, scene: DwarfScene): Promise<AgentPlace>;
  run(state: DwarfState): Promise<void>;
}

/** The operations by their numbers. */
export function placeOperations(
  nested: Nested,
): readonly (readonly [operation: number, translate: Translate])[] {
  return [
    ...constants,
    ...registers,
    ...locations,
    [DW_OP.fbreg, (state) => pushFromFrameBase(state, nested)],
    [
      DW_OP.call_frame_cfa,
      async (state) => {
        state.push(await canonicalAddress(state.inner, nested));
      },
    ],
    [DW_OP.push_object_address, pushObjectAddress],
    [
      DW_OP.deref,
      (state) => {
        dereference(state, state.generic.size, state.generic);
      },
    ],
    [
      DW_OP.deref_size,
      (state) => {
        dereference(state, state.cursor.u8(), state.generic);
      },
    ],
    [DW_OP.deref_type, dereferenceTyped],
    [DW_OP.GNU_deref_type, dereferenceTyped],
    [DW_OP.convert, convert],
    [DW_OP.GNU_convert, convert],
    [DW_OP.reinterpret, reinterpret],
    [DW_OP.GNU_reinterpret, reinterpret],
    [DW_OP.entry_value, (state) => pushEntryValue(state, nested)],
    [DW_OP.GNU_entry_value, (state) => pushEntryValue(state, nested)],
    [DW_OP.GNU_parameter_ref, () => Promise.reject(onlyCallerKnows())],
    [DW_OP.form_tls_address, failThreadLocal],
    [DW_OP.GNU_push_tls_address, failThreadLocal],
    [DW_OP.call2, (state) => call(state, unitOf(state).offset + state.cursor.u16(), nested)],
    [DW_OP.call4, (state) => call(state, unitOf(state).offset + state.cursor.u32(), nested)],
    [DW_OP.call_ref, (state) => call(state, sectionOffset(state), nested)],
    [DW_OP.GNU_variable_value, (state) => pushVariable(state, nested)],
  ];
}

const registers: readonly (readonly [number, Translate])[] = [
  ...Array.from({ length: 32 }, (_, register): readonly [number, Translate] => [
    DW_OP.breg0 + register,
    (state) => {
      pushRegister(state, register);
    },
  ]),
  [
    DW_OP.bregx,
    (state) => {
      pushRegister(state, state.cursor.uleb());
    },
  ],
  [DW_OP.regval_type, registerTyped],
  [DW_OP.GNU_regval_type, registerTyped],
];

const locations: readonly (readonly [number, Translate])[] = [
  ...Array.from({ length: 32 }, (_, register) =>
    locating(DW_OP.reg0 + register, ({ scene }) => inRegister(scene, register)),
  ),
  locating(DW_OP.regx, ({ scene, cursor }) => inRegister(scene, cursor.uleb())),
  locating(DW_OP.stack_value, (state) => {
    state.take();
    const place: AgentPlace = { kind: 'number', code: state.code };
    state.code = [];
    return place;
  }),
  locating(DW_OP.implicit_value, ({ cursor }) => ({
    kind: 'literal',
    bytes: cursor.take(cursor.uleb()),
  })),
  locating(DW_OP.implicit_pointer, implicitPointer),
  locating(DW_OP.GNU_implicit_pointer, implicitPointer),
  [
    DW_OP.piece,
    (state) => {
      state.addPiece(8 * state.cursor.uleb());
    },
  ],
  [
    DW_OP.bit_piece,
    (state) => {
      const size = state.cursor.uleb();
      state.addPiece(size, state.cursor.uleb());
    },
  ],
];

function locating(
  operation: number,
  locate: (state: DwarfState) => AgentPlace,
): readonly [number, Translate] {
  return [
    operation,
    (state) => {
      state.location = locate(state);
    },
  ];
}

function sectionOffset({ cursor, expression }: DwarfState): number {
  return cursor.sectionOffset(expression.encoding.offsetSize);
}

function pushRegister(state: DwarfState, dwarfNumber: number): void {
  const { registers: all } = state.scene;
  const offset = state.cursor.sleb64();
  state.push(all.code(all.numbered(dwarfNumber)));
  state.add(offset);
}

async function registerTyped(state: DwarfState): Promise<void> {
  const { registers: all } = state.scene;
  const register = all.numbered(state.cursor.uleb());
  const type = await state.typeAt(state.cursor.uleb());
  if (type.kind === 'float')
    throw new Failure('The target cannot compute with floating-point numbers.');
  state.push(all.code(register), type);
  state.cut(type);
}

function inRegister({ registers: all }: DwarfScene, dwarfNumber: number): AgentPlace {
  return { kind: 'register', register: all.numbered(dwarfNumber) };
}

function implicitPointer({ cursor, expression: { encoding, unit } }: DwarfState): AgentPlace {
  const size = encoding.version === 2 ? encoding.addressSize : encoding.offsetSize;
  const target = Number(cursor.address(size));
  const offset = cursor.sleb64();
  if (!unit) throw new Failure('An implicit pointer stands outside of a unit.');
  return { kind: 'implicitPointer', target: { unit, offset: target }, offset };
}

/** DW_AT_frame_base (DWARF 5, section 3.3.5), plus an offset. */
async function pushFromFrameBase(state: DwarfState, nested: Nested): Promise<void> {
  const offset = state.cursor.sleb64();
  const { frame } = state.scene;
  const location = frame.scope?.frameBase;
  const expression = location && expressionAt(location, frame);
  if (!expression) throw new Failure('The function has no frame base here.');
  const base = await nested.number(expression, state.inner);
  state.push(base);
  state.add(offset);
}

/** The canonical frame address, as call frame information has it at the tracepoint (DWARF 5, section 6.4.1). */
export async function canonicalAddress(scene: DwarfScene, nested: Nested): Promise<Code> {
  const rule = scene.row?.cfa;
  if (!rule) throw new Failure('Call frame information does not say where its stack frame is.');
  if (rule.kind === 'expression') return nested.number(rule.expression, scene);
  const state = new DwarfState({ bytes: new Uint8Array(0), encoding: anyEncoding(scene) }, scene);
  state.push(scene.registers.code(scene.registers.numbered(rule.register)));
  state.add(rule.offset);
  return state.code;
}

function anyEncoding({ order, context }: DwarfScene): DwarfExpression['encoding'] {
  const { addressSize } = context.surroundings;
  return { order, version: 5, addressSize, offsetSize: 4 };
}

function pushObjectAddress(state: DwarfState): void {
  const { objectAddress } = state.scene;
  if (!objectAddress) throw new Failure('The object around it is not known.');
  state.push(objectAddress);
}

function dereference(state: DwarfState, size: number, type: OperandType): void {
  state.take();
  if (size !== 1 && size !== 2 && size !== 4 && size !== 8) {
    throw new Failure(`The target cannot compute with numbers of ${size} bytes.`);
  }
  state.push([{ kind: 'fetch', size }], type);
}

async function dereferenceTyped(state: DwarfState): Promise<void> {
  const size = state.cursor.u8();
  dereference(state, size, await state.typeAt(state.cursor.uleb()));
}

async function convert(state: DwarfState): Promise<void> {
  const wanted = await state.typeAt(state.cursor.uleb());
  if (wanted.kind === 'float')
    throw new Failure('The target cannot compute with floating-point numbers.');
  const type = state.take();
  if (type.kind === 'signed' && wanted.size > type.size) state.sign(type);
  if (type.kind === 'signed' || wanted.size < type.size) state.cut(wanted);
  state.types.push(wanted);
}

async function reinterpret(state: DwarfState): Promise<void> {
  const wanted = await state.typeAt(state.cursor.uleb());
  state.take();
  state.types.push(wanted);
}

/** What a register held at the function's entry is known at that entry alone. */
async function pushEntryValue(state: DwarfState, nested: Nested): Promise<void> {
  const { cursor, expression, scene } = state;
  const block: DwarfExpression = { ...expression, bytes: cursor.take(cursor.uleb()) };
  const register = registerOf(block);
  const { frame } = scene;
  const scopes = await frame.placement?.program.scopesAt(frame.pc - frame.placement.slide);
  const isEntry = scopes?.at(-1)?.entry === frame.pc - slideOf(scene);
  if (!register || !isEntry) throw onlyCallerKnows();
  if (register.dereferenced) {
    const address = scene.registers.code(scene.registers.numbered(register.register));
    state.push([...address, { kind: 'fetch', size: state.generic.size === 4 ? 4 : 8 }]);
  } else {
    state.push(await nested.number(block, state.inner));
  }
}

function failThreadLocal(): void {
  throw new Failure('It is thread-local: a target does not say where thread-local variables are.');
}

/** The operations of another entry, on this one's stack. */
async function call(state: DwarfState, offset: number, nested: Nested): Promise<void> {
  const location: Location | undefined = await unitOf(state).callee(offset);
  const callee = location && expressionAt(location, state.scene.frame);
  if (!callee) return;
  const inner = new DwarfState(callee, state.inner);
  inner.code = state.code;
  inner.types = state.types;
  await nested.run(inner);
  state.code = inner.code;
  state.types = inner.types;
  state.location = inner.location;
  state.pieces.push(...inner.pieces);
}

async function pushVariable(state: DwarfState, nested: Nested): Promise<void> {
  const location = await unitOf(state).pointee(sectionOffset(state));
  if (location?.kind === 'constant' && typeof location.value === 'bigint') {
    state.push(constant(location.value));
    return;
  }
  const found = location && expressionAt(location, state.scene.frame);
  if (!found) throw onlyCallerKnows();
  const place = await nested.place(found, state.inner);
  const { size } = state.generic;
  state.push(bitsOf(place, size, 0, 8 * size, state.scene));
}
