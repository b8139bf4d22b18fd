// The commands of typed breakpoints: `break`, `watch`, `condition`, `ignore`, `delete`, `enable`
// and similar ones (gdb manual, "Breakpoints").
import { t } from '@vscode/l10n';
import { hexAddress } from '../../bytes/hex';
import { compile } from '../../expressions/compile';
import { linkAddress, type LoadedModule } from '../../machine/stackFrame';
import { functionExtent } from '../../trace/framePcs';
import { FrameCondition } from '../../trace/search/framePredicate';
import { RequestFailed } from '../../bytes/requestFailed';
import type { LocalLine } from '../breakpoints/requestedStop';
import type { BreakpointLocation, TypedBreakpoint } from './breakpoints';
import { integerGiven, numbersGiven, text, type Command } from './command';
import type { ConsoleState } from './consoleState';
import { changeDisplays } from './displays';
import { notSupported } from './gdbCommands';
import { switchPrettyPrinters } from './prettyPrinters';
import { codeNamed, firstCodeOf, placeNamed, type NamedCode, type NamedPlace } from './linespecs';
import { codePlace } from '../../trace/text/codePlace';
import { nameWithParameters } from '../../values/functionName';

const noReads = () =>
  t('a trace records what memory holds, and no reads: `watch` stops where it changes');

/** The commands that set and change breakpoints. */
export const breakpointCommands: readonly Command[] = [
  {
    name: 'break',
    aliases: ['b', 'br', 'bre', 'brea', 'hbreak'],
    help: () =>
      t('Stop at the frames at LOCATION, by default here: `break FILE:LINE if CONDITION`.'),
    takes: 'linespec',
    run: (args, state) => breakAt(args, 'keep', state),
  },
  {
    name: 'tbreak',
    aliases: ['tb', 'tbr', 'thbreak'],
    help: () => t('Stop at LOCATION once: the breakpoint goes when it is hit.'),
    takes: 'linespec',
    run: (args, state) => breakAt(args, 'del', state),
  },
  {
    name: 'watch',
    help: () =>
      t('Stop at the frames in which an expression has another value: `watch EXPR if CONDITION`.'),
    takes: 'expression',
    run: watch,
  },
  refused('rwatch'),
  refused('awatch'),
  {
    name: 'condition',
    help: () => t('Breakpoint N stops where CONDITION holds; everywhere without.'),
    takes: 'expression',
    run: condition,
  },
  {
    name: 'ignore',
    help: () => t('Breakpoint N does not stop at the next COUNT frames that hit it.'),
    takes: 'nothing',
    run: ignore,
  },
  {
    name: 'commands',
    help: () => t('Run lines up to `end` where breakpoint N stops a typed `continue`.'),
    takes: 'nothing',
    run: () => {
      throw new RequestFailed(t('`commands N` is followed by lines, and by `end`.'));
    },
  },
  {
    name: 'delete',
    aliases: ['d', 'del'],
    help: () =>
      t(
        'Delete breakpoints: those of the numbers given, by default all typed ones; `delete display`.',
      ),
    takes: { words: ['breakpoints', 'display'] },
    run: remove,
  },
  {
    name: 'clear',
    help: () => t('Delete the typed breakpoints at LOCATION.'),
    takes: 'linespec',
    run: clear,
  },
  {
    name: 'enable',
    aliases: ['en'],
    help: () =>
      t('Enable typed breakpoints; `once`, `delete`, `count HITS` N; display, pretty-printer.'),
    takes: { words: ['breakpoints', 'count', 'delete', 'display', 'once', 'pretty-printer'] },
    run: (args, state) => enable(args, true, state),
  },
  {
    name: 'disable',
    aliases: ['dis', 'disa'],
    help: () => t('Disable typed breakpoints; `disable display`, `disable pretty-printer`.'),
    takes: { words: ['breakpoints', 'display', 'pretty-printer'] },
    run: (args, state) => enable(args, false, state),
  },
];

function refused(name: string): Command {
  return {
    name,
    takes: 'expression',
    help: () => t('Refused: {0}.', noReads()),
    run: () => {
      throw new RequestFailed(notSupported(name, noReads()));
    },
  };
}

