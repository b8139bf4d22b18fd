// How values are written, as the user switches it: for all of them, or for one expression (gdb manual, "Output
// Formats"). A client may ask for hexadecimal numbers itself (DAP, ValueFormat).
import { watchFormat } from '../expressions/format';
import type { Format } from '../values/text/text';

/** gdb's format of each name; `natural` is what `print` writes without one. */
const letters = {
  natural: undefined,
  hexadecimal: 'x',
  decimal: 'd',
  binary: 't',
  octal: 'o',
  character: 'c',
  float: 'f',
} as const satisfies Record<string, Format | undefined>;

/** A format to switch to. */
export type ShownFormat = keyof typeof letters;

/** Reads the name of a format. */
export function readShownFormat(value: unknown): ShownFormat | undefined {
  return typeof value === 'string' && Object.hasOwn(letters, value)
    ? (value as ShownFormat)
    : undefined;
}

/** The letter behind `/` in gdb's `print`; undefined for the natural format. */
export function formatLetter(format: ShownFormat | undefined): Format | undefined {
  return format && letters[format];
}

/** The formats of one debug session. */
export class ValueFormats {
  private all: ShownFormat | undefined;
  private readonly own = new Map<string, ShownFormat>();
  /** Whether the client asked for hexadecimal numbers in its last request; what the user switches goes before. */
  clientHex = false;

  /** The format of all values that have none of their own; undefined where each is written as usual. */
  get ofAll(): ShownFormat | undefined {
    return this.all ?? (this.clientHex ? 'hexadecimal' : undefined);
  }

  /** The format that an expression was given, which its parts share. */
  ofExpression(expression: string | undefined): ShownFormat | undefined {
    return expression === undefined ? undefined : this.own.get(withoutFormat(expression));
  }

  /** Switches all values; undefined brings back what is usual everywhere, for single values too. */
  setAll(format: ShownFormat | undefined): void {
    this.all = format;
    if (format === undefined) this.own.clear();
  }

  /** Switches one value; undefined lets it follow all others again. */
  set(expression: string, format: ShownFormat | undefined): void {
    if (format === undefined) this.own.delete(withoutFormat(expression));
    else this.own.set(withoutFormat(expression), format);
  }
}

/** An expression of the watch view, which is the same value with a format behind it and without: `n` for `n,x`. */
export function withoutFormat(expression: string): string {
  const asked = watchFormat(expression);
  return ('problem' in asked ? expression : asked.expression).trim();
}
