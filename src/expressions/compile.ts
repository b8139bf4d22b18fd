// Expressions made ready: parsed once, their names looked up once for each place of the program,
// evaluated in many frames.
import { t } from '@vscode/l10n';
import { LruCache } from '../bytes/cache';
import type { Type } from '../symbols/type';
import { expressionLanguage, isTabled } from '../symbols/dwarf/languages';
import type { ValueContext, Value } from '../values/value';
import { BaseTypes, type LanguageSemantics } from './languageSemantics';
import {
  Bindings,
  partsOf,
  type BoundExpression,
  ProgramNames,
  LookupNeeded,
  TypeLookup,
} from './bindings';
import type { EvaluationContext } from './context';
import { type PreviousValue, isConvenienceFunction } from './convenienceFunctions';
import { Evaluation } from './evaluation';
import { isHiddenByVariable, isLocal, resolveSymbol } from './names';
import { isInBase } from './literals';
import { languageTables } from './languages/all';
import { parseBy } from './languages/parser';
import { spelledTokens, type NameMeaning } from './languages/spelling';
import type { LanguageTable } from './languages/table';
import { tokenizeBy } from './languages/tokens';
import { macrosIn, withMacros } from './macros';
import { isWord, type Token } from './tokens';
import { parse } from './parser';
import {
  Failure,
  type Problem,
  cannotAssign,
  cannotCall,
  notAvailable,
  optimizedOut,
  problemAt,
} from './problem';
import { parseRust } from './rustParser';
import { compileCondition, type CompiledCondition } from './closures/condition';
import type { SearchFrame } from './closures/searchFrame';
import { completeContents, type Scalar } from './scalar';
import { argumentOfChanged, isTruth, type Expression } from './syntax';

/** What an expression is compiled for. */
type CompileContext = Pick<
  ValueContext,
  'modules' | 'language' | 'frame' | 'addressSize' | 'machine'
> &
  Pick<EvaluationContext, 'inputRadix' | 'typedMacros'>;

/** As many places as the names of one expression are remembered for. */
const maxPlaces = 10_000;

/**
 * Parses an expression. Its names are looked up when it is evaluated, except those that can only
 * be types.
 */
export async function compile(text: string, context: CompileContext): Promise<Compiled | Problem> {
  const language = expressionLanguage(context.language);
  if (language === 'rust') return compileRust(text, context);
  if (isTabled(language)) return compileBy(languageTables[language], text, context);
  const { inputRadix: radix = 10 } = context;
  const expanded = withMacros(text, language, await macrosIn(context));
  if ('problem' in expanded) return expanded;
  const tokens = radix > 10 ? await withNumbers(expanded.tokens, radix, context) : expanded.tokens;
  const base = new BaseTypes(context, language);
  const types = await typesAmong(tokens, context, base);
  const parsed = parse(expanded.text, tokens, { language, isType: (name) => types.has(name) });
  if ('problem' in parsed)
    return (await unknownName(tokens, parsed.column, types, context)) ?? parsed;
  const { machine } = context;
  const semantics = { types: base, language, machine, radix, typesOnly: false } as const;
  return ambiguousChange(parsed.expression) ?? new Compiled(parsed.expression, semantics);
}

/** In a base above 10 words of its digits are numbers, unless they are names: `ff`. */
async function withNumbers(
  tokens: readonly Token[],
  radix: number,
  context: CompileContext,
): Promise<Token[]> {
  return Promise.all(
    tokens.map(async (token, i) => {
      const { kind, text, at } = token;
      const before = tokens[i - 1]?.text ?? '';
      const isMember = before === '.' || before === '->' || before === '::' || isWord(before);
      if (kind !== 'name' || isMember || !isInBase(text, radix)) return token;
      const name = { kind: 'name', name: text, at, global: false } as const;
      const found = await orProblem(() => resolveSymbol(name, context));
      return 'problem' in found ? { ...token, kind: 'number' } : token;
    }),
  );
}

