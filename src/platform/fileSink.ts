// Writing a file so that it is complete or absent. The bytes go to a new file in the same folder,
// which is renamed at the end: an existing file, or the target of a link, is never written to.
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { WriteFailed } from '../bytes/source';
import { writingReasonOf } from './systemErrors';

/** A file that is being written. Whoever created it either keeps or discards it. */
export class FileSink {
  private isShown = false;

  private constructor(
    private readonly path: string,
    private readonly partPath: string,
    private readonly handle: FileHandle,
  ) {}

  /**
   * Begins a file; rejects with {@link WriteFailed}. A file that is there stays until {@link keep},
   * and its permissions stay with the new one.
   */
  static async create(path: string): Promise<FileSink> {
    const mode = await permissionsOf(path);
    await removeAbandoned(dirname(path));
    const partPath = `${path}.${randomUUID()}${partsOf(process.pid)}`;
    // `x` is O_EXCL: it fails for whatever has this name, a link that leads nowhere included.
    const handle = await open(partPath, 'wx', mode).catch((error: unknown) => {
      throw writeFailed(path, error);
    });
    const sink = new FileSink(path, partPath, handle);
    try {
      // The process' umask does not apply to a file that was there.
      if (mode !== undefined) await handle.chmod(mode);
    } catch (error) {
      await sink.discard();
      throw writeFailed(path, error);
    }
    return sink;
  }

  /** Keeps what `make` writes; discards it where that rejects, and rejects alike. */
  static async save<Made>(path: string, make: (sink: FileSink) => Promise<Made>): Promise<Made> {
    const sink = await FileSink.create(path);
    try {
      const made = await make(sink);
      await sink.keep();
      return made;
    } catch (error) {
      await sink.discard();
      throw error;
    }
  }

  /** Writes the next bytes; rejects with {@link WriteFailed}, as for a full disk. */
  async write(bytes: Uint8Array): Promise<void> {
    try {
      for (let written = 0; written < bytes.length;) {
        written += (await this.handle.write(bytes, written)).bytesWritten;
      }
    } catch (error) {
      throw writeFailed(this.path, error);
    }
  }

  /** Gives the file its name while it is still written, for those who look on. */
  async show(): Promise<void> {
    await rename(this.partPath, this.path);
    this.isShown = true;
  }

  /** Gives the file its name. Rejects with {@link WriteFailed}; the part is removed then. */
  async keep(): Promise<void> {
    try {
      // Some file systems report a full disk only here.
      await this.handle.sync();
      await this.handle.close();
      if (!this.isShown) await rename(this.partPath, this.path);
    } catch (error) {
      await this.discard();
      throw writeFailed(this.path, error);
    }
  }

  /** Removes what was written; a file that was there stays as it was. */
  async discard(): Promise<void> {
    await this.handle.close();
    await rm(this.partPath, { force: true });
  }
}

function writeFailed(path: string, error: unknown): WriteFailed {
  return new WriteFailed(path, `${writingReasonOf(error)}.`, error);
}

/** The permission bits of a file; undefined for a new one. Those of a link are its file's. */
async function permissionsOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mode & 0o777;
  } catch {
    return undefined;
  }
}

// A process that is killed leaves its parts. Their names say which process writes them: those whose
// process has ended are removed by the next one that writes to the folder, or opens a trace there.

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** Another machine may write to the same folder; its processes are not known here. */
const machine = hostname().replace(/[^A-Za-z0-9-]/g, '');
const numbering = processNumbering();
/** Milliseconds that a writer is believed to pause at most. */
const maxPause = 3_600_000;
const part = new RegExp(`\\.${uuid}\\.${machine}\\.(\\w+)\\.(\\d+)\\.part$`);

/** How the names of a process' parts end. */
function partsOf(pid: number): string {
  return `.${machine}.${numbering}.${pid}.part`;
}

/**
 * What the number of a process is good for: one start of the machine, and one container of it.
 * Where that is not told, nothing but this process.
 */
function processNumbering(): string {
  let told: string;
  try {
    told =
      readFileSync('/proc/sys/kernel/random/boot_id', 'utf8') + readlinkSync('/proc/self/ns/pid');
  } catch {
    told = randomUUID();
  }
  return createHash('sha256').update(told).digest('hex').slice(0, 16);
}

/** Removes the parts in a folder whose processes have ended. Never rejects. */
export async function removeAbandoned(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const [, numberedBy, pid] = part.exec(name) ?? [];
    if (pid === undefined) continue;
    const path = join(folder, name);
    const isWritten = numberedBy === numbering ? isRunning(Number(pid)) : await isRecent(path);
    if (!isWritten) await rm(path, { force: true }).catch(() => undefined);
  }
}

/** Whether a file may still be written: by a process whose number says nothing here. */
async function isRecent(path: string): Promise<boolean> {
  const written = await stat(path).catch(() => undefined);
  return written !== undefined && Date.now() - written.mtimeMs < maxPause;
}

/** Whether a process of this machine runs; also where that is not told. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
