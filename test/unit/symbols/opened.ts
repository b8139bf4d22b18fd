// Programs made by hand, opened.
import { MemorySource } from '../../../src/bytes/source';
import { type Program } from '../../../src/symbols/program';
import { openProgram } from '../../../src/symbols/openProgram';
import { makeElf, type MadeElf, type MadeSection } from './elfFile';
import type { Writer } from './writer';

/** The program that an ELF file made by hand holds. */
export async function openMade(made: MadeElf): Promise<Program> {
  const opened = await openProgram(new MemorySource(makeElf(made)), 'made');
  if ('problem' in opened) throw new Error(opened.problem);
  return opened.program;
}

/** Executable code at an address, of so many bytes. */
export function code(address: bigint, size: number): MadeSection {
  return { name: '.text', flags: 0x6, address, bytes: new Uint8Array(size) };
}

/** Sections of debugging information. */
export function debugSections(contents: Readonly<Record<string, Writer>>): MadeSection[] {
  return Object.entries(contents).map(([name, { bytes }]) => ({ name, bytes }));
}
