// A branch trace, which gdb's btrace records and a stub gives as an XML document: gdb manual,
// "Branch Trace Format". A recording of the processor's branches is a list of blocks, ranges of
// code that ran without a branch, newest first.
import { t } from '@vscode/l10n';
import type { Diagnostic } from '../bytes/diagnostic';
import { SaxesParser } from 'saxes';
import type { ByteSource } from '../bytes/source';
import { TimeSlice } from '../bytes/timeSlice';
import { maxFindings, quote } from './findings';
import { readXmlNumber } from './lexer';

/** A diagnostic of a text document, with the reader's position: just after what is wrong. */
export interface DocumentDiagnostic extends Diagnostic {
  /** Counts from 1. */
  readonly line: number;
  /** Characters; counts from 1. */
  readonly column: number;
}

/** The processor of an Intel PT trace, as its `cpu` element says. */
export interface Cpu {
  readonly vendor: string;
  readonly family: number;
  readonly model: number;
  readonly stepping: number;
}

/** What a branch trace holds. */
export type BranchTraceContents = { readonly format: 'bts'; readonly blocks: Blocks } | PtContents;

/** Intel Processor Trace: packets, from which the code that ran tells the blocks. */
export interface PtContents {
  readonly format: 'pt';
  readonly cpu: Cpu | undefined;
  readonly raw: Uint8Array;
}

/** Blocks in the order in which they ran: the oldest is 0. Addresses are run-time addresses. */
export interface Blocks {
  readonly count: number;
  /** The address of each one's first instruction; 0 where it is not known. */
  readonly begins: BigUint64Array;
  /** The address of each one's last instruction. */
  readonly ends: BigUint64Array;
  /**
   * Why instructions are missing, of blocks that have none but stand for them: their `begins` say
   * where that was seen, their `ends` at which byte of the packets. 0 of all others.
   */
  readonly gaps?: Int8Array;
  /**
   * When each one's first instruction ran, in ticks of the time stamp counter, or
   * {@link unknownTime}; absent where it is known of none.
   */
  readonly times?: BigInt64Array;
}

export const unknownTime = -1n;

// Reads a branch trace: gdb manual, "Branch Trace Format". A document may hold millions of blocks:
// it is read in pieces, and what it says is kept as columns of numbers.

/** What reading a document gave. */
export interface BranchTraceReading {
  /** Undefined where the document is not a branch trace. */
  readonly contents: BranchTraceContents | undefined;
  readonly diagnostics: readonly DocumentDiagnostic[];
}

/** Blocks that are read at most: 256 MiB of columns. */
const maxBlocks = 1 << 24;

const pieceBytes = 1 << 16;
/** Characters of stray text that are looked at for a finding. */
const maxShown = 1000;

/**
 * Reads a document up to the first thing that makes the rest unreadable; an element that cannot be
 * read is left out.
 */
export async function readBranchTrace(
  source: ByteSource,
  signal?: AbortSignal,
): Promise<BranchTraceReading> {
  const reader = new Reader();
  if (source.size === 0) reader.refuseEmpty();
  const text = new TextDecoder();
  const slice = new TimeSlice();
  for (let at = 0; at < source.size && !reader.stopped; at += pieceBytes) {
    const bytes = await source.read(at, pieceBytes);
    reader.write(text.decode(bytes, { stream: true }));
    await reader.readRaw(slice);
    if (bytes.length < pieceBytes) break;
    await slice.yieldIfDue();
    if (signal?.aborted) break;
  }
  return reader.finish();
}

class Reader {
  stopped = false;
  private readonly parser = new SaxesParser();
  private readonly findings: DocumentDiagnostic[] = [];
  private left = 0;
  /** Names of the elements around. */
  private readonly around: string[] = [];
  private readonly blocks = new BlockColumns();
  private isBranchTrace = false;
  private pt: { cpu?: Cpu; raw: RawData; hasRaw: boolean } | undefined;
  /** Texts of raw data that were not looked at yet, with where each and its element ends. */
  private raws: { readonly text: string; readonly at: Place; end: Place }[] = [];

