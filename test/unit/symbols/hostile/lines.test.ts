// Line number programs that stand for more rows than can be, or run by rules that cannot be.
import { describe, expect, it } from 'vitest';
import { DW_AT } from '../../../../src/symbols/dwarf/constants';
import { makeUnits, offset } from '../dwarf/unitMaker';
import { Writer } from '../writer';
import { codesOf, expectSound, openSections, start, unitOf, type Opened } from './hostile';

interface MadeHeader {
  readonly minimumLength?: number;
  readonly maximumOperations?: number;
  readonly lineRange?: number;
  readonly opcodeBase?: number;
  readonly headerLength?: number;
  readonly length?: number;
}

/** A program of version 4 with one file. */
function lineProgram(made: MadeHeader, opcodes: Writer): Writer {
  const { opcodeBase = 13 } = made;
  const rest = new Writer()
    .u8(made.minimumLength ?? 1, made.maximumOperations ?? 1, 1, 0xfb, made.lineRange ?? 14)
    .u8(opcodeBase)
    .raw([0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1].slice(0, Math.max(0, opcodeBase - 1)))
    .text('')
    .text('made.c')
    .uleb(0, 0, 0)
    .text('');
  const body = new Writer().u16(4).u32(made.headerLength ?? rest.length);
  body.raw(rest.bytes).raw(opcodes.bytes);
  return made.length === undefined
    ? new Writer().counted(4, body)
    : new Writer().u32(made.length).raw(body.bytes);
}

const setAddress = (opcodes: Writer, address: bigint): Writer => opcodes.u8(0, 9, 2).u64(address);
const endSequence = (opcodes: Writer): Writer => opcodes.u8(0, 1, 1);

function openLines(made: MadeHeader, opcodes: Writer): Promise<Opened> {
  const unit = unitOf();
  const root = { ...unit.root, attributes: [...unit.root.attributes, offset(DW_AT.stmt_list, 0)] };
  return openSections({ ...makeUnits({ root }), '.debug_line': lineProgram(made, opcodes) });
}

/** A row for line 2 at the start, and then what `write` writes. */
function program(write: (opcodes: Writer) => void): Writer {
  const opcodes = setAddress(new Writer(), start).u8(3, 1, 1);
  write(opcodes);
  return endSequence(opcodes);
}

describe('line number programs', () => {
  it.each<[string, MadeHeader, (opcodes: Writer) => void]>([
    [
      'advance by 2^64 - 1',
      {},
      (opcodes) =>
        opcodes
          .u8(2)
          .uleb(2n ** 64n - 1n)
          .u8(1),
    ],
    [
      'advance by 2^63 in steps of 255 bytes',
      { minimumLength: 255 },
      (opcodes) => {
        for (let i = 0; i < 1000; i++)
          opcodes
            .u8(2)
            .uleb(2n ** 63n)
            .u8(1);
      },
    ],
    ['have steps of no bytes', { minimumLength: 0 }, (opcodes) => opcodes.u8(2).uleb(50).u8(1)],
    ['have no operations', { maximumOperations: 0 }, (opcodes) => opcodes.u8(0xff, 1)],
    ['have 255 operations in an instruction', { maximumOperations: 255 }, (o) => o.u8(0xff, 1)],
    ['have a line range of 0', { lineRange: 0 }, (opcodes) => opcodes.u8(0x20, 0x80, 8, 1)],
    ['have no opcodes of their own', { opcodeBase: 0 }, (opcodes) => opcodes.u8(1, 1)],
    ['have an opcode base of 1', { opcodeBase: 1 }, (opcodes) => opcodes.u8(1, 1)],
    [
      'name files that are not there',
      {},
      (opcodes) =>
        opcodes
          .u8(4)
          .uleb(2n ** 60n)
          .u8(1),
    ],
    [
      'go to lines below 0',
      {},
      (opcodes) =>
        opcodes
          .u8(3)
          .sleb(-(2n ** 62n))
          .u8(1),
    ],
    [
      'go to columns beyond all',
      {},
      (opcodes) =>
        opcodes
          .u8(5)
          .uleb(2n ** 62n)
          .u8(1),
    ],
    ['have an opcode longer than the program', {}, (opcodes) => opcodes.u8(0).uleb(2n ** 60n)],
    ['set addresses of three bytes', {}, (opcodes) => opcodes.u8(0, 4, 2, 1, 2, 3).u8(1)],
    ['define a file without a name', {}, (opcodes) => opcodes.u8(0, 2, 3, 0).u8(1)],
    ['begin after their end', { headerLength: 0x7fff_ffff }, () => undefined],
    ['are longer than their section', { length: 0x7fff_fff0 }, (opcodes) => opcodes.u8(1)],
  ])('that %s', async (_name, header, write) => {
    const opened = await openLines(header, program(write));
    const line = await opened.program.lines.lineAt(start);
    expect([undefined, 2]).toContain(line?.line);
    for (const file of await opened.program.sourceFiles()) {
      expect(await opened.program.lines.linesWithCode(file)).toBeDefined();
      expect(await opened.program.addressesOfLine(file, 2)).toBeDefined();
    }
    await expectSound(opened);
    expect(opened.source.bytesGiven).toBeLessThan(2 ** 20);
  });

  it('of billions of lines have the rows that stand in them', async () => {
    const opcodes = setAddress(new Writer(), start);
    for (let i = 0; i < 200_000; i++) opcodes.u8(0x0d);
    const opened = await openLines({}, endSequence(opcodes.u8(2).uleb(100)));
    const [file = ''] = await opened.program.sourceFiles();
    expect((await opened.program.lines.lineAt(start))?.file).toBe('made.c');
    expect((await opened.program.lines.linesWithCode(file)).length).toBeLessThanOrEqual(200_000);
    expect(opened.source.bytesGiven).toBeLessThan(8 * opened.source.size + 2 ** 20);
    await expectSound(opened);
  });

  it('that end inside a sequence lose that sequence, and say so', async () => {
    const whole = program((opcodes) => opcodes.u8(2).uleb(4).u8(1).u8(2).uleb(4));
    const cut = setAddress(new Writer().raw(whole.bytes), start + 0x80n).u8(1, 1);
    const opened = await openLines({}, cut);
    expect((await opened.program.lines.lineAt(start))?.line).toBe(2);
    expect(await opened.program.lines.lineAt(start + 0x80n)).toBeUndefined();
    expect(codesOf(opened)).toEqual(['line-program-cut']);
  });

  it('whose rows go backward', async () => {
    const opened = await openLines(
      {},
      program((opcodes) => {
        for (let i = 0; i < 1000; i++) {
          setAddress(opcodes, start + BigInt((i * 7919) % 256)).u8(1);
        }
        setAddress(opcodes, start + 0x100n);
      }),
    );
    for (let i = 0n; i < 0x100n; i += 5n) {
      expect([undefined, 2]).toContain((await opened.program.lines.lineAt(start + i))?.line);
    }
    await expectSound(opened);
  });
});
