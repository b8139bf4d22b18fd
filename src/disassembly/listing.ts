// A disassembly in gdb's words: what `x/i` and `disassemble` print (gdb manual, "Machine Code" and
// "Memory").
import { append } from '../bytes/arrays';
import { hexAddress, toHex } from '../bytes/hex';
import { textOf, type Instruction } from './instruction';
import type { InstructionSetName } from './instructionSet';

/** What names addresses in a listing. Addresses are run-time addresses. */
export interface ListingNames {
  /** The PC, which is marked; undefined where it is not known. */
  readonly pc: bigint | undefined;
  /** `helper+53`, without brackets. */
  symbolOf(address: bigint): Promise<string | undefined>;
  /** The same at the beginning of a line, where it has no file; absent where none has. */
  placeOf?(address: bigint): Promise<string | undefined>;
}

/** Where sources are in a listing. */
export interface ListingSources {
  /**
   * The line of an address, and where the code of that line ends; `file` is any name that is the
   * same for the same file.
   */
  lineAt(
    address: bigint,
  ): Promise<{ readonly file: string; readonly line: number; readonly end: bigint } | undefined>;
  /**
   * The line from which on the source text is listed; undefined where it is that of the first
   * instruction.
   */
  readonly firstLine?: number | undefined;
  /**
   * The runs of code of the first instruction's file, with and without instructions, for a listing
   * by line.
   */
  readonly lines: readonly {
    readonly line: number;
    readonly start: bigint;
    readonly end: bigint;
  }[];
  /** The file as gdb writes it in a heading. */
  fileName(file: string): string;
  /** A line's text; undefined where the source is not on this machine. */
  textOf(file: string, line: number): Promise<string | undefined>;
  /** Called for each run of lines that is listed. */
  listed?(file: string, first: number, last: number): void;
}

/** What is listed of code: a function by itself, or a range. */
type ListedCode =
  | { readonly functionName: string; readonly start: bigint }
  | { readonly start: bigint; readonly end: bigint };

/** Lines, and gdb's error where the listing ends at memory that is not available. */
export interface Listing {
  readonly lines: readonly string[];
  readonly error?: string;
}

/**
 * `x/i`: each row on a line, `=> 0x401159 <helper+19>:` and the instruction; up to memory that is
 * not available.
 */
export async function examined(
  rows: readonly Instruction[],
  names: ListingNames,
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const row of rows) {
    const symbol = await names.symbolOf(row.address);
    const named = symbol === undefined ? '' : ` <${symbol}>`;
    const head = `${mark(row, names)}${hexAddress(row.address)}${named}:\t`;
    if (row.kind === 'unavailable') return [...lines, head + noAccess(row)];
    lines.push(head + (await textOf(row, (address) => names.symbolOf(address))));
  }
  return lines;
}

/**
 * `disassemble`: the rows between a heading and an end. `raw`: with their bytes (`/r`). `sources`:
 * with source lines where `order` says, by address (`/s`) or by line (`/m`). `addressSize`: bytes
 * of an address.
 */
export async function dumped(
  rows: readonly Instruction[],
  code: ListedCode,
  names: ListingNames,
  options: {
    readonly addressSize: number;
    readonly raw?: boolean;
    readonly sources?: ListingSources;
    readonly order?: 'address' | 'line';
  },
): Promise<Listing> {
  const heading =
    'functionName' in code
      ? `Dump of assembler code for function ${code.functionName}:`
      : `Dump of assembler code from ${hexAddress(code.start)} to ${hexAddress(code.end)}:`;
  const cut = rows.findIndex(({ kind }) => kind === 'unavailable');
  const available = cut < 0 ? rows : rows.slice(0, cut);
  const line = (row: Instruction) => dumpedLine(row, code, names, options);
  const { sources } = options;
  const isByLine = options.order === 'line';
  const mixed =
    isByLine || !(rows[0] && (await sources?.lineAt(rows[0].address))) ? undefined : sources;
  const missing = rows[cut];
  // gdb measures all instructions before it prints one (gdb 13, do_mixed_source_and_assembly).
  if (mixed && missing) return { lines: [heading], error: noAccess(missing) };
  const body = mixed
    ? await byAddress(available, mixed, line)
    : sources && isByLine
      ? await byLine(available, sources, line)
      : await Promise.all(available.map(line));
  if (!missing) return { lines: [heading, ...body, 'End of assembler dump.'] };
  const head = await line(missing);
  return { lines: [heading, ...body, head], error: noAccess(missing) };
}

async function dumpedLine(
  row: Instruction,
  code: ListedCode,
  names: ListingNames,
  { addressSize, raw = false }: { readonly addressSize: number; readonly raw?: boolean },
): Promise<string> {
  const address = `0x${row.address.toString(16).padStart(2 * addressSize, '0')}`;
  const where = await placeText(row.address, code, names);
  const bytes = raw && row.bytes.length > 0 ? `${rawBytes(row)}\t` : '';
  const text = await textOf(row, (at) => names.symbolOf(at));
  return `${mark(row, names)}${address}${where}:\t${bytes}${text}`;
}

