// Lengths and kinds of x86 instructions against Capstone, in the code of real programs.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../../src/bytes/source';
import { capstoneMode } from '../../../src/disassembly/decoder';
import { instructionSetOf } from '../../../src/disassembly/instructionSet';
import { flowInstruction } from '../../../src/machine/arch/x86Flow';
import { openProgram } from '../../../src/symbols/openProgram';
import { decoderHere } from '../../capstone';
import { corpus } from '../../oracle/corpusTrace';

/** What a mnemonic says of where an instruction leads. */
function kindOf(mnemonic: string): string {
  const word = mnemonic.slice(mnemonic.lastIndexOf(' ') + 1);
  if (/^call/.test(word)) return 'call';
  if (/^ret/.test(word)) return 'return';
  if (/^jmp/.test(word)) return 'jump';
  if (/^(j|loop)/.test(word)) return 'conditional';
  if (/^(syscall|int)/.test(word)) return 'farCall';
  return /^iret/.test(word) ? 'farReturn' : 'next';
}

describe.each([
  ['branches/tree', 64],
  ['intelPt/flow-O2', 64],
  ['programs/tour/tour-O2', 64],
  ['programs/tour/tour-clang', 64],
  ['programs/tour/tour-clang-i386', 32],
] as const)('%s', (name, width) => {
  it('has instructions as long and of the kind that Capstone says', async () => {
    const file = path.join(corpus, name);
    const opened = await openProgram(new MemorySource(readFileSync(file)), file);
    if ('problem' in opened) throw new Error(opened.problem);
    const { program } = opened;
    const set = instructionSetOf(undefined, program.elf, 'little', 'att');
    if (!set) throw new Error('The program is of no processor.');
    const decoder = await decoderHere();
    let compared = 0;
    for (const { executable, start, fileSize } of program.loadedRanges) {
      if (!executable) continue;
      const code = await program.readLoaded(start, fileSize);
      const decoded = await decoder.decode(code, start, capstoneMode(set), 1 << 16);
      let at = 0;
      for (const { size, mnemonic } of decoded) {
        const found = flowInstruction(code, at, width);
        expect({ at, size: found?.size, kind: found?.kind }, mnemonic).toEqual({
          at,
          size,
          kind: kindOf(mnemonic),
        });
        at += size;
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(100);
  });
});

describe('single instructions', () => {
  const kinds: readonly (readonly [
    title: string,
    hex: string,
    width: 16 | 32 | 64,
    flow: object,
  ])[] = [
    ['a jump', 'e9fcffffff', 64, { size: 5, kind: 'jump', displacement: -4 }],
    ['a jump of 16 bits', '66e9fcff', 32, { size: 4, kind: 'jump', displacement: -4 }],
    [
      'a jump through memory',
      'ff2578563412',
      64,
      { size: 6, kind: 'jump', displacement: undefined },
    ],
    ['a far jump', 'ff2d78563412', 64, { size: 6, kind: 'farJump' }],
    ['a move of 8 bytes', '48b80102030405060708', 64, { size: 10, kind: 'next' }],
    ['an increment of 32-bit code', '40', 32, { size: 1, kind: 'next' }],
    ['AVX', 'c5f877', 64, { size: 3, kind: 'next' }],
    ['AVX-512', '62f17c48284801', 64, { size: 7, kind: 'next' }],
    ['a move to CR3', '0f22d8', 64, { size: 3, effect: 'cr3' }],
    ['PTWRITE', 'f30faee0', 64, { size: 4, effect: 'ptwrite' }],
    ['VMLAUNCH', '0f01c2', 64, { size: 3, kind: 'farReturn', effect: 'vmEntry' }],
    ['VMPTRLD', '0fc731', 64, { size: 3, effect: 'vmcs' }],
  ];

  it.each(kinds)('%s', (_, hex, width, flow) => {
    const code = Uint8Array.from(Buffer.from(hex, 'hex'));
    expect(flowInstruction(code, 0, width)).toMatchObject(flow);
    expect(flowInstruction(code.subarray(0, -1), 0, width)).toBeUndefined();
  });
});
