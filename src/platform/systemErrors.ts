// What the system says of a file that cannot be opened, read or written, in words that go on a
// sentence.

import { t } from '@vscode/l10n';

const reasons: Readonly<Record<string, () => string>> = {
  ENOENT: () => t('there is no such file'),
  EACCES: () => t('permission was denied'),
  EPERM: () => t('permission was denied'),
  EISDIR: () => t('it is a folder'),
  EIO: () => t('the disk reports an error (EIO)'),
  ESTALE: () => t('its server no longer knows it (ESTALE)'),
  EBUSY: () => t('another program holds it (EBUSY)'),
  EMFILE: () => t('too many files are open (EMFILE)'),
  ENODEV: () => t('its disk is gone (ENODEV)'),
  ENXIO: () => t('its disk is gone (ENXIO)'),
  ETIMEDOUT: () => t('its server does not answer (ETIMEDOUT)'),
};

/** Where they mean something else of a file that is written, and what only such a one has. */
const writingReasons: Readonly<Record<string, () => string>> = {
  ENOENT: () => t('there is no such folder (ENOENT)'),
  ENOTDIR: () => t('there is no such folder (ENOTDIR)'),
  EISDIR: () => t('there is a folder of this name (EISDIR)'),
  ENOSPC: () => t('the disk is full (ENOSPC)'),
  EDQUOT: () => t('your share of the disk is used up (EDQUOT)'),
  EFBIG: () => t('it would be larger than files may be (EFBIG)'),
  EROFS: () => t('its disk can only be read (EROFS)'),
};

/** The reason that an error gives, without a full stop. */
export function reasonOf(error: unknown): string {
  return known(reasons, error) ?? (error instanceof Error ? error.message : String(error));
}

/** The reason why a file cannot be written, without a full stop. */
export function writingReasonOf(error: unknown): string {
  return known(writingReasons, error) ?? reasonOf(error);
}

function known(words: Readonly<Record<string, () => string>>, error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? words[code]?.() : undefined;
}
