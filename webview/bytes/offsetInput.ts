// What the user types to go to an offset.
import { t } from '../l10n';
import { grouped } from '../text';

/** Where "go to" starts from, in bytes. */
interface OffsetOrigin {
  readonly cursor: number;
  /** Bytes of the file. */
  readonly size: number;
}

/**
 * Reads `0x9c4e`, `40014`, `40,014` or, with a letter in it, `9c4e`; with `+` or `-` it counts from
 * the cursor. Why there is no such byte is a sentence.
 */
export function readOffset(
  text: string,
  { cursor, size }: OffsetOrigin,
): { readonly offset: number } | { readonly problem: string } {
  const read = /^([+-]?)\s*(0x)?([0-9a-f]+)$/i.exec(text.trim().replace(/[,_]/g, ''));
  if (!read) return { problem: t('Write an offset such as 0x9c4e, 40014, +0x10 or -16.') };
  const [, sign, prefix, digits = ''] = read;
  const isHex = prefix !== undefined || /[a-f]/i.test(digits);
  const value = Number.parseInt(digits, isHex ? 16 : 10);
  const offset = sign === '+' ? cursor + value : sign === '-' ? cursor - value : value;
  if (offset >= 0 && offset < size) return { offset };
  return { problem: t('There is no such byte: the file has {0}, counted from 0.', grouped(size)) };
}

/** `0x9c4e`. */
export function offsetText(offset: number): string {
  return `0x${offset.toString(16)}`;
}
