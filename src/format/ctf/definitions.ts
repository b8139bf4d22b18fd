// What gdb's CTF says of a run apart from its frames, as lines of a trace file's description:
// status, trace state variables, tracepoints. gdb made the text from such lines: gdb manual, "Trace
// File Format".
import { t } from '@vscode/l10n';
import type { Cursor } from '../../bytes/cursor';
import { toHex } from '../../bytes/hex';
import type { Findings } from '../findings';
import { cursorOver, readCtfText, textCount, type EventWalk } from './packets';
import type { CtfMetadata } from './metadata';

/** A location of a tracepoint, as the datastream defines it. */
export interface CtfTracepoint {
  readonly number: number;
  readonly address: bigint;
  /** `tp` lines. */
  readonly lines: readonly string[];
}

/**
 * Stop reasons, by gdb's number; those with a text between colons have it empty, for CTF does not
 * hold it.
 */
const stopReasons = [
  'tunknown:',
  'tnotrun:',
  'tstop::',
  'tfull:',
  'tdisconnected:',
  'tpasscount:',
  'terror::',
] as const;

/**
 * Types of tracepoints as gdb has numbered them since 7.8; all others are plain ones. How long a
 * fast one is, is not said.
 */
const typeOptions: ReadonlyMap<number, string> = new Map([
  [28, ':F0'],
  [29, ':S'],
  [30, ':S'],
]);

const latin1 = new TextDecoder('latin1');

/** The `status` line. */
function statusLine(cursor: Cursor): string {
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
function tsvLine(cursor: Cursor): string {
  const value = hex64(cursor.u64());
  const number = hex32(cursor.i32());
  const builtin = cursor.i32() === 0 ? '0' : '1';
  return `tsv ${number}:${value}:${builtin}:${toHex(readCtfText(cursor))}`;
}

/** The `tp` lines of a location; `packet`: where its packet begins, in the cursor's bytes. */
function tracepointDefinition(cursor: Cursor, packet: number): CtfTracepoint {
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
  const condition = plain(readCtfText(cursor));
  const actions = texts(cursor, packet);
  const steppingActions = texts(cursor, packet);
  const at = readCtfText(cursor);
  const conditionText = readCtfText(cursor);
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

/** Bytecode of a condition as digits, two a byte. */
function conditionOption(digits: string): string {
  return digits === '' ? '' : `:X${hex32(digits.length >> 1)},${digits}`;
}

/** A list: its count, then that many texts. */
function texts(cursor: Cursor, packet: number): Uint8Array[] {
  const list: Uint8Array[] = [];
  for (let left = textCount(cursor, packet); left > 0 && !cursor.overrun; left--) {
    list.push(readCtfText(cursor));
  }
  return list;
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

// The lines of a trace file's description that the datastream gives.

/** Characters of all lines; a description is never longer. */
const maxDescription = 4 * 1024 * 1024;

/** Collects what the datastream defines. */
export class RunDefinitions {
  private status: string | undefined;
  private readonly variables: string[] = [];
  private readonly tracepoints: string[] = [];
  private length = 0;

  constructor(private readonly metadata: CtfMetadata) {}

  /** The lines, in their order in a trace file. */
  get lines(): string[] {
    return [this.status ?? [], this.variables, this.tracepoints].flat();
  }

  /**
   * Takes the event that was just passed, which ends at `end`; returns the tracepoint that it
   * defines, if it does. `packet` and `end` are offsets in `view`, in bytes.
   */
  take(
    { name, fields }: EventWalk,
    view: DataView,
    packet: number,
    end: number,
  ): CtfTracepoint | undefined {
    if (this.length > maxDescription) return undefined;
    const cursor = cursorOver(view, this.metadata, fields, end);
    if (name === 'status') this.status = statusLine(cursor);
    if (name === 'tsv_def') this.add(this.variables, tsvLine(cursor));
    if (name !== 'tp_def') return undefined;
    const definition = tracepointDefinition(cursor, packet);
    for (const line of definition.lines) this.add(this.tracepoints, line);
    return definition;
  }

  /** Says what was left out. */
  conclude(findings: Findings): void {
    if (this.length <= maxDescription) return;
    findings.conclude({
      severity: 'error',
      code: 'ctf-definitions-too-long',
      message: t('The datastream defines more than a run can hold; the rest is not read.'),
    });
  }

  private add(lines: string[], line: string): void {
    lines.push(line);
    this.length += line.length;
  }
}
