// The target's description of its registers, in one document: gdb manual, "Target Description Format". A document may include
// others, by `<xi:include href="…"/>`; a trace file holds what they say in their place.
import { latin1Bytes } from '../latin1';
import { requestDocument } from './documents';
import type { Exchange } from './exchange';
import type { TargetFeatures } from './features';

/** Documents that are read at most: as many as include each other in earnest, and no circle without end. */
const mostDocuments = 64;
const include = /<xi:include\s+href\s*=\s*["']([^"']*)["'][^>]*?(?:\/>|>\s*<\/xi:include>)/g;
/** What stands before an included document's element. */
const prologue = /^\s*(?:<\?xml[^]*?\?>|<!DOCTYPE[^>[]*(?:\[[^\]]*\])?[^>]*>|<!--[^]*?-->|\s+)*/;

/** The description with what it includes; undefined where the target gives none. */
export async function readTargetXml(
  exchange: Exchange,
  features: TargetFeatures,
): Promise<string | undefined> {
  if (!features.has('qXfer:features:read')) return undefined;
  let documents = 0;
  const read = async (annex: string): Promise<string | undefined> => {
    if (documents++ >= mostDocuments) return undefined;
    const bytes = await requestDocument(exchange, features, 'features', annex);
    return bytes === undefined
      ? undefined
      : withIncluded(new TextDecoder().decode(latin1Bytes(bytes)), read);
  };
  return read('target.xml');
}

async function withIncluded(
  xml: string,
  read: (annex: string) => Promise<string | undefined>,
): Promise<string> {
  const pieces: string[] = [];
  let from = 0;
  for (const match of xml.matchAll(include)) {
    const included = await read(match[1] ?? '');
    pieces.push(xml.slice(from, match.index), included?.replace(prologue, '') ?? match[0]);
    from = match.index + match[0].length;
  }
  pieces.push(xml.slice(from));
  return pieces.join('');
}
