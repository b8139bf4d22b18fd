// DAP's readMemory over a frame's memory. The protocol knows a run of bytes, then a run that cannot
// be read; a client skips that and asks again, so that gaps stay gaps.
import type { DebugProtocol } from '@vscode/debugprotocol';
import { hexAddress } from '../bytes/hex';
import { Origin, type FrameMemory } from '../machine/memory';

/** The most that one request may ask for, in bytes. */
const mostBytes = 1 << 20;

/** The readable bytes at the address asked for, and how many after them are not. */
export async function readMemory(
  memory: FrameMemory,
  args: DebugProtocol.ReadMemoryArguments,
): Promise<NonNullable<DebugProtocol.ReadMemoryResponse['body']> | { problem: string }> {
  const { memoryReference, offset = 0, count } = args;
  const base = readAddress(memoryReference);
  if (base === undefined) return { problem: `“${memoryReference}” is not an address.` };
  if (!Number.isSafeInteger(count) || count < 0 || !Number.isSafeInteger(offset)) {
    return { problem: 'readMemory needs a whole offset and a count of 0 or more.' };
  }
  const address = BigInt.asUintN(64, base + BigInt(offset));
  const { bytes, origins } = await memory.read(address, Math.min(count, mostBytes));
  const readable = runLength(origins, 0, (origin) => origin !== Origin.unavailable);
  const gap = runLength(origins, readable, (origin) => origin === Origin.unavailable);
  return {
    address: hexAddress(address),
    data: base64(bytes.subarray(0, readable)),
    ...(gap > 0 && { unreadableBytes: gap }),
  };
}

/** A memory or instruction reference as this adapter hands them out; undefined for anything else. */
export function readAddress(reference: string): bigint | undefined {
  return /^(0[xX][0-9a-fA-F]+|\d+)$/.test(reference) ? BigInt(reference) : undefined;
}

function runLength(
  origins: Uint8Array,
  from: number,
  belongs: (origin: number) => boolean,
): number {
  let at = from;
  while (at < origins.length && belongs(origins[at] ?? 0)) at++;
  return at - from;
}

function base64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
