// The name of a C++ function without its parameters, as gdb writes it next to a stack frame. gdb
// parses the whole name for that; one that its grammar (cp-name-parser.y) does not have, as that of
// a lambda, stays as it is, with its parameters.

const tokenPattern =
  /\s*(\(anonymous namespace\)|[A-Za-z_$][\w$]*|\d+(?:\.\d+)?[uUlLfF]*|::|&&|\.\.\.|->\*?|(?:<<|>>|[-+*/%^&|<>=!])=|<<|>>|\+\+|--|\|\||\S)/y;

const integerWords: ReadonlySet<string> = new Set('int signed unsigned char long short'.split(' '));
const otherBuiltinWords: ReadonlySet<string> = new Set('float double bool wchar_t void'.split(' '));
const qualifierWords: ReadonlySet<string> = new Set('const volatile __restrict'.split(' '));
const reservedWords: ReadonlySet<string> = new Set([
  ...integerWords,
  ...otherBuiltinWords,
  ...qualifierWords,
  ...'operator new delete true false sizeof enum struct class union template'.split(' '),
]);
const operatorSigns: ReadonlySet<string> = new Set(
  '+ - * / % ^ & | ~ ! = < > += -= *= /= %= ^= &= |= << >> <<= >>= == != <= >= && || ++ -- , -> ->*'.split(
    ' ',
  ),
);

/** Types and template arguments nest no deeper. */
const maxDepth = 100;

/**
 * `ns::f<int>` of `ns::f<int>(long) const`; undefined for what gdb does not take for a function
 * with parameters.
 */
export function withoutParameters(name: string): string | undefined {
  const parser = new NameParser(name);
  if (!parser.path(true)) return undefined;
  const end = parser.position;
  return parser.parameters() && parser.isAtEnd ? name.slice(0, end) : undefined;
}

/** A position in a name. Each step returns whether it found what it expects, and moves past it. */
class NameParser {
  private readonly tokens: { readonly text: string; readonly end: number }[] = [];
  private at = 0;
  private depth = 0;

  constructor(text: string) {
    const pattern = new RegExp(tokenPattern);
    for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
      this.tokens.push({ text: found[1] ?? '', end: pattern.lastIndex });
    }
  }

  /** Where the token before ends in the text. */
  get position(): number {
    return this.tokens[this.at - 1]?.end ?? 0;
  }

  get isAtEnd(): boolean {
    return this.at >= this.tokens.length;
  }

  /**
   * `ns::Box<int>::f`; the last part may be an operator or a destructor in the name of a function.
   */
  path(ofFunction: boolean): boolean {
    this.take('::');
    for (;;) {
      if (ofFunction && this.take('operator')) return this.operator();
      if (ofFunction && this.take('~')) return this.name();
      if (!this.name() || !this.templateArguments()) return false;
      if (this.next !== '::' || this.tokens[this.at + 1]?.text === '*') return true;
      this.at++;
    }
  }

  /** `(int, ...) const` */
  parameters(): boolean {
    if (!this.take('(')) return false;
    const isEmpty = this.take(')') || (this.next === 'void' && this.after === ')' && this.skip(2));
    if (!isEmpty && !(this.types() && this.take(')'))) return false;
    this.qualifiers();
    return true;
  }

  private types(): boolean {
    do {
      if (!this.type()) return false;
      if (this.next === ',' && this.after === '...') return this.skip(2);
    } while (this.take(','));
    return true;
  }

  private operator(): boolean {
    if (this.take('new') || this.take('delete')) {
      return this.take('[') ? this.take(']') : true;
    }
    if (this.take('(')) return this.take(')') && this.templateArguments();
    if (this.take('[')) return this.take(']') && this.templateArguments();
    if (operatorSigns.has(this.next)) return this.skip(1) && this.templateArguments();
    return this.plainType() && this.pointers();
  }

  private name(): boolean {
    const { next } = this;
    const isName = next === '(anonymous namespace)' || /^[A-Za-z_$]/.test(next);
    return isName && !reservedWords.has(next) && this.skip(1);
  }

  /** Template arguments, where there are some. */
  private templateArguments(): boolean {
    if (!this.take('<')) return true;
    do {
      if (!this.nested(() => this.templateArgument())) return false;
    } while (this.take(','));
    return this.take('>');
  }

  private templateArgument(): boolean {
    if (this.take('&')) {
      const bracket = this.take('(');
      const isThing = this.path(true) && (this.next !== '(' || this.parameters());
      return isThing && (!bracket || this.take(')'));
    }
    const isNumber = /^(?:[-!~(]|\d.*|true|false)$/.test(this.next);
    return isNumber ? this.number() : this.type();
  }

  /** A constant, with casts and signs before it. */
  private number(): boolean {
    return this.nested(() => {
      if (/^(?:\d.*|true|false)$/.test(this.next)) return this.skip(1);
      if (/^[-!~]$/.test(this.next)) return this.skip(1) && this.number();
      if (!this.take('(')) return false;
      const start = this.at;
      if (this.type() && this.take(')') && this.number()) return true;
      this.at = start;
      return this.number() && this.take(')');
    });
  }

  private type(): boolean {
    return this.nested(() => this.plainType() && this.declarator());
  }

  /** A type without pointers, functions and arrays. */
  private plainType(): boolean {
    this.qualifiers();
    if (integerWords.has(this.next)) {
      while (integerWords.has(this.next)) this.at++;
      this.take('double');
    } else if (otherBuiltinWords.has(this.next)) {
      this.at++;
    } else if (!this.path(false)) {
      return false;
    }
    this.qualifiers();
    return true;
  }

  /**
   * `*`, `(&) [3]`, `(*)(int)`: what may follow a type; not the parameters of a plain function
   * type.
   */
  private declarator(): boolean {
    if (!this.pointers()) return false;
    if (this.take('(')) {
      const isPointer = /^(?:[*&[(]|&&)$/.test(this.next) || this.isMemberPointer();
      if (!isPointer || !this.nested(() => this.declarator()) || !this.take(')')) return false;
      if (this.next === '(' && !this.parameters()) return false;
    }
    while (this.take('[')) {
      if (/^\d+[uUlL]*$/.test(this.next)) this.at++;
      if (!this.take(']')) return false;
    }
    return true;
  }

  private pointers(): boolean {
    for (;;) {
      if (this.take('*')) this.qualifiers();
      else if (!this.take('&') && !this.take('&&')) {
        if (!this.isMemberPointer()) return true;
        if (!this.path(false) || !this.take('::') || !this.take('*')) return false;
        this.qualifiers();
      }
    }
  }

  private isMemberPointer(): boolean {
    const start = this.at;
    const found = this.path(false) && this.next === '::' && this.after === '*';
    this.at = start;
    return found;
  }

  private qualifiers(): void {
    while (qualifierWords.has(this.next)) this.at++;
  }

  private get next(): string {
    return this.tokens[this.at]?.text ?? '';
  }

  private get after(): string {
    return this.tokens[this.at + 1]?.text ?? '';
  }

  private take(text: string): boolean {
    return this.next === text && this.skip(1);
  }

  private skip(count: number): boolean {
    this.at += count;
    return true;
  }

  private nested(read: () => boolean): boolean {
    if (++this.depth > maxDepth) return false;
    const found = read();
    this.depth--;
    return found;
  }
}
