// Registers as values: `$rax`, `$eax`, `$xmm0.v4_float[2]`, `$pc`, in the selected stack frame
// (gdb manual, "Registers").
import { DW_ATE } from '../symbols/dwarf/constants';
import type { ClassType, FunctionType, Member, Type } from '../symbols/type';
import type { Location } from '../machine/location';
import type { Register, RegisterLayout } from '../machine/registerLayout';
import type { BitField, Field, RegisterType } from '../machine/registerType';
import type { FrameState } from '../machine/frameState';
import { numberOf, Value, type ValueContext } from '../values/value';
import { Failure } from './problem';
import type { SavedRegister } from '../machine/stackFrame';

/**
 * A register by gdb's name, including `$pc`, `$sp` and the like; undefined where the processor has
 * none of that name.
 */
export function registerValue(
  name: string,
  machine: FrameState,
  context: ValueContext,
): Value | undefined {
  const { registers } = machine;
  const read = registers?.read(name);
  if (!read) return registers && standardRegister(name, registers.layout, context);
  const saved = context.frame?.registerNamed(name);
  const place = saved ? placeOf(saved) : literalOrNone(read.bytes);
  return new Value(typeOfRegister(read.register, name), place, context);
}

/** `$fp` and `$ps` of a processor that has no register of the kind; undefined for other names. */
function standardRegister(
  name: string,
  { architecture }: RegisterLayout,
  context: ValueContext,
): Value | undefined {
  if (name === 'ps') {
    throw new Failure("Standard register ``$ps'' is not available for this target");
  }
  if (name !== 'fp' || architecture.fpIsCfa !== true) return undefined;
  const { addressSize, frame } = context;
  const type = pointerTo('data', addressSize);
  return frame?.cfa === undefined
    ? new Value(type, { kind: 'unavailable' }, context)
    : numberOf(type, frame.cfa, context);
}

function placeOf(saved: SavedRegister): Location {
  switch (saved.kind) {
    case 'value':
      return { kind: 'literal', bytes: saved.bytes };
    case 'unavailable':
      return { kind: 'unavailable' };
    case 'notSaved':
      return { kind: 'optimizedOut' };
  }
}

function literalOrNone(bytes: Uint8Array | undefined): Location {
  return bytes ? { kind: 'literal', bytes } : { kind: 'unavailable' };
}

const types = new WeakMap<RegisterType, Type>();
const flagTypes = new WeakMap<Type, RegisterType>();

/** The flags that a register's bits are, where its type has names for them. */
export function flagsOf(type: Type): RegisterType | undefined {
  return flagTypes.get(type);
}

/**
 * The type of a register, asked for by a name; `$pc` points to code, whatever type the register
 * has.
 */
export function typeOfRegister({ type }: Register, name: string): Type {
  return name === 'pc' ? pointerTo('code', type.size) : typeOf(type);
}

function typeOf(type: RegisterType): Type {
  const known = types.get(type);
  if (known) return known;
  const made = makeType(type);
  types.set(type, made);
  if (type.kind === 'flags') flagTypes.set(made, type);
  return made;
}

function makeType(type: RegisterType): Type {
  const { name, size } = type;
  switch (type.kind) {
    case 'integer':
      return { kind: 'base', name, size, encoding: integerEncoding(size, type.signed) };
    case 'flags':
      return { kind: 'base', name, size, encoding: DW_ATE.unsigned };
    case 'bool':
      return { kind: 'base', name, size, encoding: DW_ATE.boolean };
    case 'float':
      return { kind: 'base', name, size, encoding: DW_ATE.float };
    case 'pointer':
      return pointerTo(type.to, size);
    case 'enum':
      return {
        kind: 'enum',
        name,
        size,
        signed: false,
        scoped: false,
        incomplete: false,
        enumerators: type.values,
      };
    case 'vector': {
      const dimensions = [{ lower: 0n, count: BigInt(type.count) }];
      const array = { kind: 'array', element: typeOf(type.element), dimensions } as const;
      return { ...array, ...(type.named && { name }), vector: true, size };
    }
    case 'union':
    case 'struct':
      return classOf(type.kind, name, size, type.fields);
  }
}

/**
 * A byte of a register is a number, never a character: DWARF's fixed-point numbers without a
 * fraction are that.
 */
function integerEncoding(size: number, signed: boolean): number {
  if (size === 1) return signed ? DW_ATE.signed_fixed : DW_ATE.unsigned_fixed;
  return signed ? DW_ATE.signed : DW_ATE.unsigned;
}

const code: FunctionType = {
  kind: 'function',
  result: { kind: 'void' },
  prototyped: false,
  variadic: false,
  parameters: () => Promise.resolve([]),
};

function pointerTo(to: 'code' | 'data', size: number): Type {
  return { kind: 'pointer', target: to === 'code' ? code : { kind: 'void' }, size };
}

function classOf(
  kind: 'struct' | 'union',
  name: string,
  size: number,
  fields: readonly (Field | BitField)[],
): ClassType {
  const members = fields.filter((field) => field.name !== '').map(memberOf);
  const parts = { bases: [], members, statics: [], templateArguments: [], methods: [] };
  return {
    kind,
    name,
    size,
    incomplete: false,
    language: undefined,
    offset: -1,
    members: () => Promise.resolve(parts),
  };
}

function memberOf(field: Field | BitField): Member {
  const { name } = field;
  const type = typeOf(field.type);
  if ('offset' in field) return { name, type, offset: BigInt(field.offset), artificial: false };
  const size = field.end - field.start + 1;
  return { name, type, offset: 0n, bits: { bit: BigInt(field.start), size }, artificial: false };
}