  constructor() {
    this.parser.on('error', ({ message }) => {
      this.stop('not-well-formed', t('The document is not well-formed XML.'), {
        found: message.replace(/^\d+:\d+: /, ''),
      });
    });
    this.parser.on('opentag', ({ name, attributes }) => {
      if (!this.stopped) this.open(name, attributes);
      this.around.push(name);
    });
    this.parser.on('closetag', ({ name }) => {
      this.around.pop();
      const raw = this.raws.at(-1);
      if (raw && name === 'raw') raw.end = this.place;
    });
    this.parser.on('text', (text) => {
      if (!this.stopped) this.text(text);
    });
  }

  refuseEmpty(): void {
    this.stop('no-branch-trace', t('The document is empty.'), { expected: '<btrace>' });
  }

  write(text: string): void {
    try {
      this.parser.write(text);
    } catch {
      // Raw data is one string to the parser, and a string has an end.
      this.stop('too-long', t('A piece of text in the document is too long to be read.'), {});
    }
  }

  /** Checks raw data once it is complete. */
  async readRaw(slice: TimeSlice): Promise<void> {
    const { raws, pt } = this;
    this.raws = [];
    for (const { text, at, end } of raws) {
      if (!pt) continue;
      const { count, strange } = await pt.raw.add(text, slice);
      if (strange !== undefined) {
        const message = t('Raw data is written in hexadecimal digits.');
        this.report('bad-raw', message, { found: strange }, at);
      }
      if (count % 2 === 1) {
        const message = t('Raw data has an odd number of digits.');
        this.report('bad-raw', message, { found: `${count}` }, end);
      }
    }
  }

  finish(): BranchTraceReading {
    if (!this.stopped) this.parser.close();
    return { contents: this.contents(), diagnostics: this.diagnostics() };
  }

  private contents(): BranchTraceContents | undefined {
    if (!this.isBranchTrace) return undefined;
    if (this.pt === undefined) return { format: 'bts', blocks: this.blocks.oldestFirst() };
    return { format: 'pt', cpu: this.pt.cpu, raw: this.pt.raw.bytes };
  }

  private diagnostics(): readonly DocumentDiagnostic[] {
    const last = this.findings.at(-1);
    if (this.left === 0 || !last) return this.findings;
    const message = t('{0} more findings are not listed.', this.left);
    const { line, column } = last;
    return [
      ...this.findings,
      { severity: 'warning', code: 'more-findings', message, line, column },
    ];
  }

  private open(name: string, attributes: Attributes): void {
    const parent = this.around.at(-1);
    if (parent === undefined) this.openRoot(name, attributes);
    else if (parent === 'btrace' && name === 'block') this.block(attributes);
    else if (parent === 'btrace' && name === 'pt') this.openPt();
    else if (parent === 'pt' && name === 'raw') this.openRaw();
    else if (parent === 'pt-config' && name === 'cpu') this.cpu(attributes);
    else if (parent !== 'pt' || name !== 'pt-config') {
      this.report('unknown-element', t('There is no such element in <{0}>.', quote(parent)), {
        found: `<${quote(name)}>`,
      });
    }
  }

  private openRoot(name: string, { version = '1.0' }: Attributes): void {
    if (name !== 'btrace') {
      const sides = { expected: '<btrace>', found: `<${quote(name)}>` };
      this.stop('no-branch-trace', t('The document is no branch trace.'), sides);
    } else if (version === '1.0') {
      this.isBranchTrace = true;
    } else {
      const sides = { expected: '1.0', found: quote(version) };
      this.stop('unknown-version', t('The branch trace is of a version that is not known.'), sides);
    }
  }

  private block(attributes: Attributes): void {
    const begin = this.number(attributes, 'begin');
    const end = this.number(attributes, 'end');
    if (this.pt !== undefined) {
      this.stop(
        'mixed-formats',
        t('A block stands beside Intel PT data: only one can be right.'),
        {},
      );
    } else if (begin !== undefined && end !== undefined && !this.blocks.add(begin, end)) {
      const found = `${maxBlocks} blocks`;
      this.stop('too-many-blocks', t('The document holds more blocks than can be read.'), {
        found,
      });
    }
  }

