import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../../src/bytes/source';
import { CodeWindow } from '../../../src/disassembly/code';
import { instructionSetOf } from '../../../src/disassembly/instructionSet';
import { openProgram } from '../../../src/symbols/openProgram';

const programs = path.join(import.meta.dirname, '../../oracle/data/symbols/programs');

async function code(name: string, slide = 0n) {
  const opened = await openProgram(new MemorySource(readFileSync(path.join(programs, name))), name);
  if ('problem' in opened) throw new Error(opened.problem);
  const { program } = opened;
  const read = (address: bigint, length: number) =>
    Promise.resolve({ address, bytes: new Uint8Array(length), origins: new Uint8Array(length) });
  const machine = { memory: { read }, registers: undefined, frame: { order: program.elf.order } };
  const found = CodeWindow.of(machine, [{ program, slide }], 'att');
  if (!found) throw new Error('no instruction set');
  return { found, program };
}

describe('which instructions lie at an address', () => {
  it('is what mapping symbols say on Arm', async () => {
    const { found } = await code('arm-thumb', 0x1000n);
    expect(await found.at(0x11154n)).toMatchObject({ set: { name: 'thumb' }, isData: false });
    expect(await found.at(0x11180n)).toMatchObject({ isData: true, start: 0x11180n });
  });

  it('is A32 where no symbol and no register says it', async () => {
    const { found } = await code('arm-thumb');
    expect(await found.at(0x10n)).toMatchObject({ set: { name: 'arm' }, isData: false });
  });

  it.each([
    ['riscv64', 'riscv64', 'little'],
    ['mips-be', 'mips32', 'big'],
    ['ppc64-opd', 'powerpc64', 'big'],
    ['s390x', 's390', 'big'],
    ['gcc-i386', 'x86-32', 'little'],
    ['gcc-pie', 'x86-64', 'little'],
  ])('is what the program says: %s', async (program, name, order) => {
    const { found } = await code(program);
    expect(await found.at(0n)).toMatchObject({ set: { name, order } });
  });

  it('is in the byte order of code, which may not be that of data', () => {
    const program = { bits: 32, order: 'big', machine: 40, flags: 0x0080_0000 } as const;
    expect(instructionSetOf(undefined, program, 'big', 'att')?.order).toBe('little');
    expect(instructionSetOf(undefined, { ...program, flags: 0 }, 'big', 'att')?.order).toBe('big');
  });

  it('is not known without an architecture', () => {
    expect(instructionSetOf(undefined, undefined, 'little', 'att')).toBeUndefined();
  });
});

describe('where instructions are known to begin', () => {
  it('is at lines and functions, the nearest last, as run-time addresses', async () => {
    const { found, program } = await code('gcc-pie', 0x5000n);
    const [main] = await program.addressesOfFunction('main');
    const entry = (main?.entry ?? 0n) + 0x5000n;
    const boundaries = await found.boundariesAt(entry + 30n);
    expect(boundaries[0]).toBe(entry);
    expect(boundaries.at(-1)).toBeGreaterThan(entry);
    expect(boundaries.every((each) => each <= entry + 30n)).toBe(true);
  });

  it('is nowhere outside of programs', async () => {
    const { found } = await code('gcc-pie');
    expect(await found.boundariesAt(0xffff_0000n)).toEqual([]);
  });
});
