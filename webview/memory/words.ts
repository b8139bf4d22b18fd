// What the memory view says of bytes: their origin, their numbers, and what is copied.
import type { Endian, MemorySection, ShownOrigin } from '../../src/workbench/memoryView/messages';
import { t } from '../l10n';
import { wordList } from '../text';
import { digits, originAt } from './layout';

/** Origins in words. */
export const originWords: Readonly<Record<ShownOrigin, string>> = {
  collected: t('collected in this frame'),
  transparent: t('read-only in the program'),
  unavailable: t('not collected'),
};

/** A stretch of a section's bytes; `end` exclusive. */
export interface SectionRange {
  readonly start: number;
  readonly end: number;
}

/** Where the bytes come from, each origin once. */
export function originText(section: MemorySection, { start, end }: SectionRange): string {
  const found = new Set<ShownOrigin>();
  for (let offset = start; offset < end; offset++) found.add(originAt(section, offset));
  return wordList([...found].map((origin) => originWords[origin]));
}

/** What the bytes were at the stop before, in memory order; undefined where none has changed. */
export function beforeText(
  section: MemorySection,
  { start, end }: SectionRange,
): string | undefined {
  const before = new Map(section.before);
  const bytes: string[] = [];
  let changed = false;
  for (let offset = start; offset < end; offset++) {
    const was = before.get(offset);
    changed ||= was !== undefined;
    const isKnown = originAt(section, offset) !== 'unavailable';
    bytes.push(
      was === undefined ? (isKnown ? digits(section.bytes[offset] ?? 0) : '??') : digits(was),
    );
  }
  return changed ? bytes.join(' ') : undefined;
}

/** The number that the bytes make; undefined where one of them is unavailable. */
export function numberOfBytes(
  section: MemorySection,
  { start, end }: SectionRange,
  endian: Endian,
): bigint | undefined {
  const bytes: string[] = [];
  for (let offset = start; offset < end; offset++) {
    if (offset >= section.bytes.length || originAt(section, offset) === 'unavailable')
      return undefined;
    bytes.push(digits(section.bytes[offset] ?? 0));
  }
  return bytes.length === 0
    ? undefined
    : BigInt(`0x${(endian === 'little' ? bytes.reverse() : bytes).join('')}`);
}

/** The bytes as numbers of their size: unsigned, signed where that is another, floating-point where there is such. */
export function numberTexts(
  section: MemorySection,
  stretch: SectionRange,
  endian: Endian,
): string[] {
  const number = numberOfBytes(section, stretch, endian);
  if (number === undefined) return [];
  const size = stretch.end - stretch.start;
  const signed = BigInt.asIntN(8 * size, number);
  const float = size === 4 || size === 8 ? floatOf(number, size) : undefined;
  return [
    `unsigned ${number}`,
    ...(signed === number ? [] : [`signed ${signed}`]),
    ...(size === 1 && number >= 0x20n && number < 0x7fn
      ? [`‘${String.fromCharCode(Number(number))}’`]
      : []),
    ...(float === undefined ? [] : [`float ${float}`]),
  ];
}

function floatOf(number: bigint, size: 4 | 8): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, size === 8 ? number : number << 32n);
  return String(size === 8 ? view.getFloat64(0) : Number(view.getFloat32(0).toPrecision(9)));
}

/** The bytes as they are copied: pairs of digits in memory order, or numbers as wide as the groups. */
export function copiedDigits(
  section: MemorySection,
  { start, end }: SectionRange,
  groupSize: number,
  endian: Endian,
): string {
  const words: string[] = [];
  for (let at = start; at < end; at += groupSize) {
    const bytes: string[] = [];
    for (let offset = at; offset < Math.min(at + groupSize, section.bytes.length); offset++) {
      const isKnown = originAt(section, offset) !== 'unavailable';
      bytes.push(isKnown ? digits(section.bytes[offset] ?? 0) : '??');
    }
    if (endian === 'little') bytes.reverse();
    words.push(groupSize === 1 ? bytes.join('') : `0x${bytes.join('')}`);
  }
  return words.join(' ');
}
