// Call frame information: how entries are written, what instructions do, and what damage does not
// do.
import { describe, expect, it } from 'vitest';
import type { CallFrameRow } from '../../../../../src/symbols/dwarf/cfi/program';
import { Writer } from '../../writer';
import { code, openMade } from '../../opened';
import type { MadeSection } from '../../elfFile';
import { callFrames, type MadeCommon, type MadeForm, type MadeFunction } from './callFrameMaker';

const start = 0x401000n;

/** DW_CFA_def_cfa rsp, 8; DW_CFA_offset rip, -8. */
const usual = [0x0c, 7, 8, 0x90, 1];

interface MadeProgram {
  readonly machine?: number;
  readonly type?: number;
  readonly bits?: 32 | 64;
  readonly more?: readonly MadeSection[];
}

/** A program with one section of call frame information. */
function programOf(frames: Writer, form: MadeForm = {}, made: MadeProgram = {}) {
  const { machine = 62, type = 2, bits = 64, more = [] } = made;
  const section = form.ehFrame
    ? { name: '.eh_frame', flags: 2, address: 0x402000n, bytes: frames.bytes }
    : { name: '.debug_frame', bytes: frames.bytes };
  const { order = 'little' } = form;
  return openMade({
    machine,
    type,
    bits,
    order,
    sections: [code(start, 0x1000), section, ...more],
  });
}

/** The row of an address in a program with one function from 0x401000 to 0x401100. */
async function rowAt(
  offset: number,
  instructions: readonly number[],
  common: MadeCommon = {},
  form: MadeForm = {},
  made: MadeProgram = {},
): Promise<{ row: CallFrameRow | undefined; complaints: readonly string[] }> {
  const frames = callFrames(
    { instructions: usual, ...common },
    [{ start, length: 0x100, instructions }],
    form,
  );
  const program = await programOf(frames, form, made);
  const row = await program.callFrameAt(start + BigInt(offset));
  return { row, complaints: program.diagnostics.map(({ found }) => found ?? '') };
}

describe('a row', () => {
  it('holds from where the location is set to where it is set next', async () => {
    const instructions = [0x41, 0x0e, 16, 0x02, 0x20, 0x0e, 24];
    expect((await rowAt(0, instructions)).row).toEqual({
      start,
      end: start + 1n,
      cfa: { kind: 'register', register: 7, offset: 8n },
      registers: new Map([[16, { kind: 'offset', offset: -8n }]]),
      returnAddress: 16,
      isSignal: false,
      returnAddressSigned: false,
    });
    const later = (await rowAt(0x20, instructions)).row;
    expect(later).toMatchObject({ start: start + 1n, end: start + 0x21n });
    expect(later?.cfa).toMatchObject({ offset: 16n });
    expect((await rowAt(0xff, instructions)).row).toMatchObject({ end: start + 0x100n });
  });

  it('is none before and after the function', async () => {
    expect((await rowAt(-1, [])).row).toBeUndefined();
    expect((await rowAt(0x100, [])).row).toBeUndefined();
  });

  it('is none in an object file whose relocations are not understood', async () => {
    expect((await rowAt(0, [], {}, {}, { type: 1, machine: 43 })).row).toBeUndefined();
  });
});

