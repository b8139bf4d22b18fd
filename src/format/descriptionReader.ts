// Reads the description section of a trace file: gdb manual, "Trace File Format". More liberal than
// gdb: only a file that does not begin as a trace file does is refused.
import { t } from '@vscode/l10n';
import { nameInOneLine } from '../bytes/text';
import type { Diagnostic } from '../bytes/diagnostic';
import type { ByteSource } from '../bytes/source';
import { sortItems } from '../bytes/sorting';
import { inSteps, TimeSlice } from '../bytes/timeSlice';
import type {
  Description,
  RegisterBlockSize,
  TraceStateVariable,
  TraceStatus,
} from './description';
import { Findings, quote } from './findings';
import { DescriptionLines, withoutCr, type DescriptionLine } from './descriptionLines';
import { asciiText, decodeLine, Lexer, readHexCount, readableText } from './lexer';
import { readStatus } from './statusLine';
import { TracepointLines } from './tracepointLines';
import { concat } from '../bytes/cursor';
import { beginsAsTrace, beginsNearlyAsTrace, magicWithoutVersion, startBytes } from './traceSource';

const readableVersion = '0';

/** Trace state variables that are read. */
const maxVariables = 100_000;
/** gdb reads lines of at most 999 bytes. */
const maxLineLength = 1024 * 1024;
/** Read between two looks at the clock. */
const bytesPerLook = 1024;

/**
 * Reads the description. A problem is one sentence for the user, and comes only where the file does
 * not begin with `\x7fTRACE`, not even nearly.
 */
export async function readDescription(
  source: ByteSource,
): Promise<{ description: Description; diagnostics: Diagnostic[] } | { problem: string }> {
  const start = await source.read(0, startBytes);
  if (!beginsAsTrace(start) && !beginsNearlyAsTrace(start)) {
    return { problem: t('This is not a gdb trace file: it does not begin with \\x7fTRACE0.') };
  }
  const slice = new TimeSlice();
  const reader = new DescriptionReader();
  let looked = 0;
  for await (const { chunk, lines, end } of readLines(source)) {
    reader.lines.take(chunk);
    for (const line of lines) {
      reader.take(line);
      if (line.offset - looked < bytesPerLook) continue;
      looked = line.offset;
      if (slice.usedUp) await slice.yieldIfDue();
    }
    if (end) reader.end(end);
  }
  return reader.finish();
}

class DescriptionReader {
  readonly lines = new DescriptionLines();
  private readonly findings = new Findings();
  private readonly unknownLines: DescriptionLine[] = [];
  private readonly tracepoints = new TracepointLines(this.findings);
  private readonly variables = new Map<number, TraceStateVariable>();
  private readonly xmlLines: string[] = [];
  private version: string | undefined;
  private registerBlockSize: RegisterBlockSize | undefined;
  private status: TraceStatus | undefined;
  private framesOffset = 0;
  /** Variables that are not read. */
  private left = 0;

  take(line: DescriptionLine): void {
    if (this.version === undefined) this.takeVersion(line.text);
    else this.takeLine(line);
  }

  end({ reason, offset, linesEnd, cutLine }: DescriptionEnd): void {
    this.framesOffset = offset;
    this.lines.end = linesEnd;
    if (cutLine && this.version === undefined) this.takeVersion(cutLine.text);
    else if (cutLine) {
      this.lines.add(cutLine.offset);
      this.unknownLines.push(cutLine);
    }
    if (reason !== 'empty-line') this.reportEnd(reason, offset, cutLine);
  }

  async finish(): Promise<{ description: Description; diagnostics: Diagnostic[] }> {
    this.reportMissingLines();
    if (this.left > 0) this.reportTooManyVariables();
    const description: Description = {
      version: this.version ?? '',
      registerBlockSize: this.registerBlockSize,
      status: this.status,
      tracepoints: await this.tracepoints.finish(),
      variables: await inSteps(
        sortItems([...this.variables.values()], (a, b) => a.number - b.number),
      ),
      targetXml: this.xmlLines.length > 0 ? this.xmlLines.join('\n') : undefined,
      unknownLines: this.unknownLines,
      lines: this.lines,
      framesOffset: this.framesOffset,
    };
    return { description, diagnostics: this.findings.list };
  }

  private takeVersion(text: string): void {
    if (!text.startsWith(magicWithoutVersion)) {
      this.version = readableVersion;
      this.findings.add({
        severity: 'error',
        code: 'damaged-magic',
        message: t('The first line is damaged; the file is read as a trace file all the same.'),
        offset: 0,
        expected: quote(`${magicWithoutVersion}${readableVersion}`),
        found: quote(text),
      });
      return;
    }
    this.version = text.slice(magicWithoutVersion.length);
    if (this.version === readableVersion) return;
    this.findings.add({
      severity: 'warning',
      code: 'unknown-version',
      message: t('The trace file is of another version; it is read as version 0.'),
      offset: magicWithoutVersion.length,
      expected: readableVersion,
      found: quote(this.version),
    });
  }

