// Places that are named as gdb's commands name them: `app.c:13`, `13`, `helper`, `*0x401146` (gdb manual, "Specify
// Location").
import { runTimeAddress } from '../../machine/linkAddress';
import type { Placement } from '../../machine/stackFrame';
import { functionsOf, readSignature } from '../../values/functionSignature';
import type { FunctionAddress } from '../../symbols/programPlaces';
import { readLinespec, type Linespec } from '../../trace/linespec';
import { isAbsolute } from '../../symbols/sourcePath';
import { baseName } from '../../trace/paths';
import { codePlace, displayedFile } from '../../trace/words/codePlace';
import { placeOf } from '../../trace/words/stackWords';
import { RequestFailed } from '../requestFailed';
import { addressGiven } from './addresses';
import type { ConsoleState } from './consoleState';
import {
  inOrderOfReading,
  isDotted,
  isMeant,
  lineInSymtabs,
  statementsInSymtabs,
  type SymtabListing,
} from './symtabs';

/** A line of a source. */
export interface SourcePosition {
  /** As recorded. */
  readonly path: string;
  /** As gdb writes it. */
  readonly file: string;
  readonly line: number;
}

/** A place that was named. Addresses are run-time addresses. */
export interface NamedPlace extends SourcePosition {
  /** The file as it was named. */
  readonly named?: string;
  /** Present where code was named, by a function or an address. */
  readonly address?: bigint;
  /** The functions of a name, with the places where they were inlined. */
  readonly functions?: readonly FunctionAddress[];
  /** The line in each of the files that a name may mean, where these are several. */
  readonly files?: readonly SourcePosition[];
}

/** Where a function is whose lines the compiler did not say. */
const nowhere: SourcePosition = { path: '', file: '', line: 0 };

/** What a location names, or a failure in gdb's words. Line 0 stands for a function without lines. */
export async function namedPlace(location: string, state: ConsoleState): Promise<NamedPlace> {
  if (location.startsWith('*')) return addressed(location.slice(1), state);
  if (/^\d+$/.test(location)) return { ...(await currentSource(state)), line: Number(location) };
  const spec = readLinespec(location);
  if (spec?.kind === 'line') return lineOf(spec, state);
  const unquoted = location.replace(/^'(.*)'$/s, '$1');
  const name = spec?.kind === 'function' && !readSignature(unquoted) ? spec.name : unquoted;
  const functions = await functionsNamed(name, state);
  const address = functions[0]?.entry;
  if (address === undefined) throw new RequestFailed(`Function "${name}" not defined.`);
  const place = await codePlace(state.trace.programs.placements, address);
  return { ...(place ?? nowhere), address, functions };
}

/** The run-time address of the first code that a location names, behind the prologue of a function; or gdb's words. */
export async function firstCodeOf(location: string, state: ConsoleState): Promise<bigint> {
  if (location.startsWith('*')) return addressGiven(location.slice(1), state);
  const place = await namedPlace(location, state);
  if (place.functions?.[0]) return place.functions[0].afterPrologue;
  const inSymtab = await firstInSymtab(place, state);
  if (inSymtab !== undefined) return inSymtab;
  const [first] = await codeOf(place, state, true);
  if (!first) {
    throw new RequestFailed(
      location.includes(':')
        ? `No line ${place.line} in file "${location.slice(0, location.lastIndexOf(':'))}".`
        : `No line ${place.line} in the current file.`,
    );
  }
  return first.start;
}

/** Where a breakpoint at a line stops first: gdb goes by its symbol tables, not by addresses. */
async function firstInSymtab(
  { named, line }: NamedPlace,
  { trace }: ConsoleState,
): Promise<bigint | undefined> {
  if (named === undefined) return undefined;
  for (const { program, slide } of trace.programs.placements) {
    const [first] = await statementsInSymtabs(named, line, program, trace);
    if (!first) continue;
    const { path } = first.symtab;
    const statements = await program.statementsOfLine(path, first.line);
    const found = statements.find(({ address }) => address === first.address);
    return runTimeAddress(found?.afterPrologue ?? first.address, slide);
  }
  return undefined;
}

/** Entry of the first function of a name, as a run-time address. */
export async function entryOf(name: string, state: ConsoleState): Promise<bigint | undefined> {
  return (await functionsNamed(name, state))[0]?.entry;
}

