// Bytes as text for the clipboard.
import { toHex } from '../bytes/hex';
import type { CopyFormat } from './bytesMessages';

/** Bytes in a line of a C array. */
const lineBytes = 12;
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** The bytes in a format: digits with spaces between bytes, UTF-8 text, or a C array of unsigned char. */
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
