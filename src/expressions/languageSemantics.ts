// What computing depends on: the language of an expression, and C's and Rust's own types with the
// sizes that they have on a target (gdb's gdbarch; psABI supplements).
import { DW_ATE } from '../symbols/dwarf/constants';
import type { BaseType } from '../symbols/baseType';
import type { PointerType, Type } from '../symbols/type';
import type { ValueContext } from '../values/value';
import type { ExpressionLanguage } from '../symbols/dwarf/languages';

/** What decides the sizes. */
export type TypeTarget = Pick<ValueContext, 'addressSize' | 'machine'>;

/** ELF e_machine of the processors that differ here. */
const machines = {
  i386: 3,
  mips: 8,
  ppc: 20,
  ppc64: 21,
  s390: 22,
  arm: 40,
  x86_64: 62,
  aarch64: 183,
  riscv: 243,
};

const unsignedChar: ReadonlySet<number> = new Set([
  machines.ppc,
  machines.ppc64,
  machines.s390,
  machines.arm,
  machines.aarch64,
  machines.riscv,
]);

/** The base types of a target. */
export class BaseTypes {
  /** Most expressions name none. */
  private byName: ReadonlyMap<string, BaseType> | undefined;
  readonly char: BaseType;
  readonly int: BaseType;
  readonly unsignedInt: BaseType;
  readonly long: BaseType;
  readonly unsignedLong: BaseType;
  readonly longLong: BaseType;
  readonly unsignedLongLong: BaseType;
  readonly int128: BaseType;
  readonly unsignedInt128: BaseType;
  readonly float: BaseType;
  readonly double: BaseType;
  readonly longDouble: BaseType;
  readonly bool: BaseType;

  /** `language`: whose names the types have. */
  constructor(
    private readonly target: TypeTarget,
    private readonly language: ExpressionLanguage,
  ) {
    const { addressSize, machine } = target;
    const charEncoding = unsignedChar.has(machine ?? 0) ? DW_ATE.unsigned_char : DW_ATE.signed_char;
    this.char = base('char', 1, charEncoding);
    this.int = base('int', 4, DW_ATE.signed);
    this.unsignedInt = base('unsigned int', 4, DW_ATE.unsigned);
    this.long = base('long', addressSize, DW_ATE.signed);
    this.unsignedLong = base('unsigned long', addressSize, DW_ATE.unsigned);
    this.longLong = base('long long', 8, DW_ATE.signed);
    this.unsignedLongLong = base('unsigned long long', 8, DW_ATE.unsigned);
    this.int128 = base('__int128', 16, DW_ATE.signed);
    this.unsignedInt128 = base('unsigned __int128', 16, DW_ATE.unsigned);
    this.float = base('float', 4, DW_ATE.float);
    this.double = base('double', 8, DW_ATE.float);
    this.longDouble = base('long double', longDoubleSize(target), DW_ATE.float);
    this.bool =
      language === 'fortran' ? base('logical', 4, DW_ATE.boolean) : base('bool', 1, DW_ATE.boolean);
  }

  /** A type by its name as `baseTypeName` gives it, or by one of C's headers or of Rust. */
  named(name: string): BaseType | undefined {
    this.byName ??= new Map(this.all().map((type) => [type.name, type]));
    return this.byName.get(name);
  }

  /** A pointer to a type. */
  pointerTo(target: Type): PointerType {
    return { kind: 'pointer', target, size: this.target.addressSize };
  }

  private all(): BaseType[] {
    const { addressSize } = this.target;
    return [
      this.char,
      base('signed char', 1, DW_ATE.signed_char),
      base('unsigned char', 1, DW_ATE.unsigned_char),
      base('short', 2, DW_ATE.signed),
      base('unsigned short', 2, DW_ATE.unsigned),
      this.int,
      this.unsignedInt,
      this.long,
      this.unsignedLong,
      this.longLong,
      this.unsignedLongLong,
      base('_Float16', 2, DW_ATE.float),
      this.float,
      this.double,
      this.longDouble,
      // As a word before another type it is none of C's (gdb 13, c_language::language_arch_info).
      base('complex', 8, DW_ATE.complex_float),
      base('_Float128', 16, DW_ATE.float),
      base('__float128', 16, DW_ATE.float),
      base('_Decimal32', 4, DW_ATE.decimal_float),
      base('_Decimal64', 8, DW_ATE.decimal_float),
      base('_Decimal128', 16, DW_ATE.decimal_float),
      this.bool,
      base('_Bool', 1, DW_ATE.boolean),
      base('char8_t', 1, DW_ATE.UTF),
      base('char16_t', 2, DW_ATE.UTF),
      base('char32_t', 4, DW_ATE.UTF),
      base('wchar_t', 4, DW_ATE.signed),
      base('size_t', addressSize, DW_ATE.unsigned),
      base('ssize_t', addressSize, DW_ATE.signed),
      base('intptr_t', addressSize, DW_ATE.signed),
      base('uintptr_t', addressSize, DW_ATE.unsigned),
      base('ptrdiff_t', addressSize, DW_ATE.signed),
      ...[1, 2, 4, 8, 16].flatMap((size) => sized(size)),
      ...(this.language === 'rust' ? rustTypes(addressSize) : []),
    ];
  }
}

function sized(size: number): BaseType[] {
  const [signed, unsigned] =
    size === 1 ? [DW_ATE.signed_char, DW_ATE.unsigned_char] : [DW_ATE.signed, DW_ATE.unsigned];
  return [base(`int${8 * size}_t`, size, signed), base(`uint${8 * size}_t`, size, unsigned)];
}

function rustTypes(addressSize: number): BaseType[] {
  return [
    ...[1, 2, 4, 8, 16].flatMap((size) => [
      base(`i${8 * size}`, size, DW_ATE.signed),
      base(`u${8 * size}`, size, DW_ATE.unsigned),
    ]),
    base('isize', addressSize, DW_ATE.signed),
    base('usize', addressSize, DW_ATE.unsigned),
    base('f32', 4, DW_ATE.float),
    base('f64', 8, DW_ATE.float),
  ];
}

function base(name: string, size: number, encoding: number): BaseType {
  return { kind: 'base', name, size, encoding };
}

function longDoubleSize({ machine, addressSize }: TypeTarget): number {
  if (machine === machines.i386) return 12;
  if (machine === machines.arm) return 8;
  return machine === machines.mips && addressSize === 4 ? 8 : 16;
}

// What arithmetic depends on: the target's types and the language of the expression.

/** The rules of one evaluation. */
export interface LanguageSemantics {
  /** The base of numbers without a prefix: 10 where none is given. */
  readonly radix?: number;
  readonly types: BaseTypes;
  readonly language: ExpressionLanguage;
  /** ELF e_machine. */
  readonly machine: number | undefined;
  readonly typesOnly: TypesOnly | false;
}

/** How an expression is evaluated when only its type is wanted. */
export type TypesOnly =
  /** Nothing is read, every number is 1: the type at a place of the program, in every frame. */
  | 'static'
  /**
   * As by gdb's `whatis`, `ptype` and `sizeof`: variables that are computed with must be known,
   * members, elements and what pointers lead to are zero.
   */
  | 'whatis';
