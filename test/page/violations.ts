// What of a page keeps someone out, in each kind of theme.
import type { Frame } from 'playwright-core';
import { violationsIn } from './axe';
import { changeTheme, themeNames } from './themes';

/**
 * What axe finds on a page by theme; the page has the last of them then. All rules in one theme,
 * since the structure is the same in the others.
 */
export async function violationsInThemes(page: Frame): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {};
  for (const [at, name] of themeNames.entries()) {
    await changeTheme(page, name);
    const here = await violationsIn(page, at === 0 ? 'all' : 'colours');
    if (here.length > 0) found[name] = here;
  }
  return found;
}
