// `disassemble`: the instructions of a function or a range of addresses (gdb manual, "Machine
// Code").
import { t } from '@vscode/l10n';
import { symbolOf } from '../../values/symbolText';
import { RequestFailed, messageOf } from '../../bytes/requestFailed';
import { addressGiven, text, type Command } from './command';
import type { ConsoleState } from './consoleState';
import { separated } from './printf';
import {
  dumped,
  examined,
  type Listing,
  type ListingNames,
  type ListingSources,
} from '../../disassembly/listing';
import type { Instruction } from '../../disassembly/instruction';
import { type LoadedModule, linkAddress, runTimeAddress } from '../../machine/stackFrame';
import type { ValueContext } from '../../values/value';
import { codePlace } from '../../trace/text/codePlace';

/** Bytes that one command shows at most. */
const maxBytes = 65_536n;

/** `disassemble`. */
export const disassemble: Command = {
  name: 'disassemble',
  aliases: ['disas'],
  help: () =>
    t(
      'Print instructions: of the function, of ADDRESS’s function, or of START,END or START,+LENGTH; `/r` bytes, `/s` source.',
    ),
  takes: 'linespec',
  async run(args, state) {
    const [, slash, letters = '', rest = ''] = /^(?:(\/)(\S*))?\s*(.*)/s.exec(args) ?? [];
    if (slash !== undefined && letters === '') throw new RequestFailed('Missing modifier.');
    // gdb takes one group of letters: what is behind it is an expression.
    if (rest.startsWith('/')) {
      throw new RequestFailed(`A syntax error in expression, near \`${rest}'.`);
    }
    if (/[^rsm]/.test(letters)) throw new RequestFailed('Invalid disassembly modifier.');
    if (letters.includes('m') && letters.includes('s')) {
      throw new RequestFailed('Cannot specify both /m and /s.');
    }
    return text(await dumpedLines(await rangeOf(rest.trim(), state), letters, state));
  },
};

async function rangeOf(args: string, state: ConsoleState): Promise<CodeRange> {
  const [from = '', to, ...more] = args === '' ? [] : separated(args);
  if (more.length > 0) throw new RequestFailed('Junk after end of expression.');
  if (to === undefined || to === '') {
    return functionRange(from === '' ? await state.pc() : await addressGiven(from, state), state);
  }
  const start = await addressGiven(from, state);
  const end = to.startsWith('+')
    ? start + (await addressGiven(to.slice(1), state))
    : await addressGiven(to, state);
  return { start, end: end - start > maxBytes ? start + maxBytes : end };
}

async function functionRange(address: bigint, state: ConsoleState): Promise<CodeRange> {
  for (const { program, slide } of state.trace.modules.current.loaded) {
    const at = linkAddress(address, slide);
    // What was inlined is part of the function around it.
    const own = (await program.scopesAt(at)).at(-1);
    const range = own?.ranges.find((each) => each.start <= at && at < each.end);
    const found = range ? { ...range, name: own?.name ?? '' } : await program.functionAt(at);
    if (found?.end === undefined) continue;
    const [start, end] = [runTimeAddress(found.start, slide), runTimeAddress(found.end, slide)];
    const linked = await symbolOf(start, await state.context(), true);
    return { start, end, functionName: linked ?? found.name };
  }
  throw new RequestFailed('No function contains specified address.');
}

// Instructions as `x/i` and `disassemble` print them: rows of the disassembler in gdb's words.

/**
 * What is disassembled: run-time addresses, `end` exclusive; a function's, or as they were asked
 * for.
 */
export interface CodeRange {
  readonly start: bigint;
  readonly end: bigint;
  readonly functionName?: string;
}

/** What `x/i` prints, the address behind it, and that of the last instruction. */
export async function examinedLines(
  from: bigint,
  count: number,
  state: ConsoleState,
): Promise<{ readonly lines: readonly string[]; readonly next: bigint; readonly last: bigint }> {
  const rows = await decoded(async () => (await disassembler(state)).from(from, count));
  const last = rows.at(-1);
  const next = last ? last.address + BigInt(last.size) : from;
  const lines = await examined(rows, await names(state));
  return { lines, next, last: last?.address ?? from };
}

/**
 * What `x/-Ni` prints: the instructions before an address, as they follow one another from the
 * beginning of its function. `next` is where they begin.
 */