describe('instructions', () => {
  const cases: readonly (readonly [string, readonly number[], Partial<CallFrameRow>])[] = [
    ['def_cfa_sf', [0x12, 6, 0x7e], { cfa: { kind: 'register', register: 6, offset: 16n } }],
    [
      'def_cfa_register after an expression',
      [0x0f, 1, 0x30, 0x0d, 6],
      { cfa: { kind: 'register', register: 6, offset: 8n } },
    ],
    [
      'LLVM_def_aspace_cfa',
      [0x30, 6, 24, 5],
      { cfa: { kind: 'register', register: 6, offset: 24n } },
    ],
    [
      'LLVM_def_aspace_cfa_sf',
      [0x31, 6, 0x7d, 5],
      { cfa: { kind: 'register', register: 6, offset: 24n } },
    ],
  ];
  it.each(cases)('%s', async (_, instructions, expected) => {
    expect((await rowAt(0, instructions)).row).toMatchObject(expected);
  });

  it('offset_extended of a register beyond 63, and GNU’s of a negative one', async () => {
    const { row } = await rowAt(0, [0x05, 0x81, 0x01, 2, 0x2f, 3, 2]);
    expect(row?.registers.get(129)).toEqual({ kind: 'offset', offset: -16n });
    expect(row?.registers.get(3)).toEqual({ kind: 'offset', offset: 16n });
  });

  it('restore, to what all functions begin with', async () => {
    const { row } = await rowAt(0, [0x90, 5, 0xd0, 0x83, 3, 0xc3]);
    expect(row?.registers).toEqual(new Map([[16, { kind: 'offset', offset: -8n }]]));
  });

  it('restore_state brings the CFA back as well', async () => {
    const { row } = await rowAt(1, [0x0a, 0x0c, 6, 32, 0x83, 4, 0x41, 0x0b]);
    expect(row?.cfa).toMatchObject({ register: 7, offset: 8n });
    expect(row?.registers.has(3)).toBe(false);
    const before = (await rowAt(0, [0x0a, 0x0c, 6, 32, 0x83, 4, 0x41, 0x0b])).row;
    expect(before?.registers.get(3)).toEqual({ kind: 'offset', offset: -32n });
  });

  it('set_loc and MIPS’ advance of 64 bits', async () => {
    const to = new Writer().u64(start + 0x10n).bytes;
    expect((await rowAt(0x10, [0x01, ...to, 0x0e, 48])).row?.cfa).toMatchObject({ offset: 48n });
    const by = new Writer().u64(0x11).bytes;
    expect((await rowAt(0x11, [0x1d, ...by, 0x0e, 56])).row?.cfa).toMatchObject({ offset: 56n });
  });

  it('sign and unsign the return address of AArch64', async () => {
    const arm = { machine: 183 };
    expect((await rowAt(0, [0x2d], {}, {}, arm)).row?.returnAddressSigned).toBe(true);
    expect((await rowAt(0, [0x2c, 0x2d], {}, {}, arm)).row?.returnAddressSigned).toBe(false);
  });
});

describe('common information', () => {
  it.each(['little', 'big'] as const)('of every version and format, %s-endian', async (order) => {
    for (const version of [1, 3, 4]) {
      for (const format of [4, 8] as const) {
        const { row } = await rowAt(0, [], { version, returnAddress: 65 }, { order, format });
        expect(row).toMatchObject({ returnAddress: 65, end: start + 0x100n });
      }
    }
  });

  it('of a 32-bit program', async () => {
    const { row } = await rowAt(3, [], {}, { addressSize: 4 }, { machine: 3, bits: 32 });
    expect(row).toMatchObject({ start, end: start + 0x100n });
  });

  it('of gcc 2 has a word of its own', async () => {
    const { row } = await rowAt(0, [], { version: 1, augmentation: 'eh' });
    expect(row?.cfa).toMatchObject({ register: 7 });
  });

  it('of armcc has offsets with the opposite sign, unless it says that it was mended', async () => {
    const old = await rowAt(0, [], { augmentation: 'armcc' });
    expect(old.row?.cfa).toMatchObject({ offset: -8n });
    const mended = await rowAt(0, [], { augmentation: 'armcc+' });
    expect(mended.row?.cfa).toMatchObject({ offset: 8n });
  });

  it('with letters that nobody knows is read where it says how long they are', async () => {
    const augmentationData = [0, 0xee, 0xee];
    const sized = await rowAt(0, [], { augmentation: 'zRX', augmentationData });
    expect(sized.row?.cfa).toMatchObject({ offset: 8n });
    const unsized = await rowAt(0, [], { augmentation: 'X' });
    expect(unsized.row).toBeUndefined();
  });

  it('marks the frames that a signal makes', async () => {
    const { row } = await rowAt(0, [], { augmentation: 'zSBG' });
    expect(row?.isSignal).toBe(true);
  });
});