  private openPt(): void {
    if (this.pt !== undefined) {
      this.report(
        'second-pt',
        t('There is more than one Intel PT recording: the first is used.'),
        {},
      );
    } else if (this.blocks.count > 0) {
      this.stop(
        'mixed-formats',
        t('Intel PT data stands beside blocks: only one can be right.'),
        {},
      );
    } else {
      this.pt = { raw: new RawData(), hasRaw: false };
    }
  }

  private cpu(attributes: Attributes): void {
    const { vendor } = attributes;
    const [family, model, stepping] = (['family', 'model', 'stepping'] as const).map((name) =>
      this.number(attributes, name),
    );
    if (vendor === undefined) this.missing('vendor');
    if (vendor === undefined || family === undefined || model === undefined) return;
    if (stepping === undefined || !this.pt) return;
    this.pt.cpu = {
      vendor: quote(vendor),
      family: Number(family),
      model: Number(model),
      stepping: Number(stepping),
    };
  }

  private openRaw(): void {
    if (!this.pt) return;
    if (this.pt.hasRaw) this.report('second-raw', t('There is more than one <raw> element.'), {});
    this.pt.hasRaw = true;
  }

  private text(text: string): void {
    if (this.around.at(-1) === 'raw') {
      this.raws.push({ text, at: this.place, end: this.place });
    } else if (/\S/.test(text)) {
      const found = quote(text.slice(0, maxShown).replace(/\s+/g, ''));
      this.report('stray-text', t('Text stands where only elements belong.'), { found });
    }
  }

  private number(attributes: Attributes, name: string): bigint | undefined {
    const written = attributes[name];
    if (written === undefined) {
      this.missing(name);
      return undefined;
    }
    const number = readXmlNumber(written);
    if (number === undefined) {
      const sides = { expected: t('a number such as 0x401136'), found: quote(written) };
      this.report('bad-number', t('The attribute “{0}” is no number of 64 bits.', name), sides);
    }
    return number;
  }

  private missing(name: string): void {
    this.report('missing-attribute', t('The attribute “{0}” is missing.', name), {
      expected: name,
    });
  }

  private stop(code: string, message: string, sides: Sides): void {
    if (!this.stopped) this.report(code, message, sides);
    this.stopped = true;
  }

  private get place(): Place {
    const { line, column } = this.parser;
    return { line, column: column + 1 };
  }

  private report(code: string, message: string, sides: Sides, at = this.place): void {
    if (this.findings.length >= maxFindings) {
      this.left++;
      return;
    }
    this.findings.push({ severity: 'error', code, message, ...sides, ...at });
  }
}

type Attributes = Readonly<Record<string, string>>;

type Place = Pick<DocumentDiagnostic, 'line' | 'column'>;

interface Sides {
  readonly expected?: string;
  readonly found?: string;
}

/** Columns that grow. */
export class BlockColumns {
  count = 0;
  private begins = new BigUint64Array(1 << 4);
  /** Of another size: to grow both at once would hold the thread for too long. */
  private ends = new BigUint64Array(3 << 3);
  private times: BigInt64Array | undefined;

  /** False where there are too many. `time`: see {@link Blocks.times}. */
  add(begin: bigint, end: bigint, time?: bigint): boolean {
    if (this.count === maxBlocks) return false;
    if (this.count === this.begins.length) this.begins = grown(this.begins);
    if (this.count === this.ends.length) this.ends = grown(this.ends);
    if (time !== undefined) this.timesOfAll()[this.count] = time;
    this.begins[this.count] = begin;
    this.ends[this.count++] = end;
    return true;
  }

  /** The blocks as they were added. */
  get all(): Blocks {
    const { count, begins, ends, times } = this;
    return {
      count,
      begins: begins.subarray(0, count),
      ends: ends.subarray(0, count),
      ...(times && { times: this.timesOfAll().subarray(0, count) }),
    };
  }

