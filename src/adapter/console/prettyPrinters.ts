// `info pretty-printer`, `enable pretty-printer`, `disable pretty-printer` (gdb manual,
// "Pretty-Printer Commands"): the libraries' printers as one each, those of a Natvis file by the
// names of its types.
import { t } from '@vscode/l10n';
import { Failure } from '../../expressions/problem';
import { beginsWith } from '../../expressions/regex';
import type { SwitchedCollection } from '../../trace/printers';
import { RequestFailed } from '../../bytes/requestFailed';
import { text, type Command } from './command';
import type { ConsoleState } from './consoleState';

/** `info pretty-printer`. */
export const infoPrettyPrinter: Command = {
  name: 'pretty-printer',
  help: () => t('The pretty printers, by OBJECT-REGEXP and NAME-REGEXP: `global NAME;TYPE`.'),
  takes: 'nothing',
  run: (args, { trace }) => {
    const asked = readAsked(args);
    if (!asked.object('global')) return '';
    const lines = ['global pretty-printers:'];
    for (const { name, isEnabled, parts } of byName(trace.printers.collections)) {
      if (!asked.name(name)) continue;
      lines.push(`  ${name}${mark(isEnabled)}`);
      for (const part of byName(parts)) {
        if (asked.part(part.name)) lines.push(`    ${part.name}${mark(part.isEnabled)}`);
      }
    }
    return text(lines);
  },
};

/** `enable pretty-printer`, `disable pretty-printer`. */
export function switchPrettyPrinters(
  args: string,
  isEnabled: boolean,
  { trace: { printers } }: ConsoleState,
): string {
  const asked = readAsked(args);
  const { collections } = printers;
  let changed = 0;
  for (const each of asked.object('global') ? collections : []) {
    if (asked.name(each.name)) changed += switched(each, asked, isEnabled);
  }
  printers.refresh();
  const all = collections.map(({ parts }) => Math.max(1, parts.length));
  const total = all.reduce((sum, count) => sum + count, 0);
  const enabled = collections.reduce((sum, each) => sum + enabledIn(each), 0);
  const did = isEnabled ? 'enabled' : 'disabled';
  return text([
    `${changed} printer${changed === 1 ? '' : 's'} ${did}`,
    `${enabled} of ${total} printers enabled`,
  ]);
}

/** How many printers are others now. A part stays as it is where its collection is switched. */
function switched(
  collection: SwitchedCollection,
  { part: isAsked, hasPart }: Asked,
  isEnabled: boolean,
): number {
  if (!hasPart) {
    if (collection.isEnabled === isEnabled) return 0;
    collection.isEnabled = true;
    const count = enabledIn(collection);
    collection.isEnabled = isEnabled;
    return count;
  }
  let count = 0;
  for (const part of collection.parts.filter(({ name }) => isAsked(name))) {
    if (collection.isEnabled && part.isEnabled !== isEnabled) count++;
    part.isEnabled = isEnabled;
  }
  return count;
}

function enabledIn({ isEnabled, parts }: SwitchedCollection): number {
  if (!isEnabled) return 0;
  return parts.length === 0 ? 1 : parts.filter((part) => part.isEnabled).length;
}

/** What the arguments describe. */
interface Asked {
  readonly object: (name: string) => boolean;
  readonly name: (name: string) => boolean;
  readonly part: (name: string) => boolean;
  readonly hasPart: boolean;
}

function readAsked(args: string): Asked {
  const [object = '', whole = '', third, fourth] = args.split(/\s+/);
  if (third !== undefined && fourth !== undefined) throw new RequestFailed('too many arguments');
  const semicolon = whole.indexOf(';');
  const name = semicolon < 0 ? whole : whole.slice(0, semicolon);
  const part = semicolon < 0 ? '' : whole.slice(semicolon + 1);
  return {
    object: matching(object),
    name: matching(name),
    part: matching(part),
    hasPart: semicolon >= 0,
  };
}

/** Python's `re.match`, as gdb uses it. */
function matching(pattern: string): (name: string) => boolean {
  const bytes = new TextEncoder().encode(pattern);
  return (name) => {
    try {
      return beginsWith(new TextEncoder().encode(name), bytes);
    } catch (error) {
      if (error instanceof Failure) throw new RequestFailed(error.message);
      throw error;
    }
  };
}

function mark(isEnabled: boolean): string {
  return isEnabled ? '' : ' [disabled]';
}

function byName<T extends { readonly name: string }>(all: readonly T[]): T[] {
  return [...all].sort((one, other) => (one.name < other.name ? -1 : 1));
}
