// What names of the program mean at a place in it, in gdb's order: blocks from the innermost,
// parameters, members of `this`, the namespaces and classes around the function, the file, the
// program (gdb manual, "Program Variables").
import { splitName } from '../symbols/dwarf/qualifiedName';
import type { FunctionScope, Variable } from '../symbols/scope';
import type { ClassType, Type } from '../symbols/type';
import { needsFrame } from '../machine/location';
import type { LoadedModule } from '../machine/stackFrame';
import { readSignature, searchedName } from '../values/functionName';
import { variableName, withoutTags } from '../values/variableName';
import { asClass, strip, targetOf } from '../values/types';
import { styleOf } from '../symbols/dwarf/languages';
import { memberOfClass, methodsNamed } from './classMembers';
import {
  dataNamed,
  functionNamed,
  functionWithParameters,
  stubNamed,
  inlinedItself,
  visibleFunction,
  ownFirst,
  ownScope,
  thisOf,
  type ResolvedSymbol,
  type LookupScope,
} from './resolvedSymbol';
import { Failure } from './problem';
import type { NameExpression } from './syntax';

/** The meaning of a name; fails with gdb's words where it has none. */
export async function resolveSymbol(
  name: NameExpression,
  place: LookupScope,
): Promise<ResolvedSymbol> {
  const found =
    name.scope === undefined
      ? await unscoped(name, place)
      : await inNamedScope(name.name, name.scope, place);
  return found ?? noSymbol(name, place);
}

/** Whether a parameter or a variable of a block hides everything else of this name. */
export function isLocal(name: string, { frame }: LookupScope): boolean {
  return frame?.scope !== undefined && localNamed(name, frame.scope) !== undefined;
}

/**
 * Whether a class or an enumeration is found only by its tag, since a variable has its name (ISO
 * C++, "Name hiding"); inside a class, its own name is the class.
 */
export async function isHiddenByVariable(
  name: string,
  type: Type,
  place: LookupScope,
): Promise<boolean> {
  if (!asClass(type) && type.kind !== 'enum') return false;
  const scope = place.frame?.scope;
  const own = scope && classOfThis(scope)?.name;
  if (own !== undefined && own === nameOf(type)) return false;
  const written = { kind: 'name', name, at: 0, global: false } as const;
  if (scope && (await fieldNamed(written, scope))) return true;
  for (const module of ownFirst(place)) {
    const found = await module.program.globalsNamed(name, ownScope(module, place));
    if (found.length > 0) return true;
  }
  return false;
}

async function unscoped(
  written: NameExpression,
  place: LookupScope,
): Promise<ResolvedSymbol | undefined> {
  const { name, global } = written;
  const scope = global ? undefined : place.frame?.scope;
  const parameter = scope?.parameters.find((each) => `${each.name}@entry` === name);
  if (parameter) return { kind: 'entry', parameter };
  const local = scope && localNamed(name, scope);
  if (local) return { kind: 'local', variable: local };
  const enclosing = scope && (await enclosingNamed(name, scope, place));
  if (enclosing) return enclosing;
  const itself = global ? undefined : await inlinedItself(name, place);
  if (itself) return itself;
  if (readSignature(name)) return functionInProgram(name, place);
  if (name.includes('[abi:')) return taggedVariable(name, place);
  const field = scope && (await fieldNamed(written, scope));
  if (field) return field;
  const owner = await ownerOf(name, place);
  const member = owner && (await memberOfClass(owner, written, place));
  // Of the functions of a struct, Rust describes in each unit those that the unit has.
  const functions = owner === undefined || styleOf(owner.language) === 'rust';
  return (
    member ??
    (await globalNamed(name, scope, place, functions)) ??
    (await insideFunction(name, place)) ??
    (await stubNamed(name, ownFirst(place))) ??
    dataNamed(name, ownFirst(place))
  );
}

