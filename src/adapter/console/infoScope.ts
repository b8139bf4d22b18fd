// `info scope`: what is visible at a place, and where it is kept (gdb manual, "Tracepoints", "info
// scope").
import { hexAddress } from '../../bytes/hex';
import { demangle } from '../../symbols/demangle';
import { TimeSlice } from '../../bytes/timeSlice';
import { inDictionaryOrder } from '../../values/frameVariables';
import { nameWithParameters } from '../../values/functionName';
import { splitName } from '../../symbols/dwarf/qualifiedName';
import { styleOf } from '../../symbols/dwarf/languages';
import { completeType, isClass, sizeOf, strip } from '../../values/types';
import type { BlockSymbol, FunctionScope, GlobalVariable, Variable } from '../../symbols/scope';
import type { Type } from '../../symbols/type';
import {
  DescriptionCut,
  constantText,
  locationText,
  dwarfRegisterNames,
  type Described,
} from '../../trace/text/locationText';
import { RequestFailed } from '../../bytes/requestFailed';
import { text } from './command';
import type { ConsoleState } from './consoleState';
import { firstCodeOf } from './linespecs';
import { compile } from '../../expressions/compile';
import type { EvaluationContext } from '../../expressions/context';
import { variableName } from '../../values/variableName';
import { functionIn, isDescribed, type ResolvedSymbol } from '../../expressions/resolvedSymbol';
import { resolveSymbol, typeNamed } from '../../expressions/names';
import { Failure } from '../../expressions/problem';
import {
  type LoadedModule,
  type StackFrame,
  linkAddress,
  runTimeAddress,
} from '../../machine/stackFrame';

/** `info scope LOCATION`. */
export async function infoScope(args: string, state: ConsoleState): Promise<string> {
  if (args === '') {
    throw new RequestFailed('requires an argument (function, line or *addr) to define a scope');
  }
  const address = await firstCodeOf(args, state);
  const lines = await symbolLines(address, state);
  if (lines.length === 0) return `Scope for ${args} contains no locals or arguments.`;
  return text([`Scope for ${args}:`, ...lines]);
}

async function symbolLines(address: bigint, { trace }: ConsoleState): Promise<string[]> {
  for (const module of trace.modules.current.loaded) {
    const at = linkAddress(address, module.slide);
    const [scope] = await module.program.scopesAt(at);
    if (!scope) continue;
    const lines: string[] = [];
    const slice = new TimeSlice();
    const blocks = await module.program.symbolsAt(at);
    for (const [i, { block, symbols }] of blocks.entries()) {
      const isOwn = i === blocks.length - 1;
      if (isOwn && scope.inlinedAt) {
        const entry = hexAddress(runTimeAddress(scope.entry, module.slide));
        // gdb 13 makes no parameters up for what was inlined: they come from the linker's name.
        const isMangled = styleOf(scope.language) === 'c++' && scope.linkageName !== undefined;
        const name = isMangled ? await nameWithParameters(scope, module.program) : scope.name;
        lines.push(`Symbol ${name ?? ''} is a function at address ${entry}, length 1.`);
      }
      const place = {
        module,
        address: runTimeAddress(block.ranges[0]?.start ?? at, module.slide),
        frameBase: scope.frameBase,
        registerName: dwarfRegisterNames(trace.recording),
      };
      const { declared } = block;
      for (const each of isOwn ? symbols : inDictionaryOrder(symbols, declared, scope.language)) {
        const { name } = each;
        try {
          const said = await symbolText(
            each,
            scope,
            { ...place, name },
            trace.modules.current.loaded,
          );
          lines.push(`Symbol ${name} is ${said}.`);
          await slice.yieldIfDue();
        } catch (error) {
          if (!(error instanceof DescriptionCut)) throw error;
          return [...lines, `Symbol ${name} is ${error.message}`];
        }
      }
    }
    return lines;
  }
  return [];
}

async function symbolText(
  symbol: BlockSymbol,
  scope: FunctionScope,
  described: Described,
  modules: readonly LoadedModule[],
): Promise<string> {
  switch (symbol.kind) {
    case 'type':
      return 'a typedef';
    case 'enumerator':
      return `${constantText(symbol.value)}, length ${symbol.size}`;
    case 'label': {
      if (symbol.address === undefined) return 'optimized out';
      const { slide, program } = described.module;
      const at = hexAddress(runTimeAddress(symbol.address, slide));
      return `a label at address ${at}, length ${program.elf.bits / 8}`;
    }
    case 'declaration': {
      const [found] = await described.module.program.globalsNamed(symbol.name, scope);
      const text = found && (await locationText(found.location, described));
      const where = text?.replace(/^in /, '') ?? 'Unresolved Static';
      return `${where}, ${await lengthText(symbol.type, modules)}`;
    }
    case 'variable': {
      const { location, type } = symbol.variable;
      const text = await locationText(location, described);
      return location.kind === 'none' ? text : `${text}, ${await lengthText(type, modules)}`;
    }
  }
}

async function lengthText(type: Type, modules: readonly LoadedModule[]): Promise<string> {
  const bare = strip(await completeType(type, modules));
  // gdb knows no length of a type that has a name alone, as C++ names that of nullptr.
  const isNameAlone = bare.kind === 'void' && bare.name !== undefined;
  return `length ${isNameAlone ? 0 : (sizeOf(bare) ?? 0)}`;
}

// `info address`: where a variable or function is kept (gdb manual, "Symbols").

