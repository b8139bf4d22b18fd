// `set`, `show` and `unset substitute-path`: where the sources of recorded folders are (gdb manual,
// "Source Path").
import { t } from '@vscode/l10n';
import type { PathSubstitution } from '../../trace/sourceLookup';
import { below } from '../../trace/paths';
import { RequestFailed } from '../../bytes/requestFailed';
import { text, type Command } from './command';
import type { ConsoleState } from './consoleState';

const name = 'substitute-path';

/** `set substitute-path FROM TO`. */
export const setSubstitutePath: Command = {
  name,
  takes: 'nothing',
  help: () => t('Where sources of a recorded folder are: FROM TO.'),
  run(args, state) {
    const [from, to, ...more] = words(args);
    if (from === undefined || to === undefined) {
      throw new RequestFailed('Incorrect usage, too few arguments in command');
    }
    if (more.length > 0) throw new RequestFailed('Incorrect usage, too many arguments in command');
    if (from === '') throw new RequestFailed('First argument must be at least one character long');
    const others = state.substitutions.filter((each) => each.from !== withoutSlash(from));
    return substitute([...others, { from: withoutSlash(from), to: withoutSlash(to) }], state);
  },
};

/** `unset substitute-path [FROM]`. */
export const unsetSubstitutePath: Command = {
  name,
  takes: 'nothing',
  help: () => t('Look for the sources of a recorded folder there again; of all without one.'),
  run(args, state) {
    const [from, ...more] = words(args);
    if (more.length > 0) throw new RequestFailed('Incorrect usage, too many arguments in command');
    if (from === undefined) return substitute([], state);
    const others = state.substitutions.filter((each) => each.from !== withoutSlash(from));
    if (others.length === state.substitutions.length) {
      throw new RequestFailed(`No substitution rule defined for \`${withoutSlash(from)}'`);
    }
    return substitute(others, state);
  },
};

/** `show substitute-path [PATH]`. */
export const showSubstitutePath: Command = {
  name,
  takes: 'nothing',
  help: () => t('Where sources of recorded folders are; of those that a path is below.'),
  run(args, { substitutions }) {
    const [path, ...more] = words(args);
    if (more.length > 0) throw new RequestFailed('Too many arguments in command');
    const shown = substitutions.filter(({ from }) => path === undefined || below(from, path));
    return text([
      path === undefined
        ? 'List of all source path substitution rules:'
        : `Source path substitution rule matching \`${path}':`,
      ...shown.map(({ from, to }) => `  \`${from}' -> \`${to}'.`),
    ]);
  },
};

function substitute(rules: readonly PathSubstitution[], state: ConsoleState): string {
  state.substitutions = rules;
  state.session.substitutePaths(rules);
  return '';
}

/** Words of a line; those with blanks in them are in quotes. */
function words(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );
}

function withoutSlash(path: string): string {
  return path.replace(/(?<=^.|[^/\\])[/\\]+$/, '');
}
