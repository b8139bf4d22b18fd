// Text of sources and scripts, read whole. A program may name anything as its source: a device, or
// a file of gigabytes.
import type { FileSource } from './fileSource';

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
