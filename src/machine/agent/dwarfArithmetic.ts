// The operations of DWARF that an agent has too, in one way or another (DWARF 5, sections 2.5.1.3 to 2.5.1.5).
import { DW_OP } from '../dwarf/operations';
import { Failure } from '../expressions/problem';
import { constant, operation, Label } from './code';
import type { DwarfState } from './dwarfState';

/** Translates an operation, whose operands the state's cursor is at. */
export type Translate = (state: DwarfState) => void | Promise<void>;

/** Operations by their numbers. */
export const arithmeticOperations: readonly (readonly [operation: number, translate: Translate])[] =
  [
    [DW_OP.plus, sum('add')],
    [DW_OP.minus, sum('sub')],
    [DW_OP.mul, binary('mul', true)],
    [DW_OP.and, binary('bit_and')],
    [DW_OP.or, binary('bit_or')],
    [DW_OP.xor, binary('bit_xor')],
    [DW_OP.div, divide],
    [DW_OP.mod, remainder],
    [DW_OP.shl, binary('lsh', true)],
    [DW_OP.shr, binary('rsh_unsigned')],
    [DW_OP.shra, shiftWithSign],
    [DW_OP.eq, compare('equal', false, false)],
    [DW_OP.ne, compare('equal', false, true)],
    [DW_OP.lt, compare('less', false, false)],
    [DW_OP.ge, compare('less', false, true)],
    [DW_OP.gt, compare('less', true, false)],
    [DW_OP.le, compare('less', true, true)],
    [DW_OP.neg, negate],
    [DW_OP.abs, absolute],
    [DW_OP.not, unary('bit_not')],
    [
      DW_OP.plus_uconst,
      (state) => {
        plusConstant(state, state.cursor.uleb64());
      },
    ],
    [
      DW_OP.dup,
      (state) => {
        pick(state, 0);
      },
    ],
    [
      DW_OP.over,
      (state) => {
        pick(state, 1);
      },
    ],
    [
      DW_OP.pick,
      (state) => {
        pick(state, state.cursor.u8());
      },
    ],
    [DW_OP.drop, drop],
    [DW_OP.swap, swap],
    [DW_OP.rot, rotate],
    [
      DW_OP.skip,
      (state) => {
        state.jump(state.cursor.i16(), false);
      },
    ],
    [DW_OP.bra, branch],
    [DW_OP.nop, () => undefined],
    [DW_OP.GNU_uninit, () => undefined],
  ];

function plusConstant(state: DwarfState, value: bigint): void {
  const type = state.take();
  state.add(value);
  state.types.push(type);
}

/** A number that was pushed last is added to what is below it, in one step. */
function sum(name: 'add' | 'sub'): Translate {
  return (state) => {
    state.take();
    const type = state.take();
    const last = state.code.at(-1);
    if (last?.kind === 'constant') {
      state.code = state.code.slice(0, -1);
      const value = BigInt.asIntN(8 * type.size, last.value);
      state.add(name === 'add' ? value : -value);
    } else {
      state.step(operation(name));
      state.cut(type);
    }
    state.types.push(type);
  };
}

function binary(name: string, mayCarry = false): Translate {
  return (state) => {
    state.take();
    const type = state.take();
    state.step(operation(name));
    if (mayCarry) state.cut(type);
    state.types.push(type);
  };
}

function unary(name: string): Translate {
  return (state) => {
    const type = state.take();
    state.step(operation(name));
    state.cut(type);
    state.types.push(type);
  };
}

/** The generic type is divided with a sign, but its remainder is taken without. */
function divide(state: DwarfState): void {
  state.take();
  const type = state.take();
  state.signBoth(type);
  state.step(operation(type.kind === 'unsigned' ? 'div_unsigned' : 'div_signed'));
  state.cut(type);
  state.types.push(type);
}

function remainder(state: DwarfState): void {
  state.take();
  const type = state.take();
  if (type.kind === 'signed') state.signBoth(type);
  state.step(operation(type.kind === 'signed' ? 'rem_signed' : 'rem_unsigned'));
  state.cut(type);
  state.types.push(type);
}

function shiftWithSign(state: DwarfState): void {
  state.take();
  const type = state.take();
  if (type.size < 8) {
    state.step(operation('swap'));
    state.sign(type);
    state.step(operation('swap'));
  }
  state.step(operation('rsh_signed'));
  state.cut(type);
  state.types.push(type);
}

function compare(name: 'equal' | 'less', swapped: boolean, opposite: boolean): Translate {
  return (state) => {
    state.take();
    const type = state.take();
    if (name === 'less') state.signBoth(type);
    if (swapped) state.step(operation('swap'));
    const signed = type.kind === 'unsigned' ? 'less_unsigned' : 'less_signed';
    state.step(operation(name === 'equal' ? name : signed));
    if (opposite) state.step(operation('log_not'));
    state.types.push(state.generic);
  };
}

function negate(state: DwarfState): void {
  const type = state.take();
  state.step(...constant(0n), operation('swap'), operation('sub'));
  state.cut(type);
  state.types.push(type);
}

function absolute(state: DwarfState): void {
  const type = state.take();
  const [below, end] = [new Label(), new Label()];
  state.sign(type);
  state.step(operation('dup'), ...constant(0n), operation('less_signed'));
  state.step({ kind: 'jump', to: below, ifTrue: true }, { kind: 'jump', to: end, ifTrue: false });
  state.step({ kind: 'label', label: below }, ...constant(0n), operation('swap'), operation('sub'));
  state.step({ kind: 'label', label: end });
  state.cut(type);
  state.types.push(type);
}

function pick(state: DwarfState, depth: number): void {
  const type = state.types.at(-1 - depth);
  if (!type) throw new Failure('Its location takes more from its stack than there is.');
  state.push([depth === 0 ? operation('dup') : { kind: 'pick', depth }], type);
}

function drop(state: DwarfState): void {
  state.take();
  state.step(operation('pop'));
}

function swap(state: DwarfState): void {
  const [top, below] = [state.take(), state.take()];
  state.step(operation('swap'));
  state.types.push(top, below);
}

/** The top goes below the two under it, as the agent's operation has it. */
function rotate(state: DwarfState): void {
  const [top, second, third] = [state.take(), state.take(), state.take()];
  state.step(operation('rot'));
  state.types.push(top, third, second);
}

function branch(state: DwarfState): void {
  const distance = state.cursor.i16();
  state.take();
  state.jump(distance, true);
}
