// Rust's present mangling ("Symbol Mangling v0" in the rustc book, RFC 2603), as gdb writes it:
// with the hashes of crates and the types of constants.

/** Paths in paths; each may go back to an earlier one. */
const maxDepth = 200;
/** Names that go back to themselves over and over are damage. */
const maxNameLength = 100_000;

/** `core::fmt::Formatter::pad`; undefined where the name is not one of this mangling. */
export function rustV0Name(name: string): string | undefined {
  const mangled = /^_R([A-Z]\w*)(?:\..*)?$/s.exec(name)?.[1];
  if (mangled === undefined) return undefined;
  return new RustName(mangled).read();
}

const basicTypes: Readonly<Record<string, string>> = {
  a: 'i8',
  b: 'bool',
  c: 'char',
  d: 'f64',
  e: 'str',
  f: 'f32',
  h: 'u8',
  i: 'isize',
  j: 'usize',
  l: 'i32',
  m: 'u32',
  n: 'i128',
  o: 'u128',
  p: '_',
  s: 'i16',
  t: 'u16',
  u: '()',
  v: '...',
  x: 'i64',
  y: 'u64',
  z: '!',
};

/** The types of constants that are whole numbers. */
const unsignedTypes = 'hjmoty';
const signedTypes = 'ailnsx';

/** Namespaces of what the compiler makes. */
const closedNamespaces: Readonly<Record<string, string>> = {
  C: 'closure',
  S: 'shim',
};

/** Thrown and caught only by the readers of names: the text is not a mangled name. */
class NotAName extends Error {}

/** A mangled name that is read from its start. */
class RustV0Reader {
  protected at = 0;

  constructor(protected readonly mangled: string) {}

  /** Hexadecimal digits up to `_`. */
  protected digits(): string {
    const [whole, digits = ''] =
      /^([0-9a-f]*)_/.exec(this.mangled.slice(this.at, this.at + 64)) ?? [];
    if (whole === undefined) throw new NotAName();
    this.at += whole.length;
    return digits;
  }

  protected disambiguator(): bigint {
    return this.takes('s') ? this.wideNumber() + 1n : 0n;
  }

  protected identifier(): string {
    const isPunycode = this.takes('u');
    const length = /^(?:0|[1-9]\d{0,5})/.exec(this.mangled.slice(this.at, this.at + 6))?.[0];
    if (length === undefined) throw new NotAName();
    this.at += length.length;
    this.takes('_');
    const end = this.at + Number(length);
    if (end > this.mangled.length) throw new NotAName();
    const name = this.mangled.slice(this.at, end);
    this.at = end;
    if (!isPunycode) return name;
    const mark = name.lastIndexOf('_');
    const decoded = decodePunycode(name.slice(0, Math.max(0, mark)), name.slice(mark + 1));
    if (decoded === undefined) throw new NotAName();
    return decoded;
  }

  /** An offset or a count. */
  protected number(): number {
    const number = Number(this.wideNumber());
    if (number > Number.MAX_SAFE_INTEGER) throw new NotAName();
    return number;
  }

  /**
   * A number of 64 bits to the base 62: `_` is 0, and digits before it represent one more than they
   * say.
   */
  protected wideNumber(): bigint {
    const [whole, digits = ''] =
      /^([0-9a-zA-Z]{0,12})_/.exec(this.mangled.slice(this.at, this.at + 13)) ?? [];
    if (whole === undefined) throw new NotAName();
    this.at += whole.length;
    if (digits === '') return 0n;
    let number = 0n;
    for (const digit of digits) number = number * 62n + BigInt(base62.indexOf(digit));
    return number + 1n;
  }

  protected next(): string {
    const letter = this.mangled[this.at++];
    if (letter === undefined) throw new NotAName();
    return letter;
  }

  protected takes(letter: string): boolean {
    if (this.mangled[this.at] !== letter) return false;
    this.at++;
    return true;
  }
}

const base62 = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Beyond 64 bits in hexadecimal digits. */
function integerText(digits: string): string {
  return digits.length > 16 ? `0x${digits}` : BigInt(`0x${digits || '0'}`).toString();
}

function boolText(digits: string): string {
  if (digits !== '0' && digits !== '1') throw new NotAName();
  return digits === '1' ? 'true' : 'false';
}

function character(digits: string): string {
  const code = Number.parseInt(digits, 16);
  if (!(code <= 0x10ffff)) throw new NotAName();
  const escape = { 9: '\\t', 10: '\\n', 13: '\\r' }[code];
  const plain = code > 0x20 && code < 0x7e ? String.fromCharCode(code) : undefined;
  return `'${escape ?? plain ?? `\\u{${code.toString(16)}}`}'`;
}

/** A name on its way from its mangled form. */
class RustName extends RustV0Reader {
  private text = '';
  private silent = false;
  private depth = 0;
  /** Lifetimes that `for<'a>` around the present place bind. */
  private bound = 0;