  private takeLine(line: DescriptionLine): void {
    this.lines.add(line.offset);
    if (!this.isKnown(line)) this.unknownLines.push(line);
  }

  /** Reads a line of a known kind; false where it is of none, or cannot be read. */
  private isKnown(line: DescriptionLine): boolean {
    if (line.text.length > maxLineLength) {
      this.longLine(line);
      return false;
    }
    const lexer = new Lexer(line.text);
    if (lexer.skip('tp ')) return this.tracepoints.take(line, lexer);
    if (lexer.skip('tsv ')) return this.takeVariable(line, lexer);
    if (lexer.skip('R ')) return this.takeRegisterBlockSize(line, lexer.remainder());
    if (lexer.skip('tdesc ') || (line.text === 'tdesc' && lexer.skip('tdesc'))) {
      this.xmlLines.push(readableText(lexer.remainder()));
      return true;
    }
    if (lexer.skip('status ')) {
      if (this.status) this.repeated(line, 'status');
      this.status = readStatus(line, lexer, this.findings);
      return true;
    }
    this.unknownLine(line);
    return false;
  }

  private takeRegisterBlockSize(line: DescriptionLine, size: string): boolean {
    const digits = size.trim();
    const hexadecimal = readHexCount(digits);
    if (hexadecimal === undefined) {
      this.malformedSize(line);
      return false;
    }
    if (this.registerBlockSize) this.repeated(line, t('register block size'));
    const decimal = /^\d+$/.test(digits) ? Number(digits) : undefined;
    this.registerBlockSize = { line, hexadecimal, ...(decimal !== undefined && { decimal }) };
    return true;
  }

  private takeVariable(line: DescriptionLine, lexer: Lexer): boolean {
    const variable = readVariable(line, lexer, this.findings);
    if (!variable) return false;
    if (this.variables.has(variable.number)) this.repeated(line, 'trace state variable');
    else if (this.variables.size >= maxVariables) {
      this.left++;
      return true;
    }
    this.variables.set(variable.number, variable);
    return true;
  }

  private malformedSize(line: DescriptionLine): void {
    this.findings.add({
      severity: 'warning',
      code: 'malformed-register-block-size',
      message: t('The R line holds no size.'),
      offset: line.offset,
      expected: t('a hexadecimal number'),
      found: quote(line.text),
    });
  }

  private longLine(line: DescriptionLine): void {
    this.findings.add({
      severity: 'warning',
      code: 'long-line',
      message: t('A line of the description is too long; it is kept as it is.'),
      offset: line.offset,
      expected: t('at most {0} characters', maxLineLength),
      found: quote(line.text),
    });
  }

  private unknownLine(line: DescriptionLine): void {
    this.findings.add({
      severity: 'info',
      code: 'unknown-line',
      message: t('A line of the description is of no known kind; it is kept as it is.'),
      offset: line.offset,
      expected: t('R, status, tp, tsv or tdesc'),
      found: quote(line.text),
    });
  }

  private repeated(line: DescriptionLine, what: string): void {
    this.findings.add({
      severity: 'warning',
      code: 'repeated-line',
      message: t('A second {0} replaces the first.', what),
      offset: line.offset,
      found: quote(line.text),
    });
  }

  private reportTooManyVariables(): void {
    this.findings.conclude({
      severity: 'warning',
      code: 'too-many-variables',
      message: t(
        'There are more than {0} trace state variables; {1} others are not read.',
        maxVariables,
        this.left,
      ),
    });
  }

  private reportEnd(
    reason: 'cut' | 'limit',
    offset: number,
    cutLine: DescriptionLine | undefined,
  ): void {
    const inLine = cutLine ? t(', within the line “{0}”', quote(cutLine.text)) : '';
    this.findings.conclude({
      severity: 'error',
      code: reason === 'cut' ? 'description-cut-off' : 'description-too-long',
      message:
        reason === 'cut'
          ? t('The file ends within its description{0}; it has no frames.', inLine)
          : t('The description is too long; the rest of the file is not read.'),
      offset,
      expected: t('an empty line after the description'),
      found: reason === 'cut' ? t('the end of the file') : t('more lines'),
    });
  }

  private reportMissingLines(): void {
    const missing: [present: boolean, code: string, message: string][] = [
      [
        (this.registerBlockSize?.hexadecimal ?? 0) > 0,
        'no-register-block-size',
        t('The description gives no register block size (R line); gdb refuses such a file.'),
      ],
      [this.status !== undefined, 'no-status', t('The description has no status line.')],
    ];
    for (const [present, code, message] of missing) {
      if (!present) this.findings.conclude({ severity: 'warning', code, message });
    }
  }
}

// The description section as lines, read by range: gdb manual, "Trace File Format". It ends with an
// empty line. gdb reads lines of at most 999 bytes that end in LF; here they may be of any length
// and end in CR LF.

/** Lines that one range of the file completed. */
interface LineBatch {
  readonly chunk: Uint8Array;
  readonly lines: readonly DescriptionLine[];
  /** Set in the last batch. */
  readonly end?: DescriptionEnd;
}

