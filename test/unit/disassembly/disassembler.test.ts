import { describe, expect, it } from 'vitest';
import { fromHex } from '../../../src/bytes/hex';
import { Disassembler } from '../../../src/disassembly/disassembler';
import type { Instruction } from '../../../src/disassembly/instruction';
import type { InstructionSet, InstructionSetName } from '../../../src/disassembly/instructionSet';
import { decoderHere } from '../../capstone';
import { codeAt, plainText } from '../../oracle/disassemblyWords';

const little = (name: InstructionSetName): InstructionSet => ({
  name,
  order: 'little',
  flavor: 'att',
});

const x86 = little('x86-64');

async function disassembler(
  digits: string,
  set = x86,
  address = 0x1000n,
  boundaries: bigint[] = [],
) {
  return new Disassembler(await decoderHere(), codeAt(address, fromHex(digits), set, boundaries));
}

/** Rows as `address text`, with the kind where it is no instruction. */
function shown(rows: readonly Instruction[]): Promise<string[]> {
  return Promise.all(
    rows.map(async (row) => {
      const kind = row.kind === 'instruction' ? '' : ` ${row.kind}`;
      return `${row.address.toString(16)} ${await plainText(row)}${kind}`;
    }),
  );
}

/** push %rbp; mov %rsp,%rbp; mov $0x50ec8348,%eax; ret: the constant reads as `sub $0x50,%rsp`. */
const frame = '554889e5b84883ec50c3';

describe('forward', () => {
  it('decodes one instruction after another, and marks what is not there', async () => {
    const rows = await (await disassembler('5589')).from(0x1000n, 4);
    expect(await shown(rows)).toEqual([
      '1000 push   %rbp',
      '1001 (bad) invalid',
      '1002  unavailable',
      '1003  unavailable',
    ]);
  });

  it('continues after bytes that are not an instruction', async () => {
    const rows = await (await disassembler('060655')).from(0x1000n, 3);
    expect(await shown(rows)).toEqual([
      '1000 (bad) invalid',
      '1001 (bad) invalid',
      '1002 push   %rbp',
    ]);
  });

  it('reads more when an instruction crosses the end of one read', async () => {
    const count = 1000;
    const rows = await (
      await disassembler('48b80102030405060708'.repeat(count))
    ).from(0x1000n, count);
    expect(rows.every(({ kind, size }) => kind === 'instruction' && size === 10)).toBe(true);
    expect(rows).toHaveLength(count);
  });

  it('knows addresses from 2^63 up, and wraps behind the last', async () => {
    const top = 0xffff_ffff_ffff_fffcn;
    const rows = await (await disassembler('55eb00c3', x86, top)).from(top, 5);
    expect(await shown(rows)).toEqual([
      'fffffffffffffffc push   %rbp',
      'fffffffffffffffd jmp    0xffffffffffffffff',
      'ffffffffffffffff ret',
      '0  unavailable',
      '1  unavailable',
    ]);
  });

  it('ends at the end of the address space where a range does', async () => {
    const top = 0xffff_ffff_ffff_fffen;
    const rows = await (await disassembler('55c3', x86, top)).between(top, 1n << 64n);
    expect(await shown(rows)).toEqual(['fffffffffffffffe push   %rbp', 'ffffffffffffffff ret']);
  });

  it('takes no instruction for another that is older than it', async () => {
    const [row] = await (await disassembler('f30f01ee')).from(0x1000n, 1);
    expect(row?.kind).toBe('invalid');
  });

  it('begins where an instruction can begin', async () => {
    const rows = await (await disassembler('1f2003d5', little('aarch64'))).from(0x1003n, 1);
    expect(await shown(rows)).toEqual(['1000 nop']);
  });

  it('takes as many bytes for none as gdb does', async () => {
    const set: InstructionSet = { name: 's390', order: 'big', flavor: 'att' };
    const rows = await (await disassembler('0000000007fe', set)).from(0x1000n, 2);
    expect(await shown(rows)).toEqual(['1000 .long\t0x00000000 invalid', '1004 br\t%r14']);
  });

  it('decodes much that is no instruction without going over it again and again', async () => {
    const set: InstructionSet = { name: 's390', order: 'big', flavor: 'att' };
    const rows = await (await disassembler('00'.repeat(8000), set)).from(0x1000n, 2000);
    expect(rows.every(({ kind, size }) => kind === 'invalid' && size === 4)).toBe(true);
  });

  it('makes instructions of T32 conditional by the one before, even from the middle', async () => {
    // cmp r0, #0; it eq; moveq r1, #1
    const set = little('thumb');
    const rows = await (
      await disassembler(`${'00bf'.repeat(8)}002808bf0121`, set, 0x1000n, [0x1000n])
    ).from(0x1014n, 1);
    expect(await shown(rows)).toEqual(['1014 moveq\tr1, #1']);
  });
});

describe('backward', () => {
  it('begins at a known instruction', async () => {
    const from = await disassembler(frame, x86, 0x1000n, [0x1000n]);
    expect(await shown(await from.before(0x1009n, 3))).toEqual([
      '1000 push   %rbp',
      '1001 mov    %rsp,%rbp',
      '1004 mov    $0x50ec8348,%eax',
    ]);
  });

  it('takes the nearest known one where a farther does not come out even', async () => {
    // Data that swallows the instruction behind it when read as code.
    const from = await disassembler('48b855c3', x86, 0x1000n, [0x1000n, 0x1002n]);
    expect(await shown(await from.before(0x1004n, 2))).toEqual(['1002 push   %rbp', '1003 ret']);
  });

  it('lets several starts vote where none is known', async () => {
    const from = await disassembler(frame.repeat(8));
    const rows = await from.before(0x1000n + 80n, 40);
    const whole = await from.from(0x1000n, 32);
    expect(await shown(rows.slice(-32))).toEqual(await shown(whole));
  });

  it('counts what is not there, byte by byte, down to address 0 and around', async () => {
    const from = await disassembler('55', x86, 2n);
    expect(await shown(await from.before(3n, 4))).toEqual([
      'ffffffffffffffff  unavailable',
      '0  unavailable',
      '1  unavailable',
      '2 push   %rbp',
    ]);
  });

  it('counts whole instructions where all are as long', async () => {
    const from = await disassembler('1f2003d5', little('aarch64'));
    expect(await shown(await from.before(0x1004n, 2))).toEqual(['ffc  unavailable', '1000 nop']);
  });

  it('gives as many rows as are asked for, whatever the bytes', async () => {
    const bytes = Array.from({ length: 300 }, (_, i) =>
      ((i * 73 + 41) % 256).toString(16).padStart(2, '0'),
    );
    for (const name of ['x86-64', 'thumb', 'riscv64', 's390', 'mips32'] as const) {
      const from = await disassembler(bytes.join(''), little(name));
      for (const end of [0x1000n, 0x1010n, 0x1080n, 0x112cn, 0x1200n]) {
        const rows = await from.before(end, 25);
        expect(rows).toHaveLength(25);
        const last = rows.at(-1);
        expect(last && last.address + BigInt(last.size)).toBe(end);
      }
    }
  });
});
