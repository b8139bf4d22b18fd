// The names and types of an expression, looked up at a place of the program: once for all frames
// that stop there.
import { isReservedBaseWord } from '../symbols/canonicalName';
import type { Type } from '../symbols/type';
import { numberLiteral, type NumberLiteral } from './literals';
import { type ResolvedSymbol, type LookupScope, isDescribed } from './resolvedSymbol';
import { resolveSymbol, namespaceNamed } from './names';
import type { LanguageSemantics, BaseTypes } from './languageSemantics';
import type { Expression, NameExpression, TypeName, Tag } from './syntax';
import { splitName } from '../symbols/dwarf/qualifiedName';
import { styleOf } from '../symbols/dwarf/languages';
import { complexType } from './complexNumbers';
import { Failure } from './problem';
import { asClass } from '../values/types';
import type { RustSymbolKind, RustNames, RustPath } from './rustTypes';
import { isPureFunction } from './convenienceFunctions';

/** What the names of an expression mean, and its numbers. */
export class Bindings {
  private constructor(
    private readonly symbols: ReadonlyMap<NameExpression, ResolvedSymbol>,
    private readonly types: ReadonlyMap<TypeName, Type>,
    private readonly numbers: ReadonlyMap<Expression, NumberLiteral>,
  ) {}

  /** Looks everything up, in the order of the text; fails at the first name that means nothing. */
  static async of(
    expression: Expression,
    place: LookupScope,
    lookup: TypeLookup,
    { types: base, language, radix }: LanguageSemantics,
  ): Promise<Bindings> {
    const symbols = new Map<NameExpression, ResolvedSymbol>();
    const types = new Map<TypeName, Type>();
    const numbers = new Map<Expression, NumberLiteral>();
    for (const each of all(expression)) {
      const type = typeIn(each);
      if (type) types.set(type, await lookup.find(type));
      if (each.kind === 'name') symbols.set(each, await resolveSymbol(each, place));
      if (each.kind === 'number')
        numbers.set(each, numberLiteral(each.text, language, base, radix));
    }
    return new Bindings(symbols, types, numbers);
  }

  symbol(name: NameExpression): ResolvedSymbol | undefined {
    return this.symbols.get(name);
  }

  type(name: TypeName): Type {
    return this.types.get(name) ?? { kind: 'unreadable', why: 'it was not looked up' };
  }

  number(literal: Expression): NumberLiteral | undefined {
    return this.numbers.get(literal);
  }
}

/** A parsed expression with what its names and types mean at one place of the program. */
export interface BoundExpression {
  readonly expression: Expression;
  readonly bindings: Bindings;
  readonly semantics: LanguageSemantics;
  /** The type of the expression or of a part of it. Fails with a {@link Failure}. */
  readonly typeOf: (part: Expression) => Promise<Type>;
}

/** An expression with all that it is made of. */
function* all(expression: Expression): Iterable<Expression> {
  yield expression;
  for (const part of partsOf(expression)) yield* all(part);
}

function typeIn(expression: Expression): TypeName | undefined {
  const { kind } = expression;
  if (kind === 'cast' || kind === 'memory' || kind === 'type' || kind === 'enumerator') {
    return expression.type;
  }
  const hasOperand = kind === 'size' || kind === 'typeInfo';
  return hasOperand && 'type' in expression.of ? expression.of.type : undefined;
}

/** The expressions that one is made of, in the order of the text. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'unary':
    case 'member':
    case 'cast':
    case 'enumerator':
      return [expression.operand];
    case 'binary':
      return [expression.left, expression.right];
    case 'conditional':
      return [expression.condition, expression.then, expression.otherwise];
    case 'memberPointer':
      return [expression.operand, expression.member];
    case 'subscript':
      return [expression.operand, expression.index];
    case 'slice':
      return [expression.operand, expression.from, expression.to].filter(
        (part) => part !== undefined,
      );
    case 'applied':
    case 'call':
      return [expression.callee, ...expression.arguments];
    case 'bound':
      return expression.dimension
        ? [expression.operand, expression.dimension]
        : [expression.operand];
    case 'memory':
      return [expression.address];
    case 'size':
    case 'typeInfo':
      return 'expression' in expression.of ? [expression.of.expression] : [];
    case 'array':
      return expression.elements;
    case 'assignment':
      return [expression.target, expression.value];
    case 'number':
    case 'character':
    case 'string':
    case 'truth':
    case 'name':
    case 'variable':
    case 'type':
      return [];
  }
}

// Types by the way they are written: the program's, else C's own.

/** Finds types. */
export class TypeLookup {
  /** `typeOf`: the type of an expression, which is not evaluated. */
  constructor(
    private readonly place: LookupScope,
    private readonly types: BaseTypes,
    private readonly typeOf: (expression: Expression) => Promise<Type>,
  ) {}

