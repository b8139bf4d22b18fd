// A target of the tests' own that records branches: it gives a recording of the corpus, part by
// part.
import { readTransfer, writeDocumentPart } from '../../../../src/remote/packets/transfer';
import { type Reaction, StubTarget } from './stubTarget';

/** What such a target says that it can do. */
export const branchFeatures =
  'PacketSize=200;qXfer:btrace:read+;qXfer:btrace-conf:read+;Qbtrace:bts+;Qbtrace:off+;Qbtrace-conf:bts:size+';

/** Answers of a target that gives a document of branches once it is told to record. */
export function branchAnswers(recorded: string): (packet: string) => Reaction {
  let isOn = false;
  return (packet) => {
    const asked = readTransfer(packet);
    if (asked?.kind === 'branch-buffer') return 'OK';
    if (asked?.kind === 'branch-trace') {
      if (isOn === (asked.format !== 'off')) return 'E.Btrace already enabled.';
      isOn = !isOn;
      return 'OK';
    }
    if (asked?.kind !== 'read-object' || !asked.object.startsWith('btrace')) return undefined;
    if (!isOn) return 'E.Btrace not enabled.';
    const { object, offset, length } = asked;
    const configuration = '<btrace-conf version="1.0"><bts size="0x10000"/></btrace-conf>';
    const document = object === 'btrace' ? recorded : configuration;
    const data = document.slice(offset, offset + length);
    return writeDocumentPart({ data, last: offset + length >= document.length });
  };
}

/** A target in non-stop mode whose program runs until it is stopped. */
export function runningBranchTarget(recorded: string): StubTarget {
  const target = new StubTarget(branchAnswers(recorded));
  target.features = `${branchFeatures};QNonStop+`;
  return target;
}
