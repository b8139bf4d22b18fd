// What the system says of a file that cannot be opened or read, in words that go on a sentence.

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

/** The reason that an error gives, without a full stop. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const known = typeof code === 'string' ? reasons[code] : undefined;
  return known ?? (error instanceof Error ? error.message : String(error));
}
