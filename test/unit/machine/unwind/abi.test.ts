// What the ABIs say of registers: their DWARF numbers, and calls on processors of which the corpus
// has no traces.
import { describe, expect, it } from 'vitest';
import { i386, x86_64 } from '../../../../src/machine/arch/x86';
import { aarch64 } from '../../../../src/machine/arch/aarch64';
import { arm } from '../../../../src/machine/arch/arm';
import { mips32, mips64 } from '../../../../src/machine/arch/mips';
import { powerpc64 } from '../../../../src/machine/arch/ppc';
import { riscv64 } from '../../../../src/machine/arch/riscv';
import { s390_64 } from '../../../../src/machine/arch/s390';
import { architectures } from '../../../../src/machine/arch/index';
import { callStack } from '../../../../src/machine/unwind/callStack';
import { machineWith, outline, placed, valueOf } from './madeStack';

describe('DWARF numbers', () => {
  it.each([
    [
      x86_64,
      '0 rax, 1 rdx, 6 rbp, 7 rsp, 8 r8, 16 rip, 17 xmm0, 33 st0, 41 mm0, 49 eflags, 58 fs_base',
    ],
    [i386, '0 eax, 1 ecx, 4 esp, 5 ebp, 8 eip, 11 st0, 21 xmm0, 29 mm0, 40 es'],
    [aarch64, '0 x0, 30 x30, 31 sp, 46 vg, 64 v0, 95 v31, 96 z0'],
    [arm, '0 r0, 13 sp, 14 lr, 15 pc, 64 s0, 256 d0, 287 d31'],
    [riscv64, '1 ra, 2 sp, 8 fp, 10 a0, 31 t6, 32 ft0, 63 ft11'],
    [powerpc64, '1 r1, 32 f0, 64 cr, 65 lr, 66 ctr, 76 xer, 108 lr, 1124 vr0, 1155 vr31'],
    [s390_64, '15 r15, 16 f0, 17 f2, 20 f1, 31 f15, 48 acr0, 65 pswa, 68 v16'],
    [mips32, '4 a0, 8 t0, 29 sp, 30 s8, 31 ra, 32 f0, 64 hi, 65 lo'],
    [mips64, '8 a4, 12 t0, 29 sp'],
  ])('of $name', ({ abi }, expected) => {
    const said = expected.split(', ').map((pair) => pair.split(' '));
    const ours = said.map(([number]) => [number, abi.dwarf.get(Number(number))]);
    expect(ours).toEqual(said);
  });

  it('are of registers that the processor has, and so are those that calls keep', () => {
    for (const { builtIn, abi, sp, pc } of architectures) {
      const known = new Set(builtIn.flat().map(({ name }) => name));
      expect([...abi.kept].filter((name) => !known.has(name))).toEqual([]);
      const numbered = new Set(abi.dwarf.values());
      expect(numbered.has(sp)).toBe(true);
      expect(abi.kept.has(sp)).toBe(!abi.stackPointerIsCfa);
      if (abi.link === undefined) expect(numbered.has(pc)).toBe(true);
      else expect(numbered.has(abi.link)).toBe(true);
    }
  });
});

describe('a caller', () => {
  const leaf = { name: 'leaf', start: 0x1200n, instructions: [] };

  it.each([
    // DW_CFA_def_cfa_offset 32; DW_CFA_offset ra, and a register that calls keep.
    [
      'RISC-V',
      { machine: 243, bits: 64, order: 'little' },
      'sp',
      2,
      1,
      [0x0e, 32, 0x81, 1, 0x88, 2],
      'ra',
      'fp',
    ],
    [
      'MIPS',
      { machine: 8, bits: 32, order: 'big' },
      'sp',
      29,
      31,
      [0x0e, 32, 0x9f, 1, 0x90, 2],
      'ra',
      's0',
    ],
    [
      'MIPS64',
      { machine: 8, bits: 64, order: 'little' },
      'sp',
      29,
      31,
      [0x0e, 32, 0x9f, 1, 0x90, 2],
      'ra',
      's0',
    ],
    [
      'PowerPC',
      { machine: 21, bits: 64, order: 'big' },
      'r1',
      1,
      65,
      [0x0e, 32, 0x05, 65, 1, 0x9f, 2],
      'lr',
      'r31',
    ],
    [
      'Arm',
      { machine: 40, bits: 32, order: 'big' },
      'sp',
      13,
      14,
      [0x0e, 32, 0x8e, 1, 0x84, 2],
      'lr',
      'r4',
    ],
  ] as const)('on %s', async (_, processor, sp, spNumber, column, saving, link, kept) => {
    const size = BigInt(processor.bits / 8);
    const saves = { name: 'saves', start: 0x1300n, instructions: saving };
    const common = {
      instructions: [0x0c, spNumber, 0],
      returnAddress: column,
      dataAlignment: -Number(size),
    };
    const program = await placed(processor, [leaf, saves], common);
    const memory = new Map([
      [0x8020n - 2n * size, 0x77n],
      [0x8020n - size, 0x1480n],
    ]);
    const registers = { pc: 0x1210n, [sp]: 0x8000n, [link]: 0x1310n, [kept]: 0x55n };
    const stack = await callStack(machineWith(processor, registers, memory), [program]);
    expect(outline(stack.frames)).toEqual(['normal 1210', 'normal 1310', 'normal 1480']);
    const [, saver, outer] = stack.frames;
    expect(valueOf(saver?.registerNamed(kept), processor.order)).toBe(0x55n);
    expect(valueOf(outer?.registerNamed(kept), processor.order)).toBe(0x77n);
    expect(valueOf(outer?.registerNamed(sp), processor.order)).toBe(0x8020n);
    expect(valueOf(outer?.register(spNumber), processor.order)).toBe(0x8020n);
  });
});
