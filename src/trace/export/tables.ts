// Frames as a table for other programs: CSV (RFC 4180), JSON Lines (a JSON object a line) and
// Markdown (GitHub's tables). Spreadsheets take text that begins like a formula for one, and what a
// traced program or a colleague wrote would run in them: such text gets an apostrophe before it in
// what spreadsheets read (OWASP, "CSV Injection"). Files and what was copied end up in terminals
// too: nothing in them steers one.
import { t } from '@vscode/l10n';
import { hexAddress } from '../../bytes/hex';
import { messageWithoutSteering, withoutSteering } from '../../bytes/text';
import { FrameFlags } from '../../format/blocks';
import type { AddressDescription } from '../traceModule';
import type { FrameValue } from '../search/frameValues';
import type { Trace } from '../trace';

/** How a table is written. */
export interface TableFormat {
  /** What comes before the rows. */
  head(columns: readonly Pick<ExportColumn, 'heading' | 'title'>[]): string;
  row(
    columns: readonly Pick<ExportColumn, 'heading' | 'title'>[],
    values: readonly ExportedValue[],
  ): string;
}

/** Comma-separated values with a header line; lines end with CR LF. */
export const csv: TableFormat = {
  head: (columns) => csvLine(columns.map(({ heading }) => heading)),
  row: (_, values) => csvLine(values),
};

/** An object a line; what a frame does not have is left out. */
export const jsonLines: TableFormat = {
  head: () => '',
  row: (columns, values) => {
    // A name that two columns have would hide the first.
    const names = distinct(columns.map(({ heading }) => heading));
    const entries = values.flatMap((value, i) =>
      value === undefined
        ? []
        : [[names[i], value].map((each) => JSON.stringify(messageWithoutSteering(each))).join(':')],
    );
    return `{${entries.join(',')}}\n`;
  },
};

/** A table; numbers are to the right where a reader sees to that. */
export const markdown: TableFormat = {
  head: (columns) => {
    const headings = columns.map(({ heading, title = heading }) => title);
    return `${markdownLine(headings)}|${headings.map(() => ' --- |').join('')}\n`;
  },
  row: (_, values) => markdownLine(values),
};

/** Tab-separated, as spreadsheets paste it; a tab or line end inside of a value becomes a blank. */
export const tabSeparated: TableFormat = {
  head: (columns) => tabbedLine(columns.map(({ heading }) => heading)),
  row: (_, values) => tabbedLine(values),
};

function csvLine(values: readonly ExportedValue[]): string {
  return `${values.map(csvField).join(',')}\r\n`;
}

