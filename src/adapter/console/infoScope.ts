// `info scope`: the variables that are visible at a place, and where they are kept (gdb manual, "info scope").
import { hexAddress } from '../../bytes/hex';
import { linkAddress } from '../../machine/linkAddress';
import { DW_OP } from '../../machine/dwarf/operations';
import { DwarfCursor } from '../../symbols/dwarf/cursor';
import { sizeOf } from '../../machine/values/types';
import type { DwarfExpression, Location } from '../../symbols/location';
import type { Variable } from '../../symbols/scope';
import type { Trace } from '../../trace/trace';
import { RequestFailed } from '../requestFailed';
import { text } from './command';
import type { ConsoleState } from './consoleState';
import { codeOf, namedPlace } from './linespecs';

/** `info scope LOCATION`. */
export async function infoScope(args: string, state: ConsoleState): Promise<string> {
  if (args === '') {
    throw new RequestFailed('requires an argument (a line or function name) to define a scope');
  }
  const place = await namedPlace(args, state);
  const address = place.address ?? (await codeOf(place, state))[0]?.start;
  const variables = address === undefined ? [] : await variablesAt(address, state);
  if (variables.length === 0) {
    return `Scope for ${args}:\nContains no locals or arguments.`;
  }
  const described = variables.map((each) => describe(each, state));
  return text([`Scope for ${args}:`, ...described]);
}

async function variablesAt(address: bigint, { trace }: ConsoleState): Promise<Variable[]> {
  for (const { program, slide } of trace.programs.placements) {
    const [scope] = await program.scopesAt(linkAddress(address, slide));
    if (!scope) continue;
    const inner = scope.blocks.slice(0, -1).flatMap(({ variables }) => variables);
    const own = scope.blocks.at(-1)?.variables ?? [];
    return [...inner, ...scope.parameters, ...own];
  }
  return [];
}

function describe({ name, type, location }: Variable, state: ConsoleState): string {
  const length = sizeOf(type);
  const end = length === undefined ? '.' : `, length ${length}.`;
  return `Symbol ${name} is ${locationText(location, state)}${end}`;
}

/** Where a variable is kept, in gdb's words. */
export function locationText(location: Location, state: ConsoleState): string {
  switch (location.kind) {
    case 'none':
      return 'optimized out';
    case 'constant':
      return typeof location.value === 'bigint' ? `constant ${location.value}` : 'constant bytes';
    case 'expression':
      return expressionText(location.expression, state);
    case 'list':
      return [
        'multi-location:',
        ...location.entries.map(
          ({ start, end, expression }) =>
            `  Range ${hexAddress(start)}-${hexAddress(end)}: ${expressionText(expression, state)}`,
        ),
        '',
      ].join('\n');
  }
}

function expressionText(expression: DwarfExpression, { trace }: ConsoleState): string {
  const constant = constantOf(expression);
  if (constant !== undefined) return `the constant ${constant}`;
  const { bytes, encoding } = expression;
  const cursor = new DwarfCursor(bytes, encoding.order);
  const operation = cursor.u8();
  if (operation === DW_OP.addr) {
    const address = cursor.address(encoding.addressSize);
    if (cursor.remaining === 0) return `static storage at address ${hexAddress(address)}`;
  }
  if (operation >= DW_OP.reg0 && operation <= DW_OP.reg31 && cursor.remaining === 0) {
    return `a variable in $${registerName(operation - DW_OP.reg0, trace)}`;
  }
  return `a complex DWARF expression:\n${operationLines(expression, trace).join('\n')}\n`;
}

/** A number that is the whole expression: a literal and `DW_OP_stack_value`. */
function constantOf({ bytes }: DwarfExpression): number | undefined {
  const [operation = 0, then] = bytes;
  const isLiteral = operation >= DW_OP.lit0 && operation <= DW_OP.lit0 + 31;
  const isWhole = bytes.length === 2 && then === DW_OP.stack_value;
  return isLiteral && isWhole ? operation - DW_OP.lit0 : undefined;
}

function registerName(number: number, trace: Trace): string {
  return trace.layout?.architecture.abi.dwarf.get(number) ?? `${number}`;
}

/** Operations with their offsets, as far as their operands are of a known kind. */
function operationLines({ bytes, encoding }: DwarfExpression, trace: Trace): string[] {
  return linesFrom(new DwarfCursor(bytes, encoding.order), bytes.length, 6, encoding, trace);
}

