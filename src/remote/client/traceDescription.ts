// The description of a trace file as gdb's `tsave` writes it for a target: gdb manual, "Trace File Format".
import type { Diagnostic } from '../../bytes/diagnostic';
import { writeStatusReply, type TraceStatusReply } from '../packets/status';
import {
  writeTracepointPiece,
  writeUploadedVariable,
  type TracepointPiece,
  type UploadedVariable,
} from '../packets/upload';
import { keyOf } from './upload';

/** What a target says of a run. */
export interface RunDescription {
  /** Bytes; 0 where no frame holds registers. */
  readonly registerBlockSize: number;
  readonly xml: string | undefined;
  readonly status: TraceStatusReply;
  /** In the target's order. */
  readonly variables: readonly UploadedVariable[];
  /** In the target's order, those of one tracepoint at one address together; counters among them. */
  readonly tracepoints: readonly TracepointPiece[];
}

/** Characters of a line that gdb reads. */
const longestLine = 999;
const utf8 = new TextEncoder();

/**
 * The description's bytes, the empty line that ends it included. A line that gdb cannot read would keep it from opening the
 * file: source strings of that length are left out and said.
 */
export function describeRun(run: RunDescription): {
  readonly bytes: Uint8Array;
  readonly findings: readonly Diagnostic[];
} {
  const { registerBlockSize, xml, status, variables, tracepoints } = run;
  const sources = tracepoints.filter(isTooLong);
  const lines = [
    '\x7fTRACE0',
    ...(registerBlockSize > 0 ? [`R ${registerBlockSize.toString(16)}`] : []),
    ...(xml === undefined ? [] : xmlLines(xml).map((line) => `tdesc ${line}`)),
    `status ${writeStatusReply(asSaved(status)).slice('T'.length)}`,
    ...[...variables].reverse().map((variable) => `tsv ${writeUploadedVariable(variable)}`),
    ...lastFirst(tracepoints)
      .filter((piece) => !isTooLong(piece))
      .map((piece) => `tp ${writeTracepointPiece(piece)}`),
    '',
  ];
  return {
    bytes: utf8.encode(lines.map((line) => `${line}\n`).join('')),
    findings: sources.map(({ number }) => ({
      severity: 'warning',
      code: 'source-too-long',
      message: `A line of tracepoint ${number}'s source is left out of the file: gdb cannot read one of that length.`,
    })),
  };
}

/** gdb adds what it reads to the front of its lists, and saves them from the front. */
function lastFirst(pieces: readonly TracepointPiece[]): TracepointPiece[] {
  const groups = new Map<string, TracepointPiece[]>();
  for (const piece of pieces) {
    const key = keyOf(piece);
    const group = groups.get(key);
    if (group) group.push(piece);
    else groups.set(key, [piece]);
  }
  return [...groups.values()].reverse().flat();
}

function isTooLong(piece: TracepointPiece): boolean {
  return piece.piece === 'Z' && `tp ${writeTracepointPiece(piece)}`.length > longestLine;
}

/** gdb leaves out the settings that are off. */
function asSaved(status: TraceStatusReply): TraceStatusReply {
  const { disconnectedTracing, circularBuffer, startTime, stopTime, ...others } = status;
  return {
    ...others,
    ...(disconnectedTracing && { disconnectedTracing }),
    ...(circularBuffer && { circularBuffer }),
    ...(startTime && { startTime }),
    ...(stopTime && { stopTime }),
  };
}

/** Without the XML declaration, as gdb saves it; one element a line where the target writes longer ones than gdb reads. */
function xmlLines(xml: string): string[] {
  const document = xml
    .replace(/^\s*<\?xml[^]*?\?>/, '')
    .replace(/\r/g, '')
    .replace(/\n+$/, '');
  const lines = document.split('\n');
  return lines.flatMap((line) =>
    line.length + 'tdesc '.length > longestLine ? line.replace(/></g, '>\n<').split('\n') : [line],
  );
}
