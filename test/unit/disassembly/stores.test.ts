// Stores as they are read off the decoder's words: where they write and how much, by registers that
// hold a known address, up to where another way through the code joins.
import { describe, expect, it } from 'vitest';
import { knowsStores, storesIn, type PlacedInstruction } from '../../../src/disassembly/stores';

/** Instructions of four bytes each, from 0x1000 on: `mov | eax, 1`. */
function code(...words: readonly string[]): PlacedInstruction[] {
  return words.map((text, i) => {
    const [mnemonic = '', operands = ''] = text.split(' | ');
    return { address: 0x1000n + 4n * BigInt(i), size: 4, mnemonic, operands };
  });
}

/** What the last instruction stores, in words; undefined where it stores nothing. */
function stored(set: 'x86-64' | 'aarch64', ...words: readonly string[]): string | undefined {
  const instructions = code(...words);
  const last = instructions.at(-1)?.address;
  const store = storesIn(instructions, { name: set }).find(({ address }) => address === last);
  if (!store) return undefined;
  const { size = 'any', target, base = '', displacement, indexed } = store;
  const place = target === undefined ? `${base}+${displacement}` : `0x${target.toString(16)}`;
  return `${size} at ${place}${indexed ? ' indexed' : ''}`;
}

describe('a store of x86-64', () => {
  it.each([
    ['mov | word ptr [rax + 0xc8], dx', '2 at rax+200'],
    ['mov | dword ptr [rip + 0x2f9a], eax', '4 at 0x3f9e'],
    ['mov | byte ptr [0x404040], 1', '1 at 0x404040'],
    ['mov | qword ptr [rbp - 0x18], rdi', '8 at rbp+-24'],
    ['mov | dword ptr [rax + rcx*4 - 8], 7', '4 at rax+-8 indexed'],
    ['mov | dword ptr [rdx*8 + 0x404058], eax', '4 at +4210776 indexed'],
    ['movups | xmmword ptr [rdi + 0x10], xmm0', '16 at rdi+16'],
    ['vmovdqu | ymmword ptr [rdi], ymm1', '32 at rdi+0'],
    ['lock add | dword ptr [rdi + 4], eax', '4 at rdi+4'],
    ['lock xadd | dword ptr [rdi], eax', '4 at rdi+0'],
    ['xchg | rax, qword ptr [rdx]', '8 at rdx+0'],
    ['cmpxchg16b | xmmword ptr [rsi]', '16 at rsi+0'],
    ['inc | word ptr [rbx + 2]', '2 at rbx+2'],
    ['setne | byte ptr [rbx]', '1 at rbx+0'],
    ['fstp | xword ptr [rbx + 0x20]', '10 at rbx+32'],
    ['rep stosq | qword ptr [rdi], rax', 'any at rdi+0'],
    ['movsq | qword ptr [rdi], qword ptr [rsi]', '8 at rdi+0'],
    ['pop | qword ptr [rbx]', '8 at rbx+0'],
    ['cmp | word ptr [rax + 0xc8], 7', undefined],
    ['test | byte ptr [rax], 1', undefined],
    ['mov | eax, dword ptr [rax]', undefined],
    ['lea | rax, [rip + 8]', undefined],
    ['call | qword ptr [rax + 8]', undefined],
    ['push | qword ptr [rax]', undefined],
    ['fld | dword ptr [rax]', undefined],
    ['imul | dword ptr [rax]', undefined],
    ['mov | dword ptr fs:[0xfffffffffffffffc], eax', undefined],
    ['ucomiss | xmm0, dword ptr [rax]', undefined],
  ])('%s: %s', (words, wanted) => {
    expect(stored('x86-64', words)).toBe(wanted);
  });

  it.each([
    [['lea | rax, [rip + 0x3000]', 'mov | dword ptr [rax + 8], edx'], '4 at 0x400c'],
    [['mov | edi, 0x404060', 'mov | rbx, rdi', 'mov | word ptr [rbx], ax'], '2 at 0x404060'],
    [['mov | rax, 0x404060', 'add | rax, 8', 'mov | byte ptr [rax], 0'], '1 at 0x404068'],
    [['mov | eax, 0x404060', 'mov | al, 1', 'mov | byte ptr [rax], 0'], '1 at rax+0'],
    [['mov | eax, 0x404060', 'call | 0x2000', 'mov | byte ptr [rax], 0'], '1 at rax+0'],
    [['mov | eax, 0x404060', 'cmp | eax, 1', 'mov | byte ptr [rax], 0'], '1 at 0x404060'],
    [['mov | eax, 0x404060', 'jne | 0x100c', 'nop | ', 'mov | byte ptr [rax], 0'], '1 at rax+0'],
    [['mov | eax, 0x404060', 'cpuid | ', 'mov | byte ptr [rax], 0'], '1 at rax+0'],
    [['mov | eax, 0x404060', 'mov | byte ptr [rax + rcx*2], 0'], '1 at +4210784 indexed'],
  ])('after %j: %s', (words, wanted) => {
    expect(stored('x86-64', ...words)).toBe(wanted);
  });
});