/** What is to stop, and a condition behind `if`. The one thread that a trace has says nothing. */
function withCondition(args: string): { readonly what: string; readonly condition?: string } {
  const [, thread] = /\sthread\s+([\w.$]+)(?=\s+if\b|$)/.exec(args) ?? [];
  if (thread !== undefined && !/^(1\.)?1$/.test(thread)) {
    const isNumber = /^\d+(\.\d+)?$/.test(thread);
    throw new RequestFailed(
      isNumber ? `Unknown thread ${thread}.` : `Invalid thread ID: ${thread}`,
    );
  }
  const rest = thread === undefined ? args : args.replace(/\sthread\s+[\w.$]+/, '');
  const [what = '', condition] = rest.split(/(?:^|\s)if\b(.*)/s);
  return { what: what.trim(), ...(condition !== undefined && { condition: condition.trim() }) };
}

async function breakAt(
  args: string,
  disposition: 'keep' | 'del',
  state: ConsoleState,
): Promise<string> {
  const { what: location, condition } = withCondition(args);
  if (condition === '')
    throw new RequestFailed('malformed linespec error: unexpected string, "if"');
  const given = location === '' ? `*${hexAddress(await state.pc())}` : unquoted(location);
  const place = await placeNamed(given, state);
  const code = await codeNamed(given, place, state);
  const addresses = code.map(({ address }) => address);
  const locations = await Promise.all(code.map((each) => locationAt(each, state)));
  const [{ address: first }] = code;
  if (condition !== undefined) for (const each of addresses) await check(condition, each, state);
  const notes = addresses.flatMap((each) => alsoSet(state.breakpoints.list, each));
  const line = await lineOf(first, state);
  const number = await state.breakpoints.add({
    where: whereOf(given, place, first),
    what: given,
    locations: locations.sort((one, other) => (one.address < other.address ? -1 : 1)),
    disposition,
    ...(line && { at: line }),
    ...(condition !== undefined && { condition }),
  });
  const title = disposition === 'del' ? 'Temporary breakpoint' : 'Breakpoint';
  const [lowest] = locations;
  const at = lowest?.at;
  const where =
    locations.length > 1
      ? `: ${given}. (${locations.length} locations)`
      : at
        ? `: file ${at.file}, line ${at.line}.`
        : '';
  return text([...notes, `${title} ${number} at ${hexAddress(lowest?.address ?? first)}${where}`]);
}

async function locationAt(code: NamedCode, { trace }: ConsoleState): Promise<BreakpointLocation> {
  const { address } = code;
  const { loaded } = trace.modules.current;
  const at = code.at ?? (await codePlace(loaded, address));
  if (!at) return { address };
  const functionName = code.functionName ?? (await functionAround(address, loaded));
  return { address, at, ...(functionName !== undefined && { functionName }) };
}

async function functionAround(
  address: bigint,
  modules: readonly LoadedModule[],
): Promise<string | undefined> {
  for (const { program, slide } of modules) {
    const [scope] = await program.scopesAt(linkAddress(address, slide));
    if (scope) return nameWithParameters(scope, program);
  }
  return undefined;
}