/** `info address SYMBOL`. */
export async function infoAddress(args: string, state: ConsoleState): Promise<string> {
  if (args === '') throw new RequestFailed('Argument required.');
  const meaning = await meaningOfSymbol(args, state);
  const name = (meaning && (await wholeName(args, meaning, state))) ?? demangle(args) ?? args;
  if (meaning?.kind === 'field') {
    return `Symbol "${name}" is a field of the local class variable \`this'`;
  }
  let kept: string | undefined;
  try {
    kept = meaning && (await keptText(meaning, state));
  } catch (error) {
    if (error instanceof DescriptionCut) return `Symbol "${name}" is ${error.message}`;
    throw error;
  }
  if (kept === undefined) throw new RequestFailed(`No symbol "${args}" in current context.`);
  return `Symbol "${name}" is ${kept}.`;
}

/**
 * A function of C++ with its parameters, where it was named without, and a variable with its tags;
 * undefined for others.
 */
async function wholeName(
  named: string,
  meaning: ResolvedSymbol,
  { trace }: ConsoleState,
): Promise<string | undefined> {
  if (meaning.kind === 'global') return variableName(meaning.variable);
  if (meaning.kind === 'static') {
    const definition = await definitionOf(meaning, trace.modules.current.loaded);
    return definition && variableName(definition.variable);
  }
  if (meaning.kind !== 'function' || !isDescribed(meaning)) return undefined;
  for (const { program, slide } of trace.modules.current.loaded) {
    const scope = await program.functionEnteredAt(linkAddress(meaning.address, slide));
    // Several may be at one address.
    const isNamed = scope?.name === named || scope?.name?.endsWith(`::${named}`) === true;
    if (scope && isNamed) return nameWithParameters(scope, program);
  }
  return undefined;
}

/** What a name means that may be no expression: `list::push(int)`. */
async function meaningOfSymbol(
  name: string,
  state: ConsoleState,
): Promise<ResolvedSymbol | undefined> {
  const context = await state.context();
  if (styleOf(context.language) === 'rust') return meaningInRust(name, context);
  const quoted = /^[\w$]+$/.test(name) ? name : `'${name.replace(/^'(.*)'$/s, '$1')}'`;
  const compiled = await compile(quoted, context);
  const bound = 'problem' in compiled ? compiled : await compiled.bound(context);
  if ('problem' in bound) {
    const found = await methodNamed(name, context);
    if (found) return found;
    throw new RequestFailed(bound.problem);
  }
  const { expression, bindings } = bound;
  const symbol = expression.kind === 'name' ? bindings.symbol(expression) : undefined;
  if (symbol?.kind !== 'method') return symbol;
  const method = `${symbol.owner.name ?? ''}::${symbol.method.name}`;
  return (await functionIn(context.modules, method)) ?? symbol;
}

/** A method that an expression may not name: a destructor, or one of several. */
async function methodNamed(
  name: string,
  context: EvaluationContext,
): Promise<ResolvedSymbol | undefined> {
  const parts = splitName(name);
  const owner = await typeNamed(parts.slice(0, -1).join('::'), context);
  if (!owner || !isClass(owner) || owner.name === undefined) return undefined;
  return functionIn(context.modules, `${owner.name}::${parts.at(-1) ?? ''}`);
}

/** Rust's symbols have names that are no paths: `core::fmt::{impl#80}::fmt<()>`. */
async function meaningInRust(
  name: string,
  context: EvaluationContext,
): Promise<ResolvedSymbol | undefined> {
  try {
    return await resolveSymbol({ kind: 'name', at: 0, name, global: false }, context);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

async function keptText(meaning: ResolvedSymbol, state: ConsoleState): Promise<string | undefined> {
  switch (meaning.kind) {
    case 'local':
    case 'ofEnclosing':
    case 'ofFunction':
      return variableText(meaning.variable, await state.stackFrame(), state);
    case 'global':
      return variableText(meaning.variable, meaning, state);
    case 'function':
      return isDescribed(meaning)
        ? `a function at address ${hexAddress(meaning.address)}`
        : undescribedText(meaning.address);
    case 'data':
      return undescribedText(meaning.address);
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

function undescribedText(address: bigint): string {
  return `at ${hexAddress(address)} in a file compiled without debugging`;
}

/** Where one of the programs keeps a static member; undefined where none defines it. */
async function staticText(
  { owner, member }: ResolvedSymbol & { kind: 'static' },
  state: ConsoleState,
): Promise<string | undefined> {
  if (member.constant !== undefined) return 'constant';
  const definition = await definitionOf({ owner, member }, state.trace.modules.current.loaded);
  return definition && variableText(definition.variable, definition, state);
}

/** The variable that a static member is, and what defines it. */
async function definitionOf(
  { owner, member }: Pick<ResolvedSymbol & { kind: 'static' }, 'owner' | 'member'>,
  modules: readonly LoadedModule[],
): Promise<{ variable: GlobalVariable; module: LoadedModule } | undefined> {
  for (const module of modules) {
    const variable = await module.program.staticMember(owner.name ?? '', member);
    if (variable) return { variable, module };
  }
  return undefined;
}

/** Where a variable is: of a stack frame, or of the program at a module. */
async function variableText(
  { location, name }: Variable,
  around: StackFrame | { readonly module: LoadedModule } | undefined,
  state: ConsoleState,
): Promise<string | undefined> {
  if (location.kind === 'constant') return 'constant';
  const module = around?.module;
  if (!module) return undefined;
  const frame = 'scope' in around ? around : undefined;
  const text = await locationText(location, {
    module,
    name,
    address: frame?.lookupPc ?? 0n,
    frameBase: frame?.scope?.frameBase,
    registerName: dwarfRegisterNames(state.trace.recording),
  });
  return text.replace(/^in (?=static storage)/, '');
}