describe('pointers', () => {
  const form = { ehFrame: true };
  const section = 0x402000n;
  const text: Partial<MadeFunction> = { instructions: [] };
  const sections: readonly MadeSection[] = [
    { name: '.got', flags: 3, address: 0x403000n, bytes: new Writer().u64(start).bytes },
  ];

  /** The row of 0x401000, whose function is written with an encoding. */
  async function rowWith(
    encoding: number,
    head: (writer: Writer, offset: number) => void,
    letters = 'zR',
    data: readonly number[] = [encoding],
  ): Promise<CallFrameRow | undefined> {
    const common = { augmentation: letters, augmentationData: data, instructions: usual };
    const frames = callFrames(common, [{ ...text, instructions: [], head }], form);
    const program = await programOf(frames, form, { more: sections });
    return program.callFrameAt(start + 0xffn);
  }

  const encodings: readonly (readonly [
    string,
    number,
    (writer: Writer, offset: number) => void,
  ])[] = [
    ['of two bytes from .text', 0x22, (writer) => writer.u16(0).u16(0x100)],
    [
      'signed, from themselves',
      0x1b,
      (writer, offset) =>
        writer.number(4, start - section - BigInt(offset + writer.length)).u32(0x100),
    ],
    ['from .got', 0x3c, (writer) => writer.u64(start - 0x403000n).u64(0x100)],
    ['as LEB128', 0x01, (writer) => writer.uleb(start, 0x100)],
    ['as signed LEB128, from .text', 0x29, (writer) => writer.sleb(0).uleb(0x100)],
    ['signed of the machine’s width', 0x08, (writer) => writer.u64(start).u64(0x100)],
    [
      'aligned',
      0x50,
      (writer, offset) =>
        writer
          .raw(new Uint8Array((8 - ((offset + writer.length) % 8)) % 8))
          .u64(start)
          .u64(0x100),
    ],
    ['to a pointer', 0x80, (writer) => writer.u64(0x403000n).u64(0x100)],
  ];
  it.each(encodings)('%s', async (_, encoding, head) => {
    const row = await rowWith(encoding, head);
    // From .text the offset 0 stands for no address, as programs read it when they run.
    const absent = encoding === 0x22 || encoding === 0x29;
    if (absent) expect(row).toBeUndefined();
    else expect(row).toMatchObject({ start, end: start + 0x100n });
  });

  it('of a personality and of language data are passed over', async () => {
    const head = (writer: Writer) => writer.u64(start).u64(0x100);
    const letters = [0x9b, 1, 2, 3, 4, 0x1b, 0x00];
    expect(await rowWith(0, head, 'zPLR', letters)).toMatchObject({ start });
    expect(await rowWith(0, head, 'zPR', [0xff, 0x00])).toMatchObject({ start });
  });

  it('of an encoding that is none give no row', async () => {
    expect(await rowWith(0x77, (writer) => writer.u64(start).u64(0x100))).toBeUndefined();
  });
});

