// What names of the program mean at a place in it, in gdb's order: blocks from the innermost, parameters, members of
// `this`, the namespaces and classes around the function, the file, the program (gdb manual, "Program Variables").
import { splitName } from '../../symbols/dwarf/qualifiedName';
import type { FunctionScope, Variable } from '../../symbols/scope';
import type {
  ClassType,
  EnumType,
  FunctionType,
  Member,
  StaticMember,
  Type,
} from '../../symbols/type';
import { needsFrame } from '../locationAt';
import type { Placement, StackFrame } from '../stackFrame';
import { asClass, strip, targetOf } from '../values/types';
import { styleOf } from '../values/language';
import { Failure } from './problem';
import type { NameExpression } from './syntax';

/** What a name means. */
export type Meaning =
  /** A parameter or a variable of a block. */
  | { readonly kind: 'local'; readonly variable: Variable }
  /** `f::x`: of the innermost stack frame of the function that is not inside the one stopped in. */
  | {
      readonly kind: 'ofFunction';
      readonly variable: Variable;
      readonly scope: FunctionScope;
      readonly placement: Placement;
    }
  /** What a parameter was when the function was called: `x@entry`. */
  | { readonly kind: 'entry'; readonly parameter: Variable }
  /** A member of the object that the function was called for. */
  | { readonly kind: 'field'; readonly name: string; readonly self: Variable }
  | { readonly kind: 'global'; readonly variable: Variable; readonly placement: Placement }
  | { readonly kind: 'enumerator'; readonly type: EnumType; readonly value: bigint }
  /** `address`: of its entry, at run time. */
  | { readonly kind: 'function'; readonly type: FunctionType; readonly address: bigint }
  | { readonly kind: 'static'; readonly owner: ClassType; readonly member: StaticMember }
  /** A data member without an object: `&C::x` is a pointer to it. */
  | { readonly kind: 'dataMember'; readonly owner: ClassType; readonly member: Member };

/** Where names are looked up. */
export interface NamePlace {
  readonly placements: readonly Placement[];
  readonly frame: StackFrame | undefined;
}

/** The meaning of a name; fails with gdb's words where it has none. */
export async function meaningOf(name: NameExpression, place: NamePlace): Promise<Meaning> {
  const found =
    name.scope === undefined
      ? await unscoped(name, place)
      : await inNamedScope(name.name, name.scope, place);
  return found ?? noSymbol(name, place);
}

/** Whether a parameter or a variable of a block hides everything else of this name. */
export function isLocal(name: string, { frame }: NamePlace): boolean {
  return frame?.scope !== undefined && localNamed(name, frame.scope) !== undefined;
}

async function unscoped(
  { name, global }: NameExpression,
  place: NamePlace,
): Promise<Meaning | undefined> {
  const scope = global ? undefined : place.frame?.scope;
  const parameter = scope?.parameters.find((each) => `${each.name}@entry` === name);
  if (parameter) return { kind: 'entry', parameter };
  const local = scope && localNamed(name, scope);
  if (local) return { kind: 'local', variable: local };
  const field = scope && (await fieldNamed(name, scope));
  if (field) return field;
  return (await globalNamed(name, scope, place)) ?? insideFunctionOrClass(name, place);
}

function localNamed(name: string, scope: FunctionScope): Variable | undefined {
  for (const block of scope.blocks) {
    // Of two with one name in a block the later one hides the other.
    const found = block.variables.filter((variable) => variable.name === name).at(-1);
    if (found) return found;
  }
  return scope.parameters.find((parameter) => parameter.name === name);
}

