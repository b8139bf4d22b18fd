// The tree of a parsed expression: only syntax, nothing looked up. `at` is the offset in the text,
// for problems.

/** An expression. */
export type Expression = { readonly at: number } & (
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'character'; readonly text: string }
  /** Literals side by side are one string. */
  | { readonly kind: 'string'; readonly texts: readonly string[] }
  | { readonly kind: 'truth'; readonly value: boolean }
  | NameExpression
  /** `$name`: a register, convenience variable, or entry of the value history. */
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: 'conditional';
      readonly condition: Expression;
      readonly then: Expression;
      readonly otherwise: Expression;
    }
  | {
      readonly kind: 'member';
      readonly operand: Expression;
      /** Through a pointer. */
      readonly arrow: boolean;
      /** In C++ with the base class, where it is written. */
      readonly member: string;
    }
  /** `.*` and `->*`. */
  | {
      readonly kind: 'memberPointer';
      readonly operand: Expression;
      readonly arrow: boolean;
      readonly member: Expression;
    }
  | { readonly kind: 'subscript'; readonly operand: Expression; readonly index: Expression }
  /** Rust's `a[x..y]`. */
  | {
      readonly kind: 'slice';
      readonly operand: Expression;
      readonly from?: Expression | undefined;
      readonly to?: Expression | undefined;
      readonly inclusive: boolean;
    }
  /** `a(i)` of Fortran and Ada: an element, the outermost index first, or a call. */
  | {
      readonly kind: 'applied';
      readonly callee: Expression;
      readonly arguments: readonly Expression[];
    }
  /** An array's first or last index, or its length. Dimensions count from 1, the default. */
  | {
      readonly kind: 'bound';
      readonly which: 'first' | 'last' | 'length';
      readonly operand: Expression;
      readonly dimension?: Expression;
      /** Whether the first dimension is the one whose index moves fastest. */
      readonly innermostFirst: boolean;
    }
  /** `t'pos(x)` and `t'val(x)` of Ada: the place of an enumerator, and the one at a place. */
  | {
      readonly kind: 'enumerator';
      readonly which: 'position' | 'value';
      readonly type: TypeName;
      readonly operand: Expression;
    }
  | {
      readonly kind: 'call';
      readonly callee: Expression;
      readonly arguments: readonly Expression[];
    }
  | { readonly kind: 'cast'; readonly type: TypeName; readonly operand: Expression }
  /** `{type} address`. */
  | { readonly kind: 'memory'; readonly type: TypeName; readonly address: Expression }
  | {
      readonly kind: 'size';
      readonly of: { readonly type: TypeName } | { readonly expression: Expression };
      readonly alignment: boolean;
    }
  /** C++'s `typeid`. */
  | {
      readonly kind: 'typeInfo';
      readonly of: { readonly type: TypeName } | { readonly expression: Expression };
    }
  /** `{1, 2}`. */
  | { readonly kind: 'array'; readonly elements: readonly Expression[] }
  | { readonly kind: 'type'; readonly type: TypeName }
  | {
      readonly kind: 'assignment';
      readonly target: Expression;
      /** `+` of `+=` and of `++`; absent in `=`. */
      readonly operator?: BinaryOperator;
      /** 1 in `++` and `--`. */
      readonly value: Expression;
      /** Behind its target, as in `x++`: it is worth what the target was before. */
      readonly postfix: boolean;
    }
);

/** A name of the program. */
export interface NameExpression {
  readonly kind: 'name';
  readonly at: number;
  /** `a::b::c`, templates' arguments included, without blanks around `::`. */
  readonly name: string;
  /** The file or function of `'file.c'::x`. */
  readonly scope?: string;
  /** Written `::x`. */
  readonly global: boolean;
  /** `C::f(int) const`, a name followed by types: chooses among overloaded member functions. */
  readonly signature?: string;
  /** Written `f(…)`: arguments choose among functions of one name. */
  readonly called?: true;
}

/** What precedes its operand. */
export type UnaryOperator = '-' | '+' | '!' | '~' | '*' | '&';

/** What is between its operands. */
export type BinaryOperator =
  | '**'
  | '*'
  | '/'
  /** Pascal's `/`: a real number even of two whole ones. */
  | 'real/'
  | '%'
  /** What is left over, with the divisor's sign. */
  | 'mod'
  | '+'
  | '-'
  | '@'
  | '<<'
  | '>>'
  | '<'
  | '>'
  | '<='
  | '>='
  | '=='
  | '!='
  | '&'
  | '^'
  | '|'
  | '&&'
  | '||'
  | ',';

/** A type as it is written. */
export type TypeName = { readonly at: number } &
  /** `unsigned long`, its words in the order that {@link baseTypeName} gives. */
  (
    | { readonly kind: 'base'; readonly name: string }
    | { readonly kind: 'tagged'; readonly tag: Tag; readonly name: string }
    | { readonly kind: 'named'; readonly name: string }
    | { readonly kind: 'qualified'; readonly qualifier: Qualifier; readonly of: TypeName }
    | { readonly kind: 'pointer' | 'reference' | 'rvalueReference'; readonly to: TypeName }
    | { readonly kind: 'array'; readonly of: TypeName; readonly count: bigint | undefined }
    | {
        readonly kind: 'function';
        readonly result: TypeName;
        /** Whether its parameters are given; `()` gives none. */
        readonly prototyped: boolean;
        readonly parameters: readonly TypeName[];
        readonly variadic: boolean;
      }
    | { readonly kind: 'memberPointer'; readonly to: TypeName; readonly of: TypeName }
    | { readonly kind: 'typeOf'; readonly expression: Expression }
  );

export type Tag = 'struct' | 'class' | 'union' | 'enum';

export type Qualifier = 'const' | 'volatile' | 'restrict' | 'atomic';

/** What `$_changed(…)` is asked about; undefined for any other expression. */
export function argumentOfChanged(expression: Expression): Expression | undefined {
  if (expression.kind !== 'call' || expression.callee.kind !== 'variable') return undefined;
  return expression.callee.name === '_changed' ? expression.arguments[0] : undefined;
}

/** Whether the value is a yes or a no, although in C its type is `int`. */
export function isTruth(expression: Expression): boolean {
  if (expression.kind === 'unary') return expression.operator === '!';
  if (expression.kind === 'binary') return truthOperators.has(expression.operator);
  if (expression.kind !== 'call') return expression.kind === 'truth';
  return expression.callee.kind === 'variable' && truthFunctions.has(expression.callee.name);
}

const truthOperators: ReadonlySet<string> = new Set<BinaryOperator>([
  ...(['<', '>', '<=', '>=', '==', '!=', '&&', '||'] as const),
]);

/** gdb's convenience functions that ask a question, and this project's own. */
const truthFunctions: ReadonlySet<string> = new Set([
  ...['_streq', '_regex', '_memeq', '_isvoid', '_collected', '_changed'],
  ...['_caller_is', '_caller_matches', '_any_caller_is', '_any_caller_matches'],
]);
