// The `status` line: gdb manual, "Tracepoint Packets" (qTStatus), as gdb's parse_trace_status reads
// it: a name may be cut short, and fields may come in any order.
import { t } from '@vscode/l10n';
import { fromHex } from '../bytes/hex';
import type { StopReason, TraceStatus } from './description';
import type { DescriptionLine } from './descriptionLines';
import { quote, type Findings } from './findings';
import { Lexer, readHexCount } from './lexer';

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

/** Fields of one line that are looked at; gdb writes at most 13. */
const maxFields = 256;
const utf8 = new TextDecoder();

type Open<T> = { -readonly [Key in keyof T]: T[Key] };
type OpenStatus = Open<TraceStatus> & { unknownFields: string[] };

/** Reads a line of which `lexer` has read `status `, or a reply to qTStatus. */
export function readStatus(line: DescriptionLine, lexer: Lexer, findings: Findings): TraceStatus {
  const flag = lexer.until(';');
  if (!/^T?[01]$/.test(flag)) {
    malformed(
      findings,
      line,
      t('The status does not say whether the run goes on.'),
      '0 or 1',
      flag,
    );
  }
  const status: OpenStatus = {
    line,
    running: /^T?1/.test(flag),
    stopReason: 'unknown',
    stopWord: '',
    stopTracepoint: 0,
    stopText: '',
    unknownFields: [],
  };
  for (let position = 0; position < maxFields && lexer.skip(';'); position++) {
    readField(status, new Lexer(lexer.until(';')), position === 0, findings);
  }
  return status;
}

/** The status line with another count of frames; unchanged where it has none. */
export function withFrameCount(text: string, frames: number): string {
  const lexer = new Lexer(text);
  const fields: string[] = [];
  do {
    const field = lexer.until(';');
    const { word, value } = readWord(new Lexer(field));
    const counts = value !== undefined && fullName(word) === 'tframes';
    fields.push(counts ? `${word}:${frames.toString(16)}` : field);
  } while (lexer.skip(';'));
  return fields.join(';');
}

/** A field's two halves; the value is absent without a colon. */
function readWord(field: Lexer): { word: string; value: string | undefined } {
  const word = field.until(':');
  return { word, value: field.skip(':') ? field.remainder() : undefined };
}

function readField(status: OpenStatus, field: Lexer, first: boolean, findings: Findings): void {
  const { rest } = field;
  if (rest === '') return;
  const { word, value } = readWord(field);
  if (value === undefined) {
    status.unknownFields.push(rest);
    malformed(findings, status.line, t('A field of the status has no value.'), 'name:value', rest);
    return;
  }
  const name = fullName(word);
  const reason = stopReasons.get(name ?? '');
  if (reason !== undefined) readStop(status, word, reason, value, findings);
  else if (isFactName(name)) {
    const fact = readFact(name, value);
    Object.assign(status, fact);
    if (!fact) malformed(findings, status.line, t('{0} is no count.', name), 'a number', value);
  } else {
    status.unknownFields.push(rest);
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
  const lexer = new Lexer(value);
  const first = lexer.until(':');
  const hasText = lexer.skip(':');
  status.stopReason = reason;
  status.stopWord = word;
  status.stopText = hasText ? utf8.decode(fromHex(first)) : '';
  const number = (hasText ? lexer : new Lexer(first)).hexNumber();
  if (number && !number.wrapped) status.stopTracepoint = Number(BigInt.asIntN(32, number.value));
  else malformed(findings, status.line, t('{0} names no tracepoint.', word), 'a number', value);
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