/** Rust's names are looked up while they are read: what they mean decides how parsing continues. */
async function compileRust(text: string, context: CompileContext): Promise<Compiled | Problem> {
  const base = new BaseTypes(context, 'rust');
  const names = new ProgramNames(
    context,
    new TypeLookup(context, base, () => Promise.resolve({ kind: 'void' })),
  );
  for (;;) {
    try {
      const parsed = parseRust(text, names);
      if ('problem' in parsed) return parsed;
      const { machine } = context;
      const semantics = { types: base, language: 'rust', machine, typesOnly: false } as const;
      return new Compiled(parsed.expression, semantics);
    } catch (error) {
      if (!(error instanceof LookupNeeded)) throw error;
      await names.lookUp(error);
    }
  }
}

/** An expression of a language that is read by a table. */
async function compileBy(
  table: LanguageTable,
  text: string,
  context: CompileContext,
): Promise<Compiled | Problem> {
  const tokens = tokenizeBy(table, text);
  if ('problem' in tokens) return tokens;
  const { language } = table;
  const base = new BaseTypes(context, language);
  const lookup = new TypeLookup(context, base, () => Promise.resolve({ kind: 'void' }));
  const meaningOf = async (name: string): Promise<NameMeaning> => {
    const type = await lookup.named(name);
    if (type && !(await isHiddenByVariable(name, type, context))) return 'type';
    const written = { kind: 'name', name, at: 0, global: false } as const;
    const found = await orProblem(() => resolveSymbol(written, context));
    return 'problem' in found ? found : 'symbol';
  };
  const spelled = await spelledTokens(table, tokens, {
    around: context.frame?.scope?.name,
    isLocal: (name) => isLocal(name, context),
    meaningOf,
  });
  const parsed = parseBy(table, text, spelled.tokens, spelled.types);
  const { unknown } = spelled;
  if ('problem' in parsed) {
    return unknown && (unknown.column ?? 0) < parsed.column ? unknown : parsed;
  }
  if (unknown) return unknown;
  const { machine } = context;
  const semantics = { types: base, language, machine, typesOnly: false } as const;
  return ambiguousChange(parsed.expression) ?? new Compiled(parsed.expression, semantics);
}

/** An expression that can be evaluated in any stack frame of the trace that it was compiled for. */
export class Compiled {
  private readonly places = new LruCache<string, Bindings>(maxPlaces);
  /**
   * For an argument of `$_changed` the frame asked about last, and what it was there or, if not
   * known, before.
   */
  private readonly earlier = new Map<Expression, { frame: number; value: PreviousValue }>();

  constructor(
    private readonly expression: Expression,
    private readonly semantics: LanguageSemantics,
  ) {}

  /** Whether the expression is a type: `struct point *`. */
  get isType(): boolean {
    return this.expression.kind === 'type';
  }

  /** Whether it is an assignment, or expressions with commas between them. */
  get assigns(): boolean {
    const { expression } = this;
    const isComma = expression.kind === 'binary' && expression.operator === ',';
    return isComma || expression.kind === 'assignment';
  }

  /** Whether it reads no variable, no register and no memory: it never changes. */
  async isConstant(context: EvaluationContext): Promise<boolean> {
    return isConstant(this.expression, await this.evaluation(context));
  }

  /** Whether its value is a yes or a no. */
  get isTruth(): boolean {
    return isTruth(this.expression);
  }

  /** The value in a stack frame. Its contents are read when they are asked for. */
  async evaluate(context: EvaluationContext): Promise<Value | Problem> {
    return orProblem(async () => (await this.evaluation(context)).value(this.expression));
  }

  /** The type of the value, as gdb's `whatis` finds it. An expression may be a type itself. */
  async type(context: EvaluationContext): Promise<Type | Problem> {
    return orProblem(async () => (await this.evaluation(context)).type(this.expression, 'whatis'));
  }

  /** Whether the value counts as true; a problem where it is not available. */
  async holds(context: EvaluationContext): Promise<boolean | Problem> {
    return orProblem(async () => (await this.evaluation(context)).holds(this.expression));
  }

