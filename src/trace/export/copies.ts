// What a person copies from a table or a frame: a cell, rows, or bytes as an array of C.
import { valuesIn, type ExportColumn } from './columns';
import { tabSeparated } from './tables';

/** Bytes on a line of an array. */
const bytesPerLine = 16;

/** The text of a cell, as it is; empty where the frame has no value. */
export async function cellText(column: ExportColumn, frame: number): Promise<string> {
  return String((await column.valueIn(frame)) ?? '');
}

/** Rows as spreadsheets paste them. */
export async function rowsText(
  columns: readonly ExportColumn[],
  frames: readonly number[],
): Promise<string> {
  const rows = await Promise.all(
    frames.map(async (frame) => tabSeparated.row(columns, await valuesIn(columns, frame))),
  );
  return rows.join('');
}

/**
 * Bytes of memory, of a register or of a value as an array of C. `available` tells of each byte whether the frame has it;
 * one that it has not is a zero with a comment. `said`: what it is, for a comment before it.
 */
export function cArray(
  name: string,
  bytes: Uint8Array,
  said = '',
  available: (offset: number) => boolean = () => true,
): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += bytesPerLine) {
    const line = Array.from(bytes.subarray(at, at + bytesPerLine), (byte, i) =>
      available(at + i) ? `0x${byte.toString(16).padStart(2, '0')},` : '0x00 /* unavailable */,',
    );
    lines.push(`  ${line.join(' ')}`);
  }
  const comment = said === '' ? '' : `/* ${said.replaceAll('*/', '* /')} */\n`;
  const head = `static const unsigned char ${cName(name)}[${bytes.length}] = {`;
  return `${comment}${head}\n${lines.join('\n')}${lines.length > 0 ? '\n' : ''}};\n`;
}

/** The nearest that C takes for a name. */
function cName(text: string): string {
  const name = text.replace(/\W+/g, '_').replace(/^_+|_+$/g, '');
  if (name === '') return 'bytes';
  return /^\d/.test(name) ? `_${name}` : name;
}