export async function linesBefore(
  end: bigint,
  count: number,
  state: ConsoleState,
): Promise<{ readonly lines: readonly string[]; readonly next: bigint }> {
  const start = await functionBefore(end, state);
  if (start === undefined) {
    throw new RequestFailed(t('No function is known in which instructions before it begin.'));
  }
  const rows = await decoded(async () => (await disassembler(state)).between(start, end));
  const last = rows.slice(-count);
  return { lines: await examined(last, await names(state)), next: last[0]?.address ?? end };
}

async function functionBefore(end: bigint, { trace }: ConsoleState): Promise<bigint | undefined> {
  for (const { program, slide } of trace.modules.current.loaded) {
    const found = await program.functionAt(linkAddress(end - 1n, slide));
    if (found) return found.start + slide;
  }
  return undefined;
}

/** What `disassemble` prints; `modifiers`: its letters. */
async function dumpedLines(
  range: CodeRange,
  modifiers: string,
  state: ConsoleState,
): Promise<readonly string[]> {
  const { start, end, functionName } = range;
  const context = await state.context();
  const listed = /[sm]/.test(modifiers) ? await linesListed(range, context.modules) : undefined;
  // By line, gdb writes all of a line's code, also what is behind the end.
  const ends = modifiers.includes('m') ? listed?.lines.map((line) => line.end) : undefined;
  const until = ends?.reduce((a, b) => (a > b ? a : b), end) ?? end;
  const rows = await decoded(async () => (await disassembler(state)).between(start, until));
  const sources = listed && (await listingSources(rows, listed, state, context));
  const listing = await dumped(
    rows,
    functionName === undefined ? { start, end } : { functionName, start },
    await names(state),
    {
      addressSize: context.addressSize,
      raw: modifiers.includes('r'),
      ...(sources && { sources, order: modifiers.includes('s') ? 'address' : 'line' }),
    },
  );
  return linesOf(listing);
}

async function disassembler({ session, trace }: ConsoleState) {
  return session.disassembly.of(await trace.machine(trace.cursor.frame));
}

/** What goes wrong in the decoder is a sentence for the user. */
async function decoded<T>(decode: () => Promise<T>): Promise<T> {
  try {
    return await decode();
  } catch (error) {
    throw new RequestFailed(messageOf(error));
  }
}

function linesOf({ lines, error }: Listing): string[] {
  return error === undefined ? [...lines] : [...lines, error];
}

async function names(state: ConsoleState): Promise<ListingNames> {
  const frame = await state.stackFrame();
  const context = await state.context();
  const symbolNaming = { ...state.settings.symbolNaming, filenames: false };
  return {
    pc: frame?.pc,
    symbolOf: (address) => symbolOf(address, context, true),
    placeOf: (address) => symbolOf(address, { ...context, symbolNaming }, true),
  };
}

async function listingSources(
  rows: readonly Instruction[],
  lines: Pick<ListingSources, 'firstLine' | 'lines'>,
  state: ConsoleState,
  { modules }: ValueContext,
): Promise<ListingSources> {
  const shown = new Map<string, string>();
  for (const { address } of rows) {
    const place = await codePlace(modules, address);
    if (place && !shown.has(place.path)) shown.set(place.path, place.file);
  }
  return {
    ...lines,
    lineAt: async (address) => {
      const place = await codePlace(modules, address);
      return place && { file: place.path, line: place.line, end: place.end };
    },
    fileName: (file) => shown.get(file) ?? file,
    textOf: async (file, line) => (await state.session.sources.of(file))?.lines[line - 1],
    listed: (path, first, last) => {
      state.listed = { path, file: shown.get(path) ?? path, first, next: last + 1 };
    },
  };
}

async function linesListed(
  { start, end }: CodeRange,
  modules: readonly LoadedModule[],
): Promise<Pick<ListingSources, 'firstLine' | 'lines'>> {
  for (const { program, slide } of modules) {
    const [from, to] = [linkAddress(start, slide), linkAddress(end, slide)];
    const runs = await program.lines.linesOfFileFrom(from, to);
    if (runs.length === 0) continue;
    return {
      firstLine: await program.lines.firstLineFrom(from, to),
      lines: runs.map((run) => ({
        line: run.line,
        start: runTimeAddress(run.start, slide),
        end: runTimeAddress(run.end, slide),
      })),
    };
  }
  return { firstLine: undefined, lines: [] };
}
