// A target as the documentation of the Rust crate gdbstub describes its tracepoint extension: no
// conditions, fast tracepoints or trace state variables; no QTDPsrc and no buffer unless the
// firmware brings them; nothing tells what a frame collected. It answers only while its program is
// stopped. Memory of a frame that was not collected is an error.
import { fromHex, toHex } from '../../../../src/bytes/hex';
import { StubTarget, type Reaction } from './stubTarget';

/** One hit. */
export interface Hit {
  /** The second register. */
  readonly rax: bigint;
  /** What was collected, by run-time address. */
  readonly memory: ReadonlyMap<bigint, Uint8Array>;
}

const pc = 0x401000n;

/** The target; `packets` has all that it was sent. */
export function gdbstubTarget(hits: readonly Hit[]): StubTarget {
  let selected: Hit | undefined;
  let state = 'T0;tnotrun:0';
  let pieces: string[] = [];
  const defined: string[] = [];
  const counts = `tframes:${hits.length};tcreated:${hits.length};tsize:1000;tfree:f00`;
  const answer = (packet: string): Reaction | null => {
    if (packet === 'vCont;c') return null;
    if (packet === 'qTStatus') return `${state};${counts};circular:0;disconn:0`;
    if (packet === 'QTStart') state = 'T1';
    if (packet === 'QTStop') state = 'T0;tstop:0';
    if (/^QT(init|Start|Stop|DP:)/.test(packet)) {
      if (packet.startsWith('QTDP:')) defined.push(packet.replace(/-$/, ''));
      return 'OK';
    }
    if (packet === 'qTfP') pieces = defined.map(uploaded);
    if (/^qT[fs]P$/.test(packet)) return pieces.shift() ?? '';
    if (packet.startsWith('qTP:')) return `V${hits.length.toString(16)}:26`;
    const number = /^QTFrame:([\da-f]+)$/.exec(packet)?.[1];
    if (number !== undefined) {
      selected = hits[Number.parseInt(number, 16)];
      return selected ? `F${number}T1` : 'F-1';
    }
    if (packet === 'g' && selected) return registersOf(selected);
    const asked = /^m([\da-f]+),([\da-f]+)$/.exec(packet);
    if (asked) {
      const [, at = '0', length = '0'] = asked;
      return bytesAt(selected, BigInt(`0x${at}`), Number.parseInt(length, 16));
    }
    return /^(Q|qT)/.test(packet) && packet !== 'QStartNoAckMode' ? '' : undefined;
  };
  const target = new StubTarget(answer);
  target.onInterrupt = () => {
    target.send('T02thread:1;');
  };
  target.features = 'PacketSize=1000;vContSupported+;QStartNoAckMode+;qXfer:features:read+';
  return target;
}

/** A definition as it is told to a client that connects. */
function uploaded(definition: string): string {
  const [, extends_ = '', rest = ''] = /^QTDP:(-?)(.*)$/.exec(definition) ?? [];
  return `${extends_ === '' ? 'T' : 'A'}${rest}`;
}

function registersOf({ rax }: Hit): string {
  const bytes = new DataView(new ArrayBuffer(16));
  bytes.setBigUint64(0, pc, true);
  bytes.setBigUint64(8, rax, true);
  return toHex(new Uint8Array(bytes.buffer));
}

/** As much as the frame has there. */
function bytesAt(hit: Hit | undefined, address: bigint, length: number): string {
  for (const [start, bytes] of hit?.memory ?? []) {
    const at = Number(address - start);
    if (at >= 0 && at < bytes.length) return toHex(bytes.subarray(at, at + length));
  }
  return 'E01';
}

/** Bytes by their digits. */
export const hex = (digits: string): Uint8Array => fromHex(digits.replaceAll(' ', ''));
