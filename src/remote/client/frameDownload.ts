// The frames of a run one by one, as gdb looks at them: gdb manual, "Tracepoint Packets" (QTFrame) and "Traceframe Info Format".
// It takes some packets a frame, and is right where the buffer as a whole is not: gdbserver hands out a circular buffer that
// wrapped with stale bytes in it.
import { concat } from '../../bytes/concat';
import type { ByteOrder } from '../../bytes/cursor';
import { fromHex } from '../../bytes/hex';
import { blockTypes } from '../../format/blocks';
import { readTraceframeInfo, type CollectedItem } from '../../format/traceframeInfo';
import { frameHeader } from '../../format/writer';
import { latin1Bytes as latin1Bytes } from '../latin1';
import { readFoundFrame, writeFramePacket } from '../packets/frameSelection';
import { hex64 } from '../packets/fields';
import { readReply } from '../packets/reply';
import { readVariableValue, writeStatusPacket } from '../packets/status';
import { requestDocument } from './documents';
import { malformed, type Exchange } from './exchange';
import type { TargetFeatures } from './features';
import { TargetProblem } from './targetProblem';

/** Bytes that the length of an M block can tell. */
const longestMemory = 0xffff;
const utf8 = new TextDecoder();

/** How the target's frames are written. */
export interface FrameShape {
  readonly order: ByteOrder;
  /** Bytes; frames of another size keep none. */
  readonly registerBlockSize: number;
  /** Where the PC stands in a register block, in bytes: a target infers it where no register was collected. */
  readonly pc: { readonly offset: number; readonly size: number } | undefined;
}

/** Every frame's bytes, its header included. What is selected on the target is as before in the end. */
export async function* framesOneByOne(
  exchange: Exchange,
  features: TargetFeatures,
  shape: FrameShape,
): AsyncGenerator<Uint8Array, void> {
  try {
    for (let number = 0; ; number++) {
      const frame = await readFrame(exchange, features, shape, number);
      if (!frame) return;
      yield frame;
    }
  } finally {
    if (exchange.lost === undefined) {
      const none = writeFramePacket({ kind: 'select-frame', by: 'number', frame: undefined });
      await exchange.ask(none).catch(() => undefined);
    }
  }
}

async function readFrame(
  exchange: Exchange,
  features: TargetFeatures,
  shape: FrameShape,
  number: number,
): Promise<Uint8Array | undefined> {
  const packet = writeFramePacket({ kind: 'select-frame', by: 'number', frame: number });
  const reply = await exchange.ask(packet);
  const { kind } = readReply(reply);
  if (kind === 'unsupported') {
    throw new TargetProblem('unsupported', 'The target does not show single frames (QTFrame).');
  }
  const found = readFoundFrame(reply);
  if ('kind' in found) throw malformed(packet, reply, found.expected);
  if (found.frame === undefined) return undefined;
  if (found.frame !== number) throw malformed(packet, reply, `frame ${number}`);
  const blocks = [await readRegisters(exchange, shape)];
  for (const item of await readItems(exchange, features)) {
    blocks.push(
      item.kind === 'memory'
        ? await readMemory(exchange, features, shape, item)
        : await readVariable(exchange, shape, item.number),
    );
  }
  const bytes = concat(blocks);
  return concat([frameHeader(found.tracepoint ?? 0, bytes.length, shape), bytes]);
}

/** The R block; empty where the frame has none, and the target tells at most the PC, which it infers. */
async function readRegisters(
  exchange: Exchange,
  { registerBlockSize, pc }: FrameShape,
): Promise<Uint8Array> {
  if (registerBlockSize === 0) return none;
  const digits = (await exchange.ask('g')).slice(0, 2 * registerBlockSize);
  if (/^E[\da-f]{2}$/i.test(digits) || digits.length < 2 * registerBlockSize) return none;
  const told = pc && digits.slice(0, 2 * pc.offset) + digits.slice(2 * (pc.offset + pc.size));
  if (/^x*$/.test(told ?? digits)) return none;
  const block = new Uint8Array(1 + registerBlockSize);
  block[0] = blockTypes.R;
  block.set(fromHex(digits.replace(/x/g, '0')), 1);
  return block;
}

/** What the frame collected beside registers, in the order of its blocks. */
async function readItems(
  exchange: Exchange,
  features: TargetFeatures,
): Promise<readonly CollectedItem[]> {
  if (!features.has('qXfer:traceframe-info:read')) return [];
  const document = await requestDocument(exchange, features, 'traceframe-info');
  return document === undefined ? [] : readTraceframeInfo(utf8.decode(latin1Bytes(document))).items;
}

/** M blocks. Bytes that the target does not hand out after all end them. */
async function readMemory(
  exchange: Exchange,
  features: TargetFeatures,
  { order }: FrameShape,
  { start, length }: Extract<CollectedItem, { kind: 'memory' }>,
): Promise<Uint8Array> {
  const blocks: Uint8Array[] = [];
  const whole = Number(length < maximum ? length : maximum);
  for (let at = 0; at < whole || blocks.length === 0;) {
    const address = BigInt.asUintN(64, start + BigInt(at));
    const wanted = Math.min(whole - at, longestMemory);
    const bytes = await readBytes(exchange, address, wanted, features.bytesInReply);
    const header = new DataView(new ArrayBuffer(memoryHeaderLength));
    header.setUint8(0, blockTypes.M);
    header.setBigUint64(1, address, order === 'little');
    header.setUint16(9, bytes.length, order === 'little');
    blocks.push(new Uint8Array(header.buffer), bytes);
    at += bytes.length;
    if (bytes.length < wanted) break;
  }
  return concat(blocks);
}

async function readBytes(
  exchange: Exchange,
  address: bigint,
  length: number,
  most: number,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < length;) {
    const wanted = Math.min(length - at, most);
    const reply = await exchange.ask(`m${hex64(address + BigInt(at))},${wanted.toString(16)}`);
    const bytes = readReply(reply).kind === 'data' ? fromHex(reply).subarray(0, wanted) : none;
    if (bytes.length === 0) break;
    pieces.push(bytes);
    at += bytes.length;
  }
  return concat(pieces);
}

/** A V block; nothing where the target does not tell the value. */
async function readVariable(
  exchange: Exchange,
  { order }: FrameShape,
  number: number,
): Promise<Uint8Array> {
  const packet = writeStatusPacket({ kind: 'variable-value', number });
  const read = readVariableValue(await exchange.ask(packet));
  if ('kind' in read || read.value === undefined) return none;
  const block = new DataView(new ArrayBuffer(variableBlockLength));
  block.setUint8(0, blockTypes.V);
  block.setInt32(1, number, order === 'little');
  block.setBigInt64(5, read.value, order === 'little');
  return new Uint8Array(block.buffer);
}

const none = new Uint8Array(0);
/** Bytes of memory that one frame can hold: what its size can tell. */
const maximum = 0xffff_ffffn;
/** Bytes: type, address and length; type, number and value. */
const memoryHeaderLength = 11;
const variableBlockLength = 13;
