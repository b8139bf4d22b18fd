// Which files are programs: those that begin as an ELF file does.
import type { ByteSource } from '../bytes/source';

const elfMagic = [0x7f, 0x45, 0x4c, 0x46];
/** Files that are looked at side by side: a system lets a process open about a thousand. */
const maxOpen = 16;

/** Opens a file; the caller closes it. */
type Open = (
  path: string,
) => Promise<(ByteSource & { close(): Promise<void> }) | { problem: string }>;

/** Those of the files that begin as an ELF file does, in the order given. */
export async function elfFilesAmong(paths: readonly string[], open: Open): Promise<string[]> {
  const elf = new Set<string>();
  const rest = paths.values();
  const lookAtRest = async () => {
    for (const path of rest) if (await isElfFile(path, open)) elf.add(path);
  };
  await Promise.all(Array.from({ length: maxOpen }, lookAtRest));
  return paths.filter((path) => elf.has(path));
}

/** Whether a file begins as an ELF file does; false where it cannot be read. */
export async function isElfFile(path: string, open: Open): Promise<boolean> {
  const source = await open(path);
  if ('problem' in source) return false;
  try {
    const bytes = await source.read(0, elfMagic.length);
    return elfMagic.every((byte, i) => bytes[i] === byte);
  } catch {
    return false;
  } finally {
    await source.close();
  }
}
