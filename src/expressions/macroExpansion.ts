// Expands macros of the preprocessor as gdb does (gdb 13, macroexp.c): its tokens, its spaces, its
// complaints. What a hostile program defines is bounded.
import { t } from '@vscode/l10n';
import type { MacroDefinition } from '../symbols/macros';
import { Failure } from './problem';

/** What a macro is replaced by. */
export type Macro = Pick<MacroDefinition, 'parameters' | 'replacement'>;

/** The macro that a name is where the expression is; undefined where it is none. */
export type MacroLookup = (name: string) => Macro | undefined;

/** Tokens that one expansion may read, and characters that it may write, on all levels. */
const maxTokens = 20_000;
const maxCharacters = 1 << 18;
/** Macros in the expansions of macros. */
const maxDepth = 200;

/** A text with all its macros expanded. Fails with a {@link Failure}. */
export function expandMacros(text: string, lookup: MacroLookup): string {
  const output = new Output(new Budget());
  new Expander(lookup, output.budget).scan(new Source(text), output, []);
  return output.text;
}

/**
 * What the macro is replaced by that begins at an offset of a text, and the offset of what follows
 * it; undefined where none begins there. Fails with a {@link Failure}.
 */
export function expandMacroAt(
  text: string,
  at: number,
  lookup: MacroLookup,
): { readonly text: string; readonly end: number } | undefined {
  const source = new Source(text, at);
  const output = new Output(new Budget());
  const token = source.token();
  if (!token) return undefined;
  const isExpanded = new Expander(lookup, output.budget).expand(token, source, output, []);
  return isExpanded ? { text: output.text, end: source.at } : undefined;
}

/** Ends an expansion that grows without end. */
class Budget {
  private tokens = maxTokens;
  private characters = maxCharacters;

  take(tokens: number, characters: number): void {
    this.tokens -= tokens;
    this.characters -= characters;
    if (this.tokens < 0 || this.characters < 0) {
      throw new Failure(t('The expansion of a macro is too long.'));
    }
  }
}

/** Blanks and comments. */
const blankPattern = /(?:\s|\/\*[^]*?\*\/|\/\/[^\n]*)*/y;

/** One of the preprocessor's tokens. */
const tokenPattern =
  /\.?\d(?:[eEpP][-+]|[\w.])*|[LuU]?'(?:[^'\\\n]|\\[^])+'|[LuU]?"(?:[^"\\\n]|\\[^])*"|[A-Za-z_]\w*|\.\.\.|->|--|-=|\+\+|\+=|<<=|>>=|<<|>>|<=|>=|==|!=|&&|&=|\|\||\|=|\*=|\/=|%=|\^=|##|<:|:>|<%|%>|%:%:|%:|[^]/y;

/** A token, and what was skipped before it. */
interface MacroToken {
  readonly blank: string;
  readonly text: string;
  /** Offset of its first character. */
  readonly at: number;
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** A text that is read token by token. */
class Source {
  constructor(
    readonly text: string,
    public at = 0,
  ) {}

  token(): MacroToken | undefined {
    const { text } = this;
    const blank = matchAt(blankPattern, text, this.at) ?? '';
    const at = this.at + blank.length;
    const token = matchAt(tokenPattern, text, at);
    if (token === undefined) return undefined;
    if (token === "'") throw new Failure('Unmatched single quote.');
    if (token === '"') throw new Failure('Unterminated string in expression.');
    if (text.startsWith('/*', at)) {
      throw new Failure('Unterminated comment in macro expansion.');
    }
    this.at = at + token.length;
    return { blank, text: token, at };
  }

  /** What {@link token} left. */
  get rest(): string {
    return this.text.slice(this.at);
  }
}

/** An expansion as it grows. Two tokens never become one. */
class Output {
  private readonly pieces: string[] = [];
  /** The token that it ends with; empty where it ends with something else. */
  private last = '';

  constructor(readonly budget: Budget) {}

  get text(): string {
    return this.pieces.join('') + this.last;
  }