/** Where and how the section ended. */
export interface DescriptionEnd {
  /** `cut`: the file ended within the section. `limit`: it is too long to be one. */
  readonly reason: 'empty-line' | 'cut' | 'limit';
  /** Offset after the empty line; the file's size where there was none. */
  readonly offset: number;
  /** Offset after the last line. */
  readonly linesEnd: number;
  /** Where the file ended within a line: that line. */
  readonly cutLine?: DescriptionLine;
}

const chunkSize = 64 * 1024;
/** A file without an empty line must not end up in memory whole. */
const maxDescriptionBytes = 256 * 1024 * 1024;
const maxLines = 4_000_000;
const lf = 0x0a;

/** Reads the section from the file's first byte, batch by batch. */
async function* readLines(source: ByteSource): AsyncGenerator<LineBatch> {
  const splitter = new LineSplitter();
  for (let offset = 0; ;) {
    const chunk = await source.read(offset, chunkSize);
    const lines = splitter.take(chunk);
    offset += chunk.length;
    const end = splitter.end(chunk.length === 0, offset >= maxDescriptionBytes, source.size);
    yield { chunk, lines, ...(end && { end }) };
    if (end) return;
  }
}

class LineSplitter {
  private ended = false;
  private count = 0;
  /** Offset in the file of the line that comes next. */
  private lineStart = 0;
  private emptyLine = 0;
  /** The beginning of that line, from earlier chunks. */
  private pieces: Uint8Array[] = [];

  /** The lines that `chunk` completes, up to the empty line. */
  take(chunk: Uint8Array): DescriptionLine[] {
    const whole = chunk.lastIndexOf(lf) + 1;
    const bytes = concat([...(whole > 0 ? this.pieces : []), chunk.subarray(0, whole)]);
    if (whole > 0) this.pieces = [];
    if (whole < chunk.length) this.pieces.push(chunk.slice(whole));
    const lines: DescriptionLine[] = [];
    // Decoding line by line takes several times as long.
    const ascii = asciiText(bytes);
    for (let start = 0; start < bytes.length && !this.ended;) {
      const end = ascii?.indexOf('\n', start) ?? bytes.indexOf(lf, start);
      const text = withoutCr(ascii?.slice(start, end) ?? decodeLine(bytes.subarray(start, end)));
      const line = { offset: this.lineStart, text };
      this.lineStart += end + 1 - start;
      start = end + 1;
      if (text === '') {
        this.ended = true;
        this.emptyLine = line.offset;
      } else lines.push(line);
    }
    this.count += lines.length;
    return lines;
  }

  /** How the section ended, if it did; `size` of the file, in bytes. */
  end(isAllRead: boolean, isTooLong: boolean, size: number): DescriptionEnd | undefined {
    if (this.ended) {
      return { reason: 'empty-line', offset: this.lineStart, linesEnd: this.emptyLine };
    }
    if (isAllRead) {
      const cutLine = this.cutLine();
      const linesEnd = this.lineStart;
      return { reason: 'cut', offset: size, linesEnd, ...(cutLine && { cutLine }) };
    }
    if (!isTooLong && this.count < maxLines) return undefined;
    return { reason: 'limit', offset: size, linesEnd: this.lineStart };
  }

  /** The file's last line, which it ends within; undefined where it does not. */
  private cutLine(): DescriptionLine | undefined {
    if (this.pieces.length === 0) return undefined;
    const bytes = concat(this.pieces);
    const line = { offset: this.lineStart, text: withoutCr(decodeLine(bytes)) };
    this.lineStart += bytes.length;
    this.pieces = [];
    return line;
  }
}

// The `tsv` lines: gdb manual, "Trace File Format" and "Tracepoint Packets" (qTfV):
// `tsv NUMBER:INITIAL VALUE:BUILTIN:NAME`, the value as 64 bits, the name as hexadecimal bytes.

const utf8 = new TextDecoder();

/** Reads what follows `tsv `; undefined where that is not a variable. */
function readVariable(
  line: DescriptionLine,
  lexer: Lexer,
  findings: Findings,
): TraceStateVariable | undefined {
  const text = lexer.rest;
  const readNumber = (): bigint | undefined => {
    const number = lexer.hexNumber();
    lexer.field();
    return number?.value;
  };
  const number = readNumber();
  const value = readNumber();
  const builtin = readNumber();
  const isWhole = !lexer.failed;
  if (number === undefined || value === undefined || builtin === undefined || !isWhole) {
    findings.add({
      severity: 'warning',
      code: 'malformed-variable',
      message: t('A trace state variable cannot be read.'),
      offset: line.offset,
      expected: 'number:value:builtin:name',
      found: quote(text),
    });
    return undefined;
  }
  return {
    number: Number(BigInt.asIntN(32, number)),
    name: nameInOneLine(utf8.decode(lexer.bytes())),
    initialValue: BigInt.asIntN(64, value),
    builtin: builtin !== 0n,
  };
}
