// From the bytes of a frame to rows of instructions, forward from an address or up to one.
import { largest } from '../bytes/arrays';
import { Origin } from '../machine/memory';
import { capstoneMode, type Decoder } from './decoder';
import type { CodeWindow, CodeRegion } from './code';
import {
  dataInstruction,
  decodedInstruction,
  unavailableInstruction,
  type Instruction,
} from './instruction';
import { invalidSize, lengthsOf, type InstructionSet } from './instructionSet';

/** Bytes that are read at once, at most. */
const maxBytes = 4096;
/** The farthest known beginning of an instruction that a way back starts from, in bytes. */
const maxBoundaryDistance = 1 << 16;

/** Bytes of a T32 instruction that makes up to four others conditional, and those. */
const maxItBlockBytes = 18n;

/**
 * Instructions decoded in one call, at most: after bytes that are not an instruction, the rest has
 * to be decoded again.
 */
const maxInstructionsAtOnce = 64;

/**
 * Disassembles the code of one frame. All addresses are run-time addresses; they wrap at 64 bits.
 */
export class Disassembler {
  constructor(
    private readonly decoder: Decoder,
    private readonly code: Pick<CodeWindow, 'at' | 'boundariesAt' | 'read'>,
  ) {}

  /**
   * The rows from an address on, exactly `count`. Rejects with a sentence where the decoder could
   * not work.
   */
  async from(address: bigint, count: number): Promise<Instruction[]> {
    const start = await this.aligned(address);
    const rows = await this.afterConditions(start, count);
    return rows ?? this.forward(start, undefined, count);
  }

  /** The rows from `start` up to `end`; the first `most` of them. */
  async between(start: bigint, end: bigint, most = Infinity): Promise<Instruction[]> {
    const rows = await this.forward(await this.aligned(start), end, most);
    return rows.filter(({ address }) => address < end);
  }

  /**
   * In T32 an instruction before may have made this one conditional: decoding begins far enough
   * ahead of it.
   */
  private async afterConditions(start: bigint, count: number): Promise<Instruction[] | undefined> {
    const { set } = await this.code.at(start);
    if (set.name !== 'thumb') return undefined;
    const boundary = (await this.code.boundariesAt(start - maxItBlockBytes)).at(-1);
    if (boundary === undefined || start - boundary > BigInt(maxBytes)) return undefined;
    const ahead = Number(start - boundary) / 2;
    const rows = (await this.forward(boundary, undefined, ahead + count)).filter(
      ({ address }) => address >= start,
    );
    return rows[0]?.address === start ? rows.slice(0, count) : undefined;
  }

  /** The rows that end where the one at `address` begins, exactly `count`, in ascending order. */
  async before(address: bigint, count: number): Promise<Instruction[]> {
    const runs: Instruction[][] = [];
    let end = await this.aligned(address);
    for (let missing = count; missing > 0;) {
      const run = await this.endingAt(end, missing);
      runs.unshift(run);
      missing -= run.length;
      end = wrapped(end - BigInt(run.reduce((size, row) => size + row.size, 0)));
    }
    return runs
      .flat()
      .slice(-count || undefined)
      .slice(0, count);
  }

  /**
   * Where the instruction begins that an address represents: the lowest bit of one on Arm is a
   * mark.
   */
  private async aligned(address: bigint): Promise<bigint> {
    const { shortest } = lengthsOf((await this.code.at(address & ~1n)).set);
    return address - (address % BigInt(shortest));
  }

  /**
   * Rows from `address` to `end` or until there are `most`, across ranges of different
   * instructions.
   */
  private async forward(
    address: bigint,
    end: bigint | undefined,
    most: number,
  ): Promise<Instruction[]> {
    const rows: Instruction[] = [];
    let at = address;
    while (rows.length < most) {
      const range = await this.code.at(at);
      const next = await this.run(at, range, most - rows.length);
      for (const row of next) rows.push(row);
      const behind = at + BigInt(next.reduce((size, row) => size + row.size, 0));
      if (end !== undefined && behind >= end) break;
      at = wrapped(behind);
    }
    return rows;
  }

