// What gdb compiled expressions to (data/agent/record.py), and a stopped target on which its code
// and this project's are run: a frame, and where it has nothing, bytes made up from the address.
import path from 'node:path';
import { readFileSync } from 'node:fs';
import { unsigned } from '../../src/bytes/cursor';
import {
  agentOperations,
  type AgentExpression,
  type AgentInstruction,
} from '../../src/format/agentExpression';
import { Origin } from '../../src/machine/memory';
import type { FrameState } from '../../src/machine/frameState';
import type { AgentMachine, Collecting } from '../../src/trace/collection/agentRun';

const data = path.join(import.meta.dirname, 'data/agent');

/** An expression at an address, and gdb's words for it. */
export interface CompiledByGdb {
  readonly kind: 'value' | 'collect';
  readonly address: bigint;
  readonly expression: string;
  /** Absent where gdb refuses it, in the words of `refused`. */
  readonly code?: AgentExpression;
  /** By gdb's remote numbers. */
  readonly registers: readonly number[];
  readonly refused?: string;
}

/** A location and the addresses at which gdb's `trace` puts it. */
export interface LocatedByGdb {
  readonly location: string;
  readonly addresses: readonly bigint[] | undefined;
}

/** What gdb said of a trace's program; `repair` rewrites a listing of its instructions. */
export function gdbWords(
  trace: string,
  repair = (listing: string): string => listing,
): { compiled: CompiledByGdb[]; located: LocatedByGdb[] } {
  const compiled: CompiledByGdb[] = [];
  const located: LocatedByGdb[] = [];
  let address = 0n;
  for (const line of readFileSync(path.join(data, `${trace.replaceAll('/', '-')}.txt`), 'utf8')
    .trimEnd()
    .split('\n')) {
    const [kind = '', what = '', said = ''] = line.split('\t');
    if (kind.startsWith('at ')) address = BigInt(kind.slice(3));
    else if (kind === 'line' || kind === 'function') {
      // One without addresses waits for a program that has such a place.
      const isNowhere = said.startsWith('!!') || said === '';
      const addresses = isNowhere ? undefined : said.split(' ').map(BigInt);
      located.push({ location: what, addresses });
    } else if (kind === 'value' || kind === 'collect') {
      compiled.push({ kind, address, expression: what, ...codeOf(said, repair) });
    }
  }
  return { compiled, located };
}

function codeOf(
  said: string,
  repair: (listing: string) => string,
): Pick<CompiledByGdb, 'code' | 'registers' | 'refused'> {
  if (said.startsWith('!! ')) return { registers: [], refused: said.slice(3) };
  const [mask = '', listing = ''] = said.split(': ', 2);
  const registers = mask
    .split(' ')
    .flatMap((byte, at) => bitsIn(Number.parseInt(byte, 16)).map((bit) => 8 * at + bit));
  return { registers, code: readListing(repair(listing)) };
}

function bitsIn(byte: number): number[] {
  return Array.from({ length: 8 }, (_, bit) => bit).filter((bit) => (byte >> bit) & 1);
}

const byName = new Map([...agentOperations.values()].map((each) => [each.name, each]));

function readListing(text: string): AgentExpression {
  const instructions: AgentInstruction[] = [];
  let offset = 0;
  for (const each of text.split('; ')) {
    const [name = '', operand = '0'] = each.split(' ');
    const operation = byName.get(name);
    if (!operation || operation.operand === 'format') throw new Error(`gdb wrote ${each}`);
    const next = offset + 1 + operation.operand;
    const bits = 8 * operation.operand;
    instructions.push({ offset, operation, operand: BigInt.asUintN(bits, BigInt(operand)), next });
    offset = next;
  }
  return { instructions, length: offset, problem: undefined };
}

/** A frame as a target that has all memory and every register. */
export function fullMachine({ frame, registers, memory }: FrameState): AgentMachine {
  return {
    order: frame.order,
    register: (number) => {
      const register = registers?.layout.registers.find((each) => each.number === number);
      const bytes = register && registers?.read(register.name)?.bytes;
      return bytes ? unsigned(bytes, frame.order) : 0x7ffc000n + BigInt(number) * 0x1000n;
    },
    memory: async (address, length) => {
      const { bytes, origins } = await memory.read(address, length);
      return bytes.map((byte, i) =>
        origins[i] === Origin.unavailable ? madeUp(address + BigInt(i)) : byte,
      );
    },
    variable: (number) => BigInt(number) * 1000n - 1500n,
  };
}

/** A byte that is as likely odd as even, above 127 as below, and 0 now and then. */
function madeUp(address: bigint): number {
  const mixed = Number(BigInt.asUintN(32, address * 0x9e3779b1n)) >>> 13;
  return mixed % 7 === 0 ? 0 : mixed & 0xff;
}

/** Ranges of memory, joined where they touch. */
export function joined(collected: readonly Collecting[]): [start: bigint, end: bigint][] {
  const ranges = collected
    .flatMap((each): [bigint, bigint][] =>
      each.kind === 'memory' && each.address !== undefined && each.length !== undefined
        ? [[each.address, each.address + each.length]]
        : [],
    )
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const found: [bigint, bigint][] = [];
  for (const [start, end] of ranges) {
    const last = found.at(-1);
    if (last && start <= last[1]) last[1] = end > last[1] ? end : last[1];
    else found.push([start, end]);
  }
  return found;
}

/** Bytes of `ranges` that are not in `within`; both joined. */
export function bytesOutside(
  ranges: readonly [bigint, bigint][],
  within: readonly [bigint, bigint][],
): bigint {
  let outside = 0n;
  for (const [start, end] of ranges) {
    outside += end - start;
    for (const [from, to] of within) {
      const low = from > start ? from : start;
      const high = to < end ? to : end;
      if (low < high) outside -= high - low;
    }
  }
  return outside;
}
