// The frames of a run one by one, as gdb looks at them: gdb manual, "Tracepoint Packets"
// (QTFrame) and "Traceframe Info Format". It takes some packets a frame, and is right where the
// buffer as a whole is not: gdbserver hands out a circular buffer that wrapped with stale bytes
// in it.
import { t } from '@vscode/l10n';
import { type ByteOrder, concat, unsigned } from '../../bytes/cursor';
import { fromHex } from '../../bytes/hex';
import { readAgentExpression } from '../../format/agentExpression';
import { blockTypes } from '../../format/blocks';
import type { Action } from '../../format/description';
import { readTraceframeInfo, type CollectedItem } from '../../format/traceframeInfo';
import { frameHeader } from '../../format/writer';
import { pcField, type RegisterLayout } from '../../machine/registerLayout';
import {
  runAgentExpression,
  type AgentMachine,
  type Collecting,
} from '../../trace/collection/agentRun';
import { hex64, latin1Bytes, readReply } from '../packets/fields';
import { readFoundFrame, writeFramePacket } from '../packets/frameSelection';
import { readVariableValue, writeStatusPacket } from '../packets/run';
import type { TracepointPiece } from '../packets/upload';
import {
  malformed,
  requestDocument,
  type RspClient,
  type TargetFeatures,
  TargetProblem,
} from './rspClient';

/** Bytes that the length of an M block can tell. */
const maxMemoryBlock = 0xffff;
/** Bytes of a string that are fetched at most. */
const maxStringLength = 65_536;
const utf8 = new TextDecoder();

/** How the target's frames are written. */
export interface FrameShape {
  readonly order: ByteOrder;
  /** Bytes; frames of another size keep none. */
  readonly registerBlockSize: number;
  /** Undefined where the registers are not known: what is collected at one is not found then. */
  readonly layout: RegisterLayout | undefined;
  /** What was to be collected, for a target that does not tell what it collected. */
  readonly tracepoints: readonly TracepointPiece[];
  /** Bytes that a frame can have at most. */
  readonly maxBytes: number;
}

/**
 * Every frame's bytes, its header included. What is selected on the target is as before in the
 * end.
 */
export async function* framesOneByOne(
  client: RspClient,
  features: TargetFeatures,
  shape: FrameShape,
): AsyncGenerator<Uint8Array, void> {
  try {
    for (let number = 0; ; number++) {
      const frame = await new SelectedFrame(client, features, shape).read(number);
      if (!frame) return;
      yield frame;
    }
  } finally {
    if (client.lost === undefined) {
      const none = writeFramePacket({ kind: 'select-frame', by: 'number', frame: undefined });
      await client.request(none).catch(() => undefined);
    }
  }
}

/** What a target answers with while it has a frame selected. */
class SelectedFrame {
  /** Bytes of the blocks so far. */
  private length = 0;
  private registers: Uint8Array = none;
  /** Its registers as digits; `x` for those that were not collected. */
  private digits = '';

  constructor(
    private readonly client: RspClient,
    private readonly features: TargetFeatures,
    private readonly shape: FrameShape,
  ) {}

  /** The frame's bytes; undefined behind the last. */
  async read(number: number): Promise<Uint8Array | undefined> {
    const tracepoint = await this.select(number);
    if (tracepoint === undefined) return undefined;
    this.registers = await this.readRegisters();
    const blocks = [this.counted(this.registers)];
    for (const item of await this.items(tracepoint)) {
      blocks.push(
        item.kind === 'memory' ? await this.memoryBlocks(item) : await this.variable(item.number),
      );
    }
    const bytes = concat(blocks);
    return concat([frameHeader(tracepoint, bytes.length, this.shape), bytes]);
  }

  /** The number of its tracepoint; undefined where there is no such frame. */
  private async select(number: number): Promise<number | undefined> {
    const packet = writeFramePacket({ kind: 'select-frame', by: 'number', frame: number });
    const reply = await this.client.request(packet);
    const { kind } = readReply(reply);
    if (kind === 'unsupported') {
      throw new TargetProblem(
        'unsupported',
        t('The target does not show single frames (QTFrame).'),
      );
    }
    const found = readFoundFrame(reply);
    if ('kind' in found) throw malformed(packet, reply, found.expected);
    if (found.frame === undefined) return undefined;
    if (found.frame !== number) throw malformed(packet, reply, `frame ${number}`);
    return found.tracepoint ?? 0;
  }

