// What a frame collected, as an XML document: gdb manual, "Traceframe Info Format". Its numbers are
// decimal, or hexadecimal after 0x, or octal after 0.
import { SaxesParser } from 'saxes';
import type { Diagnostic } from '../bytes/diagnostic';
import { Findings, quote } from './findings';
import type { Frame } from './frame';
import { readXmlNumber } from './lexer';

/** One thing that a frame collected, in the order of its blocks; memory may overlap. */
export type CollectedItem =
  | {
      readonly kind: 'memory';
      /** A run-time address. */
      readonly start: bigint;
      /** Bytes. */
      readonly length: bigint;
    }
  /** A trace state variable. */
  | { readonly kind: 'variable'; readonly number: number };

/** Elements of a document that are read. */
const maxElements = 1 << 20;

/** What a frame collected. */
export function* collectedItems({ blocks }: Frame): Generator<CollectedItem> {
  for (const block of blocks) {
    if (block.kind === 'M') {
      yield { kind: 'memory', start: block.address, length: BigInt(block.length) };
    } else if (block.kind === 'V') {
      yield { kind: 'variable', number: block.variable };
    }
  }
}

/**
 * Writes the document, as gdbserver does; a variable's number, which the document type knows no
 * sign of, as 32 bits.
 */
export function writeTraceframeInfo(items: Iterable<CollectedItem>): string {
  const lines = ['<traceframe-info>'];
  for (const item of items) lines.push(writeItem(item));
  lines.push('</traceframe-info>', '');
  return lines.join('\n');
}

function writeItem(item: CollectedItem): string {
  if (item.kind === 'variable') return `<tvar id="${item.number >>> 0}"/>`;
  return `<memory start="0x${item.start.toString(16)}" length="0x${item.length.toString(16)}"/>`;
}

/**
 * Reads the document up to the first thing that is wrong; an element that cannot be read is left
 * out.
 */
export function readTraceframeInfo(xml: string): {
  items: CollectedItem[];
  diagnostics: Diagnostic[];
} {
  const reader = new Reader();
  reader.read(xml);
  return { items: reader.items, diagnostics: reader.findings.list };
}

class Reader {
  readonly items: CollectedItem[] = [];
  readonly findings = new Findings();
  private readonly parser = new SaxesParser();
  private elements = 0;
  /** Elements that are open. */
  private depth = 0;
  private stopped = false;

  constructor() {
    this.parser.on('error', ({ message }) => {
      this.stop('The document is not well-formed XML.', message.replace(/^\d+:\d+: /, ''));
    });
    this.parser.on('opentag', ({ name, attributes }) => {
      if (!this.stopped) this.element(name, attributes);
      this.depth++;
    });
    this.parser.on('closetag', () => {
      this.depth--;
    });
  }

  read(xml: string): void {
    for (let at = 0; at < xml.length && !this.stopped; at += chunkLength) {
      this.parser.write(xml.slice(at, at + chunkLength));
    }
    if (!this.stopped) this.parser.close();
    if (this.elements === 0) this.stop('The document is empty.', '');
  }

  private element(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.elements++ === 0) {
      this.begin(name, attributes.version);
      return;
    }
    if (this.elements > maxElements) {
      this.stop('The document has too many elements.', `${maxElements}`);
      return;
    }
    const item = this.depth === 1 ? readItem(name, attributes) : undefined;
    if (item) this.items.push(item);
    else
      this.report(
        'This is neither memory nor a variable with its numbers, or stands within another.',
        name,
      );
  }

  private begin(name: string, version = readableVersion): void {
    if (name !== 'traceframe-info') this.stop('The document is no traceframe-info.', name);
    else if (version !== readableVersion) {
      this.report(`The document is of another version than ${readableVersion}.`, version);
    }
  }

  private stop(message: string, found: string): void {
    if (!this.stopped) this.report(message, found);
    this.stopped = true;
  }

  private report(message: string, found: string): void {
    const where = `Line ${this.parser.line}, column ${this.parser.column}.`;
    this.findings.add({
      severity: 'error',
      code: 'traceframe-info',
      message: `${message} ${where}`,
      found: quote(found),
    });
  }
}

const chunkLength = 1 << 16;
const readableVersion = '1.0';

function readItem(
  name: string,
  attributes: Readonly<Record<string, string>>,
): CollectedItem | undefined {
  if (name === 'memory') {
    const start = readXmlNumber(attributes.start);
    const length = readXmlNumber(attributes.length);
    if (start === undefined || length === undefined) return undefined;
    return { kind: 'memory', start, length };
  }
  const number = name === 'tvar' ? readXmlNumber(attributes.id) : undefined;
  if (number === undefined) return undefined;
  return { kind: 'variable', number: Number(BigInt.asIntN(32, number)) };
}
