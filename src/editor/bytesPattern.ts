// What is searched for in the bytes of the file: bytes in hexadecimal, of which some may be left open, or text.
import { t } from '@vscode/l10n';

/** A row of bytes: each is compared under a mask. */
export interface BytesPattern {
  readonly values: Uint8Array;
  /** The bits of each byte that must be those of `values`. */
  readonly masks: Uint8Array;
}

/** Bytes of the longest pattern: a search takes this many looks at a place at most. */
const longestPattern = 256;
const utf8 = new TextEncoder();
/** The bit that tells the cases of an ASCII letter apart. */
const caseBit = 0x20;

/** Reads digits, `?` for any of them, and spaces between bytes; `0x` before a byte is passed over. */
export function hexPattern(text: string): BytesPattern | { problem: string } {
  const digits = text.replace(/(^|[\s,])0x/gi, '$1').replace(/[\s,]/g, '');
  const wrong = /[^0-9a-f?]/i.exec(digits);
  if (wrong) {
    return { problem: t('“{0}” is no hexadecimal digit. Write bytes as 7f 45 ?? 46.', wrong[0]) };
  }
  if (digits.length % 2 !== 0)
    return { problem: t('The last byte has one digit: write two for each byte.') };
  const pairs = digits.match(/../g) ?? [];
  const under = (known: string) => (pair: string) =>
    Number.parseInt(pair.replace(/[^?]/g, known).replace(/\?/g, '0'), 16);
  return checked({
    values: Uint8Array.from(pairs, (pair) => Number.parseInt(pair.replace(/\?/g, '0'), 16)),
    masks: Uint8Array.from(pairs, under('f')),
  });
}

/** Text as UTF-8; without `matchCase`, ASCII letters of either case. */
export function textPattern(text: string, matchCase: boolean): BytesPattern | { problem: string } {
  const values = utf8.encode(text);
  const masks = values.map((byte) => (!matchCase && isLetter(byte) ? 0xff & ~caseBit : 0xff));
  return checked({ values: values.map((byte, i) => byte & (masks[i] ?? 0)), masks });
}

function checked(pattern: BytesPattern): BytesPattern | { problem: string } {
  const { length } = pattern.values;
  if (length === 0) return { problem: t('There is nothing to search for.') };
  if (length > longestPattern)
    return { problem: t('At most {0} bytes can be searched for.', longestPattern) };
  if (!pattern.masks.some((mask) => mask !== 0))
    return { problem: t('Every place has such bytes: give at least one digit.') };
  return pattern;
}

function isLetter(byte: number): boolean {
  const lower = byte | caseBit;
  return lower >= 0x61 && lower <= 0x7a;
}
