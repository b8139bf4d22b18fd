// Registers against gdb's words where the corpus is silent: floating-point, vector and pseudo
// registers, architectures that nobody recorded, and the layouts that gdb assumes where a trace
// describes none. data/registers/record.mjs asked.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ByteOrder } from '../../src/bytes/cursor';
import type { ProgramMachine } from '../../src/machine/arch/index';
import { registerLayout, type Register } from '../../src/machine/registerLayout';
import { corpus, gdbLine, openRegisters, recorded, registerLine } from './registersTrace';

/** What record.mjs writes. */
interface Recording {
  order: ByteOrder;
  trace?: string;
  architecture?: string;
  blockSize?: number;
  readonly registers: GdbRegister[];
  /** Lines of `info registers NAME` by frame. */
  readonly frames: Map<number, string[]>;
}

interface GdbRegister {
  /** Empty where gdb hides the register behind a pseudo register. */
  readonly name: string;
  readonly size: number;
  /** Bytes into a g packet; absent for pseudo registers. */
  readonly offset: number | undefined;
  readonly groups: readonly string[];
}

/** What a program's ELF header would say, by the architecture that gdb was told. */
const machines: Readonly<Record<string, readonly [machine: number, bits: 32 | 64]>> = {
  i386: [3, 32],
  'i386:x86-64': [62, 64],
  aarch64: [183, 64],
  arm: [40, 32],
  'riscv:rv32': [243, 32],
  'riscv:rv64': [243, 64],
  'powerpc:common': [20, 32],
  'powerpc:e500': [20, 32],
  'powerpc:common64': [21, 64],
  's390:31-bit': [22, 32],
  's390:64-bit': [22, 64],
  mips: [8, 32],
  'mips:isa64r2': [8, 64],
};

/** Lines that each recording must yield. */
const comparisons: Readonly<Record<string, number>> = {
  'aarch64-sve': 309,
  'arm-neon': 164,
  'arm-neon-big': 48,
  'arm-vfp': 264,
  'built-in-aarch64': 518,
  'built-in-arm': 104,
  'built-in-arm-big': 104,
  'built-in-e500': 288,
  'built-in-i386': 228,
  'built-in-mips': 276,
  'built-in-mips64': 272,
  'built-in-ppc': 274,
  'built-in-ppc64': 274,
  'built-in-ppc64le': 274,
  'built-in-riscv32': 132,
  'built-in-riscv64': 132,
  'built-in-s390': 216,
  'built-in-s390x': 216,
  'built-in-x86-64': 444,
  'corpus-aarch64-t1-regs': 216,
  'corpus-aarch64-t2-step': 144,
  'corpus-aarch64-t3-memonly': 72,
  'corpus-aarch64-t4-O2': 144,
  'corpus-s390x-t1-regs': 198,
  'corpus-s390x-t2-step': 132,
  'corpus-x86_64-app': 448,
  'corpus-x86_64-app-O2': 224,
  'corpus-x86_64-app-memory-only': 112,
  'corpus-x86_64-app-pie': 224,
  'every-type': 496,
  'every-type-big': 432,
  'i386-avx': 292,
  'mips32-linux': 276,
  'mips64-linux': 272,
  'ppc-e500': 288,
  'ppc64-vsx': 470,
  'ppc64le-vsx': 470,
  'riscv32-float': 280,
  'riscv64-double': 280,
  's390-with-upper-halves': 344,
  'x86-64-avx512': 198,
};

const names = readdirSync(recorded)
  .filter((file) => file.endsWith('.txt'))
  .map((file) => file.replace(/\.txt$/, ''));

function recording(name: string): Recording {
  const said: Recording = { order: 'little', registers: [], frames: new Map() };
  let lines: string[] | undefined;
  for (const line of readFileSync(path.join(recorded, `${name}.txt`), 'utf8')
    .trim()
    .split('\n')) {
    const [key = '', value = '', ...rest] = line.split(' ');
    if (key === 'frame') said.frames.set(Number(value), (lines = []));
    else if (lines) lines.push(line);
    else if (key === 'register') said.registers.push(gdbRegister(value, rest));
    else if (key === 'order') said.order = value === 'big' ? 'big' : 'little';
    else if (key === 'blockSize') said.blockSize = Number(value);
    else if (key === 'trace' || key === 'architecture') said[key] = value;
  }
  if (said.trace?.startsWith('s390x')) said.order = 'big';
  return said;
}

function gdbRegister(name: string, [size, offset, groups = '']: readonly string[]): GdbRegister {
  return {
    name: name === '-' ? '' : name,
    size: Number(size),
    offset: offset === '-' ? undefined : Number(offset),
    groups: groups.split(','),
  };
}

async function open(name: string, { order, trace, architecture }: Recording) {
  const [machine, bits] = machines[architecture ?? ''] ?? [];
  const program: ProgramMachine | undefined = machine && bits ? { machine, bits } : undefined;
  const file = trace ? path.join(corpus, trace) : path.join(recorded, `${name}.tf`);
  return openRegisters(file, order, program);
}

it('finds all recordings', () => {
  expect(names.length).toBe(41);
});

describe('layout', () => {
  it.each(names)('%s: offsets and sizes of a g packet', async (name) => {
    const said = recording(name);
    const { layout } = await open(name, said);
    const expected = said.registers.flatMap(({ name: register, offset, size }) =>
      offset === undefined ? [] : [{ register, offset, size }],
    );
    const found = layout.registers.flatMap(({ name: register, offset, bitSize }) =>
      offset === undefined ? [] : [{ register, offset, size: bitSize / 8 }],
    );
    // gdb hides the raw registers of MIPS and SPE behind pseudo registers with names.
    const anonymous = new Set(
      expected.filter(({ register }) => register === '').map((at) => at.offset),
    );
    const comparable = found.map((at) => (anonymous.has(at.offset) ? { ...at, register: '' } : at));
    expect(comparable).toEqual(expected.sort((a, b) => a.offset - b.offset));
    if (said.blockSize !== undefined) expect(layout.size).toBe(said.blockSize);
  });
});

