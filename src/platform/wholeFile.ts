// A file system without ranged reads: a small file is read once and held, a big one is declined.
import { t } from '@vscode/l10n';
import { type ByteSource, MemorySource } from '../bytes/source';
import type { FileSource } from './fileSource';

/** The largest file that is held in memory, in bytes. */
export const maxWholeFile = 256 * 1024 * 1024;

/** The part of a file system that this needs; VS Code's has it. */
export interface WholeFiles<Where> {
  stat(where: Where): PromiseLike<{ readonly size: number }>;
  readFile(where: Where): PromiseLike<Uint8Array>;
}

/** Reads a file whole, or says in a sentence why it is not read. `name` is for that sentence. */
export async function openWholeFile<Where>(
  files: WholeFiles<Where>,
  where: Where,
  name: string,
): Promise<ByteSource | { problem: string }> {
  try {
    const { size } = await files.stat(where);
    if (size > maxWholeFile) {
      const mebibytes = maxWholeFile / 1024 / 1024;
      return {
        problem: t(
          '{0} is larger than {1} MiB, and its file system cannot be read in parts: copy it to a local folder and open it there.',
          name,
          mebibytes,
        ),
      };
    }
    return new MemorySource(await files.readFile(where));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { problem: t('{0} cannot be read: {1}.', name, reason) };
  }
}

// Text of sources and scripts, read whole. A program may name anything as its source: a device, or
// a file of gigabytes.

/** Bytes of the longest text that is read; a library in one C file has 9 million. */
export const maxTextBytes = 32 << 20;

/** The text of a file; undefined where it cannot be read, or it is too long. */
export async function readTextFile(
  path: string,
  open: (path: string) => Promise<FileSource>,
): Promise<string | undefined> {
  const source = await open(path).catch(() => undefined);
  if (!source) return undefined;
  try {
    if (source.size > maxTextBytes) return undefined;
    return new TextDecoder().decode(await source.read(0, source.size));
  } catch {
    return undefined;
  } finally {
    await source.close();
  }
}
