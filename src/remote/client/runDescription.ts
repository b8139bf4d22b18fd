// What a target says of a run that is over, gathered for its trace file. What it does not tell is taken from what was defined.
import { readReply } from '../packets/reply';
import type { TraceStatusReply } from '../packets/status';
import type { TracepointPiece } from '../packets/upload';
import type { Exchange } from './exchange';
import { readCounterDigits } from './liveStatus';
import type { Experiment } from './recording';
import { readVariables, type Target } from './target';
import type { RunDescription } from './traceDescription';
import { piecesOf, uploadTracepoints, variablesOf } from './upload';

/** `experiment`: what was defined on this connection, if it was. */
export async function readRunDescription(
  exchange: Exchange,
  target: Target,
  status: TraceStatusReply,
  experiment: Experiment | undefined,
): Promise<RunDescription> {
  const definitions = experiment?.definitions ?? [];
  const uploaded = await uploadTracepoints(exchange);
  const pieces =
    uploaded.length > 0 ? withSource(uploaded, piecesOf(definitions)) : piecesOf(definitions);
  const variables = await readVariables(exchange);
  return {
    registerBlockSize: await registerBlockSize(exchange, target),
    xml: target.xml,
    status,
    variables: variables.length > 0 ? variables : variablesOf(definitions),
    tracepoints: [...pieces, ...(await counters(exchange, pieces))],
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
  exchange: Exchange,
  pieces: readonly TracepointPiece[],
): Promise<TracepointPiece[]> {
  const counted: TracepointPiece[] = [];
  if (pieces.some(({ piece }) => piece === 'V')) return counted;
  for (const piece of pieces) {
    if (piece.piece !== 'T') continue;
    const digits = await readCounterDigits(exchange, piece);
    const { number, address } = piece;
    if (digits) counted.push({ piece: 'V', number, address, ...digits });
  }
  return counted;
}

/** Bytes of a register block: those of the description, else as many as the target answers `g` with. */
async function registerBlockSize(exchange: Exchange, { layout }: Target): Promise<number> {
  if (layout) return layout.size;
  const reply = await exchange.ask('g');
  return readReply(reply).kind === 'data' ? reply.length >> 1 : 0;
}