  /**
   * The number that the value is, or the address that it turns into; a problem where it is neither
   * or not available.
   */
  async number(context: EvaluationContext): Promise<Scalar | Problem> {
    return orProblem(async () => (await this.evaluation(context)).number(this.expression));
  }

  /**
   * The expression as functions that do not wait, for the frames that stop where this one does;
   * undefined where it needs the evaluation that waits, a problem where names mean nothing.
   * `variable` gives the numbers of trace state variables.
   */
  async condition(
    context: EvaluationContext,
    frame: SearchFrame,
    variable: (name: string) => number | undefined,
  ): Promise<CompiledCondition | Problem | undefined> {
    const { expression, semantics } = this;
    const bindings = await orProblem(() => this.bindings(context));
    if ('problem' in bindings) return bindings;
    const evaluation = await this.evaluation(context);
    const valueHere = (part: Expression): Promise<Value> => evaluation.value(part);
    const given = { bindings, semantics, context, frame, variable, valueHere };
    return (
      (await compileCondition(expression, given)) ??
      orProblem(() => failureOfTypes(expression, evaluation, semantics))
    );
  }

  /** The expression for those who compile it to something else. */
  async bound(context: EvaluationContext): Promise<BoundExpression | Problem> {
    const { expression, semantics } = this;
    return orProblem(async () => {
      const bindings = await this.bindings(context);
      const evaluation = await this.evaluation(context);
      return { expression, bindings, semantics, typeOf: (part) => evaluation.type(part, 'static') };
    });
  }

  /**
   * What keeps the expression from having a value in every frame; `isVariable` knows what names
   * with `$` there are.
   */
  lastingProblem(isVariable: (name: string) => boolean): Problem | undefined {
    return lastingProblem(this.expression, isVariable);
  }

  /**
   * The bytes of the argument of `$_changed` that begins at an offset of the text; undefined
   * where not available.
   */
  async contentsOf(argument: number, context: EvaluationContext): Promise<Uint8Array | undefined> {
    const part = argumentsOfChanged(this.expression).find(({ at }) => at === argument);
    return part && this.bytesOf(part, context);
  }

  /**
   * Of an expression that is `$_changed(…)` as a whole: the bytes of its argument; undefined where
   * not available.
   */
  async changedContents(context: EvaluationContext): Promise<Uint8Array | undefined> {
    const argument = argumentOfChanged(this.expression);
    return argument && this.bytesOf(argument, context);
  }

  /** The values of the parts of the expression, where they have one: `p` and `i` of `p->x[i]`. */
  async partsIn(context: EvaluationContext): Promise<Value[]> {
    const evaluation = await this.evaluation(context);
    const values: Value[] = [];
    for (const part of allParts(this.expression)) {
      const value = await orProblem(() => evaluation.value(part));
      if (!('problem' in value)) values.push(value);
    }
    return values;
  }

  private async evaluation(context: EvaluationContext): Promise<Evaluation> {
    const bindings = await this.bindings(context);
    return new Evaluation(context, bindings, this.semantics, (part) => this.before(part, context));
  }

  private bindings(context: EvaluationContext): Promise<Bindings> {
    const key = placeOf(context);
    return this.places.get(key, () => this.bind(context));
  }

  private bind(context: EvaluationContext): Promise<Bindings> {
    const lookup: TypeLookup = new TypeLookup(context, this.semantics.types, async (part) => {
      const evaluation = new Evaluation(
        context,
        await Bindings.of(part, context, lookup, this.semantics),
        this.semantics,
        (argument) => this.before(argument, context),
      );
      return evaluation.type(part, 'static');
    });
    return Bindings.of(this.expression, context, lookup, this.semantics);
  }

