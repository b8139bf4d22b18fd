// What a command writes: tables and text for people, a JSON value a line for programs, and on a
// terminal how far long work has come. Nothing that a file says steers the terminal.
import type { StepsDone } from '../ask/run';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { withoutSteering } from '../bytes/text';
import { columnsOf, padded } from './terminalColumns';

/** Characters that are written together. */
const pieceSize = 1 << 16;
/** Rows by which the widths of a table's columns are chosen. */
const rowsForWidths = 500;
/** Characters of a cell before it is cut, so that one long value moves no other column. */
const maxCell = 60;
/** Milliseconds before work counts as long, and between two updates. */
const progressAfter = 400;
const progressEvery = 100;
const barWidth = 24;

/** A column of a table. */
export interface TextColumn {
  readonly heading: string;
  /** Numbers are to the right. */
  readonly isNumber?: boolean;
}

/** What a command writes to. */
export type OutputStream = NodeJS.WritableStream & { readonly isTTY?: boolean };

/** The standard output and error of one command. */
export class Output {
  private waiting: string[] = [];
  private length = 0;
  private readonly begun = performance.now();
  private shown = 0;
  private hasBar = false;

  constructor(
    private readonly out: OutputStream,
    private readonly errors: OutputStream,
    /** Whether each answer is a line of JSON. */
    readonly isJson: boolean,
    /** Nothing more is written once it is aborted. */
    private readonly signal: AbortSignal,
    environment: NodeJS.ProcessEnv = {},
  ) {
    const { NO_COLOR: noColour = '', TERM: terminal } = environment;
    this.hasColours = out.isTTY === true && noColour === '' && terminal !== 'dumb';
  }

  private readonly hasColours: boolean;

  /** Writes a line of text. */
  async line(text: string): Promise<void> {
    await this.write(`${withoutSteering(text)}\n`);
  }

  /** Writes text of several lines. */
  async text(text: string): Promise<void> {
    for (const line of text.split('\n')) await this.line(line);
  }

  /** Writes a value as one line of JSON. */
  async json(value: unknown): Promise<void> {
    await this.write(`${safeJson(value)}\n`);
  }

  /** Writes what is safe already; fails once the command is interrupted. */
  async write(text: string): Promise<void> {
    this.signal.throwIfAborted();
    this.clearBar();
    this.waiting.push(text);
    this.length += text.length;
    if (this.length >= pieceSize) await this.flush();
  }

  /** Writes rows under headings, as they come. */
  async table(
    columns: readonly TextColumn[],
    rows: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
  ): Promise<void> {
    const first: (readonly string[])[] = [];
    let widths: readonly number[] | undefined;
    const begin = async () => {
      widths = columnWidths(columns, first);
      await this.write(`${this.heading(columns, widths)}\n`);
      for (const row of first) await this.write(`${rowText(columns, widths, row)}\n`);
    };
    for await (const row of rows) {
      const safe = row.map((cell) => cellText(cell));
      if (widths) await this.write(`${rowText(columns, widths, safe)}\n`);
      else if (first.push(safe) >= rowsForWidths) await begin();
    }
    if (!widths) await begin();
  }

  /** Writes to the standard error. */
  async reportError(sentence: string): Promise<void> {
    await this.flush();
    this.clearBar();
    this.errors.write(`${withoutSteering(sentence)}\n`);
  }

  /** Text that stands out where the terminal has colours. */
  emphasis(text: string, kind: 'bold' | 'good' | 'bad'): string {
    if (!this.hasColours) return text;
    const code = { bold: 1, good: 32, bad: 31 }[kind];
    return `\u001b[${code}m${text}\u001b[0m`;
  }

  /** Shows on a terminal how far long work has come. */
  readonly progress = ({ done, total }: StepsDone): void => {
    const now = performance.now();
    if (!this.errors.isTTY || this.isJson) return;
    if (now - this.begun < progressAfter || now - this.shown < progressEvery) return;
    this.shown = now;
    this.hasBar = true;
    const fraction = total > 0 ? Math.min(1, done / total) : 1;
    const full = Math.round(fraction * barWidth);
    const bar = '█'.repeat(full) + '░'.repeat(barWidth - full);
    this.errors.write(`\r${bar} ${String(Math.floor(100 * fraction)).padStart(3)} %`);
  };

  /** Hands on what waits. */
  async flush(): Promise<void> {
    const text = this.waiting.join('');
    this.waiting = [];
    this.length = 0;
    if (text === '') return;
    const isTaken = this.out.write(text);
    if (!isTaken) await new Promise((resolve) => this.out.once('drain', resolve));
    // Node writes to a pipe or a terminal at once: a long answer would let no signal through.
    await nextTurn();
  }

  private heading(columns: readonly TextColumn[], widths: readonly number[]): string {
    const headings = columns.map(({ heading }) => cellText(heading));
    return this.emphasis(rowText(columns, widths, headings), 'bold');
  }

  private clearBar(): void {
    if (!this.hasBar) return;
    this.hasBar = false;
    this.errors.write('\r\u001b[K');
  }
}

/** JSON whose control characters and bidi marks are escaped, which changes no value. */
function safeJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** One line, and not too long. */
function cellText(text: string): string {
  const line = withoutSteering(text).replace(/[\r\n\t]+/g, ' ');
  return line.length > maxCell ? `${line.slice(0, maxCell - 1)}…` : line;
}

function columnWidths(
  columns: readonly TextColumn[],
  rows: readonly (readonly string[])[],
): number[] {
  return columns.map(({ heading }, i) =>
    rows.reduce(
      (most, row) => Math.max(most, columnsOf(row[i] ?? '')),
      columnsOf(cellText(heading)),
    ),
  );
}

function rowText(
  columns: readonly TextColumn[],
  widths: readonly number[],
  row: readonly string[],
): string {
  const cells = columns.map(({ isNumber = false }, i) => {
    const [cell = '', width = 0] = [row[i], widths[i]];
    return isNumber ? ' '.repeat(Math.max(0, width - columnsOf(cell))) + cell : padded(cell, width);
  });
  return cells.join('  ').trimEnd();
}
