// `list`: lines of the sources (gdb manual, "List"); `search` and `reverse-search`: the next line
// that a regular expression matches ("Search").
import { t } from '@vscode/l10n';
import { hexAddress } from '../../bytes/hex';
import { linkAddress } from '../../machine/stackFrame';
import { codePlace } from '../../trace/text/codePlace';
import { isMeantFile, splitAtFile } from '../../trace/linespec';
import { symbolOf } from '../../values/symbolText';
import { RequestFailed } from '../../bytes/requestFailed';
import { text, type Command } from './command';
import { separated } from './printf';
import type { ConsoleState } from './consoleState';
import { missingSource } from './stack';
import {
  codeInSymtabs,
  currentSource,
  functionBeginningAt,
  namedPlace,
  type NamedPlace,
  type SourcePosition,
} from './linespecs';
import { basicPattern, type BasicPattern } from './basicPattern';

/** `list`. */
export const list: Command = {
  name: 'list',
  aliases: ['l'],
  help: () =>
    t(
      'Print lines of source: around the PC, then on; `list N`, `list A,B`, `list FUNCTION`, `list FILE:N`, `list -`.',
    ),
  takes: 'linespec',
  goesOn: true,
  async run(args, state) {
    const { listed } = state;
    if (args === '' || args === '+') {
      return listed
        ? lines(listed, listed.next, listed.next + state.settings.listSize - 1, state)
        : around(await currentSource(state), state);
    }
    if (args === '-') return before(state);
    const [from = '', to, ...more] = separated(args, '<>');
    if (to === undefined) return aroundEach(args, state);
    if (more.length > 0) throw new RequestFailed('Junk at end of line specification.');
    return between(from, to, state);
  },
};

/**
 * A function that is in several places, as where it was inlined, and a line of several files are
 * listed in each of them.
 */
async function aroundEach(location: string, state: ConsoleState): Promise<string> {
  const place = await placeIn(location, state);
  if (location.startsWith('*')) {
    return text([await addressLine(place, state), await around(place, state)]);
  }
  const places = await distinctPlaces(location, place, state);
  if (places.length === 0 && place.path === '') return '';
  if (places.length < 2) return around(places[0] ?? place, state);
  const texts: string[] = [];
  for (const each of places) {
    const { file, line, symbol = place.named === undefined ? location : '???' } = each;
    texts.push(text([`file: "${file}", line number: ${line}, symbol: "${symbol}"`]));
    try {
      texts.push(await around(each, state));
    } catch (error) {
      // What was listed before a file that has fewer lines stays.
      if (!(error instanceof RequestFailed)) throw error;
      return text([...texts, error.message]);
    }
  }
  return text(texts);
}

/** `0x40117b is in helper (app.c:13).` */
async function addressLine(
  { address = 0n, file, line }: NamedPlace,
  state: ConsoleState,
): Promise<string> {
  const symbol = await symbolOf(address, await state.context(), true);
  const where =
    symbol === undefined ? `at ${file}:${line}` : `in ${plain(symbol)} (${file}:${line})`;
  return `${hexAddress(address)} is ${where}.`;
}

/** A symbol without the bytes behind it. */
function plain(symbol: string): string {
  return symbol.replace(/\+\d+$/, '');
}

/** A place in a source, with what tells it from another one of that name. */
interface ListedPlace extends SourcePosition {
  readonly directory?: string | undefined;
  /** The function that begins there. */
  readonly symbol?: string | undefined;
}

/**
 * Where a function begins in the sources, by directory, file and line, or the files of a line, by
 * directory and name.
 */
async function distinctPlaces(
  location: string,
  place: NamedPlace,
  state: ConsoleState,
): Promise<ListedPlace[]> {
  const { functions = [], named, line } = place;
  const places = new Map<string, ListedPlace>();
  if (named !== undefined) {
    for (const { symtab } of await codeInSymtabs(place, state)) {
      const { path, file, directory } = symtab;
      places.set(`${directory ?? ''}:${file}`, { path, file, line, directory });
    }
  }
  for (const { entry } of functions) {
    const found = await codePlace(state.trace.modules.current.loaded, entry);
    if (found?.start !== entry) continue;
    const directory = await directoryAt(entry, state);
    const symbol = await functionBeginningAt(entry, location, state.trace);
    places.set(`${directory ?? ''}:${found.file}:${found.line}`, { ...found, directory, symbol });
  }
  return [...places.values()].sort(
    (a, b) =>
      order(a.directory ?? '', b.directory ?? '') || order(a.file, b.file) || a.line - b.line,
  );
}

