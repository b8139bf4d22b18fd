// `info …`: what is known of the trace, the stack frame and the program (gdb manual, "Help",
// "Tracepoints", "Frame Info").
import { t } from '@vscode/l10n';
import { inSteps } from '../../bytes/timeSlice';
import { infoArgs, infoLocals } from '../../values/frameVariables';
import { tracepointLines, tvariableLines } from '../../trace/text/tracepointText';
import { RequestFailed } from '../../bytes/requestFailed';
import { givenPattern, withoutEscapes } from './basicPattern';
import { text, textInSteps, type Command, addressGiven, maxAnswer, pointerTo } from './command';
import type { ConsoleState } from './consoleState';
import { infoAddress, infoScope } from './infoScope';
import { infoFrame, languageName } from './infoFrame';
import { infoFloat, infoRegisters, infoVector } from './infoRegisters';
import { infoBreakpoints } from './breakpointTable';
import { infoDisplay } from './displays';
import {
  infoFiles,
  infoFunctions,
  infoSharedLibraries,
  infoSources,
  infoTypes,
  infoVariables,
  readListing,
} from './programLists';
import { infoThreads } from './threads';
import { infoVtbl } from './infoVtbl';
import { backtrace } from './stack';
import { hexAddress } from '../../bytes/hex';
import { linkAddress } from '../../machine/stackFrame';
import { typeName } from '../../values/typeName';
import { linked, spelled, symbolOf } from '../../values/symbolText';
import { codePlace } from '../../trace/text/codePlace';
import { codeInSymtabs, codeOf, currentSource, namedPlace, type SourcePosition } from './linespecs';
import { followValue } from '../../trace/changes/followedValue';
import { problemText } from '../../trace/expressions';
import { shownChanges } from '../changes';

/** The commands under `info`. */
export const infoCommands: readonly Command[] = [
  {
    name: 'address',
    help: () => t('Where a variable or function is kept.'),
    takes: 'expression',
    run: infoAddress,
  },
  {
    name: 'all-registers',
    help: () => t('All registers of the selected stack frame.'),
    takes: 'registers',
    run: (args, state) => infoRegisters(args, true, state),
  },
  {
    name: 'args',
    help: () => t('The arguments of the selected stack frame.'),
    takes: 'nothing',
    run: (args, state) => variables(args, ['arguments', infoArgs], state),
  },
  {
    name: 'breakpoints',
    aliases: ['b'],
    help: () => t('The typed breakpoints, and those of the editor.'),
    takes: 'nothing',
    run: (args, state) => infoBreakpoints(args, 'breakpoints', state),
  },
  {
    name: 'changes',
    help: () =>
      t('Where the value of an expression changes: between which frames, and from what to what.'),
    takes: 'expression',
    run: infoChanges,
  },
  {
    name: 'display',
    help: () => t('The expressions that are displayed.'),
    takes: 'nothing',
    run: (_, state) => infoDisplay(state),
  },
  {
    name: 'files',
    aliases: ['target'],
    help: () => t('The trace, the program and its sections.'),
    takes: 'nothing',
    run: (_, state) => infoFiles(state),
  },
  {
    name: 'float',
    help: () => t('The floating-point unit of the processor.'),
    takes: 'nothing',
    run: (_, state) => infoFloat(state),
  },
  {
    name: 'frame',
    aliases: ['f'],
    help: () => t('All about the selected stack frame, or about one that is named as for `frame`.'),
    takes: 'expression',
    run: infoFrame,
  },
  {
    name: 'functions',
    aliases: ['fun', 'fu'],
    help: () => t('The functions of the programs; `info functions REGEX`, `-t TYPE`, `-n`.'),
    takes: 'nothing',
    run: infoFunctions,
  },
  {
    name: 'line',
    help: () => t('The addresses of the code of a line.'),
    takes: 'linespec',
    run: infoLine,
  },
  {
    name: 'locals',
    help: () => t('The local variables of the selected stack frame.'),
    takes: 'nothing',
    run: (args, state) => variables(args, ['locals', infoLocals], state),
  },
  {
    name: 'registers',
    aliases: ['r'],
    help: () => t('The general registers of the selected stack frame, or those named.'),
    takes: 'registers',
    run: (args, state) => infoRegisters(args, false, state),
  },
  {
    name: 'scope',
    help: () => t('The variables that are visible at a place, and where they are kept.'),
    takes: 'linespec',
    run: infoScope,
  },
  {
    name: 'sharedlibrary',
    aliases: ['dll'],
    help: () => t('The programs besides the first, and where they were loaded.'),
    takes: 'nothing',
    run: infoSharedLibraries,
  },
  {
    name: 'source',
    help: () => t('The source file of the selected stack frame, and how it was compiled.'),
    takes: 'nothing',
    run: (_, state) => infoSource(state),
  },
  {
    name: 'stack',
    aliases: ['s'],
    help: () => t('The call stack.'),
    takes: { words: ['full'] },
    run: (args, state) => backtrace.run(args, state),
  },
  {
    name: 'sources',
    help: () => t('The source files that the programs name; `info sources REGEX`.'),
    takes: 'nothing',
    run: infoSources,
  },
  {
    name: 'symbol',
    help: () => t('The symbol that holds an address.'),
    takes: 'expression',
    run: infoSymbol,
  },
  {
    name: 'threads',
    help: () => t('The one thread of a trace, and where it is.'),
    takes: 'nothing',
    run: infoThreads,
  },
  {
    name: 'tracepoints',
    aliases: ['tp'],
    help: () => t('The tracepoints, or those of the numbers given.'),
    takes: 'nothing',
    run: tracepoints,
  },
  {
    name: 'tvariables',
    help: () => t('The trace state variables with their initial and present values.'),
    takes: 'nothing',
    run: async (_, { trace }) => {
      const machine = await trace.machine(trace.cursor.frame);
      return inSteps(textInSteps(await tvariableLines(trace.recording, machine)));
    },
  },
  {
    name: 'types',
    help: () => t('The types of the programs; `info types REGEX`.'),
    takes: 'nothing',
    run: infoTypes,
  },
  {
    name: 'variables',
    help: () => t('The variables outside of functions; `info variables REGEX`.'),
    takes: 'nothing',
    run: infoVariables,
  },
  {
    name: 'vector',
    help: () => t('The vector registers.'),
    takes: 'nothing',
    run: (_, state) => infoVector(state),
  },
  {
    name: 'vtbl',
    help: () => t('The tables of virtual functions of an object of C++.'),
    takes: 'expression',
    run: infoVtbl,
  },
  {
    name: 'watchpoints',
    help: () => t('The watchpoints.'),
    takes: 'nothing',
    run: (args, state) => infoBreakpoints(args, 'watchpoints', state),
  },
];