  /** Some rows of one range, at least one. */
  private async run(at: bigint, range: CodeRegion, most: number): Promise<Instruction[]> {
    const { longest } = lengthsOf(range.set);
    const left = range.end === undefined ? Infinity : Number(range.end - at);
    const asked = Math.min(left, maxBytes, most * longest);
    const { bytes, origins } = await this.code.read(at, asked);
    const gap = origins.indexOf(Origin.unavailable);
    const available = gap < 0 ? bytes : bytes.subarray(0, gap);
    if (available.length === 0) return gapRows(at, origins, range.set, most);
    const isCut = gap < 0 && asked < left;
    const rows = range.isData
      ? dataRows(at, available, range.set)
      : await this.decode(at, available, range.set, most);
    // What is at the very end may be the beginning of a longer instruction.
    const whole = isCut
      ? rows.filter((row) => Number(row.address - at) + longest <= available.length)
      : rows;
    const complete = whole.length > 0 ? whole : rows;
    return complete.length > 0 ? complete.slice(0, most) : [unavailableInstruction(at, range.set)];
  }

  /** Instructions in bytes that are all available. */
  private async decode(
    start: bigint,
    bytes: Uint8Array,
    set: InstructionSet,
    most: number,
  ): Promise<Instruction[]> {
    const rows: Instruction[] = [];
    let at = 0;
    while (at < bytes.length && rows.length < most) {
      const address = start + BigInt(at);
      const rest = bytes.subarray(at);
      const left = Math.min(most - rows.length, rest.length, maxInstructionsAtOnce);
      const decoded = await this.decoder.decode(rest, address, capstoneMode(set), left);
      if (decoded.length === 0) break;
      for (const each of decoded) {
        const from = bytes.subarray(at);
        const size = each.mnemonic === '' ? invalidSize(from, set) : each.size;
        rows.push(decodedInstruction({ ...each, size }, start + BigInt(at), from, set));
        at += size;
        // Capstone continues elsewhere than gdb does.
        if (size !== each.size) break;
      }
    }
    return rows;
  }

  /** Some rows that end at an address, at least one. */
  private async endingAt(end: bigint, most: number): Promise<Instruction[]> {
    const last = wrapped(end - 1n);
    const range = await this.code.at(last);
    const { shortest, longest } = lengthsOf(range.set);
    const unit = BigInt(shortest);
    const floor = range.start ?? 0n;
    if (end === 0n) return [unavailableInstruction(wrapped(-unit), range.set)];
    if (shortest === longest || range.isData) {
      const start = maximum(floor, end - BigInt(most * longest));
      return this.exactly(start, end, range.set);
    }
    const boundaries = (await this.code.boundariesAt(last)).filter(
      (boundary) => boundary >= floor && end - boundary <= maxBoundaryDistance,
    );
    for (const boundary of boundaries) {
      const rows = await this.between(boundary, end);
      if (endOf(rows) === end) return rows;
    }
    const nearest = boundaries.at(-1);
    if (nearest !== undefined) return this.exactly(nearest, end, range.set);
    return this.guessed(maximum(floor, end - BigInt(maxBytes)), end, range.set, most);
  }

  /** The rows from a known beginning up to `end`; what does not come out even is invalid. */
  private async exactly(start: bigint, end: bigint, set: InstructionSet): Promise<Instruction[]> {
    if (start >= end) return [unavailableInstruction(end - BigInt(lengthsOf(set).shortest), set)];
    const rows = await this.between(start, end);
    const last = rows.at(-1);
    if (!last || endOf(rows) === end) return rows;
    const { bytes } = last;
    const size = Number(end - last.address);
    const part: Instruction = {
      address: last.address,
      set,
      size,
      bytes: bytes.subarray(0, size),
      kind: 'invalid' as const,
      text: bytes.length === 0 ? '' : '(bad)',
    };
    return [...rows.slice(0, -1), part];
  }

