// Opening files whose absence is no bug: a sentence says what is wrong.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileSource } from './fileSource';
import { reasonOf } from './systemError';

/** Opens a file that must be there, or says in a sentence why it cannot be read. */
export async function openFile(path: string): Promise<FileSource | { problem: string }> {
  try {
    return await FileSource.open(path);
  } catch (error) {
    return { problem: `${path} cannot be read: ${reasonOf(error)}.` };
  }
}

/** Files and folders of this machine, by their paths. */
export const filesOnDisk = {
  open: openFile,
  isFolder: async (path: string): Promise<boolean> =>
    (await stat(path).catch(() => undefined))?.isDirectory() ?? false,
  fileIn: (folder: string, name: string): string => join(folder, name),
};