/** `info args` and `info locals`: `[-q] [-t TYPEREGEX] [NAMEREGEX]`. */
async function variables(
  args: string,
  [what, linesOf]: readonly ['arguments' | 'locals', typeof infoArgs],
  state: ConsoleState,
): Promise<string> {
  const { frame, ...rest } = await state.context();
  if (!frame) throw new RequestFailed('No frame selected.');
  const { pattern, wanted, types, isQuiet } = readListing(args);
  if (pattern === '' && types === undefined) {
    return text(await linesOf({ frame, ...rest }, state.view));
  }
  const ofTypes = types === undefined ? undefined : givenPattern(withoutEscapes(types));
  const lines = await linesOf({ frame, ...rest }, state.view, async ({ name, type }) => {
    if (!wanted.test(name)) return false;
    return !ofTypes || (type !== undefined && ofTypes.test(await typeName(type, rest.language)));
  });
  if (lines.length > 0) return text(lines);
  return isQuiet ? '' : `No matching ${what}.`;
}

async function tracepoints(args: string, { trace }: ConsoleState): Promise<string> {
  await trace.recording.indexed;
  const wanted = numbers(args);
  const isWanted = (number: number) => wanted?.has(number) ?? true;
  const lines = await tracepointLines(trace, isWanted, maxAnswer);
  if (lines.length > 0) return lines.join('\n');
  return args === '' ? 'No tracepoints.' : `No tracepoint matching '${args}'.`;
}

/** `1 3-5`; undefined where none are given. */
function numbers(args: string): ReadonlySet<number> | undefined {
  if (args === '') return undefined;
  const all = new Set<number>();
  for (const part of args.split(/[\s,]+/)) {
    const [, from, to] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(part) ?? [];
    if (from === undefined) {
      throw new RequestFailed("Arguments must be numbers or '$' variables.");
    }
    const last = Math.min(Number(to ?? from), Number(from) + 65_535);
    for (let number = Number(from); number <= last; number++) all.add(number);
  }
  return all;
}

// `info line`, `info symbol`, `info source`: places of the program (gdb manual, "Machine Code",
// "Symbols").

const withoutLine = 'No line number information available for address ';

