// What the formatters of all architectures share. Capstone and the GNU tools name and number the
// same things differently; a formatter turns the one's words into the other's, which are those that
// gdb prints.
import type { InstructionSet } from '../instructionSet';

/** An instruction in Capstone's words. */
export interface CapstoneText {
  readonly mnemonic: string;
  readonly operands: string;
  /** Run-time address. */
  readonly address: bigint;
  /** In memory order. */
  readonly bytes: Uint8Array;
  readonly set: InstructionSet;
}

/** An instruction in gdb's words. */
export interface FormattedInstruction {
  readonly text: string;
  /** The address that follows the text: gdb writes it with its symbol. */
  readonly target?: bigint;
  /** What follows the address. */
  readonly after?: string;
}

/** Turns Capstone's words into gdb's. */
export type Formatter = (words: CapstoneText) => FormattedInstruction;

/** The operands, apart: commas inside of brackets separate none. */
export function operandsOf(operands: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < operands.length; at++) {
    const char = operands.charAt(at);
    if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char)) depth--;
    else if (char === ',' && depth === 0) {
      found.push(operands.slice(from, at).trim());
      from = at + 1;
    }
  }
  const last = operands.slice(from).trim();
  return last === '' ? found : [...found, last];
}

/** Hexadecimal numbers written in decimal. */
export function inDecimal(text: string): string {
  return text.replace(/\b0x([0-9a-f]+)\b/g, (_, digits: string) =>
    BigInt(`0x${digits}`).toString(),
  );
}

/** `0x1f`. */
export function hex(value: bigint): string {
  return `0x${value.toString(16)}`;
}

/** The address that an operand is: `0x27430` or `#0x27430`. */
export function operandAddress(operand: string | undefined): bigint | undefined {
  const digits = /^#?(0x[0-9a-f]+|\d+)$/.exec(operand ?? '')?.[1];
  return digits === undefined ? undefined : BigInt(digits);
}

/** A number in hexadecimal or decimal digits, with or without a minus. */
export function operandNumber(text: string): bigint {
  return text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text);
}

/** Mnemonic and operands with a tab between, as most of the GNU disassemblers write them. */
export function tabbed(mnemonic: string, operands: readonly string[]): string {
  return operands.length === 0 ? mnemonic : `${mnemonic}\t${operands.join(',')}`;
}
