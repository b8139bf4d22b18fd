// The files of the programs behind a trace, as gdb reads them from a target. No other file is there: gdb
// would take a system's loader for the one that ran, at an address that it guesses.
import type { Disposable } from '../../trace/emitter';
import type { OwnedSource } from '../../trace/openTraces';
import type { Trace } from '../../trace/trace';
import {
  FileError,
  writeFileBytes,
  writeFileError,
  writeFileResult,
  writeFileStatus,
  type HostFilePacket,
} from '../packets/hostFiles';

/** Opens a program's file by its path, or says in a sentence why that fails. */
export type OpenFile = (path: string) => Promise<OwnedSource | { problem: string }>;

/** Files that a client may have open; gdb closes each after it was read. */
const mostOpen = 64;
const utf8 = new TextDecoder();

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
        return this.openProgram(utf8.decode(packet.path), packet.flags);
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
    const isThere = this.trace.programs.list.some(({ program }) => program.path === path);
    if (!isThere || this.open.size >= mostOpen) return writeFileError(FileError.noEntry);
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
