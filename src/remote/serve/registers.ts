// Registers as gdb asks for them: gdb manual, "Packets", g and p. A block of registers in a trace
// is what a target answered to g, so it is answered unchanged; `x` stands for a register that
// was not collected.
import type { Recording } from '../../trace/recording';
import { toHex } from '../../bytes/hex';
import { pcField } from '../../machine/registerLayout';
import { toBytes } from '../../bytes/cursor';
import type { FrameState } from '../../machine/frameState';

/**
 * All registers of a frame, two characters a byte. Without a frame they are zero: gdb refuses a
 * target whose PC, and on some processors whose SP, is not there.
 */
export function registersText(recording: Recording, machine: FrameState | undefined): string {
  const size = blockSizeInGdb(recording);
  const block = machine?.frame.blocks.find(({ kind }) => kind === 'R');
  if (!machine) return '00'.repeat(size);
  if (!block) return withPc(recording, machine.pc, unavailable(size));
  const end = block.offset + Math.min(block.length, size);
  const bytes = machine.frame.bytes.subarray(block.offset, end);
  const whole = wholeRegisters(recording, bytes.length);
  return toHex(bytes.subarray(0, whole)) + unavailable(size - whole);
}

/**
 * Bytes of a register block as gdb knows it, who refuses a longer one: of all registers that the
 * trace describes, else of those that gdb takes for granted.
 */
export function blockSizeInGdb({ layout, frameLayout }: Recording): number {
  const last =
    layout?.from === 'built-in'
      ? layout.registers.find(({ name }) => name === layout.architecture.lastAssumed)
      : undefined;
  if (last?.offset !== undefined) return last.offset + Math.ceil(last.bitSize / 8);
  return layout?.size ?? frameLayout.registerBlockSize;
}

/** The register of a number; undefined where it does not exist. */
export function registerReply(
  recording: Recording,
  machine: FrameState | undefined,
  number: number,
): string | undefined {
  const register = recording.layout?.registers.find(
    (each) => each.number === number && each.offset !== undefined,
  );
  if (register?.offset === undefined) return undefined;
  const text = registersText(recording, machine);
  return text.slice(2 * register.offset, 2 * (register.offset + Math.ceil(register.bitSize / 8)));
}

function unavailable(bytes: number): string {
  return 'xx'.repeat(bytes);
}

/** Bytes of the registers that a block of `length` bytes holds whole. */
function wholeRegisters({ layout }: Recording, length: number): number {
  if (!layout || length >= layout.size) return length;
  let whole = 0;
  for (const { offset, bitSize } of layout.registers) {
    if (offset === undefined) continue;
    const end = offset + Math.ceil(bitSize / 8);
    if (end <= length && end > whole) whole = end;
  }
  return whole;
}

/** With the PC that was inferred, where the layout says in which register it is. */
function withPc({ layout, frameLayout }: Recording, pc: bigint | undefined, text: string): string {
  const field = layout && pcField(layout);
  if (!field || pc === undefined) return text;
  const { offset, size } = field;
  const digits = toHex(toBytes(pc, size, frameLayout.order));
  return text.slice(0, 2 * offset) + digits + text.slice(2 * (offset + size));
}