  /**
   * The R block; empty where the frame has none, and the target tells at most the PC, which it
   * infers.
   */
  private async readRegisters(): Promise<Uint8Array> {
    const { registerBlockSize, layout } = this.shape;
    if (registerBlockSize === 0) return none;
    const digits = (await this.client.request('g')).slice(0, 2 * registerBlockSize);
    if (/^E[\da-f]{2}$/i.test(digits) || digits.length < 2 * registerBlockSize) return none;
    this.digits = digits;
    const pc = layout && pcField(layout);
    const told = pc && digits.slice(0, 2 * pc.offset) + digits.slice(2 * (pc.offset + pc.size));
    if (/^x*$/.test(told ?? digits)) return none;
    const block = new Uint8Array(1 + registerBlockSize);
    block[0] = blockTypes.R;
    block.set(fromHex(digits.replace(/x/g, '0')), 1);
    return block;
  }

  /** What the frame collected besides registers, in the order of its blocks. */
  private async items(tracepoint: number): Promise<readonly CollectedItem[]> {
    if (!this.features.has('qXfer:traceframe-info:read')) return this.plannedItems(tracepoint);
    const document = await requestDocument(this.client, this.features, 'traceframe-info');
    return document === undefined
      ? []
      : readTraceframeInfo(utf8.decode(latin1Bytes(document))).items;
  }

  /** What its tracepoint was to collect: the target answers for what it has of that. */
  private async plannedItems(tracepoint: number): Promise<readonly CollectedItem[]> {
    const items: CollectedItem[] = [];
    for (const action of this.actionsOf(tracepoint)) {
      for (const each of await this.collecting(action)) {
        if (each.kind === 'variable') items.push(each);
        else if (each.address !== undefined) {
          const length =
            each.kind === 'memory' ? each.length : await this.stringLength(each.address, each.most);
          if (length !== undefined && length > 0n) {
            items.push({ kind: 'memory', start: each.address, length });
          }
        }
      }
    }
    return items;
  }

  /** Its hit's actions where the PC is the tracepoint's, those of a step elsewhere. */
  private actionsOf(tracepoint: number): readonly Action[] {
    const pc = this.pc;
    const own = this.shape.tracepoints.filter(({ number }) => number === tracepoint);
    const isHit = pc === undefined || own.some(({ address }) => address === pc);
    const isOfPlace = isHit && pc !== undefined;
    return own.flatMap((piece) => {
      if (piece.piece !== 'A' && piece.piece !== 'S') return [];
      if (isOfPlace && piece.address !== pc) return [];
      const { actions, steppingActions } = piece;
      if (piece.piece === 'A') return isHit ? actions : steppingActions;
      return isHit ? [] : [...actions, ...steppingActions];
    });
  }

  private async collecting(action: Action): Promise<readonly Collecting[]> {
    if (action.kind === 'expression') {
      const expression = readAgentExpression(action.bytecode);
      return (await runAgentExpression(expression, this.agentMachine)).collected;
    }
    if (action.kind !== 'memory') return [];
    const { baseRegister, offset, length } = action;
    const base = baseRegister === undefined ? 0n : this.register(baseRegister);
    if (base === undefined) return [];
    const address = BigInt.asUintN(64, base + offset);
    return [{ kind: 'memory', address, length: BigInt(length) }];
  }

  private get agentMachine(): AgentMachine {
    return {
      order: this.shape.order,
      register: (number) => this.register(number),
      memory: async (address, length) => {
        const bytes = await this.bytesAt(address, length);
        return bytes.length < length ? undefined : bytes;
      },
    };
  }

  private get pc(): bigint | undefined {
    const field = this.shape.layout && pcField(this.shape.layout);
    const value = field && this.numberAt(field.offset, field.size);
    return value === undefined ? undefined : value & (field?.mask ?? -1n);
  }