/**
 * Descriptions as Linux targets send them, whose registers are also known without one, by the size
 * of the block.
 */
const described: readonly [name: string, architecture: string, size: number][] = [
  ['corpus-x86_64-app', 'i386:x86-64', 816],
  ['i386-avx', 'i386', 440],
  ['corpus-aarch64-t1-regs', 'aarch64', 804],
  ['arm-vfp', 'arm', 200],
  ['arm-neon', 'arm', 328],
  ['riscv32-float', 'riscv:rv32', 272],
  ['riscv64-double', 'riscv:rv64', 532],
  ['ppc64-vsx', 'powerpc:common64', 1348],
  ['ppc-e500', 'powerpc:e500', 292],
  ['corpus-s390x-t1-regs', 's390:64-bit', 744],
];

describe('layout without the description', () => {
  it.each(described)('%s', (name, architecture, size) => {
    const [machine = 0, bits = 64] = machines[architecture] ?? [];
    const program: ProgramMachine = { machine, bits };
    const { layout, diagnostics } = registerLayout(undefined, program, size);
    const expected = recording(name).registers.flatMap(({ name: register, offset, size: bytes }) =>
      offset === undefined || offset >= size ? [] : [{ register, offset, bytes }],
    );
    const found = layout?.registers.flatMap(({ name: register, offset, bitSize }) =>
      offset === undefined ? [] : [{ register: hiddenByGdb(register), offset, bytes: bitSize / 8 }],
    );
    expect(found).toEqual(expected.sort((a, b) => a.offset - b.offset));
    expect(layout?.from).toBe('built-in');
    expect(layout?.size).toBe(size);
    expect(diagnostics).toEqual([]);
  });
});

/** gdb gives the halves of SPE, VSX and z/Architecture vector registers no name. */
function hiddenByGdb(register: string): string {
  return /^((ev|vs)\d+h|v\d+l)$/.test(register) ? '' : register;
}

describe('names and groups', () => {
  it.each(names)('%s', async (name) => {
    const said = recording(name);
    const trace = await open(name, said);
    const registers = await trace.registers(0);
    for (const { name: register, size, offset, groups } of said.registers) {
      if (register === '' || (isHollow(name) && offset === undefined)) continue;
      const found = registers.read(register)?.register;
      expect(found, register).toBeDefined();
      if (!isCutByGdb(register)) expect(found?.bitSize, register).toBe(8 * size);
      if (found?.name !== register) continue;
      const why = `${register}: ${found.group} of ${groups.join()}`;
      expect(groupAgrees(found, groups), why).toBe(true);
    }
  });
});

/**
 * Has no vector registers of which gdb's pseudo registers could be parts; gdb lists them all the
 * same.
 */
function isHollow(name: string): boolean {
  return name.startsWith('every-type');
}

/** Where MIPS registers are 64 bits wide, gdb shows the low half of the FPU's control registers. */
function isCutByGdb(register: string): boolean {
  return ['fsr', 'fcsr', 'fir'].includes(register);
}

/** A register has one group here and several in gdb, some of which are only for saving it. */
function groupAgrees({ group }: Register, groups: readonly string[]): boolean {
  const proper = groups.filter((name) => !['-', 'all', 'save', 'restore', 'sse'].includes(name));
  if (proper.length > 0) return proper.includes(group);
  return group === 'other' || (group === 'all' && groups.includes('all'));
}

describe('text', () => {
  it.each(names)('%s', async (name) => {
    const said = recording(name);
    const trace = await open(name, said);
    let compared = 0;
    for (const [frame, lines] of said.frames) {
      const registers = await trace.registers(frame);
      for (const line of lines.filter(isComparable)) {
        const expected = plainLine(line);
        const register = expected.split(' ', 1)[0] ?? '';
        const found = registerLine(registers, trace.order, register);
        const columns = hasOwnSecondColumn(line) ? found.split(' ', 2).join(' ') : found;
        expect(columns, `frame ${frame}`).toBe(expected);
        compared++;
      }
    }
    expect(compared).toBe(comparisons[name]);
  });
});

/**
 * gdb counts mm0 … mm7 from the x87 stack's top the wrong way round (unit/machine/registers.test.ts
 * has it right), and shows only half of the 64-bit MIPS control registers, and no payload of a MIPS
 * NaN.
 */
function isComparable(line: string): boolean {
  return !/^mm\d |: -?nan/.test(line) && !isCutByGdb(line.split(':', 1)[0] ?? '');
}

/**
 * gdb prints MIPS registers, and RISC-V's control registers, in ways of their own beside the value.
 */
function hasOwnSecondColumn(line: string): boolean {
  return /^(\w+: 0x\w+$|(fflags|frm|fcsr|mstatus) 0x)/.test(line);
}

/** gdb's line as `registerLine` writes it. */
function plainLine(line: string): string {
  const [, name = '', hex = '', single = '', double = ''] =
    /^(\w+): (0x\w+) flt: (\S+)(?: +dbl: (\S+))?/.exec(line) ?? [];
  if (name !== '') return `${name} ${hex.length === 10 ? single : double} (raw ${hex})`;
  if (hasOwnSecondColumn(line)) return line.replace(':', '').split(/\s+/, 2).join(' ');
  // With SVE, gdb forgets that v0 … v31 are vectors, and prints them a second time.
  return gdbLine(line.replace(/^(v\d+ \{d = .*\}\}) \{d = .*$/, '$1'));
}
