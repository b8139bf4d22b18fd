// A trace file as the register suites need it: its layout, and the registers of any frame.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ByteOrder } from '../../src/bytes/cursor';
import type { Diagnostic } from '../../src/bytes/diagnostic';
import { MemorySource } from '../../src/bytes/source';
import type { Tracepoint } from '../../src/format/description';
import { readDescription } from '../../src/format/descriptionReader';
import { readFrame } from '../../src/format/frame';
import { FrameIndex } from '../../src/format/frameIndex';
import type { FrameLayout } from '../../src/format/blocks';
import { indexFrames } from '../../src/format/indexingPass';
import { readTargetDescription } from '../../src/format/targetDescription';
import type { ProgramMachine } from '../../src/machine/arch/index';
import { inferPc } from '../../src/machine/frameState';
import { pcField, registerLayout, type RegisterLayout } from '../../src/machine/registerLayout';
import { registerNaturalText, registerText } from '../../src/machine/registerText';
import { Registers } from '../../src/machine/registers';

export const corpus = path.join(import.meta.dirname, '../corpus');
export const recorded = path.join(import.meta.dirname, 'data/registers');

export interface RegistersTrace {
  readonly layout: RegisterLayout;
  readonly order: ByteOrder;
  readonly diagnostics: readonly Diagnostic[];
  readonly index: FrameIndex;
  registers(frame: number): Promise<Registers>;
}

/**
 * Opens a trace whose byte order is known; `program` is what its program's ELF header says, if it
 * is needed.
 */
export async function openRegisters(
  file: string,
  order: ByteOrder,
  program?: ProgramMachine,
): Promise<RegistersTrace> {
  const source = new MemorySource(readFileSync(file));
  const read = await readDescription(source);
  if ('problem' in read) throw new Error(read.problem);
  const { description } = read;
  const { target, diagnostics } =
    description.targetXml === undefined
      ? { target: undefined, diagnostics: [] }
      : readTargetDescription(description.targetXml);
  const registerBlockSize = description.registerBlockSize?.hexadecimal ?? 0;
  const made = registerLayout(target, program, registerBlockSize);
  if (!made.layout) throw new Error(`no layout for ${file}`);
  const { layout } = made;
  const frameLayout: FrameLayout = { order, registerBlockSize };
  const index = new FrameIndex();
  await indexFrames(index, source, description.framesOffset, frameLayout, pcField(layout));
  const tracepoints = new Map<number, Tracepoint>(
    description.tracepoints.map((t) => [t.number, t]),
  );
  return {
    layout,
    order,
    index,
    diagnostics: [...diagnostics, ...made.diagnostics],
    async registers(number) {
      const frame = await readFrame(source, index, number, frameLayout);
      const block = frame.blocks.find(({ kind }) => kind === 'R');
      const inferred = inferPc(tracepoints.get(frame.tracepoint));
      return new Registers(
        layout,
        order,
        block && frame.bytes.subarray(block.offset, block.offset + block.length),
        !block && 'pc' in inferred ? inferred.pc : undefined,
      );
    },
  };
}

/**
 * A register as a line of gdb's `info registers`, each run of blanks one; without the symbol of an
 * address.
 */
export function registerLine(registers: Registers, order: ByteOrder, name: string): string {
  const value = registers.read(name);
  if (!value) return `${name} is not a register`;
  const { register, bytes } = value;
  const text = registerText(register, bytes, order);
  const natural = bytes ? registerNaturalText(register, bytes, order) : '';
  const said = natural === '' || text.endsWith(` ${natural}`) ? text : `${text} ${natural}`;
  return `${name} ${said}`;
}

/**
 * gdb's line, comparable: without the symbol of an address, and with one `<unavailable>` for all
 * lanes of a vector.
 */
export function gdbLine(line: string): string {
  const plain = line.trim().replace(/\s+/g, ' ');
  if (plain.includes('<unavailable>') && !plain.includes('0x')) {
    return `${plain.split(' ', 1)[0] ?? ''} <unavailable>`;
  }
  return plain.replace(/ <(?!unavailable>)[^{}]+>$/, '');
}
