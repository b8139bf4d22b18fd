// What a frame collected, as an XML document: gdb manual, "Traceframe Info Format". Its numbers are
// decimal, or hexadecimal behind 0x, or octal behind 0.
import { SaxesParser } from 'saxes';
import type { Diagnostic } from '../bytes/diagnostic';
import { Findings, quote } from './findings';
import { readXmlNumber } from './xmlNumber';

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
const mostElements = 1 << 20;

/** Writes the document, as gdbserver does. */
export function writeTraceframeInfo(items: Iterable<CollectedItem>): string {
  const lines = ['<traceframe-info>'];
  for (const item of items) lines.push(writeItem(item));
  lines.push('</traceframe-info>', '');
  return lines.join('\n');
}

function writeItem(item: CollectedItem): string {
  if (item.kind === 'variable') return `<tvar id="${item.number}"/>`;
  return `<memory start="0x${item.start.toString(16)}" length="0x${item.length.toString(16)}"/>`;
}

/** Reads the document up to the first thing that is wrong; an element that cannot be read is left out. */
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
  private stopped = false;

  constructor() {
    this.parser.on('error', ({ message }) => {
      this.stop('The document is not well-formed XML.', message.replace(/^\d+:\d+: /, ''));
    });
    this.parser.on('opentag', ({ name, attributes }) => {
      if (!this.stopped) this.element(name, attributes);
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
      if (name !== 'traceframe-info') this.stop('The document is no traceframe-info.', name);
      return;
    }
    if (this.elements > mostElements) {
      this.stop('The document has too many elements.', `${mostElements}`);
      return;
    }
    const item = readItem(name, attributes);
    if (item) this.items.push(item);
    else this.report('This is neither memory nor a variable with its numbers.', name);
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
