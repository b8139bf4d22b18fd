// The `status` line: gdb manual, "Tracepoint Packets" (qTStatus), as gdb's parse_trace_status reads
// it: a name may be cut short, and fields may come in any order.
import { fromHex } from '../bytes/hex';
import type { DescriptionLine, StopReason, TraceStatus } from './description';
import { quote, type Findings } from './findings';
import { readHexCount, readHexNumber } from './lexer';

/** Stop reasons by word, those that other producers write last. */
const stopReasons: ReadonlyMap<string, StopReason> = new Map([
  ['tfull', 'buffer-full'],
  ['tnotrun', 'not-run'],
  ['tpasscount', 'pass-count'],
  ['tstop', 'stop-command'],
  ['tdisconnected', 'disconnected'],
  ['terror', 'error'],
  ['tunknown', 'unknown'],
  ['tnorrun', 'not-run'],
]);

const factNames = [
  'tframes',
  'tcreated',
  'tfree',
  'tsize',
  'disconn',
  'circular',
  'starttime',
  'stoptime',
  'username',
  'notes',
] as const;
type FactName = (typeof factNames)[number];

/** In gdb's order, which decides what a name that is cut short means. */
const names: readonly string[] = [
  'tfull',
  'tnotrun',
  'tpasscount',
  'tstop',
  'tdisconnected',
  'terror',
  ...factNames,
  'tunknown',
  'tnorrun',
];

const prefix = 'status ';
/** Fields of one line that are looked at; gdb writes at most 13. */
const maxFields = 256;
const utf8 = new TextDecoder();

type Open<T> = { -readonly [Key in keyof T]: T[Key] };
type OpenStatus = Open<TraceStatus> & { unknownFields: string[] };

/** Reads a line that begins with `status `. */
export function readStatusLine(line: DescriptionLine, findings: Findings): TraceStatus {
  const text = line.text.slice(prefix.length);
  const [flag = '', ...fields] = text.replace(/^T(?=[01])/, '').split(';', maxFields);
  if (flag !== '0' && flag !== '1') {
    malformed(findings, line, 'The status does not say whether the run goes on.', '0 or 1', flag);
  }
  const status: OpenStatus = {
    line,
    running: flag.startsWith('1'),
    stopReason: 'unknown',
    stopWord: '',
    stopTracepoint: 0,
    stopText: '',
    unknownFields: [],
  };
  for (const [position, field] of fields.entries()) {
    readField(status, field, position === 0, findings);
  }
  return status;
}

/** The status line with another count of frames; unchanged where it has none. */
export function withFrameCount(text: string, frames: number): string {
  const fields = text.split(';').map((field) => {
    const colon = field.indexOf(':');
    const counts = colon >= 0 && fullName(field.slice(0, colon)) === 'tframes';
    return counts ? `${field.slice(0, colon)}:${frames.toString(16)}` : field;
  });
  return fields.join(';');
}

function readField(status: OpenStatus, field: string, first: boolean, findings: Findings): void {
  if (field === '') return;
  const colon = field.indexOf(':');
  if (colon < 0) {
    status.unknownFields.push(field);
    malformed(findings, status.line, 'A field of the status has no value.', 'name:value', field);
    return;
  }
  const word = field.slice(0, colon);
  const value = field.slice(colon + 1);
  const name = fullName(word);
  const reason = stopReasons.get(name ?? '');
  if (reason !== undefined) readStop(status, word, reason, value, findings);
  else if (isFactName(name)) {
    const fact = readFact(name, value);
    Object.assign(status, fact);
    if (!fact) malformed(findings, status.line, `${name} is no count.`, 'a number', value);
  } else {
    status.unknownFields.push(field);
    if (first) status.stopWord = word;
  }
}

function isFactName(name: string | undefined): name is FactName {
  return factNames.some((fact) => fact === name);
}

function fullName(word: string): string | undefined {
  if (names.includes(word)) return word;
  return word === '' ? undefined : names.find((name) => name.startsWith(word));
}

/** `word:NUMBER`, or `word:HEXTEXT:NUMBER` as `tstop` and `terror` are written. */
function readStop(
  status: OpenStatus,
  word: string,
  reason: StopReason,
  value: string,
  findings: Findings,
): void {
  const [first = '', second] = value.split(':', 2);
  status.stopReason = reason;
  status.stopWord = word;
  status.stopText = second === undefined ? '' : utf8.decode(fromHex(first));
  const number = readHexNumber(second ?? first);
  if (number && !number.wrapped) status.stopTracepoint = Number(BigInt.asIntN(32, number.value));
  else malformed(findings, status.line, `${word} names no tracepoint.`, 'a number', value);
}

/** The part of the status that one field gives; undefined where its value cannot be read. */
function readFact(name: FactName, value: string): Partial<TraceStatus> | undefined {
  if (name === 'username') return { userName: utf8.decode(fromHex(value)) };
  if (name === 'notes') return { notes: utf8.decode(fromHex(value)) };
  const count = readHexCount(value);
  if (count === undefined) return undefined;
  switch (name) {
    case 'tframes':
      return { framesInBuffer: count };
    case 'tcreated':
      return { framesCreated: count };
    case 'tfree':
      return { bufferFree: count };
    case 'tsize':
      return { bufferSize: count };
    case 'disconn':
      return { disconnectedTracing: count !== 0 };
    case 'circular':
      return { circularBuffer: count !== 0 };
    case 'starttime':
      return { startTime: BigInt(count) };
    case 'stoptime':
      return { stopTime: BigInt(count) };
  }
}

function malformed(
  findings: Findings,
  line: DescriptionLine,
  message: string,
  expected: string,
  found: string,
): void {
  findings.add({
    severity: 'warning',
    code: 'malformed-status',
    message,
    offset: line.offset,
    expected,
    found: quote(found),
  });
}
