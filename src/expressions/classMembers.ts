// Members of classes without an object, `C::x`: what gdb makes pointers to members of (ISO C++,
// "Unary operators").
import { canonicalName } from '../symbols/canonicalName';
import type {
  ClassType,
  FunctionType,
  Member,
  Method,
  MethodSignature,
  Type,
} from '../symbols/type';
import { splitName } from '../symbols/dwarf/qualifiedName';
import { methodWithParameters, readSignature } from '../values/functionName';
import { withConstantThis } from '../values/typeName';
import {
  functionIn,
  ownFirst,
  thisOf,
  type ResolvedSymbol,
  type LookupScope,
  visibleFunction,
  ownScope,
} from './resolvedSymbol';
import { Failure, cannotCall } from './problem';
import type { NameExpression } from './syntax';
import { at } from '../values/navigate';
import { asClass } from '../values/types';
import { methodPointerBytes } from '../values/text/memberPointerText';
import { literal, numberOf, type Value, type ValueContext } from '../values/value';
import type { LanguageSemantics } from './languageSemantics';

/** Classes with more bases than this are damage: they may be bases of themselves. */
const maxClasses = 1000;

/** What is looked for, and in what. */
interface Search {
  readonly name: string;
  readonly written: NameExpression;
  readonly owner: ClassType;
  readonly place: LookupScope;
  classes: number;
}

/** The member of a class, or of its bases, that the last part of a name represents. */
export function memberOfClass(
  owner: ClassType,
  written: NameExpression,
  place: LookupScope,
): Promise<ResolvedSymbol | undefined> {
  const name = splitName(written.name).at(-1) ?? '';
  if (name.startsWith('~')) checkDestructor(name, owner);
  return memberIn(owner, 0n, { name, written, owner, place, classes: maxClasses });
}

/**
 * gdb compares a destructor's name with the qualified one of the class: none in a namespace
 * passes.
 */
function checkDestructor(name: string, { name: className = '' }: ClassType): void {
  if (className.replace(/<.*/s, '') === name.slice(1)) return;
  throw new Failure('name of destructor must equal name of class');
}

async function memberIn(
  type: ClassType,
  offset: bigint,
  search: Search,
): Promise<ResolvedSymbol | undefined> {
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
  budget = { classes: maxClasses },
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

/** The function that `object.name` represents; undefined where no method has that name. */
export async function methodOfObject(
  type: ClassType,
  name: string,
  place: LookupScope,
): Promise<{ readonly type: FunctionType; readonly address: bigint } | undefined> {
  let isDeclared = false;
  for await (const { owner, methods } of methodsNamed(type, name)) {
    isDeclared = true;
    const [method, second] = methods;
    if (second) {
      throw new Failure(`cannot resolve overloaded method \`${name}': no arguments supplied`);
    }
    const definition = method && (await definitionOf(method, owner, place));
    if (!definition) continue;
    const declared = withConstantThis(typeOfMethod(await method.signature()));
    return { type: declared, address: definition.address };
  }
  if (isDeclared) throw new Failure(`Cannot take address of method ${name}.`);
  return undefined;
}

function dataMember(member: Member, start: bigint, { owner, place }: Search): ResolvedSymbol {
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
): Promise<ResolvedSymbol | undefined> {
  const written = named.filter(({ artificial }) => !artificial);
  if (wanted === undefined && !called && written.length > 1) {
    throw new Failure(`non-unique member \`${name}' requires type instantiation`);
  }
  const method =
    wanted === undefined
      ? (written[0] ?? named[0])
      : await methodWithSignature(wanted, named, owner, place);
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
async function methodWithSignature(
  wanted: string,
  named: readonly Method[],
  owner: ClassType,
  { frame }: LookupScope,
): Promise<Method> {
  const parameters = readSignature(wanted)?.parameters;
  for (const method of named) {
    const own = await methodWithParameters(method, owner, frame?.scope?.language);
    if (readSignature(own)?.parameters === parameters) return method;
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
  owner: ClassType,
  place: LookupScope,
): Promise<(ResolvedSymbol & { readonly kind: 'function' }) | undefined> {
  const signature = await methodWithParameters(method, owner, place.frame?.scope?.language);
  return functionIn(ownFirst(place), `${owner.name ?? ''}::${method.name}`, signature);
}

// Operators on objects: gdb looks for the function that the program defines for them, and calls
// it; a trace cannot.

/**
 * What an operator gives if one of its operands is an object: gdb only knows its type, or fails;
 * this fails in gdb's words. Undefined without an object.
 */
export async function ofObjects(
  operator: string,
  operands: readonly Value[],
  { language, typesOnly }: LanguageSemantics,
): Promise<Value | undefined> {
  const object = operands.find(isObject);
  if (!object) return undefined;
  if (language !== 'c++') {
    throw new Failure(`Structure has no component named operator${operator}.`);
  }
  const result = await resultOfOperator(`operator${operator}`, operands);
  if (!result) throw new Failure(`No symbol "operator${operator}" in current context.`);
  if (!typesOnly) throw new Failure(cannotCall);
  return at(result, 0n, object.context);
}

/** gdb takes no union for an object here. */
function isObject({ type }: Value): boolean {
  const found = asClass(type);
  return found !== undefined && found.kind !== 'union';
}

async function resultOfOperator(
  name: string,
  operands: readonly Value[],
): Promise<Type | undefined> {
  const [first] = operands;
  const owner = first && asClass(first.type);
  for await (const { methods } of owner ? methodsNamed(owner, name) : []) {
    return (await methods[0]?.signature())?.result;
  }
  for (const { context } of operands) {
    for (const module of ownFirst(context)) {
      const scope = ownScope(module, context);
      const found = await visibleFunction(name, scope, module);
      if (found) return found.type.result;
    }
  }
  return undefined;
}

// Pointers to members (ISO C++, "Pointer-to-member operators").

/** `&C::x`, of a data member: its offset. */
export function pointerToData(
  { owner, member, offset }: ResolvedSymbol & { readonly kind: 'dataMember' },
  context: ValueContext,
): Value {
  const { addressSize: size } = context;
  const type = { kind: 'memberPointer', target: member.type, of: owner, size } as const;
  return numberOf(type, offset, context);
}

/**
 * `&C::f`. Of a virtual function gdb takes its number in the table, where compilers take the
 * offset in bytes.
 */
export function pointerToMethod(
  { method, type: target, owner, definition }: ResolvedSymbol & { readonly kind: 'method' },
  context: ValueContext,
): Value {
  const size = 2 * context.addressSize;
  const type = { kind: 'memberPointer', target, of: owner, size } as const;
  const pointer = definition?.address ?? method.virtual?.slot ?? 0n;
  const bytes = methodPointerBytes({ virtual: !definition, pointer }, context);
  return literal(type, bytes, context);
}
