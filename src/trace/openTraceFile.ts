// What a path names becomes the bytes of a trace file: a file as it is, a folder as what gdb's
// `tsave -ctf` wrote there.
import { t } from '@vscode/l10n';
import {
  ctfFileNames,
  isGdbMetadata,
  maxMetadataBytes,
  readMetadata,
} from '../format/ctf/metadata';
import { beginsAsTrace, beginsNearlyAsTrace, startBytes } from '../format/traceSource';
import type { OwnedSource } from './validatedSource';

/** The part of a file system that this needs; `Where` names files and folders in it. */
export interface TraceFiles<Where> {
  /** Opens the bytes of a file, or says in a sentence why that fails. */
  open(file: Where): Promise<OwnedSource | { problem: string }>;
  isFolder(where: Where): Promise<boolean>;
  fileIn(folder: Where, name: string): Where;
}

/**
 * Opens a trace file, or a folder with gdb's CTF as one; or says in a sentence why that fails.
 * Never rejects.
 */
export async function openTraceFile<Where>(
  files: TraceFiles<Where>,
  where: Where,
): Promise<OwnedSource | { problem: string }> {
  try {
    return (await files.isFolder(where)) ? await openFolder(files, where) : await files.open(where);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { problem: t('The trace cannot be read: {0}.', reason) };
  }
}

/** Whether {@link openTraceFile} opens what a path names, judging by its first bytes. */
export async function isTraceFile<Where>(files: TraceFiles<Where>, where: Where): Promise<boolean> {
  try {
    const isFolder = await files.isFolder(where);
    const file = isFolder ? files.fileIn(where, ctfFileNames.metadata) : where;
    const start = await readStart(files, file, isFolder ? maxMetadataBytes : startBytes);
    if ('problem' in start) return false;
    return beginsAsTrace(start) || (isFolder && isGdbMetadata(utf8.decode(start)));
  } catch {
    return false;
  }
}

/** Whether a file begins nearly as a trace file does: one that was damaged. */
export async function isDamagedTraceFile<Where>(
  files: TraceFiles<Where>,
  file: Where,
): Promise<boolean> {
  try {
    const start = await readStart(files, file, startBytes);
    return !('problem' in start) && beginsNearlyAsTrace(start);
  } catch {
    return false;
  }
}

async function openFolder<Where>(
  files: TraceFiles<Where>,
  folder: Where,
): Promise<OwnedSource | { problem: string }> {
  const file = files.fileIn(folder, ctfFileNames.metadata);
  const start = await readStart(files, file, maxMetadataBytes);
  if ('problem' in start) return { problem: `${start.problem} ${whatFoldersHold()}` };
  if (beginsAsTrace(start)) return files.open(file);
  const read = readMetadata(utf8.decode(start));
  if ('problem' in read) return read;
  const datastream = await files.open(files.fileIn(folder, ctfFileNames.datastream));
  if ('problem' in datastream) return datastream;
  try {
    const { CtfTraceFile } = await import('../format/ctf/traceFile');
    return await CtfTraceFile.open(datastream, read.metadata, read.diagnostics);
  } catch (error) {
    await datastream.close();
    throw error;
  }
}

const whatFoldersHold = () => t('A folder is opened as what gdb’s “tsave -ctf” wrote.');
const utf8 = new TextDecoder();

async function readStart<Where>(
  files: TraceFiles<Where>,
  file: Where,
  length: number,
): Promise<Uint8Array | { problem: string }> {
  const source = await files.open(file);
  if ('problem' in source) return source;
  try {
    return await source.read(0, length);
  } finally {
    await source.close();
  }
}