  /** Appends a token as it is written. */
  token(text: string): void {
    this.budget.take(1, text.length);
    const first = new Source(this.last + text).token();
    const isSpliced = this.last !== '' && first?.text !== this.last;
    this.pieces.push(this.last, isSpliced ? ' ' : '');
    this.last = text;
  }

  /** Appends what no token continues. */
  literally(text: string): void {
    this.budget.take(0, text.length);
    this.pieces.push(this.last, text);
    this.last = '';
  }
}

class Expander {
  constructor(
    private readonly lookup: MacroLookup,
    private readonly budget: Budget,
  ) {}

  /** Appends a text with its macros expanded, except those whose replacement it is part of. */
  scan(source: Source, output: Output, within: readonly string[]): void {
    for (let token = source.token(); token; token = source.token()) {
      this.budget.take(1, 0);
      if (token.blank !== '') output.literally(token.blank);
      if (!this.expand(token, source, output, within)) output.token(token.text);
    }
    if (source.rest !== '') output.literally(source.rest);
  }

  /** Appends what a token is replaced by, with its arguments in `rest`; false where by nothing. */
  expand(token: MacroToken, rest: Source, output: Output, within: readonly string[]): boolean {
    const { text: name } = token;
    const macro = isIdentifier(name) && !within.includes(name) ? this.lookup(name) : undefined;
    if (!macro) return false;
    if (within.length === maxDepth) throw new Failure(t('Macros are nested too deeply.'));
    const inside = [...within, name];
    if (!macro.parameters) {
      this.scan(new Source(macro.replacement), output, inside);
      return true;
    }
    const variadic = variadicOf(macro.parameters);
    const given = this.arguments(
      name,
      rest,
      variadic === undefined ? undefined : macro.parameters.length,
    );
    if (!given) return false;
    checkCount(name, given, macro.parameters, variadic);
    const substitution = new Substitution(macro, given, variadic, this.budget, (text, to) => {
      // An argument is nested in the macro as its replacement is.
      if (within.length + 1 === maxDepth) throw new Failure(t('Macros are nested too deeply.'));
      this.scan(new Source(text), to, within);
    });
    this.scan(new Source(substitution.run()), output, inside);
    return true;
  }

  /** The arguments of a macro as they are written; undefined where none are. */
  private arguments(name: string, source: Source, most: number | undefined): string[] | undefined {
    const { at } = source;
    if (source.token()?.text !== '(') {
      source.at = at;
      return undefined;
    }
    const given: string[] = [];
    let span: { readonly start: number; end: number } | undefined;
    const close = () => {
      given.push(span ? source.text.slice(span.start, span.end) : '');
      span = undefined;
    };
    for (let depth = 0; ;) {
      const token = source.token();
      if (!token) throw new Failure(`Malformed argument list for macro \`${name}'.`);
      this.budget.take(1, 0);
      if (token.text === '(') depth++;
      if (token.text === ')' && depth-- === 0) break;
      const isLast = most !== undefined && given.length + 1 >= most;
      if (token.text === ',' && depth === 0 && !isLast) {
        close();
      } else {
        span ??= { start: token.at, end: token.at };
        span.end = source.at;
      }
    }
    close();
    if (most !== undefined && given.length === most - 1) given.push('');
    return given;
  }
}

function isIdentifier(token: string): boolean {
  return /^[A-Za-z_]\w*$/.test(token);
}

/** The name that represents the arguments of a macro that takes any number of them. */
function variadicOf(parameters: readonly string[]): string | undefined {
  const last = parameters.at(-1);
  if (last?.endsWith('...') !== true) return undefined;
  return last === '...' ? '__VA_ARGS__' : last.slice(0, -'...'.length);
}

function checkCount(
  name: string,
  given: readonly string[],
  parameters: readonly string[],
  variadic: string | undefined,
): void {
  const { length: wanted } = parameters;
  const { length: got } = given;
  const isNone = wanted === 0 && got === 1 && given[0] === '';
  if (got === wanted || isNone || (variadic !== undefined && got >= wanted - 1)) return;
  throw new Failure(
    `Wrong number of arguments to macro \`${name}' (expected ${wanted}, got ${got}).`,
  );
}

/** A macro's replacement with the arguments in it. */
class Substitution {
  private readonly output: Output;
  private readonly parameters: readonly string[];
  private readonly tokens: readonly MacroToken[];
  private next = 0;
  /** Parentheses of `__VA_OPT__(…)` around the token; 0 outside. */
  private optional = 0;

