// Options before an expression, which hold for one `print`: `print -pretty -elements 3 -- list` (gdb manual, "print",
// "Command Options"). Their names are those of `set print …`, as far as no other begins so.
import { RequestFailed } from '../requestFailed';
import { fixedSettings, printSettings, type PrintSettingValues } from './settings';

/** Settings of stack frames' lines, which `print` has no options for. */
const notOfPrint: ReadonlySet<string> = new Set(['entry-values', 'frame-arguments']);

const words: Readonly<Record<string, string>> = {
  ...{ on: 'on', 1: 'on', yes: 'on', enable: 'on' },
  ...{ off: 'off', 0: 'off', no: 'off', disable: 'off' },
};

/** The expression behind the options, and the settings with them. Without a `--` there are no options: `print -5`. */
export function withOptions(
  text: string,
  settings: PrintSettingValues,
): { readonly expression: string; readonly settings: PrintSettingValues } {
  if (!/^--(\s|$)|^-.*\s--(\s|$)/s.test(text)) return { expression: text, settings };
  const changed = settings.copy();
  let rest = text;
  for (;;) {
    const [all = '', word = ''] = /^-([a-z-]*)(?:\s+|$)/.exec(rest) ?? [];
    if (all.startsWith('--')) return { expression: rest.slice(2).trimStart(), settings: changed };
    const name = optionNamed(word);
    if (name === undefined) throw new RequestFailed(`Unrecognized option at: ${rest}`);
    rest = setOption(name, rest.slice(all.length), changed);
  }
}

function optionNamed(word: string): string | undefined {
  if (word === '') return undefined;
  const names = [...Object.keys(printSettings), ...Object.keys(fixedSettings)].filter(
    (name) => !notOfPrint.has(name),
  );
  if (names.includes(word)) return word;
  const begun = names.filter((name) => name.startsWith(word));
  if (begun.length > 1) {
    const all = begun.map((name) => `-${name}`).join(', ');
    throw new RequestFailed(`-${word}: Ambiguous option: ${all}.`);
  }
  return begun[0];
}

/** Takes the option's value from what is behind it; gives the rest. */
function setOption(name: string, rest: string, settings: PrintSettingValues): string {
  const fixed = fixedSettings[name];
  if (fixed) throw new RequestFailed(`-${name} changes nothing: ${fixed.why}.`);
  const [all = '', value = ''] = /^(\S+)\s*/.exec(rest) ?? [];
  if (printSettings[name]?.kind === 'switch') {
    const word = words[value];
    settings.set(name, word ?? 'on');
    return word === undefined ? rest : rest.slice(all.length);
  }
  if (value === '--') throw new RequestFailed(`-${name} requires an argument`);
  const isUnlimited = value === 'unlimited' || value === printSettings[name]?.unlimited;
  if (!isUnlimited && !/^\d+$/.test(value)) {
    throw new RequestFailed(`-${name} takes a number or “unlimited”, not “${value}”.`);
  }
  settings.set(name, isUnlimited ? 'unlimited' : value);
  return rest.slice(all.length);
}
