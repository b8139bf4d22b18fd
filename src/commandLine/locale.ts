// The language of messages, by the environment variables of POSIX.

/** The first of LC_ALL, LC_MESSAGES and LANG that is set, as `zh_CN`; undefined for English. */
export function messageLocale(environment: NodeJS.ProcessEnv): string | undefined {
  const { LC_ALL: all, LC_MESSAGES: messages, LANG: otherwise } = environment;
  const set = [all, messages, otherwise].find((each) => each !== undefined && each !== '');
  const locale = set?.replace(/[.@].*/s, '');
  return locale === undefined || /^(?:C|POSIX|en(?:_.*)?)$/.test(locale) ? undefined : locale;
}
