// What a name of the program resolves to, and where it is looked up.
import type { EnclosingFunction, FunctionScope, GlobalVariable, Variable } from '../symbols/scope';
import type {
  ClassType,
  EnumType,
  FunctionType,
  Member,
  Method,
  StaticMember,
  Type,
} from '../symbols/type';
import { type LoadedModule, type StackFrame, runTimeAddress } from '../machine/stackFrame';
import { comparableName } from '../symbols/canonicalName';
import { demangle } from '../symbols/demangle/index';
import { splitName } from '../symbols/dwarf/qualifiedName';
import type { Program } from '../symbols/program';
import {
  linkedFunctions,
  nameWithParameters,
  readSignature,
  searchedName,
  writtenSignatureAt,
} from '../values/functionName';

/** What a name means. */
export type ResolvedSymbol =
  /** A parameter or a variable of a block. */
  | { readonly kind: 'local'; readonly variable: Variable }
  /** `f::x`: of the innermost stack frame of the function that is not inside the one stopped in. */
  | {
      readonly kind: 'ofFunction';
      readonly variable: Variable;
      readonly scope: FunctionScope;
      readonly module: LoadedModule;
    }
  /** Of the last of the functions that the one stopped in is nested in, innermost first. */
  | {
      readonly kind: 'ofEnclosing';
      readonly variable: Variable;
      readonly functions: readonly EnclosingFunction[];
    }
  /** What a parameter was when the function was called: `x@entry`. */
  | { readonly kind: 'entry'; readonly parameter: Variable }
  /** A member of the object that the function was called for. */
  | { readonly kind: 'field'; readonly name: string; readonly self: Variable }
  /** A static variable of a function has no linker's name. */
  | {
      readonly kind: 'global';
      readonly variable: Variable & Partial<Pick<GlobalVariable, 'linkageName'>>;
      readonly module: LoadedModule;
    }
  | { readonly kind: 'enumerator'; readonly type: EnumType; readonly value: bigint }
  /** `address`: of its entry, at run time. */
  | { readonly kind: 'function'; readonly type: FunctionType; readonly address: bigint }
  /** What has a symbol and is not described. `address`: at run time. */
  | { readonly kind: 'data'; readonly name: string; readonly address: bigint }
  | { readonly kind: 'static'; readonly owner: ClassType; readonly member: StaticMember }
  /** `C::x`, a data member: `&C::x` is a pointer to it. */
  | {
      readonly kind: 'dataMember';
      readonly owner: ClassType;
      readonly member: Member;
      /** Bytes from the start of the owner, of which the member's class may be a base. */
      readonly offset: bigint;
      /** The object that the function was called for. */
      readonly self: Variable | undefined;
    }
  /** `C::f`, a member function: `&C::f` is a pointer to it. */
  | {
      readonly kind: 'method';
      /** The class that declares it. */
      readonly owner: ClassType;
      readonly method: Method;
      /** As the class declares it, with the object as its first parameter. */
      readonly type: FunctionType;
      /** The function that defines it; absent for a virtual one, which the object decides. */
      readonly definition?: ResolvedSymbol & { readonly kind: 'function' };
    };

/** Where names are looked up. */
export interface LookupScope {
  readonly modules: readonly LoadedModule[];
  readonly frame: StackFrame | undefined;
}

/** The program that holds the PC answers before the others. */
export function ownFirst({ modules, frame }: LookupScope): readonly LoadedModule[] {
  const own = frame?.module;
  return own ? [own, ...modules.filter(({ program }) => program !== own.program)] : modules;
}

/** The object that a function is called for. */
export function thisOf({ parameters }: FunctionScope): Variable | undefined {
  return parameters.find(({ name }) => name === 'this');
}

/** The function that is stopped in, where it is of a program. */
export function ownScope(
  { program }: LoadedModule,
  { frame }: LookupScope,
): FunctionScope | undefined {
  return program === frame?.module?.program ? frame.scope : undefined;
}

// Functions of the program by their names.

/** A function by its name. */
export type FunctionSymbol = ResolvedSymbol & { readonly kind: 'function' };

/**
 * A function in a namespace or class around the one that is stopped in, or outside of all; of
 * several files' own ones that of the same file.
 */
export async function visibleFunction(
  name: string,
  scope: FunctionScope | undefined,
  module: LoadedModule,
): Promise<FunctionSymbol | undefined> {
  for (const qualified of candidates(name, scope)) {
    const found = await functionNamed(qualified, module, undefined, scope?.entry);
    if (found) return found;
  }
  return undefined;
}

/** Data that is known only by its symbol. */
export async function dataNamed(
  name: string,
  modules: Iterable<LoadedModule>,
): Promise<ResolvedSymbol | undefined> {
  for (const { program, slide } of modules) {
    const address = await program.dataSymbol(name);
    if (address !== undefined) {
      return { kind: 'data', name, address: runTimeAddress(address, slide) };
    }
  }
  return undefined;
}

/**
 * A function of a program that is not loaded, by the stub through which it is called: what gdb
 * takes where nothing else has the name.
 */
export async function stubNamed(
  name: string,
  modules: Iterable<LoadedModule>,
): Promise<FunctionSymbol | undefined> {
  for (const { program, slide } of modules) {
    const stub = await program.stubOf(name);
    if (stub === undefined) continue;
    return { kind: 'function', type: undescribed, address: runTimeAddress(stub, slide) };
  }
  return undefined;
}

