// Branches recorded through a target of the tests' own, which gives a recording of the corpus part
// by part.
import path from 'node:path';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../../../src/bytes/source';
import { readBranchTrace } from '../../../../src/format/branchTrace';
import {
  beginBranches,
  endBranches,
  readBranches,
  LiveBranches,
} from '../../../../src/remote/client/liveBranches';
import {
  RspClient,
  negotiateFeatures,
  type TargetFeatures,
} from '../../../../src/remote/client/rspClient';
import { eventually } from '../../../eventually';
import { branchAnswers, branchFeatures, runningBranchTarget } from './branchTarget';
import { StubTarget } from './stubTarget';

const recorded = readFileSync(
  path.join(import.meta.dirname, '../../../corpus/branches/tree.btrace'),
  'utf8',
);
async function connect(features = branchFeatures): Promise<{
  client: RspClient;
  features: TargetFeatures;
  target: StubTarget;
}> {
  const target = new StubTarget(branchAnswers(recorded));
  target.features = features;
  const client = new RspClient(target.transport);
  return { client, features: await negotiateFeatures(client, true), target };
}

async function documentOf(parts: AsyncIterable<Uint8Array>): Promise<string> {
  const read: Uint8Array[] = [];
  for await (const part of parts) read.push(part);
  return Buffer.concat(read).toString('latin1');
}

describe('branches of a live target', () => {
  it('are recorded, read in parts, and ended', async () => {
    const { client, features, target } = await connect();
    expect(await beginBranches(client, features, 'bts', 0x10000)).toEqual({
      format: 'bts',
      size: 0x10000,
    });
    const document = await documentOf(readBranches(client, features));
    expect(document).toBe(recorded);
    const bytes = new TextEncoder().encode(document);
    const { contents } = await readBranchTrace(new MemorySource(bytes));
    expect(contents).toMatchObject({ format: 'bts', blocks: { count: 61 } });
    await endBranches(client);
    expect(target.packets.filter((packet) => packet.startsWith('Qbtrace'))).toEqual([
      'Qbtrace-conf:bts:size=0x10000',
      'Qbtrace:bts',
      'Qbtrace:off',
    ]);
    client.dispose();
  });

  it('are refused by name where the target does not offer them, or refuses', async () => {
    const { client, features } = await connect();
    await expect(beginBranches(client, features, 'pt')).rejects.toThrow(
      'The target does not offer to record branches as Intel PT packets.',
    );
    await expect(documentOf(readBranches(client, features))).rejects.toThrow(
      'The target has no branches to give',
    );
    await expect(endBranches(client)).rejects.toThrow('Btrace already enabled.');
    client.dispose();
    const other = await connect('PacketSize=200');
    await expect(beginBranches(other.client, other.features, 'bts')).rejects.toThrow(
      'does not offer to record branches as blocks (BTS)',
    );
    other.client.dispose();
  });
});

describe('a program whose branches are recorded', () => {
  it('runs until it is stopped, gives its branches, and is let go', async () => {
    const target = runningBranchTarget(recorded);
    const branches = await LiveBranches.connect(target.transport);
    if ('problem' in branches) throw new Error(branches.problem);
    const stop = new AbortController();
    let hasEnded = false;
    const ran = branches.run(stop.signal).then(() => {
      hasEnded = true;
    });
    // A signal of its own does not stop it.
    target.notify('Stop:T0ethread:1;');
    await eventually(() => {
      expect(target.packets).toContain('vCont;C0e:1;c');
    });
    expect(hasEnded).toBe(false);
    stop.abort();
    await ran;
    expect(await documentOf(branches.document())).toBe(recorded);
    await branches.leave();
    const told = target.packets.filter((packet) => /^(Qbtrace|vCont;|D$)/.test(packet));
    const ways = ['vCont;c', 'vCont;C0e:1;c', 'vCont;t'];
    expect(told).toEqual(['Qbtrace:bts', ...ways, 'Qbtrace:off', 'D']);
    expect(target.isClosed).toBe(true);
  });

  it('has no branches to give where it ended before', async () => {
    const records = branchAnswers(recorded);
    const target = new StubTarget((packet) => {
      if (packet === 'vCont;c') {
        return () => {
          target.send('OK');
          target.notify('Stop:W00');
        };
      }
      return packet.startsWith('qXfer:btrace:') ? 'E.No thread.' : records(packet);
    });
    target.features = `${branchFeatures};QNonStop+`;
    const branches = await LiveBranches.connect(target.transport);
    if ('problem' in branches) throw new Error(branches.problem);
    await branches.run(new AbortController().signal);
    await expect(documentOf(branches.document())).rejects.toThrow('the program is gone');
    await branches.leave();
    expect(target.packets).not.toContain('D');
    expect(target.isClosed).toBe(true);
  });

  it('is recorded with Intel PT where the target offers that, with a buffer as large as asked', async () => {
    for (const [options, asked] of [
      [{}, ['Qbtrace:pt']],
      [{ bufferSize: 0x8000 }, ['Qbtrace-conf:pt:size=0x8000', 'Qbtrace:pt']],
      [{ format: 'bts' }, ['Qbtrace:bts']],
    ] as const) {
      const target = runningBranchTarget(recorded);
      target.features = `${branchFeatures};Qbtrace:pt+;Qbtrace-conf:pt:size+;QNonStop+`;
      const branches = await LiveBranches.connect(target.transport, {}, options);
      if ('problem' in branches) throw new Error(branches.problem);
      expect(target.packets.filter((packet) => packet.startsWith('Qbtrace'))).toEqual(asked);
      await branches.leave();
    }
  });

  it('is left at once where the target records no branches', async () => {
    const target = runningBranchTarget(recorded);
    target.features = 'PacketSize=200;QNonStop+';
    expect(await LiveBranches.connect(target.transport)).toEqual({
      problem: 'The target does not offer to record branches as blocks (BTS).',
    });
    expect(target.isClosed).toBe(true);
  });
});
