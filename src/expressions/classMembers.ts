// Members of classes without an object, `C::x`: what gdb makes pointers to members of (ISO C++, "Unary operators").
import { canonicalName } from '../symbols/canonicalName';
import { demangle } from '../symbols/demangle';
import type { ClassType, FunctionType, Member, Method, MethodSignature } from '../symbols/type';
import { splitName } from '../symbols/dwarf/qualifiedName';
import { readSignature } from '../values/functionSignature';
import { withConstantThis } from '../values/typeName';
import { functionNamed } from './functionNames';
import { ownFirst, thisOf, type Meaning, type NamePlace } from './meaning';
import { Failure } from './problem';
import type { NameExpression } from './syntax';

/** Classes with more bases than this are damage: they may be bases of themselves. */
const mostClasses = 1000;

/** What is looked for, and in what. */
interface Search {
  readonly name: string;
  readonly written: NameExpression;
  readonly owner: ClassType;
  readonly place: NamePlace;
  classes: number;
}

/** The member of a class, or of its bases, that the last part of a name stands for. */
export function memberOfClass(
  owner: ClassType,
  written: NameExpression,
  place: NamePlace,
): Promise<Meaning | undefined> {
  const name = splitName(written.name).at(-1) ?? '';
  if (name.startsWith('~')) checkDestructor(name, owner);
  return memberIn(owner, 0n, { name, written, owner, place, classes: mostClasses });
}

/** gdb compares a destructor's name with the qualified one of the class: none in a namespace passes. */
function checkDestructor(name: string, { name: className = '' }: ClassType): void {
  if (className.replace(/<.*$/s, '') === name.slice(1)) return;
  throw new Failure('name of destructor must equal name of class');
}

async function memberIn(
  type: ClassType,
  offset: bigint,
  search: Search,
): Promise<Meaning | undefined> {
  if (--search.classes < 0) return undefined;
  const { name } = search;
  const { members, statics, methods, bases } = await type.members();
  const shared = statics.find((each) => each.name === name);
  if (shared) return { kind: 'static', owner: type, member: shared };
  const member = members.find((each) => each.name === name);
  if (member) return dataMember(member, offset, search);
  const named = methods.filter((each) => isNamed(each, name));
  const found = named.length > 0 ? await methodAmong(named, type, search) : undefined;
  if (found) return found;
  for (const base of [...bases].reverse()) {
    const start = typeof base.offset === 'bigint' ? base.offset : 0n;
    const inherited = await memberIn(base.type, offset + start, search);
    if (inherited) return inherited;
  }
  return undefined;
}

/** The member functions of a name: of the class, then of its bases from the last one. */
export async function* methodsNamed(
  type: ClassType,
  name: string,
  budget = { classes: mostClasses },
): AsyncGenerator<{ readonly owner: ClassType; readonly methods: readonly Method[] }> {
  if (--budget.classes < 0) return;
  const { methods, bases } = await type.members();
  const named = methods.filter((each) => isNamed(each, name));
  if (named.length > 0) yield { owner: type, methods: named };
  for (const base of [...bases].reverse()) yield* methodsNamed(base.type, name, budget);
}

/** Compilers put blanks into the names of operators, or do not. */
function isNamed(method: Method, name: string): boolean {
  if (method.name === name || canonicalName(method.name) === name) return true;
  return (
    name.startsWith('operator') && method.name.replaceAll(' ', '') === name.replaceAll(' ', '')
  );
}

/** The function that `object.name` stands for; undefined where there is none that has code. */
export async function methodOfObject(
  type: ClassType,
  name: string,
  place: NamePlace,
): Promise<{ readonly type: FunctionType; readonly address: bigint } | undefined> {
  for await (const { owner, methods } of methodsNamed(type, name)) {
    const [method, second] = methods;
    if (second) {
      throw new Failure(`cannot resolve overloaded method \`${name}': no arguments supplied`);
    }
    const definition = method && (await definitionOf(method, owner, place));
    if (!definition) continue;
    const declared = withConstantThis(typeOfMethod(await method.signature()));
    return { type: declared, address: definition.address };
  }
  return undefined;
}

function dataMember(member: Member, start: bigint, { owner, place }: Search): Meaning {
  if (member.bits) throw new Failure('pointers to bitfield members not allowed');
  const offset = start + (typeof member.offset === 'bigint' ? member.offset : 0n);
  const scope = place.frame?.scope;
  const self = scope && thisOf(scope);
  return { kind: 'dataMember', owner, member, offset, self };
}

/** One of the member functions with a name; undefined where it has no code. */
async function methodAmong(
  named: readonly Method[],
  owner: ClassType,
  { name, written: { signature: wanted, called }, place }: Search,
): Promise<Meaning | undefined> {
  const written = named.filter(({ artificial }) => !artificial);
  if (wanted === undefined && !called && written.length > 1) {
    throw new Failure(`non-unique member \`${name}' requires type instantiation`);
  }
  const method =
    wanted === undefined ? (written[0] ?? named[0]) : await methodWithSignature(wanted, named);
  if (!method) return undefined;
  const signature = await method.signature();
  const type = withConstantThis(typeOfMethod(signature));
  if (method.virtual) return { kind: 'method', owner, method, type };
  const isStatic = signature.parameters[0]?.artificial !== true;
  const definition = await definitionOf(method, owner, place);
  if (!definition) return called && !isStatic ? { kind: 'method', owner, method, type } : undefined;
  return isStatic ? definition : { kind: 'method', owner, method, type, definition };
}

/** The one of the member functions whose parameters are those of a signature. */
async function methodWithSignature(wanted: string, named: readonly Method[]): Promise<Method> {
  const parameters = readSignature(wanted)?.parameters;
  for (const method of named) {
    const linkageName = await method.linkageName();
    const written = linkageName === undefined ? undefined : demangle(linkageName);
    const own = written === undefined ? undefined : readSignature(written);
    if (own && own.parameters === parameters) return method;
  }
  throw new Failure('no member function matches that type instantiation');
}

function typeOfMethod({ result, parameters, variadic }: MethodSignature): FunctionType {
  const types = parameters.map(({ type }) => type);
  return {
    kind: 'function',
    result,
    prototyped: true,
    variadic,
    parameters: () => Promise.resolve(types),
  };
}

async function definitionOf(
  method: Method,
  { name = '' }: ClassType,
  place: NamePlace,
): Promise<(Meaning & { readonly kind: 'function' }) | undefined> {
  const linkageName = await method.linkageName();
  const signature = linkageName === undefined ? undefined : demangle(linkageName);
  for (const placement of ownFirst(place)) {
    const found = await functionNamed(`${name}::${method.name}`, placement, signature);
    if (found) return found;
  }
  return undefined;
}
