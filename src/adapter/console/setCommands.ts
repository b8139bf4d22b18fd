// `set print …` and `show print …` (gdb manual, "Print Settings").
import { RequestFailed } from '../requestFailed';
import { integerGiven, text, type Command } from './command';
import type { ConsoleState } from './consoleState';
import { oneOf, fixedSettings, printSettings } from './settings';

const print = { aliases: ['p', 'pr'], takes: { words: Object.keys(printSettings) } } as const;

/** `set`. */
export const set: Command = {
  name: 'set',
  help: 'Change how values are printed: `set print pretty on`; `show print` lists the settings.',
  takes: {
    subcommands: [{ name: 'print', ...print, help: 'Settings of what is printed.', run: setPrint }],
  },
  run(args, state) {
    const rest = afterPrint(args);
    if (rest !== undefined) return setPrint(rest, state);
    if (/^(var(iable)?\b|\$|\w+\s*=)/.test(args)) {
      throw new RequestFailed('A trace is read-only: nothing can be assigned.');
    }
    throw new RequestFailed(
      `“set ${args}” is not supported: here \`set print …\` changes how values are printed.`,
    );
  },
};

/** `show`. */
export const show: Command = {
  name: 'show',
  help: 'Show a setting: `show print elements`; `show print` shows all.',
  takes: {
    subcommands: [
      { name: 'print', ...print, help: 'Settings of what is printed.', run: showPrint },
    ],
  },
  run(args, state) {
    const rest = afterPrint(args);
    if (rest !== undefined) return showPrint(rest, state);
    throw new RequestFailed(
      `“show ${args}” is not supported: here \`show print …\` shows settings.`,
    );
  },
};

function afterPrint(args: string): string | undefined {
  const [, rest = ''] = /^(?:print|prin|pri|pr|p)(?:\s+(.*))?$/s.exec(args) ?? [];
  return /^(?:print|prin|pri|pr|p)(?:\s|$)/.test(args) ? rest.trim() : undefined;
}

async function setPrint(args: string, state: ConsoleState): Promise<string> {
  const [, word = '', value = ''] = /^(\S*)\s*(.*)$/s.exec(args) ?? [];
  if (word === '') {
    throw new RequestFailed('"set print" must be followed by the name of a print subcommand.');
  }
  const name = settingNamed(word);
  const setting = name === undefined ? undefined : printSettings[name];
  if (name === undefined || !setting) throw unknownSetting('set', args, word);
  const { kind, unlimited = '0' } = setting;
  if (kind === 'switch') state.settings.set(name, switched(value));
  else if (kind === 'limit') state.settings.set(name, await limit(value, unlimited, state));
  else state.settings.set(name, oneOf(value, kind));
  return '';
}

function showPrint(args: string, state: ConsoleState): string {
  const shows = (name: string, sentence: string) => sentence.replace('%', state.settings.get(name));
  if (args === '') {
    return text(
      Object.entries(printSettings).map(([name, each]) => `${name}:  ${shows(name, each.shows)}`),
    );
  }
  const name = settingNamed(args);
  const setting = name === undefined ? undefined : printSettings[name];
  if (name !== undefined && setting) return shows(name, setting.shows);
  const fixed = fixedSettings[args];
  if (fixed) return fixed.shows;
  throw unknownSetting('show', args, args);
}

/** A setting by its name or the beginning of it. */
function settingNamed(word: string): string | undefined {
  const names = Object.keys(printSettings);
  const begun = [...names, ...Object.keys(fixedSettings)].filter((name) => name.startsWith(word));
  if (names.includes(word)) return word;
  return begun.length === 1 ? begun[0] : undefined;
}

function unknownSetting(command: 'set' | 'show', args: string, word: string): RequestFailed {
  const fixed = fixedSettings[word];
  return new RequestFailed(
    fixed
      ? `“set print ${word}” is not supported: ${fixed.why}.`
      : `Undefined ${command} print command: "${args}".  Try "help ${command} print".`,
  );
}

function switched(value: string): string {
  if (value === '' || /^(on|1|yes|y|ye|enable|en.*)$/.test(value)) return 'on';
  if (/^(off?|0|no?|disable|dis.*)$/.test(value)) return 'off';
  throw new RequestFailed('"on" or "off" expected.');
}

async function limit(value: string, unlimited: string, state: ConsoleState): Promise<string> {
  if (value === '') {
    throw new RequestFailed('Argument required (integer to set it to, or "unlimited".).');
  }
  if ('unlimited'.startsWith(value)) return 'unlimited';
  const found = await integerGiven(value, state);
  if (found.toString() === unlimited) return 'unlimited';
  if (found < 0n || found > 0x7fff_ffffn) throw new RequestFailed(`integer ${found} out of range`);
  return found.toString();
}
