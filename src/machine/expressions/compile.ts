// Expressions made ready: parsed once, their names looked up once for each place of the program, evaluated in many frames.
import type { Type } from '../../symbols/type';
import { styleOf } from '../values/language';
import type { Surroundings, Value } from '../values/value';
import { BaseTypes } from './baseTypes';
import { Bindings } from './bindings';
import type { EvaluationContext } from './context';
import type { PreviousValue } from './convenienceFunctions';
import { Evaluation } from './evaluation';
import { isLocal, meaningOf } from './names';
import { isWord } from './words';
import { truthOf } from './operators';
import { parse } from './parser';
import { Failure, type Problem } from './problem';
import { quickCondition, type NumberVariable, type QuickCondition } from './quickCondition';
import type { Rules } from './rules';
import { completeContents } from './scalar';
import type { Expression } from './syntax';
import { tokenize, type Token } from './tokens';
import { TypeLookup } from './typeLookup';

/** What an expression is compiled for. The surroundings of a stack frame are such a context. */
export type CompileContext = Pick<
  Surroundings,
  'placements' | 'language' | 'frame' | 'addressSize' | 'machine'
>;

/** As many places as the names of one expression are remembered for. */
const rememberedPlaces = 10_000;

/** Parses an expression. Its names are looked up when it is evaluated, except those that can only be types. */
export async function compile(text: string, context: CompileContext): Promise<Compiled | Problem> {
  const language = styleOf(context.language);
  const tokens = tokenize(text, language);
  if ('problem' in tokens) return tokens;
  const base = new BaseTypes(context);
  const types = await typesAmong(tokens, context, base);
  const parsed = parse(text, tokens, { language, isType: (name) => types.has(name) });
  if ('problem' in parsed)
    return (await unknownName(tokens, parsed.column, types, context)) ?? parsed;
  const { machine } = context;
  return new Compiled(parsed.expression, { types: base, language, machine, typesOnly: false });
}

/** An expression that can be evaluated in any stack frame of the trace that it was compiled for. */
export class Compiled {
  private readonly places = new Map<string, Promise<Bindings>>();
  /** For an argument of `$_changed` the frame asked about last, and what it was there or, if not known, before. */
  private readonly earlier = new Map<Expression, { frame: number; value: PreviousValue }>();

  constructor(
    private readonly expression: Expression,
    private readonly rules: Rules,
  ) {}

  /** The value in a stack frame. Its contents are read when they are asked for. */
  async evaluate(context: EvaluationContext): Promise<Value | Problem> {
    return orProblem(async () => (await this.evaluation(context)).value(this.expression));
  }

  /** The type of the value; nothing of the frame is read. An expression may be a type itself. */
  async type(context: EvaluationContext): Promise<Type | Problem> {
    return orProblem(async () => (await this.evaluation(context)).type(this.expression));
  }

  /** Whether the value counts as true; a problem where it is not available. */
  async holds(context: EvaluationContext): Promise<boolean | Problem> {
    return orProblem(async () => {
      const value = await (await this.evaluation(context)).value(this.expression);
      return truthOf(value, this.rules);
    });
  }

  /**
   * The expression as a condition that is evaluated at once, for searches through many frames; undefined where it needs
   * more than numbers that `variable` gives by their names without `$`.
   */
  quick(variable: (name: string) => NumberVariable | undefined): QuickCondition | undefined {
    return quickCondition(this.expression, this.rules, variable);
  }

  private async evaluation(context: EvaluationContext): Promise<Evaluation> {
    const bindings = await this.bindings(context);
    return new Evaluation(context, bindings, this.rules, (part) => this.before(part, context));
  }

  private bindings(context: EvaluationContext): Promise<Bindings> {
    const key = placeOf(context);
    let bindings = this.places.get(key);
    if (!bindings) {
      if (this.places.size >= rememberedPlaces) this.places.clear();
      bindings = this.bind(context);
      this.places.set(key, bindings);
    }
    return bindings;
  }

  private bind(context: EvaluationContext): Promise<Bindings> {
    const { surroundings } = context;
    const lookup: TypeLookup = new TypeLookup(surroundings, this.rules.types, async (part) => {
      const evaluation = new Evaluation(
        context,
        await Bindings.of(part, surroundings, lookup, this.rules),
        this.rules,
        (argument) => this.before(argument, context),
      );
      return evaluation.type(part);
    });
    return Bindings.of(this.expression, surroundings, lookup, this.rules);
  }

  /** A part's value in the nearest frame before this one that has it. */
  private async before(part: Expression, { previous }: EvaluationContext): Promise<PreviousValue> {
    const first = await previous?.();
    if (!first) return 'none';
    const value = await this.valueUpTo(part, first);
    this.earlier.set(part, { frame: first.machine.frame.number, value });
    return value;
  }

  private async valueUpTo(part: Expression, last: EvaluationContext): Promise<PreviousValue> {
    const known = this.earlier.get(part);
    let context: EvaluationContext | undefined = last;
    while (context) {
      if (context.machine.frame.number === known?.frame) return known.value;
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

async function orProblem<T>(evaluate: () => Promise<T>): Promise<T | Problem> {
  try {
    return await evaluate();
  } catch (error) {
    if (error instanceof Failure) return error.asProblem;
    throw error;
  }
}

/** What the meaning of names depends on. */
function placeOf({ surroundings: { frame } }: EvaluationContext): string {
  if (!frame) return '';
  const { placement, lookupPc, scope } = frame;
  return `${placement?.program.path ?? ''} ${placement?.slide ?? 0n} ${lookupPc} ${scope?.offset ?? ''}`;
}

/** As in gdb, a name that means nothing is told before what is wrong behind it: it may be a misspelt type. */
async function unknownName(
  tokens: readonly Token[],
  column: number,
  types: ReadonlySet<string>,
  context: CompileContext,
): Promise<Problem | undefined> {
  for (const { path, at } of paths(tokens.filter((token) => token.at < column - 1))) {
    if (types.has(path) || isWord(path)) continue;
    const name = { kind: 'name', name: path, at, global: false } as const;
    const found = await orProblem(() => meaningOf(name, context));
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
  for (const { path } of paths(tokens)) {
    if (types.has(path) || isLocal(path, context)) continue;
    if (await lookup.named(path)) types.add(path);
  }
  return types;
}

/** Names with `::` between that may begin a type: none behind an operator that has an operand before it. */
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
