// The frames of a run as the target's buffer holds them, in pieces as big as its packets: gdb manual, "Tracepoint Packets", qTBuffer.
import { readBufferReply, writeBufferPacket } from '../packets/buffer';
import { readReply } from '../packets/reply';
import { malformed, type Exchange } from './exchange';
import { TargetProblem } from './targetProblem';

/** Times that a piece is asked for whose answer makes no sense. */
const tries = 3;

/** The buffer piece by piece, `length` bytes each. Rejects with a {@link TargetProblem}: `unsupported` where it cannot be read so. */
export async function* bufferPieces(
  exchange: Exchange,
  length: number,
): AsyncGenerator<Uint8Array, void> {
  for (let offset = 0; ;) {
    const bytes = await readPiece(exchange, offset, length);
    if (bytes.length === 0) return;
    yield bytes;
    offset += bytes.length;
  }
}

async function readPiece(exchange: Exchange, offset: number, length: number): Promise<Uint8Array> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await askForPiece(exchange, offset, length);
    } catch (error) {
      const isWorthIt = error instanceof TargetProblem && error.kind === 'malformed';
      if (!isWorthIt || attempt === tries) throw error;
    }
  }
}

async function askForPiece(
  exchange: Exchange,
  offset: number,
  length: number,
): Promise<Uint8Array> {
  const packet = writeBufferPacket({ kind: 'read-buffer', offset, length });
  const reply = await exchange.ask(packet);
  const { kind } = readReply(reply);
  if (kind === 'unsupported') {
    throw new TargetProblem('unsupported', 'The target does not hand out its buffer (qTBuffer).');
  }
  if (kind === 'error' && reply.length === 3) {
    throw new TargetProblem('refused', `The target refused to hand out its buffer (${reply}).`);
  }
  const read = readBufferReply(reply);
  if ('kind' in read || read.bytes.length > length) throw malformed(packet, reply, 'bytes or l');
  return read.bytes;
}
