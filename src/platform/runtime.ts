// What the extension host gives that is not VS Code's: in node a disk, threads and connections. A
// browser's bundle takes runtime.web.ts in its place.
import type { CapstoneMode, CapstoneInstruction } from './capstone';
import { CapstoneThread } from './capstoneThread';
import { CompanionFiles } from './companionFiles';
import { FileSink, removeAbandoned } from './fileSink';
import { type FileSource, openFile } from './fileSource';
import { connectTarget } from './targetConnection';
import { Threads, bundledScript, useStrings } from './thread';

/** Files of this machine, by path: read by range, written piece by piece. */
interface Disk {
  open(path: string): Promise<FileSource | { problem: string }>;
  create(path: string): Promise<FileSink>;
  /** Removes what killed processes left half written in a folder. Never rejects. */
  removeAbandoned(folder: string): Promise<void>;
  /** Where debugging information of programs is. */
  openCompanions(folders: readonly string[]): CompanionFiles;
}

/** Capstone, in a thread or not. Whoever started it disposes of it. */
export interface RunningCapstone {
  /** See CapstoneDecoder. */
  decode(
    bytes: Uint8Array,
    address: bigint,
    mode: CapstoneMode,
    most: number,
  ): Promise<readonly CapstoneInstruction[]>;
  dispose(): void;
}

/** One kind of extension host. */
export interface Runtime {
  /** Undefined without one: VS Code's file systems then read every file whole. */
  readonly disk: Disk | undefined;
  /** What reads the names of a big program that is on disk. */
  openNameThread<Question, Answer>(): Threads<Question, Answer> | undefined;
  /** `readFile` gives the contents of a file of dist/. */
  startCapstone(readFile: (name: string) => PromiseLike<Uint8Array>): RunningCapstone;
  readonly connectTarget: typeof connectTarget;
  /** Takes a bundle of strings, as JSON, for all code that does not know VS Code. */
  useStrings(contents: string): void;
}

/** Node. */
export const runtime: Runtime = {
  disk: {
    open: openFile,
    create: (path) => FileSink.create(path),
    removeAbandoned,
    openCompanions: (folders) => new CompanionFiles(folders),
  },
  openNameThread: () => new Threads(bundledScript('symbolWorker.js')),
  startCapstone: () => new CapstoneThread(bundledScript('capstoneWorker.js')),
  connectTarget,
  useStrings,
};
