// What is fuzzed: readers of what strangers write, and what must hold of each of them, whatever the
// bytes.
import { getHeapStatistics } from 'node:v8';
import type { Random } from './rounds';

/** A reader of bytes, as `npm test` and `npm run fuzz` drive it. */
export interface Reader {
  /** As `npm run fuzz -- --reader NAME` says it. */
  readonly name: string;
  /** Good inputs, to begin with. */
  seeds(): Promise<readonly Uint8Array[]>;
  /** An input altered as its format allows, or one made of its parts. */
  alter(input: Uint8Array, random: Random): Uint8Array;
  /**
   * Reads an input: what it came to, as plain data. Fails where something that must hold does not.
   */
  read(input: Uint8Array): unknown;
  /** Whether an input is one part of a file of which much more is read. */
  readonly isPart?: boolean;
  /** Rounds in `npm test`. */
  readonly rounds: number;
}

/**
 * Bytes that the reading of one input may leave on the heap and in buffers. No seed has more than
 * 200,000.
 */
const maxMemory = 384 * 1024 * 1024;

/**
 * Reads an input twice. Fails where the reader throws, keeps far more than it was given, writes to
 * its input, or comes to something else the second time. What it came to, as text.
 */
export async function readTwice(reader: Reader, input: Uint8Array): Promise<string> {
  const before = held();
  const first = await outcomeOf(reader, input);
  const grown = held() - before;
  if (grown > maxMemory) throw new Error(`${reader.name} took ${grown} bytes.`);
  const again = await outcomeOf(reader, input);
  if (first !== again) {
    let at = 0;
    while (first[at] === again[at]) at++;
    const texts = [first, again].map((text) => text.slice(Math.max(0, at - 100), at + 100));
    throw new Error(`${reader.name} read something else again:\n${texts.join('\n')}`);
  }
  return first;
}

async function outcomeOf(reader: Reader, input: Uint8Array): Promise<string> {
  const given = new Uint8Array(input);
  const outcome = JSON.stringify({ read: await reader.read(given) }, asPlain);
  if (Buffer.compare(given, input) !== 0) throw new Error(`${reader.name} wrote to its input.`);
  return outcome;
}

/** Bytes of the heap and of buffers, those that nothing needs any more among them. */
function held(): number {
  const { used_heap_size: heap, external_memory: buffers } = getHeapStatistics();
  return heap + buffers;
}

/** What JSON has no words for, in its own. */
function asPlain(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (value instanceof Map || value instanceof Set) return [...value];
  if (!ArrayBuffer.isView(value)) return value;
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1');
}