describe('a store of AArch64', () => {
  it.each([
    ['str | w0, [x1, #0x100]', '4 at x1+256'],
    ['str | x0, [sp, #8]', '8 at sp+8'],
    ['strb | wzr, [x1]', '1 at x1+0'],
    ['strh | w2, [x0, x1, lsl #1]', '2 at x0+0 indexed'],
    ['stur | q0, [x3, #-8]', '16 at x3+-8'],
    ['stp | x29, x30, [sp, #-0x30]!', '16 at sp+-48'],
    ['stp | w1, w2, [x0]', '8 at x0+0'],
    ['str | x1, [x0], #8', '8 at x0+0'],
    ['stlr | w1, [x0]', '4 at x0+0'],
    ['stxr | w2, x1, [x0]', '8 at x0+0'],
    ['swpal | w1, w2, [x0]', '4 at x0+0'],
    ['ldaddal | x1, x2, [x0]', '8 at x0+0'],
    ['stadd | w1, [x0]', '4 at x0+0'],
    ['ldr | x1, [x0]', undefined],
    ['ldp | x1, x2, [x0]', undefined],
    ['prfm | pldl1keep, [x0]', undefined],
  ])('%s: %s', (words, wanted) => {
    expect(stored('aarch64', words)).toBe(wanted);
  });

  it.each([
    [['adrp | x0, #0x420000', 'add | x0, x0, #0x48', 'str | w1, [x0, #4]'], '4 at 0x42004c'],
    [['adrp | x0, #0x420000', 'str | w1, [x0, #0x18]'], '4 at 0x420018'],
    [['adrp | x0, #0x420000', 'ldr | w1, [x0]', 'str | w1, [x0]'], '4 at 0x420000'],
    [['adrp | x0, #0x420000', 'ldr | x0, [x0]', 'str | w1, [x0]'], '4 at x0+0'],
    [['adrp | x0, #0x420000', 'ldp | x1, x0, [sp]', 'str | w1, [x0]'], '4 at x0+0'],
    [['adrp | x0, #0x420000', 'ldr | x1, [x0], #8', 'str | w1, [x0]'], '4 at x0+0'],
    [['adrp | x0, #0x420000', 'bl | #0x2000', 'str | w1, [x0]'], '4 at x0+0'],
    [['adrp | x0, #0x420000', 'stxr | w0, x1, [x2]', 'str | w1, [x0]'], '4 at x0+0'],
    [['adrp | x0, #0x420000', 'cbz | w1, #0x1008', 'str | w1, [x0]'], '4 at x0+0'],
    [['adrp | x0, #0x420000', 'mov | w0, w1', 'str | w1, [x0]'], '4 at x0+0'],
  ])('after %j: %s', (words, wanted) => {
    expect(stored('aarch64', ...words)).toBe(wanted);
  });
});

it('knows the stores of no other set', () => {
  expect(knowsStores({ name: 's390' })).toBe(false);
  expect(storesIn(code('st | %r1, 0(%r2)'), { name: 's390' })).toEqual([]);
});
