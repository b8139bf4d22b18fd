// `info line`, `info symbol`, `info source`: places of the program (gdb manual, "Machine Code", "Symbols").
import { hexAddress } from '../../bytes/hex';
import { linkAddress } from '../../machine/linkAddress';
import { spelled, symbolOf } from '../../values/symbolText';
import { codePlace } from '../../trace/words/codePlace';
import { RequestFailed } from '../requestFailed';
import { addressGiven, pointerTo } from './addresses';
import { text } from './command';
import type { ConsoleState } from './consoleState';
import { languageName } from './languageNames';
import { codeInSymtabs, codeOf, currentSource, namedPlace, type SourcePosition } from './linespecs';

const withoutLine = 'No line number information available for address ';

/** `info line [LOCATION]`. */
export async function infoLine(args: string, state: ConsoleState): Promise<string> {
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
    const found = await codePlace(state.trace.programs.placements, address);
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
  const surroundings = await state.surroundings();
  state.evaluator.remember('_', pointerTo({ kind: 'void' }, code.start, surroundings));
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
  const symbol = await symbolOf(address, await state.surroundings(), true);
  return hexAddress(address) + (symbol === undefined ? '' : ` <${symbol}>`);
}

/** `info symbol ADDRESS`. */
export async function infoSymbol(args: string, state: ConsoleState): Promise<string> {
  if (args === '') throw new RequestFailed('Argument required (address).');
  const address = await addressGiven(args, state);
  const { placements } = state.trace.programs;
  for (const { program, slide } of placements) {
    const at = linkAddress(address, slide);
    const section = program.sectionAt(at);
    const symbol = section === undefined ? undefined : await program.tableSymbolAt(at);
    if (!symbol) continue;
    const offset = symbol.offset === 0n ? '' : ` + ${symbol.offset}`;
    const file = placements.length > 1 ? ` of ${program.path}` : '';
    return `${await spelled(symbol, program)}${offset} in section ${section}${file}`;
  }
  return `No symbol matches ${args}.`;
}

/** `info source`. */
export async function infoSource(state: ConsoleState): Promise<string> {
  const frame = await state.stackFrame();
  const placement = frame?.placement;
  const compilation =
    placement &&
    (await placement.program.compilationAt(linkAddress(frame.lookupPc, placement.slide)));
  if (!compilation) return 'No current source file.';
  const { path, file } = await currentSource(state);
  const { directory, producer, language, dwarfVersion } = compilation;
  const found = await state.session.sources.of(path);
  return text([
    `Current source file is ${file}`,
    ...(directory === undefined ? [] : [`Compilation directory is ${directory}`]),
    ...(found ? [`Located in ${found.path}`, `Contains ${found.lines.length} lines.`] : []),
    `Source language is ${languageName(language)}.`,
    ...(producer === undefined ? [] : [`Producer is ${producer}.`]),
    `Compiled with DWARF ${dwarfVersion} debugging format.`,
    'Does not include preprocessor macro info.',
  ]);
}