function csvField(value: ExportedValue): string {
  const text = asText(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function markdownLine(values: readonly ExportedValue[]): string {
  return `|${values.map((value = '') => ` ${markdownCell(withoutSteering(String(value)))} |`).join('')}\n`;
}

/** What means something in Markdown or HTML is written so that it does not. */
function markdownCell(text: string): string {
  return text
    .replace(/[\\`*_[\]|~#]/g, (character) => `\\${character}`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/\r\n|[\r\n]/g, '<br>');
}

function tabbedLine(values: readonly ExportedValue[]): string {
  return `${values.map((value) => asText(value).replace(/[\t\r\n]+/g, ' ')).join('\t')}\n`;
}

/** What a spreadsheet takes for a formula, unless it is a number. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** A value as a spreadsheet takes it for text or a number. */
function asText(value: ExportedValue = ''): string {
  const text = withoutSteering(String(value));
  return formula.test(text) && !decimal.test(text) ? `'${text}` : text;
}

function distinct(names: readonly string[]): string[] {
  const times = new Map<string, number>();
  return names.map((name) => {
    const before = times.get(name) ?? 0;
    times.set(name, before + 1);
    return before === 0 ? name : `${name} (${before + 1})`;
  });
}

// What the user copies from a table or a frame: a cell, rows, or bytes as an array of C.

/** Bytes on a line of an array. */
const bytesPerLine = 16;

/** The text of a cell; empty where the frame has no value. */
export async function cellText(column: ExportColumn, frame: number): Promise<string> {
  return withoutSteering(String((await column.valueIn(frame)) ?? ''));
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
 * Bytes of memory, of a register or of a value as an array of C. `available`: for each byte whether
 * the frame has it; a missing one is written as zero with a comment. `said`: what it is, for a
 * comment before it.
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
  const shown = withoutSteering(said).replaceAll('*/', '* /');
  const comment = said === '' ? '' : `/* ${shown} */\n`;
  const head = `static const unsigned char ${cName(name)}[${bytes.length}] = {`;
  return `${comment}${head}\n${lines.join('\n')}${lines.length > 0 ? '\n' : ''}};\n`;
}

/** The nearest that C takes for a name. */
function cName(text: string): string {
  const name = text.replace(/\W+/g, '_').replace(/^_+|(?<!_)_+$/g, '');
  if (name === '') return 'bytes';
  return /^\d/.test(name) ? `_${name}` : name;
}

// What an export writes of each frame: columns with a heading, and a value in each frame. A face
// hands in the columns of its table; those here are what every frame has.

/** A number, or text; undefined where a frame has neither. */
export type ExportedValue = string | number | undefined;

/** A column of an export. */
export interface ExportColumn {
  /** The name of a field, which programs read: English. */
  readonly heading: string;
  /** The heading for a reader, where it has words of ours. */
  readonly title?: string;
  valueIn(frame: number): ExportedValue | Promise<ExportedValue>;
}

/** The values of a frame, column by column. */
export async function valuesIn(
  columns: readonly ExportColumn[],
  frame: number,
): Promise<ExportedValue[]> {
  const values: ExportedValue[] = [];
  for (const column of columns) {
    const value = column.valueIn(frame);
    values.push(value instanceof Promise ? await value : value);
  }
  return values;
}

/** The columns that every trace has. */
type OwnColumn =
  | 'frame'
  | 'tracepoint'
  | 'pc'
  | 'function'
  | 'file'
  | 'line'
  | 'collected'
  | 'size';

/** All of them, in the order of a table. */
export const ownColumns: readonly OwnColumn[] = [
  'frame',
  'tracepoint',
  'pc',
  'function',
  'file',
  'line',
  'collected',
  'size',
];

const ownTitles: Readonly<Record<OwnColumn, () => string>> = {
  frame: () => t('frame'),
  tracepoint: () => t('tracepoint'),
  pc: () => 'pc',
  function: () => t('function'),
  file: () => t('file'),
  line: () => t('line'),
  collected: () => t('collected'),
  size: () => t('size'),
};

/** One of the columns that every trace has. The frames asked for must be in the index. */
export function ownColumn(trace: Trace, name: OwnColumn): ExportColumn {
  return { heading: name, title: ownTitles[name](), valueIn: valuesOf(trace, name) };
}

/** What `print` writes of an expression; nothing where it complains instead. */
export function valueColumn(value: FrameValue): ExportColumn {
  return {
    heading: value.text,
    valueIn: async (frame) => {
      const written = await value.textIn(frame);
      return 'problem' in written ? undefined : numberOrText(written.text);
    },
  };
}

/** The notes that the user made on frames. */
export function noteColumn(notes: ReadonlyMap<number, string>): ExportColumn {
  return { heading: 'note', title: t('note'), valueIn: (frame) => notes.get(frame) };
}

/** A decimal number that loses nothing as a double, else the text. */
export function numberOrText(text: string): string | number {
  const number = Number(text);
  const isExact = /^-?(?:0|[1-9]\d*)$/.test(text) && Number.isSafeInteger(number);
  return isExact && !Object.is(number, -0) ? number : text;
}

function valuesOf(trace: Trace, name: OwnColumn): ExportColumn['valueIn'] {
  const { index } = trace.recording;
  switch (name) {
    case 'frame':
      return (frame) => frame;
    case 'tracepoint':
      return (frame) => index.tracepoint(frame);
    case 'size':
      return (frame) => index.size(frame);
    case 'collected':
      return (frame) => kindsIn(index.flags(frame));
    case 'pc':
      return (frame) => {
        const at = trace.recording.pc(frame);
        return at && hexAddress(at.pc);
      };
    case 'function':
      return async (frame) => (await locate(trace, frame)).functionName;
    case 'file':
      return async (frame) => (await locate(trace, frame)).source?.file;
    case 'line':
      return async (frame) => (await locate(trace, frame)).source?.line;
  }
}

async function locate(trace: Trace, frame: number): Promise<AddressDescription> {
  const at = trace.recording.pc(frame);
  return at ? trace.modules.current.locate(at.pc) : {};
}

/** The letters of the kinds of blocks, as the file has them. */
function kindsIn(holds: number): string {
  const kinds = [
    ['R', FrameFlags.registers],
    ['M', FrameFlags.memory],
    ['V', FrameFlags.variables],
    ['S', FrameFlags.staticData],
  ] as const;
  return kinds.flatMap(([letter, bit]) => ((holds & bit) === 0 ? [] : [letter])).join(' ');
}
