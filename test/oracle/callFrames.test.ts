// Call frame information, every row of every function, held against readelf.
import { describe, expect, it } from 'vitest';
import type { Abi } from '../../src/machine/arch/architecture';
import { architectureOf } from '../../src/machine/arch/index';
import type { CallFrameRow, RegisterRule } from '../../src/symbols/dwarf/cfi/program';
import { openRecorded, programNames, rowsOf, type Row } from './data/callFrames/words';

/** Rows of each program, and the rules in them. */
const counts: Readonly<Record<string, readonly [rows: number, rules: number]>> = {
  aarch64: [16, 24],
  'aarch64-debug': [16, 24],
  'aarch64-signed': [27, 38],
  'arm-debug': [21, 79],
  'corpus-aarch64-app': [5991, 48076],
  'corpus-extra-i386-lanes': [22, 78],
  'corpus-extra-x86_64-boxes': [362, 764],
  'corpus-s390x-app': [4083, 30838],
  'corpus-x86_64-app': [14, 28],
  'corpus-x86_64-app-O2': [20, 110],
  'corpus-x86_64-app-pie': [14, 28],
  i386: [68, 243],
  'i386-pushes': [68, 243],
  instructions: [18, 111],
  'instructions-debug-1': [18, 111],
  'instructions-debug-3': [18, 111],
  'instructions-debug-4': [18, 111],
  'instructions-no-table': [18, 111],
  'instructions-pie': [18, 111],
  mips: [20, 22],
  'mips-debug': [20, 22],
  'no-section-headers': [29, 57],
  powerpc64: [39, 145],
  'powerpc64-debug': [39, 145],
  riscv64: [40, 135],
  'riscv64-debug': [40, 135],
  s390x: [28, 175],
  's390x-debug': [28, 175],
  'signed-b-key': [5, 10],
  'thumb-debug': [22, 83],
  x32: [27, 41],
  'x86-64': [29, 57],
  'x86-64-O0': [25, 60],
  'x86-64-clang': [28, 90],
  'x86-64-debug': [29, 57],
  'x86-64-no-table': [29, 57],
};

/** DWARF numbers by readelf's names. */
function numbersOf(abi: Abi, aliases: Readonly<Record<string, string>>): Map<string, number> {
  const numbers = new Map([...abi.dwarf].reverse().map(([number, name]) => [name, number]));
  for (const [alias, name] of Object.entries(aliases)) {
    const number = numbers.get(name);
    if (number !== undefined && !numbers.has(alias)) numbers.set(alias, number);
  }
  return numbers;
}

/** A rule as readelf writes it. */
function written(rule: RegisterRule | undefined): string {
  switch (rule?.kind) {
    case undefined:
    case 'undefined':
      return 'u';
    case 'sameValue':
      return 's';
    case 'register':
      return `r${rule.register}`;
    case 'offset':
    case 'valOffset':
      return `${rule.kind === 'offset' ? 'c' : 'v'}${rule.offset < 0n ? '' : '+'}${rule.offset}`;
    case 'expression':
      return 'exp';
    case 'valExpression':
      return 'vexp';
  }
}

function writtenCfa(row: CallFrameRow, names: ReadonlyMap<number, string>): string {
  if (!row.cfa) return 'none';
  if (row.cfa.kind === 'expression') return 'exp';
  const { register, offset } = row.cfa;
  return `${names.get(register) ?? `r${register}`}${offset < 0n ? '' : '+'}${offset}`;
}

/** Our row, in readelf's columns. */
function asRecorded(ours: CallFrameRow | undefined, theirs: Row, numbers: Map<string, number>) {
  if (!ours) return undefined;
  const columns = new Map<number, string>([[theirs.returnAddress, 'ra']]);
  for (const name of [...theirs.registers.keys(), theirs.cfa.replace(/[-+].*/, '')]) {
    const number = numbers.get(name) ?? Number(/^r(\d+)$/.exec(name)?.[1]);
    if (!columns.has(number)) columns.set(number, name);
  }
  const registers = new Map([...theirs.registers.keys()].map((name) => [name, 'u']));
  for (const [number, rule] of ours.registers) {
    const name = columns.get(number) ?? `r${number}`;
    const text = written(rule);
    if (registers.has(name) || text !== 'u') registers.set(name, text);
  }
  const { start, end, returnAddress, isSignal } = ours;
  return { start, end, cfa: writtenCfa(ours, columns), registers, returnAddress, isSignal };
}

it('every program that was recorded is compared', () => {
  expect(programNames().sort()).toEqual(Object.keys(counts).sort());
});

describe('rows of functions', () => {
  it.each(programNames())('%s: those of readelf', async (name) => {
    const program = await openRecorded(name);
    const architecture = architectureOf(undefined, program.elf);
    if (!architecture) throw new Error(`no architecture for ${name}`);
    const numbers = numbersOf(architecture.abi, architecture.aliases);
    const found = { rows: 0, rules: 0 };
    for (const row of rowsOf(name)) {
      for (const at of [row.start, row.end - 1n]) {
        const ours = asRecorded(await program.callFrameAt(at), row, numbers);
        expect.soft(ours, at.toString(16)).toEqual(row);
      }
      found.rows++;
      found.rules += row.registers.size;
    }
    expect(program.diagnostics).toEqual([]);
    expect([found.rows, found.rules]).toEqual(counts[name]);
  });
});
