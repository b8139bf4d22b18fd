// Memory as rows of hex: the ranges that were collected, each byte with its origin.
import type { ModuleList } from '../../trace/moduleList';
import { t } from '@vscode/l10n';
import { hexAddress } from '../../bytes/hex';
import { Origin as ByteOrigin, type MemorySpan, Origin } from '../../machine/memory';
import type { FrameState } from '../../machine/frameState';
import type { Trace } from '../../trace/trace';
import type { MemoryRangeRow, MemoryRow, OriginName } from '../messages';
import { unsigned } from '../../bytes/cursor';
import { valueContextOf } from '../../values/value';
import { awaitFrame } from '../run';
import type { Pointer } from './frameMessages';
import type { RequestArguments } from '../traceRequests';

const rowBytes = 16;
/** Rows shown of one memory range; the memory box shows the rest. */
const maxRows = 64;
/** Ranges shown of one frame; the memory box shows the others. */
export const maxRanges = 256;
/** Bytes of code shown at the PC. */
const codeBytes = 32;

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
    bytes: bytes.map((byte, i) => (known(i) ? byte.toString(16).padStart(2, '0') : '??')),
    origins: origins.map((origin) => originNames[origin] ?? 'unavailable'),
    text: bytes.map((byte, i) => (known(i) ? printable(byte) : ' ')).join(''),
  };
}

function printable(byte: number): string {
  return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.';
}

/** The pointer stored at an address, in the frame's byte order, with its symbol. */
export async function symbolicPointerAt(
  trace: Trace,
  { frame, address }: RequestArguments<'pointer'>,
): Promise<Pointer> {
  await awaitFrame(trace.recording, frame);
  const machine = await trace.machine(frame);
  const { addressSize } = valueContextOf(machine, trace.modules.current.loaded, undefined);
  const { bytes, origins } = await machine.memory.read(BigInt(address), addressSize);
  if (origins.includes(Origin.unavailable)) return {};
  const value = unsigned(bytes, machine.frame.order);
  const symbol = await trace.modules.current.symbol(value);
  return { value: hexAddress(value), ...(symbol !== undefined && { symbol }) };
}
