// Expressions in mangled names: in template arguments, of decltype and for the lengths of arrays
// (Itanium C++ ABI, section 5.1.6), with the brackets that gdb writes around all but names.
import { operators } from './itaniumNames';
import { listText, plain, whole, type TypeText, expandedPack, packLength } from './typeText';

/** A function or variable of the program. */
export interface Entity {
  readonly text: string;
  /** Without result and parameters. */
  readonly name: string;
  readonly isFunction: boolean;
  /** Its name is neither in a function nor has it template arguments or qualifiers at its end. */
  readonly isBare: boolean;
}

/** An expression as text. */
interface Expression {
  readonly text: TypeText;
  /** It needs no brackets in another one. */
  readonly isSimple?: boolean;
  readonly entity?: Entity;
}

const unary: Readonly<Record<string, string>> = {
  ps: '+',
  ng: '-',
  ad: '&',
  de: '*',
  co: '~',
  nt: '!',
  pp: '++',
  mm: '--',
  sz: 'sizeof ',
  az: 'alignof ',
  nx: 'noexcept',
  te: 'typeid ',
  tw: 'throw ',
  gs: '::',
};

const ofTypes: Readonly<Record<string, string>> = {
  st: 'sizeof ',
  at: 'alignof ',
  ti: 'typeid ',
};

const casts: Readonly<Record<string, string>> = {
  sc: 'static_cast',
  dc: 'dynamic_cast',
  cc: 'const_cast',
  rc: 'reinterpret_cast',
};

/** Deeper names are damage. */
const maxDepth = 200;

/** The letters of a mangled name, read one after another. The first failure ends the reading. */
class MangledReader {
  protected at = 0;
  protected failed = false;
  private depth = 0;

  constructor(protected readonly mangled: string) {}

  protected nested<T>(failed: T, read: () => T): T {
    if (++this.depth > maxDepth) return this.fail(failed);
    const result = read();
    this.depth--;
    return result;
  }

  protected number(): void {
    this.at += this.match(/^n?\d+/)?.length ?? 0;
  }

  protected digits(): string {
    const digits = this.match(/^\d{1,6}/) ?? '';
    this.at += digits.length;
    return digits;
  }

  protected match(pattern: RegExp): string | undefined {
    return pattern.exec(this.mangled.slice(this.at, this.at + 40))?.[0];
  }

  protected ahead(length: number): string {
    return this.mangled.slice(this.at, this.at + length);
  }

  /** Whether a name ends here, in another one or before what compilers append. */
  protected isAtEnd(): boolean {
    return this.at >= this.mangled.length || /^[E.@]/.test(this.ahead(1));
  }

  protected take(text: string): boolean {
    const found = this.mangled.startsWith(text, this.at);
    if (found) this.at += text.length;
    return found;
  }

  protected expect(text: string): void {
    if (!this.take(text)) this.fail(undefined);
  }

  protected fail<T>(result: T): T {
    this.failed = true;
    this.at = this.mangled.length;
    return result;
  }
}

/** What reads expressions; types and names are read by what extends it. */
export abstract class ItaniumExpressions extends MangledReader {
  /** Those of the function whose name is read. */
  protected abstract templateArguments: readonly TypeText[];
  protected abstract type(): TypeText;
  protected abstract templateParameter(): TypeText;
  protected abstract unqualifiedName(): string;
  protected abstract templateList(after?: string): string;
  /** Behind the `L`. */
  protected abstract literal(): { readonly text: string; readonly entity?: Entity };

  protected expression(): Expression {
    return this.nested<Expression>({ text: plain('') }, () => this.expressionInside());
  }

  private expressionInside(): Expression {
    if (this.take('L')) {
      const { text, entity } = this.literal();
      return {
        text: plain(text),
        isSimple: entity?.isFunction === false && entity.isBare,
        ...(entity && { entity }),
      };
    }
    if (this.ahead(1) === 'T') return { text: this.templateParameter() };
    if (this.take('sr')) return this.scoped();
    if (this.take('sp'))
      return { text: expandedPack(this.expression().text, this.templateArguments) };
    if (this.take('fpT')) return simple('this');
    if (this.take('fp')) {
      this.at += this.match(/^[rVK]*/)?.length ?? 0;
      const digits = this.digits();
      this.expect('_');
      return simple(`{parm#${digits === '' ? 1 : Number(digits) + 2}}`);
    }
    if (/^(?:\d|on)/.test(this.ahead(2))) {
      this.take('on');
      const text = this.nameWithArguments();
      return { text: plain(text), isSimple: !text.endsWith('>') };
    }
    if (this.take('il')) return simple(`{${this.list()}}`);
    if (this.take('tl')) return simple(`${whole(this.type())}{${this.list()}}`);
    return { text: plain(this.operation()) };
  }