  /** The rows up to `end` where no beginning is known: several starts vote. */
  private async guessed(
    lowest: bigint,
    end: bigint,
    set: InstructionSet,
    most: number,
  ): Promise<Instruction[]> {
    const { shortest, longest } = lengthsOf(set);
    const wanted = end - BigInt((most + longest) * longest);
    const start = maximum(lowest, wanted - (wanted % BigInt(shortest)));
    const { bytes, origins } = await this.code.read(start, Number(end - start));
    const gap = origins.lastIndexOf(Origin.unavailable);
    if (gap === origins.length - 1) {
      const known =
        1 +
        largest([Origin.collected, Origin.transparent].map((each) => origins.lastIndexOf(each)));
      return gapRows(start + BigInt(known), origins.subarray(known), set, Infinity).slice(-most);
    }
    const first = gap + 1 + ((gap + 1) % shortest);
    const available = bytes.subarray(first);
    const from = start + BigInt(first);
    return voteForStart(available.length, set, async (offset) =>
      this.decode(from + BigInt(offset), available.subarray(offset), set, Infinity),
    ).then((rows) => rows.slice(-most));
  }
}

/** The address after the last row; undefined without rows. */
function endOf(rows: readonly Instruction[]): bigint | undefined {
  const last = rows.at(-1);
  return last && last.address + BigInt(last.size);
}

/** Rows for the unavailable memory from here on; at most `most`. */
function gapRows(
  at: bigint,
  origins: Uint8Array,
  set: InstructionSet,
  most: number,
): Instruction[] {
  const { shortest } = lengthsOf(set);
  const end = origins.findIndex((origin) => origin !== Origin.unavailable);
  const length = end < 0 ? origins.length : end;
  const count = Math.min(most, Math.max(1, Math.ceil(length / shortest)));
  return Array.from({ length: count }, (_, i) =>
    unavailableInstruction(wrapped(at + BigInt(i * shortest)), set),
  );
}

/** Data in words, and the rest in smaller pieces. */
function dataRows(at: bigint, bytes: Uint8Array, set: InstructionSet): Instruction[] {
  const rows: Instruction[] = [];
  for (let offset = 0; offset < bytes.length;) {
    const address = at + BigInt(offset);
    const left = bytes.length - offset;
    const size = address % 4n === 0n && left >= 4 ? 4 : address % 2n === 0n && left >= 2 ? 2 : 1;
    rows.push(dataInstruction(address, bytes.subarray(offset, offset + size), set));
    offset += size;
  }
  return rows;
}

function wrapped(address: bigint): bigint {
  return BigInt.asUintN(64, address);
}

function maximum(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

// Where instructions of different lengths begin before a known address, when nothing says so.
// Decoding from a wrong start soon falls in step with the right one, so several starts vote.

/**
 * The rows of the start that most others agree with and that ends exactly at the end. `length`: the
 * bytes before the known address. `decode`: the rows from an offset on.
 */
async function voteForStart(
  length: number,
  set: InstructionSet,
  decode: (offset: number) => Promise<Instruction[]>,
): Promise<Instruction[]> {
  const { shortest, longest } = lengthsOf(set);
  const ways: Instruction[][] = [];
  for (let offset = 0; offset < Math.min(longest, length); offset += shortest) {
    const way = await decode(offset);
    const size = way.reduce((sum, row) => sum + row.size, 0);
    if (offset + size === length) ways.push(way);
  }
  const votes = new Map<bigint, number>();
  for (const { address } of ways.flat()) votes.set(address, (votes.get(address) ?? 0) + 1);
  return ways.reduce<Instruction[]>(
    (best, way) => (score(way, votes) > score(best, votes) ? way : best),
    [],
  );
}

/**
 * Average agreement with the other starts; bytes that are not an instruction count against a start.
 */
function score(way: readonly Instruction[], votes: ReadonlyMap<bigint, number>): number {
  if (way.length === 0) return -Infinity;
  const agreement = way.reduce((sum, { address }) => sum + (votes.get(address) ?? 0), 0);
  const bad = way.filter(({ kind }) => kind === 'invalid').length;
  return agreement / way.length - 4 * bad;
}
