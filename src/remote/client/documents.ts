// Documents of a target, read part by part: gdb manual, "General Query Packets", qXfer.
import { readReply } from '../packets/reply';
import { readDocumentPart, writeTransfer } from '../packets/transfer';
import { malformed, type Exchange } from './exchange';
import type { TargetFeatures } from './features';

/** Characters of a document that are read at most. */
const longestDocument = 1 << 24;

/** Reads a document, one UTF-16 unit a byte; undefined where the target has none of that name. */
export async function requestDocument(
  exchange: Exchange,
  features: TargetFeatures,
  object: string,
  annex = '',
): Promise<string | undefined> {
  const parts: string[] = [];
  let length = 0;
  for await (const part of documentParts(exchange, features, object, annex)) {
    if (part === undefined) return undefined;
    parts.push(part);
    length += part.length;
    if (length >= longestDocument) break;
  }
  return parts.join('');
}

/** The parts of a document, one UTF-16 unit a byte; undefined ends them where the target has none, or no more, to give. */
export async function* documentParts(
  exchange: Exchange,
  features: TargetFeatures,
  object: string,
  annex = '',
): AsyncGenerator<string | undefined, void> {
  const length = features.bytesInReply;
  for (let offset = 0; ;) {
    const packet = writeTransfer({ kind: 'read-object', object, annex, offset, length });
    const reply = await exchange.ask(packet);
    const { kind } = readReply(reply);
    if (kind === 'unsupported' || kind === 'error') {
      yield undefined;
      return;
    }
    const part = readDocumentPart(reply);
    if ('kind' in part) throw malformed(packet, reply, part.expected);
    yield part.data;
    offset += part.data.length;
    if (part.last) return;
    if (part.data === '') throw malformed(packet, reply, 'a part of the document');
  }
}
