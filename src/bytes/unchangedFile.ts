// A program's file, as long as it holds what it held when it was opened: what was read of one build and what is read of
// the next make no program.
import { ReadFailed, type ByteSource } from './source';

/**
 * A file whose reads fail from when it is written again, of which `written` hears each time; `path` is for the sentence.
 * Never rejects: a file that tells nothing of itself is read as it is.
 */
export async function unchangedFile(
  file: ByteSource,
  path: string,
  written: () => void,
): Promise<ByteSource> {
  const opened = await file.stamp?.().catch(() => undefined);
  if (!opened) return file;
  return {
    size: file.size,
    stamp: () => Promise.resolve(opened),
    read: async (offset, length) => {
      const bytes = await file.read(offset, length);
      const now = await file.stamp?.();
      if (!now || now.contents === opened.contents) return bytes;
      written();
      throw new ReadFailed(
        `${path} was written anew while it was in use. It is opened again: try again.`,
      );
    },
  };
}
