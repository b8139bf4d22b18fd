// The language that the environment names for messages.
import { expect, it } from 'vitest';
import { messageLocale } from '../../../src/commandLine/locale';

it.each([
  [{ LANG: 'zh_CN.UTF-8' }, 'zh_CN'],
  [{ LANG: 'de_DE@euro' }, 'de_DE'],
  [{ LANG: 'de_DE.UTF-8', LC_MESSAGES: 'zh_CN' }, 'zh_CN'],
  [{ LANG: 'de', LC_MESSAGES: 'de', LC_ALL: 'zh_CN.UTF-8' }, 'zh_CN'],
  [{ LANG: 'zh_CN', LC_ALL: '' }, 'zh_CN'],
  [{ LANG: 'zh_CN', LC_ALL: 'C.UTF-8' }, undefined],
  [{ LANG: 'zh_CN', LC_MESSAGES: 'POSIX' }, undefined],
  [{ LANG: 'en_GB.UTF-8' }, undefined],
  [{ LC_CTYPE: 'zh_CN' }, undefined],
  [{}, undefined],
])('%j: %s', (environment, locale) => {
  expect(messageLocale(environment)).toBe(locale);
});
