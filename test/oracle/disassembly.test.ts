// Instructions of every architecture, held against what objdump 2.40 says of the same bytes: code.c
// compiled for each, and samples of each kind of instruction in its C library.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  asGdb,
  disassembled,
  folder,
  plainText,
  recordedSets,
  runsOf,
  setOf,
} from './disassemblyWords';

/** Words that differ, by reason; each is a pattern over `SET: objdump's text => ours`. */
const differences = JSON.parse(
  readFileSync(path.join(folder, 'differences.json'), 'utf8'),
) as readonly { readonly pattern: string; readonly reason: string; readonly count: number }[];

/** Comparisons that each set must yield. */
const comparisons: Readonly<Record<string, number>> = {
  aarch64: 1496,
  arm: 1475,
  mips32: 1696,
  'mips32.little': 796,
  mips64: 796,
  powerpc: 965,
  powerpc64: 1854,
  'powerpc64.little': 974,
  riscv32: 679,
  riscv64: 1528,
  s390: 1517,
  thumb: 580,
  'x86-32': 1658,
  'x86-32.intel': 1658,
  'x86-64': 1514,
  'x86-64.intel': 1514,
};

const differing: string[] = [];

describe('the words of objdump', () => {
  it('are recorded for every set', () => {
    expect(recordedSets.sort()).toEqual(Object.keys(comparisons).sort());
  });

  it.each(recordedSets)('%s', async (name) => {
    let compared = 0;
    for (const run of runsOf(name)) {
      const rows = new Map((await disassembled(run, setOf(name))).map((row) => [row.address, row]));
      for (const { address, bytes, text } of run) {
        if (isData(text)) continue;
        compared++;
        const row = rows.get(address);
        const ours = row && (await plainText(row));
        const isSame = row?.size === bytes.length && ours?.trimStart() === asGdb(text);
        if (!isSame) differing.push(`${name}: ${asGdb(text)} => ${ours ?? 'another start'}`);
      }
    }
    expect(compared).toBe(comparisons[name]);
  });

  it('differ only where that is explained', () => {
    const counts = differences.map(({ pattern }) => {
      return differing.filter((each) => new RegExp(pattern).test(each)).length;
    });
    expect(counts).toEqual(differences.map(({ count }) => count));
    const explained = (each: string) =>
      differences.some(({ pattern }) => new RegExp(pattern).test(each));
    expect(differing.filter((each) => !explained(each))).toEqual([]);
  });
});

/** On Arm symbols mark data among code; these words hold no symbols. */
function isData(text: string): boolean {
  return /^\.(word|short|byte)\b/.test(text);
}
