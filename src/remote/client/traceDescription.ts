// The description of a trace file as gdb's `tsave` writes it for a target: gdb manual, "Trace
// File Format".
import { t } from '@vscode/l10n';
import type { Diagnostic } from '../../bytes/diagnostic';
import { writeStatusReply, type TraceStatusReply } from '../packets/run';
import {
  writeTracepointPiece,
  writeUploadedVariable,
  type TracepointPiece,
  type UploadedVariable,
  readTracepointPiece,
  writeUpload,
} from '../packets/upload';
import type { Action } from '../../format/description';
import { readReply } from '../packets/fields';
import type { DefinitionPacket } from '../packets/definitions';
import { malformed, type RspClient } from './rspClient';
import { readCounterDigits } from './liveStatus';
import type { Experiment } from './recording';
import { readVariables, type Target } from './target';

/** What a target says of a run. */
export interface RunDescription {
  /** Bytes; 0 where no frame holds registers. */
  readonly registerBlockSize: number;
  readonly xml: string | undefined;
  readonly status: TraceStatusReply;
  /** In the target's order. */
  readonly variables: readonly UploadedVariable[];
  /**
   * In the target's order, those of one tracepoint at one address together; counters among them.
   */
  readonly tracepoints: readonly TracepointPiece[];
}

/** Characters of a line that gdb reads. */
const maxLineLength = 999;
const utf8 = new TextEncoder();

/**
 * The description's bytes, the empty line that ends it included. A line that gdb cannot read
 * would keep it from opening the file: source strings of that length are left out and said.
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
      message: t(
        "A line of tracepoint {0}'s source is left out of the file: gdb cannot read one of that length.",
        number,
      ),
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
  return piece.piece === 'Z' && `tp ${writeTracepointPiece(piece)}`.length > maxLineLength;
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

/**
 * Without the XML declaration, as gdb saves it; one element a line where the target writes longer
 * ones than gdb reads.
 */
function xmlLines(xml: string): string[] {
  const document = xml
    .replace(/^\s*<\?xml[^]*?\?>/, '')
    .replace(/\r/g, '')
    .replace(/(?<!\n)\n+$/, '');
  const lines = document.split('\n');
  return lines.flatMap((line) =>
    line.length + 'tdesc '.length > maxLineLength
      ? line.replace(/></g, '>\n<').split('\n')
      : [line],
  );
}

// The experiment as the target has it, so that a run can be looked at by who did not define it:
// gdb manual, "Tracepoint Packets", qTfP and qTsP.

/** Pieces that are read at most. */
const maxPieces = 1 << 16;

/** Every piece of every tracepoint, in the target's order; none where it does not tell. */
export async function uploadTracepoints(client: RspClient): Promise<TracepointPiece[]> {
  const pieces: TracepointPiece[] = [];
  for (let next = false; pieces.length < maxPieces; next = true) {
    const packet = writeUpload({ kind: 'upload-tracepoints', next });
    const reply = await client.request(packet);
    if (readReply(reply).kind === 'error') break;
    const piece = readTracepointPiece(reply);
    if ('kind' in piece) throw malformed(packet, reply, piece.expected);
    if (piece.piece === 'end') break;
    pieces.push(piece);
  }
  return pieces;
}

/** What was defined, as a target would tell it that can. */
export function piecesOf(definitions: readonly DefinitionPacket[]): TracepointPiece[] {
  const stepping = new Set<string>();
  return definitions.flatMap((packet): TracepointPiece[] => {
    if (packet.kind === 'define-tracepoint') return [{ ...packet, piece: 'T' }];
    if (packet.kind === 'define-source') return [{ ...packet, piece: 'Z' }];
    if (packet.kind !== 'define-actions') return [];
    const { number, address, actions, steppingActions, opensStepping } = packet;
    const key = keyOf(packet);
    const first = stepping.has(key) ? 'S' : 'A';
    if (opensStepping) stepping.add(key);
    const pieces = (piece: 'A' | 'S', list: readonly Action[]) =>
      list.map((action) => ({
        piece,
        number,
        address,
        actions: [action],
        opensStepping: false,
        steppingActions: [],
      }));
    return [...pieces(first, actions), ...pieces('S', steppingActions)];
  });
}

/** The variables that were defined. */
function variablesOf(definitions: readonly DefinitionPacket[]): UploadedVariable[] {
  return definitions.flatMap((packet) =>
    packet.kind === 'define-variable' ? [{ ...packet, piece: 'variable' as const }] : [],
  );
}

/** A tracepoint's number and address as one text. */
function keyOf({ number, address }: { number: number; address: bigint }): string {
  return `${number}@${address}`;
}

// What a target says of a run that is over, gathered for its trace file. What it does not tell is
// taken from what was defined.

/** `experiment`: what was defined on this connection, if it was. */
export async function readRunDescription(
  client: RspClient,
  target: Target,
  status: TraceStatusReply,
  experiment: Experiment | undefined,
): Promise<RunDescription> {
  const definitions = experiment?.definitions ?? [];
  const uploaded = await uploadTracepoints(client);
  const pieces =
    uploaded.length > 0 ? withSource(uploaded, piecesOf(definitions)) : piecesOf(definitions);
  const variables = await readVariables(client);
  return {
    registerBlockSize: await registerBlockSize(client, target),
    xml: target.xml,
    status,
    variables: variables.length > 0 ? variables : variablesOf(definitions),
    tracepoints: [...pieces, ...(await counters(client, pieces))],
  };
}

/** Targets that keep no source strings get those that were defined. */
function withSource(
  uploaded: readonly TracepointPiece[],
  defined: readonly TracepointPiece[],
): readonly TracepointPiece[] {
  if (uploaded.some(({ piece }) => piece === 'Z')) return uploaded;
  return [...uploaded, ...defined.filter(({ piece }) => piece === 'Z')];
}

async function counters(
  client: RspClient,
  pieces: readonly TracepointPiece[],
): Promise<TracepointPiece[]> {
  const counted: TracepointPiece[] = [];
  if (pieces.some(({ piece }) => piece === 'V')) return counted;
  for (const piece of pieces) {
    if (piece.piece !== 'T') continue;
    const digits = await readCounterDigits(client, piece);
    const { number, address } = piece;
    if (digits) counted.push({ piece: 'V', number, address, ...digits });
  }
  return counted;
}

/**
 * Bytes of a register block: those of the description, else as many as the target answers `g`
 * with.
 */
async function registerBlockSize(client: RspClient, { layout }: Target): Promise<number> {
  if (layout) return layout.size;
  const reply = await client.request('g');
  return readReply(reply).kind === 'data' ? reply.length >> 1 : 0;
}
