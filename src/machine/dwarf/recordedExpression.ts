// DWARF expressions evaluated on what a frame collected: the words on the stack are numbers.
import { t } from '@vscode/l10n';
import { unsigned, type ByteOrder } from '../../bytes/cursor';
import type { DwarfExpression } from '../../symbols/location';
import { Origin, type MemorySpan } from '../memory';
import { locationProblem, type Unavailable, type Location } from '../location';
import { evaluateDwarf, evaluateDwarfNumber } from './evaluation';
import { type DwarfMachine, type DwarfLocation, type Nesting, entryRegister } from './machine';
import {
  operandArithmetic,
  compareOperands,
  convertOperand,
  operandBytes,
  shiftOperand,
  unaryOperand,
  type Computed,
  type OperandType,
} from './operand';
import { convertedRegister, startInRegister } from '../registers';
import type { SavedRegister, StackFrame, LoadedModule } from '../stackFrame';
import type { CallSite, CallSiteParameter, FunctionScope } from '../../symbols/scope';

/**
 * Where the thing is that an expression describes. `initial` is on the stack before, the top last.
 * A plain number that is left on the stack is an address in memory; {@link evaluateNumber} is for
 * expressions that compute one.
 */
export async function evaluateLocation(
  expression: DwarfExpression,
  context: DwarfContext,
  initial: readonly bigint[] = [],
): Promise<Location> {
  if (expression.bytes.length === 0) return { kind: 'optimizedOut' };
  const machine = recordedMachine(context);
  return locationOf(await evaluateDwarf(expression, machine, context.nesting, initial), context);
}

/**
 * The number that an expression leaves on the stack, or that the register holds that it names: call
 * frame information, array bounds, frame bases, offsets of members.
 */
export async function evaluateNumber(
  expression: DwarfExpression,
  context: DwarfContext,
  initial: readonly bigint[] = [],
): Promise<bigint | Unavailable> {
  if (expression.bytes.length === 0) return { kind: 'optimizedOut' };
  return evaluateDwarfNumber(expression, recordedMachine(context), context.nesting, initial);
}

function locationOf(location: DwarfLocation<bigint>, context: DwarfContext): Location {
  switch (location.kind) {
    case 'number':
      return { kind: 'number', bytes: operandBytes(location.number, context.order) };
    case 'pieces':
      return {
        kind: 'pieces',
        pieces: location.pieces.map((piece) => ({
          ...piece,
          location: locationOf(piece.location, context),
        })),
      };
    case 'memory':
    case 'register':
    case 'literal':
    case 'implicitPointer':
    case 'unavailable':
    case 'optimizedOut':
    case 'problem':
      return location;
  }
}

function recordedMachine(context: DwarfContext): DwarfMachine<bigint> {
  const { order, slide, cfa, frame, objectAddress } = context;
  return {
    cfaRule: undefined,
    order,
    slide,
    cfa,
    frame,
    objectAddress,
    constant: (value) => value,
    register: (number, type) => registerNumber(context, number, type),
    memory: (address, size, type) => readNumber(context, address, size, type),
    entryValue: (block, nesting) => entryValue(block, { ...context, nesting }, evaluateNumber),
    threadLocal: () =>
      locationProblem(t('TLS: a trace does not say where thread-local variables are')),
    parameterAtEntry: (offset, nesting) =>
      parameterAtEntry(offset, { ...context, nesting }, evaluateNumber),
    arithmetic: (name, a, b) => numberOf(operandArithmetic(name, a, b)),
    shift: (name, a, by) => numberOf(shiftOperand(name, a, by)),
    compare: (name, a, b) => {
      const holds = compareOperands(name, a, b);
      return holds === undefined ? unsupported() : BigInt(holds);
    },
    unary: (name, a) => numberOf(unaryOperand(name, a)),
    convert: (a, type) => numberOf(convertOperand(a, type)),
    copy: (value) => value,
    isTrue: ({ value }) => value !== 0n,
    choice: (condition, then, otherwise) => (condition.value === 0n ? otherwise : then),
  };
}

const unsupported = () =>
  locationProblem(t('an expression computes with numbers of a size that is not supported'));

function numberOf(result: Computed): bigint | Unavailable {
  if (result === 'division by zero') return locationProblem('Division by zero');
  return result === 'unsupported' ? unsupported() : result.value;
}

