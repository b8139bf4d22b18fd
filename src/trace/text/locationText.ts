// Where a variable is, as gdb's `info scope` and `info address` describe it: "a variable in $rax",
// or the operations of its DWARF expression (DWARF 5, section 2.5).
import { append } from '../../bytes/arrays';
import { hexAddress } from '../../bytes/hex';
import { type LoadedModule, linkAddress, runTimeAddress } from '../../machine/stackFrame';
import { typeName } from '../../values/typeName';
import { DwarfCursor } from '../../symbols/dwarf/cursor';
import {
  DW_OP,
  operationName,
  operationsOf,
  readOperation,
  type Operation,
} from '../../symbols/dwarf/operations';
import type { DwarfExpression, LocationDescription } from '../../symbols/location';
import type { Recording } from '../recording';

/** What a description depends on. */
export interface Described {
  readonly module: LoadedModule;
  /** The variable's name. */
  readonly name: string;
  /** Run-time address of the code for which it holds. */
  readonly address: bigint;
  readonly frameBase: LocationDescription | undefined;
  /** A register's name by its DWARF number. */
  readonly registerName: (number: number) => string;
}

/** The names of a trace's registers, by their DWARF numbers. */
export function dwarfRegisterNames({ layout }: Recording): Described['registerName'] {
  return (number) => layout?.architecture.abi.dwarf.get(number) ?? `${number}`;
}

/** Where gdb gives a description up, with what it has written by then and its complaint. */
export class DescriptionCut extends Error {}

/** A text; where gdb gives it up, after what it had written before. */
function cutAfter(before: string, text: Promise<string>): Promise<string> {
  return text.catch((error: unknown) => {
    if (!(error instanceof DescriptionCut)) throw error;
    throw new DescriptionCut(`${before}${error.message}`);
  });
}

/**
 * Where a location says that its variable is. A list takes several lines. Fails with a
 * {@link DescriptionCut}.
 */
export async function locationText(
  location: LocationDescription,
  described: Described,
): Promise<string> {
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
  { entries }: Extract<LocationDescription, { kind: 'list' }>,
  described: Described,
): Promise<string> {
  const { slide } = described.module;
  const shown = (address: bigint): string => hexAddress(runTimeAddress(address, slide));
  const lines: string[] = [];
  for (const { start, end, atEntry, bases = [], expression } of entries) {
    // gdb prints a base at its link-time address.
    const before = bases.map((base) => `  Base address ${hexAddress(base)}`).join('');
    lines.push(`${before}  Range ${shown(start)}-${shown(atEntry ? start : end)}: `);
    const address = runTimeAddress(start, slide);
    const problem = await frameBaseProblem(expression, { ...described, address });
    if (problem !== undefined) {
      throw new DescriptionCut(`multi-location:\n${lines.join('')}${problem}`);
    }
    const text = expressionText(expression, { ...described, address });
    lines.push(`${await cutAfter(`multi-location:\n${lines.join('')}`, text)}\n`);
  }
  return `multi-location:\n${lines.join('')}`;
}

/** An expression that is one address; undefined for any other. */
async function staticText(
  expression: DwarfExpression,
  { module }: Described,
): Promise<string | undefined> {
  const [only, more] = operationsOf(expression, 2);
  if (!only || more) return undefined;
  const address =
    only.kind === 'indexedAddress'
      ? await expression.unit?.address(only.index)
      : only.kind === 'address'
        ? only.address
        : undefined;
  if (address === undefined) return undefined;
  return `in static storage at address ${hexAddress(runTimeAddress(address, module.slide))}`;
}

/** An operation with where it begins and ends in its expression. */
interface PlacedOperation {
  readonly start: number;
  readonly end: number;
  readonly operation: Operation;
}

/**
 * The operations of an expression, up to one that is unknown or cut. `start`: where its bytes are
 * in a greater one.
 */
function placedOperations({ bytes, encoding }: DwarfExpression, start = 0): PlacedOperation[] {
  const cursor = new DwarfCursor(bytes, encoding.order);
  const placed: PlacedOperation[] = [];
  while (cursor.remaining > 0) {
    const before = start + cursor.offset;
    const operation = readOperation(cursor, encoding);
    placed.push({ start: before, end: start + cursor.offset, operation });
    if (cursor.overrun || operation.kind === 'unknown') break;
  }
  return placed;
}

