// What a target can do: gdb manual, "General Query Packets", qSupported.
import { readFeatures, writeSupported, type Feature } from '../packets/features';
import type { Exchange } from './exchange';

/** Characters of a packet where the target does not say; the least that gdb takes for granted. */
const leastPacketSize = 400;
/** Longer packets gain nothing. */
const mostPacketSize = 1 << 18;

/** What this client can do that targets ask about. gdbserver describes vector registers only to clients that read XML. */
const ours: readonly Feature[] = [
  ...['swbreak', 'hwbreak', 'vContSupported', 'no-resumed'].map((name): Feature => ({
    name,
    state: 'yes',
  })),
  { name: 'xmlRegisters', state: { value: 'i386,arm,mips' } },
];

/** A target's answer to qSupported. */
export class TargetFeatures {
  private readonly states: ReadonlyMap<string, Feature['state']>;

  constructor(features: readonly Feature[]) {
    this.states = new Map(features.map(({ name, state }) => [name, state]));
  }

  has(name: string): boolean {
    return this.states.get(name) === 'yes';
  }

  /** Characters that a packet may have at most, without what frames it. */
  get packetSize(): number {
    const state = this.states.get('PacketSize');
    const size = typeof state === 'object' ? Number.parseInt(state.value, 16) : leastPacketSize;
    return size >= leastPacketSize ? Math.min(size, mostPacketSize) : leastPacketSize;
  }

  /** Bytes that a reply holds as hexadecimal digits, with room for what stands around them. */
  get bytesInReply(): number {
    return (this.packetSize - 16) >> 1;
  }
}

/**
 * Asks a target what it can do. Acknowledgements end where both sides can do without; `reliable` tells that the connection
 * loses and changes nothing. A target that knows no qSupported has no features.
 */
export async function greet(exchange: Exchange, reliable: boolean): Promise<TargetFeatures> {
  const read = readFeatures(
    await exchange.ask(writeSupported({ kind: 'supported', features: ours })),
  );
  const features = new TargetFeatures('features' in read ? read.features : []);
  if (reliable && features.has('QStartNoAckMode')) {
    const answer = await exchange.ask('QStartNoAckMode');
    if (answer === 'OK') exchange.stopAcknowledging();
  }
  return features;
}
