// What a table says of a language whose expressions are not written as C's: one tokenizer and one
// parser read them all (gdb manual, "Supported Languages").
import type { TabledLanguage } from '../../symbols/dwarf/languages';
import type { BinaryOperator, Expression, UnaryOperator } from '../syntax';

/** Operators that bind equally. */
export interface BinaryLevel {
  /** By their text, in lower case. */
  readonly operators: Readonly<Record<string, BinaryOperator>>;
  /** `a ** b ** c` is `a ** (b ** c)`. */
  readonly fromTheRight?: true;
}

export interface PrefixOperator {
  readonly make: (operand: Expression, at: number) => Expression;
  /** The level in `binary` from which its operand is made of operators. */
  readonly level: number;
}

/** What a function or an attribute of the language is, as operators. `at`: offset in the text. */
export type Intrinsic = (given: readonly Expression[], at: number) => Expression | undefined;

export interface LanguageTable {
  readonly language: TabledLanguage;
  /** The operators, brackets and words that are operators; sticky, the longest first. */
  readonly operator: RegExp;
  /** Sticky. */
  readonly number: RegExp;
  /** The text of a number as C has it. */
  readonly numberInC: (text: string) => string;
  /** What stands between quotes: text as in C, text in which a quote is doubled, or a character. */
  readonly quotes: Readonly<Partial<Record<string, 'asInC' | 'doubled' | 'character'>>>;
  /** Truths by their text in lower case. */
  readonly truths: Readonly<Partial<Record<string, boolean>>>;
  /** From the loosest level to the closest. */
  readonly binary: readonly BinaryLevel[];
  readonly prefixes: Readonly<Partial<Record<string, PrefixOperator>>>;
  readonly assignment: string;
  /** Between expressions of which the last is the value. */
  readonly sequence?: string;
  readonly member: string;
  /** Behind a pointer. */
  readonly dereference?: string;
  /** Whether `a(1)` is an element, where `a` is an array. */
  readonly appliesArrays: boolean;
  /** Between the bounds of a part of an array. */
  readonly range?: string;
  /** Whether `x in a .. b` asks if a number is between two others. */
  readonly hasMembership: boolean;
  /** Whether the first index of an array is the one that moves fastest. */
  readonly firstIsFastest: boolean;
  /** Whether `type(x)`, else `(type) x`, is a cast. */
  readonly castsByCall: boolean;
  /** Words that begin a type, with the kind that each has where none is written. */
  readonly typeWords: Readonly<Partial<Record<string, number>>>;
  /** Functions of the language by their names in lower case. */
  readonly functions: Readonly<Partial<Record<string, Intrinsic>>>;
  /** What is written behind a quote, `a'first`, by its name in lower case. */
  readonly attributes: Readonly<Partial<Record<string, Intrinsic>>>;
  /** A name as the debugging information may have it, the likeliest first. */
  spellings(name: string): readonly string[];
  /** The name of what is written `a.b`, where a dot stands between the parts of names. */
  readonly joined?: string;
  /** Whether a name is also looked for in the functions and packages around. */
  readonly looksAround: boolean;
  readonly syntaxError: (near: string) => string;
  /** Where it is not C's. */
  readonly unknownName?: (name: string) => string;
}

/** The bytes of a type, or of the type of an expression. */
export function sizeNode(operand: Expression, at: number): Expression {
  const of = operand.kind === 'type' ? { type: operand.type } : { expression: operand };
  return { kind: 'size', at, of, alignment: false };
}

/** The absolute value of an operand. */
export function absoluteValue(operand: Expression, at: number): Expression {
  const zero: Expression = { kind: 'number', at, text: '0' };
  return {
    kind: 'conditional',
    at,
    condition: { kind: 'binary', at, operator: '<', left: operand, right: zero },
    then: { kind: 'unary', at, operator: '-', operand },
    otherwise: operand,
  };
}

/** What C's operator does, before an operand of a level. */
export function prefix(operator: UnaryOperator, level: number): PrefixOperator {
  return { level, make: (operand, at) => ({ kind: 'unary', operator, at, operand }) };
}

/** A function of one argument. */
export function ofOne(make: (operand: Expression, at: number) => Expression): Intrinsic {
  return ([operand, ...more], at) => (operand && more.length === 0 ? make(operand, at) : undefined);
}

/** A function of two arguments. */
export function ofTwo(
  make: (left: Expression, right: Expression, at: number) => Expression,
): Intrinsic {
  return ([left, right, ...more], at) =>
    left && right && more.length === 0 ? make(left, right, at) : undefined;
}

/** What is known of an array's indexes, in the dimension that is given second. */
export function boundOf(which: 'first' | 'last' | 'length', innermostFirst: boolean): Intrinsic {
  return ([operand, dimension], at) =>
    operand && {
      kind: 'bound',
      at,
      which,
      operand,
      innermostFirst,
      ...(dimension && { dimension }),
    };
}
