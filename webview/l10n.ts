// The page's strings in the user's language: the host gives the page the bundle that VS Code loaded, before anything is
// drawn. Without one the strings are the English ones in the code.
import * as l10n from '@vscode/l10n';

/** A string for a person; `{0}` stands for the first argument. */
export const t = (message: string, ...args: (string | number)[]): string =>
  l10n.t(message, ...args);

/** Takes VS Code's bundle: English strings to those of the user's language. */
export function setLanguage(bundle: Record<string, string>): void {
  l10n.config({ contents: bundle });
}