/** The pieces of an expression, each in words where gdb has some for it. */
async function expressionText(expression: DwarfExpression, described: Described): Promise<string> {
  const parts: string[] = [];
  let before: PlacedOperation[] = [];
  const placed = (isPiece: boolean): Promise<string> =>
    cutAfter(
      parts.map((part) => `${part}, and `).join(''),
      placeText(before, isPiece, expression, described),
    );
  for (const each of placedOperations(expression)) {
    if (each.operation.kind !== 'piece') {
      before.push(each);
      continue;
    }
    const text = before.length === 0 ? '' : await placed(true);
    parts.push(text + pieceText(each.operation, text === ''));
    before = [];
  }
  if (before.length > 0 || parts.length === 0) {
    parts.push(await placed(false));
  }
  return parts.join(', and ');
}

/** The piece's operation after what says where it is; `isEmpty` where nothing does. */
function pieceText(
  { code, size, offset = 0 }: Extract<Operation, { kind: 'piece' }>,
  isEmpty: boolean,
): string {
  if (code === DW_OP.piece) {
    return isEmpty ? `an empty ${size / 8}-byte piece` : ` [${size / 8}-byte piece]`;
  }
  return isEmpty ? `an empty ${size}-bit piece` : ` [${size}-bit piece, offset ${offset} bits]`;
}

/** Where one piece is, or the whole. */
async function placeText(
  operations: readonly PlacedOperation[],
  isPiece: boolean,
  expression: DwarfExpression,
  described: Described,
): Promise<string> {
  const simple = simpleText(
    operations.map(({ operation }) => operation),
    described,
  );
  if (simple && simple.count < operations.length) {
    // As DW_OP_GNU_uninit after a register (gdb 13, locexpr_describe_location_1).
    throw new DescriptionCut(`${simple.text}Corrupted DWARF2 expression for "${described.name}".`);
  }
  if (simple) return simple.text;
  const start = operations[0]?.start ?? 0;
  const lines = await operationLines(operations, 0, { expression, described, start });
  return `a complex DWARF expression:\n${lines.join('')}${isPiece ? '   ' : ''}`;
}

/**
 * Words for the first operations of a piece, and how many those are, where they are a register, a
 * place in the stack frame, a thread's variable, a small constant.
 */
function simpleText(
  [first, second, third]: readonly Operation[],
  described: Described,
): { readonly text: string; readonly count: number } | undefined {
  const { registerName, module } = described;
  if (first?.kind === 'register') {
    return { text: `a variable in $${registerName(first.register)}`, count: 1 };
  }
  if (first?.kind === 'frameBase' && !second) {
    const base = frameBaseOf(described);
    if (!base) return undefined;
    const place = `$${registerName(base.register)} offset ${base.offset}+${first.offset}`;
    return { text: `a variable at frame base reg ${place}`, count: 1 };
  }
  const isThreadLocal = second?.kind === 'threadLocal' && !third;
  const threadOffset = first && isThreadLocal ? addressIn(first, module) : undefined;
  if (threadOffset !== undefined) {
    const where = `thread-local storage for \`${module.program.path}'`;
    const text = `a thread-local variable at offset ${hexAddress(threadOffset)} in the ${where}`;
    return { text, count: 2 };
  }
  if (first?.kind === 'constant' && second?.kind === 'stackValue') {
    const isLiteral = first.code >= DW_OP.lit0 && first.code <= DW_OP.lit31;
    return isLiteral ? { text: `the constant ${first.value}`, count: 2 } : undefined;
  }
  return undefined;
}

/** A number of an address's size. */
function addressIn(operation: Operation, { program }: Described['module']): bigint | undefined {
  if (operation.kind === 'address') return operation.address;
  const code = program.elf.bits === 64 ? DW_OP.const8u : DW_OP.const4u;
  return operation.kind === 'constant' && operation.code === code ? operation.value : undefined;
}

/**
 * gdb's complaint about an offset from a frame base at an address outside all functions, as just
 * after the end of one (gdb 13, locexpr_describe_location_piece).
 */
async function frameBaseProblem(
  expression: DwarfExpression,
  { module, address, name }: Described,
): Promise<string | undefined> {
  const [first, second] = operationsOf(expression, 2);
  if (first?.kind !== 'frameBase' || (second && second.kind !== 'piece')) return undefined;
  const at = linkAddress(address, module.slide);
  if ((await module.program.scopesAt(at)).length > 0) return undefined;
  const isInUnit = (await module.program.compilationAt(at)) !== undefined;
  return isInUnit
    ? `No function found for block for symbol "${name}".`
    : `No block found for address for symbol "${name}".`;
}

/** The register, and the offset from it, that the frame base is. */
function frameBaseOf({
  frameBase,
  address,
  module,
}: Described): { readonly register: number; readonly offset: bigint } | undefined {
  const at = linkAddress(address, module.slide);
  const expression =
    frameBase?.kind === 'expression'
      ? frameBase.expression
      : frameBase?.kind === 'list'
        ? frameBase.entries.find(({ start, end }) => start <= at && at < end)?.expression
        : undefined;
  const [first] = expression ? operationsOf(expression, 1) : [];
  if (first?.kind === 'register') return { register: first.register, offset: 0n };
  if (first?.kind === 'registerValue') return { register: first.register, offset: first.offset };
  return undefined;
}

