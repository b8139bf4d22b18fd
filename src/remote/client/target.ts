// What a target is: what it can do, its registers, the program that it runs and where that is.
// gdb finds the slide of a position-independent program the same way (gdb manual, "General Query
// Packets": qXfer:auxv, qOffsets, qXfer:libraries-svr4).
import { appendUnder } from '../../bytes/arrays';
import { t } from '@vscode/l10n';
import type { ByteOrder } from '../../bytes/cursor';
import { fromHex, toHex } from '../../bytes/hex';
import { readTargetDescription } from '../../format/targetDescription';
import { pcField, registerLayout, type RegisterLayout } from '../../machine/registerLayout';
import { FileType } from '../../symbols/elf';
import type { Program } from '../../symbols/program';
import { latin1Bytes } from '../packets/fields';
import {
  readUploadedVariable,
  writeMarkerPacket,
  writeUpload,
  type UploadedVariable,
} from '../packets/upload';
import { requestDocument, malformed, type RspClient, type TargetFeatures } from './rspClient';
import { SaxesParser } from 'saxes';
import type { Disposable } from '../../trace/emitter';
import { TraceModule } from '../../trace/traceModule';
import type { OpenProgram } from '../../trace/programSearch';
import type { FileExists } from '../../trace/sourceLookup';

/** AT_ENTRY of the System V ABI's auxiliary vector: where the program begins. */
const entryTag = 9n;
/** Trace state variables that are read at most. */
const maxVariables = 1 << 16;

/** A target, as far as it tells. */
export class Target {
  private isAgentMissing = false;

  private constructor(
    private readonly client: RspClient,
    readonly features: TargetFeatures,
    /** The description of its registers, as one XML document; undefined where it gives none. */
    readonly xml: string | undefined,
    /** Undefined where it gives no description, or one of an architecture that is not known. */
    readonly layout: RegisterLayout | undefined,
    /** Path of the program in the target's file system; undefined where it does not say. */
    readonly executable: string | undefined,
    /** Trace state variables that it has before any is defined: gdbserver's `trace_timestamp`. */
    readonly variables: readonly UploadedVariable[],
    /** Its static markers, where it has any. */
    readonly markers: StaticMarkers,
    /**
     * Bytes of the shortest instruction that a fast tracepoint can replace; 0 if it can replace
     * none.
     */
    readonly shortestFastInstruction: number,
  ) {}

  /** Whether fast tracepoints need an agent that the program has not loaded. */
  get lacksAgent(): boolean {
    return this.isAgentMissing;
  }

  /** Looks whether the program has loaded an agent, where the target tells what it has loaded. */
  async findAgent(): Promise<void> {
    const isTold = this.features.has('qXfer:libraries-svr4:read');
    this.isAgentMissing = isTold && !(await this.libraries()).some(({ path }) => isAgent(path));
  }

  /** The PC in an answer to `g`; undefined where the target does not tell it. */
  pcIn(registers: string, program: Program | undefined): bigint | undefined {
    const field = this.layout && pcField(this.layout);
    const value = field && this.fieldIn(registers, field, program);
    return value === undefined ? undefined : value & (field?.mask ?? -1n);
  }

  /** An integer register in an answer to `g`; undefined where the target does not tell it. */
  registerIn(registers: string, name: string, program: Program | undefined): bigint | undefined {
    const register = this.layout?.registers.find((each) => each.name === name);
    if (register?.offset === undefined) return undefined;
    const { offset, bitSize } = register;
    return this.fieldIn(registers, { offset, size: Math.ceil(bitSize / 8) }, program);
  }

  private fieldIn(
    registers: string,
    { offset, size }: { readonly offset: number; readonly size: number },
    program: Program | undefined,
  ): bigint | undefined {
    const digits = registers.slice(2 * offset, 2 * (offset + size));
    if (digits.length < 2 * size || !/^([\da-f]{2})+$/i.test(digits)) return undefined;
    const bytes = fromHex(digits);
    if (this.order(program) === 'little') bytes.reverse();
    return BigInt(`0x${toHex(bytes)}`);
  }

