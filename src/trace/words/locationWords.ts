// Where a variable is, as gdb's `info scope` and `info address` tell it: "a variable in $rax", or the operations of its
// DWARF expression (DWARF 5, section 2.5).
import { hexAddress } from '../../bytes/hex';
import { linkAddress, runTimeAddress } from '../../machine/linkAddress';
import { DW_OP } from '../../machine/dwarf/operations';
import type { Placement } from '../../machine/stackFrame';
import { typeName } from '../../machine/values/typeName';
import { DwarfCursor } from '../../symbols/dwarf/cursor';
import type { DwarfExpression, Location } from '../../symbols/location';
import type { Trace } from '../trace';

/** What a description depends on. */
export interface Described {
  readonly placement: Placement;
  /** Run-time address of the code for which it holds. */
  readonly address: bigint;
  readonly frameBase: Location | undefined;
  /** A register's name by its DWARF number. */
  readonly registerName: (number: number) => string;
}

/** The names of a trace's registers, by their DWARF numbers. */
export function registerNames({ layout }: Pick<Trace, 'layout'>): Described['registerName'] {
  return (number) => layout?.architecture.abi.dwarf.get(number) ?? `${number}`;
}

/** Where a location says that its variable is. A list takes several lines. */
export async function locationText(location: Location, described: Described): Promise<string> {
  switch (location.kind) {
    case 'none':
      return 'optimized out';
    case 'constant':
      return constantText(location.value);
    case 'expression':
      return (
        (await staticText(location.expression, described)) ??
        (await expressionText(location.expression, described))
      );
    case 'list':
      return listText(location, described);
  }
}

/** A constant, which gdb takes for 64 bits. */
export function constantText(value: bigint | Uint8Array): string {
  if (typeof value === 'bigint') {
    const signed = BigInt.asIntN(64, value);
    return `a constant with value ${signed} (${hexAddress(BigInt.asUintN(64, value))})`;
  }
  const bytes = [...value].map((byte) => ` ${byte.toString(16).padStart(2, '0')}`);
  return `constant bytes: ${bytes.join('')}`;
}

async function listText(
  { entries }: Extract<Location, { kind: 'list' }>,
  described: Described,
): Promise<string> {
  const { slide } = described.placement;
  const shown = (address: bigint): string => hexAddress(runTimeAddress(address, slide));
  const lines: string[] = [];
  for (const { start, end, atEntry, bases = [], expression } of entries) {
    // gdb tells a base as the program has it, at its link-time address.
    const before = bases.map((base) => `  Base address ${hexAddress(base)}`).join('');
    const address = runTimeAddress(start, slide);
    const text = await expressionText(expression, { ...described, address });
    lines.push(`${before}  Range ${shown(start)}-${shown(atEntry ? start : end)}: ${text}\n`);
  }
  return `multi-location:\n${lines.join('')}`;
}

/** An expression that is one address; undefined for any other. */
async function staticText(
  { bytes, encoding, unit }: DwarfExpression,
  { placement }: Described,
): Promise<string | undefined> {
  const cursor = new DwarfCursor(bytes, encoding.order);
  const operation = cursor.u8();
  const isIndex = operation === DW_OP.addrx || operation === DW_OP.GNU_addr_index;
  if (operation !== DW_OP.addr && !isIndex) return undefined;
  const address = isIndex
    ? await unit?.address(cursor.uleb())
    : cursor.address(encoding.addressSize);
  if (address === undefined || cursor.overrun || cursor.remaining > 0) return undefined;
  return `in static storage at address ${hexAddress(runTimeAddress(address, placement.slide))}`;
}

/** The pieces of an expression, each in words where gdb has some for it. */
async function expressionText(expression: DwarfExpression, described: Described): Promise<string> {
  const { bytes, encoding } = expression;
  const cursor = new DwarfCursor(bytes, encoding.order);
  const parts: string[] = [];
  do {
    let text = isPiece(bytes[cursor.offset]) ? '' : simpleText(cursor, expression, described);
    if (text === undefined) {
      const piece = { expression, described, start: cursor.offset };
      const lines = await operationLines(cursor, bytes.length, 0, piece);
      text = `a complex DWARF expression:\n${lines.join('')}`;
      if (cursor.remaining > 0) text += '   ';
    }
    parts.push(text + (cursor.remaining > 0 ? pieceText(cursor, text === '') : ''));
  } while (cursor.remaining > 0 && !cursor.overrun);
  return parts.join(', and ');
}

function isPiece(operation: number | undefined): boolean {
  return operation === DW_OP.piece || operation === DW_OP.bit_piece;
}

/** The piece's operation after what says where it is; `empty` where nothing does. */
function pieceText(cursor: DwarfCursor, empty: boolean): string {
  if (cursor.u8() === DW_OP.piece) {
    const size = cursor.uleb();
    return empty ? `an empty ${size}-byte piece` : ` [${size}-byte piece]`;
  }
  const [size, offset] = [cursor.uleb(), cursor.uleb()];
  return empty ? `an empty ${size}-bit piece` : ` [${size}-bit piece, offset ${offset} bits]`;
}

