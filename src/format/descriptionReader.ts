// Reads the description section of a trace file: gdb manual, "Trace File Format". More liberal than
// gdb: only a file that does not begin as a trace file does is refused.
import type { Diagnostic } from '../bytes/diagnostic';
import type { ByteSource } from '../bytes/source';
import { TimeSlice } from '../bytes/timeSlice';
import type {
  Description,
  DescriptionLine,
  RegisterBlockSize,
  TraceStateVariable,
  TraceStatus,
} from './description';
import { readLines, type DescriptionEnd } from './descriptionLines';
import { Findings, quote } from './findings';
import { readHexCount } from './hexNumber';
import { readableText } from './lineText';
import { readStatusLine } from './statusLine';
import { TracepointLines } from './tracepointLines';
import { readVariableLine } from './variableLine';

/** How every trace file that gdb reads begins: `\x7fTRACE0\n`. */
export const TRACE_MAGIC = new TextEncoder().encode('\x7fTRACE0\n');

const magicWithoutVersion = TRACE_MAGIC.subarray(0, 6);
const readableVersion = '0';

/**
 * Reads the description. A problem is one sentence for a person, and comes only where the file does
 * not begin with `\x7fTRACE`.
 */
export async function readDescription(
  source: ByteSource,
): Promise<{ description: Description; diagnostics: Diagnostic[] } | { problem: string }> {
  const start = await source.read(0, magicWithoutVersion.length);
  if (!magicWithoutVersion.every((byte, at) => start[at] === byte)) {
    return { problem: 'This is not a gdb trace file: it does not begin with \\x7fTRACE0.' };
  }
  const slice = new TimeSlice();
  const reader = new DescriptionReader();
  for await (const { lines, end } of readLines(source)) {
    for (const line of lines) reader.take(line);
    if (end) reader.end(end);
    await slice.breathe();
  }
  return reader.finish();
}

class DescriptionReader {
  private readonly findings = new Findings();
  private readonly lines: DescriptionLine[] = [];
  private readonly unknownLines: DescriptionLine[] = [];
  private readonly tracepoints = new TracepointLines(this.findings);
  private readonly variables = new Map<number, TraceStateVariable>();
  private readonly xmlLines: string[] = [];
  private version: string | undefined;
  private registerBlockSize: RegisterBlockSize | undefined;
  private status: TraceStatus | undefined;
  private framesOffset = 0;

  take(line: DescriptionLine): void {
    if (this.version === undefined) this.takeVersion(line.text);
    else this.takeLine(line);
  }

  end({ reason, offset, cutLine }: DescriptionEnd): void {
    this.framesOffset = offset;
    if (cutLine && this.version === undefined) this.takeVersion(cutLine.text);
    else if (cutLine) {
      this.lines.push(cutLine);
      this.unknownLines.push(cutLine);
    }
    if (reason !== 'empty-line') this.reportEnd(reason, offset, cutLine);
  }

  finish(): { description: Description; diagnostics: Diagnostic[] } {
    this.reportMissingLines();
    const description: Description = {
      version: this.version ?? '',
      registerBlockSize: this.registerBlockSize,
      status: this.status,
      tracepoints: this.tracepoints.finish(),
      variables: [...this.variables.values()].sort((a, b) => a.number - b.number),
      targetXml: this.xmlLines.length > 0 ? this.xmlLines.join('\n') : undefined,
      unknownLines: this.unknownLines,
      lines: this.lines,
      framesOffset: this.framesOffset,
    };
    return { description, diagnostics: this.findings.list };
  }

  private takeVersion(text: string): void {
    this.version = text.slice(magicWithoutVersion.length);
    if (this.version === readableVersion) return;
    this.findings.add({
      severity: 'warning',
      code: 'unknown-version',
      message: 'The trace file is of another version; it is read as version 0.',
      offset: magicWithoutVersion.length,
      expected: readableVersion,
      found: quote(this.version),
    });
  }

  private takeLine(line: DescriptionLine): void {
    this.lines.push(line);
    if (!this.isKnown(line)) this.unknownLines.push(line);
  }

  /** Reads a line of a known kind; false where it is of none, or cannot be read. */
  private isKnown(line: DescriptionLine): boolean {
    const { text } = line;
    if (text.startsWith('tp ')) return this.tracepoints.take(line);
    if (text.startsWith('tsv ')) return this.takeVariable(line);
    if (text.startsWith('R ')) return this.takeRegisterBlockSize(line);
    if (text.startsWith('tdesc ') || text === 'tdesc') {
      this.xmlLines.push(readableText(text.slice('tdesc '.length)));
      return true;
    }
    if (text.startsWith('status ')) {
      if (this.status) this.repeated(line, 'status');
      this.status = readStatusLine(line, this.findings);
      return true;
    }
    this.unknownLine(line);
    return false;
  }

  private takeRegisterBlockSize(line: DescriptionLine): boolean {
    const digits = line.text.slice('R '.length).trim();
    const hexadecimal = readHexCount(digits);
    if (hexadecimal === undefined) {
      this.malformedSize(line);
      return false;
    }
    if (this.registerBlockSize) this.repeated(line, 'register block size');
    const decimal = /^\d+$/.test(digits) ? Number(digits) : undefined;
    this.registerBlockSize = { line, hexadecimal, ...(decimal !== undefined && { decimal }) };
    return true;
  }

  private takeVariable(line: DescriptionLine): boolean {
    const variable = readVariableLine(line, this.findings);
    if (!variable) return false;
    if (this.variables.has(variable.number)) this.repeated(line, 'trace state variable');
    this.variables.set(variable.number, variable);
    return true;
  }

  private malformedSize(line: DescriptionLine): void {
    this.findings.add({
      severity: 'warning',
      code: 'malformed-register-block-size',
      message: 'The R line holds no size.',
      offset: line.offset,
      expected: 'a hexadecimal number',
      found: quote(line.text),
    });
  }

  private unknownLine(line: DescriptionLine): void {
    this.findings.add({
      severity: 'info',
      code: 'unknown-line',
      message: 'A line of the description is of no known kind; it is kept as it is.',
      offset: line.offset,
      expected: 'R, status, tp, tsv or tdesc',
      found: quote(line.text),
    });
  }

  private repeated(line: DescriptionLine, what: string): void {
    this.findings.add({
      severity: 'warning',
      code: 'repeated-line',
      message: `A second ${what} replaces the first.`,
      offset: line.offset,
      found: quote(line.text),
    });
  }

  private reportEnd(
    reason: 'cut' | 'limit',
    offset: number,
    cutLine: DescriptionLine | undefined,
  ): void {
    const inLine = cutLine ? `, within the line “${quote(cutLine.text)}”` : '';
    this.findings.conclude({
      severity: 'error',
      code: reason === 'cut' ? 'description-cut-off' : 'description-too-long',
      message:
        reason === 'cut'
          ? `The file ends within its description${inLine}; it has no frames.`
          : 'The description is too long; the rest of the file is not read.',
      offset,
      expected: 'an empty line after the description',
      found: reason === 'cut' ? 'the end of the file' : 'more lines',
    });
  }

  private reportMissingLines(): void {
    const missing: [present: boolean, code: string, message: string][] = [
      [
        (this.registerBlockSize?.hexadecimal ?? 0) > 0,
        'no-register-block-size',
        'The description gives no register block size (R line); gdb refuses such a file.',
      ],
      [this.status !== undefined, 'no-status', 'The description has no status line.'],
    ];
    for (const [present, code, message] of missing) {
      if (!present) this.findings.conclude({ severity: 'warning', code, message });
    }
  }
}
