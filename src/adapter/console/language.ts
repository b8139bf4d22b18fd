// `set language` and `show language` (gdb manual, "Setting the Working Language"). Expressions stay
// in the language of the stack frame's source; a language that is another is said not to match.
import { text, type Command } from './command';
import type { ConsoleState } from './consoleState';
import { languageName } from './infoFrame';
import { oneOf } from './settings';

const languages =
  'auto local unknown ada asm c c++ d fortran go minimal modula-2 objective-c opencl pascal rust'.split(
    ' ',
  );

const mismatch = 'Warning: the current language does not match this frame.';

/** Under `set`. */
export const setSourceLanguage: Command = {
  name: 'language',
  help: 'The source language: expressions stay in that of the stack frame.',
  takes: { words: languages },
  async run(args, state) {
    const language = oneOf(args, languages);
    state.settings.set('language', language === 'local' ? 'auto' : language);
    const own = await frameLanguage(state);
    if (state.isInScript || matches(language, own)) return '';
    return text([mismatch, `Expressions are still read as ${own ?? 'c'}.`]);
  },
};

/** Under `show`. */
export const showSourceLanguage: Command = {
  name: 'language',
  help: 'The source language.',
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
  const { language } = await state.context();
  return language === undefined ? undefined : languageName(language);
}

function matches(language: string, own: string | undefined): boolean {
  return language === 'auto' || language === 'local' || own === undefined || language === own;
}
