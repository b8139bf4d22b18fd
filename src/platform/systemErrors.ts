// What the system says of a file that cannot be opened, read or written, in words that go on a
// sentence.

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission was denied',
  EPERM: 'permission was denied',
  EISDIR: 'it is a folder',
  EIO: 'the disk reports an error (EIO)',
  ESTALE: 'its server no longer knows it (ESTALE)',
  EBUSY: 'another program holds it (EBUSY)',
  EMFILE: 'too many files are open (EMFILE)',
  ENODEV: 'its disk is gone (ENODEV)',
  ENXIO: 'its disk is gone (ENXIO)',
  ETIMEDOUT: 'its server does not answer (ETIMEDOUT)',
};

/** Where they mean something else of a file that is written, and what only such a one has. */
const writingReasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder (ENOENT)',
  ENOTDIR: 'there is no such folder (ENOTDIR)',
  EISDIR: 'there is a folder of this name (EISDIR)',
  ENOSPC: 'the disk is full (ENOSPC)',
  EDQUOT: 'your share of the disk is used up (EDQUOT)',
  EFBIG: 'it would be larger than files may be (EFBIG)',
  EROFS: 'its disk can only be read (EROFS)',
};

/** The reason that an error gives, without a full stop. */
export function reasonOf(error: unknown): string {
  return known(reasons, error) ?? (error instanceof Error ? error.message : String(error));
}

/** The reason why a file cannot be written, without a full stop. */
export function writingReasonOf(error: unknown): string {
  return known(writingReasons, error) ?? reasonOf(error);
}

function known(words: Readonly<Record<string, string>>, error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? words[code] : undefined;
}
