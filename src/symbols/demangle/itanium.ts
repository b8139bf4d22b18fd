// C++'s mangled names (Itanium C++ ABI, section 5.1), written as gdb writes them: without a function's result. What is
// rare, such as expressions in template arguments, is left mangled.
import {
  builtinTypes,
  extendedTypes,
  fullNames,
  operators,
  specialNames,
  specialVariables,
  standardNames,
} from './itaniumNames';
import {
  arrayText,
  functionText,
  inAngles,
  plain,
  pointerTo,
  qualified,
  referenceTo,
  whole,
  type TypeText,
} from './typeText';

/** Deeper names are damage. */
const deepest = 200;
/** Substitutions can make a text of exponential length. */
const longestText = 50_000;

interface Name {
  readonly text: string;
  /** A function of this name has its result in its type. */
  readonly withResult: boolean;
  /** What qualifies a member function: ` const &`. */
  readonly suffix: string;
}

/** One mangled name on its way. The first failure ends the reading. */
export class ItaniumName {
  private at = 0;
  private failed = false;
  private depth = 0;
  private typeDepth = 0;
  private lambdas = 0;
  private readonly substitutions: TypeText[] = [];
  private templateArguments: readonly TypeText[] = [];

  constructor(private readonly mangled: string) {}

  /** The name; undefined where it is damaged or too rare. */
  read(withResult: boolean): string | undefined {
    this.expect('_Z');
    const text = this.encoding(withResult);
    const rest = this.mangled.slice(this.at);
    if (this.failed || (rest !== '' && !/^[.@]/.test(rest))) return undefined;
    return rest.startsWith('.') ? `${text} [clone ${rest}]` : text + rest;
  }

  private encoding(withResult = false): string {
    return this.nested('', () => {
      const code = this.ahead(2);
      const special = specialNames.get(code);
      if (special !== undefined) {
        this.at += 2;
        return special + whole(this.type());
      }
      const variable = specialVariables.get(code);
      if (variable !== undefined) {
        this.at += 2;
        return variable + this.name().text;
      }
      if (this.ahead(1) === 'T') return this.thunk();
      if (this.take('GTt')) return `transaction clone for ${this.encoding()}`;
      const name = this.name();
      if (this.isAtEnd()) return name.text;
      const result = name.withResult ? this.type() : undefined;
      const shown = functionText(withResult ? result : undefined, this.parameters());
      return `${shown.left}${name.text}${shown.right}${name.suffix}`;
    });
  }

  private thunk(): string {
    if (this.take('TC')) {
      const derived = whole(this.type());
      this.number();
      this.expect('_');
      return `construction vtable for ${whole(this.type())}-in-${derived}`;
    }
    const virtual = this.take('Tv');
    if (!virtual) this.expect('Th');
    for (let left = virtual ? 2 : 1; left > 0; left--) {
      this.number();
      this.expect('_');
    }
    return `${virtual ? 'virtual' : 'non-virtual'} thunk to ${this.encoding()}`;
  }

  private name(): Name {
    if (this.take('N')) return this.nestedName();
    if (this.take('Z')) return this.localName();
    const substituted = this.ahead(1) === 'S' && this.ahead(2) !== 'St';
    const text = substituted ? whole(this.substitution()) : this.unscopedName();
    if (this.ahead(1) !== 'I') return { text, withResult: false, suffix: '' };
    if (!substituted) this.remember(plain(text));
    const named = text + this.templateList(text);
    return { text: named, withResult: !isConversion(text), suffix: '' };
  }

  private unscopedName(): string {
    return this.take('St') ? `std::${this.part('')}` : this.part('');
  }

  private nestedName(): Name {
    const suffix = this.qualifiers() + (this.take('R') ? ' &' : this.take('O') ? ' &&' : '');
    let text = '';
    let owner = '';
    let withResult = false;
    let structor = false;
    while (!this.failed && !this.take('E')) {
      if (this.ahead(1) === 'I') {
        text += this.templateList(text);
        withResult = !isConversion(owner) && !structor;
      } else if (text === '' && this.take('St')) {
        text = 'std';
        continue;
      } else if (this.ahead(1) === 'S') {
        const abbreviated = whole(this.substitution());
        text = this.isStructor() ? (fullNames[abbreviated] ?? abbreviated) : abbreviated;
        owner = lastPart(text);
        continue;
      } else if (this.ahead(1) === 'T') {
        text = whole(this.templateParameter());
        owner = text;
        continue;
      } else {
        structor = this.isStructor();
        const part = this.part(owner);
        text = text === '' ? part : `${text}::${part}`;
        owner = part;
        withResult = false;
      }
      if (this.ahead(1) !== 'E') this.remember(plain(text));
    }
    return { text, withResult, suffix };
  }

  private localName(): Name {
    const around = this.encoding();
    this.expect('E');
    if (this.take('s')) {
      this.discriminator();
      return { text: `${around}::string literal`, withResult: false, suffix: '' };
    }
    if (this.take('d')) {
      this.number();
      this.expect('_');
    }
    const inner = this.name();
    this.discriminator();
    return { ...inner, text: `${around}::${inner.text}` };
  }