  /** The type that is written; fails in gdb's words if it does not exist. */
  async find(name: TypeName): Promise<Type> {
    switch (name.kind) {
      case 'base':
        return this.base(name.name, name.at);
      case 'tagged':
        return this.tagged(name.tag, name.name, name.at);
      case 'named':
        return (await this.named(name.name)) ?? noSymbol(name.name, name.at);
      case 'qualified':
        return { kind: name.qualifier, target: await this.find(name.of) };
      case 'pointer':
        return this.types.pointerTo(await this.find(name.to));
      case 'reference':
      case 'rvalueReference':
        return { ...this.types.pointerTo(await this.find(name.to)), kind: name.kind };
      case 'array':
        return this.array(await this.find(name.of), name.count);
      case 'function':
        return this.function(name);
      case 'memberPointer':
        return this.memberPointer(name);
      case 'typeOf':
        return this.typeOf(name.expression);
    }
  }

  /** A type by a name of the program or of C's headers, or a namespace, which gdb takes for one. */
  async named(name: string): Promise<Type | undefined> {
    const { modules, frame } = this.place;
    for (const { program } of modules) {
      const scope = program === frame?.module?.program ? frame.scope : undefined;
      const found = await program.typeNamed(name, undefined, scope);
      if (found) return found;
    }
    return this.types.named(name) ?? this.namespace(name);
  }

  /** To gdb's Rust one inside of another, by its whole name. */
  private async namespace(name: string): Promise<Type | undefined> {
    const style = styleOf(this.place.frame?.scope?.language);
    if (style !== 'c++' && style !== 'rust') return undefined;
    const found = await namespaceNamed(name, this.place);
    if (found === undefined) return undefined;
    const isType = style === 'c++' || (found === name && name.includes('::'));
    return isType ? { kind: 'namespace', name: found } : undefined;
  }

  private async base(name: string, at: number): Promise<Type> {
    if (name === 'void') return { kind: 'void' };
    if (name.startsWith('complex ')) {
      const part = this.types.named(name.slice('complex '.length));
      return part ? complexType(part) : noSymbol(name, at);
    }
    // In C `wchar_t` and `bool` are names of the program.
    const isReserved = name.split(' ').every(isReservedBaseWord);
    const own = isReserved ? this.types.named(name) : undefined;
    return own ?? (await this.named(name)) ?? noSymbol(name, at);
  }

  private async tagged(tag: Tag, name: string, at: number): Promise<Type> {
    // gdb reads a qualified name part by part, as long as it knows them.
    const parts = splitName(name);
    for (let known = 1; known < parts.length; known++) {
      if (!(await this.named(parts.slice(0, known).join('::')))) {
        return noTag(tag, parts.slice(0, Math.max(1, known - 1)).join('::'), at);
      }
    }
    const { modules, frame } = this.place;
    for (const { program } of modules) {
      const scope = program === frame?.module?.program ? frame.scope : undefined;
      const found = await program.typeNamed(name, tag, scope);
      if (found) return found;
    }
    return noTag(tag, name, at);
  }

  private array(element: Type, count: bigint | undefined): Type {
    const outer = { lower: 0n, ...(count !== undefined && { count }) };
    if (element.kind === 'array' && !element.vector) {
      const dimensions = [outer, ...element.dimensions];
      return { kind: 'array', element: element.element, dimensions, vector: false };
    }
    return { kind: 'array', element, dimensions: [outer], vector: false };
  }

  private async function(name: TypeName & { kind: 'function' }): Promise<Type> {
    const result = await this.find(name.result);
    const parameters: Type[] = [];
    for (const parameter of name.parameters) parameters.push(await this.find(parameter));
    return {
      kind: 'function',
      result,
      prototyped: name.prototyped,
      variadic: name.variadic,
      parameters: () => Promise.resolve(parameters),
    };
  }

  private async memberPointer(name: TypeName & { kind: 'memberPointer' }): Promise<Type> {
    const target = await this.find(name.to);
    const { size } = this.types.pointerTo(target);
    const of = await this.find(name.of);
    return {
      kind: 'memberPointer',
      target,
      of,
      size: target.kind === 'function' ? 2 * size : size,
    };
  }
}

