// The language of a debug adapter that is a process by itself: translations lie in l10n/, beside
// dist/. In VS Code's extension host VS Code reads them.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundledScript, useStrings } from './thread';

/** Takes the translation for a locale, or for its language; English where there is none. */
export async function setLocale(locale: string): Promise<void> {
  const name = locale.toLowerCase().replaceAll('_', '-');
  if (!/^[a-z]{2,3}(-[a-z0-9]+)*$/.test(name)) return;
  for (const each of [name, name.replace(/-.*/, '')]) {
    const path = join(bundledScript('..'), 'l10n', `bundle.l10n.${each}.json`);
    const contents = await readFile(path, 'utf8').catch(() => undefined);
    if (contents !== undefined) {
      useStrings(contents);
      return;
    }
  }
}
