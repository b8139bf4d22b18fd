// `set language` and `show language` (gdb manual, "Setting the Working Language"): expressions are
// read, and values written, in a language other than that of the stack frame's source.
import { t } from '@vscode/l10n';
import { text, type Command } from './command';
import type { ConsoleState } from './consoleState';
import { languageName } from './infoFrame';
import { languageCode } from './languageCodes';
import { oneOf } from './settings';

const languages =
  'auto local unknown ada asm c c++ d fortran go minimal modula-2 objective-c opencl pascal rust'.split(
    ' ',
  );

const mismatch = 'Warning: the current language does not match this frame.';

/** Under `set`. */
export const setSourceLanguage: Command = {
  name: 'language',
  help: () =>
    t('The language in which expressions are read and values written; auto: that of the source.'),
  takes: { words: languages },
  async run(args, state) {
    const language = oneOf(args, languages);
    state.settings.set('language', language === 'local' ? 'auto' : language);
    const own = await frameLanguage(state);
    if (state.isInScript || matches(language, own)) return '';
    const lines = state.isLanguageTold ? [] : [mismatch];
    state.isLanguageTold = true;
    if (languageCode(language) === undefined) {
      lines.push(
        t('Expressions are still read as {0}: {1} is not known here.', own ?? 'c', language),
      );
    }
    return text(lines);
  },
};

/** Under `show`. */
export const showSourceLanguage: Command = {
  name: 'language',
  help: () => t('The language in which expressions are read.'),
  takes: 'nothing',
  async run(_, state) {
    const language = state.settings.get('language');
    const own = await frameLanguage(state);
    const shown = language === 'auto' ? `auto; currently ${own ?? 'c'}` : language;
    const line = `The current source language is "${shown}".`;
    return matches(language, own) ? line : text([line, mismatch]);
  },
};

async function frameLanguage(state: ConsoleState): Promise<string | undefined> {
  const { language } = await state.sourceContext();
  return language === undefined ? undefined : languageName(language);
}

function matches(language: string, own: string | undefined): boolean {
  return language === 'auto' || language === 'local' || own === undefined || language === own;
}