/** A location without the quotes around its function or its file. */
function unquoted(location: string): string {
  return location.replace(/^(["'])([^"']+)\1(?=:|$)/, '$2');
}

/** The line of code, where its source is on this machine. */
async function lineOf(
  address: bigint,
  { trace, session }: ConsoleState,
): Promise<LocalLine | undefined> {
  const { source } = await trace.modules.current.locate(address);
  const found = source && (await session.sources.of(source.file));
  return found && { path: found.path, line: source.line };
}

/** A line means its frames, a function every arrival in it, an address itself. */
function whereOf(
  location: string,
  place: NamedPlace | undefined,
  address: bigint,
): TypedBreakpoint['where'] {
  if (!place) return { kind: 'instruction', address };
  if (place.functions) return { kind: 'function', name: location };
  const { path, line, files = [place] } = place;
  return { kind: 'line', path, line, files: files.map((each) => each.path) };
}

function alsoSet(all: readonly TypedBreakpoint[], address: bigint): string[] {
  const others = all.filter((each) => isAt(each, address));
  if (others.length === 0) return [];
  const names = others.map(({ number, isEnabled }) => `${number}${isEnabled ? '' : ' (disabled)'}`);
  const last = names.pop() ?? '';
  const list = names.length === 0 ? last : `${names.join(', ')} and ${last}`;
  const noun = others.length === 1 ? 'breakpoint' : 'breakpoints';
  return [`Note: ${noun} ${list} also set at pc ${hexAddress(address)}.`];
}

function isAt({ locations }: TypedBreakpoint, address: bigint): boolean {
  return locations.some((each) => each.address === address);
}

async function watch(args: string, state: ConsoleState): Promise<string> {
  const { what: given, condition } = withCondition(args);
  const expression = given.replace(/^-l(?:ocation)?\s+/, '');
  if (expression === '') throw new RequestFailed('Argument required (expression to compute).');
  if (/\smask\s+\S/.test(expression)) {
    throw new RequestFailed('This target does not support masked watchpoints.');
  }
  if (condition !== undefined) await check(condition, undefined, state);
  await state.evaluator.value(expression, await state.stackFrame());
  const context = await state.context();
  const compiled = await compile(expression, context);
  if (!('problem' in compiled) && (await compiled.isConstant(context))) {
    throw new RequestFailed(`Cannot watch constant value \`${expression}'.`);
  }
  const what = given === expression ? expression : `-location ${expression}`;
  const followed = await state.session.followed(expression);
  if ('problem' in followed) throw new RequestFailed(followed.problem);
  const number = await state.breakpoints.add({
    where: { kind: 'data', followed },
    what,
    locations: [],
    disposition: 'keep',
    ...(condition !== undefined && { condition }),
  });
  return `Hardware watchpoint ${number}: ${what}`;
}

/**
 * Fails with what is wrong with a condition; names are known in the function of the stack frame.
 */
async function check(
  condition: string,
  address: bigint | undefined,
  state: ConsoleState,
): Promise<void> {
  const { trace } = state;
  const compiled = await FrameCondition.compile(trace, condition);
  if (!(compiled instanceof FrameCondition)) throw new RequestFailed(compiled.problem);
  const frame = await state.stackFrame();
  if (address === undefined || frame === undefined) return;
  const extent = await functionExtent(trace.modules.current, frame.lookupPc);
  if (!extent?.ranges.some(({ start, end }) => address >= start && address < end)) return;
  const context = await state.context();
  const expression = await compile(condition, context);
  const type = 'problem' in expression ? expression : await expression.type(context);
  if ('problem' in type) throw new RequestFailed(type.problem);
}

async function condition(args: string, state: ConsoleState): Promise<string> {
  if (args === '') throw new RequestFailed('Argument required (breakpoint number).');
  const [, option, digits, given = ''] =
    /^(?:-(\S+)\s+)?(\d+|\$\w+)(?!\S)\s*(.*)/s.exec(args) ?? [];
  if (digits === undefined) throw new RequestFailed(`Bad breakpoint argument: '${args}'`);
  const isForced = option !== undefined && 'force'.startsWith(option);
  if (option !== undefined && !isForced) {
    throw new RequestFailed(`Unrecognized option at: ${args}`);
  }
  const number = Number(await integerGiven(digits, state));
  const { locations } = state.breakpoints.typedAt(number);
  const addresses = locations.length > 0 ? locations.map(({ address }) => address) : [undefined];
  for (const each of given === '' || isForced ? [] : addresses) await check(given, each, state);
  await state.breakpoints.change([number], (each) => {
    if (given === '') delete each.condition;
    else each.condition = given;
  });
  return given === '' ? `Breakpoint ${number} now unconditional.` : '';
}

async function ignore(args: string, state: ConsoleState): Promise<string> {
  const [first, second] = args.split(/\s+(.*)/s);
  if (first === undefined || first === '') {
    throw new RequestFailed('Argument required (a breakpoint number).');
  }
  const number = Number(await integerGiven(first, state));
  if (second === undefined) {
    throw new RequestFailed('Second argument (specified ignore-count) is missing.');
  }
  const count = Math.max(0, Number(await integerGiven(second, state)));
  await state.breakpoints.ignore(number, count);
  if (count === 0) return `Will stop next time breakpoint ${number} is reached.`;
  const crossings = count === 1 ? 'next crossing' : `next ${count} crossings`;
  return `Will ignore ${crossings} of breakpoint ${number}.`;
}

/** The numbers that are breakpoints, and a sentence for each of the others. */
async function known(
  args: string,
  requireIt: (number: number) => unknown,
  state: ConsoleState,
): Promise<{ readonly numbers: number[]; readonly complaints: string[] }> {
  const complaints: string[] = [];
  const given = await numbersGiven(args, 'breakpoint', state);
  const numbers = given.filter((number) => {
    try {
      requireIt(number);
      return true;
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error;
      complaints.push(error.message);
      return false;
    }
  });
  return { numbers, complaints };
}

async function remove(args: string, state: ConsoleState): Promise<string> {
  const display = /^display\b\s*(.*)/s.exec(args)?.[1];
  if (display !== undefined) return changeDisplays('delete', display, state);
  const given = args.replace(/^breakpoints\b\s*/, '');
  if (given === '') {
    await state.breakpoints.delete(state.breakpoints.list.map(({ number }) => number));
    return '';
  }
  const requireIt = (number: number) => {
    state.breakpoints.requireRemovable(number);
  };
  const { numbers, complaints } = await known(given, requireIt, state);
  await state.breakpoints.delete(numbers);
  return text(complaints);
}

async function clear(args: string, state: ConsoleState): Promise<string> {
  const location = args === '' ? `*${hexAddress(await state.pc())}` : args;
  const address = await firstCodeOf(location, state).catch((error: unknown) => {
    if (error instanceof RequestFailed && error.message.startsWith('No line ')) return undefined;
    throw error;
  });
  const { list } = state.breakpoints;
  const here = address === undefined ? [] : list.filter((each) => isAt(each, address));
  if (here.length === 0) {
    throw new RequestFailed(`No breakpoint at ${args === '' ? 'this line' : args}.`);
  }
  const numbers = here.map(({ number }) => number);
  await state.breakpoints.delete(numbers);
  return `Deleted ${numbers.length === 1 ? 'breakpoint' : 'breakpoints'} ${numbers.join(' ')} `;
}

async function enable(args: string, isEnabled: boolean, state: ConsoleState): Promise<string> {
  const display = /^display\b\s*(.*)/s.exec(args)?.[1];
  if (display !== undefined) {
    return changeDisplays(isEnabled ? 'enable' : 'disable', display, state);
  }
  const printers = /^pretty-printer\b\s*(.*)/s.exec(args)?.[1];
  if (printers !== undefined) return switchPrettyPrinters(printers, isEnabled, state);
  const [, word, rest = ''] = /^(?:(breakpoints|once|delete|count)\b)?\s*(.*)/s.exec(args) ?? [];
  const [, count = '', behind = ''] = /^(\S*)\s*(.*)/s.exec(rest) ?? [];
  if (word === 'count' && count === '') {
    throw new RequestFailed('Argument required (hit count).');
  }
  const hits = word === 'count' ? Number(await integerGiven(count, state)) : 1;
  const given = word === 'count' ? behind : rest;
  if (given === '' && word !== undefined && word !== 'breakpoints') {
    throw new RequestFailed('Argument required (one or more breakpoint numbers).');
  }
  const { numbers, complaints } =
    given === ''
      ? { numbers: state.breakpoints.list.map(({ number }) => number), complaints: [] }
      : await known(given, (number) => state.breakpoints.typedAt(number), state);
  await state.breakpoints.change(numbers, (each) => {
    each.isEnabled = isEnabled;
    each.hitsLeft = hits;
    if (word === 'once' || word === 'count') each.disposition = 'dis';
    else if (word === 'delete') each.disposition = 'del';
  });
  return text(complaints);
}
