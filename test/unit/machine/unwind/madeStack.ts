// Stacks made by hand: a machine with registers and memory, and a program whose functions say how
// to leave them.
import { toBytes, unsigned, type ByteOrder, concat } from '../../../../src/bytes/cursor';
import { registerLayout } from '../../../../src/machine/registerLayout';
import type { LoadedModule, SavedRegister, StackFrame } from '../../../../src/machine/stackFrame';
import { FrameState } from '../../../../src/machine/frameState';
import type { Block } from '../../../../src/format/blocks';
import { callFrames, type MadeCommon } from '../../symbols/dwarf/cfi/callFrameMaker';
import { openMade } from '../../symbols/opened';
import { Writer } from '../../symbols/writer';

/** A processor by its ELF numbers. */
export interface Processor {
  readonly machine: number;
  readonly bits: 32 | 64;
  readonly order: ByteOrder;
}

export const x86: Processor = { machine: 62, bits: 64, order: 'little' };

/** A function of 0x100 bytes; without instructions nothing says how to leave it. */
export interface MadeCode {
  readonly name: string;
  readonly start: bigint;
  readonly instructions?: readonly number[];
}

/** A program with these functions from 0x1000 to 0x3000, at its link addresses. */
export async function placed(
  { machine, bits, order }: Processor,
  functions: readonly MadeCode[],
  common: MadeCommon,
): Promise<LoadedModule> {
  const size = bits === 64 ? 8 : 4;
  const described = functions.flatMap(({ start, instructions }) =>
    instructions ? [{ start, length: 0x100, instructions }] : [],
  );
  const frames = callFrames(common, described, { order, addressSize: size });
  const names = new Writer(order).text('');
  const symbols = new Writer(order).raw(new Uint8Array(bits === 64 ? 24 : 16));
  for (const { name, start } of functions) {
    symbols.u32(names.length);
    if (bits === 32) symbols.u32(Number(start)).u32(0x100);
    symbols.u8(0x12, 0).u16(1);
    if (bits === 64) symbols.u64(start).u64(0x100);
    names.text(name);
  }
  const program = await openMade({
    machine,
    bits,
    order,
    sections: [
      { name: '.text', flags: 6, address: 0x1000n, bytes: new Uint8Array(0x2000) },
      { name: '.debug_frame', bytes: frames.bytes },
      { name: '.symtab', type: 2, link: 4, bytes: symbols.bytes },
      { name: '.strtab', type: 3, bytes: names.bytes },
    ],
  });
  return { program, slide: 0n };
}

/** A machine with these registers, the others 0, and with words of memory by their addresses. */
export function machineWith(
  { machine, bits, order }: Processor,
  registers: Readonly<Record<string, bigint>> | undefined,
  memory: ReadonlyMap<bigint, bigint> = new Map(),
): FrameState {
  const { layout } = registerLayout(undefined, { machine, bits }, 0);
  if (!layout) throw new Error('no layout');
  const pieces: Uint8Array[] = [];
  const blocks: Block[] = [];
  if (registers) {
    const block = new Uint8Array(layout.size);
    for (const [name, value] of Object.entries(registers)) {
      const register = layout.registers.find((each) => each.name === name);
      if (register?.offset === undefined) throw new Error(`no register ${name}`);
      block.set(toBytes(value, register.bitSize / 8, order), register.offset);
    }
    pieces.push(block);
    blocks.push({ kind: 'R', offset: 0, length: block.length });
  }
  for (const { address, words } of runs(memory, bits / 8)) {
    const offset = pieces.reduce((length, piece) => length + piece.length, 0);
    const piece = concat(words.map((word) => toBytes(word, bits / 8, order)));
    pieces.push(piece);
    blocks.push({ kind: 'M', offset, length: piece.length, address });
  }
  const bytes = concat(pieces);
  const frame = { number: 0, tracepoint: 1, offset: 0, bytes, order, blocks, diagnostics: [] };
  return new FrameState(frame, layout, undefined);
}

/** Words that lie side by side. */
function runs(memory: ReadonlyMap<bigint, bigint>, size: number) {
  const found: { address: bigint; words: bigint[] }[] = [];
  for (const [address, word] of memory) {
    const last = found.at(-1);
    const end = last && last.address + BigInt(size * last.words.length);
    if (last && end === address) last.words.push(word);
    else found.push({ address, words: [word] });
  }
  return found;
}

/** A register as a number, or the word for why there is none. */
export function valueOf(
  register: SavedRegister | undefined,
  order: ByteOrder = 'little',
): bigint | string | undefined {
  return register?.kind === 'value' ? unsigned(register.bytes, order) : register?.kind;
}

/** Stack frames as kind and PC. */
export function outline(frames: readonly StackFrame[]): string[] {
  return frames.map(({ kind, pc }) => `${kind} ${pc.toString(16)}`);
}
