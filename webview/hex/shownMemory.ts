// Memory as a hex view shows it: where its bytes come from, what they were before, and how they are
// copied. No DOM in here.
import type { CopyFormat } from '../../src/ask/bytes/copyBytes';
import type { OriginName } from '../../src/ask/frame/memoryRows';
import type { Endian } from '../../src/workbench/memoryView/messages';
import { t } from '../l10n';
import { wordList } from '../text';
import type { SelectedPlaces } from './hexSelection';

/** Origins in words. */
export const originWords: Readonly<Record<OriginName, string>> = {
  collected: t('collected in this frame'),
  transparent: t('read-only in the program'),
  unavailable: t('not collected'),
};

/** The bytes of all ranges, by place. */
interface MemoryBytes {
  /** Of an unavailable byte it means nothing. */
  readonly values: readonly number[];
  readonly origins: readonly OriginName[];
  /** The digits of a byte in the frame compared with, where they were others. */
  readonly before: (place: number) => string | undefined;
  /** What is said of earlier digits: `was 41`. */
  readonly was: (digits: string) => string;
}

export class ShownMemory {
  constructor(private readonly bytes: MemoryBytes) {}

  /** Undefined where it is unavailable. */
  byteAt(place: number): number | undefined {
    return this.originAt(place) === 'unavailable' ? undefined : this.bytes.values[place];
  }

  /** CSS classes. */
  classesOf(place: number): string {
    const origin = `byte-${this.originAt(place)}`;
    return this.bytes.before(place) === undefined ? origin : `${origin} byte-changed`;
  }

  /** A byte in words. */
  wordsOf(place: number): string {
    const was = this.bytes.before(place);
    const words = originWords[this.originAt(place)];
    return was === undefined ? words : `${words}; ${this.bytes.was(was)}`;
  }

  /** Where bytes come from, each origin once, and what they were where one has changed. */
  factsOf({ start, end }: SelectedPlaces): string[] {
    const origins = new Set<OriginName>();
    const earlier: string[] = [];
    let changed = false;
    for (let place = start; place < end; place++) {
      origins.add(this.originAt(place));
      const was = this.bytes.before(place);
      changed ||= was !== undefined;
      earlier.push(was ?? digitsOf(this.byteAt(place)));
    }
    const words = wordList([...origins].map((origin) => originWords[origin]));
    const shown = earlier.slice(0, maxEarlier).join(' ');
    const more = earlier.length > maxEarlier ? '…' : '';
    return changed ? [words, this.bytes.was(`${shown}${more}`)] : [words];
  }

  private originAt(place: number): OriginName {
    return this.bytes.origins[place] ?? 'unavailable';
  }
}

/** Bytes whose earlier digits are shown together. */
const maxEarlier = 32;

/** Two hexadecimal digits, `??` of a byte that is not known. */
export function digitsOf(byte: number | undefined): string {
  return byte === undefined ? '??' : byte.toString(16).padStart(2, '0');
}

/** Contiguous bytes to copy. */
interface CopiedBytes {
  readonly address: bigint;
  readonly bytes: readonly (number | undefined)[];
}

/**
 * Bytes of memory in a format, each run of its own: pairs of digits, or numbers as wide as the
 * groups that are shown; UTF-8 text; arrays of C.
 */
export function copiedMemory(
  runs: readonly CopiedBytes[],
  format: CopyFormat,
  groupSize = 1,
  order: Endian = 'little',
): string {
  switch (format) {
    case 'hex':
      return runs.map(({ bytes }) => copiedDigits(bytes, groupSize, order)).join('\n');
    case 'text':
      return runs.map(({ bytes }) => utf8.decode(Uint8Array.from(bytes, known))).join('\n');
    case 'c':
      return runs.map(cArray).join('\n');
  }
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

function known(byte: number | undefined): number {
  return byte ?? 0x3f;
}

function copiedDigits(
  bytes: readonly (number | undefined)[],
  groupSize: number,
  order: Endian,
): string {
  const words: string[] = [];
  for (let at = 0; at < bytes.length; at += groupSize) {
    const digits = bytes.slice(at, at + groupSize).map(digitsOf);
    if (order === 'little') digits.reverse();
    words.push(groupSize === 1 ? digits.join('') : `0x${digits.join('')}`);
  }
  return words.join(' ');
}

/** Bytes in a line of a C array. */
const lineBytes = 12;

function cArray({ address, bytes }: CopiedBytes): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += lineBytes) {
    lines.push(
      `  ${bytes
        .slice(at, at + lineBytes)
        .map(cByte)
        .join(' ')}`,
    );
  }
  const head = `static const unsigned char memory_0x${address.toString(16)}[${bytes.length}] = {`;
  return [head, ...lines, '};', ''].join('\n');
}

function cByte(byte: number | undefined): string {
  return byte === undefined ? '0x00 /* unavailable */,' : `0x${digitsOf(byte)},`;
}
