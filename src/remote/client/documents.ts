// Documents of a target, read part by part: gdb manual, "General Query Packets", qXfer.
import { readReply } from '../packets/reply';
import { readDocumentPart, writeTransfer } from '../packets/transfer';
import { malformed, type Exchange } from './exchange';
import type { Features } from './features';

/** Characters of a document that are read at most. */
const longestDocument = 1 << 24;

/** Reads a document, one UTF-16 unit a byte; undefined where the target has none of that name. */
export async function readDocument(
  exchange: Exchange,
  features: Features,
  object: string,
  annex = '',
): Promise<string | undefined> {
  const parts: string[] = [];
  const length = features.bytesInReply;
  for (let offset = 0; offset < longestDocument;) {
    const packet = writeTransfer({ kind: 'read-object', object, annex, offset, length });
    const reply = await exchange.ask(packet);
    const { kind } = readReply(reply);
    if (kind === 'unsupported' || kind === 'error') return undefined;
    const part = readDocumentPart(reply);
    if ('kind' in part) throw malformed(packet, reply, part.expected);
    parts.push(part.data);
    offset += part.data.length;
    if (part.last) break;
    if (part.data === '') throw malformed(packet, reply, 'a part of the document');
  }
  return parts.join('');
}