  /** A part's value in the nearest frame before this one that has it. */
  private async before(
    part: Expression,
    { previous, before }: EvaluationContext,
  ): Promise<PreviousValue> {
    if (before) return before(part.at);
    const first = await previous?.();
    if (!first) return 'none';
    const value = await this.valueUpTo(part, first);
    this.earlier.set(part, { frame: first.state.frame.number, value });
    return value;
  }

  private async valueUpTo(part: Expression, last: EvaluationContext): Promise<PreviousValue> {
    const known = this.earlier.get(part);
    let context: EvaluationContext | undefined = last;
    while (context) {
      if (context.state.frame.number === known?.frame) return known.value;
      const bytes = await this.bytesOf(part, context);
      if (bytes) return { bytes };
      context = await context.previous?.();
    }
    return 'none';
  }

  private async bytesOf(
    part: Expression,
    context: EvaluationContext,
  ): Promise<Uint8Array | undefined> {
    const found = await orProblem(async () => {
      const value = await (await this.evaluation(context)).value(part);
      return completeContents(value);
    });
    return 'problem' in found ? undefined : found.bytes;
  }
}

function argumentsOfChanged(expression: Expression): Expression[] {
  const inside = partsOf(expression).flatMap(argumentsOfChanged);
  const argument = argumentOfChanged(expression);
  return argument ? [argument, ...inside] : inside;
}

/** What `$_changed` remembers goes by where it is written: a macro may write only one. */
function ambiguousChange(expression: Expression): Problem | undefined {
  const offsets = argumentsOfChanged(expression).map(({ at }) => at);
  const twice = offsets.find((at, i) => offsets.indexOf(at) < i);
  return twice === undefined
    ? undefined
    : problemAt(t('$_changed cannot be in what a macro expands to more than once.'), twice);
}

/** The expressions inside of one, not the one itself. */
function allParts(expression: Expression): Expression[] {
  return partsOf(expression).flatMap((part) => [part, ...allParts(part)]);
}

async function orProblem<T>(evaluate: () => Promise<T>): Promise<T | Problem> {
  try {
    return await evaluate();
  } catch (error) {
    if (error instanceof Failure) return error.asProblem;
    throw error;
  }
}

/**
 * Expressions that are asked for again and again, each parsed once for each place of the program.
 */
export class KnownExpressions {
  private readonly known = new LruCache<string, Compiled | Problem>(maxPlaces);

  /** As {@link compile}. */
  compile(text: string, context: CompileContext): Promise<Compiled | Problem> {
    const key = `${placeOf(context)} ${text}`;
    return this.known.get(key, () => compile(text, context));
  }
}

/** What the meaning of names depends on. */
function placeOf({ frame }: Pick<CompileContext, 'frame'>): string {
  if (!frame) return '';
  const { module, lookupPc, scope } = frame;
  return `${module?.program.path ?? ''} ${module?.slide ?? 0n} ${lookupPc} ${scope?.offset ?? ''}`;
}

/** As in gdb, an unknown name is reported before an error after it: it may be a misspelt type. */
async function unknownName(
  tokens: readonly Token[],
  column: number,
  types: ReadonlySet<string>,
  context: CompileContext,
): Promise<Problem | undefined> {
  for (const { path, at } of paths(tokens.filter((token) => token.at < column - 1))) {
    if (types.has(path) || isWord(path)) continue;
    const name = { kind: 'name', name: path, at, global: false } as const;
    const found = await orProblem(() => resolveSymbol(name, context));
    if ('problem' in found) return found;
  }
  return undefined;
}

/** The names in an expression that are types'. */
async function typesAmong(
  tokens: readonly Token[],
  context: CompileContext,
  base: BaseTypes,
): Promise<ReadonlySet<string>> {
  const lookup = new TypeLookup(context, base, () => Promise.resolve({ kind: 'void' }));
  const types = new Set<string>();
  // gdb 13 takes what such a name begins with for the name, and then knows no operator of it.
  const hidden = tokens.some(({ text }) => text === 'decltype') ? 'decltype(nullptr)' : undefined;
  if (hidden !== undefined && (await lookup.named(hidden))) types.add('decltype');
  for (const { path } of paths(tokens)) {
    if (types.has(path) || isLocal(path, context)) continue;
    const type = await lookup.named(path);
    if (type && !(await isHiddenByVariable(path, type, context))) types.add(path);
  }
  return types;
}