  private discriminator(): void {
    this.at += this.match(/^_(?:_\d+_|\d)/)?.length ?? 0;
  }

  /** One name between `::`. `owner`: the class that a constructor is of. */
  private part(owner: string): string {
    const next = this.ahead(1);
    if (/\d/.test(next)) return this.sourceName() + this.tags();
    if (this.isStructor()) {
      this.at += 2;
      const name = owner.replace(/\[abi:.*$/, '');
      return (next === 'D' ? `~${name}` : name) + this.tags();
    }
    if (this.take('Ut')) return `{unnamed type#${this.ordinal()}}`;
    if (this.take('Ul')) {
      this.lambdas++;
      const parameters = this.parameters('E');
      this.lambdas--;
      this.expect('E');
      return `{lambda(${parameters})#${this.ordinal()}}`;
    }
    if (this.take('L')) return this.part(owner);
    return this.operatorName();
  }

  /** Whether a constructor or destructor comes. */
  private isStructor(): boolean {
    return this.match(/^[CD][0-5]/) !== undefined;
  }

  private operatorName(): string {
    const code = this.ahead(2);
    this.at += 2;
    if (code === 'cv') return `operator ${whole(this.type())}`;
    if (code === 'li') return `operator"" ${this.sourceName()}`;
    const sign = operators[code];
    return sign === undefined ? this.fail('') : `operator${sign}`;
  }

  private sourceName(): string {
    const length = Number(this.digits());
    const text = this.mangled.slice(this.at, this.at + length);
    if (length === 0 || text.length < length) return this.fail('');
    this.at += length;
    return text.startsWith('_GLOBAL__N') ? '(anonymous namespace)' : text;
  }

  private tags(): string {
    let text = '';
    while (this.take('B')) text += `[abi:${this.sourceName()}]`;
    return text;
  }

  /** The number after a lambda or an unnamed type, from 1. */
  private ordinal(): number {
    const digits = this.digits();
    this.expect('_');
    return digits === '' ? 1 : Number(digits) + 2;
  }

  /** The arguments after a template's name. Those of the function itself are what its types refer to. */
  private templateList(after = ''): string {
    this.expect('I');
    const list: TypeText[] = [];
    while (!this.failed && !this.take('E')) list.push(this.templateArgument());
    if (this.typeDepth === 0) this.templateArguments = list;
    return (after.endsWith('<') ? ' ' : '') + inAngles(list.map(whole));
  }

  private templateArgument(): TypeText {
    this.typeDepth++;
    const argument = this.argumentInside();
    this.typeDepth--;
    return argument;
  }

  private argumentInside(): TypeText {
    if (this.take('L')) return plain(this.literal());
    if (this.take('J')) {
      const parts: string[] = [];
      while (!this.failed && !this.take('E')) parts.push(whole(this.templateArgument()));
      return plain(parts.join(', '));
    }
    return this.ahead(1) === 'X' ? this.fail(plain('')) : this.type();
  }

  private literal(): string {
    if (this.take('_Z')) {
      const name = this.encoding();
      this.expect('E');
      return `&${name}`;
    }
    const code = this.ahead(1);
    const type = whole(this.type());
    const sign = this.take('n') ? '-' : '';
    const digits = this.match(/^[0-9a-f]*/) ?? '';
    this.at += digits.length;
    this.expect('E');
    if (code === 'b') return digits === '0' ? 'false' : 'true';
    const suffix = literalSuffixes[code];
    return suffix === undefined ? `(${type})${sign}${digits}` : sign + digits + suffix;
  }

  private type(): TypeText {
    this.typeDepth++;
    const type = this.nested(plain(''), () => this.typeInside());
    this.typeDepth--;
    return type;
  }

  private typeInside(): TypeText {
    const next = this.ahead(1);
    const builtin = builtinTypes[next];
    if (builtin !== undefined) {
      this.at++;
      return plain(builtin);
    }
    if (next === 'S' && this.ahead(2) !== 'St') {
      const type = this.substitution();
      return this.ahead(1) === 'I' ? this.remember(plain(whole(type) + this.templateList())) : type;
    }
    if (next === 'D') return this.extendedType();
    if (/[rVK]/.test(next)) {
      const qualifiers = this.qualifiers();
      return this.remember(qualified(this.type(), qualifiers.trim()));
    }
    if (next === 'T') {
      const type = this.remember(this.templateParameter());
      return this.ahead(1) === 'I' ? this.remember(plain(whole(type) + this.templateList())) : type;
    }
    return this.remember(this.compoundType(next));
  }

  private compoundType(next: string): TypeText {
    switch (next) {
      case 'P':
        this.at++;
        return pointerTo(this.type(), '*');
      case 'R':
        this.at++;
        return referenceTo(this.type(), '&');
      case 'O':
        this.at++;
        return referenceTo(this.type(), '&&');
      case 'F': {
        this.at++;
        this.take('Y');
        const result = this.type();
        const parameters = this.parameters('E');
        const reference = this.take('R') ? ' &' : this.take('O') ? ' &&' : '';
        this.expect('E');
        const type = functionText(result, parameters);
        return { ...type, right: type.right + reference };
      }
      case 'A': {
        this.at++;
        const count = this.digits();
        this.expect('_');
        return arrayText(this.type(), count);
      }
      case 'M': {
        this.at++;
        const owner = whole(this.type());
        return pointerTo(this.type(), `${owner}::*`);
      }
      case 'C':
        this.at++;
        return qualified(this.type(), '_Complex');
      case 'u':
        this.at++;
        return plain(this.sourceName());
      default:
        return plain(this.name().text);
    }
  }

  private extendedType(): TypeText {
    if (this.take('Dp')) return this.type();
    if (this.take('Do')) return this.type();
    if (this.take('DF')) {
      const bits = this.digits();
      this.expect('_');
      return plain(`_Float${bits}`);
    }
    if (this.take('Dv')) {
      const count = this.digits();
      this.expect('_');
      const element = whole(this.type());
      return this.remember(plain(`${element} __vector(${count})`));
    }
    const name = extendedTypes[this.ahead(2).slice(1)];
    this.at += 2;
    return name === undefined ? this.fail(plain('')) : plain(name);
  }

  /** Types up to the end, or up to a letter that ends them; `void` alone is none. */
  private parameters(end = ''): string {
    const texts: string[] = [];
    const isEnd = () =>
      end === '' ? this.isAtEnd() : this.ahead(1) === end || /^[RO]E/.test(this.ahead(2));
    while (!this.failed && !isEnd()) texts.push(whole(this.type()));
    return texts.length === 1 && texts[0] === 'void' ? '' : texts.filter(Boolean).join(', ');
  }

  /** ` const volatile`, in the order that a person writes. */
  private qualifiers(): string {
    const letters = this.match(/^r?V?K?/) ?? '';
    this.at += letters.length;
    const words = [
      ['K', ' const'],
      ['V', ' volatile'],
      ['r', ' __restrict'],
    ] as const;
    return words.flatMap(([letter, word]) => (letters.includes(letter) ? [word] : [])).join('');
  }

  private substitution(): TypeText {
    const standard = standardNames[this.ahead(2)];
    if (standard !== undefined) {
      this.at += 2;
      return plain(standard + this.tags());
    }
    this.expect('S');
    return this.indexed(this.substitutions, 36, /^[0-9A-Z]*/);
  }

  private templateParameter(): TypeText {
    this.expect('T');
    if (this.lambdas > 0) return plain(`auto:${this.ordinal()}`);
    return this.indexed(this.templateArguments, 10, /^\d*/);
  }

  /** An entry of a list: `_` is the first, `0_` the second. */
  private indexed(list: readonly TypeText[], base: number, pattern: RegExp): TypeText {
    const digits = this.match(pattern) ?? '';
    this.at += digits.length;
    this.expect('_');
    const index = digits === '' ? 0 : Number.parseInt(digits, base) + 1;
    return list[index] ?? this.fail(plain(''));
  }

  private remember(type: TypeText): TypeText {
    if (whole(type).length > longestText) return this.fail(type);
    this.substitutions.push(type);
    return type;
  }

  private nested<T>(failed: T, read: () => T): T {
    if (++this.depth > deepest) return this.fail(failed);
    const result = read();
    this.depth--;
    return result;
  }

  private isAtEnd(): boolean {
    return this.at >= this.mangled.length || /^[E.@]/.test(this.ahead(1));
  }

  private number(): void {
    this.at += this.match(/^n?\d+/)?.length ?? 0;
  }

  private digits(): string {
    const digits = this.match(/^\d{1,6}/) ?? '';
    this.at += digits.length;
    return digits;
  }

  private match(pattern: RegExp): string | undefined {
    return pattern.exec(this.mangled.slice(this.at, this.at + 40))?.[0];
  }

  private ahead(length: number): string {
    return this.mangled.slice(this.at, this.at + length);
  }

  private take(text: string): boolean {
    const found = this.mangled.startsWith(text, this.at);
    if (found) this.at += text.length;
    return found;
  }

  private expect(text: string): void {
    if (!this.take(text)) this.fail(undefined);
  }

  private fail<T>(result: T): T {
    this.failed = true;
    this.at = this.mangled.length;
    return result;
  }
}

/** Letters after a number in template arguments, by its type. */
const literalSuffixes: Readonly<Record<string, string>> = {
  i: '',
  j: 'u',
  l: 'l',
  m: 'ul',
  x: 'll',
  y: 'ull',
};

function isConversion(name: string): boolean {
  return /(?:^|::)operator [\w(]/.test(name) && !/operator (?:new|delete)/.test(name);
}

/** The last name of a path, without template arguments. */
function lastPart(path: string): string {
  let depth = 0;
  let end = path.length;
  for (let i = path.length - 1; i >= 0; i--) {
    if (path[i] === '>') depth++;
    else if (path[i] === '<' && --depth === 0) end = i;
    else if (depth === 0 && path[i] === ':') return path.slice(i + 1, end);
  }
  return path.slice(0, end);
}