/** Words for a piece that is a register, a place in the stack frame, a thread's variable, a small constant. */
function simpleText(
  cursor: DwarfCursor,
  { bytes, encoding }: DwarfExpression,
  described: Described,
): string | undefined {
  const { registerName, placement } = described;
  const start = cursor.offset;
  const operation = cursor.u8();
  const isEnd = (): boolean => cursor.remaining === 0 || isPiece(bytes[cursor.offset]);
  if (operation >= DW_OP.reg0 && operation <= DW_OP.reg31) {
    return `a variable in $${registerName(operation - DW_OP.reg0)}`;
  }
  if (operation === DW_OP.regx) return `a variable in $${registerName(cursor.uleb())}`;
  if (operation === DW_OP.fbreg) {
    const offset = cursor.sleb();
    const base = isEnd() ? frameBaseOf(described) : undefined;
    if (base) {
      const name = registerName(base.register);
      return `a variable at frame base reg $${name} offset ${base.offset}+${offset}`;
    }
  }
  if (operation === DW_OP.addr) {
    const offset = cursor.address(encoding.addressSize);
    const then = cursor.remaining > 0 ? cursor.u8() : undefined;
    const isThreads = then === DW_OP.GNU_push_tls_address || then === DW_OP.form_tls_address;
    if (isThreads && isEnd()) {
      const file = placement.program.path;
      return `a thread-local variable at offset ${hexAddress(offset)} in the thread-local storage for \`${file}'`;
    }
  }
  const isLiteral = operation >= DW_OP.lit0 && operation <= DW_OP.lit31;
  if (isLiteral && bytes[cursor.offset] === DW_OP.stack_value) {
    cursor.skip(1);
    return `the constant ${operation - DW_OP.lit0}`;
  }
  cursor.offset = start;
  return undefined;
}

/** The register, and the offset from it, that the frame base is. */
function frameBaseOf({
  frameBase,
  address,
  placement,
}: Described): { readonly register: number; readonly offset: number } | undefined {
  const at = linkAddress(address, placement.slide);
  const expression =
    frameBase?.kind === 'expression'
      ? frameBase.expression
      : frameBase?.kind === 'list'
        ? frameBase.entries.find(({ start, end }) => start <= at && at < end)?.expression
        : undefined;
  if (!expression) return undefined;
  const cursor = new DwarfCursor(expression.bytes, expression.encoding.order);
  const operation = cursor.u8();
  const isBased = operation >= DW_OP.breg0 && operation <= DW_OP.breg31;
  const isRegister = operation >= DW_OP.reg0 && operation <= DW_OP.reg31;
  if (!isBased && !isRegister) return undefined;
  const register = operation - (isBased ? DW_OP.breg0 : DW_OP.reg0);
  return { register, offset: isBased ? cursor.sleb() : 0 };
}

const names = new Map<number, string>(
  Object.entries(DW_OP)
    .filter((entry): entry is [string, DW_OP] => typeof entry[1] === 'number')
    .map(([name, number]) => [number, name]),
);

/** `DW_OP_fbreg`, `DW_OP_breg3`; undefined for an unknown one. */
function nameOf(operation: number): string | undefined {
  for (const family of ['lit', 'reg', 'breg'] as const) {
    const first = DW_OP[`${family}0`];
    if (operation >= first && operation <= first + 31) return `DW_OP_${family}${operation - first}`;
  }
  const name = names.get(operation);
  return name === undefined ? undefined : `DW_OP_${name}`;
}

/** A piece whose operations are listed. */
interface Piece {
  readonly expression: DwarfExpression;
  readonly described: Described;
  /** Where it begins in the expression: gdb counts from there. */
  readonly start: number;
}

/** The operations up to a piece's end, a line for each. */
async function operationLines(
  cursor: DwarfCursor,
  end: number,
  indent: number,
  piece: Piece,
): Promise<string[]> {
  const lines: string[] = [];
  const { bytes } = piece.expression;
  while (cursor.offset < end && !cursor.overrun && !isPiece(bytes[cursor.offset])) {
    const at = String(cursor.offset - piece.start).padStart(indent + 4);
    const operation = cursor.u8();
    const name = nameOf(operation);
    if (name === undefined) {
      lines.push(`  ${at}: <unknown operation 0x${operation.toString(16)}>\n`);
      cursor.offset = end;
      break;
    }
    lines.push(`  ${at}: ${name}${await operandText(operation, cursor, piece)}\n`);
    if (operation !== DW_OP.entry_value && operation !== DW_OP.GNU_entry_value) continue;
    const length = cursor.uleb();
    const inner = Math.min(cursor.offset + length, end);
    lines.push(...(await operationLines(cursor, inner, indent + 2, piece)));
    cursor.offset = inner;
  }
  return lines;
}

