// Expressions as llvm-dwarfdump writes them, without the names of registers.
import { DwarfCursor } from '../../../../src/symbols/dwarf/cursor';
import type { Encoding } from '../../../../src/symbols/dwarf/form';

/** Operations with no operand (DWARF 5, section 7.7.1). */
const plain: Readonly<Record<number, string>> = {
  0x06: 'deref',
  0x12: 'dup',
  0x16: 'swap',
  0x19: 'abs',
  0x1a: 'and',
  0x1b: 'div',
  0x1c: 'minus',
  0x1d: 'mod',
  0x1e: 'mul',
  0x1f: 'neg',
  0x20: 'not',
  0x21: 'or',
  0x22: 'plus',
  0x24: 'shl',
  0x25: 'shr',
  0x26: 'shra',
  0x27: 'xor',
  0x29: 'eq',
  0x2a: 'ge',
  0x2b: 'gt',
  0x2c: 'le',
  0x2d: 'lt',
  0x2e: 'ne',
  0x9c: 'call_frame_cfa',
  0x9f: 'stack_value',
};

/** The text of an expression; undefined where it has an operation that is not known here. */
export function expressionText(bytes: Uint8Array, encoding: Encoding): string | undefined {
  const cursor = new DwarfCursor(bytes, encoding.order);
  const operations: string[] = [];
  while (cursor.remaining > 0) {
    const operation = operationText(cursor, encoding);
    if (operation === undefined) return undefined;
    operations.push(`DW_OP_${operation}`);
  }
  return operations.join(', ');
}

function operationText(cursor: DwarfCursor, encoding: Encoding): string | undefined {
  const code = cursor.u8();
  if (code >= 0x30 && code < 0x50) return `lit${code - 0x30}`;
  if (code >= 0x50 && code < 0x70) return `reg${code - 0x50}`;
  if (code >= 0x70 && code < 0x90) return `breg${code - 0x70}${signed(cursor.sleb())}`;
  switch (code) {
    case 0x03:
      return `addr ${hex(cursor.address(encoding.addressSize))}`;
    case 0x08:
      return `const1u ${hex(cursor.u8())}`;
    case 0x09:
      return `const1s ${signed(cursor.i8())}`;
    case 0x0a:
      return `const2u ${hex(cursor.u16())}`;
    case 0x0c:
      return `const4u ${hex(cursor.u32())}`;
    case 0x10:
      return `constu ${hex(cursor.uleb64())}`;
    case 0x11:
      return `consts ${signed(cursor.sleb())}`;
    case 0x23:
      return `plus_uconst ${hex(cursor.uleb())}`;
    case 0x91:
      return `fbreg ${cursor.sleb()}`;
    case 0x93:
      return `piece ${hex(cursor.uleb())}`;
    case 0xa1:
      return `addrx ${hex(cursor.uleb())}`;
    case 0xa3:
    case 0xf3: {
      const inner = expressionText(cursor.take(cursor.uleb()), encoding);
      return inner && `${code === 0xa3 ? '' : 'GNU_'}entry_value(${inner})`;
    }
    default:
      return plain[code];
  }
}

function hex(value: number | bigint): string {
  return `0x${value.toString(16)}`;
}

function signed(value: number): string {
  return value < 0 ? `${value}` : `+${value}`;
}

/** What llvm-dwarfdump wrote, without the names that it knows registers by. */
export function withoutRegisterNames(text: string): string {
  return text.replace(/(DW_OP_b?reg\d+) \w+/g, '$1').replace(/fbreg \+/g, 'fbreg ');
}