/**
 * The name in each namespace and class around the function, from the innermost, and then
 * unqualified.
 */
function* candidates(name: string, scope: FunctionScope | undefined): Iterable<string> {
  const around = splitName(scope?.name ?? '').slice(0, -1);
  for (let length = around.length; length > 0; length--) {
    yield `${around.slice(0, length).join('::')}::${name}`;
  }
  yield name;
}

/** The function of a qualified name with parameters, `ns::f(int) const`. */
export async function functionWithParameters(
  name: string,
  module: LoadedModule,
): Promise<FunctionSymbol | undefined> {
  const wanted = readSignature(name);
  if (!wanted) return undefined;
  const { program } = module;
  for (const { entry } of await program.addressesOfFunction(wanted.name)) {
    // The last parts of a name suffice to find functions, but not to mean one.
    if ((await writtenSignatureAt(entry, program))?.text === wanted.text) {
      return functionAt(entry, module);
    }
  }
  const [linked] = await linkedFunctions(name, program, true);
  return linked && functionAt(linked.entry, module);
}

/**
 * The function of a qualified name, which `signature` chooses of those with one name: as {@link
 * demangle} gives it, `A::f(int) const`. `near`: a link-time address in the file whose own one is
 * meant.
 */
export async function functionNamed(
  name: string,
  module: LoadedModule,
  signature?: string,
  near?: bigint,
): Promise<FunctionSymbol | undefined> {
  const { program } = module;
  const wanted = signature === undefined ? undefined : readSignature(signature)?.text;
  for (const { entry } of await program.addressesOfFunction(searchedName(name), near)) {
    const scope = (await program.scopesAt(entry)).at(-1);
    const linkageName = scope?.linkageName ?? '';
    // The last parts of a name suffice to find functions, but not to mean one.
    const isMeant = !scope || scope.name === name || linkageName === name;
    if (!isMeant && !(await isCalled(name, entry, program))) continue;
    if (wanted !== undefined && readSignature(demangle(linkageName) ?? '')?.text !== wanted)
      continue;
    return functionAt(entry, module);
  }
  return undefined;
}

/** The function of a name in the first of the modules that has one; as {@link functionNamed}. */
export async function functionIn(
  modules: readonly LoadedModule[],
  name: string,
  signature?: string,
): Promise<FunctionSymbol | undefined> {
  for (const module of modules) {
    const found = await functionNamed(name, module, signature);
    if (found) return found;
  }
  return undefined;
}

/**
 * Whether the function that begins at a link-time address has a name, which the linker's name
 * spells in gdb's way.
 */
async function isCalled(name: string, entry: bigint, program: Program): Promise<boolean> {
  if (!name.includes('<')) return false;
  const text = (await writtenSignatureAt(entry, program))?.text;
  const wanted = comparableName(name).replace(/\s+/g, '');
  return text?.startsWith(`${wanted}(`) === true;
}

/** The function that begins at a link-time address. */
async function functionAt(
  entry: bigint,
  { program, slide }: LoadedModule,
): Promise<FunctionSymbol> {
  const scope = (await program.scopesAt(entry)).at(-1);
  const type = scope && (await program.functionTypeAt(scope.offset));
  return { kind: 'function', type: type ?? undescribed, address: runTimeAddress(entry, slide) };
}

/** In code that was inlined, the name of its function means the place where it was inlined. */
export async function inlinedItself(
  name: string,
  { frame }: LookupScope,
): Promise<FunctionSymbol | undefined> {
  const { scope, module } = frame ?? {};
  if (!scope?.inlinedAt || !module) return undefined;
  const { program, slide } = module;
  const wanted = readSignature(name)?.text;
  const own = wanted === undefined ? scope.name : await nameWithParameters(scope, program);
  const isMeant = wanted === undefined ? own === name : readSignature(own ?? '')?.text === wanted;
  if (!isMeant) return undefined;
  const type = await program.functionTypeAt(scope.offset);
  return {
    kind: 'function',
    type: type ?? undescribed,
    address: runTimeAddress(scope.entry, slide),
  };
}

/** Whether debugging information describes a function. */
export function isDescribed({ type }: FunctionSymbol): boolean {
  return type !== undescribed;
}

/** A function without debugging information. */
const undescribed: FunctionType = {
  kind: 'function',
  name: '<text variable, no debug info>',
  result: { kind: 'void', name: '<unknown return type>' },
  prototyped: false,
  variadic: false,
  parameters: () => Promise.resolve([]),
};

/** The type of something known only by its symbol. */
export const undescribedData: Type = { kind: 'void', name: '<data variable, no debug info>' };

function isIn(
  { ranges }: FunctionScope,
  { program, slide }: LoadedModule,
  frame: StackFrame,
): boolean {
  if (frame.module?.program !== program) return false;
  const pc = BigInt.asUintN(64, frame.lookupPc - slide);
  return ranges.some(({ start, end }) => pc >= start && pc < end);
}

/** The innermost stack frame with its PC in the function, from the selected one outward. */
export async function stackFrameOf(
  { scope, module }: ResolvedSymbol & { kind: 'ofFunction' },
  selected: StackFrame | undefined,
): Promise<StackFrame | undefined> {
  let frame = selected;
  while (frame && !isIn(scope, module, frame)) frame = await frame.caller();
  return frame;
}
