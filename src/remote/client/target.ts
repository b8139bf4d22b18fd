// What a target is: what it can do, its registers, the program that it runs and where that lies. gdb finds the slide of a
// position-independent program the same way (gdb manual, "General Query Packets": qXfer:auxv, qOffsets, qXfer:libraries-svr4).
import type { ByteOrder } from '../../bytes/cursor';
import { readTargetDescription } from '../../format/targetDescription';
import { registerLayout, type RegisterLayout } from '../../machine/registerLayout';
import { FileType } from '../../symbols/elf';
import type { Program } from '../../symbols/program';
import { latin1Bytes } from '../latin1';
import { readUploadedVariable, writeUpload, type UploadedVariable } from '../packets/upload';
import { requestDocument } from './documents';
import { malformed, type Exchange } from './exchange';
import type { TargetFeatures } from './features';
import { readLibraries, type Library } from './libraries';
import { readTargetXml } from './targetXml';

/** AT_ENTRY of the System V ABI's auxiliary vector: where the program begins. */
const entryTag = 9n;
/** Trace state variables that are read at most. */
const mostVariables = 1 << 16;

/** A target, as far as it tells. */
export class Target {
  private constructor(
    private readonly exchange: Exchange,
    readonly features: TargetFeatures,
    /** The description of its registers, as one XML document; undefined where it gives none. */
    readonly xml: string | undefined,
    /** Undefined where it gives no description, or one of an architecture that is not known. */
    readonly layout: RegisterLayout | undefined,
    /** Path of the program in the target's file system; undefined where it does not say. */
    readonly executable: string | undefined,
    /** Trace state variables that it has before any is defined: gdbserver's `trace_timestamp`. */
    readonly variables: readonly UploadedVariable[],
    /** Bytes of the shortest instruction that a fast tracepoint can replace; 0 where there are none. */
    readonly shortestFastInstruction: number,
  ) {}

  static async describe(exchange: Exchange, features: TargetFeatures): Promise<Target> {
    const xml = await readTargetXml(exchange, features);
    const described = xml === undefined ? undefined : readTargetDescription(xml).target;
    const layout = described && registerLayout(described, undefined, 0).layout;
    const executable = features.has('qXfer:exec-file:read')
      ? await requestDocument(exchange, features, 'exec-file')
      : undefined;
    return new Target(
      exchange,
      features,
      xml,
      layout,
      executable === undefined ? undefined : new TextDecoder().decode(latin1Bytes(executable)),
      await readVariables(exchange),
      await readShortestFast(exchange, features),
    );
  }

  /** The byte order of its memory: a program's, else the only one that its architecture has, else little-endian. */
  order(program: Program | undefined): ByteOrder {
    const [likely = 'little'] = this.layout?.architecture.orders ?? [];
    return program?.elf.order ?? likely;
  }

  /** Where the traced program lies: run-time minus link-time address. Undefined where the target does not tell. */
  async slideOf({ elf }: Program): Promise<bigint | undefined> {
    const offsets = /^Text=([\da-f]+)(;|$)/i.exec(await this.exchange.ask('qOffsets'));
    if (offsets) return BigInt(`0x${offsets[1] ?? '0'}`);
    if (elf.type !== FileType.shared) return 0n;
    const entry = await this.entry(elf.bits / 8, elf.order);
    return entry === undefined ? undefined : BigInt.asUintN(64, entry - elf.entry);
  }

  /** The shared objects that lie in memory now, and where. */
  async libraries(): Promise<readonly Library[]> {
    if (!this.features.has('qXfer:libraries-svr4:read')) return [];
    const xml = await requestDocument(this.exchange, this.features, 'libraries-svr4');
    return xml === undefined ? [] : readLibraries(new TextDecoder().decode(latin1Bytes(xml)));
  }

  /** Where the program begins, from the auxiliary vector: pairs of a tag and a value, each of `word` bytes. */
  private async entry(word: number, order: ByteOrder): Promise<bigint | undefined> {
    if (!this.features.has('qXfer:auxv:read')) return undefined;
    const vector = latin1Bytes((await requestDocument(this.exchange, this.features, 'auxv')) ?? '');
    const view = new DataView(vector.buffer);
    const little = order === 'little';
    const number = (at: number) =>
      word === 8 ? view.getBigUint64(at, little) : BigInt(view.getUint32(at, little));
    for (let at = 0; at + 2 * word <= vector.length; at += 2 * word) {
      if (number(at) === entryTag) return number(at + word);
    }
    return undefined;
  }
}

/** qTMinFTPILen; a target that does not know it says nothing of its jump. */
async function readShortestFast(exchange: Exchange, features: TargetFeatures): Promise<number> {
  if (!features.has('FastTracepoints')) return 0;
  const length = Number.parseInt(await exchange.ask('qTMinFTPILen'), 16);
  return Number.isNaN(length) || length > 64 ? 0 : length;
}

/** The variables that the target has now. */
export async function readVariables(exchange: Exchange): Promise<UploadedVariable[]> {
  const variables: UploadedVariable[] = [];
  for (let next = false; variables.length < mostVariables; next = true) {
    const packet = writeUpload({ kind: 'upload-variables', next });
    const reply = await exchange.ask(packet);
    if (/^E[\da-f]{2}$/i.test(reply)) break;
    const piece = readUploadedVariable(reply);
    if ('kind' in piece) throw malformed(packet, reply, piece.expected);
    if (piece.piece === 'end') break;
    variables.push(piece);
  }
  return variables;
}
