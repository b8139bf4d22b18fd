// Opening files whose absence is no bug: a sentence says what is wrong.
import { FileSource } from './fileSource';

const elfMagic = [0x7f, 0x45, 0x4c, 0x46];
/** Files that are looked at side by side: a system lets a process open about a thousand. */
const mostOpen = 16;

/** Opens a file that must be there, or says in a sentence why it cannot be read. */
export async function openFile(path: string): Promise<FileSource | { problem: string }> {
  try {
    return await FileSource.open(path);
  } catch (error) {
    return { problem: `${path} cannot be read: ${reason(error)}.` };
  }
}

/** Those of the files that begin as an ELF file does, in the order given. */
export async function elfFilesAmong(paths: readonly string[]): Promise<string[]> {
  const elf = new Set<string>();
  const rest = paths.values();
  const lookAtRest = async () => {
    for (const path of rest) if (await isElfFile(path)) elf.add(path);
  };
  await Promise.all(Array.from({ length: mostOpen }, lookAtRest));
  return paths.filter((path) => elf.has(path));
}

/** Whether a file begins as an ELF file does; false where it cannot be read. */
export async function isElfFile(path: string): Promise<boolean> {
  const source = await openFile(path);
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

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES' || code === 'EPERM') return 'permission was denied';
  if (code === 'EISDIR') return 'it is a folder';
  return error instanceof Error ? error.message : String(error);
}
