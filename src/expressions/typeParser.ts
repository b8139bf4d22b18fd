// Types as they are written: C's specifiers followed by an abstract declarator (ISO C, "Type
// names").
import { baseTypeName, isReservedBaseWord } from '../symbols/canonicalName';
import { Failure } from './problem';
import type { Expression, Qualifier, Tag, TypeName } from './syntax';
import { qualifiers, tags, typeOfWords, type TokenStream } from './tokens';

type Wrap = (type: TypeName) => TypeName;

/** Reads types from a stream. */
export class TypeParser {
  /** `expression` parses what is in `typeof (…)`. */
  constructor(
    private readonly stream: TokenStream,
    private readonly expression: () => Expression,
  ) {}

  /** Whether a type begins `ahead` tokens from here. */
  begins(ahead: number): boolean {
    const { stream } = this;
    const { kind, text } = stream.peek(ahead);
    const { language } = stream.grammar;
    if (text === '::' && kind === 'operator' && language === 'c++') return this.begins(ahead + 1);
    if (kind !== 'name') return false;
    if (text === 'class' && language === 'c') return false;
    if (text === 'decltype' && language === 'c') return false;
    if (tags.has(text) || qualifiers.has(text) || typeOfWords.has(text)) return true;
    return isReservedBaseWord(text) || stream.grammar.isType(stream.pathAhead(ahead));
  }

  /** A type with its declarator: `int (*)[3]`. */
  type(): TypeName {
    return this.stream.nested(() => {
      const base = this.specifiers();
      return this.declarator()(base);
    });
  }

  /** What precedes the declarator: `const struct point`. */
  specifiers(): TypeName {
    const { at } = this.stream.next;
    const found: Qualifier[] = [];
    this.takeQualifiers(found);
    let type = this.specifier();
    this.takeQualifiers(found);
    for (const qualifier of found) type = { kind: 'qualified', at, qualifier, of: type };
    return type;
  }

  private takeQualifiers(into: Qualifier[]): void {
    for (;;) {
      const { kind, text } = this.stream.next;
      const qualifier = kind === 'name' ? qualifiers.get(text) : undefined;
      if (!qualifier) return;
      this.stream.take();
      if (!into.includes(qualifier)) into.push(qualifier);
    }
  }

  private specifier(): TypeName {
    const { stream } = this;
    const { kind, text, at } = stream.next;
    if (kind === 'name' && tags.has(text)) {
      stream.take();
      return { kind: 'tagged', at, tag: text as Tag, name: stream.path() };
    }
    if (kind === 'name' && typeOfWords.has(text)) return this.typeOf();
    stream.accept('::');
    if (stream.next.kind !== 'name') stream.unexpected();
    if (isReservedBaseWord(stream.next.text)) return this.base();
    const name = stream.path();
    // `ns::(anonymous namespace)::C` means nothing in gdb, nor in C++.
    if (stream.is('::') && stream.peek(1).text !== '*') {
      stream.take();
      stream.unexpected();
    }
    return { kind: 'named', at, name };
  }

  private base(): TypeName {
    const { stream } = this;
    const { at } = stream.next;
    const words: string[] = [];
    while (stream.next.kind === 'name' && isReservedBaseWord(stream.next.text)) {
      words.push(stream.take().text);
    }
    const [sign, more] = words;
    const isSigned = sign === 'unsigned' || sign === 'signed';
    if (isSigned && more === undefined && this.begins(0)) return this.signed(sign, at);
    const name = baseTypeName(words) ?? stream.unexpected();
    return { kind: 'base', at, name };
  }

  /** `unsigned __int128`: gdb knows no such type, whatever the program calls its own. */
  private signed(sign: 'signed' | 'unsigned', at: number): TypeName {
    const { stream } = this;
    const name = stream.path();
    if (sign === 'unsigned') stream.fail(`No type named unsigned ${name}.`, at);
    return { kind: 'named', at, name };
  }

  private typeOf(): TypeName {
    const { stream } = this;
    const { at, text } = stream.take();
    stream.expect('(');
    if (text === 'decltype' && stream.grammar.isType(text) && !this.begins(0)) stream.unexpected();
    if (this.begins(0)) {
      const type = this.type();
      stream.expect(')');
      return type;
    }
    const expression = this.expression();
    stream.expect(')');
    return { kind: 'typeOf', at, expression };
  }