export function localNamed(name: string, scope: FunctionScope): Variable | undefined {
  for (const block of scope.blocks) {
    // Of two with one name in a block gdb takes the first.
    const found = block.variables.find((variable) => variable.name === name);
    if (found) return found;
  }
  return scope.parameters.find((parameter) => parameter.name === name);
}

/** A variable of a function that the one stopped in is nested in. */
async function enclosingNamed(
  name: string,
  scope: FunctionScope,
  { frame }: LookupScope,
): Promise<ResolvedSymbol | undefined> {
  const module = frame?.module;
  const around = (await module?.program.enclosingFunctions(scope)) ?? [];
  for (const [i, { variables }] of around.entries()) {
    const variable = variables.find((each) => each.name === name);
    if (!module || !variable) continue;
    const { kind } = variable.location;
    // Of a function with instances, only these say where their variables are.
    return kind === 'none' || needsFrame(variable.location)
      ? { kind: 'ofEnclosing', variable, functions: around.slice(0, i + 1) }
      : { kind: 'global', variable, module };
  }
  return undefined;
}

/**
 * A member of `this`, which hides what is outside of the class; calls choose among functions
 * themselves.
 */
async function fieldNamed(
  { name, called }: NameExpression,
  scope: FunctionScope,
): Promise<ResolvedSymbol | undefined> {
  const self = thisOf(scope);
  const type = classOfThis(scope);
  if (!self || !type) return undefined;
  const isMember = (await hasMember(type, name)) || (!called && (await hasMethod(type, name)));
  return isMember ? { kind: 'field', name, self } : undefined;
}

/** The class of the object that a function is called for. */
function classOfThis(scope: FunctionScope): ClassType | undefined {
  const self = thisOf(scope);
  const target = self && targetOf(self.type);
  return target && asClass(target);
}

/**
 * Whether a class or one of its bases has a member function of a name that is not the class's
 * own.
 */
async function hasMethod(type: ClassType, name: string): Promise<boolean> {
  const first = await methodsNamed(type, name).next();
  return first.done !== true && splitName(first.value.owner.name ?? '').at(-1) !== name;
}

/** `seen`: offsets of the classes that were looked into, since damaged ones may hold themselves. */
async function hasMember(
  type: ClassType,
  name: string,
  seen = new Set<number>(),
): Promise<boolean> {
  if (seen.has(type.offset)) return false;
  seen.add(type.offset);
  const { members, statics, bases } = await type.members();
  if (statics.some((each) => each.name === name)) return true;
  for (const member of members) {
    if (member.name === name) return true;
    const inner = member.name === undefined ? asClass(member.type) : undefined;
    if (inner && (await hasMember(inner, name, seen))) return true;
  }
  for (const base of bases) {
    if (await hasMember(base.type, name, seen)) return true;
  }
  return false;
}

/** `functions`: whether it may be one; of a class those count that it declares. */
async function globalNamed(
  name: string,
  scope: FunctionScope | undefined,
  place: LookupScope,
  functions = true,
): Promise<ResolvedSymbol | undefined> {
  for (const module of ownFirst(place)) {
    const own = scope && ownScope(module, place);
    const [variable] = await module.program.globalsNamed(name, own);
    if (variable) return { kind: 'global', variable, module };
    const found =
      (await enumeratorNamed(name, own, module)) ??
      (functions ? await visibleFunction(name, own, module) : undefined) ??
      (await enumeratorOf(name, own, module));
    if (found) return found;
  }
  return undefined;
}

/** `ns::label[abi:cxx11]`: a variable by a name that has the tags of its type's ABI. */
async function taggedVariable(
  name: string,
  place: LookupScope,
): Promise<ResolvedSymbol | undefined> {
  for (const module of ownFirst(place)) {
    const own = ownScope(module, place);
    const variables = await module.program.globalsNamed(withoutTags(name), own);
    const variable = variables.find((each) => `::${variableName(each)}`.endsWith(`::${name}`));
    if (variable) return { kind: 'global', variable, module };
  }
  return undefined;
}

