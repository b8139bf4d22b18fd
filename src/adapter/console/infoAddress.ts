// `info address`: where a variable or function is kept (gdb manual, "Symbols").
import { hexAddress } from '../../bytes/hex';
import { compile } from '../../expressions/compile';
import type { EvaluationContext } from '../../expressions/context';
import type { Meaning } from '../../expressions/meaning';
import { meaningOf } from '../../expressions/names';
import { Failure } from '../../expressions/problem';
import { styleOf } from '../../values/language';
import type { Placement, StackFrame } from '../../machine/stackFrame';
import type { Variable } from '../../symbols/scope';
import { locationText, dwarfRegisterNames } from '../../trace/words/locationWords';
import { RequestFailed } from '../requestFailed';
import type { ConsoleState } from './consoleState';

/** `info address SYMBOL`. */
export async function infoAddress(args: string, state: ConsoleState): Promise<string> {
  if (args === '') throw new RequestFailed('Argument required.');
  const meaning = await meaningOfSymbol(args, state);
  if (meaning?.kind === 'field') {
    return `Symbol "${args}" is a field of the local class variable \`this'`;
  }
  const kept = meaning && (await keptText(meaning, state));
  if (kept === undefined) throw new RequestFailed(`No symbol "${args}" in current context.`);
  return `Symbol "${args}" is ${kept}.`;
}

/** What a name means that may be no expression: `list::push(int)`. */
async function meaningOfSymbol(name: string, state: ConsoleState): Promise<Meaning | undefined> {
  const context = await state.context();
  if (styleOf(context.surroundings.language) === 'rust') return meaningInRust(name, context);
  const quoted = /^[\w$]+$/.test(name) ? name : `'${name.replace(/^'(.*)'$/s, '$1')}'`;
  const compiled = await compile(quoted, context.surroundings);
  const bound = 'problem' in compiled ? compiled : await compiled.bound(context);
  if ('problem' in bound) throw new RequestFailed(bound.problem);
  const { expression, bindings } = bound;
  return expression.kind === 'name' ? bindings.meaning(expression) : undefined;
}

/** Rust's symbols have names that are no paths: `core::fmt::{impl#80}::fmt<()>`. */
async function meaningInRust(
  name: string,
  { surroundings }: EvaluationContext,
): Promise<Meaning | undefined> {
  try {
    return await meaningOf({ kind: 'name', at: 0, name, global: false }, surroundings);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

async function keptText(meaning: Meaning, state: ConsoleState): Promise<string | undefined> {
  switch (meaning.kind) {
    case 'local':
    case 'ofFunction':
      return variableText(meaning.variable, await state.stackFrame(), state);
    case 'global':
      return variableText(meaning.variable, meaning, state);
    case 'function':
      return `a function at address ${hexAddress(meaning.address)}`;
    case 'enumerator':
      return 'constant';
    case 'static':
      return staticText(meaning, state);
    case 'entry':
    case 'field':
    case 'dataMember':
    case 'method':
      return undefined;
  }
}

/** Where one of the programs keeps a static member; undefined where none defines it. */
async function staticText(
  { owner, member }: Meaning & { kind: 'static' },
  state: ConsoleState,
): Promise<string | undefined> {
  if (member.constant !== undefined) return 'constant';
  for (const placement of state.trace.programs.placements) {
    const variable = await placement.program.staticMember(owner.name ?? '', member);
    if (variable) return variableText(variable, { placement }, state);
  }
  return undefined;
}

/** Where a variable is: of a stack frame, or of the program at a placement. */
async function variableText(
  { location }: Variable,
  around: StackFrame | { readonly placement: Placement } | undefined,
  state: ConsoleState,
): Promise<string | undefined> {
  if (location.kind === 'constant') return 'constant';
  const placement = around?.placement;
  if (!placement) return undefined;
  const frame = 'scope' in around ? around : undefined;
  const text = await locationText(location, {
    placement,
    address: frame?.lookupPc ?? 0n,
    frameBase: frame?.scope?.frameBase,
    registerName: dwarfRegisterNames(state.trace),
  });
  return text.replace(/^in (?=static storage)/, '');
}
