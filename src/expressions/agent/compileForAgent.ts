// Expressions that users write, compiled for a target's agent: conditions and `teval` to a value,
// `collect` to what is recorded (gdb manual, "Tracepoint Actions", "Agent Expressions").
import { t } from '@vscode/l10n';
import type { Variable } from '../../symbols/scope';
import { BaseTypes, type LanguageSemantics } from '../languageSemantics';
import { type BoundExpression, partsOf } from '../bindings';
import { compile } from '../compile';
import { Lowering } from '../lowering/lowering';
import { Failure, type Problem } from '../problem';
import { styleOf } from '../../symbols/dwarf/languages';
import { AgentBackEnd, type AgentValue } from './agentBackEnd';
import {
  assemble,
  type Code,
  added,
  constantOf,
  combined,
  constant,
  multiplied,
  operation,
  readsAnything,
  registersIn,
} from './code';
import type { CompileSite } from './compileSite';
import { frameAddress, numberFrom } from './locationCode';
import { DW_ATE } from '../../symbols/dwarf/constants';
import type { Type, CountFrom } from '../../symbols/type';
import { isObject } from '../lowering/lowered';
import { lowerPointee, lowerNumber, lowerStaticMember } from '../lowering/objects';
import type { Expression } from '../syntax';
import { asClass, isReference, sizeOf, strip, targetOf } from '../../values/types';
import type { Register } from '../../machine/registerLayout';
import type { AgentPlace, PlaceReader } from './agentPlace';

/** What is recorded, for a target. */
export interface AgentCollection {
  /** Run-time addresses and bytes. */
  readonly memory: readonly { readonly address: bigint; readonly length: number }[];
  /** Bytecodes that record. */
  readonly expressions: readonly Uint8Array[];
  /** Registers that the code reads, and those that are recorded, by gdb's remote numbers. */
  readonly registers: readonly number[];
}

/** An expression that leaves a value: a condition, or with assignments what `teval` does. */
export async function compileForValue(
  text: string,
  site: CompileSite,
): Promise<{ readonly bytecode: Uint8Array } | Problem> {
  return orProblem(async () => {
    const bound = await boundIn(text, site);
    if ('problem' in bound) return bound;
    const backEnd = new AgentBackEnd(bound.semantics, site);
    const lowering = new Lowering(bound, backEnd);
    const { word } = await lowering.number(bound.expression);
    return { bytecode: assembled(word, false) };
  });
}

/**
 * An expression that is recorded, with everything read on the way to it. `strings`: bytes of the
 * longest string that a character pointer leads to; absent where only the pointer is collected.
 */
export async function compileForCollecting(
  text: string,
  site: CompileSite,
  strings?: number,
): Promise<AgentCollection | Problem> {
  return orProblem(async () => {
    const bound = await boundIn(text, site);
    if ('problem' in bound) return bound;
    const recorded = { backEnd: new AgentBackEnd(bound.semantics, site), strings };
    return assembledCollection(await collectionOfExpression(bound, bound.expression, recorded));
  });
}

/** A variable of the function that is recorded. */
export async function compileVariable(
  variable: Variable,
  site: CompileSite,
  strings?: number,
): Promise<AgentCollection | Problem> {
  return orProblem(async () => {
    const recorded = { backEnd: new AgentBackEnd(rulesOf(site), site), strings };
    return assembledCollection(await collectionOfVariable(variable, recorded));
  });
}

/** `$_ret`: the return address, where it is saved. */
export async function compileReturnAddress(site: CompileSite): Promise<AgentCollection | Problem> {
  return orProblem(async () => assembledCollection(await returnAddress(site)));
}

/** A trace state variable that is recorded. */
export function compileTraceVariable(number: number): AgentCollection {
  return assembledCollection(collectionOfCode([{ kind: 'variable', number }]));
}

async function boundIn(text: string, site: CompileSite): Promise<BoundExpression | Problem> {
  const compiled = await compile(text, site.context);
  return 'problem' in compiled ? compiled : compiled.bound(site.context);
}

function rulesOf({ context }: CompileSite): LanguageSemantics {
  const language = styleOf(context.language);
  const types = new BaseTypes(context, language);
  return { types, language, machine: context.machine, typesOnly: false };
}

function assembledCollection({ memory, code, registers }: Collection): AgentCollection {
  return { memory, registers, expressions: code.map((each) => assembled(each, true)) };
}

function assembled(code: Code, collecting: boolean): Uint8Array {
  const made = assemble(code, collecting);
  if ('problem' in made) throw new Failure(made.problem);
  return made.bytes;
}

async function orProblem<T>(make: () => Promise<T | Problem>): Promise<T | Problem> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof Failure) return error.asProblem;
    throw error;
  }
}

// `$_ret`: the address of the function's return address (gdb manual, "Tracepoint Actions"), by call
// frame information (DWARF 5, section 6.4.1); gdb relies on the frame pointer.