/** `<+5>` in a function by itself, else `<helper+5>`; gdb writes the offset even where it is 0. */
async function placeText(address: bigint, code: ListedCode, names: ListingNames): Promise<string> {
  const symbol = await (names.placeOf?.(address) ?? names.symbolOf(address));
  if (symbol === undefined) return '';
  if ('functionName' in code) {
    const offset = BigInt.asIntN(64, address - code.start);
    return ` <${offset < 0n ? '' : '+'}${offset}>`;
  }
  return ` <${/[+-]\d+$/.test(symbol) ? symbol : `${symbol}+0`}>`;
}

/**
 * In the order of addresses: where the line changes, the lines that have no code of their own and
 * then the line.
 */
async function byAddress(
  rows: readonly Instruction[],
  sources: ListingSources,
  write: (row: Instruction) => Promise<string>,
): Promise<string[]> {
  const places = await Promise.all(rows.map(({ address }) => sources.lineAt(address)));
  const withCode = new Set(places.map((place) => place && `${place.file}:${place.line}`));
  const lines: string[] = [];
  let last: { readonly file: string; readonly line: number } | undefined;
  for (const [i, row] of rows.entries()) {
    const place = places[i];
    const isNewFile = i === 0 || place?.file !== last?.file;
    if (isNewFile || place?.line !== last?.line) {
      if (i > 0) lines.push('');
      if (isNewFile) lines.push(place ? `${sources.fileName(place.file)}:` : 'unknown:');
    }
    if (!place) {
      if (isNewFile) lines.push('--- no source info for this pc ---');
    } else if (isNewFile || place.line !== last?.line) {
      let first = place.line;
      if (!last) {
        first = Math.min(first, sources.firstLine ?? first);
      } else if (!isNewFile && place.line > last.line + 1) {
        while (first - 1 > last.line && !withCode.has(`${place.file}:${first - 1}`)) first--;
      }
      append(lines, await sourceLines(sources, place.file, first, place.line));
    }
    lines.push(await write(row));
    last = place;
  }
  return lines;
}

/**
 * In the order of lines: each with all of its code, if any, and the lines between that have none
 * (gdb 13, do_mixed_source_and_assembly_deprecated).
 */
async function byLine(
  rows: readonly Instruction[],
  sources: ListingSources,
  write: (row: Instruction) => Promise<string>,
): Promise<string[]> {
  const first = rows[0] && (await sources.lineAt(rows[0].address));
  if (!first) return Promise.all(rows.map(write));
  const runs = [...sources.lines].sort((a, b) => a.line - b.line || Number(a.start - b.start));
  const lines: string[] = [];
  let next: number | undefined;
  for (const [i, { line, start, end }] of runs.entries()) {
    if (next === undefined || line >= next) {
      append(lines, await sourceLines(sources, first.file, next ?? line, line));
      next = line + 1;
    }
    for (const row of rows) {
      if (row.address >= start && row.address < end) lines.push(await write(row));
    }
    if (runs[i + 1]?.line !== line) lines.push('');
  }
  return lines;
}

async function sourceLines(
  sources: ListingSources,
  file: string,
  first: number,
  last: number,
): Promise<string[]> {
  const lines: string[] = [];
  sources.listed?.(file, first, last);
  for (let line = first; line <= last; line++) {
    lines.push(`${line}\t${(await sources.textOf(file, line)) ?? `in ${sources.fileName(file)}`}`);
  }
  return lines;
}

function mark({ address }: Instruction, { pc }: ListingNames): string {
  return address === pc ? '=> ' : '   ';
}

function noAccess({ address }: Instruction): string {
  return `Cannot access memory at address ${hexAddress(address)}`;
}

// The bytes of an instruction as `disassemble /r` writes them: in the pieces that the processor
// reads, filled up to a column.

/** Bytes in a piece, and those that a column has room for. */
const pieces: Partial<Record<InstructionSetName, readonly [piece: number, column: number]>> = {
  'x86-32': [1, 7],
  'x86-64': [1, 7],
  s390: [1, 6],
  powerpc: [1, 4],
  powerpc64: [1, 4],
  thumb: [2, 4],
};

/** The bytes in hexadecimal digits. */
function rawBytes({ bytes, set, size }: Instruction): string {
  const isRiscv = set.name === 'riscv32' || set.name === 'riscv64';
  const [piece, column] = pieces[set.name] ?? (isRiscv ? [size, 8] : [4, 4]);
  const written: string[] = [];
  for (let at = 0; at < bytes.length; at += piece) {
    const part = bytes.slice(at, at + piece);
    written.push(toHex(set.order === 'little' ? part.reverse() : part));
  }
  const missing = Math.floor((column - bytes.length) / piece);
  const filling = missing > 0 ? missing * (2 * piece + 1) - 1 : 0;
  return written.join(' ') + ' '.repeat(filling);
}
