// The part of VS Code that words need.

/** `vscode.l10n` in English. */
export const l10n = {
  t: (text: string, ...given: unknown[]) =>
    text.replace(/\{(\d)\}/g, (_, index: string) => String(given[Number(index)])),
};