  /**
   * A name in something that depends on template arguments: in a type, or after a path of names.
   */
  private scoped(): Expression {
    const isType = !/\d/.test(this.ahead(1));
    const isPath = !isType || this.ahead(1) === 'N';
    const parts = isType ? [whole(this.type())] : [];
    if (!isType) while (!this.failed && !this.take('E')) parts.push(this.nameWithArguments());
    const text = [...parts, this.nameWithArguments()].join('::');
    return { text: plain(text), isSimple: !isPath || !text.endsWith('>') };
  }

  private nameWithArguments(): string {
    const name = this.unqualifiedName();
    return this.ahead(1) === 'I' ? name + this.templateList(name) : name;
  }

  private operation(): string {
    const code = this.ahead(2);
    this.at += 2;
    if (code === 'sZ') return this.sizeOfPack();
    if (code === 'cv') return this.conversionTo();
    if (code === 'cl') return this.call();
    if (code === 'nw' || code === 'na') return this.newObject();
    if (code === 'qu') {
      const condition = this.operand();
      const chosen = this.operand();
      return `${condition}?${chosen} : ${this.operand()}`;
    }
    if (code === 'dt' || code === 'pt') {
      const object = this.operand();
      const sign = code === 'dt' ? '.' : '->';
      if (/^(?:gs|sr)/.test(this.ahead(2))) return object + sign + this.operand();
      const member = this.nameWithArguments();
      return object + sign + (member.endsWith('>') ? `(${member})` : member);
    }
    const ofType = ofTypes[code];
    if (ofType !== undefined) return `${ofType}(${whole(this.type())})`;
    const cast = casts[code];
    if (cast !== undefined) return `${cast}<${whole(this.type())}>(${this.inner()})`;
    return code in unary ? this.prefixed(code) : this.infixed(code);
  }

  private prefixed(code: string): string {
    const sign = unary[code] ?? '';
    if (code === 'pp' || code === 'mm') {
      return this.take('_') ? sign + this.operand() : this.operand() + sign;
    }
    if (code === 'nx') return `${sign}(${this.inner()})`;
    if (code === 'gs') return sign + this.inner();
    const operand = this.expression();
    // The address of a function with a path is written without its parameters.
    const { entity } = operand;
    const isPath = entity?.isFunction === true && entity.isBare && entity.name.includes('::');
    return sign + (code === 'ad' && isPath ? entity.name : bracketed(operand));
  }

  private infixed(code: string): string {
    const sign = operators[code];
    if (sign === undefined) return this.fail('');
    const left = this.operand();
    if (code === 'ix') return `${left}[${this.inner()}]`;
    const text = left + sign + this.operand();
    // Else `>` would end the template arguments.
    return code === 'gt' ? `(${text})` : text;
  }

  private call(): string {
    const called = this.expression();
    const { entity } = called;
    const name = bracketed(entity ? named(entity) : called);
    return `${name}(${this.list()})`;
  }

  private conversionTo(): string {
    const type = whole(this.type());
    return this.take('_') ? `(${type})(${this.list()})` : `(${type})${this.operand()}`;
  }

  /** `new (place) type(arguments)` */
  private newObject(): string {
    const place = this.list('_');
    const made = `new ${place === '' ? '' : `(${place}) `}${whole(this.type())}`;
    if (this.take('E')) return made;
    if (this.take('pi')) return `${made}(${this.list()})`;
    return this.ahead(2) === 'il' ? made + this.inner() : this.fail('');
  }

  private sizeOfPack(): string {
    const pattern = this.expression().text;
    return String(packLength(pattern, this.templateArguments) ?? this.fail(0));
  }

  /** Expressions up to a letter that ends them. */
  private list(end = 'E'): string {
    const texts: string[] = [];
    while (!this.failed && !this.take(end)) texts.push(this.inner());
    return listText(texts);
  }

  private operand(): string {
    return bracketed(this.expression());
  }

  private inner(): string {
    return whole(this.expression().text);
  }
}

/** A function that is called, without its parameters. */
function named({ name, isBare }: Entity): Expression {
  return { text: plain(name), isSimple: isBare };
}

function simple(text: string): Expression {
  return { text: plain(text), isSimple: true };
}

function bracketed({ text, isSimple }: Expression): string {
  return isSimple === true ? whole(text) : `(${whole(text)})`;
}