  /** A register by gdb's remote number; undefined where it was not collected. */
  private register(number: number): bigint | undefined {
    const found = this.shape.layout?.registers.find(
      (each) => each.number === number && each.offset !== undefined,
    );
    if (found?.offset === undefined) return undefined;
    return this.numberAt(found.offset, Math.ceil(found.bitSize / 8));
  }

  private numberAt(offset: number, size: number): bigint | undefined {
    const digits = this.digits.slice(2 * offset, 2 * (offset + size));
    if (digits.length < 2 * size || digits.includes('x')) return undefined;
    return unsigned(fromHex(digits), this.shape.order);
  }

  /** Bytes up to a string's NUL, which is one of them, and at most so many. */
  private async stringLength(address: bigint, most: bigint | undefined): Promise<bigint> {
    const end = most === undefined || most > maxStringLength ? maxStringLength : Number(most);
    for (let at = 0; at < end;) {
      const wanted = Math.min(end - at, this.features.bytesInReply);
      const bytes = await this.bytesAt(address + BigInt(at), wanted);
      const nul = bytes.indexOf(0);
      if (nul >= 0) return BigInt(at + nul + 1);
      at += bytes.length;
      if (bytes.length < wanted) return BigInt(at);
    }
    return BigInt(end);
  }

  /** M blocks. Bytes that the target does not hand out after all end them. */
  private async memoryBlocks({
    start,
    length,
  }: Extract<CollectedItem, { kind: 'memory' }>): Promise<Uint8Array> {
    const { order } = this.shape;
    const blocks: Uint8Array[] = [];
    const whole = Number(length < maximum ? length : maximum);
    for (let at = 0; at < whole || blocks.length === 0;) {
      const address = BigInt.asUintN(64, start + BigInt(at));
      const wanted = Math.min(whole - at, maxMemoryBlock);
      const bytes = await this.bytesAt(address, wanted);
      const isTold = this.features.has('qXfer:traceframe-info:read');
      if (bytes.length === 0 && !isTold) break;
      const header = new DataView(new ArrayBuffer(memoryHeaderLength));
      header.setUint8(0, blockTypes.M);
      header.setBigUint64(1, address, order === 'little');
      header.setUint16(9, bytes.length, order === 'little');
      blocks.push(new Uint8Array(header.buffer), this.counted(bytes));
      at += bytes.length;
      if (bytes.length < wanted) break;
    }
    return concat(blocks);
  }

  private async bytesAt(address: bigint, length: number): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < length;) {
      const wanted = Math.min(length - at, this.features.bytesInReply);
      const packet = `m${hex64(address + BigInt(at))},${wanted.toString(16)}`;
      const reply = await this.client.request(packet);
      const bytes = readReply(reply).kind === 'data' ? fromHex(reply).subarray(0, wanted) : none;
      if (bytes.length === 0) break;
      pieces.push(bytes);
      at += bytes.length;
    }
    return concat(pieces);
  }

  /** A V block; nothing where the target does not tell the value. */
  private async variable(number: number): Promise<Uint8Array> {
    const { order } = this.shape;
    const packet = writeStatusPacket({ kind: 'variable-value', number });
    const read = readVariableValue(await this.client.request(packet));
    if ('kind' in read || read.value === undefined) return none;
    const block = new DataView(new ArrayBuffer(variableBlockLength));
    block.setUint8(0, blockTypes.V);
    block.setInt32(1, number, order === 'little');
    block.setBigInt64(5, read.value, order === 'little');
    return this.counted(new Uint8Array(block.buffer));
  }

  /** Bytes of a block, where the frame has room for them. */
  private counted(bytes: Uint8Array): Uint8Array {
    this.length += bytes.length;
    if (this.length > this.shape.maxBytes) throw new TargetProblem('refused', frameTooBig());
    return bytes;
  }
}

const frameTooBig = () => t('The target shows a frame with more bytes than its buffer holds.');
const none = new Uint8Array(0);
/** Bytes of memory that one frame can hold: what its size can tell. */
const maximum = 0xffff_ffffn;
/** Bytes: type, address and length; type, number and value. */
const memoryHeaderLength = 11;
const variableBlockLength = 13;