function noTag(tag: Tag, name: string, at: number): never {
  throw new Failure(`No ${tag === 'class' ? 'struct' : tag} type named ${name}.`, at);
}

function noSymbol(name: string, at: number): never {
  throw new Failure(`No symbol "${name}" in current context.`, at);
}

// What Rust's paths name at a place of a program, each looked up once (gdb 13,
// rust_parser::name_to_operation).

/** A path whose meaning is not known yet: it is looked up, and the parser begins again. */
export class LookupNeeded extends Error {
  constructor(
    readonly path: RustPath,
    readonly as: 'symbol' | 'type',
  ) {
    super(`${path.name} is not known yet`);
  }
}

/** The names of a program. */
export class ProgramNames implements RustNames {
  private readonly known = new Map<string, RustSymbolKind>();

  constructor(
    private readonly place: LookupScope,
    private readonly types: TypeLookup,
  ) {}

  get function(): string | undefined {
    return this.place.frame?.scope?.name;
  }

  symbol(path: RustPath): RustSymbolKind {
    return this.knownAs('symbol', path);
  }

  type(path: RustPath): RustSymbolKind {
    return this.knownAs('type', path);
  }

  async lookUp({ path, as }: LookupNeeded): Promise<void> {
    const isValue = as === 'symbol' && (await this.isValue(path));
    this.known.set(keyOf(as, path), isValue ? 'value' : await this.typeOf(path));
  }

  private knownAs(as: LookupNeeded['as'], path: RustPath): RustSymbolKind {
    const key = keyOf(as, path);
    if (!this.known.has(key)) throw new LookupNeeded(path, as);
    return this.known.get(key);
  }

  private async isValue({ name, global }: RustPath): Promise<boolean> {
    try {
      const found = await resolveSymbol({ kind: 'name', at: 0, name, global }, this.place);
      return found.kind !== 'function' || isDescribed(found);
    } catch (error) {
      if (error instanceof Failure) return false;
      throw error;
    }
  }

  private async typeOf({ name }: RustPath): Promise<RustSymbolKind> {
    const type = await this.types.named(name);
    const isOfC = type?.kind === 'base' && !primitive.test(type.name);
    return type && !isOfC ? symbolOfType(type) : undefined;
  }
}

/** Rust's own types; those of C mean nothing to it. */
const primitive = /^(?:\(\)|!|bool|char|str|[iu](?:8|16|32|64|128|size)|f32|f64)$/;

function keyOf(as: LookupNeeded['as'], { name, global }: RustPath): string {
  return `${as} ${global} ${name}`;
}

async function symbolOfType(type: Type): Promise<RustSymbolKind> {
  const found = asClass(type);
  if (!found || found.kind === 'union' || found.name?.startsWith('(')) return 'type';
  const { members } = await found.members();
  const isTuple = members.length > 0 && members.every(({ name }, i) => name === `__${i}`);
  return isTuple ? 'tupleStruct' : 'struct';
}

// Which parts of an expression are the same in every frame that stops at one place of the program.

/** What the place where a frame stopped determines. */
const ofPlace: ReadonlySet<string> = new Set(['trace_func', 'trace_file', 'trace_line']);

/** Whether nothing of a frame but its place matters for an expression. */
export function isConstant(expression: Expression, bindings: Bindings): boolean {
  switch (expression.kind) {
    case 'number':
    case 'character':
    case 'string':
    case 'truth':
      return true;
    case 'name':
      return bindings.symbol(expression)?.kind === 'enumerator';
    case 'variable':
      return ofPlace.has(expression.name);
    case 'size':
      return 'type' in expression.of;
    case 'unary':
      return !'*&'.includes(expression.operator) && areConstant(partsOf(expression), bindings);
    case 'binary':
      return expression.operator !== '@' && areConstant(partsOf(expression), bindings);
    case 'conditional':
    case 'cast':
    case 'enumerator':
      return areConstant(partsOf(expression), bindings);
    case 'call':
      return isPure(expression.callee) && areConstant(expression.arguments, bindings);
    case 'applied':
    case 'bound':
    case 'member':
    case 'memberPointer':
    case 'subscript':
    case 'slice':
    case 'memory':
    case 'array':
    case 'type':
    case 'typeInfo':
    case 'assignment':
      return false;
  }
}

function areConstant(parts: readonly Expression[], bindings: Bindings): boolean {
  return parts.every((part) => isConstant(part, bindings));
}

function isPure(callee: Expression): boolean {
  return callee.kind === 'variable' && isPureFunction(callee.name);
}
