// Bytes of the file as text to be copied.
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { toHex } from '../../bytes/hex';
import { RequestFailed } from '../../bytes/requestFailed';
import { question, wholeNumber } from '../question';
import type { TraceAsked } from '../views';
import { byteCount } from './byteCount';

/** Bytes that are copied at once. */
const maxCopiedBytes = 1024 * 1024;

const copyFormat = v.picklist(['hex', 'text', 'c']);
export type CopyFormat = v.InferOutput<typeof copyFormat>;

/** `copyBytes`. */
export const copyBytes = question({
  input: v.strictObject({ offset: wholeNumber, length: wholeNumber, format: copyFormat }),
  result: v.strictObject({
    /** Bytes that the text is of: fewer than asked for where the file ends. */
    copied: wholeNumber,
    text: v.string(),
  }),
  answer: async ({ trace }: TraceAsked, { offset, length, format }) => {
    if (length > maxCopiedBytes) {
      throw new RequestFailed(t('At most {0} can be copied at once.', byteCount(maxCopiedBytes)));
    }
    const bytes = await trace.recording.bytes.read(offset, length);
    return { copied: bytes.length, text: copyText(bytes, format) };
  },
});

/** Bytes in a line of a C array. */
const lineBytes = 12;
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The bytes in a format: digits with spaces between bytes, UTF-8 text, or a C array of unsigned
 * char.
 */
export function copyText(bytes: Uint8Array, format: CopyFormat): string {
  switch (format) {
    case 'hex':
      return toHex(bytes).replace(/..(?!$)/g, '$& ');
    case 'text':
      return utf8.decode(bytes);
    case 'c':
      return cArray(bytes);
  }
}

function cArray(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += lineBytes) {
    const line = Array.from(bytes.subarray(at, at + lineBytes), cByte);
    lines.push(`  ${line.join(', ')},`);
  }
  return ['static const unsigned char bytes[] = {', ...lines, '};', ''].join('\n');
}

function cByte(byte: number): string {
  return `0x${byte.toString(16).padStart(2, '0')}`;
}
