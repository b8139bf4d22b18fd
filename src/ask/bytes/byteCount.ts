// A number of bytes in words.
import { groupedDigits } from '../../bytes/groupedDigits';
import { t } from '@vscode/l10n';

/** `1 byte`, `4,096 bytes`. */
export function byteCount(count: number): string {
  return count === 1 ? t('{0} byte', count) : t('{0} bytes', groupedDigits(count));
}
