// What a register held when the function was called: DW_OP_entry_value (DWARF 5, section 2.5.1.7), found in what the
// caller says of the call (section 3.4.2).
import type { DwarfExpression } from '../../symbols/location';
import type { CallSite, CallSiteParameter, FunctionScope } from '../../symbols/scope';
import { contextOf, type EvaluateNumber, type ExpressionContext } from './context';
import { entryRegister } from './entryRegister';
import type { Nowhere } from '../place';
import type { LoadedModule, StackFrame } from '../stackFrame';

/** gdb's rule: what cannot be found is optimized out. */
const unknown: Nowhere = { kind: 'optimizedOut' };

/** As many functions as a chain of tail calls is followed through. */
const maxTailCalls = 1000;

/**
 * The number that `block`, the operand of an entry value, had at the entry of the context's function. `ofReference`: of a
 * reference, which is known where the caller says what it refers to (DW_AT_call_data_value), as in gdb: the object may have
 * changed since.
 */
export async function entryValue(
  block: DwarfExpression,
  context: ExpressionContext,
  evaluateNumber: EvaluateNumber,
  ofReference = false,
): Promise<bigint | Nowhere> {
  const wanted = entryRegister(block);
  if (!wanted) {
    return { kind: 'problem', problem: 'an entry value is of something else than a register' };
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

/** The number that the parameter at an offset of .debug_info had at the entry of the context's function. */
export async function parameterAtEntry(
  offset: number,
  context: ExpressionContext,
  evaluateNumber: EvaluateNumber,
): Promise<bigint | Nowhere> {
  if (await isCallerLost(context)) return { kind: 'unavailable' };
  const isWanted = (each: CallSiteParameter): boolean => each.offset === offset;
  const parameter = await entryParameter(context, isWanted, evaluateNumber);
  const value = parameter?.site.value;
  return value ? evaluateNumber(value, parameter.context) : unknown;
}

/** Whether there was a caller and it cannot be found: what it knew was not collected. Nothing called main. */
async function isCallerLost({ frame }: ExpressionContext): Promise<boolean> {
  if (!frame || (await frame.caller())) return false;
  return (await ownFunction(frame))?.name !== 'main';
}

/** What the caller says of a parameter, with the context to evaluate it in; undefined where it says nothing. */
async function entryParameter(
  context: ExpressionContext,
  isWanted: (parameter: CallSiteParameter) => boolean,
  evaluateNumber: EvaluateNumber,
): Promise<{ site: CallSiteParameter; context: ExpressionContext } | undefined> {
  const { frame } = context;
  const caller = await frame?.caller();
  if (!frame || !caller || !(await isCertain(frame, caller, context, evaluateNumber)))
    return undefined;
  const site = (await (await callSiteOf(caller))?.parameters())?.find(isWanted);
  return site && { site, context: contextOf(caller, context) };
}

/** Whether the call that the caller made is of this very function, which no tail call can have reached again. */
async function isCertain(
  frame: StackFrame,
  caller: StackFrame,
  context: ExpressionContext,
  evaluateNumber: EvaluateNumber,
): Promise<boolean> {
  const own = await ownFunction(frame);
  if (!own || !frame.placement) return false;
  const site = await callSiteOf(caller);
  const called = await targetOf(site, contextOf(caller, context), frame.placement, evaluateNumber);
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
  placement,
}: StackFrame): Promise<FunctionScope | undefined> {
  if (!placement) return undefined;
  return (await placement.program.scopesAt(linked(lookupPc, placement))).at(-1);
}

/** Whether a function may reach its own entry again by tail calls alone; an unknown target counts as no. */
async function callsItself(scope: FunctionScope, { program }: LoadedModule): Promise<boolean> {
  const seen = new Set<bigint>();
  const pending = [scope];
  for (let next = pending.pop(); next && seen.size < maxTailCalls; next = pending.pop()) {
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

function linked(address: bigint, { slide }: LoadedModule): bigint {
  return BigInt.asUintN(64, address - slide);
}