describe('the table of .eh_frame_hdr', () => {
  const form = { ehFrame: true };
  const common = { instructions: usual };
  const functions = Array.from({ length: 200 }, (_, i) => ({
    start: start + BigInt(16 * i),
    length: 8,
    instructions: [0x0e, 8 + (i % 64)],
  }));

  function tableOf(head: readonly number[], rows: Writer): MadeSection {
    const bytes = new Writer().raw(head).raw(rows.bytes).bytes;
    return { name: '.eh_frame_hdr', flags: 2, address: 0x404000n, bytes };
  }

  /** Rows for all functions: start and description, each relative to the table. */
  function rowsOf(frames: Writer): Writer {
    const view = new DataView(frames.bytes.buffer);
    const rows = new Writer().number(4, 0x402000n - 0x404004n).u32(functions.length);
    let at = 4 + view.getUint32(0, true);
    for (const each of functions) {
      rows.number(4, each.start - 0x404000n).number(4, 0x402000n + BigInt(at) - 0x404000n);
      at += 4 + view.getUint32(at, true);
    }
    return rows;
  }

  it('finds every function, and nothing between them', async () => {
    const frames = callFrames(common, functions, form);
    const table = tableOf([1, 0x1b, 0x03, 0x3b], rowsOf(frames));
    const program = await programOf(frames, form, { more: [table] });
    for (const { start: at, instructions } of functions) {
      const row = await program.callFrameAt(at + 7n);
      expect(row?.cfa).toMatchObject({ offset: BigInt(instructions[1] ?? 0) });
      expect(await program.callFrameAt(at + 8n)).toBeUndefined();
    }
    expect(program.diagnostics).toEqual([]);
  });

  it.each([
    ['of another version', [2, 0x1b, 0x03, 0x3b]],
    ['without rows', [1, 0x1b, 0xff, 0xff]],
    ['whose rows have no certain width', [1, 0x1b, 0x03, 0x31]],
    ['without a pointer to .eh_frame', [1, 0xff, 0x03, 0x3b]],
  ])('%s is not used', async (_, head) => {
    const frames = callFrames(common, functions, form);
    const program = await programOf(frames, form, { more: [tableOf(head, rowsOf(frames))] });
    expect((await program.callFrameAt(start + 0x20n))?.cfa).toMatchObject({ offset: 10n });
  });
});

describe('damage', () => {
  it('is said, and what was read before it holds', async () => {
    const frames = callFrames({ instructions: usual }, [
      { start, length: 0x100, instructions: [] },
    ]).u32(0x7fffffff);
    const program = await programOf(frames);
    expect(await program.callFrameAt(start)).toMatchObject({ start });
    expect(program.diagnostics.map(({ code: kind }) => kind)).toEqual(['call-frame-unreadable']);
  });

  it.each([
    ['an unknown instruction', [0x41, 0x3f], 'instruction 0x3f'],
    ['an instruction that is cut', [0x41, 0x0e], 'an instruction that ends inside the entry'],
    ['a state that was not remembered', [0x41, 0x0b], 'a state that was not remembered'],
    [
      'states without end',
      [0x41, ...new Array<number>(300).fill(0x0a)],
      'states remembered without end',
    ],
  ])('%s ends the rows', async (_, instructions, complaint) => {
    const before = await rowAt(0, instructions);
    expect(before.row).toMatchObject({ start, end: start + 1n });
    const after = await rowAt(1, instructions);
    expect(after.row).toBeUndefined();
    expect(after.complaints).toEqual([complaint]);
  });

  it('rules copied over and over end', async () => {
    const many = Array.from({ length: 3000 }, (_, i) => [0x07, (i & 0x7f) | 0x80, i >> 7]).flat();
    const again = new Array<number[]>(1000).fill([0x0a, 0x83, 1, 0x0b]).flat();
    const { row, complaints } = await rowAt(1, [...many, ...again, 0x41]);
    expect(row).toBeUndefined();
    expect(complaints).toEqual(['more rules than any function has']);
  });

  it('a function without common information has no row', async () => {
    const frames = new Writer().counted(4, new Writer().u32(0x999).u64(start).u64(0x100));
    expect(await (await programOf(frames)).callFrameAt(start)).toBeUndefined();
  });

  it('of any byte never throws', async () => {
    const frames = callFrames(
      { augmentation: 'zR', augmentationData: [0x1b], instructions: usual },
      [{ instructions: [0x41, 0x0e, 16], head: (writer) => writer.u32(0x1000).u32(0x100) }],
      { ehFrame: true },
    ).bytes;
    let rows = 0;
    for (let at = 0; at < frames.length; at++) {
      for (const value of [0x00, 0x7f, 0x80, 0xff]) {
        const bytes = Uint8Array.from(frames);
        bytes[at] = value;
        const program = await programOf(new Writer().raw(bytes), { ehFrame: true });
        if (await program.callFrameAt(0x403080n)) rows++;
      }
    }
    expect(rows).toBeGreaterThan(0);
  });
});
