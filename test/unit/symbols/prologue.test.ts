// Where the prologue of a function ends, in the cases that gdb's rules tell apart.
import { describe, expect, it } from 'vitest';
import { RowFlag, type LineRow } from '../../../src/symbols/dwarf/lineProgram';
import { afterFrameSetUp, afterPrologue } from '../../../src/symbols/programPlaces';

const row = (address: number, line: number, more: Partial<LineRow> = {}): LineRow => ({
  address: BigInt(address),
  file: 1,
  line,
  column: 0,
  flags: RowFlag.statement,
  ...more,
});

const nowhere = (): boolean => false;

describe('the end of the prologue', () => {
  it('is where the second line begins', () => {
    expect(afterPrologue(0x10n, [row(0x10, 5), row(0x14, 6), row(0x18, 7)], nowhere)).toBe(0x14n);
  });

  it('is where the second row of the same line begins', () => {
    expect(afterPrologue(0x10n, [row(0x10, 5), row(0x14, 5)], nowhere)).toBe(0x14n);
  });

  it('is where the compiler says so, in the file of the function', () => {
    const flags = RowFlag.prologueEnd;
    const elsewhere = row(0x12, 9, { flags, file: 2 });
    const rows = [row(0x10, 5), elsewhere, row(0x14, 6), row(0x18, 7, { flags })];
    expect(afterPrologue(0x10n, rows, nowhere)).toBe(0x18n);
  });

  it('is the entry where two lines stand there, or there is one line, or none', () => {
    expect(afterPrologue(0x10n, [row(0x10, 5), row(0x10, 6), row(0x14, 7)], nowhere)).toBe(0x10n);
    expect(afterPrologue(0x10n, [row(0x10, 5)], nowhere)).toBe(0x10n);
    expect(afterPrologue(0x10n, [row(0x10, 0)], nowhere)).toBe(0x10n);
  });

  it('lies behind code of earlier lines, unless that was inlined', () => {
    const rows = [row(0x10, 5), row(0x14, 3), row(0x18, 6)];
    expect(afterPrologue(0x10n, rows, nowhere)).toBe(0x18n);
    expect(afterPrologue(0x10n, rows, (address) => address === 0x14n)).toBe(0x14n);
  });

  it('passes over rows without a line', () => {
    expect(afterPrologue(0x10n, [row(0x10, 5), row(0x12, 0), row(0x14, 6)], nowhere)).toBe(0x14n);
  });
});

describe('the end of the prologue that the code shows', () => {
  const rows = [row(0x10, 5), row(0x18, 6), row(0x1c, 7)];

  it('is behind the line in which the frame pointer is set up', () => {
    expect(afterFrameSetUp(0x10n, Uint8Array.of(0x55, 0x48, 0x89, 0xe5), rows)).toBe(0x18n);
    const withEndbr = Uint8Array.of(0xf3, 0x0f, 0x1e, 0xfa, 0x55, 0x48, 0x89, 0xe5);
    expect(afterFrameSetUp(0x10n, withEndbr, rows)).toBe(0x18n);
    expect(afterFrameSetUp(0x10n, withEndbr, [row(0x10, 5), row(0x14, 6), row(0x1a, 7)])).toBe(
      0x1an,
    );
  });

  it('is the entry of a function without one', () => {
    expect(afterFrameSetUp(0x10n, Uint8Array.of(0x53, 0x48, 0x89, 0xfb), rows)).toBe(0x10n);
    expect(afterFrameSetUp(0x10n, new Uint8Array(0), rows)).toBe(0x10n);
  });
});