async function fieldNamed(name: string, scope: FunctionScope): Promise<Meaning | undefined> {
  const self = scope.parameters.find((parameter) => parameter.name === 'this');
  const target = self && targetOf(self.type);
  const type = target && asClass(target);
  if (!type || !(await hasMember(type, name))) return undefined;
  return { kind: 'field', name, self };
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

/** The name in each namespace and class around the function, from the innermost, and alone. */
function* candidates(name: string, scope: FunctionScope | undefined): Iterable<string> {
  const around = splitName(scope?.name ?? '').slice(0, -1);
  for (let length = around.length; length > 0; length--) {
    yield `${around.slice(0, length).join('::')}::${name}`;
  }
  yield name;
}

async function globalNamed(
  name: string,
  scope: FunctionScope | undefined,
  place: NamePlace,
): Promise<Meaning | undefined> {
  for (const placement of ownFirst(place)) {
    const own = scope && ownScope(placement, place);
    const [variable] = await placement.program.globalsNamed(name, own);
    if (variable) return { kind: 'global', variable, placement };
    const found =
      (await enumeratorNamed(name, own, placement)) ??
      (await visibleFunction(name, own, placement)) ??
      (await enumeratorOf(name, own, placement));
    if (found) return found;
  }
  return undefined;
}

/** The program that holds the PC answers before the others. */
function ownFirst({ placements, frame }: NamePlace): readonly Placement[] {
  const own = frame?.placement;
  return own ? [own, ...placements.filter(({ program }) => program !== own.program)] : placements;
}

/** The function that is stopped in, where it is of a program. */
function ownScope({ program }: Placement, { frame }: NamePlace): FunctionScope | undefined {
  return program === frame?.placement?.program ? frame.scope : undefined;
}

async function enumeratorNamed(
  name: string,
  scope: FunctionScope | undefined,
  { program }: Placement,
): Promise<Meaning | undefined> {
  const found = await program.enumeratorNamed(name, scope);
  return found && { kind: 'enumerator', type: found.type, value: found.value };
}

/** `State::open`, as C++ has it since 2011 of enumerations that are no scopes too. */
async function enumeratorOf(
  name: string,
  scope: FunctionScope | undefined,
  { program }: Placement,
): Promise<Meaning | undefined> {
  const parts = splitName(name);
  if (parts.length < 2) return undefined;
  const type = await program.typeNamed(parts.slice(0, -1).join('::'), undefined, scope);
  const bare = type && strip(type);
  if (bare?.kind !== 'enum') return undefined;
  const found = bare.enumerators.find((each) => each.name === parts.at(-1));
  return found && { kind: 'enumerator', type: bare, value: found.value };
}

/** A function in a namespace or class around the one that is stopped in, or outside of all. */
async function visibleFunction(
  name: string,
  scope: FunctionScope | undefined,
  placement: Placement,
): Promise<Meaning | undefined> {
  for (const qualified of candidates(name, scope)) {
    const found = await functionNamed(qualified, placement);
    if (found) return found;
  }
  return undefined;
}

async function functionNamed(
  name: string,
  { program, slide }: Placement,
): Promise<Meaning | undefined> {
  for (const { entry } of await program.addressesOfFunction(name)) {
    const scope = (await program.scopesAt(entry)).at(-1);
    // The last parts of a name suffice to find functions, but not to mean one.
    if (scope && scope.name !== name) continue;
    return { kind: 'function', type: typeOfFunction(scope), address: linked(entry + slide) };
  }
  return undefined;
}

/** gdb takes a function without debugging information for one that returns an int. */
function typeOfFunction(scope: FunctionScope | undefined): FunctionType {
  return {
    kind: 'function',
    result: scope?.result ?? { kind: 'void', name: '<text variable, no debug info>' },
    prototyped: scope?.prototyped ?? false,
    variadic: false,
    parameters: () => Promise.resolve(scope?.parameters.map(({ type }) => type) ?? []),
  };
}

/** `f::x`, a variable of a function, or `C::x`, a static member that has no variable of its own. */
async function insideFunctionOrClass(name: string, place: NamePlace): Promise<Meaning | undefined> {
  const parts = splitName(name);
  const last = parts.at(-1) ?? '';
  if (parts.length < 2) return undefined;
  const outer = parts.slice(0, -1).join('::');
  return (await memberOfClass(outer, last, place)) ?? inFunction(last, outer, place);
}

async function memberOfClass(
  className: string,
  name: string,
  place: NamePlace,
): Promise<Meaning | undefined> {
  const owner = await classNamed(className, place);
  if (!owner) return undefined;
  const { statics, members } = await owner.members();
  const shared = statics.find((each) => each.name === name);
  if (shared) return { kind: 'static', owner, member: shared };
  const member = members.find((each) => each.name === name);
  return member && { kind: 'dataMember', owner, member };
}

async function classNamed(name: string, place: NamePlace): Promise<ClassType | undefined> {
  const type = await typeNamed(name, place);
  return type && asClass(type);
}

async function typeNamed(name: string, place: NamePlace): Promise<Type | undefined> {
  for (const placement of ownFirst(place)) {
    const found = await placement.program.typeNamed(name, undefined, ownScope(placement, place));
    if (found) return found;
  }
  return undefined;
}

async function inFunction(
  name: string,
  functionName: string,
  place: NamePlace,
): Promise<Meaning | undefined> {
  for (const placement of ownFirst(place)) {
    const { program } = placement;
    for (const { entry, afterPrologue } of await program.addressesOfFunction(functionName)) {
      const scopes = [
        ...(await program.scopesAt(afterPrologue)),
        ...(await program.scopesAt(entry)),
      ];
      for (const scope of scopes) {
        const variable = localNamed(name, scope);
        if (!variable) continue;
        return needsFrame(variable.location)
          ? { kind: 'ofFunction', variable, scope, placement }
          : { kind: 'global', variable, placement };
      }
    }
  }
  return undefined;
}

/** `'file.c'::x`, or `'function'::x`. */
async function inNamedScope(
  name: string,
  scope: string,
  place: NamePlace,
): Promise<Meaning | undefined> {
  let isFile = false;
  for (const placement of ownFirst(place)) {
    const files = await placement.program.sourceFiles();
    if (!files.some((file) => isFileNamed(file, scope))) continue;
    isFile = true;
    const variables = await placement.program.globalsNamed(name);
    const variable = variables.find(({ file }) => isFileNamed(file, scope));
    if (variable) return { kind: 'global', variable, placement };
    const found = await functionNamed(name, placement);
    if (found) return found;
  }
  if (isFile) return undefined;
  const functions = await Promise.all(
    place.placements.map(({ program }) => program.addressesOfFunction(scope)),
  );
  if (functions.flat().length === 0) {
    throw new Failure(`No symbol "${scope}" in current context.`);
  }
  return inFunction(name, scope, place);
}

/** Whether a path ends as gdb would take it for the file. */
function isFileNamed(path: string, name: string): boolean {
  return path === name || path.endsWith(`/${name}`);
}

/** gdb names the first part that it does not know, and what it should be in. */
async function noSymbol({ name, scope, at }: NameExpression, place: NamePlace): Promise<never> {
  if (styleOf(place.frame?.scope?.language) === 'rust') {
    throw new Failure(`No symbol '${name}' in current context`, at);
  }
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

/** gdb's words for a name that is in nothing, or in something that has no names. */
async function notAlone(first: string, last: string, place: NamePlace): Promise<string> {
  return first !== last && (await knows(first, place))
    ? `No symbol "${last}" in specified context.`
    : `No symbol "${first}" in current context.`;
}

/** gdb's words for a path that leads through a namespace or class and out of what it knows. */
async function noScope(parts: readonly string[], place: NamePlace): Promise<string | undefined> {
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

async function namespaceNamed(name: string, place: NamePlace): Promise<string | undefined> {
  for (const placement of ownFirst(place)) {
    const { program } = placement;
    const found = await program.namespaceNamed(name, ownScope(placement, place));
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

async function knows(name: string, place: NamePlace): Promise<boolean> {
  if (await globalNamed(name, place.frame?.scope, place)) return true;
  return (await typeNamed(name, place)) !== undefined;
}

/** Addresses wrap at 64 bits. */
function linked(address: bigint): bigint {
  return BigInt.asUintN(64, address);
}
