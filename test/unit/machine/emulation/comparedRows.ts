// How rows that following the code gave compare with those of a program's own call frame
// information, instruction by instruction.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { MemorySource } from '../../../../src/bytes/source';
import { architectureOf } from '../../../../src/machine/arch';
import { emulatedRow } from '../../../../src/machine/emulation/emulatedRow';
import type { Emulator } from '../../../../src/machine/emulation/emulator';
import { emulatorOf } from '../../../../src/machine/emulation/emulators';
import { functionRangesAt, readPieces } from '../../../../src/machine/emulation/functionCode';
import { FunctionStates } from '../../../../src/machine/emulation/functionStates';
import { EmulatedState } from '../../../../src/machine/emulation/state';
import type { RegisterRule } from '../../../../src/symbols/dwarf/cfi/program';
import { openProgram } from '../../../../src/symbols/openProgram';

const corpus = path.join(import.meta.dirname, '../../../corpus');

/** Instructions that call frame information describes, and what following the code said of them. */
export interface ComparedRows {
  instructions: number;
  /** The caller is found where call frame information has it. */
  equal: number;
  /** Functions, each with where it is said to be elsewhere. */
  readonly wrong: Set<string>;
  /** Functions of which some instruction tells nothing. */
  readonly unknown: Set<string>;
}

/** The rows of all functions of a program of the corpus. */
export async function comparedRows(file: string): Promise<ComparedRows> {
  const opened = await openProgram(new MemorySource(readFileSync(path.join(corpus, file))), file);
  if ('problem' in opened) throw new Error(opened.problem);
  const { program } = opened;
  const architecture = architectureOf(undefined, program.elf);
  if (!architecture) throw new Error(`${file} is of no known processor.`);
  const found: ComparedRows = { instructions: 0, equal: 0, wrong: new Set(), unknown: new Set() };
  const seen = new Set<bigint>();
  for (const { name, address, size } of await program.symbolsOf('code')) {
    const ranges = await functionRangesAt(program, address);
    if (size === 0n || seen.has(address) || !ranges) continue;
    seen.add(address);
    const emulator = await emulatorOf(program, ranges.entry, architecture);
    const pieces = await readPieces(program, ranges);
    const piece = pieces?.find(
      ({ start, bytes }) =>
        Number(address - ranges.entry) >= start &&
        Number(address - ranges.entry) < start + bytes.length,
    );
    if (!emulator || !pieces || !piece) continue;
    const states = await FunctionStates.of(pieces, emulator);
    const end = Math.min(Number(address + size - ranges.entry), piece.start + piece.bytes.length);
    for (let offset = Number(address - ranges.entry); offset < end;) {
      const scratch = EmulatedState.atEntry(emulator.convention, []);
      const step = emulator.execute(piece.bytes, offset - piece.start, offset, scratch);
      const described = await program.callFrameAt(ranges.entry + BigInt(offset));
      const state = states?.at(offset)?.state;
      offset += step?.size ?? emulator.alignment;
      const cfa = described?.cfa;
      const saved = described?.registers.get(described.returnAddress);
      if (cfa?.kind !== 'register' || saved?.kind === 'undefined') continue;
      found.instructions++;
      if (!state || !emulatedRow(state, emulator, architecture, program.elf.order)) {
        found.unknown.add(name);
      } else if (
        isCfa(state, cfa.register, cfa.offset, emulator) &&
        holdsReturnAddress(state, saved, emulator)
      ) {
        found.equal++;
      } else found.wrong.add(name);
    }
  }
  return found;
}

function isCfa(
  state: EmulatedState,
  register: number,
  offset: bigint,
  { convention, cfaOffset }: Emulator,
): boolean {
  const value = state.get(register);
  return value?.base === convention.sp && BigInt(value.offset) + offset === BigInt(cfaOffset);
}

function holdsReturnAddress(
  state: EmulatedState,
  rule: RegisterRule | undefined,
  { convention, cfaOffset, returnAddress }: Emulator,
): boolean {
  if (rule?.kind === 'offset') {
    const at = { base: convention.sp, offset: Number(rule.offset) + cfaOffset };
    const slot = state.stack.find(
      ({ address }) => address.base === at.base && address.offset === at.offset,
    );
    return slot?.value.base === returnAddress && slot.value.offset === 0;
  }
  const register = rule?.kind === 'register' ? rule.register : returnAddress;
  const value = state.get(register);
  return value?.base === returnAddress && value.offset === 0;
}
