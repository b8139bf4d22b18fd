// The theme's colours, for canvases: VS Code writes them as variables of the document, and changes
// them with the theme.

import type { Colours } from './drawing';

/** Colours of tracepoints and plots; theme/tokens.css has as many. */
const palette = 6;

/** Reads the colours as they are now. */
export function readColours(): Colours {
  const style = getComputedStyle(document.body);
  const first = (...names: string[]) =>
    names.map((name) => style.getPropertyValue(name).trim()).find((value) => value !== '') ??
    style.color;
  const text = first('--vscode-foreground');
  return {
    text,
    line: first('--vscode-contrastBorder', '--vscode-panel-border'),
    surface: first('--vscode-editor-background'),
    focus: first('--vscode-focusBorder'),
    debugged: first('--vscode-debugIcon-breakpointCurrentStackframeForeground'),
    match: first('--vscode-editorOverviewRuler-findMatchForeground', '--vscode-charts-orange'),
    bookmark: first('--vscode-charts-orange'),
    tracepoints: Array.from({ length: palette }, (_, i) => first(`--tracepoint-${i}`)),
    unknown: text,
    isHighContrast: document.body.classList.contains('vscode-high-contrast'),
    font: `${style.fontSize} ${style.fontFamily}`,
  };
}

/** Calls `changed` when the theme may have changed. */
export function watchTheme(changed: () => void): void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['style'] });
  observer.observe(document.body, { attributeFilter: ['class'] });
}