/** The compilation directory of the unit of an address. */
async function directoryAt(address: bigint, { trace }: ConsoleState): Promise<string | undefined> {
  for (const { program, slide } of trace.modules.current.loaded) {
    const unit = await program.compilationAt(linkAddress(address, slide));
    if (unit) return unit.directory;
  }
  return undefined;
}

function order(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

async function around(place: SourcePosition, state: ConsoleState): Promise<string> {
  const first = Math.max(place.line - Math.floor(state.settings.listSize / 2), 1);
  return lines(place, first, first + state.settings.listSize - 1, state);
}

async function before(state: ConsoleState): Promise<string> {
  const { listed } = state;
  const place = listed ? { ...listed, line: listed.first } : await currentSource(state);
  const { line, file } = place;
  if (line <= 1) throw new RequestFailed(`Already at the start of ${file}.`);
  return lines(place, Math.max(line - state.settings.listSize, 1), line - 1, state);
}

async function between(from: string, to: string, state: ConsoleState): Promise<string> {
  if (from === '' && to === '') throw new RequestFailed('Argument required (a line to list).');
  if (from === '') {
    const place = await placeIn(to, state);
    return lines(place, Math.max(place.line - state.settings.listSize + 1, 1), place.line, state);
  }
  const place = await placeIn(from, state);
  const { line } = place;
  if (to === '') return lines(place, line, line + state.settings.listSize - 1, state);
  const last = /^\+\d+$/.test(to) ? line + Number(to) : (await placeIn(to, state)).line;
  // gdb lists nothing of what ends before it begins.
  if (last < line) return '';
  return lines(place, line, last, state);
}

/** A plain number is a line of the file that was listed last. */
async function placeIn(location: string, state: ConsoleState): Promise<NamedPlace> {
  const { listed } = state;
  if (/^\d+$/.test(location) && listed) return { ...listed, line: Number(location) };
  try {
    return await namedPlace(location, state);
  } catch (error) {
    const variable = await variableNamed(location, state);
    if (!variable) throw error;
    return variable;
  }
}

/** Where a variable outside of functions is declared; `list` takes it where no function is. */
async function variableNamed(
  location: string,
  { trace }: ConsoleState,
): Promise<NamedPlace | undefined> {
  const { file: wanted, rest: name } = splitAtFile(location);
  for (const { program } of trace.modules.current.loaded) {
    for (const { file: path, line } of await program.globalsNamed(name)) {
      if (line === undefined || (wanted !== undefined && !isMeantFile(wanted, path))) continue;
      const written = await program.declarations.writtenFiles();
      return { path, file: written.get(path) ?? path, line };
    }
  }
  return undefined;
}

async function lines(
  { path, file }: Pick<SourcePosition, 'path' | 'file'>,
  first: number,
  last: number,
  state: ConsoleState,
): Promise<string> {
  const found = await state.session.sources.of(path);
  if (!found) return missingSource(first, file, state);
  state.lookedFor = file;
  const count = found.lines.length;
  if (first > count) {
    state.listed = { path, file, first, next: first };
    throw new RequestFailed(`Line number ${first} out of range; ${file} has ${count} lines.`);
  }
  const end = Math.min(last, count);
  state.listed = { path, file, first, next: end + 1 };
  return text(found.lines.slice(first - 1, end).map((line, i) => `${first + i}\t${line}`));
}

/** The commands that search sources. */
export const searchCommands: readonly Command[] = [
  {
    name: 'forward-search',
    aliases: ['search', 'fo'],
    help: () => t('Print the next line of the listed source that a regular expression matches.'),
    takes: 'nothing',
    run: (args, state) => search(args, 1, state),
  },
  {
    name: 'reverse-search',
    aliases: ['rev'],
    help: () => t('Print the line before the listed ones that a regular expression matches.'),
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
function patternOf(pattern: string, state: ConsoleState): BasicPattern {
  if (pattern !== '') state.searched = basicPattern(pattern);
  if (!state.searched) throw new RequestFailed('No previous regular expression');
  return state.searched;
}