/** The return address in memory, or the register that still holds it. */
async function returnAddress(site: CompileSite): Promise<Collection> {
  const { row, registers, context } = site;
  if (!row)
    throw new Failure(t('Call frame information does not say where the return address is.'));
  const rule = row.registers.get(row.returnAddress);
  const { addressSize } = context;
  switch (rule?.kind) {
    case 'offset': {
      const address = added(await frameAddress(site), rule.offset);
      return collectionOf({ kind: 'memory', address }, addressSize, site);
    }
    case undefined:
    case 'sameValue':
      return collectionOfRegisters([registers.numbered(row.returnAddress)], site);
    case 'register':
      return collectionOfRegisters([registers.numbered(rule.register)], site);
    case 'undefined':
      throw new Failure(t('The function has no caller.'));
    case 'valOffset':
    case 'expression':
    case 'valExpression':
      throw new Failure(t('The return address is saved in a way that is not supported.'));
  }
}

// What recording an expression takes: the value itself, and everything that leads
// to it (gdb manual, "Tracepoint Actions").

/** How something is recorded. */
interface Recorded {
  readonly backEnd: AgentBackEnd;
  /**
   * Bytes of the longest string that character pointers lead to; absent where only the pointers are
   * collected.
   */
  readonly strings: number | undefined;
}

/** An expression; of one that a target cannot compute, what it is computed from. */
async function collectionOfExpression(
  bound: BoundExpression,
  expression: Expression,
  recorded: Recorded,
): Promise<Collection> {
  try {
    const lowering = new Lowering(bound, recorded.backEnd);
    return await collectionOfValue(await lowering.value(expression), recorded);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // A number as it is written needs no bytes.
    if (expression.kind === 'number' && bound.bindings.number(expression)) return together([]);
    if (!isComputation(expression)) throw error;
    const parts: Collection[] = [];
    for (const part of partsOf(expression)) {
      parts.push(await collectionOfExpression(bound, part, recorded));
    }
    return together(parts);
  }
}

/** The operators that are nothing but their operands, computed with. */
function isComputation(expression: Expression): boolean {
  const { kind } = expression;
  if (kind === 'unary') return expression.operator !== '*' && expression.operator !== '&';
  return (
    kind === 'conditional' || kind === 'cast' || (kind === 'binary' && expression.operator !== '@')
  );
}

/** A variable of the function. */
async function collectionOfVariable(variable: Variable, recorded: Recorded): Promise<Collection> {
  return collectionOfValue(await recorded.backEnd.variable(variable), recorded);
}

async function collectionOfValue(value: AgentValue, recorded: Recorded): Promise<Collection> {
  const { backEnd, strings } = recorded;
  if (strings !== undefined && leadsToCharacters(value.type)) {
    const pointer = isReference(strip(value.type)) ? await lowerPointee(value, backEnd) : value;
    const { word } = await lowerNumber(pointer, backEnd);
    return together([await itself(value, backEnd), stringAt(word, strings)]);
  }
  if (!isReference(strip(value.type))) return itself(value, backEnd);
  const referred = await lowerPointee(value, backEnd);
  return together([await itself(value, backEnd), await itself(referred, backEnd)]);
}

/** The bytes of the value, and the static members of an object. */
async function itself(value: AgentValue, backEnd: AgentBackEnd): Promise<Collection> {
  if (!isObject(value)) return collectionOfCode(value.word);
  const { type, place, bits, length } = value;
  if (bits) return collectionOfCode((await lowerNumber(value, backEnd)).word);
  if (place.kind === 'memory' && strip(type).kind === 'function')
    return collectionOfCode(place.address);
  const bytes = length ?? (await lengthCode(type, backEnd));
  const object =
    place.kind === 'memory'
      ? memoryOfLength(place.address, bytes)
      : collectionOf(place, Number(constantOf(bytes) ?? 0n), backEnd.site);
  return together([object, await statics(type, backEnd)]);
}

/** What an object shares with all others of its class, and of its bases. */
async function statics(
  type: Type,
  backEnd: AgentBackEnd,
  seen = new Set<number>(),
): Promise<Collection> {
  const owner = asClass(type);
  // Damaged classes may be bases of themselves.
  if (!owner || seen.has(owner.offset)) return nothing;
  seen.add(owner.offset);
  const { statics: shared, bases } = await owner.members();
  const collections: Collection[] = [];
  for (const member of shared) {
    const { place, type: own } = await lowerStaticMember(owner, member, backEnd);
    if (place.kind === 'memory')
      collections.push(collectionOf(place, sizeOf(own) ?? 0, backEnd.site));
  }
  for (const base of bases) collections.push(await statics(base.type, backEnd, seen));
  return together(collections);
}

/** A pointer to characters of one byte. */
function leadsToCharacters(type: Type): boolean {
  const bare = strip(type);
  if (isReference(bare)) return leadsToCharacters(bare.target);
  const target = targetOf(bare);
  const character = target && strip(target);
  return (
    character?.kind === 'base' && character.size === 1 && character.encoding !== DW_ATE.boolean
  );
}

// The size of a value that only the target knows, in bytes: arrays of variable length (DWARF 5,
// section 5.13).

