// VS Code's themes on a page: what VS Code gives its pages, as it was read from one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { root } from '../../scripts/steps/paths.mjs';

export type ThemeName =
  | 'Dark Modern'
  | 'Light Modern'
  | 'Dark High Contrast'
  | 'Light High Contrast';

/** What VS Code sets on a page for a theme. */
interface ThemeStyle {
  readonly variables: readonly (readonly [name: string, value: string])[];
  readonly classes: readonly string[];
}

/** What VS Code gives its pages: a style sheet for all, and the themes. */
interface PageStyles {
  readonly defaults: string;
  readonly themes: Readonly<Record<ThemeName, ThemeStyle>>;
}

/** Read from VS Code 1.139; the variables are those that the pages use. */
const pageStyles = JSON.parse(
  readFileSync(join(root, 'test', 'page', 'themes.json'), 'utf8'),
) as PageStyles;

/** Sets a theme on the document that runs it. */
const setTheme = `(({ variables, classes }) => {
  const { style } = document.documentElement;
  for (const name of [...style]) if (name.startsWith('--vscode-')) style.removeProperty(name);
  for (const [name, value] of variables) style.setProperty(name, value);
  const { classList } = document.body;
  classList.remove(...[...classList].filter((name) => name.startsWith('vscode-')));
  classList.add(...classes);
})`;

/** The themes by name, one of each kind. */
export const themeNames = Object.keys(pageStyles.themes) as ThemeName[];

/** Gives a page that is loaded another theme. */
export function changeTheme(page: Frame, name: ThemeName): Promise<void> {
  return page.evaluate(`${setTheme}(${JSON.stringify(pageStyles.themes[name])})`);
}

/** A script that gives a page a theme before its own script runs. */
export function themeScript(name: ThemeName): string {
  return `
    new MutationObserver((_, observer) => {
      if (!document.body) return;
      observer.disconnect();
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(${JSON.stringify(pageStyles.defaults)});
      document.adoptedStyleSheets = [sheet];
      ${setTheme}(${JSON.stringify(pageStyles.themes[name])});
    }).observe(document, { childList: true, subtree: true });
  `;
}