/** Each place once: several units may describe the code of one that the linker kept. */
async function functionsNamed(name: string, state: ConsoleState): Promise<FunctionAddress[]> {
  const found = new Map<bigint, FunctionAddress>();
  for (const { program, slide } of state.trace.programs.placements) {
    const functions = await inOrderOfReading(
      await functionsOf(name, program),
      program,
      state.trace,
    );
    for (const each of functions) {
      const entry = runTimeAddress(each.entry, slide);
      if (found.has(entry)) continue;
      found.set(entry, { entry, afterPrologue: runTimeAddress(each.afterPrologue, slide) });
    }
  }
  return [...found.values()];
}

/** Where the selected stack frame is. */
export async function currentSource(state: ConsoleState): Promise<SourcePosition> {
  const frame = await state.stackFrame();
  const { source } = frame ? await placeOf(await state.stack(), frame) : {};
  if (!source) throw new RequestFailed('No symbol table is loaded.  Use the "file" command.');
  return source;
}

/**
 * The runs of code of a line; of the next line with code where it has none. Ends are exclusive. Where a function begins,
 * `afterPrologue` asks for the line behind its prologue, as breakpoints are set.
 */
export async function codeOf(
  { path, line }: SourcePosition,
  { trace }: ConsoleState,
  afterPrologue = false,
): Promise<CodeRun[]> {
  const runs = new Map<bigint, CodeRun>();
  for (const { program, slide } of trace.programs.placements) {
    for (const found of await program.statementsOfLine(path, line)) {
      const entry = afterPrologue ? found.afterPrologue : undefined;
      const span = await program.lineSpanAt(entry ?? found.address);
      if (!span) continue;
      const run = runOf(span, slide);
      runs.set(run.start, run);
    }
  }
  return [...runs.values()].sort((a, b) => (a.start < b.start ? -1 : 1));
}

/** A line in each symbol table of its file, as gdb writes that, with its run of code where it has one. */
export async function codeInSymtabs(
  { named, file, line }: NamedPlace,
  { trace }: ConsoleState,
): Promise<{ symtab: SymtabListing; run: CodeRun | undefined }[]> {
  const found: { symtab: SymtabListing; run: CodeRun | undefined }[] = [];
  for (const { program, slide } of trace.programs.placements) {
    for (const { symtab, address } of await lineInSymtabs(named ?? file, line, program, trace)) {
      const span = address === undefined ? undefined : await program.lineSpanAt(address);
      found.push({ symtab, run: span && runOf(span, slide) });
    }
  }
  return found;
}

/** A run of code of one line. Run-time addresses, `end` exclusive. */
interface CodeRun {
  readonly line: number;
  readonly start: bigint;
  readonly end: bigint;
}

function runOf({ line, start, end }: CodeRun, slide: bigint): CodeRun {
  return { line, start: runTimeAddress(start, slide), end: runTimeAddress(end, slide) };
}

async function addressed(expression: string, state: ConsoleState): Promise<NamedPlace> {
  const address = await addressGiven(expression, state);
  const place = await codePlace(state.trace.programs.placements, address);
  if (!place) {
    throw new RequestFailed(
      `No line number information available for address 0x${address.toString(16)}`,
    );
  }
  return { ...place, address };
}

/** Of files that a name may mean the first with code for the line is taken. */
async function lineOf(
  { file, line }: Linespec & { kind: 'line' },
  { trace }: ConsoleState,
): Promise<NamedPlace> {
  const files: SourcePosition[] = [];
  let withCode: SourcePosition | undefined;
  for (const placement of trace.programs.placements) {
    const { program } = placement;
    for (const path of await program.sourceFiles()) {
      if (!isMeant(file, path)) continue;
      const place = { path, line, file: await shownFile(placement, path) };
      if (isDotted(file) && !place.file.endsWith(`/${file}`)) continue;
      files.push(place);
      if ((await program.addressesOfLine(path, line)).length > 0) withCode ??= place;
    }
  }
  const place = withCode ?? files[0];
  if (!place) throw new RequestFailed(`No source file named ${file}.`);
  return { ...place, named: file, ...(files.length > 1 ? { files } : {}) };
}

async function shownFile({ program }: Placement, path: string): Promise<string> {
  const [first] = await program.addressesOfLine(path, 1);
  if (first) return displayedFile(program, first.address, path);
  return isAbsolute(path) ? path : baseName(path);
}