/** `info line [LOCATION]`. */
async function infoLine(args: string, state: ConsoleState): Promise<string> {
  const junk = args.startsWith('*') ? undefined : /^[^'"(<,]*(,.*)/s.exec(args)?.[1];
  if (junk !== undefined) throw new RequestFailed(`Junk at end of line specification: ${junk}`);
  const place = args === '' ? await listedPlace(state) : await namedPlace(args, state);
  const functions = place.functions?.map(({ entry }) => entry);
  if (place.address === undefined) {
    if (args === '') return lineText(place, (await codeOf(place, state))[0], state);
    const texts: string[] = [];
    for (const { symtab, run } of await codeInSymtabs(place, state)) {
      texts.push(await lineText({ ...place, file: symtab.file }, run, state));
    }
    return texts.length > 0 ? text(texts) : lineText(place, undefined, state);
  }
  const lines: string[] = [];
  for (const address of functions ?? [place.address]) {
    const found = await codePlace(state.trace.modules.current.loaded, address);
    // gdb knows no line of a function that begins inside of a line's code.
    const isInside = functions !== undefined && (found?.start ?? address) < address;
    if (found && !isInside) lines.push(await lineText(found, found, state));
    else if (functions) lines.push(`${withoutLine}${await addressed(address, state)}`);
  }
  return text(lines);
}

/** Where the code of a line is; `x` and `$_` go on from there. */
async function lineText(
  { file, line }: SourcePosition,
  code: Awaited<ReturnType<typeof codeOf>>[number] | undefined,
  state: ConsoleState,
): Promise<string> {
  if (!code) return `Line number ${line} is out of range for "${file}".`;
  const start = await addressed(code.start, state);
  if (code.line !== line) {
    return `Line ${line} of "${file}" is at address ${start} but contains no code.`;
  }
  const end = await addressed(code.end, state);
  const context = await state.context();
  state.evaluator.remember('_', pointerTo({ kind: 'void' }, code.start, context));
  state.examined = { count: 1, size: 'w', ...state.examined, address: code.start };
  return `Line ${line} of "${file}" starts at address ${start} and ends at ${end}.`;
}

/** The first line of those that were listed last, else where the stack frame is. */
async function listedPlace(state: ConsoleState): ReturnType<typeof namedPlace> {
  const here = await currentSource(state);
  const { listed } = state;
  return listed?.path === here.path ? { ...here, line: listed.first } : here;
}

async function addressed(address: bigint, state: ConsoleState): Promise<string> {
  const symbol = await symbolOf(address, await state.context(), true);
  return hexAddress(address) + (symbol === undefined ? '' : ` <${symbol}>`);
}

/** `info symbol ADDRESS`. */
async function infoSymbol(args: string, state: ConsoleState): Promise<string> {
  if (args === '') throw new RequestFailed('Argument required (address).');
  const address = await addressGiven(args, state);
  const modules = state.trace.modules.current.loaded;
  for (const { program, slide } of modules) {
    const at = linkAddress(address, slide);
    const section = program.sectionAt(at);
    const symbol = section === undefined ? undefined : await program.tableSymbolAt(at);
    if (!symbol) continue;
    const offset = symbol.offset === 0n ? '' : ` + ${symbol.offset}`;
    const isOne = modules.length === 1 && !program.hasSeparateSymbols;
    const file = isOne ? '' : ` of ${program.path}`;
    const isSpelled = state.settings.symbolNaming.demangle;
    const name = await (isSpelled ? spelled(symbol, program) : linked(symbol, program));
    return `${name}${offset} in section ${section}${file}`;
  }
  return `No symbol matches ${args}.`;
}

/** `info source`. */
async function infoSource(state: ConsoleState): Promise<string> {
  const frame = await state.stackFrame();
  const module = frame?.module;
  const compilation =
    module && (await module.program.compilationAt(linkAddress(frame.lookupPc, module.slide)));
  if (!compilation) return 'No current source file.';
  const { path, file } = await currentSource(state);
  const { directory, producer, language, dwarfVersion, hasMacros } = compilation;
  const found = await state.session.sources.of(path);
  return text([
    `Current source file is ${file}`,
    ...(directory === undefined ? [] : [`Compilation directory is ${directory}`]),
    ...(found ? [`Located in ${found.path}`, `Contains ${found.lines.length} lines.`] : []),
    `Source language is ${languageName(language)}.`,
    ...(producer === undefined ? [] : [`Producer is ${producer}.`]),
    `Compiled with DWARF ${dwarfVersion} debugging format.`,
    `${hasMacros ? 'Includes' : 'Does not include'} preprocessor macro info.`,
  ]);
}

/** `info changes EXPRESSION`. */
async function infoChanges(args: string, state: ConsoleState): Promise<string> {
  if (args === '') throw new RequestFailed(t('Argument required (expression to follow).'));
  const { trace } = state;
  const { frames } = await trace.callStack(trace.cursor.frame);
  const followed = await followValue(trace, args, await state.stackFrame(), frames[0]);
  if ('problem' in followed) throw new RequestFailed(problemText(followed));
  const search: typeof state.search = (...asked) => state.search(...asked);
  const { label, changes, total } = await shownChanges({ trace, search }, followed);
  if (total === 0) return t('{0} has no other value in any frame.', label);
  const left = total - changes.length;
  return text([
    total === 1 ? t('{0}: 1 change', label) : t('{0}: {1} changes', label, total),
    ...changes.map(({ interval, from, to }) => `${interval}: ${from} -> ${to}`),
    ...(left > 0 ? [t('{0} more, farther from this frame.', left)] : []),
  ]);
}
