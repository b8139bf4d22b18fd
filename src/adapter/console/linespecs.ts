// Places that are named as gdb's commands name them: `app.c:13`, `13`, `helper`, `*0x401146` (gdb manual, "Specify
// Location").
import { runTimeAddress } from '../../machine/linkAddress';
import type { Placement } from '../../machine/stackFrame';
import { functionsOf, readSignature } from '../../machine/values/functionSignature';
import type { FunctionAddress } from '../../symbols/programPlaces';
import { readLinespec, type Linespec } from '../../trace/linespec';
import { isAbsolute } from '../../symbols/sourcePath';
import { baseName, pathParts } from '../../trace/paths';
import { codePlace, displayedFile } from '../../trace/words/codePlace';
import { placeOf } from '../../trace/words/stackWords';
import { RequestFailed } from '../requestFailed';
import { addressOf } from './addresses';
import type { ConsoleState } from './consoleState';

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
  /** Present where code was named, by a function or an address. */
  readonly address?: bigint;
  /** The functions of a name, with the places where they were inlined. */
  readonly functions?: readonly FunctionAddress[];
  /** The line in each of the files that a name may mean, where these are several. */
  readonly files?: readonly SourcePosition[];
}

/** What a location names, or a failure in gdb's words. */
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
  if (!place) throw new RequestFailed(`No line number information available for "${name}".`);
  return { ...place, address, functions };
}

/** The run-time address of the first code that a location names, behind the prologue of a function; or gdb's words. */
export async function firstCodeOf(location: string, state: ConsoleState): Promise<bigint> {
  if (location.startsWith('*')) return addressOf(location.slice(1), state);
  const place = await namedPlace(location, state);
  if (place.functions?.[0]) return place.functions[0].afterPrologue;
  const first = await firstRun(place, state);
  if (!first) {
    throw new RequestFailed(
      location.includes(':')
        ? `No line ${place.line} in file "${location.slice(0, location.lastIndexOf(':'))}".`
        : `No line ${place.line} in the current file.`,
    );
  }
  return first.start;
}

/** Entry of the first function of a name, as a run-time address. */
export async function entryOf(name: string, state: ConsoleState): Promise<bigint | undefined> {
  return (await functionsNamed(name, state))[0]?.entry;
}

async function functionsNamed(name: string, state: ConsoleState): Promise<FunctionAddress[]> {
  const found: FunctionAddress[] = [];
  for (const { program, slide } of state.trace.programs.placements) {
    for (const { entry, afterPrologue } of await functionsOf(name, program)) {
      found.push({
        entry: runTimeAddress(entry, slide),
        afterPrologue: runTimeAddress(afterPrologue, slide),
      });
    }
  }
  return found;
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

/** The run of code of a line that gdb finds first: the lowest one of the unit that it looks into first. */
async function firstRun(
  { path, line }: SourcePosition,
  { trace }: ConsoleState,
): Promise<CodeRun | undefined> {
  for (const { program, slide } of trace.programs.placements) {
    const units = await program.statementInUnits(path, line);
    const address = units.find((each) => each !== undefined);
    if (address === undefined) continue;
    const places = await program.statementsOfLine(path, line);
    const entry = places.find((each) => each.address === address)?.afterPrologue;
    const span = await program.lineSpanAt(entry ?? address);
    if (span) return runOf(span, slide);
  }
  return undefined;
}

/** The first run of code of a line for each unit that names its file; undefined for one without. Ends are exclusive. */
export async function codeInUnits(
  { path, line }: SourcePosition,
  { trace }: ConsoleState,
): Promise<(CodeRun | undefined)[]> {
  const runs: (CodeRun | undefined)[] = [];
  for (const { program, slide } of trace.programs.placements) {
    for (const address of await program.statementInUnits(path, line)) {
      const span = address === undefined ? undefined : await program.lineSpanAt(address);
      runs.push(span && runOf(span, slide));
    }
  }
  return runs;
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
  const address = await addressOf(expression, state);
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
  return files.length > 1 ? { ...place, files } : place;
}

async function shownFile({ program }: Placement, path: string): Promise<string> {
  const [first] = await program.addressesOfLine(path, 1);
  if (first) return displayedFile(program, first.address, path);
  return isAbsolute(path) ? path : baseName(path);
}

/** gdb looks for `./app.c` in names as they were written. */
function isDotted(file: string): boolean {
  return pathParts(file).join('/') !== file && !isAbsolute(file);
}

function isMeant(file: string, recorded: string): boolean {
  if (isAbsolute(file)) return recorded === file;
  const wanted = pathParts(file);
  const parts = pathParts(recorded).slice(-wanted.length);
  return wanted.every((part, i) => part === parts[i]);
}