async function enumeratorNamed(
  name: string,
  scope: FunctionScope | undefined,
  { program }: LoadedModule,
): Promise<ResolvedSymbol | undefined> {
  const found = await program.enumeratorNamed(name, scope);
  return found && { kind: 'enumerator', type: found.type, value: found.value };
}

/** `State::open`, which C++ allows since 2011 for unscoped enumerations too. */
async function enumeratorOf(
  name: string,
  scope: FunctionScope | undefined,
  { program }: LoadedModule,
): Promise<ResolvedSymbol | undefined> {
  const parts = splitName(name);
  if (parts.length < 2) return undefined;
  const type = await program.typeNamed(parts.slice(0, -1).join('::'), undefined, scope);
  const bare = type && strip(type);
  if (bare?.kind !== 'enum') return undefined;
  const found = bare.enumerators.find((each) => each.name === parts.at(-1));
  return found && { kind: 'enumerator', type: bare, value: found.value };
}

/** `'ns::f(int)'` */
async function functionInProgram(
  name: string,
  place: LookupScope,
): Promise<ResolvedSymbol | undefined> {
  for (const module of ownFirst(place)) {
    const found = await functionWithParameters(name, module);
    if (found) return found;
  }
  return undefined;
}

/** `f::x`, a variable of a function. */
async function insideFunction(
  name: string,
  place: LookupScope,
): Promise<ResolvedSymbol | undefined> {
  const parts = splitName(name);
  if (parts.length < 2) return undefined;
  return inFunction(parts.at(-1) ?? '', parts.slice(0, -1).join('::'), place);
}

/** The class `C` of `C::x`. */
async function ownerOf(name: string, place: LookupScope): Promise<ClassType | undefined> {
  const parts = splitName(name);
  if (parts.length < 2) return undefined;
  const type = await typeNamed(parts.slice(0, -1).join('::'), place);
  return type && asClass(type);
}

/** The type that a name represents at a place. */
export async function typeNamed(name: string, place: LookupScope): Promise<Type | undefined> {
  for (const module of ownFirst(place)) {
    const found = await module.program.typeNamed(name, undefined, ownScope(module, place));
    if (found) return found;
  }
  return undefined;
}

async function inFunction(
  name: string,
  functionName: string,
  place: LookupScope,
): Promise<ResolvedSymbol | undefined> {
  for (const module of ownFirst(place)) {
    const { program } = module;
    for (const { entry, afterPrologue } of await program.addressesOfFunction(functionName)) {
      const scopes = [
        ...(await program.scopesAt(afterPrologue)),
        ...(await program.scopesAt(entry)),
      ];
      for (const scope of scopes) {
        const variable = localNamed(name, scope);
        if (!variable) continue;
        return needsFrame(variable.location)
          ? { kind: 'ofFunction', variable, scope, module }
          : { kind: 'global', variable, module };
      }
    }
  }
  return undefined;
}

/** `'file.c'::x`, or `'function'::x`. */
async function inNamedScope(
  name: string,
  scope: string,
  place: LookupScope,
): Promise<ResolvedSymbol | undefined> {
  let isFile = false;
  for (const module of ownFirst(place)) {
    const files = await module.program.sourceFiles();
    if (!files.some((file) => isFileNamed(file, scope))) continue;
    isFile = true;
    const variables = await module.program.globalsNamed(name);
    const variable = variables.find(({ file }) => isFileNamed(file, scope));
    if (variable) return { kind: 'global', variable, module };
    const near = await addressInFile(name, scope, module);
    const found = await functionNamed(name, module, undefined, near);
    if (found) return found;
  }
  if (isFile) return undefined;
  const functions = await Promise.all(
    place.modules.map(({ program }) => program.addressesOfFunction(scope)),
  );
  if (functions.flat().length === 0) {
    throw new Failure(`No symbol "${scope}" in current context.`);
  }
  return inFunction(name, scope, place);
}

