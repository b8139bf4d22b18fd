// Where bytes come from. Files of many gigabytes are read by range, so nothing below this interface
// ever needs, or may ask for, a whole file (ARCHITECTURE.md, decision 2).
import { t } from '@vscode/l10n';

/**
 * Bytes cannot be had, for no reason that is in them: a sentence for the user. The next try may
 * succeed.
 */
export class ReadFailed extends Error {}

/** A file cannot be written: a sentence for the user. What was there is as it was. */
export class WriteFailed extends Error {
  constructor(
    readonly path: string,
    reason: string,
    cause: unknown,
  ) {
    super(reason, { cause });
  }
}

/** Tells whether a file is as it was: texts to compare, which mean nothing else. */
export interface FileStamp {
  /** Bytes that the file has now. */
  readonly size: number;
  /** Another one when the file was written or cut. */
  readonly contents: string;
  /** Another one also when it was renamed, replaced, removed, or its permissions changed. */
  readonly file: string;
}

/** A file, or something like one, that is read by range. */
export interface ByteSource {
  /** Length in bytes, as it was when the source was opened. */
  readonly size: number;

  /**
   * Reads `length` bytes from `offset` (both in bytes). At the end of the source, or where it has
   * shrunk since, the result is shorter than asked for. Rejects only when the medium itself fails,
   * with {@link ReadFailed}.
   */
  read(offset: number, length: number): Promise<Uint8Array>;

  /**
   * Reads from `offset` into an existing array, for callers that read much and keep nothing;
   * returns how many bytes were read. Absent where the source has no cheaper way than {@link read}.
   */
  readInto?(offset: number, into: Uint8Array): Promise<number>;

  /**
   * The file as it is now, undefined once it is closed; rejects as {@link read} does. Absent where
   * it cannot change.
   */
  stamp?(): Promise<FileStamp | undefined>;
}

/** Bytes held in memory, as a source. */
export class MemorySource implements ByteSource {
  constructor(private readonly bytes: Uint8Array) {}

  get size(): number {
    return this.bytes.length;
  }

  read(offset: number, length: number): Promise<Uint8Array> {
    return Promise.resolve(this.bytes.subarray(offset, offset + length));
  }
}

// Where one of many things cannot be read, the others are still shown.

/**
 * What was read; undefined where the medium fails. Never what is to be kept: the next try may
 * succeed.
 */
export async function ifReadable<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ReadFailed) return undefined;
    throw error;
  }
}

// A program's file, as long as it holds what it held when it was opened: what was read of one build
// and what is read of the next make no program.

/** What must stay of a file: what it holds, or also that it is neither replaced nor removed. */
export type FilePart = 'contents' | 'file';

/**
 * A file whose reads fail once it has been written again; `written` is called each time that
 * happens, and `path` names the file in the message. Never rejects: a file without a stamp is read
 * unchecked.
 */
export async function unchangedFile(
  file: ByteSource,
  path: string,
  written: () => void,
  stays: FilePart = 'contents',
): Promise<ByteSource> {
  const opened = await file.stamp?.().catch(() => undefined);
  if (!opened) return file;
  return {
    size: file.size,
    stamp: () => Promise.resolve(opened),
    read: async (offset, length) => {
      const bytes = await file.read(offset, length);
      const now = await file.stamp?.();
      if (!now || now[stays] === opened[stays]) return bytes;
      written();
      throw new ReadFailed(
        t('{0} was written anew while it was in use. It is opened again: try again.', path),
      );
    },
  };
}

// Work that waits for a medium can be ended although the medium never answers.

/**
 * The promise's result; undefined if `signal` aborts first. The work continues then, and its result
 * is ignored.
 */
export async function raceAbort<T>(
  work: Promise<T> | undefined,
  signal: AbortSignal | undefined,
): Promise<T | undefined> {
  if (!signal) return work;
  let abort: (() => void) | undefined;
  const aborted = new Promise<undefined>((resolve) => {
    abort = () => {
      resolve(undefined);
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (abort) signal.removeEventListener('abort', abort);
  }
}

// Reading ahead: a file is read while what was read before is worked on.

/** The items of a source in its order; up to `count` of them are made while one is in use. */
export async function* prefetch<T>(
  source: AsyncGenerator<T, void>,
  count: number,
): AsyncGenerator<T, void> {
  const coming: Promise<IteratorResult<T, void>>[] = [];
  const order = (): void => {
    const next = source.next();
    // A failure is met when its turn comes.
    next.catch(() => undefined);
    coming.push(next);
  };
  try {
    while (coming.length < count) order();
    for (;;) {
      order();
      const next = await coming.shift();
      if (!next || next.done) return;
      yield next.value;
    }
  } finally {
    await source.return();
  }
}
