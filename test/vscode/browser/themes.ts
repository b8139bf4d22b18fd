// VS Code's kinds of theme on a page. What VS Code gives its pages with each is read once, from the
// window; then a page takes it by itself, which is faster by far than a window that changes its
// theme.
import type { Frame } from 'playwright-core';
import type { Workbench } from '../../../scripts/vscode/workbench.mjs';
import { violationsIn } from './axe';

/** By their names, the class of the workbench and that of its pages. */
const themes = [
  ['Dark Modern', 'vs-dark', 'vscode-dark'],
  ['Light Modern', 'vs', 'vscode-light'],
  ['Dark High Contrast', 'hc-black', 'vscode-high-contrast'],
  ['Light High Contrast', 'hc-light', 'vscode-high-contrast-light'],
] as const;

/** What VS Code sets on a page for a theme. */
interface ThemeStyle {
  readonly variables: readonly (readonly [name: string, value: string])[];
  readonly classes: readonly string[];
}

/** By the names of the themes. */
let known: ReadonlyMap<string, ThemeStyle> | undefined;

/**
 * What axe finds on a page in each kind of theme: all rules in one, since the structure is the same
 * in the others.
 */
export async function violationsInThemes(
  vscode: Workbench,
  frame: Frame,
): Promise<Record<string, readonly string[]>> {
  known ??= await readStyles(vscode, frame);
  const before = await styleOf(frame);
  const found: Record<string, readonly string[]> = {};
  for (const [name, style] of known) {
    await apply(frame, style);
    const here = await violationsIn(frame, name === themes[0][0] ? 'all' : 'colours');
    if (here.length > 0) found[name] = here;
  }
  await apply(frame, before);
  return found;
}

/** Goes through the themes of the window. */
async function readStyles(vscode: Workbench, frame: Frame): Promise<Map<string, ThemeStyle>> {
  const styles = new Map<string, ThemeStyle>();
  for (const [name, kind, bodyClass] of themes) {
    await vscode.setTheme(name, kind);
    await frame.locator(`body.${bodyClass}`).waitFor();
    styles.set(name, await styleOf(frame));
  }
  return styles;
}

function styleOf(frame: Frame): Promise<ThemeStyle> {
  return frame.evaluate(`(() => {
    const { style } = document.documentElement;
    const names = [...style].filter((name) => name.startsWith('--vscode-'));
    return {
      variables: names.map((name) => [name, style.getPropertyValue(name)]),
      classes: [...document.body.classList].filter((name) => name.startsWith('vscode-')),
    };
  })()`);
}

async function apply(frame: Frame, style: ThemeStyle): Promise<void> {
  await frame.evaluate(`(({ variables, classes }) => {
    const { style } = document.documentElement;
    for (const name of [...style]) if (name.startsWith('--vscode-')) style.removeProperty(name);
    for (const [name, value] of variables) style.setProperty(name, value);
    const { classList } = document.body;
    classList.remove(...[...classList].filter((name) => name.startsWith('vscode-')));
    classList.add(...classes);
  })(${JSON.stringify(style)})`);
}
