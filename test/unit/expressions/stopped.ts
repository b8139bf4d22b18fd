// Frames without a program, made by hand, and expressions in them.
import { fromHex } from '../../../src/bytes/hex';
import type { ByteOrder } from '../../../src/bytes/cursor';
import type { Block } from '../../../src/format/blocks';
import { compile } from '../../../src/expressions/compile';
import type { EvaluationContext } from '../../../src/expressions/context';
import { resultText } from '../../../src/expressions/format';
import { registerLayout } from '../../../src/machine/registerLayout';
import { FrameState } from '../../../src/machine/frameState';
import { valueContextOf } from '../../../src/values/value';

/** What a frame holds, in hexadecimal digits. */
export interface Held {
  readonly number?: number;
  readonly order?: ByteOrder;
  /** ELF e_machine and width; x86-64 unless it is said. */
  readonly elf?: { readonly machine: number; readonly bits: 32 | 64 };
  /** By offset in the register block; absent for a frame without registers. */
  readonly registers?: Readonly<Record<number, string>>;
  /** By address. */
  readonly memory?: Readonly<Record<string, string>>;
  /** DW_LANG_… */
  readonly language?: number;
}

const x86_64 = { machine: 62, bits: 64 } as const;

/** As long as gdb's block of x86-64 with AVX is. */
const registerBytes = 816;

/** A frame in which expressions can be evaluated. */
export function stoppedAt(held: Held, more: Partial<EvaluationContext> = {}): EvaluationContext {
  const { number = 0, order = 'little', elf = x86_64, language } = held;
  const pieces: Uint8Array[] = [];
  const blocks: Block[] = [];
  const add = (bytes: Uint8Array) => {
    const offset = pieces.reduce((length, piece) => length + piece.length, 0);
    pieces.push(bytes);
    return { offset, length: bytes.length };
  };
  if (held.registers) {
    const block = new Uint8Array(registerBytes);
    for (const [at, hex] of Object.entries(held.registers)) block.set(fromHex(hex), Number(at));
    blocks.push({ kind: 'R', ...add(block) });
  }
  for (const [address, hex] of Object.entries(held.memory ?? {})) {
    blocks.push({ kind: 'M', address: BigInt(address), ...add(fromHex(hex)) });
  }
  const bytes = Uint8Array.from(pieces.flatMap((piece) => [...piece]));
  const frame = { number, tracepoint: 1, offset: 0, bytes, blocks, order, diagnostics: [] };
  const { layout } = registerLayout(undefined, elf, 0);
  const machine = new FrameState(frame, layout, undefined);
  return {
    ...valueContextOf(machine, [], undefined),
    machine: elf.machine,
    language,
    state: machine,
    convenience: () => undefined,
    ...more,
  };
}

/** What `print` says of an expression; a problem with its column after `@`. */
export async function printed(expression: string, context: EvaluationContext): Promise<string> {
  const compiled = await compile(expression, context);
  const value = 'problem' in compiled ? compiled : await compiled.evaluate(context);
  if (!('problem' in value)) {
    const result = await resultText(value);
    return 'problem' in result ? result.problem : result.text;
  }
  return value.column === undefined ? value.problem : `${value.problem} @${value.column}`;
}