/** What a register holds, as an unsigned number; of a type, as the register holds that. */
function registerNumber(
  context: DwarfContext,
  number: number,
  type: OperandType,
): bigint | Unavailable {
  const { order } = context;
  const found = context.register(number);
  if (found.kind !== 'value') {
    return { kind: found.kind === 'unavailable' ? 'unavailable' : 'optimizedOut' };
  }
  const { bytes } = found;
  if (type.kind === 'generic') return unsigned(bytes, order);
  const { frame } = context;
  const held = { frame, order, machine: frame?.module?.program.elf.machine };
  const { size } = type;
  const converted = type.kind === 'float' && convertedRegister({ name: '', size }, number, held);
  if (converted) return unsigned(converted, order);
  const start = startInRegister(number, size, bytes.length, held);
  return unsigned(bytes.subarray(start, start + size), order);
}

async function readNumber(
  { memory, order }: DwarfContext,
  address: bigint,
  size: number,
  type: OperandType,
): Promise<bigint | Unavailable> {
  const { bytes, origins } = await memory.read(address, size);
  if (origins.includes(Origin.unavailable)) return { kind: 'unavailable' };
  return BigInt.asUintN(8 * type.size, unsigned(bytes, order));
}

// What a DWARF expression may ask of the stopped program around it (DWARF 5, section 2.5.1.3).

/**
 * What an expression may ask of the stack frame that it is evaluated in. Addresses are run-time
 * addresses.
 */
export interface DwarfContext {
  readonly order: ByteOrder;
  readonly memory: { read(address: bigint, length: number): Promise<MemorySpan> };
  /** A register by its DWARF number. */
  register(dwarfNumber: number): SavedRegister;
  /** Run-time address minus link-time address of the program that the expression is of. */
  readonly slide: bigint;
  /** The canonical frame address; absent where it is not available. */
  readonly cfa?: bigint | undefined;
  /** The stack frame, for DW_OP_fbreg and entry values; absent in call frame information. */
  readonly frame?: StackFrame | undefined;
  /** The address that DW_OP_push_object_address gives. */
  readonly objectAddress?: bigint;
  /** Of an expression inside others. */
  readonly nesting?: Nesting;
}

/** The number that an expression computes, or why it is missing. */
export type EvaluateNumber = (
  expression: DwarfExpression,
  context: DwarfContext,
) => Promise<bigint | Unavailable>;

/** What a context holds of a stack frame. */
export function dwarfContextOf(
  frame: StackFrame,
  { order, memory, nesting }: Pick<DwarfContext, 'order' | 'memory' | 'nesting'>,
): DwarfContext {
  return {
    order,
    memory,
    register: (number) => frame.register(number),
    slide: frame.module?.slide ?? 0n,
    cfa: frame.cfa,
    frame,
    ...(nesting && { nesting }),
  };
}

// What a register held when the function was called: DW_OP_entry_value (DWARF 5, section 2.5.1.7),
// found in what the caller says of the call (section 3.4.2).

/** gdb's rule: what cannot be found is optimized out. */
const unknown: Unavailable = { kind: 'optimizedOut' };

/** As many functions as a chain of tail calls is followed through. */
const maxTailCalls = 1000;

/**
 * The number that `block`, the operand of an entry value, had at the entry of the context's
 * function. `ofReference`: of a reference, which is known where the caller says what it refers to
 * (DW_AT_call_data_value), as in gdb: the object may have changed since.
 */
export async function entryValue(
  block: DwarfExpression,
  context: DwarfContext,
  evaluateNumber: EvaluateNumber,
  ofReference = false,
): Promise<bigint | Unavailable> {
  const wanted = entryRegister(block);
  if (!wanted) {
    return { kind: 'problem', problem: t('an entry value is of something else than a register') };
  }
  if (await isCallerLost(context)) return ofReference ? unknown : { kind: 'unavailable' };
  const isWanted = ({ location }: CallSiteParameter): boolean => {
    const place = location && entryRegister(location);
    return place?.register === wanted.register && !place.dereferenced;
  };
  const parameter = await entryParameter(context, isWanted, evaluateNumber);
  if (ofReference && !parameter?.site.dataValue) return unknown;
  const value = wanted.dereferenced ? parameter?.site.dataValue : parameter?.site.value;
  if (!parameter || !value) return unknown;
  return evaluateNumber(value, parameter.context);
}

/**
 * The number that the parameter at an offset of .debug_info had at the entry of the context's
 * function.
 */
