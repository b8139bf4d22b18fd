// C++'s mangled names (Itanium C++ ABI, section 5.1), written as gdb writes them. What is rare is
// left mangled.
import { append } from '../../bytes/arrays';
import { ItaniumExpressions, type Entity } from './itaniumExpression';
import {
  builtinTypes,
  extendedTypes,
  isConversion,
  literalSuffixes,
  operators,
  specialNames,
  specialVariables,
  standardNames,
  suffixOf,
} from './itaniumNames';
import { lastPart } from '../dwarf/qualifiedName';
import {
  arrayTypeText,
  functionText,
  inAngles,
  listText,
  plain,
  pointerTypeText,
  qualified,
  referenceTo,
  whole,
  withAutos,
  type TypeText,
  expandedPack,
  packOf,
  parameterText,
  typeWithArguments,
  withArguments,
} from './typeText';

/** Substitutions can make a text of exponential length. */
const maxTextLength = 50_000;

interface Name {
  readonly text: string;
  /** A function of this name has its result in its type. */
  readonly withResult: boolean;
  /** What qualifies a member function: ` const &`. */
  readonly suffix: string;
}

/** One mangled name on its way. */
export class ItaniumName extends ItaniumExpressions {
  private typeDepth = 0;
  private lambdas = 0;
  /** In the type of a conversion operator: template arguments after it belong to the operator. */
  private isConversion = false;
  private readonly substitutions: TypeText[] = [];
  protected templateArguments: readonly TypeText[] = [];

  /** The name; undefined where it is damaged or too rare. */
  read(withResult: boolean): string | undefined {
    this.expect('_Z');
    const text = this.encoding(withResult);
    const rest = this.mangled.slice(this.at);
    if (this.failed || (rest !== '' && !/^(?:@|\.[a-z_\d])/.test(rest))) return undefined;
    return text + suffixOf(rest);
  }

  private encoding(withResult = false): string {
    return this.entity(withResult).text;
  }

  private entity(withResult = false): Entity {
    const none: Entity = { text: '', name: '', isFunction: false };
    const { text, name, isFunction } = this.nested(none, () => this.entityInside(withResult));
    return { text: this.resolved(text), name: this.resolved(name), isFunction };
  }

  /** A text in which the arguments of the templates are. */
  private resolved(text: string): string {
    const found = withArguments(text, this.templateArguments);
    return found === undefined || found.length > maxTextLength ? this.fail('') : found;
  }

  private entityInside(withResult: boolean): Entity {
    const special = this.special();
    if (special !== '' || this.failed) return { text: special, name: special, isFunction: false };
    const name = this.name();
    if (this.isAtEnd()) {
      // gdb looks for parameters before what compilers append.
      if (this.ahead(1) === '.') this.fail('');
      return { text: name.text, name: name.text, isFunction: false };
    }
    const result = name.withResult
      ? typeWithArguments(this.type(), this.templateArguments)
      : undefined;
    const shown = functionText(withResult ? result : undefined, this.parameters());
    const text = `${shown.left}${name.text}${shown.right}${name.suffix}`;
    return { text, name: name.text, isFunction: true };
  }

