// An object file laid out as a kernel lays out its modules: what it says of addresses is what the
// same file says when `ld` links it with its sections there.
import type { SectionAddresses } from '../../../src/symbols/elf';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../../src/bytes/source';
import { noSeparateDebugFiles } from '../../../src/symbols/separateDebugFiles';
import { openProgram } from '../../../src/symbols/openProgram';

const file = path.join(import.meta.dirname, '../../corpus/extra/pie/module.ko');

async function open(layout?: SectionAddresses, change?: (bytes: Buffer) => void) {
  const bytes = readFileSync(file);
  change?.(bytes);
  return openProgram(new MemorySource(bytes), 'module.ko', noSeparateDebugFiles, layout);
}

async function laidOut(layout?: SectionAddresses, change?: (bytes: Buffer) => void) {
  const opened = await open(layout, change);
  if ('problem' in opened) throw new Error(opened.problem);
  return opened.program;
}

const layout = new Map([
  ['.text', 0xffff_ffff_c040_1000n],
  ['.init.text', 0xffff_ffff_c050_0000n],
  ['.rodata', 0xffff_ffff_c040_3000n],
]);

/** `readelf --debug-dump=decodedline` of the linked file. */
const linked: readonly (readonly [address: bigint, name: string, line: number])[] = [
  [0xffff_ffff_c040_1000n, 'wake', 6],
  [0xffff_ffff_c040_1007n, 'wake', 7],
  [0xffff_ffff_c040_1022n, 'wake', 8],
  [0xffff_ffff_c040_1028n, 'wake', 9],
  [0xffff_ffff_c040_102an, 'module_poll', 12],
  [0xffff_ffff_c040_103en, 'module_poll', 14],
  [0xffff_ffff_c040_1052n, 'module_poll', 13],
  [0xffff_ffff_c040_1073n, 'module_poll', 16],
  [0xffff_ffff_c050_0000n, 'init_module', 19],
  [0xffff_ffff_c050_001en, 'init_module', 21],
];

describe('an object file', () => {
  it('has functions and lines where its sections lay', async () => {
    const program = await laidOut(layout);
    for (const [address, name, line] of linked) {
      expect(await program.functionAt(address)).toMatchObject({ name, from: 'dwarf' });
      expect(await program.lines.lineAt(address)).toMatchObject({ file: 'module.c', line });
    }
    expect(await program.functionAt(0xffff_ffff_c040_1074n)).toBeUndefined();
  });

  it('has symbols and names there', async () => {
    const program = await laidOut(layout);
    expect(await program.symbolAt(0xffff_ffff_c040_1030n)).toEqual({
      name: 'module_poll',
      offset: 6n,
      function: { offset: expect.any(Number) as number, language: 29 },
    });
    expect(await program.symbolAt(0xffff_ffff_c040_3018n)).toEqual({ name: 'states', offset: 8n });
    const [start] = await program.addressesOfFunction('init_module');
    expect(start).toEqual({
      entry: layout.get('.init.text'),
      afterPrologue: 0xffff_ffff_c050_0004n,
    });
    expect(program.loadedRanges.map(({ name }) => name)).toEqual([
      '.text',
      '.rodata',
      '.init.text',
    ]);
  });

  it('has its .text at 0 where its layout is not known, and nothing else', async () => {
    const program = await laidOut();
    expect(program.positionIndependent).toBe(true);
    expect(program.loadedRanges.map(({ name, start }) => [name, start])).toEqual([['.text', 0n]]);
    expect(await program.functionAt(0x7n)).toMatchObject({ name: 'wake' });
    expect(await program.lines.lineAt(0x3en)).toMatchObject({ line: 14 });
    const found = await program.addressesOfFunction('init_module');
    expect(found.map(({ entry }) => entry)).not.toContain(0n);
  });

  it('has symbols alone where the machine’s relocations are not known', async () => {
    const program = await laidOut(layout, (bytes) => bytes.writeUInt16LE(243, 18));
    expect(await program.functionAt(0xffff_ffff_c040_1007n)).toMatchObject({ from: 'symbols' });
    expect(await program.lines.lineAt(0xffff_ffff_c040_1007n)).toBeUndefined();
    expect(program.diagnostics.map(({ code }) => code)).toContain('program-not-linked');
  });

  it('is refused with sections that it has not', async () => {
    expect(await open(new Map([['.txet', 0n]]))).toEqual({
      problem: 'module.ko has no section .txet.',
    });
  });

  it('cut anywhere, or with any byte changed, does no harm', async () => {
    const whole = readFileSync(file);
    for (let at = 64; at < whole.length; at += 37) {
      const cut = await openProgram(
        new MemorySource(whole.subarray(0, at)),
        'cut',
        noSeparateDebugFiles,
      );
      if ('program' in cut) await cut.program.lines.lineAt(0x7n);
      const changed = await open(layout, (bytes) => (bytes[at] = ~(bytes[at] ?? 0) & 0xff));
      if ('program' in changed) await changed.program.lines.lineAt(0xffff_ffff_c040_1007n);
    }
  });
});

it('a linked file is refused with addresses of sections', async () => {
  const kernel = readFileSync(path.join(path.dirname(file), 'kernel'));
  expect(
    await openProgram(new MemorySource(kernel), 'kernel', noSeparateDebugFiles, layout),
  ).toEqual({
    problem: 'kernel is linked: its sections cannot be placed one by one.',
  });
});