export async function parameterAtEntry(
  offset: number,
  context: DwarfContext,
  evaluateNumber: EvaluateNumber,
): Promise<bigint | Unavailable> {
  if (await isCallerLost(context)) return { kind: 'unavailable' };
  const isWanted = (each: CallSiteParameter): boolean => each.offset === offset;
  const parameter = await entryParameter(context, isWanted, evaluateNumber);
  const value = parameter?.site.value;
  return value ? evaluateNumber(value, parameter.context) : unknown;
}

/**
 * Whether there was a caller and it cannot be found: what it knew was not collected. Nothing called
 * main.
 */
async function isCallerLost({ frame }: DwarfContext): Promise<boolean> {
  if (!frame || (await frame.caller())) return false;
  return (await ownFunction(frame))?.name !== 'main';
}

/**
 * What the caller's call site says of a parameter, with the context to evaluate it in; undefined
 * where it says nothing.
 */
async function entryParameter(
  context: DwarfContext,
  isWanted: (parameter: CallSiteParameter) => boolean,
  evaluateNumber: EvaluateNumber,
): Promise<{ site: CallSiteParameter; context: DwarfContext } | undefined> {
  const { frame } = context;
  const caller = await frame?.caller();
  if (!frame || !caller || !(await isCertain(frame, caller, context, evaluateNumber)))
    return undefined;
  const site = (await (await callSiteOf(caller))?.parameters())?.find(isWanted);
  if (!site) return undefined;
  // What the compiler says of a call holds after it: the callee preserves the registers that are
  // named, even those that callees may overwrite (gcc's -fipa-ra).
  const register = (number: number) => caller.left(number);
  return { site, context: { ...dwarfContextOf(caller, context), register } };
}

/**
 * Whether the call that the caller made is of this very function, which no tail call can have
 * reached again.
 */
async function isCertain(
  frame: StackFrame,
  caller: StackFrame,
  context: DwarfContext,
  evaluateNumber: EvaluateNumber,
): Promise<boolean> {
  const own = await ownFunction(frame);
  if (!own || !frame.module) return false;
  const site = await callSiteOf(caller);
  const called = await targetOf(
    site,
    dwarfContextOf(caller, context),
    frame.module,
    evaluateNumber,
  );
  return called === own.entry + frame.module.slide && !(await callsItself(own, frame.module));
}

/** The call that a stack frame is in. */
async function callSiteOf({ pc, module, lookupPc }: StackFrame): Promise<CallSite | undefined> {
  if (!module) return undefined;
  const scopes = await module.program.scopesAt(linked(lookupPc, module));
  const scope = scopes.at(-1);
  const sites = scope ? await module.program.callSitesOf(scope) : [];
  return sites.find(({ returnAddress }) => returnAddress === linked(pc, module));
}

/**
 * The run-time address of the function that is called, in the caller's context; `callee` is the
 * program that it may be in.
 */
async function targetOf(
  site: CallSite | undefined,
  context: DwarfContext,
  callee: LoadedModule,
  evaluateNumber: EvaluateNumber,
): Promise<bigint | undefined> {
  const target = await site?.target();
  if (target === undefined) return undefined;
  if (typeof target === 'bigint') return target + context.slide;
  if ('symbol' in target) {
    const entry = await callee.program.codeOfSymbol(target.symbol);
    return entry === undefined ? undefined : entry + callee.slide;
  }
  const address = await evaluateNumber(target, context);
  return typeof address === 'bigint' ? address : undefined;
}

/** The function with code of its own that a stack frame is in. */
export async function ownFunction({
  lookupPc,
  module,
}: StackFrame): Promise<FunctionScope | undefined> {
  if (!module) return undefined;
  return (await module.program.scopesAt(linked(lookupPc, module))).at(-1);
}

/**
 * Whether a function may reach its own entry again through tail calls; a call into code without an
 * entry counts, as in gdb (gdb 13, func_verify_no_selftailcall).
 */
async function callsItself(scope: FunctionScope, { program }: LoadedModule): Promise<boolean> {
  const seen = new Set<bigint>();
  const pending = [scope];
  for (let next = pending.pop(); next && seen.size < maxTailCalls; next = pending.pop()) {
    for (const site of await program.callSitesOf(next)) {
      if (!site.tail) continue;
      const target = await site.target();
      if (typeof target !== 'bigint' || target === scope.entry) return true;
      if (seen.has(target)) continue;
      seen.add(target);
      const callee = await program.functionEnteredAt(target);
      if (!callee) return true;
      pending.push(callee);
    }
  }
  return false;
}

function linked(address: bigint, { slide }: LoadedModule): bigint {
  return BigInt.asUintN(64, address - slide);
}