  read(): string | undefined {
    try {
      this.path(true);
      // The crate that asked for the instance.
      if (this.at < this.mangled.length)
        this.silently(() => {
          this.path(false);
        });
      return this.at === this.mangled.length ? this.text : undefined;
    } catch (error) {
      if (error instanceof NotAName) return undefined;
      throw error;
    }
  }

  private path(inValue: boolean): void {
    this.nest(() => {
      switch (this.next()) {
        case 'C':
          this.crate();
          break;
        case 'N':
          this.nested(inValue);
          break;
        case 'M':
          this.implementation();
          this.put('<');
          this.type();
          this.put('>');
          break;
        case 'X':
          this.implementation();
          this.ofTrait();
          break;
        case 'Y':
          this.ofTrait();
          break;
        case 'I':
          this.path(inValue);
          this.put(inValue ? '::<' : '<');
          this.listed(this.argument);
          this.put('>');
          break;
        case 'B':
          this.backward(() => {
            this.path(inValue);
          });
          break;
        default:
          throw new NotAName();
      }
    });
  }

  /** With the hash that distinguishes crates of one name. */
  private crate(): void {
    const hash = this.disambiguator();
    this.put(`${this.identifier()}[${hash.toString(16)}]`);
  }

  private nested(inValue: boolean): void {
    const namespace = this.next();
    this.path(inValue);
    const number = this.disambiguator();
    const name = this.identifier();
    if (/[A-Z]/.test(namespace)) {
      const kind = closedNamespaces[namespace] ?? namespace;
      this.put(`::{${kind}${name === '' ? '' : `:${name}`}#${number}}`);
    } else if (/[a-z]/.test(namespace)) {
      if (name !== '') this.put(`::${name}`);
    } else {
      throw new NotAName();
    }
  }

  /** The path of an implementation is not part of its name. */
  private implementation(): void {
    this.disambiguator();
    this.silently(() => {
      this.path(false);
    });
  }

  private ofTrait(): void {
    this.put('<');
    this.type();
    this.put(' as ');
    this.path(false);
    this.put('>');
  }

  private readonly argument = (): void => {
    if (this.takes('L')) this.put(this.lifetime());
    else if (this.takes('K')) this.constant();
    else this.type();
  };

  private readonly type = (): void => {
    this.nest(() => {
      const tag = this.next();
      const basic = basicTypes[tag];
      if (basic !== undefined) this.put(basic);
      else if (tag === 'R' || tag === 'Q') this.reference(tag === 'Q');
      else if (tag === 'P' || tag === 'O') this.prefixed(tag === 'P' ? '*const ' : '*mut ');
      else if (tag === 'A' || tag === 'S') this.array(tag === 'A');
      else if (tag === 'T') this.tuple();
      else if (tag === 'F') this.withLifetimes(this.functionType);
      else if (tag === 'D') this.traitObject();
      else if (tag === 'B') this.backward(this.type);
      else {
        this.at--;
        this.path(false);
      }
    });
  };

  private prefixed(prefix: string): void {
    this.put(prefix);
    this.type();
  }

  private reference(mutable: boolean): void {
    this.put('&');
    const lifetime = this.takes('L') ? this.lifetime() : "'_";
    if (lifetime !== "'_") this.put(`${lifetime} `);
    this.prefixed(mutable ? 'mut ' : '');
  }

  private array(sized: boolean): void {
    this.prefixed('[');
    if (sized) {
      this.put('; ');
      this.constant();
    }
    this.put(']');
  }

  private tuple(): void {
    this.put('(');
    const count = this.listed(this.type);
    this.put(count === 1 ? ',)' : ')');
  }

  private readonly functionType = (): void => {
    if (this.takes('U')) this.put('unsafe ');
    if (this.takes('K')) {
      const abi = this.takes('C') ? 'C' : this.identifier().replaceAll('_', '-');
      this.put(`extern "${abi}" `);
    }
    this.put('fn(');
    this.listed(this.type);
    this.put(')');
    if (!this.takes('u')) this.prefixed(' -> ');
  };

  private traitObject(): void {
    this.put('dyn ');
    this.withLifetimes(() => {
      this.listed(this.trait, ' + ');
    });
    if (!this.takes('L')) throw new NotAName();
    const lifetime = this.lifetime();
    if (lifetime !== "'_") this.put(` + ${lifetime}`);
  }

  /** A trait with what its associated types are. */
  private readonly trait = (): void => {
    let open = this.openPath();
    while (this.takes('p')) {
      this.put(`${open ? ', ' : '<'}${this.identifier()} = `);
      open = true;
      this.type();
    }
    if (open) this.put('>');
  };

