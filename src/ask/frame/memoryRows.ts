// Memory as rows of hex: the ranges that were collected, each byte with its origin.
import type { ModuleList } from '../../trace/moduleList';
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { hexAddress } from '../../bytes/hex';
import { Origin as ByteOrigin, type MemorySpan } from '../../machine/memory';
import type { FrameState } from '../../machine/frameState';
import type { Immutable } from '../../wire/contract';

const rowBytes = 16;
/** Rows shown of one memory range; the memory box shows the rest. */
const maxRows = 64;
/** Ranges shown of one frame; the memory box shows the others. */
export const maxRanges = 256;
/** Bytes of code shown at the PC. */
const codeBytes = 32;

/** Where a byte comes from: the frame, the program's read-only ranges, or nowhere. */
const originName = v.picklist(['collected', 'transparent', 'unavailable']);
export type OriginName = v.InferOutput<typeof originName>;

/** Up to 16 contiguous bytes of memory. */
export const memoryRowSchema = v.strictObject({
  address: v.string(),
  /** Two digits for each byte, `??` where unavailable. */
  bytes: v.array(v.string()),
  origins: v.array(originName),
  /** A character for each byte. */
  text: v.string(),
});
export type MemoryRow = Immutable<v.InferOutput<typeof memoryRowSchema>>;

export const memoryRangeSchema = v.strictObject({
  /** What it is, where that is known: `code at pc`. */
  label: v.exactOptional(v.string()),
  symbol: v.exactOptional(v.string()),
  /** The address that was looked up; hexadecimal. */
  lookedUp: v.exactOptional(v.string()),
  /** Bytes of the whole range; rows may show only the first of them. */
  length: v.number(),
  rows: v.array(memoryRowSchema),
});
export type MemoryRangeRow = Immutable<v.InferOutput<typeof memoryRangeSchema>>;

const originNames: Readonly<Record<number, OriginName>> = {
  [ByteOrigin.collected]: 'collected',
  [ByteOrigin.transparent]: 'transparent',
  [ByteOrigin.unavailable]: 'unavailable',
};

/** What a frame collected, then the code at its PC. */
export async function memoryRanges(
  modules: ModuleList,
  machine: FrameState,
): Promise<MemoryRangeRow[]> {
  const ranges = machine.memory.ranges.slice(0, maxRanges);
  const shown = await Promise.all(
    ranges.map(({ address, length }) => memoryAt(modules, machine, address, length)),
  );
  if (machine.pc === undefined) return shown;
  const code = await memoryAt(modules, machine, machine.pc, codeBytes);
  const known = code.rows.some(({ origins }) => origins.some((origin) => origin !== 'unavailable'));
  return known ? [...shown, { ...code, label: t('code at pc') }] : shown;
}

/** The collected memory that {@link memoryRanges} shows. */
export function shownMemory(machine: FrameState): { address: bigint; length: number }[] {
  return machine.memory.ranges
    .slice(0, maxRanges)
    .map(({ address, length }) => shownRange(address, length));
}

/** `length` bytes at a run-time address, in rows that begin at multiples of 16. */
export async function memoryAt(
  modules: ModuleList,
  machine: FrameState,
  address: bigint,
  length: number,
): Promise<MemoryRangeRow> {
  const range = shownRange(address, length);
  const span = await machine.memory.read(range.address, range.length);
  const symbol = await modules.symbol(address);
  return { length, rows: memoryRows(span), ...(symbol !== undefined && { symbol }) };
}

/** A span that begins at a multiple of 16, in rows. */
export function memoryRows(span: MemorySpan): MemoryRow[] {
  const count = Math.ceil(span.bytes.length / rowBytes);
  return Array.from({ length: count }, (_, i) => memoryRow(span, i * rowBytes));
}

/** Whole rows, as many as are shown, around memory. */
function shownRange(address: bigint, length: number): { address: bigint; length: number } {
  const start = address & ~BigInt(rowBytes - 1);
  const rows = Math.min(maxRows, Math.ceil((Number(address - start) + length) / rowBytes));
  return { address: start, length: rows * rowBytes };
}

function memoryRow(span: MemorySpan, at: number): MemoryRow {
  const bytes = Array.from(span.bytes.subarray(at, at + rowBytes));
  const origins = Array.from(span.origins.subarray(at, at + rowBytes));
  const known = (i: number) => origins[i] !== ByteOrigin.unavailable;
  return {
    address: hexAddress(BigInt.asUintN(64, span.address + BigInt(at))),
    bytes: digitsOfMemory(bytes, span.origins.subarray(at, at + rowBytes), '??'),
    origins: origins.map((origin) => originNames[origin] ?? 'unavailable'),
    text: bytes.map((byte, i) => (known(i) ? printable(byte) : ' ')).join(''),
  };
}

/** Two digits for each byte, or what stands for one that nobody has. */
export function digitsOfMemory(
  bytes: ArrayLike<number>,
  origins: Uint8Array,
  unknown: string,
): string[] {
  return Array.from(bytes, (byte, i) =>
    origins[i] === ByteOrigin.unavailable ? unknown : byte.toString(16).padStart(2, '0'),
  );
}

function printable(byte: number): string {
  return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.';
}