  static async describe(client: RspClient, features: TargetFeatures): Promise<Target> {
    const xml = await readTargetXml(client, features);
    const described = xml === undefined ? undefined : readTargetDescription(xml).target;
    const layout = described && registerLayout(described, undefined, 0).layout;
    const executable = features.has('qXfer:exec-file:read')
      ? await requestDocument(client, features, 'exec-file')
      : undefined;
    return new Target(
      client,
      features,
      xml,
      layout,
      executable === undefined ? undefined : new TextDecoder().decode(latin1Bytes(executable)),
      await readVariables(client),
      await readMarkers(client, features),
      await readShortestFast(client, features),
    );
  }

  /**
   * The byte order of its memory: a program's, else the only one that its architecture has, else
   * little-endian.
   */
  order(program: Program | undefined): ByteOrder {
    const [likely = 'little'] = this.layout?.architecture.orders ?? [];
    return program?.elf.order ?? likely;
  }

  /**
   * Where the traced program is loaded: run-time minus link-time address. Undefined where the
   * target does not tell.
   */
  async slideOf({ elf }: Program): Promise<bigint | undefined> {
    const offsets = /^Text=([\da-f]+)(;|$)/i.exec(await this.client.request('qOffsets'));
    if (offsets) return BigInt(`0x${offsets[1] ?? '0'}`);
    if (elf.type !== FileType.shared) return 0n;
    const entry = await this.entry(elf.bits / 8, elf.order);
    return entry === undefined ? undefined : BigInt.asUintN(64, entry - elf.entry);
  }

  /** The shared objects that are in memory now, and where. */
  async libraries(): Promise<readonly Library[]> {
    if (!this.features.has('qXfer:libraries-svr4:read')) return [];
    const xml = await requestDocument(this.client, this.features, 'libraries-svr4');
    return xml === undefined ? [] : readLibraries(new TextDecoder().decode(latin1Bytes(xml)));
  }