/** Where a function of a file begins, of those with one name: a link-time address. */
async function addressInFile(
  name: string,
  file: string,
  { program }: LoadedModule,
): Promise<bigint | undefined> {
  for (const { entry } of await program.addressesOfFunction(searchedName(name))) {
    const { name: path = '' } = (await program.compilationAt(entry)) ?? {};
    if (isFileNamed(path, file)) return entry;
  }
  return undefined;
}

/** Whether a path ends as gdb would take it for the file. */
function isFileNamed(path: string, name: string): boolean {
  return path === name || path.endsWith(`/${name}`);
}

/** gdb names the first part that it does not know, and what it should be in. */
async function noSymbol({ name, scope, at }: NameExpression, place: LookupScope): Promise<never> {
  if (styleOf(place.frame?.scope?.language) === 'rust') {
    throw new Failure(`No symbol '${name}' in current context`, at);
  }
  if (readSignature(name)) throw new Failure(`No symbol "${name}" in current context.`, at);
  const parts = splitName(name);
  const [first = name] = parts;
  const last = parts.at(-1) ?? name;
  const around = parts.slice(0, -1).join('::');
  const outer = around === '' ? undefined : await typeNamed(around, place);
  if (outer) throw new Failure(notInType(last, outer), at);
  if (scope !== undefined) throw new Failure(`No symbol "${name}" in specified context.`, at);
  if ((await namespaceNamed(name, place)) !== undefined) {
    throw new Failure('Attempt to use a type name as an expression', at);
  }
  const namespace = around === '' ? undefined : await namespaceNamed(around, place);
  if (namespace !== undefined) {
    throw new Failure(`No symbol "${last}" in namespace "${namespace}".`, at);
  }
  throw new Failure((await noScope(parts, place)) ?? (await notAlone(first, last, place)), at);
}

const noSymbolTable = 'No symbol table is loaded.  Use the "file" command.';

/** gdb's words for a name that is in nothing, or in something that has no names. */
async function notAlone(first: string, last: string, place: LookupScope): Promise<string> {
  if (!place.modules.some(({ program }) => program.hasDebugInformation)) return noSymbolTable;
  return first !== last && (await knows(first, place))
    ? `No symbol "${last}" in specified context.`
    : `No symbol "${first}" in current context.`;
}

/** gdb's words for a path that leads through a namespace or class and out of what it knows. */
async function noScope(parts: readonly string[], place: LookupScope): Promise<string | undefined> {
  for (let known = parts.length - 2; known > 0; known--) {
    const path = parts.slice(0, known).join('::');
    const type = await typeNamed(path, place);
    const name = (type && nameOf(type)) ?? (await namespaceNamed(path, place));
    if (name !== undefined) {
      return `No type "${parts[known] ?? ''}" within class or namespace "${name}".`;
    }
  }
  return undefined;
}

/** The qualified name of the namespace that a name represents. */
export async function namespaceNamed(
  name: string,
  place: LookupScope,
): Promise<string | undefined> {
  for (const module of ownFirst(place)) {
    const { program } = module;
    const found = await program.namespaceNamed(name, ownScope(module, place));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** gdb's words for a name that a type does not have. */
function notInType(name: string, type: Type): string {
  if (asClass(type)) return `There is no field named ${name}`;
  const bare = strip(type);
  if (bare.kind === 'enum' && bare.scoped) {
    return `no constant named "${name}" in enum "${nameOf(bare)}"`;
  }
  return `\`${nameOf(type)}' is not defined as an aggregate type.`;
}

function nameOf(type: Type): string {
  return 'name' in type ? (type.name ?? '') : '';
}

async function knows(name: string, place: LookupScope): Promise<boolean> {
  if (await globalNamed(name, place.frame?.scope, place)) return true;
  return (await typeNamed(name, place)) !== undefined;
}