  /** A path whose arguments are left open, for more to come; whether it has some. */
  private openPath(): boolean {
    if (this.takes('B')) {
      let open = false;
      this.backward(() => {
        open = this.openPath();
      });
      return open;
    }
    if (!this.takes('I')) {
      this.path(false);
      return false;
    }
    this.path(false);
    this.put('<');
    this.listed(this.argument);
    return true;
  }

  private readonly constant = (): void => {
    this.nest(() => {
      const tag = this.next();
      if (tag === 'B') {
        this.backward(this.constant);
      } else if (tag === 'p') {
        this.put('_');
      } else {
        this.put(`${this.constantOf(tag)}: ${basicTypes[tag] ?? ''}`);
      }
    });
  };

  private constantOf(type: string): string {
    if (unsignedTypes.includes(type)) return integerText(this.digits());
    if (signedTypes.includes(type))
      return (this.takes('n') ? '-' : '') + integerText(this.digits());
    if (type === 'b') return boolText(this.digits());
    if (type === 'c') return character(this.digits());
    throw new NotAName();
  }

  /** Reads what may use the lifetimes that `for<…>` binds. */
  private withLifetimes(read: () => void): void {
    const before = this.bound;
    const count = this.takes('G') ? this.number() + 1 : 0;
    if (count > this.mangled.length) throw new NotAName();
    const names = Array.from({ length: count }, () => {
      this.bound++;
      return this.lifetimeAt(1);
    });
    if (count > 0) this.put(`for<${names.join(', ')}> `);
    read();
    this.bound = before;
  }

  private lifetime(): string {
    return this.lifetimeAt(this.number());
  }

  /** Lifetimes are counted from the innermost that is bound; 0 is one without a name. */
  private lifetimeAt(index: number): string {
    if (index === 0) return "'_";
    const depth = this.bound - index;
    if (depth < 0) throw new NotAName();
    return depth < 26 ? `'${String.fromCharCode(97 + depth)}` : `'_${depth}`;
  }

  /** Reads again what is at an earlier place. */
  private backward(read: () => void): void {
    const start = this.at - 1;
    const target = this.number();
    if (target >= start) throw new NotAName();
    if (this.silent) return;
    const after = this.at;
    this.at = target;
    read();
    this.at = after;
  }

  /** Reads what precedes an `E`, and says how many there were. */
  private listed(read: () => void, between = ', '): number {
    let count = 0;
    for (; !this.takes('E'); count++) {
      if (count > 0) this.put(between);
      read();
    }
    return count;
  }

  private put(text: string): void {
    if (!this.silent) this.text += text;
    if (this.text.length > maxNameLength) throw new NotAName();
  }

  private silently(read: () => void): void {
    const before = this.silent;
    this.silent = true;
    read();
    this.silent = before;
  }

  private nest(read: () => void): void {
    if (++this.depth > maxDepth) throw new NotAName();
    read();
    this.depth--;
  }
}

// Names with letters that are not ASCII: Bootstring with the parameters of Punycode (RFC 3492,
// sections 5 and 6).

const base = 36;
const smallestThreshold = 1;
const largestThreshold = 26;
const skew = 38;
const damping = 700;
const firstBias = 72;
const firstCode = 128;
const lastCode = 0x10ffff;

/** Puts into `ascii` the letters that `deltas` describes; undefined where it describes none. */
function decodePunycode(ascii: string, deltas: string): string | undefined {
  const codes = Array.from(ascii, (letter) => letter.codePointAt(0) ?? 0);
  let code = firstCode;
  let bias = firstBias;
  let at = 0;
  for (let i = 0; i < deltas.length;) {
    const before = at;
    for (let weight = 1, k = base; ; k += base) {
      const digit = digitOf(deltas[i++]);
      if (digit === undefined) return undefined;
      at += digit * weight;
      if (at > Number.MAX_SAFE_INTEGER) return undefined;
      const threshold = Math.min(Math.max(k - bias, smallestThreshold), largestThreshold);
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    const length = codes.length + 1;
    bias = adapted(at - before, length, before === 0);
    code += Math.floor(at / length);
    if (code > lastCode || (code >= 0xd800 && code < 0xe000)) return undefined;
    at %= length;
    codes.splice(at++, 0, code);
  }
  return codes.map((each) => String.fromCodePoint(each)).join('');
}

function digitOf(letter: string | undefined): number | undefined {
  if (letter === undefined || !/^[a-z0-9]$/.test(letter)) return undefined;
  return letter <= '9' ? Number(letter) + 26 : letter.charCodeAt(0) - 97;
}

function adapted(delta: number, length: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / damping) : Math.floor(delta / 2);
  rest += Math.floor(rest / length);
  let k = 0;
  for (; rest > ((base - smallestThreshold) * largestThreshold) / 2; k += base) {
    rest = Math.floor(rest / (base - smallestThreshold));
  }
  return k + Math.floor(((base - smallestThreshold + 1) * rest) / (rest + skew));
}