  /**
   * Where the program begins, from the auxiliary vector: pairs of a tag and a value, each of
   * `word` bytes.
   */
  private async entry(word: number, order: ByteOrder): Promise<bigint | undefined> {
    if (!this.features.has('qXfer:auxv:read')) return undefined;
    const vector = latin1Bytes((await requestDocument(this.client, this.features, 'auxv')) ?? '');
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

/** Whether a path is that of gdb's in-process agent. */
export function isAgent(path: string): boolean {
  return path.includes('inproctrace');
}

/** qTMinFTPILen; a target that does not know it says nothing of its jump. */
async function readShortestFast(client: RspClient, features: TargetFeatures): Promise<number> {
  if (!features.has('FastTracepoints')) return 0;
  const length = Number.parseInt(await client.request('qTMinFTPILen'), 16);
  return Number.isNaN(length) || length > 64 ? 0 : length;
}

/** Where static markers are, by their names. */
export type StaticMarkers = ReadonlyMap<string, readonly bigint[]>;

/** Packets of markers that are read at most. */
const maxMarkerPackets = 1 << 12;

/** The markers of a target that has some: gdbserver whose agent was built with UST. */
async function readMarkers(client: RspClient, features: TargetFeatures): Promise<StaticMarkers> {
  const markers = new Map<string, bigint[]>();
  if (!features.has('StaticTracepoints')) return markers;
  for (let packets = 0; packets < maxMarkerPackets; packets++) {
    const reply = await client.request(
      writeMarkerPacket({ kind: 'list-markers', next: packets > 0 }),
    );
    if (!reply.startsWith('m')) break;
    for (const definition of reply.slice(1).split(',')) {
      const match = /^([\da-f]{1,16}):((?:[\da-f]{2})+):/i.exec(definition);
      if (!match) continue;
      const [, address = '0', digits = ''] = match;
      const name = new TextDecoder().decode(fromHex(digits));
      appendUnder(markers, name, BigInt(`0x${address}`));
    }
  }
  return markers;
}

/** The variables that the target has now. */
export async function readVariables(client: RspClient): Promise<UploadedVariable[]> {
  const variables: UploadedVariable[] = [];
  for (let next = false; variables.length < maxVariables; next = true) {
    const packet = writeUpload({ kind: 'upload-variables', next });
    const reply = await client.request(packet);
    if (/^E[\da-f]{2}$/i.test(reply)) break;
    const piece = readUploadedVariable(reply);
    if ('kind' in piece) throw malformed(packet, reply, piece.expected);
    if (piece.piece === 'end') break;
    variables.push(piece);
  }
  return variables;
}

// The target's description of its registers, in one document: gdb manual, "Target Description
// Format". A document may include others, by `<xi:include href="…"/>`; a trace file holds what
// they say in their place.

/**
 * Documents that are read at most: as many as include each other in earnest, and no circle
 * without end.
 */
const maxDocuments = 64;
const include = /<xi:include\s+href\s*=\s*["']([^"']*)["'][^<>]*?(?:\/>|>\s*<\/xi:include>)/g;
/** What precedes an included document's element. */
const prologue = /^\s*(?:<\?xml[^]*?\?>|<!DOCTYPE[^>[]*(?:\[[^\]]*\][^>]*)?>|<!--[^]*?-->|\s+)*/;

/** The description with what it includes; undefined where the target gives none. */
async function readTargetXml(
  client: RspClient,
  features: TargetFeatures,
): Promise<string | undefined> {
  if (!features.has('qXfer:features:read')) return undefined;
  let documents = 0;
  const read = async (annex: string): Promise<string | undefined> => {
    if (documents++ >= maxDocuments) return undefined;
    const bytes = await requestDocument(client, features, 'features', annex);
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

// Shared objects as a target lists them: gdb manual, "Library List Format for SVR4 Targets".

/** A shared object in memory. */
export interface Library {
  /** In the target's file system. */
  readonly path: string;
  /** Run-time address minus link-time address. */
  readonly slide: bigint;
}

/** Libraries of a list that are read. */
const maxLibraries = 1 << 16;

/**
 * Reads the list up to the first thing that is wrong; an element without its attributes is left
 * out.
 */
export function readLibraries(xml: string): Library[] {
  const libraries: Library[] = [];
  const parser = new SaxesParser();
  let isWrong = false;
  parser.on('error', () => {
    isWrong = true;
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (isWrong || name !== 'library' || libraries.length >= maxLibraries) return;
    const slide = /^\s*(0x[\da-f]{1,16}|\d{1,19})\s*$/i.exec(attributes.l_addr ?? '')?.[1];
    const path = attributes.name;
    if (path && slide !== undefined) libraries.push({ path, slide: BigInt(slide) });
  });
  parser.write(xml).close();
  return libraries;
}

// The programs of a target as files of this machine, at their addresses in its memory: the traced
// one and its shared objects.

/** Open programs, the traced one first. Whoever opened them disposes of them. */
export interface TargetPrograms extends Disposable {
  readonly placed: readonly TraceModule[];
}

/** Opens the programs of the target as they are loaded now. */
export type OpenLoaded = () => Promise<TargetPrograms | { readonly problem: string }>;

/**
 * Opens the traced program, and the shared objects that are in memory now and are files here too.
 * Rejects with a TargetProblem where the target is lost.
 */
export async function openTargetPrograms(
  target: Target,
  path: string,
  openProgram: OpenProgram,
  fileExists: FileExists,
): Promise<TargetPrograms | { readonly problem: string }> {
  const traced = await openProgram(path);
  if ('problem' in traced) return traced;
  const opened: Disposable[] = [traced];
  const dispose = () => {
    for (const each of opened) each.dispose();
  };
  try {
    const slide = await target.slideOf(traced.program);
    if (slide === undefined) {
      dispose();
      return { problem: t('The target does not tell where {0} lies in its memory.', path) };
    }
    const placed = [new TraceModule(traced.program, slide, '')];
    for (const library of await target.libraries()) {
      if (!(await fileExists(library.path))) continue;
      const object = await openProgram(library.path);
      if ('problem' in object) continue;
      opened.push(object);
      placed.push(new TraceModule(object.program, library.slide, ''));
    }
    return { placed, dispose };
  } catch (error) {
    dispose();
    throw error;
  }
}
