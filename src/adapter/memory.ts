// DAP's readMemory over a frame's memory. The protocol knows a run of bytes, then a run that cannot
// be read. VS Code takes the two for all that it asked for, and would show zeros for what neither
// counts: so what begins with a gap counts as unreadable to the end, whatever follows it. A
// client that wants that asks for it by its own address.
import { t } from '@vscode/l10n';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { hexAddress } from '../bytes/hex';
import { TimeSlice } from '../bytes/timeSlice';
import { Origin, type FrameMemory } from '../machine/memory';

/** The most that one request is given, in bytes. */
const maxBytes = 1 << 20;
/** Bytes between two looks at the clock; of three, base64 makes four characters. */
const pieceBytes = 3 << 12;

/** The readable bytes at the address asked for, and how many of those asked for are left then. */
export async function readableMemory(
  memory: FrameMemory,
  args: DebugProtocol.ReadMemoryArguments,
): Promise<NonNullable<DebugProtocol.ReadMemoryResponse['body']> | { problem: string }> {
  const { memoryReference, offset = 0, count } = args;
  const base = readReference(memoryReference);
  if (base === undefined) return { problem: t('“{0}” is not an address.', memoryReference) };
  if (!Number.isSafeInteger(count) || count < 0 || !Number.isSafeInteger(offset)) {
    return { problem: t('readMemory needs a whole offset and a count of 0 or more.') };
  }
  const address = BigInt.asUintN(64, base + BigInt(offset));
  const wanted = Math.min(count, maxBytes);
  const slice = new TimeSlice();
  const texts: string[] = [];
  let readable = 0;
  for (let isWhole = true; isWhole && readable < wanted;) {
    await slice.yieldIfDue();
    const length = Math.min(pieceBytes, wanted - readable);
    const { bytes, origins } = await memory.read(address + BigInt(readable), length);
    const gap = origins.indexOf(Origin.unavailable);
    isWhole = gap < 0;
    const piece = isWhole ? bytes : bytes.subarray(0, gap);
    texts.push(base64(piece));
    readable += piece.length;
  }
  return {
    address: hexAddress(address),
    data: texts.join(''),
    ...(readable < count && { unreadableBytes: count - readable }),
  };
}

/**
 * A memory or instruction reference as this adapter hands them out; undefined for anything else.
 */
export function readReference(reference: string): bigint | undefined {
  return /^(0[xX][0-9a-fA-F]+|\d+)$/.test(reference) ? BigInt(reference) : undefined;
}

function base64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
