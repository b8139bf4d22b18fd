// The documents that gdb reads from a target (qXfer): what the registers are, what a frame
// collected, which programs ran and where they were loaded.
import { collectedItems, writeTraceframeInfo } from '../../format/traceframeInfo';
import { runTimeAddress } from '../../machine/stackFrame';
import { toBytes, concat } from '../../bytes/cursor';
import type { FrameState } from '../../machine/frameState';
import { FileType } from '../../symbols/elf';
import type { TraceModule } from '../../trace/traceModule';
import type { Trace } from '../../trace/trace';
import { fromBytes } from '../packets/fields';
import type { Disposable } from '../../trace/emitter';
import type { OwnedSource } from '../../trace/validatedSource';
import {
  FileError,
  writeFileBytes,
  writeFileError,
  writeFileResult,
  writeFileStatus,
  type HostFilePacket,
} from '../packets/transfer';

const utf8 = new TextEncoder();

/** The documents of a trace, one UTF-16 unit a byte; undefined where it has none of that name. */
export function traceDocument(
  trace: Trace,
  machine: FrameState | undefined,
  object: string,
  annex: string,
): string | undefined {
  switch (object) {
    case 'features':
      return annex === 'target.xml' ? encoded(trace.recording.description.targetXml) : undefined;
    case 'traceframe-info':
      return machine && writeTraceframeInfo(collectedItems(machine.frame));
    case 'statictrace':
      return machine && staticData(machine);
    case 'exec-file':
      return encoded(trace.modules.current.all[0]?.program.path);
    case 'auxv':
      return trace.modules.current.all[0] && auxiliaryVector(trace.modules.current.all[0]);
    case 'libraries-svr4':
      return encoded(libraryList(trace.modules.current.all.slice(1)));
    default:
      return undefined;
  }
}

/** An XML declaration must come first, but gdb's files have a line break before it. */
function encoded(text: string | undefined): string | undefined {
  return text === undefined
    ? undefined
    : fromBytes(utf8.encode(text.replace(/^\s+(?=<\?xml)/, '')));
}

function staticData({ frame }: FrameState): string | undefined {
  const block = frame.blocks.find(({ kind }) => kind === 'S');
  return block && fromBytes(frame.bytes.subarray(block.offset, block.offset + block.length));
}

/** Tags of the System V ABI's auxiliary vector. */
const auxiliaryTag = { end: 0, entry: 9 } as const;

/** Where a program begins, from which gdb knows where a position-independent one is. */
function auxiliaryVector({ program, slide }: TraceModule): string | undefined {
  const { bits, order, entry, type } = program.elf;
  if (slide === undefined || type !== FileType.shared) return undefined;
  const words = [auxiliaryTag.entry, runTimeAddress(entry, slide), auxiliaryTag.end, 0];
  const bytes = words.map((word) => toBytes(BigInt(word), bits / 8, order));
  return fromBytes(concat(bytes));
}

/**
 * The shared objects and where they were loaded: gdb manual, "Library List Format for SVR4
 * Targets". gdb identifies link maps by their addresses and never reads there, so numbers serve as
 * addresses.
 */
function libraryList(programs: readonly TraceModule[]): string {
  const libraries = programs.flatMap(({ program, slide }, index) => {
    const dynamic = program.loadedRanges.find(({ name }) => name === '.dynamic');
    if (slide === undefined || !dynamic) return [];
    const numbers = [
      ['lmid', 0n],
      ['lm', BigInt(index + 1)],
      ['l_addr', slide],
      ['l_ld', runTimeAddress(dynamic.start, slide)],
    ] as const;
    const attributes = numbers.map(([name, value]) => ` ${name}="0x${value.toString(16)}"`);
    return [`<library name="${escapeXml(program.path)}"${attributes.join('')}/>`];
  });
  return `<library-list-svr4 version="1.0">${libraries.join('')}</library-list-svr4>`;
}

function escapeXml(text: string): string {
  return text.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

// The files of a trace's programs, as gdb reads them from a target. No other file is offered: gdb
// would take a system's loader for the one that ran, at an address that it guesses.

/** Opens a program's file by its path, or says in a sentence why that fails. */
export type OpenFile = (path: string) => Promise<OwnedSource | { problem: string }>;

/** Files that a client may have open; gdb closes each after it was read. */
const maxOpenFiles = 64;
const pathDecoder = new TextDecoder();

/** The files that one client has open. */
export class ClientFiles implements Disposable {
  private readonly open = new Map<number, OwnedSource>();
  private next = 1;

  constructor(
    private readonly trace: Trace,
    private readonly openFile: OpenFile,
  ) {}

  /** The reply to a packet; `most` is the number of bytes that one may hold. */
  async answer(packet: HostFilePacket, most: number): Promise<string> {
    switch (packet.kind) {
      case 'file-system':
        return writeFileResult(0);
      case 'open-file':
        return this.openProgram(pathDecoder.decode(packet.path), packet.flags);
      case 'read-link':
        return writeFileError(FileError.noEntry);
      case 'read-file':
        return this.read(packet.file, packet.offset, Math.min(packet.length, most));
      case 'file-status': {
        const file = this.open.get(packet.file);
        return file ? writeFileStatus(file.size) : writeFileError(FileError.badFile);
      }
      case 'close-file': {
        const file = this.open.get(packet.file);
        this.open.delete(packet.file);
        await file?.close();
        return file ? writeFileResult(0) : writeFileError(FileError.badFile);
      }
    }
  }

  dispose(): void {
    for (const file of this.open.values()) void file.close();
    this.open.clear();
  }

  private async openProgram(path: string, flags: number): Promise<string> {
    const isThere = this.trace.modules.current.all.some(({ program }) => program.path === path);
    if (!isThere || this.open.size >= maxOpenFiles) return writeFileError(FileError.noEntry);
    if (flags !== 0) return writeFileError(FileError.readOnly);
    const file = await this.openFile(path);
    if ('problem' in file) return writeFileError(FileError.noEntry);
    this.open.set(this.next, file);
    return writeFileResult(this.next++);
  }

  private async read(number: number, offset: number, length: number): Promise<string> {
    const file = this.open.get(number);
    if (!file) return writeFileError(FileError.badFile);
    return writeFileBytes(await file.read(offset, length));
  }
}
