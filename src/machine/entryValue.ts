// What a register held when the function was called: DW_OP_entry_value (DWARF 5, section 2.5.1.7), found in what the
// caller says of the call (section 3.4.2).
import { DwarfCursor } from '../symbols/dwarf/cursor';
import type { DwarfExpression } from '../symbols/location';
import type { CallSite, CallSiteParameter, FunctionScope } from '../symbols/scope';
import { contextOf, evaluateNumber, type ExpressionContext } from './dwarfExpression';
import { DW_OP } from './dwarf/operations';
import type { Nowhere } from './place';
import type { Placement, StackFrame } from './stackFrame';

/** gdb's rule: what cannot be found is optimized out. */
const unknown: Nowhere = { kind: 'optimizedOut' };

/** As many functions as a chain of tail calls is followed through. */
const mostTailCalls = 1000;

/**
 * The number that `block`, the operand of an entry value, had at the entry of the context's function. `ofReference`: of a
 * reference, which is known where the caller says what it refers to (DW_AT_call_data_value), as in gdb: the object may have
 * changed since.
 */
export async function entryValue(
  block: DwarfExpression,
  context: ExpressionContext,
  ofReference = false,
): Promise<bigint | Nowhere> {
  const wanted = registerOf(block);
  if (!wanted) {
    return { kind: 'problem', problem: 'an entry value is of something else than a register' };
  }
  if (await isCallerLost(context)) return ofReference ? unknown : { kind: 'unavailable' };
  const parameter = await entryParameter(context, (each) => {
    const place = each.location && registerOf(each.location);
    return place?.register === wanted.register && !place.dereferenced;
  });
  if (ofReference && !parameter?.site.dataValue) return unknown;
  const value = wanted.dereferenced ? parameter?.site.dataValue : parameter?.site.value;
  if (!parameter || !value) return unknown;
  return evaluateNumber(value, parameter.context);
}

/** The number that the parameter at an offset of .debug_info had at the entry of the context's function. */
export async function parameterAtEntry(
  offset: number,
  context: ExpressionContext,
): Promise<bigint | Nowhere> {
  if (await isCallerLost(context)) return { kind: 'unavailable' };
  const parameter = await entryParameter(context, (each) => each.offset === offset);
  const value = parameter?.site.value;
  return value ? evaluateNumber(value, parameter.context) : unknown;
}

/** Whether there was a caller and it cannot be found: what it knew was not collected. Nothing called main. */
async function isCallerLost({ frame }: ExpressionContext): Promise<boolean> {
  if (!frame || (await frame.caller())) return false;
  return (await ownFunction(frame))?.name !== 'main';
}

/** What the caller says of a parameter, with the context to evaluate it in; undefined where it says nothing. */
export async function entryParameter(
  context: ExpressionContext,
  matches: (parameter: CallSiteParameter) => boolean,
): Promise<{ site: CallSiteParameter; context: ExpressionContext } | undefined> {
  const { frame } = context;
  const caller = await frame?.caller();
  if (!frame || !caller || !(await isCertain(frame, caller, context))) return undefined;
  const site = (await (await callSiteOf(caller))?.parameters())?.find(matches);
  return site && { site, context: contextOf(caller, context) };
}

/** Whether the call that the caller made is of this very function, which no tail call can have reached again. */
async function isCertain(
  frame: StackFrame,
  caller: StackFrame,
  context: ExpressionContext,
): Promise<boolean> {
  const own = await ownFunction(frame);
  if (!own || !frame.placement) return false;
  const site = await callSiteOf(caller);
  const called = await targetOf(site, contextOf(caller, context), frame.placement);
  return called === own.entry + frame.placement.slide && !(await callsItself(own, frame.placement));
}

/** The call that a stack frame is in. */
async function callSiteOf({ pc, placement, lookupPc }: StackFrame): Promise<CallSite | undefined> {
  if (!placement) return undefined;
  const scopes = await placement.program.scopesAt(linked(lookupPc, placement));
  const scope = scopes.at(-1);
  const sites = scope ? await placement.program.callSitesOf(scope) : [];
  return sites.find(({ returnAddress }) => returnAddress === linked(pc, placement));
}

/** The run-time address of the function that is called, in the caller's context; `callee` is the program that it may be in. */
async function targetOf(
  site: CallSite | undefined,
  context: ExpressionContext,
  callee: Placement,
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
  placement,
}: StackFrame): Promise<FunctionScope | undefined> {
  if (!placement) return undefined;
  return (await placement.program.scopesAt(linked(lookupPc, placement))).at(-1);
}

/** Whether a function may reach its own entry again by tail calls alone; an unknown target counts as no. */
async function callsItself(scope: FunctionScope, { program }: Placement): Promise<boolean> {
  const seen = new Set<bigint>();
  const pending = [scope];
  for (let next = pending.pop(); next && seen.size < mostTailCalls; next = pending.pop()) {
    for (const site of await program.callSitesOf(next)) {
      const target = site.tail ? await site.target() : undefined;
      if (typeof target !== 'bigint' || seen.has(target)) continue;
      if (target === scope.entry) return true;
      seen.add(target);
      const callee = (await program.scopesAt(target)).at(-1);
      if (callee) pending.push(callee);
    }
  }
  return false;
}

/** What an entry value is the value of. */
interface EntryRegister {
  readonly register: number;
  /** It is what the register points to. */
  readonly dereferenced: boolean;
  /** Offset in the unit of the base type to read it by. */
  readonly type?: number;
}

/** The register that an expression names, or that it reads memory through. */
export function registerOf({ bytes, encoding }: DwarfExpression): EntryRegister | undefined {
  const cursor = new DwarfCursor(bytes, encoding.order);
  const operation = cursor.u8();
  if (operation >= DW_OP.reg0 && operation <= DW_OP.reg31 && cursor.remaining === 0) {
    return { register: operation - DW_OP.reg0, dereferenced: false };
  }
  if (operation === DW_OP.regx) {
    return { register: cursor.uleb(), dereferenced: false };
  }
  if (operation === DW_OP.regval_type || operation === DW_OP.GNU_regval_type) {
    return { register: cursor.uleb(), dereferenced: false, type: cursor.uleb() };
  }
  const based = operation >= DW_OP.breg0 && operation <= DW_OP.breg31;
  if (!based && operation !== DW_OP.bregx) return undefined;
  const register = based ? operation - DW_OP.breg0 : cursor.uleb();
  if (cursor.sleb() !== 0) return undefined;
  const reads = [DW_OP.deref, DW_OP.deref_size] as readonly number[];
  return reads.includes(cursor.u8()) ? { register, dereferenced: true } : undefined;
}

function linked(address: bigint, { slide }: Placement): bigint {
  return BigInt.asUintN(64, address - slide);
}
