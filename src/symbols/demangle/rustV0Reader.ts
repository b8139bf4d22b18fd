// The parts that names in Rust's present mangling are made of ("Symbol Mangling v0" in the rustc book): numbers and
// identifiers.
import { decodePunycode } from './punycode';

/** Thrown and caught by the readers of names alone: what is read is no name. */
export class NotAName extends Error {}

/** A mangled name that is read from its start. */
export class RustV0Reader {
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

  /** A number of 64 bits to the base 62: `_` is 0, and digits before it stand for one more than they say. */
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
export function integerText(digits: string): string {
  return digits.length > 16 ? `0x${digits}` : BigInt(`0x${digits || '0'}`).toString();
}

export function boolText(digits: string): string {
  if (digits !== '0' && digits !== '1') throw new NotAName();
  return digits === '1' ? 'true' : 'false';
}

export function character(digits: string): string {
  const code = Number.parseInt(digits, 16);
  if (!(code <= 0x10ffff)) throw new NotAName();
  const escape = { 9: '\\t', 10: '\\n', 13: '\\r' }[code];
  const plain = code > 0x20 && code < 0x7e ? String.fromCharCode(code) : undefined;
  return `'${escape ?? plain ?? `\\u{${code.toString(16)}}`}'`;
}