/** Operands that are one number. */
const numbers = new Map<number, (cursor: DwarfCursor) => number | bigint>([
  [DW_OP.const1u, (cursor) => cursor.u8()],
  [DW_OP.const2u, (cursor) => cursor.u16()],
  [DW_OP.const4u, (cursor) => cursor.u32()],
  [DW_OP.const8u, (cursor) => cursor.u64()],
  [DW_OP.const1s, (cursor) => BigInt.asIntN(8, BigInt(cursor.u8()))],
  [DW_OP.const2s, (cursor) => BigInt.asIntN(16, BigInt(cursor.u16()))],
  [DW_OP.const4s, (cursor) => BigInt.asIntN(32, BigInt(cursor.u32()))],
  [DW_OP.const8s, (cursor) => BigInt.asIntN(64, cursor.u64())],
  [DW_OP.constu, (cursor) => cursor.uleb64()],
  [DW_OP.consts, (cursor) => cursor.sleb()],
  [DW_OP.fbreg, (cursor) => cursor.sleb()],
  [DW_OP.plus_uconst, (cursor) => cursor.uleb64()],
  [DW_OP.deref_size, (cursor) => cursor.u8()],
  [DW_OP.xderef_size, (cursor) => cursor.u8()],
  [DW_OP.pick, (cursor) => cursor.u8()],
]);

/** The operands of an operation, with a space before them. */
async function operandText(
  operation: number,
  cursor: DwarfCursor,
  { expression, described, start }: Piece,
): Promise<string> {
  const { encoding, unit } = expression;
  const { registerName } = described;
  const number = numbers.get(operation);
  if (number) return ` ${number(cursor)}`;
  if (operation >= DW_OP.breg0 && operation <= DW_OP.breg31) {
    return ` ${cursor.sleb()} [$${registerName(operation - DW_OP.breg0)}]`;
  }
  if (operation >= DW_OP.reg0 && operation <= DW_OP.reg31) {
    return ` [$${registerName(operation - DW_OP.reg0)}]`;
  }
  switch (operation) {
    case DW_OP.addr:
      return ` ${hexAddress(cursor.address(encoding.addressSize))}`;
    case DW_OP.addrx:
    case DW_OP.GNU_addr_index:
      return ` ${hexAddress((await unit?.address(cursor.uleb())) ?? 0n)}`;
    case DW_OP.constx:
    case DW_OP.GNU_const_index:
      return ` ${(await unit?.address(cursor.uleb())) ?? 0n}`;
    case DW_OP.regx: {
      const register = cursor.uleb();
      return ` ${register} [$${registerName(register)}]`;
    }
    case DW_OP.bregx: {
      const register = cursor.uleb();
      return ` register ${register} [$${registerName(register)}] offset ${cursor.sleb()}`;
    }
    case DW_OP.implicit_value: {
      const length = cursor.uleb();
      cursor.skip(length);
      return ` ${length}`;
    }
    case DW_OP.skip:
    case DW_OP.bra: {
      const distance = Number(BigInt.asIntN(16, BigInt(cursor.u16())));
      return `${operation === DW_OP.skip ? ' to' : ''} ${cursor.offset - start + distance}`;
    }
    case DW_OP.call2:
      return ` offset ${cursor.u16().toString(16)}`;
    case DW_OP.call4:
    case DW_OP.GNU_parameter_ref:
      return ` offset ${cursor.u32().toString(16)}`;
    case DW_OP.call_ref:
      return ` offset ${cursor.sectionOffset(encoding.offsetSize).toString(16)}`;
    case DW_OP.implicit_pointer:
    case DW_OP.GNU_implicit_pointer: {
      const offset = cursor.sectionOffset(encoding.offsetSize);
      return ` DIE ${offset.toString(16)} offset ${cursor.sleb()}`;
    }
    case DW_OP.GNU_variable_value:
      return ` DIE ${cursor.sectionOffset(encoding.offsetSize).toString(16)}`;
    case DW_OP.deref_type:
    case DW_OP.GNU_deref_type: {
      const size = cursor.u8();
      return `${await baseTypeText(cursor.uleb(), expression)} ${size}-byte`;
    }
    case DW_OP.const_type:
    case DW_OP.GNU_const_type: {
      const type = await baseTypeText(cursor.uleb(), expression);
      const bytes = [...cursor.take(cursor.u8())];
      const text = bytes.map((byte) => ` ${byte.toString(16).padStart(2, '0')}`).join('');
      return `${type} ${bytes.length}-byte block:${text}`;
    }
    case DW_OP.regval_type:
    case DW_OP.GNU_regval_type: {
      const register = cursor.uleb();
      return `${await baseTypeText(cursor.uleb(), expression)} [$${registerName(register)}]`;
    }
    case DW_OP.convert:
    case DW_OP.GNU_convert:
    case DW_OP.reinterpret:
    case DW_OP.GNU_reinterpret: {
      const offset = cursor.uleb();
      return offset === 0 ? '<0>' : await baseTypeText(offset, expression);
    }
    default:
      return '';
  }
}

async function baseTypeText(offset: number, { unit }: DwarfExpression): Promise<string> {
  const type = await unit?.baseType(offset);
  return `<${type ? await typeName(type) : ''} [0x${offset.toString(16)}]>`;
}