  constructor(
    macro: Macro,
    private readonly given: readonly string[],
    private readonly variadic: string | undefined,
    private readonly budget: Budget,
    private readonly appendExpanded: (argument: string, to: Output) => void,
  ) {
    this.output = new Output(budget);
    this.tokens = this.tokensOf(macro.replacement);
    this.parameters = macro.parameters ?? [];
  }

  /** The text. */
  run(): string {
    while (this.next < this.tokens.length) this.step();
    return this.output.text;
  }

  private tokensOf(replacement: string): MacroToken[] {
    const source = new Source(replacement);
    const tokens: MacroToken[] = [];
    for (let token = source.token(); token; token = source.token()) {
      this.budget.take(1, 0);
      tokens.push(token);
    }
    return tokens;
  }

  private step(): void {
    const { output } = this;
    const token = this.take();
    if (!token || this.isHidden(token.text)) return;
    if (token.blank !== '') output.literally(token.blank);
    if (token.text === '#') {
      const operand = this.take();
      if (!operand) throw new Failure('Stringification operator requires an argument.');
      const argument = this.argument(operand.text);
      if (argument === undefined) {
        throw new Failure('Argument to stringification operator must name a macro parameter.');
      }
      output.literally(asString(argument));
    } else if (token.text === '##') {
      throw new Failure('Stray splicing operator');
    } else if (this.tokens[this.next]?.text === '##') {
      this.splice(token.text);
    } else {
      const argument = this.argument(token.text);
      if (argument === undefined) output.token(token.text);
      else this.appendExpanded(argument, output);
    }
  }

  private take(): MacroToken | undefined {
    return this.tokens[this.next++];
  }

  /** Whether a token is `__VA_OPT__` itself, or left out because nothing is variable. */
  private isHidden(token: string): boolean {
    if (this.optional === 0) {
      if (token !== '__VA_OPT__') return false;
      if (this.variadic === undefined) {
        throw new Failure('__VA_OPT__ is only valid in a variadic macro');
      }
      if (this.take()?.text !== '(') {
        throw new Failure('__VA_OPT__ must be followed by an open parenthesis');
      }
      this.optional = 1;
      return true;
    }
    if (token === '(') this.optional++;
    if (token === ')' && --this.optional === 0) return true;
    return this.given.at(-1) === '';
  }

  /** `first ## … ## …`, of which the first was taken. */
  private splice(first: string): void {
    const { output } = this;
    let operand = first;
    for (;;) {
      const isSpliced = this.tokens[this.next]?.text === '##';
      if (isSpliced) this.next++;
      const right = isSpliced ? this.take() : undefined;
      if (isSpliced && !right) throw new Failure('Splicing operator at end of macro');
      // GNU C: the comma before arguments that are not there goes with them.
      const isDropped =
        operand === ',' && right?.text === this.variadic && this.given.at(-1) === '';
      if (!isDropped || !right) output.literally(this.argument(operand) ?? operand);
      if (!right) return;
      operand = right.text;
    }
  }

  /** The argument that a name represents. */
  private argument(name: string): string | undefined {
    const { parameters, variadic, given } = this;
    if (variadic === name) return given[parameters.length - 1] ?? '';
    const index = parameters.indexOf(name);
    return index < 0 ? undefined : given[index];
  }
}

/** An argument as a string literal. */
function asString(argument: string): string {
  const inside = argument.trim().replace(/\s+/g, ' ').replace(/["\\]/g, '\\$&');
  return `"${inside}"`;
}
