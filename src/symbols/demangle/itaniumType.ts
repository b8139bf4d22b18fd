// Types in mangled names (Itanium C++ ABI, section 5.1.5), and the substitutions that repeat them
// (section 5.1.10).
import { ItaniumExpressions } from './itaniumExpression';
import { builtinTypes, extendedTypes, standardNames } from './itaniumNames';
import {
  arrayTypeText,
  expandedPack,
  functionText,
  listText,
  parameterText,
  plain,
  pointerTypeText,
  qualified,
  referenceTo,
  whole,
  type TypeText,
} from './typeText';

/** Substitutions can make a text of exponential length. */
export const maxTextLength = 50_000;

/** What reads types; names are read by what extends it. */
export abstract class ItaniumTypes extends ItaniumExpressions {
  /** How many types and template arguments are around what is read; 0 in the name itself. */
  protected typeDepth = 0;
  /** How many lists of a lambda's parameters are around. */
  protected lambdas = 0;
  protected readonly substitutions: TypeText[] = [];
  private isConversion = false;

  protected abstract nameText(): string;
  protected abstract sourceName(): string;
  protected abstract tags(): string;
  /** The number after a lambda, an unnamed type or a template parameter, from 1. */
  protected abstract ordinal(): number;

  protected type(): TypeText {
    this.typeDepth++;
    const type = this.nested(plain(''), () => this.typeInside());
    this.typeDepth--;
    return type;
  }

  /** That of a conversion operator: template arguments after it belong to the operator. */
  protected conversionType(): TypeText {
    this.isConversion = true;
    const type = this.type();
    this.isConversion = false;
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
    const qualifiers = this.qualifiers();
    if (qualifiers !== '') return this.remember(this.qualifiedType(qualifiers));
    if (next === 'D') return this.extendedType();
    if (next === 'T') {
      const type = this.remember(this.templateParameter());
      return this.ahead(1) === 'I' && !this.isConversion
        ? this.remember(plain(whole(type) + this.templateList()))
        : type;
    }
    return this.remember(this.compoundType(next));
  }

  /** The qualifiers of a function are those of `this`: without them it is no type of its own. */
  private qualifiedType(qualifiers: string): TypeText {
    return this.ahead(1) === 'F'
      ? this.functionType(qualifiers)
      : qualified(this.type(), qualifiers.trim());
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
      case 'F':
        return this.functionType();
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
        return plain(this.nameText());
    }
  }

  private functionType(qualifiers = ''): TypeText {
    this.expect('F');
    this.take('Y');
    const result = this.type();
    const parameters = this.parameters('E');
    const reference = this.reference();
    this.expect('E');
    const type = functionText(result, parameters);
    return { ...type, right: type.right + qualifiers + reference };
  }

  protected extendedType(): TypeText {
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
  protected parameters(end = ''): string {
    const texts: string[] = [];
    const isEnd = () =>
      end === '' ? this.isAtEnd() : this.ahead(1) === end || /^[RO]E/.test(this.ahead(2));
    while (!this.failed && !isEnd()) texts.push(spelledAsOne(this.type()));
    return texts.length === 1 && texts[0] === 'void' ? '' : listText(texts);
  }

  /** ` const volatile`, in the order that people write: the last letters first. */
  protected qualifiers(): string {
    const codes = this.match(/^(?:[rVK]|D[ox])*/) ?? '';
    this.at += codes.length;
    const words = codes.match(/D?[^D]/g) ?? [];
    return words.reverse().reduce((text, code) => `${text} ${qualifierWords[code] ?? ''}`, '');
  }

  /** What a member function's object is taken as: ` &`. */
  protected reference(): string {
    if (this.take('R')) return ' &';
    return this.take('O') ? ' &&' : '';
  }

  protected substitution(): TypeText {
    const standard = standardNames[this.ahead(2)];
    if (standard !== undefined) {
      this.at += 2;
      return plain(standard + this.tags());
    }
    this.expect('S');
    return this.substitutions[this.sequence()] ?? this.fail(plain(''));
  }

  /** A place in a sequence, from 0: `_` is the first, `0_` the second. */
  protected sequence(): number {
    const digits = this.match(/^[0-9A-Z]*/) ?? '';
    this.at += digits.length;
    this.expect('_');
    return digits === '' ? 0 : Number.parseInt(digits, 36) + 1;
  }

  protected templateParameter(): TypeText {
    this.expect('T');
    return parameterText(this.ordinal() - 1);
  }

  protected remember(type: TypeText): TypeText {
    if (whole(type).length > maxTextLength) return this.fail(type);
    this.substitutions.push(type);
    return type;
  }
}

const qualifierWords: Readonly<Record<string, string>> = {
  r: '__restrict',
  V: 'volatile',
  K: 'const',
  Do: 'noexcept',
  Dx: 'transaction_safe',
};

/** A template argument or parameter; a pack and what is made of it is as long as it is. */
export function spelledAsOne(type: TypeText): string {
  return type.elements ? type.elements.map(whole).join(', ') : whole(type);
}
