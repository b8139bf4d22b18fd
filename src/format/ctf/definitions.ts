// What gdb's CTF says of a run beside its frames, in the words of a trace file's description: status, trace state
// variables, tracepoints. Text came from a trace file's lines and becomes lines again: gdb manual, "Trace File Format".
import type { Cursor } from '../../bytes/cursor';
import { toHex } from '../../bytes/hex';

/** A location of a tracepoint, as the datastream defines it. */
export interface CtfTracepoint {
  readonly number: number;
  readonly address: bigint;
  /** `tp` lines. */
  readonly lines: readonly string[];
}

/** Stop reasons, by gdb's number; those with a text between colons have it empty, for CTF does not hold it. */
const stopReasons = [
  'tunknown:',
  'tnotrun:',
  'tstop::',
  'tfull:',
  'tdisconnected:',
  'tpasscount:',
  'terror::',
] as const;

/** Types of tracepoints as gdb has numbered them since 7.8; all others are plain ones. How long a fast one is, is not said. */
const typeOptions: ReadonlyMap<number, string> = new Map([
  [28, ':F0'],
  [29, ':S'],
  [30, ':S'],
]);

/** Texts in a list, and bytes in a text: more is damage. gdb's own are shorter than a line of a trace file. */
const mostTexts = 4096;
const longestText = 8 * 1024;

const latin1 = new TextDecoder('latin1');

/** The `status` line. */
export function statusLine(cursor: Cursor): string {
  const reason = cursor.i32();
  const stoppedBy = cursor.i32();
  const counts = ['tframes', 'tcreated', 'tfree', 'tsize'].map(
    (name) => [name, cursor.i32()] as const,
  );
  const flags = ['disconn', 'circular'].map((name) => [name, cursor.i32()] as const);
  const fields = [
    ...counts.filter(([, count]) => count >= 0),
    ...flags.filter(([, flag]) => flag !== 0),
  ];
  const word = stopReasons[reason] ?? stopReasons[0];
  return [
    `status 0;${word}${hex32(stoppedBy)}`,
    ...fields.map(([name, value]) => `${name}:${hex32(value)}`),
  ].join(';');
}

/** The `tsv` line of a trace state variable. */
export function tsvLine(cursor: Cursor): string {
  const value = hex64(cursor.u64());
  const number = hex32(cursor.i32());
  const builtin = cursor.i32() === 0 ? '0' : '1';
  return `tsv ${number}:${value}:${builtin}:${toHex(text(cursor))}`;
}

/** Passes a variable without making its line. */
export function skipVariableDefinition(cursor: Cursor): void {
  cursor.skip(8 + 4 + 4);
  text(cursor);
}

/** The `tp` lines of a location; `packet`: where its packet begins, in the cursor's bytes. */
export function tracepointDefinition(cursor: Cursor, packet: number): CtfTracepoint {
  const address = cursor.u64();
  const usage = cursor.u64();
  const number = cursor.i32();
  const [enabled, step, pass, hits, type] = [
    cursor.i32(),
    cursor.i32(),
    cursor.i32(),
    cursor.i32(),
    cursor.i32(),
  ];
  const condition = plain(text(cursor));
  const actions = texts(cursor, packet);
  const steppingActions = texts(cursor, packet);
  const at = text(cursor);
  const conditionText = text(cursor);
  const commands = texts(cursor, packet);
  const where = `${hex32(number)}:${hex64(address)}`;
  const options = (typeOptions.get(type) ?? '') + conditionOption(condition);
  const source = (kind: string, bytes: Uint8Array) =>
    bytes.length === 0 ? [] : [`tp Z${where}:${kind}:0:${hex32(bytes.length)}:${toHex(bytes)}`];
  const lines = [
    `tp T${where}:${enabled === 0 ? 'D' : 'E'}:${hex32(step)}:${hex32(pass)}${options}`,
    ...actions.map((action) => `tp A${where}:${plain(action)}`),
    ...steppingActions.map((action) => `tp S${where}:${plain(action)}`),
    ...source('at', at),
    ...source('cond', conditionText),
    ...commands.flatMap((command) => source('cmd', command)),
    `tp V${where}:${hex32(hits)}:${hex64(usage)}`,
  ];
  return { number, address, lines };
}

/** Passes a tracepoint without making its lines. */
export function skipTracepointDefinition(cursor: Cursor, packet: number): void {
  cursor.skip(8 + 8 + 6 * 4);
  text(cursor);
  skipTexts(cursor, packet);
  skipTexts(cursor, packet);
  text(cursor);
  text(cursor);
  skipTexts(cursor, packet);
}

/** Bytecode of a condition as digits, two a byte. */
function conditionOption(digits: string): string {
  return digits === '' ? '' : `:X${hex32(digits.length >> 1)},${digits}`;
}

/** A list: its count, then that many texts. */
function texts(cursor: Cursor, packet: number): Uint8Array[] {
  const list: Uint8Array[] = [];
  for (let left = count(cursor, packet); left > 0 && !cursor.overrun; left--) {
    list.push(text(cursor));
  }
  return list;
}

function skipTexts(cursor: Cursor, packet: number): void {
  for (let left = count(cursor, packet); left > 0 && !cursor.overrun; left--) text(cursor);
}

function count(cursor: Cursor, packet: number): number {
  cursor.skip((4 - ((cursor.offset - packet) % 4)) % 4);
  const texts = cursor.u32();
  if (texts > mostTexts) cursor.skip(cursor.remaining + 1);
  return texts;
}

/** The bytes up to a NUL, which is passed. */
function text(cursor: Cursor): Uint8Array {
  const end = Math.min(cursor.end, cursor.offset + longestText);
  const rest = cursor.bytes.subarray(cursor.offset, end);
  const length = rest.indexOf(0);
  cursor.skip(length < 0 ? cursor.remaining + 1 : length + 1);
  return rest.subarray(0, Math.max(0, length));
}

/** Text that must stay within one line of the description. */
function plain(bytes: Uint8Array): string {
  return latin1.decode(bytes).replace(/[^ -~]/g, '?');
}

function hex32(value: number): string {
  return (value >>> 0).toString(16);
}

function hex64(value: bigint): string {
  return BigInt.asUintN(64, value).toString(16);
}