/** A piece whose operations are listed. */
interface ListedPiece {
  readonly expression: DwarfExpression;
  readonly described: Described;
  /** Where it begins in the expression: gdb counts from there. */
  readonly start: number;
}

/** A line for each operation. */
async function operationLines(
  operations: readonly PlacedOperation[],
  indent: number,
  piece: ListedPiece,
): Promise<string[]> {
  const lines: string[] = [];
  for (const { operation, start, end } of operations) {
    const at = String(start - piece.start).padStart(indent + 4);
    const name = operationName(operation.code);
    if (name === undefined) {
      lines.push(`  ${at}: <unknown operation 0x${operation.code.toString(16)}>\n`);
      break;
    }
    lines.push(`  ${at}: ${name}${await operandText(operation, piece)}\n`);
    if (operation.kind !== 'entryValue') continue;
    const { bytes } = operation;
    const inner = placedOperations({ ...piece.expression, bytes }, end - bytes.length);
    append(lines, await operationLines(inner, indent + 2, piece));
  }
  return lines;
}

/** The operands of an operation, with a space before them. */
async function operandText(
  operation: Operation,
  { expression, described, start }: ListedPiece,
): Promise<string> {
  const { unit } = expression;
  const { registerName } = described;
  const { code } = operation;
  switch (operation.kind) {
    case 'constant':
      return code >= DW_OP.lit0 && code <= DW_OP.lit31 ? '' : ` ${operation.value}`;
    case 'frameBase':
      return ` ${operation.offset}`;
    case 'plusConstant':
      return ` ${operation.value}`;
    case 'dereference':
      return operation.size === undefined
        ? ''
        : operation.type === 0
          ? ` ${operation.size}`
          : `${await baseTypeText(operation.type, expression)} ${operation.size}`;
    case 'dereferenceInSpace':
      return operation.size === undefined ? '' : ` ${operation.size}`;
    case 'pick':
      return code === DW_OP.pick ? ` ${operation.depth}` : '';
    case 'registerValue': {
      const { register, offset } = operation;
      const name = registerName(register);
      return code === DW_OP.bregx
        ? ` register ${register} [$${name}] offset ${offset}`
        : ` ${offset} [$${name}]`;
    }
    case 'register': {
      const name = registerName(operation.register);
      return code === DW_OP.regx ? ` ${operation.register} [$${name}]` : ` [$${name}]`;
    }
    case 'address':
      return ` ${hexAddress(operation.address)}`;
    case 'indexedAddress':
      return ` ${hexAddress((await unit?.address(operation.index)) ?? 0n)}`;
    case 'indexedConstant':
      return ` ${(await unit?.address(operation.index)) ?? 0n}`;
    case 'implicitValue':
      return ` ${operation.bytes.length}`;
    case 'skip':
      return ` to ${operation.target - start}`;
    case 'branch':
      return ` ${operation.target - start}`;
    case 'call':
    case 'parameterReference':
      return ` offset ${operation.entry.toString(16)}`;
    case 'implicitPointer':
      return ` DIE ${operation.entry.toString(16)} offset ${operation.offset}`;
    case 'variableValue':
      return ` DIE ${operation.entry.toString(16)}`;
    case 'typedConstant': {
      const { bytes } = operation;
      const text = [...bytes].map((byte) => ` ${byte.toString(16).padStart(2, '0')}`).join('');
      const type = await baseTypeText(operation.type, expression);
      return `${type} ${bytes.length} byte block:${text}`;
    }
    case 'typedRegister': {
      const type = await baseTypeText(operation.type, expression);
      return `${type} [$${registerName(operation.register)}]`;
    }
    case 'convert':
    case 'reinterpret':
      return operation.type === 0 ? '<0>' : await baseTypeText(operation.type, expression);
    case 'callFrameCfa':
    case 'objectAddress':
    case 'threadLocal':
    case 'drop':
    case 'nop':
    case 'uninitialized':
    case 'rotate':
    case 'arithmetic':
    case 'shift':
    case 'comparison':
    case 'unary':
    case 'entryValue':
    case 'stackValue':
    case 'piece':
    case 'unknown':
      return '';
  }
}

async function baseTypeText(offset: number, { unit }: DwarfExpression): Promise<string> {
  const type = await unit?.baseType(offset);
  return `<${type ? await typeName(type) : ''} [0x${offset.toString(16)}]>`;
}