  /** What the compiler made, `vtable for C`; empty where something else comes. */
  private special(): string {
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
    return '';
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
        text = whole(this.substitution());
        owner = lastPart(text);
        continue;
      } else if (this.ahead(1) === 'T' || /^D[Tt]/.test(this.ahead(2))) {
        const isParameter = this.ahead(1) === 'T';
        const type = isParameter ? this.templateParameter() : this.extendedType();
        text = whole(isParameter && this.ahead(1) !== 'E' ? this.remember(type) : type);
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
    const around = this.aroundLocal();
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

  /** The function that a local name is in; in a type it has template arguments of its own. */
  private aroundLocal(): string {
    const { typeDepth, templateArguments } = this;
    const known = this.substitutions.length;
    this.typeDepth = 0;
    const text = this.encoding();
    this.typeDepth = typeDepth;
    if (typeDepth > 0) {
      // A reference to a parameter keeps, in gdb, the argument that it was first written with.
      for (let i = known; i < this.substitutions.length; i++) {
        const type = this.substitutions[i] ?? plain('');
        if (type.left.endsWith('&')) {
          this.substitutions[i] = typeWithArguments(type, this.templateArguments);
        }
      }
      this.templateArguments = templateArguments;
    }
    return text;
  }

  private discriminator(): void {
    this.at += this.match(/^_(?:_\d+_|\d)/)?.length ?? 0;
  }

  /** One name between `::`. `owner`: the class that a constructor is of. */
  private part(owner: string): string {
    const next = this.ahead(1);
    if (/\d/.test(next)) return this.sourceName() + this.tags();
    if (this.isStructor()) {
      const isInherited = this.ahead(2) === 'CI';
      this.at += isInherited ? 3 : 2;
      // An inherited constructor is named after the class that declares it.
      const name = isInherited ? lastPart(whole(this.type())) : owner.replace(/\[abi:.*$/, '');
      return (next === 'D' ? `~${name}` : name) + this.tags();
    }
    if (this.take('Ut')) return `{unnamed type#${this.ordinal()}}`;
    if (this.take('Ul')) {
      this.lambdas++;
      const parameters = withAutos(this.parameters('E'));
      this.lambdas--;
      this.expect('E');
      return `{lambda(${parameters})#${this.ordinal()}}`;
    }
    if (this.take('L')) return this.part(owner);
    return this.operatorName() + this.tags();
  }

  /** Whether a constructor or destructor comes. */
  private isStructor(): boolean {
    return this.match(/^(?:CI?|D)[0-5]/) !== undefined;
  }

  private operatorName(): string {
    const code = this.ahead(2);
    this.at += 2;
    if (code === 'cv') {
      this.isConversion = true;
      const type = whole(this.type());
      this.isConversion = false;
      return `operator ${type}`;
    }
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

  /**
   * The arguments after a template's name. Those of the function itself are what its types refer
   * to.
   */
  protected templateList(after = ''): string {
    this.expect('I');
    const list: TypeText[] = [];
    while (!this.failed && !this.take('E')) list.push(this.templateArgument());
    if (this.typeDepth === 0) this.templateArguments = list;
    return (after.endsWith('<') ? ' ' : '') + inAngles(list.map(spelledAsOne));
  }

  private templateArgument(): TypeText {
    this.typeDepth++;
    const argument = this.nested(plain(''), () => this.argumentInside());
    this.typeDepth--;
    return argument;
  }

  private argumentInside(): TypeText {
    if (this.take('L')) return plain(this.literal().text);
    if (/[IJ]/.test(this.ahead(1))) {
      this.at++;
      const elements: TypeText[] = [];
      while (!this.failed && !this.take('E')) append(elements, single(this.templateArgument()));
      return packOf(elements);
    }
    if (!this.take('X')) return this.type();
    const { text } = this.expression();
    this.expect('E');
    return text;
  }

  protected literal(): { text: string; entity?: Entity } {
    if (this.take('_Z')) {
      const entity = this.entity();
      this.expect('E');
      return { text: entity.text, entity };
    }
    const code = this.ahead(1);
    const type = whole(this.type());
    const sign = this.take('n') ? '-' : '';
    const digits = this.match(/^[0-9a-f]*/) ?? '';
    this.at += digits.length;
    this.expect('E');
    if (code === 'b') return { text: digits === '0' ? 'false' : 'true' };
    const suffix = literalSuffixes[code];
    return { text: suffix === undefined ? `(${type})${sign}${digits}` : sign + digits + suffix };
  }

  protected type(): TypeText {
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
      return this.ahead(1) === 'I' && !this.isConversion
        ? this.remember(plain(whole(type) + this.templateList()))
        : type;
    }
    return this.remember(this.compoundType(next));
  }

  private compoundType(next: string): TypeText {
    switch (next) {
      case 'P':
        this.at++;
        return pointerTypeText(this.type(), '*');
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
        const isNumber = /[\d_]/.test(this.ahead(1));
        const count = isNumber ? this.digits() : whole(this.expression().text);
        this.expect('_');
        return arrayTypeText(this.type(), count);
      }
      case 'M': {
        this.at++;
        const owner = whole(this.type());
        return pointerTypeText(this.type(), `${owner}::*`);
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
    if (this.take('Dp')) {
      const known = this.lambdas > 0 ? [] : this.templateArguments;
      return this.remember(expandedPack(this.type(), known));
    }
    if (/^D[Tt]/.test(this.ahead(2))) {
      this.at += 2;
      const { text } = this.expression();
      this.expect('E');
      return this.remember(plain(`decltype (${whole(text)})`));
    }
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

  /** Types up to the end, or up to a letter that ends them; a single `void` is an empty list. */
  private parameters(end = ''): string {
    const texts: string[] = [];
    const isEnd = () =>
      end === '' ? this.isAtEnd() : this.ahead(1) === end || /^[RO]E/.test(this.ahead(2));
    while (!this.failed && !isEnd()) texts.push(spelledAsOne(this.type()));
    return texts.length === 1 && texts[0] === 'void' ? '' : listText(texts);
  }

  /** ` const volatile`, in the order that people write. */
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
    const digits = this.match(/^[0-9A-Z]*/) ?? '';
    this.at += digits.length;
    this.expect('_');
    // `_` is the first, `0_` the second.
    const index = digits === '' ? 0 : Number.parseInt(digits, 36) + 1;
    return this.substitutions[index] ?? this.fail(plain(''));
  }

  protected templateParameter(): TypeText {
    this.expect('T');
    return parameterText(this.ordinal() - 1);
  }

  protected unqualifiedName(): string {
    return this.part('');
  }

  private remember(type: TypeText): TypeText {
    if (whole(type).length > maxTextLength) return this.fail(type);
    this.substitutions.push(type);
    return type;
  }
}

/** A template argument or parameter; a pack and what is made of it is as long as it is. */
function spelledAsOne(type: TypeText): string {
  return type.elements ? type.elements.map(whole).join(', ') : whole(type);
}

/** The types that represent one: of a pack, its arguments. */
function single(type: TypeText): readonly TypeText[] {
  return type.elements ?? [type];
}
