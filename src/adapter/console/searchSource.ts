// `search` and `reverse-search`: the next line of the listed source that a regular expression
// matches (gdb manual, "Search").
import { RequestFailed } from '../requestFailed';
import { basicPattern } from './basicPattern';
import type { Command } from './command';
import type { ConsoleState } from './consoleState';
import { currentSource } from './linespecs';
import { missingSource } from './stack';

/** The commands that search sources. */
export const searchCommands: readonly Command[] = [
  {
    name: 'forward-search',
    aliases: ['search', 'fo'],
    help: 'Print the next line of the listed source that a regular expression matches.',
    takes: 'nothing',
    run: (args, state) => search(args, 1, state),
  },
  {
    name: 'reverse-search',
    aliases: ['rev'],
    help: 'Print the line before the listed ones that a regular expression matches.',
    takes: 'nothing',
    run: (args, state) => search(args, -1, state),
  },
];

const notFound = 'Expression not found';

/** As in gdb, a search goes on from the first of the lines that were listed last. */
async function search(pattern: string, way: 1 | -1, state: ConsoleState): Promise<string> {
  const wanted = patternOf(pattern, state);
  const { path, file } = state.listed ?? (await currentSource(state));
  const lines = (await state.session.sources.of(path))?.lines;
  const first = (state.listed?.first ?? 0) + way;
  if (!lines) return missingSource(first, file, state);
  if (first < 1 || first > lines.length) throw new RequestFailed(notFound);
  for (let line = first; line >= 1 && line <= lines.length; line += way) {
    const text = lines[line - 1] ?? '';
    // gdb matches a line with its end, which `^$` finds.
    if (!wanted.test(`${text}\n`)) continue;
    const next = Math.max(line - Math.floor(state.settings.listSize / 2), 1);
    state.listed = { path, file, first: line, next };
    state.evaluator.remember('_', BigInt(line));
    return `${line}\t${text}`;
  }
  return notFound;
}

/** The pattern; the one of the last search where none is given. */
function patternOf(pattern: string, state: ConsoleState): RegExp {
  if (pattern !== '') state.searched = basicPattern(pattern);
  if (!state.searched) throw new RequestFailed('No previous regular expression');
  return state.searched;
}
