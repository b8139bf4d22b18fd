// Recorded words of objdump about code, and this project's of the same bytes.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fromHex } from '../../src/bytes/hex';
import { Disassembler } from '../../src/disassembly/disassembler';
import { textOf, type Instruction } from '../../src/disassembly/instruction';
import type { InstructionSet, InstructionSetName } from '../../src/disassembly/instructionSet';
import { Origin } from '../../src/machine/memory';
import { decoderHere } from '../capstone';

export const folder = path.join(import.meta.dirname, 'data/disassembly');

/** One instruction as objdump wrote it. */
export interface Word {
  readonly address: bigint;
  readonly bytes: Uint8Array;
  readonly text: string;
}

/** Names of the recorded sets of instructions. */
export const recordedSets = readdirSync(path.join(folder, 'words')).map((name) =>
  name.slice(0, -4),
);

/** What was recorded of a set, in runs of consecutive addresses. */
export function runsOf(name: string): Word[][] {
  const runs: Word[][] = [];
  for (const line of readFileSync(path.join(folder, 'words', `${name}.txt`), 'utf8').split('\n')) {
    const [place = '', ...words] = line.split('\t');
    const [address, digits] = place.split(' ');
    if (address === undefined || digits === undefined || line.startsWith('#')) continue;
    const word = {
      address: BigInt(`0x${address}`),
      bytes: fromHex(digits),
      text: words.join('\t'),
    };
    const last = runs.at(-1)?.at(-1);
    if (last && last.address + BigInt(last.bytes.length) === word.address) runs.at(-1)?.push(word);
    else runs.push([word]);
  }
  return runs;
}

/** objdump's words as gdb has them: addresses with a prefix, symbols left out. */
export function asGdb(text: string): string {
  return text
    .replace(/\(([0-9a-f]+) <[^>]*>\)/, '(0x$1)')
    .replace(/\b([0-9a-f]+) <[^>]*>(?=\s|$)/, '0x$1')
    .trimEnd();
}

/** The instruction set of a recording, `NAME[.intel|.little]`. */
export function setOf(name: string): InstructionSet {
  const [set = '', variant] = name.split('.');
  const isBig = /^(powerpc|s390|mips)/.test(set) && variant !== 'little';
  return {
    name: set as InstructionSetName,
    order: isBig ? 'big' : 'little',
    flavor: variant === 'intel' ? 'intel' : 'att',
  };
}

/** Code that is some bytes at an address and nothing else. */
export function codeAt(
  address: bigint,
  bytes: Uint8Array,
  set: InstructionSet,
  boundaries: readonly bigint[] = [],
) {
  return {
    at: () => Promise.resolve({ set, isData: false, start: undefined, end: undefined }),
    boundariesAt: (at: bigint) => Promise.resolve(boundaries.filter((each) => each <= at)),
    read: (from: bigint, length: number) => {
      const span = {
        address: from,
        bytes: new Uint8Array(length),
        origins: new Uint8Array(length),
      };
      for (let i = 0; i < length; i++) {
        const at = Number(BigInt.asUintN(64, from + BigInt(i)) - address);
        const byte = at >= 0 && at < bytes.length ? bytes[at] : undefined;
        if (byte === undefined) continue;
        span.bytes[i] = byte;
        span.origins[i] = Origin.collected;
      }
      return Promise.resolve(span);
    },
  };
}

/** This project's rows for a run. */
export async function disassembled(
  run: readonly Word[],
  set: InstructionSet,
): Promise<Instruction[]> {
  const start = run[0]?.address ?? 0n;
  const bytes = Uint8Array.from(run.flatMap((word) => [...word.bytes]));
  const disassembler = new Disassembler(await decoderHere(), codeAt(start, bytes, set));
  return disassembler.between(start, start + BigInt(bytes.length));
}

/** A row's text without symbols. */
export function plainText(row: Instruction): Promise<string> {
  return textOf(row, () => Promise.resolve(undefined));
}
