// Branches recorded through a target of the tests' own, which gives a recording of the corpus part by part.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../../../src/bytes/source';
import { readBranchTrace } from '../../../../src/format/branchTraceReader';
import {
  beginBranches,
  endBranches,
  readBranches,
} from '../../../../src/remote/client/branchRecording';
import { Exchange } from '../../../../src/remote/client/exchange';
import { greet, type Features } from '../../../../src/remote/client/features';
import { readTransfer, writeDocumentPart } from '../../../../src/remote/packets/transfer';
import { StubTarget } from './stubTarget';

const recorded = readFileSync(
  path.join(import.meta.dirname, '../../../corpus/branches/tree.btrace'),
  'utf8',
);
const offered =
  'PacketSize=200;qXfer:btrace:read+;qXfer:btrace-conf:read+;Qbtrace:bts+;Qbtrace:off+;Qbtrace-conf:bts:size+';

/** A target that records branches once it is told to. */
async function connect(features = offered): Promise<{
  exchange: Exchange;
  features: Features;
  target: StubTarget;
}> {
  let isOn = false;
  const target = new StubTarget((packet) => {
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
  });
  target.features = features;
  const exchange = new Exchange(target.transport);
  return { exchange, features: await greet(exchange, true), target };
}

describe('branches of a live target', () => {
  it('are recorded, read in parts, and ended', async () => {
    const { exchange, features, target } = await connect();
    expect(await beginBranches(exchange, features, 'bts', 0x10000)).toEqual({
      ...{ format: 'bts', size: 0x10000 },
    });
    const document = await readBranches(exchange, features);
    expect(document).toBe(recorded);
    const bytes = new TextEncoder().encode(document);
    const { contents } = await readBranchTrace(new MemorySource(bytes));
    expect(contents).toMatchObject({ format: 'bts', blocks: { count: 61 } });
    await endBranches(exchange);
    expect(target.packets.filter((packet) => packet.startsWith('Qbtrace'))).toEqual([
      'Qbtrace-conf:bts:size=0x10000',
      'Qbtrace:bts',
      'Qbtrace:off',
    ]);
    exchange.dispose();
  });

  it('are refused by name where the target does not offer them, or refuses', async () => {
    const { exchange, features } = await connect();
    await expect(beginBranches(exchange, features, 'pt')).rejects.toThrow(
      'The target does not offer to record branches as Intel PT packets.',
    );
    await expect(readBranches(exchange, features)).rejects.toThrow('was recording begun?');
    await expect(endBranches(exchange)).rejects.toThrow('Btrace already enabled.');
    exchange.dispose();
    const other = await connect('PacketSize=200');
    await expect(beginBranches(other.exchange, other.features, 'bts')).rejects.toThrow(
      'does not offer to record branches as blocks (BTS)',
    );
    other.exchange.dispose();
  });
});