  /** The blocks of a document, which has the newest first. */
  oldestFirst(): Blocks {
    const { count, begins, ends } = this.all;
    return { count, begins: begins.reverse(), ends: ends.reverse() };
  }

  /** The column of times, as long as the others. */
  private timesOfAll(): BigInt64Array {
    const { times, begins } = this;
    if (times?.length === begins.length) return times;
    const longer = new BigInt64Array(begins.length).fill(unknownTime);
    if (times) longer.set(times);
    this.times = longer;
    return longer;
  }
}

function grown(column: BigUint64Array): BigUint64Array<ArrayBuffer> {
  const larger = new BigUint64Array(Math.min(column.length * 2, maxBlocks));
  larger.set(column);
  return larger;
}

// How a stub records branches, an XML document of a few bytes: gdb manual, "Branch Trace
// Configuration Format".

/** How branches are recorded. */
export interface BranchTraceConfiguration {
  /** `bts`: Branch Trace Store, blocks. `pt`: Intel Processor Trace. */
  readonly format: 'bts' | 'pt';
  /** Bytes of the buffer; undefined where it is not said. */
  readonly size: number | undefined;
}

/**
 * The configuration that a document states; undefined where nothing is recorded, or the document is
 * something else.
 */
export function readBranchTraceConfiguration(xml: string): BranchTraceConfiguration | undefined {
  const parser = new SaxesParser();
  let found: BranchTraceConfiguration | undefined;
  const state = { isSound: true };
  let depth = 0;
  parser.on('error', () => (state.isSound = false));
  parser.on('opentag', ({ name, attributes }) => {
    if (depth === 0 && name !== 'btrace-conf') state.isSound = false;
    if (depth === 1 && (name === 'bts' || name === 'pt')) {
      const size = readXmlNumber((attributes as Readonly<Record<string, string>>)['size']);
      found = { format: name, size: size === undefined ? undefined : Number(size) };
    }
    depth++;
  });
  parser.on('closetag', () => depth--);
  parser.write(xml.slice(0, maxDocument)).close();
  return state.isSound ? found : undefined;
}

const maxDocument = 1 << 16;

// The text of a `<raw>` element, hexadecimal digits: gdb manual, "Branch Trace Format". It is one
// text of up to hundreds of megabytes, so it is read piece by piece.

/** What a text of digits holds. */
interface RawDigits {
  /** Characters other than white space. */
  readonly count: number;
  /** The first that is neither a digit nor white space: the bytes end before it. */
  readonly strange: string | undefined;
}

const pieceLength = 1 << 19;

/** Bytes that are read from digits. */
class RawData {
  private buffer = new Uint8Array(1 << 10);
  private size = 0;
  private half: number | undefined;

  get bytes(): Uint8Array {
    return this.buffer.slice(0, this.size);
  }

  async add(text: string, slice: TimeSlice): Promise<RawDigits> {
    let count = 0;
    let strange: string | undefined;
    for (let at = 0; at < text.length; at += pieceLength) {
      const written = text.slice(at, at + pieceLength).replace(/\s+/g, '');
      count += written.length;
      if (strange === undefined) {
        strange = /[^\da-f]/i.exec(written)?.[0];
        this.append(strange === undefined ? written : written.slice(0, written.indexOf(strange)));
      }
      await slice.yieldIfDue();
    }
    return { count, strange };
  }

  private append(digits: string): void {
    const size = this.size + ((digits.length + 1) >> 1);
    if (size > this.buffer.length) {
      const larger = new Uint8Array(Math.max(size, 2 * this.buffer.length));
      larger.set(this.buffer);
      this.buffer = larger;
    }
    for (let at = 0; at < digits.length; at++) {
      const code = digits.charCodeAt(at);
      const digit = code < 0x3a ? code - 0x30 : (code & 0xdf) - 0x37;
      if (this.half === undefined) {
        this.half = digit;
      } else {
        this.buffer[this.size++] = (this.half << 4) | digit;
        this.half = undefined;
      }
    }
  }
}
