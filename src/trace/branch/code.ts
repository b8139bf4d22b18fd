// The code of a branch trace's programs, in which its instructions lie: what they are decoded with, and how they are found.
import type { Decoder } from '../../disassembly/decoder';
import { CodeWindow } from '../../disassembly/code';
import { Disassembler } from '../../disassembly/disassembler';
import {
  instructionSetOf,
  type DisassemblyFlavor,
  type InstructionSet,
} from '../../disassembly/instructionSet';
import { FrameMemory } from '../../machine/memory';
import type { PlacedPrograms } from '../placedPrograms';
import { transparentRanges } from '../transparentRanges';

/** The instructions of the first program; undefined where there is none, or its processor is not known. */
export function instructionSetOfPrograms(
  programs: PlacedPrograms,
  flavor: DisassemblyFlavor,
): InstructionSet | undefined {
  const elf = programs.list[0]?.program.elf;
  return elf && instructionSetOf(undefined, elf, elf.order, flavor);
}

/** The memory that a branch trace leaves to be read: the programs' own read-only ranges. */
export function programMemory(programs: PlacedPrograms): FrameMemory {
  return new FrameMemory(
    { blocks: [], bytes: new Uint8Array(0) },
    transparentRanges(programs, 'auto'),
  );
}

/** What disassembles the programs; undefined where none says which processor it is for. */
export function programDisassembler(
  programs: PlacedPrograms,
  decoder: Decoder,
  flavor: DisassemblyFlavor,
): Disassembler | undefined {
  const order = programs.list[0]?.program.elf.order ?? 'little';
  const machine = { memory: programMemory(programs), registers: undefined, frame: { order } };
  const code = CodeWindow.of(machine, programs.placements, flavor);
  return code && new Disassembler(decoder, code);
}
