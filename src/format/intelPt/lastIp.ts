// The address in a packet, which keeps what it has in common with the one before: Intel SDM volume
// 3, "Target IP (TIP) Packet", IP compression.
import { IpCompression, type IpPacketKind, type PacketOf } from './packets';

/** The last address that packets gave. */
export class LastIp {
  /** Why there is none now. */
  state: 'none' | 'suppressed' | 'known' = 'none';
  private address = 0n;

  /** The address; undefined where the last packet had none, or none came yet. */
  get ip(): bigint | undefined {
    return this.state === 'known' ? this.address : undefined;
  }

  copy(): LastIp {
    return Object.assign(new LastIp(), this);
  }

  /** Forgets what came before, as at a PSB. */
  reset(): void {
    this.state = 'none';
    this.address = 0n;
  }

  update({ compression, ip }: PacketOf<IpPacketKind>): void {
    if (compression === IpCompression.suppressed) {
      this.state = 'suppressed';
      return;
    }
    this.state = 'known';
    const kept = keptBits[compression];
    if (compression === IpCompression.signExtended48) {
      this.address = BigInt.asUintN(64, BigInt.asIntN(48, ip));
    } else {
      this.address = kept === undefined ? ip : ((this.address >> kept) << kept) | ip;
    }
  }
}

/** Bits that a packet gives anew, of those that keep the others. */
const keptBits: Readonly<Record<number, bigint>> = {
  [IpCompression.update16]: 16n,
  [IpCompression.update32]: 32n,
  [IpCompression.update48]: 48n,
};