/** Qualified names that may begin a type; not after an operator that has a left operand. */
function* paths(tokens: readonly Token[]): Iterable<{ path: string; at: number }> {
  for (let i = 0; i < tokens.length; i++) {
    const [before, first] = [tokens[i - 1], tokens[i]];
    if (first?.kind !== 'name' || (before && !opensType(before))) continue;
    let path = first.text;
    while (tokens[i + 1]?.text === '::' && tokens[i + 2]?.kind === 'name') {
      i += 2;
      path += `::${tokens[i]?.text ?? ''}`;
    }
    yield { path, at: first.at };
  }
}

function opensType({ kind, text }: Token): boolean {
  return kind === 'name' || (kind === 'operator' && ['(', '{', '<', ',', '::'].includes(text));
}

async function isConstant(expression: Expression, evaluation: Evaluation): Promise<boolean> {
  const { kind } = expression;
  if (['variable', 'string', 'memory', 'call', 'applied', 'bound'].includes(kind)) return false;
  if (kind === 'unary' && expression.operator === '*') return false;
  if ((kind === 'member' || kind === 'memberPointer') && expression.arrow) return false;
  if (kind === 'name') {
    const { type, place } = await evaluation.value(expression);
    return type.kind === 'function' || place.kind === 'literal';
  }
  for (const part of partsOf(expression)) if (!(await isConstant(part, evaluation))) return false;
  return true;
}

// What keeps an expression from having a value in any frame of a trace, so that the user learns it
// before a search.

/** The first such problem in the text; `isVariable` knows what names with `$` there are. */
function lastingProblem(
  expression: Expression,
  isVariable: (name: string) => boolean,
): Problem | undefined {
  const { kind, at } = expression;
  if (kind === 'assignment') return problemAt(cannotAssign(), at);
  if (kind === 'variable' && !isVariable(expression.name)) {
    const words = t('There is no register and no trace state variable ${0}.', expression.name);
    return problemAt(words, at);
  }
  if (kind === 'call' && !isFunction(expression.callee)) {
    return problemAt(cannotCall, expression.callee.at);
  }
  const parts = kind === 'call' ? expression.arguments : partsOf(expression);
  for (const part of parts) {
    const found = lastingProblem(part, isVariable);
    if (found) return found;
  }
  return undefined;
}

function isFunction(callee: Expression): boolean {
  return callee.kind === 'variable' && isConvenienceFunction(callee.name);
}

/** Fails where an expression fails for its types in every frame: `p->x` where `p` is a number. */
async function failureOfTypes(
  expression: Expression,
  evaluation: Evaluation,
  semantics: LanguageSemantics,
): Promise<undefined> {
  // A Rust enum has other members in other frames.
  if (semantics.language === 'rust') return undefined;
  if (expression.kind === 'call') {
    for (const argument of expression.arguments)
      await failureOfTypes(argument, evaluation, semantics);
  } else if (expression.kind === 'unary' && expression.operator === '!') {
    await failureOfTypes(expression.operand, evaluation, semantics);
  } else if (isEvaluatedWhole(expression)) {
    try {
      await evaluation.type(expression, 'static');
    } catch (error) {
      const passing =
        error instanceof Failure && [notAvailable, optimizedOut].includes(error.message);
      if (!passing) throw error;
    }
  }
  return undefined;
}

/** Whether no part of an expression may be left out, and the type of none depends on a number. */
function isEvaluatedWhole(expression: Expression): boolean {
  const { kind } = expression;
  if (['conditional', 'call', 'applied', 'slice'].includes(kind)) return false;
  if (kind === 'binary' && ['&&', '||', '@'].includes(expression.operator)) return false;
  return partsOf(expression).every(isEvaluatedWhole);
}
