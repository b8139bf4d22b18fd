// The programs that record.sh made and those of the corpus, and what readelf said of their call
// frame information.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { MemorySource } from '../../../../src/bytes/source';
import { type Program } from '../../../../src/symbols/program';
import { openProgram } from '../../../../src/symbols/openProgram';

const here = import.meta.dirname;
const corpus = path.join(here, '../../../corpus');

/** A row of a function as readelf writes it. */
export interface Row {
  readonly start: bigint;
  /** Exclusive. */
  readonly end: bigint;
  readonly cfa: string;
  /** What is said of each register, by readelf's names. */
  readonly registers: ReadonlyMap<string, string>;
  /** DWARF number of the return address. */
  readonly returnAddress: number;
  readonly isSignal: boolean;
}

/** The names of all programs. */
export function programNames(): string[] {
  return readdirSync(path.join(here, 'words')).map((name) => name.slice(0, -'.txt'.length));
}

/** A program of the recording, opened. */
export async function openRecorded(name: string): Promise<Program> {
  const [, inCorpus] = /^corpus-(.*)$/.exec(name) ?? [];
  const file = inCorpus?.replace(/^(extra-)?([^-]+)-/, (_, extra?: string, folder?: string) =>
    path.join(extra ? 'extra' : '', folder ?? '', '/'),
  );
  const bytes = readFileSync(
    file === undefined ? path.join(here, 'programs', name) : path.join(corpus, file),
  );
  const opened = await openProgram(new MemorySource(bytes), name);
  if ('problem' in opened) throw new Error(opened.problem);
  return opened.program;
}

/** All rows that readelf printed of a program's functions. */
export function rowsOf(name: string): Row[] {
  return readRows(readFileSync(path.join(here, 'words', `${name}.txt`), 'utf8'));
}

interface Table {
  readonly names: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface Entry extends Table {
  readonly head: string;
}

/** Reads what `readelf --debug-dump=frames-interp` writes. */
function readRows(text: string): Row[] {
  const rows: Row[] = [];
  for (const section of text.split(/^Contents of the /m)) {
    const commons = new Map<string, Entry>();
    for (const entry of section.split(/^(?=[0-9a-f]{8} )(?=.* (?:CIE|FDE) )/m).map(readEntry)) {
      const [offset = ''] = entry.head.split(' ');
      if (entry.head.includes(' CIE ')) commons.set(offset, entry);
      const common = commons.get(/cie=([0-9a-f]+)/.exec(entry.head)?.[1] ?? '');
      if (common) rows.push(...rowsOfFunction(entry, common));
    }
  }
  return rows;
}

function readEntry(text: string): Entry {
  const [head = '', titles = '', ...lines] = text.trim().split('\n');
  const names = titles.trim().split(/ +/).slice(1);
  // A register in another one: `r15 (r15)`.
  const rows = lines.map((line) =>
    line
      .replace(/ \([^)]*\)/g, '')
      .trim()
      .split(/ +/),
  );
  return { head, names, rows };
}

function rowsOfFunction(entry: Entry, common: Entry): Row[] {
  const [, from = '0', to = '0'] = /pc=([0-9a-f]+)\.\.([0-9a-f]+)/.exec(entry.head) ?? [];
  const [start, end] = [BigInt(`0x${from}`), BigInt(`0x${to}`)];
  const whole = entry.rows.length > 0;
  const { names, rows } = whole ? entry : common;
  const augmentation = /"(.*)"/.exec(common.head)?.[1] ?? '';
  const returnAddress = Number(/ra=(\d+)/.exec(common.head)?.[1]);
  const starts = rows.map(([at = '0']) => (whole ? BigInt(`0x${at}`) : start));
  return rows
    .map(([, cfa = '', ...rest], i) => ({
      start: starts[i] ?? start,
      end: starts[i + 1] ?? end,
      cfa,
      registers: new Map(names.slice(1).map((name, column) => [name, rest[column] ?? ''])),
      returnAddress,
      isSignal: augmentation.includes('S'),
    }))
    .filter((row) => row.start < row.end);
}