  /** An abstract declarator, as what it makes of the type before it. */
  private declarator(): Wrap {
    const pointers = this.pointers();
    const inner = this.group();
    const suffixes = this.suffixes();
    return (type) => inner(suffixes(pointers(type)));
  }

  private pointers(): Wrap {
    const { stream } = this;
    let wrap: Wrap = (type) => type;
    for (;;) {
      const kind = pointerKinds.get(stream.operator);
      const before = wrap;
      if (kind && (kind === 'pointer' || stream.grammar.language === 'c++')) {
        const { at } = stream.take();
        const found: Qualifier[] = [];
        this.takeQualifiers(found);
        wrap = (type) =>
          found.reduce<TypeName>((of, qualifier) => ({ kind: 'qualified', at, qualifier, of }), {
            kind,
            at,
            to: before(type),
          });
      } else if (this.isMemberPointer()) {
        const of: TypeName = { kind: 'named', at: stream.next.at, name: stream.path() };
        stream.expect('::');
        stream.expect('*');
        wrap = (type) => ({ kind: 'memberPointer', at: of.at, to: before(type), of });
      } else return wrap;
    }
  }

  /** `C::*`. */
  private isMemberPointer(): boolean {
    const { stream } = this;
    let ahead = 0;
    while (stream.peek(ahead).kind === 'name' && stream.peek(ahead + 1).text === '::') ahead += 2;
    return ahead > 0 && stream.peek(ahead).text === '*';
  }

  /** A declarator in parentheses, unless they hold parameters. */
  private group(): Wrap {
    const { stream } = this;
    const { text } = stream.peek(1);
    const groups = stream.is('(') && ['*', '&', '&&', '(', '['].includes(text);
    if (!groups) return (type) => type;
    stream.take();
    const inner = stream.nested(() => this.declarator());
    stream.expect(')');
    return inner;
  }

  /** `[3]` and `(int, char)`. */
  private suffixes(): Wrap {
    const { stream } = this;
    const { at } = stream.next;
    if (stream.accept('[')) {
      const count = stream.is(']') ? undefined : this.count();
      stream.expect(']');
      const rest = this.suffixes();
      return (type) => ({ kind: 'array', at, of: rest(type), count });
    }
    if (!stream.accept('(')) return (type) => type;
    if (!stream.is(')') && !this.begins(0)) stream.unexpected();
    const prototyped = !stream.is(')');
    const { parameters, variadic } = this.parameters();
    const rest = this.suffixes();
    return (type) => ({
      kind: 'function',
      at,
      result: rest(type),
      prototyped,
      parameters,
      variadic,
    });
  }

  /** Whether types in parentheses come next. */
  beginsParameters(): boolean {
    return this.stream.is('(') && this.begins(1);
  }

  /** The types of parameters, and the parenthesis that closes them. */
  parameters(): { parameters: TypeName[]; variadic: boolean } {
    const { stream } = this;
    const parameters: TypeName[] = [];
    let variadic = false;
    while (!stream.is(')')) {
      variadic = stream.accept('...');
      if (variadic) break;
      parameters.push(this.type());
      if (!stream.accept(',')) break;
    }
    stream.expect(')');
    const [only, second] = parameters;
    const none = only?.kind === 'base' && only.name === 'void' && !second;
    return { parameters: none ? [] : parameters, variadic };
  }

  private count(): bigint {
    const { kind, text } = this.stream.next;
    if (kind !== 'number' || !/^(?:0[xX][0-9a-fA-F]+|\d+)$/.test(text)) this.stream.unexpected();
    this.stream.take();
    return elementCount(text);
  }
}

/** How many elements a type has as it is written; a number that is not exact is refused. */
export function elementCount(digits: string): bigint {
  const count = BigInt(digits);
  if (count > BigInt(Number.MAX_SAFE_INTEGER)) throw new Failure('Numeric constant too large.');
  return count;
}

const pointerKinds: ReadonlyMap<string, 'pointer' | 'reference' | 'rvalueReference'> = new Map([
  ['*', 'pointer'],
  ['&', 'reference'],
  ['&&', 'rvalueReference'],
]);
