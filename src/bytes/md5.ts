// MD5 (RFC 1321), by which DWARF 5 knows the contents of a source. A browser has no such function.
import { toHex } from './hex';

/** Bytes of a block. */
const blockSize = 64;
/** Bits by which each step rotates, by its round and its number in it modulo 4. */
const rotations = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const;
const sines = Uint32Array.from({ length: 64 }, (_, i) => Math.abs(Math.sin(i + 1)) * 2 ** 32);

/** The checksum of bytes, in lower-case hexadecimal digits. */
export function md5(bytes: Uint8Array): string {
  const state = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
  const whole = bytes.length - (bytes.length % blockSize);
  addBlocks(state, bytes.subarray(0, whole));
  addBlocks(state, padded(bytes.subarray(whole), bytes.length));
  const digest = new DataView(new ArrayBuffer(16));
  state.forEach((word, i) => {
    digest.setUint32(4 * i, word, true);
  });
  return toHex(new Uint8Array(digest.buffer));
}

/** The rest of `length` bytes, with the end that makes it one block or two. */
function padded(rest: Uint8Array, length: number): Uint8Array {
  const blocks = new Uint8Array(rest.length + 9 > blockSize ? 2 * blockSize : blockSize);
  blocks.set(rest);
  blocks[rest.length] = 0x80;
  new DataView(blocks.buffer).setBigUint64(blocks.length - 8, 8n * BigInt(length), true);
  return blocks;
}

function addBlocks(state: Uint32Array, bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const words = new Uint32Array(16);
  for (let at = 0; at < bytes.length; at += blockSize) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + 4 * i, true);
    addBlock(state, words);
  }
}

function addBlock(state: Uint32Array, words: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0] = state;
  for (let step = 0; step < 64; step++) {
    const round = step >> 4;
    const sum = a + mixed(round, b, c, d) + (words[wordOf(round, step)] ?? 0) + (sines[step] ?? 0);
    const bits = rotations[round]?.[step & 3] ?? 0;
    [a, d, c, b] = [d, c, b, (b + ((sum << bits) | (sum >>> (32 - bits)))) | 0];
  }
  state.set([a, b, c, d].map((word, i) => word + (state[i] ?? 0)));
}

function mixed(round: number, b: number, c: number, d: number): number {
  if (round === 0) return (b & c) | (~b & d);
  if (round === 1) return (b & d) | (c & ~d);
  return round === 2 ? b ^ c ^ d : c ^ (b | ~d);
}

function wordOf(round: number, step: number): number {
  const word = [step, 5 * step + 1, 3 * step + 5, 7 * step][round] ?? 0;
  return word % 16;
}