function linesFrom(
  cursor: DwarfCursor,
  end: number,
  width: number,
  encoding: DwarfExpression['encoding'],
  trace: Trace,
): string[] {
  const lines: string[] = [];
  while (cursor.offset < end && !cursor.overrun) {
    const at = String(cursor.offset).padStart(width);
    const operation = cursor.u8();
    const name = nameOf(operation);
    const operand = operandText(operation, cursor, encoding, trace);
    lines.push(`${at}: DW_OP_${name}${operand === '' ? '' : ` ${operand}`}`);
    if (operand === unknown) break;
    if (operation !== DW_OP.entry_value && operation !== DW_OP.GNU_entry_value) continue;
    const length = cursor.uleb();
    lines.push(
      ...linesFrom(cursor, Math.min(cursor.offset + length, end), width + 2, encoding, trace),
    );
  }
  return lines;
}

const unknown = '...';

/** `fbreg`, `breg3`; a number for what is unknown. */
function nameOf(operation: number): string {
  for (const family of ['lit', 'reg', 'breg'] as const) {
    const first = DW_OP[`${family}0`];
    if (operation >= first && operation <= first + 31) return `${family}${operation - first}`;
  }
  return DW_OP[operation] ?? `<${operation}>`;
}

const withoutOperand = new Set<number>([
  ...[DW_OP.stack_value, DW_OP.call_frame_cfa, DW_OP.deref, DW_OP.nop, DW_OP.form_tls_address],
  ...[DW_OP.dup, DW_OP.drop, DW_OP.over, DW_OP.swap, DW_OP.rot, DW_OP.push_object_address],
  ...[DW_OP.abs, DW_OP.and, DW_OP.div, DW_OP.minus, DW_OP.mod, DW_OP.mul, DW_OP.neg, DW_OP.not],
  ...[DW_OP.or, DW_OP.plus, DW_OP.shl, DW_OP.shr, DW_OP.shra, DW_OP.xor],
  ...[DW_OP.eq, DW_OP.ge, DW_OP.gt, DW_OP.le, DW_OP.lt, DW_OP.ne, DW_OP.GNU_push_tls_address],
  ...[DW_OP.entry_value, DW_OP.GNU_entry_value],
]);

/** Numbers of a fixed width. */
const fixed = new Map<number, (cursor: DwarfCursor) => number | bigint>([
  [DW_OP.const1u, (cursor) => cursor.u8()],
  [DW_OP.const2u, (cursor) => cursor.u16()],
  [DW_OP.const4u, (cursor) => cursor.u32()],
  [DW_OP.const8u, (cursor) => cursor.u64()],
  [DW_OP.const1s, (cursor) => BigInt.asIntN(8, BigInt(cursor.u8()))],
  [DW_OP.const2s, (cursor) => BigInt.asIntN(16, BigInt(cursor.u16()))],
  [DW_OP.const4s, (cursor) => BigInt.asIntN(32, BigInt(cursor.u32()))],
  [DW_OP.const8s, (cursor) => BigInt.asIntN(64, cursor.u64())],
  [DW_OP.deref_size, (cursor) => cursor.u8()],
  [DW_OP.pick, (cursor) => cursor.u8()],
]);

function operandText(
  operation: number,
  cursor: DwarfCursor,
  { addressSize }: DwarfExpression['encoding'],
  trace: Trace,
): string {
  const read = fixed.get(operation);
  if (read) return read(cursor).toString();
  if (operation === DW_OP.implicit_value) {
    const length = cursor.uleb();
    cursor.skip(length);
    return length.toString();
  }
  if (operation === DW_OP.fbreg || operation === DW_OP.consts) return cursor.sleb().toString();
  if (operation >= DW_OP.breg0 && operation <= DW_OP.breg31) {
    return `${cursor.sleb()} [$${registerName(operation - DW_OP.breg0, trace)}]`;
  }
  if (operation >= DW_OP.reg0 && operation <= DW_OP.reg31) {
    return `[$${registerName(operation - DW_OP.reg0, trace)}]`;
  }
  const unsigned = [DW_OP.plus_uconst, DW_OP.constu, DW_OP.piece, DW_OP.regx] as readonly number[];
  if (unsigned.includes(operation)) return cursor.uleb().toString();
  if (operation === DW_OP.addr) return hexAddress(cursor.address(addressSize));
  const isLiteral = operation >= DW_OP.lit0 && operation <= DW_OP.lit31;
  return isLiteral || withoutOperand.has(operation) ? '' : unknown;
}
