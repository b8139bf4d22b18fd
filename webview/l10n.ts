// The page's strings in the user's language: the host gives the page the bundle that VS Code
// loaded, before anything is drawn (language.ts). Without one the strings are the English ones in
// the code.
import * as l10n from '@vscode/l10n';

let shown = 'en';

/** A string for the user; `{0}` represents the first argument. An object has a comment with it. */
export const { t } = l10n;

/** The language of numbers and lists, as Intl names it. */
export function language(): string {
  return shown;
}

/**
 * Takes VS Code's language, and its bundle as JSON: English strings to those of the language; empty
 * for none.
 */
export function setLanguage(name: string, bundle: string): void {
  if (bundle !== '') l10n.config({ contents: bundle });
  try {
    shown = Intl.getCanonicalLocales(name)[0] ?? shown;
  } catch {
    // A name that Intl does not know leaves numbers English.
  }
}
