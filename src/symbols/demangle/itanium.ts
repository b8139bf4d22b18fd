// C++'s mangled names (Itanium C++ ABI, section 5.1), written as gdb writes them. What is rare is
// left mangled.
import { append } from '../../bytes/arrays';
import type { Entity } from './itaniumExpression';
import {
  isConversion,
  literalSuffixes,
  operators,
  specialNames,
  specialVariables,
  suffixOf,
} from './itaniumNames';
import { ItaniumTypes, maxTextLength, spelledAsOne } from './itaniumType';
import { lastPart } from '../dwarf/qualifiedName';
import {
  functionText,
  inAngles,
  packOf,
  plain,
  typeWithArguments,
  whole,
  withArguments,
  withAutos,
  type TypeText,
} from './typeText';

interface Name {
  readonly text: string;
  /** A function of this name has its result in its type. */
  readonly withResult: boolean;
  /** What qualifies a member function: ` const &`. */
  readonly suffix: string;
  /** Neither in a function nor with template arguments at its end. */
  readonly isBare: boolean;
}

/** One mangled name on its way. */
export class ItaniumName extends ItaniumTypes {
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
    const none: Entity = { text: '', name: '', isFunction: false, isBare: false };
    const entity = this.nested(none, () => this.entityInside(withResult));
    return { ...entity, text: this.resolved(entity.text), name: this.resolved(entity.name) };
  }

  /** A text in which the arguments of the templates are. */
  private resolved(text: string): string {
    const found = withArguments(text, this.templateArguments);
    return found === undefined || found.length > maxTextLength ? this.fail('') : found;
  }

  private entityInside(withResult: boolean): Entity {
    const special = this.special();
    if (special !== '' || this.failed) {
      return { text: special, name: special, isFunction: false, isBare: false };
    }
    const name = this.name();
    const isBare = name.isBare && name.suffix === '';
    if (this.isAtEnd()) {
      // gdb looks for parameters before what compilers append.
      if (this.ahead(1) === '.') this.fail('');
      return { text: name.text, name: name.text, isFunction: false, isBare };
    }
    const result = name.withResult
      ? typeWithArguments(this.type(), this.templateArguments)
      : undefined;
    const shown = functionText(withResult ? result : undefined, this.parameters());
    const text = `${shown.left}${name.text}${shown.right}${name.suffix}`;
    return { text, name: name.text + name.suffix, isFunction: true, isBare };
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
    if (this.take('TA')) return `template parameter object for ${whole(this.templateArgument())}`;
    if (this.ahead(1) === 'T') return this.thunk();
    if (this.take('GR')) return this.referenceTemporary();
    if (this.take('GTt')) return `transaction clone for ${this.encoding()}`;
    return '';
  }

  /** An object that a reference with this name keeps alive. Several of one have numbers. */
  private referenceTemporary(): string {
    const name = this.name().text;
    return `reference temporary #${this.sequence()} for ${name}`;
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
    if (this.ahead(1) !== 'I') return { text, withResult: false, suffix: '', isBare: true };
    if (!substituted) this.remember(plain(text));
    const named = text + this.templateList(text);
    return { text: named, withResult: !isConversion(text), suffix: '', isBare: false };
  }

  private unscopedName(): string {
    return this.take('St') ? `std::${this.part('')}` : this.part('');
  }

  private nestedName(): Name {
    const suffix = this.qualifiers() + this.reference();
    let text = '';
    let owner = '';
    let withResult = false;
    let structor = false;
    let isBare = true;
    while (!this.failed && !this.take('E')) {
      // The member that a lambda initializes is in the name already.
      if (this.take('M')) continue;
      isBare = this.ahead(1) !== 'I';
      if (!isBare) {
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
    return { text, withResult, suffix, isBare };
  }

  private localName(): Name {
    let around = this.withArgumentsOfItsOwn(() => this.encoding());
    this.expect('E');
    if (this.take('s')) {
      this.discriminator();
      const text = `${around}::string literal`;
      return { text, withResult: false, suffix: '', isBare: false };
    }
    if (this.take('d')) around += `::{default arg#${this.ordinal()}}`;
    const inner = this.name();
    this.discriminator();
    return { ...inner, text: `${around}::${inner.text}`, isBare: false };
  }

  /** A function's name: in a type it has template arguments of its own. */
  private withArgumentsOfItsOwn<T>(read: () => T): T {
    const { typeDepth, templateArguments } = this;
    const known = this.substitutions.length;
    this.typeDepth = 0;
    const result = read();
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
    return result;
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
    if (code === 'cv') return `operator ${whole(this.conversionType())}`;
    if (code === 'li') return `operator"" ${this.sourceName()}`;
    const sign = operators[code];
    return sign === undefined ? this.fail('') : `operator${sign}`;
  }

  protected sourceName(): string {
    const length = Number(this.digits());
    const text = this.mangled.slice(this.at, this.at + length);
    if (length === 0 || text.length < length) return this.fail('');
    this.at += length;
    return text.startsWith('_GLOBAL__N') ? '(anonymous namespace)' : text;
  }

  protected tags(): string {
    let text = '';
    while (this.take('B')) text += `[abi:${this.sourceName()}]`;
    return text;
  }

  protected ordinal(): number {
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
      const entity = this.withArgumentsOfItsOwn(() => this.entity(true));
      this.expect('E');
      return { text: entity.text, entity };
    }
    const code = this.ahead(1);
    const type = whole(this.type());
    // A null pointer has no value.
    if (this.take('E')) return { text: type };
    const sign = this.take('n') ? '-' : '';
    const digits = this.match(/^[0-9a-f]*/) ?? '';
    this.at += digits.length;
    this.expect('E');
    if (code === 'b') return { text: digits === '0' ? 'false' : 'true' };
    const suffix = literalSuffixes[code];
    return { text: suffix === undefined ? `(${type})${sign}${digits}` : sign + digits + suffix };
  }

  protected nameText(): string {
    return this.name().text;
  }

  protected unqualifiedName(): string {
    return this.part('');
  }
}

/** The types that represent one: of a pack, its arguments. */
function single(type: TypeText): readonly TypeText[] {
  return type.elements ?? [type];
}