/** The bytes of a type as code; a number for most. */
async function lengthCode(type: Type, backEnd: AgentBackEnd): Promise<Code> {
  const bare = strip(type);
  const isFixed =
    bare.kind !== 'array' ||
    (!bare.descriptor && bare.dimensions.every(({ count }) => typeof count !== 'object'));
  if (bare.kind !== 'array' || isFixed) {
    const size = sizeOf(type);
    if (size === undefined) throw new Failure(t('Its size is not known.'));
    return constant(BigInt(size));
  }
  if (bare.descriptor) throw new Failure(t('Its elements lie where a descriptor says.'));
  let length = await lengthCode(bare.element, backEnd);
  for (const { count = 0n } of bare.dimensions) {
    length =
      typeof count === 'bigint'
        ? multiplied(length, count)
        : combined(length, await countFrom(count, backEnd), 'mul');
  }
  return length;
}

async function countFrom({ from, add }: CountFrom, backEnd: AgentBackEnd): Promise<Code> {
  if (from.kind === 'expression') {
    return added(await numberFrom(from.expression, backEnd.site), add);
  }
  if (from.kind === 'stored') throw new Failure(t('Its length is stored apart.'));
  const variable = await variableAt(from.offset, backEnd.site);
  if (!variable) throw new Failure(t('Its length is in a variable that is not there.'));
  const { word } = await lowerNumber(await backEnd.variable(variable), backEnd);
  return added(word, add);
}

async function variableAt(offset: number, { frame }: CompileSite): Promise<Variable | undefined> {
  const { scope, module } = frame;
  const visible = [
    ...(scope?.parameters ?? []),
    ...(scope?.blocks.flatMap(({ variables }) => variables) ?? []),
  ];
  return visible.find((each) => each.offset === offset) ?? module?.program.variableAt(offset);
}

// What recording something takes: memory at known addresses, code that records on its way,
// registers.

/** What is to be recorded. */
interface Collection {
  /** Memory whose place is known before the run: a run-time address and bytes. */
  readonly memory: readonly { readonly address: bigint; readonly length: number }[];
  /** Code that records what it reads; each leaves nothing. */
  readonly code: readonly Code[];
  /** By gdb's remote numbers. */
  readonly registers: readonly number[];
}

/** Nothing. */
const nothing: Collection = { memory: [], code: [], registers: [] };

/** All of several collections, in their order. */
function together(collections: readonly Collection[]): Collection {
  return {
    memory: collections.flatMap(({ memory }) => memory),
    code: collections.flatMap(({ code }) => code),
    registers: [...new Set(collections.flatMap(({ registers }) => registers))],
  };
}

/** Something of `size` bytes. */
function collectionOf(place: AgentPlace, size: number, reader: PlaceReader): Collection {
  switch (place.kind) {
    case 'memory':
      return memoryAt(place.address, size);
    case 'register':
      return collectionOfRegisters([place.register], reader);
    case 'number':
      return collectionOfCode(place.code);
    case 'literal':
    case 'implicitPointer':
      return nothing;
    case 'pieces':
      return collectionOfPieces(place.pieces, reader);
    case 'part':
      return collectionOf(place.of, place.size, reader);
    case 'unavailable':
      throw new Failure(place.why);
  }
}

/** Pieces that the compiler left out are left out. */
function collectionOfPieces(
  pieces: (AgentPlace & { kind: 'pieces' })['pieces'],
  reader: PlaceReader,
): Collection {
  const kept = pieces.filter(({ place }) => place.kind !== 'unavailable');
  return together(
    kept.map(({ place, size, offset = 0 }) =>
      collectionOf(place, Math.ceil((offset + size) / 8), reader),
    ),
  );
}

/** `size` bytes at an address. */
function memoryAt(address: Code, size: number): Collection {
  if (size === 0) return nothing;
  const known = constantOf(address);
  if (known !== undefined) {
    return { ...nothing, memory: [{ address: BigInt.asUintN(64, known), length: size }] };
  }
  const code = [...address, ...constant(BigInt(size)), operation('trace')];
  return { memory: [], code: [code], registers: [...new Set(registersIn(address))] };
}

/** Bytes at an address, as many as other code says. */
function memoryOfLength(address: Code, length: Code): Collection {
  const known = constantOf(length);
  if (known !== undefined) return memoryAt(address, Number(known));
  const code = [...address, ...length, operation('trace')];
  return { memory: [], code: [code], registers: [...new Set(registersIn(code))] };
}

/** A string up to its NUL, at most so many bytes, and what leads to it. */
function stringAt(address: Code, most: number): Collection {
  const code = [...address, ...constant(BigInt(most)), operation('tracenz')];
  return { memory: [], code: [code], registers: [...new Set(registersIn(address))] };
}

/** What computing a number reads. */
function collectionOfCode(code: Code): Collection {
  const registers = [...new Set(registersIn(code))];
  return { memory: [], code: readsAnything(code) ? [[...code, operation('pop')]] : [], registers };
}

/** Registers, as the raw ones that they are computed from. */
function collectionOfRegisters(
  registers: readonly Register[],
  { registers: all }: PlaceReader,
): Collection {
  const raw = registers.flatMap((register) => all.rawOf(register));
  return { ...nothing, registers: [...new Set(raw.map(({ number }) => number))] };
}
