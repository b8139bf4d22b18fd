// Places that are named as gdb's commands name them: `app.c:13`, `13`, `helper`, `*0x401146` (gdb
// manual, "Specify Location").
import type { Recording } from '../../trace/recording';
import { type LoadedModule, linkAddress, runTimeAddress } from '../../machine/stackFrame';
import { functionsOf, nameWithParameters, readSignature } from '../../values/functionName';
import { readLinespec, splitAtFile, type Linespec } from '../../trace/linespec';
import { isAbsolute } from '../../symbols/sourcePath';
import { baseName, pathParts } from '../../trace/paths';
import { codePlace, displayedFile } from '../../trace/text/codePlace';
import { placeOf } from '../../trace/text/stackFrameText';
import { stubNamed } from '../../expressions/resolvedSymbol';
import { asInteger, Value } from '../../values/value';
import { RequestFailed } from '../../bytes/requestFailed';
import { addressGiven } from './command';
import type { ConsoleState } from './consoleState';
import { LruCache } from '../../bytes/cache';
import { smallest } from '../../bytes/arrays';
import type { Description } from '../../format/description';
import type { FunctionAddress } from '../../symbols/programPlaces';
import { lastPart } from '../../symbols/dwarf/qualifiedName';
import type { Program } from '../../symbols/program';
import type { Symtab } from '../../symbols/dwarf/sourceIndex';

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

/**
 * What a location names, or a failure in gdb's words. Line 0 represents a function without lines.
 */
export async function namedPlace(location: string, state: ConsoleState): Promise<NamedPlace> {
  if (location.startsWith('*')) return addressed(location.slice(1), state);
  if (/[^:]:$/.test(location)) {
    throw new RequestFailed('malformed linespec error: unexpected end of input');
  }
  if (/^-source\s+\S+$/.test(location)) {
    throw new RequestFailed('Source filename requires function, label, or line offset.');
  }
  const line = /^(?:-line\s+)?(\d+)$/.exec(location)?.[1];
  if (line !== undefined) return { ...(await currentSource(state)), line: Number(line) };
  if (location.startsWith('$')) return lineInVariable(location, state);
  const offset = /^[+-]\d+$/.exec(location)?.[0];
  if (offset !== undefined) {
    const { listed } = state;
    const from = listed ? { ...listed, line: listed.next } : await currentSource(state);
    return { ...from, line: Math.max(from.line + Number(offset), 1) };
  }
  const unexpected = /^(?:.*:)?\d+\s+([+-]?\d+)/s.exec(location)?.[1];
  if (unexpected !== undefined) {
    throw new RequestFailed(`malformed linespec error: unexpected number, "${unexpected}"`);
  }
  const spec = readLinespec(location);
  if (spec?.kind === 'line') return lineOf(spec, state);
  const unquoted = location.replace(/^'(.*)'$/s, '$1');
  const { file, rest } = splitAtFile(unquoted);
  const name = spec?.kind === 'function' && !readSignature(rest) ? spec.name : rest;
  const functions = await functionsNamed(name, state, file);
  const address = functions[0]?.entry;
  if (address === undefined) {
    const where = file === undefined ? '' : ` in "${file}"`;
    throw new RequestFailed(`Function "${name}" not defined${where}.`);
  }
  const place = await codePlace(state.trace.modules.current.loaded, address);
  return { ...(place ?? nowhere), address, functions };
}

/**
 * The run-time address of the first code that a location names, behind the prologue of a function;
 * or gdb's words.
 */
export async function firstCodeOf(location: string, state: ConsoleState): Promise<bigint> {
  const [first] = await codeNamed(location, await placeNamed(location, state), state);
  return first.address;
}

/** The place of a location that is not an address. */
export async function placeNamed(
  location: string,
  state: ConsoleState,
): Promise<NamedPlace | undefined> {
  return location.startsWith('*') ? undefined : namedPlace(location, state);
}

/** Code at which a breakpoint stops. */
export interface NamedCode {
  /** Run-time address. */
  readonly address: bigint;
  /** The line that stands for it: several may have code there, or it was inlined from elsewhere. */
  readonly at?: Omit<SourcePosition, 'path'> | undefined;
  /** The function that was named. */
  readonly functionName?: string | undefined;
}

/**
 * Where a breakpoint at a location stops, behind the prologues of functions, in the order in which
 * gdb comes upon them; or gdb's words. `place`: of the location.
 */
export async function codeNamed(
  location: string,
  place: NamedPlace | undefined,
  state: ConsoleState,
): Promise<readonly [NamedCode, ...NamedCode[]]> {
  if (!place) return [{ address: await addressAt(location.slice(1), state) }];
  const found = place.functions
    ? await Promise.all(place.functions.map((each) => bodyOf(each, location, state)))
    : await statementsOf(place, state);
  const byAddress = new Map(found.map((each) => [each.address, each]));
  const [first, ...others] = byAddress.values();
  if (first) return [first, ...others];
  throw new RequestFailed(
    location.includes(':')
      ? `No line ${place.line} in file "${location.slice(0, location.lastIndexOf(':'))}".`
      : `No line ${place.line} in the current file.`,
  );
}

/** Where a breakpoint at a function stops. */
async function bodyOf(
  { entry, afterPrologue: address }: FunctionAddress,
  location: string,
  { trace }: ConsoleState,
): Promise<NamedCode> {
  const functionName = await functionBeginningAt(entry, location, trace);
  if (entry === address) return { address, functionName };
  for (const { program, slide } of trace.modules.current.loaded) {
    const at = await inlinedCallAt(linkAddress(address, slide), program);
    if (at) return { address, functionName, at };
  }
  return { address, functionName };
}

/**
 * Where a function ends its prologue, code that was inlined there represents the line that called
 * the function whose code it is (gdb 13, skip_prologue_sal). `address`: a link-time address.
 */
async function inlinedCallAt(address: bigint, program: Program): Promise<NamedCode['at']> {
  const calls = (await program.scopesAt(address)).flatMap(({ inlinedAt }) => inlinedAt ?? []);
  const call = calls.at(-1);
  if (!call || call.line === 0) return undefined;
  return { file: await displayedFile(program, address, call.file), line: call.line };
}

/**
 * The whole name of the function that a location names and that begins, or was inlined, at a
 * run-time address.
 */
export async function functionBeginningAt(
  address: bigint,
  location: string,
  trace: ConsoleState['trace'],
): Promise<string | undefined> {
  const wanted = lastPart(readSignature(location)?.name ?? location);
  for (const { program, slide } of trace.modules.current.loaded) {
    const at = linkAddress(address, slide);
    const begun = (await program.scopesAt(at)).filter(({ entry }) => entry === at);
    // What is local to a function is found by its name too.
    const scope = begun.find(({ name = '' }) => lastPart(name) === wanted) ?? begun[0];
    if (scope) return nameWithParameters(scope, program);
  }
  return undefined;
}

/** Where a breakpoint at a line stops: in each block at the first of its statements. */
async function statementsOf(
  { named, path, line }: NamedPlace,
  { trace }: ConsoleState,
): Promise<NamedCode[]> {
  const code: NamedCode[] = [];
  for (const { program, slide } of trace.modules.current.loaded) {
    const blocks = new Set<string>();
    for (const found of await statementsInSymtabs(named ?? path, line, program, trace.recording)) {
      const block = await blockAt(found.address, program);
      if (block !== undefined && blocks.has(block)) continue;
      if (block !== undefined) blocks.add(block);
      const statements = await program.statementsOfLine(found.symtab.path, found.line);
      const own = statements.find(({ address }) => address === found.address);
      const { afterPrologue = found.address } = own ?? {};
      const isMoved = afterPrologue !== found.address;
      const [scope] = isMoved ? await program.scopesAt(found.address) : [];
      code.push({
        address: runTimeAddress(afterPrologue, slide),
        at: isMoved
          ? await inlinedCallAt(afterPrologue, program)
          : { file: found.symtab.file, line: found.line },
        functionName: scope && (await nameWithParameters(scope, program)),
      });
    }
  }
  return code;
}

/**
 * What tells the innermost block at a link-time address from others; gdb makes none of a block that
 * declares nothing.
 */
async function blockAt(address: bigint, program: Program): Promise<string | undefined> {
  const [scope] = await program.scopesAt(address);
  const block = scope?.blocks.find(({ declared }) => declared > 0) ?? scope?.blocks.at(-1);
  const [first] = block?.ranges ?? [];
  return scope && first && `${scope.offset} ${first.start} ${first.end}`;
}

/** Entry of the first function of a name, as a run-time address. */
export async function entryOf(name: string, state: ConsoleState): Promise<bigint | undefined> {
  return (await functionsNamed(name, state))[0]?.entry;
}

/**
 * Each place once: several units may describe the code of one that the linker kept. `file`: of the
 * functions' code; fails where the programs have none of that name.
 */
async function functionsNamed(
  name: string,
  state: ConsoleState,
  file?: string,
): Promise<FunctionAddress[]> {
  const { loaded } = state.trace.modules.current;
  if (file !== undefined && !(await hasFile(file, loaded))) {
    throw new RequestFailed(`No source file named ${file}.`);
  }
  const found = new Map<bigint, FunctionAddress>();
  for (const { program, slide } of loaded) {
    const functions = await inOrderOfReading(
      await functionsOf(name, program),
      program,
      state.trace.recording,
    );
    for (const each of functions) {
      const entry = runTimeAddress(each.entry, slide);
      if (found.has(entry)) continue;
      if (file !== undefined && !(await isInFile(entry, file, loaded))) continue;
      found.set(entry, { entry, afterPrologue: runTimeAddress(each.afterPrologue, slide) });
    }
  }
  if (found.size > 0 || file !== undefined) return [...found.values()];
  const stub = await stubNamed(name, loaded);
  return stub ? [{ entry: stub.address, afterPrologue: stub.address }] : [];
}

async function hasFile(file: string, modules: readonly LoadedModule[]): Promise<boolean> {
  for (const { program } of modules) {
    const files = await program.sourceFiles();
    if (files.some((path) => isMeant(file, path))) return true;
  }
  return false;
}

async function isInFile(
  address: bigint,
  file: string,
  modules: readonly LoadedModule[],
): Promise<boolean> {
  const place = await codePlace(modules, address);
  return place !== undefined && isMeant(file, place.path);
}

/** `$n`: the line whose number a convenience variable has. */
async function lineInVariable(location: string, state: ConsoleState): Promise<NamedPlace> {
  const held = await (await state.context()).convenience(location.slice(1));
  if (held === undefined) {
    throw new RequestFailed(
      `Undefined convenience variable or function "${location}" not defined.`,
    );
  }
  const line = typeof held === 'bigint' || held instanceof Value ? held : undefined;
  const number = line instanceof Value ? await asInteger(line) : line;
  if (number === undefined) {
    throw new RequestFailed('Convenience variables used in line specs must have integer values.');
  }
  return { ...(await currentSource(state)), line: Number(number) };
}

/** Where the selected stack frame is. */
export async function currentSource(state: ConsoleState): Promise<SourcePosition> {
  const frame = await state.stackFrame();
  const { source } = frame ? await placeOf(await state.stack(), frame) : {};
  if (!source) throw new RequestFailed('No symbol table is loaded.  Use the "file" command.');
  return source;
}

/**
 * The runs of code of a line; of the next line with code where it has none. Ends are exclusive.
 * Where a function begins, `afterPrologue` asks for the line behind its prologue, as breakpoints
 * are set.
 */
export async function codeOf(
  { path, line }: SourcePosition,
  { trace }: ConsoleState,
  afterPrologue = false,
): Promise<CodeRun[]> {
  const runs = new Map<bigint, CodeRun>();
  for (const { program, slide } of trace.modules.current.loaded) {
    for (const found of await program.statementsOfLine(path, line)) {
      const entry = afterPrologue ? found.afterPrologue : undefined;
      const span = await program.lines.lineSpanAt(entry ?? found.address);
      if (!span) continue;
      const run = runOf(span, slide);
      runs.set(run.start, run);
    }
  }
  return [...runs.values()].sort((a, b) => (a.start < b.start ? -1 : 1));
}

/**
 * A line in each symbol table of its file, as gdb writes that, with its run of code where it has
 * one.
 */
export async function codeInSymtabs(
  { named, file, line }: NamedPlace,
  { trace }: ConsoleState,
): Promise<{ symtab: SymtabListing; run: CodeRun | undefined }[]> {
  const found: { symtab: SymtabListing; run: CodeRun | undefined }[] = [];
  for (const { program, slide } of trace.modules.current.loaded) {
    for (const { symtab, address } of await lineInSymtabs(
      named ?? file,
      line,
      program,
      trace.recording,
    )) {
      const span = address === undefined ? undefined : await program.lines.lineSpanAt(address);
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

async function addressAt(expression: string, state: ConsoleState): Promise<bigint> {
  if (expression === '') throw new RequestFailed('Argument required (expression to compute).');
  return addressGiven(expression, state);
}

async function addressed(expression: string, state: ConsoleState): Promise<NamedPlace> {
  const address = await addressAt(expression, state);
  const place = await codePlace(state.trace.modules.current.loaded, address);
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
  for (const module of trace.modules.current.loaded) {
    const { program } = module;
    for (const path of await program.sourceFiles()) {
      if (!isMeant(file, path)) continue;
      const place = { path, line, file: await shownFile(module, path) };
      if (isDotted(file) && !place.file.endsWith(`/${file}`)) continue;
      files.push(place);
      if ((await program.addressesOfLine(path, line)).length > 0) withCode ??= place;
    }
  }
  const place = withCode ?? files[0];
  if (!place) throw new RequestFailed(`No source file named ${file}.`);
  return { ...place, named: file, ...(files.length > 1 ? { files } : {}) };
}

async function shownFile({ program }: LoadedModule, path: string): Promise<string> {
  const [first] = await program.addressesOfLine(path, 1);
  if (first) return displayedFile(program, first.address, path);
  return isAbsolute(path) ? path : baseName(path);
}

// The symbol tables that gdb has of a source file: one for each unit that names it, in the order in
// which gdb comes upon them. That depends on what it has read: the places of the tracepoints are
// looked for first, as they were set.

/** A file of a unit, as gdb writes it. */
export interface SymtabListing extends Symtab {
  readonly file: string;
}

/** Where a line is. Link-time address. */
export interface SymtabLine {
  /** That of a unit that names the file, or another one of the same file that has the line. */
  readonly symtab: SymtabListing;
  /** Absent where no code follows. */
  readonly address: bigint | undefined;
}

/**
 * A line of a file in each of its symbol tables (gdb 13, decode_digits_list_mode and
 * find_line_symtab).
 */
async function lineInSymtabs(
  file: string,
  line: number,
  program: Program,
  recording: Recording,
): Promise<SymtabLine[]> {
  const { known, fresh } = await symtabsInOrder(file, program, recording);
  const newestFirst = [...[...fresh].reverse(), ...known];
  return [...known, ...fresh].map((symtab) => lineIn(line, symtab, newestFirst));
}

/**
 * Where breakpoints at a line stop, in the order in which gdb comes upon them (gdb 13,
 * create_sals_line_offset): at the statements of the line in each symbol table, or where none has
 * some, of the nearest line after it. Link-time addresses.
 */
async function statementsInSymtabs(
  file: string,
  line: number,
  program: Program,
  recording: Recording,
): Promise<{ symtab: SymtabListing; line: number; address: bigint }[]> {
  const { known, fresh } = await symtabsInOrder(file, program, recording);
  const symtabs = [...known, ...fresh];
  const nearestLine = smallest(symtabs.map((each) => nearest(each, line)?.line ?? Infinity));
  return symtabs.flatMap((symtab) =>
    symtab.rows
      .filter((row) => row.isStatement && row.line === nearestLine)
      .sort((a, b) => (a.address < b.address ? -1 : 1))
      .map(({ address }) => ({ symtab, line: nearestLine, address })),
  );
}

/** Those of units that were read, the last one first, and those that are read now. */
async function symtabsInOrder(
  file: string,
  program: Program,
  recording: Recording,
): Promise<{ known: readonly SymtabListing[]; fresh: readonly SymtabListing[] }> {
  const named = await symtabsNamed(file, program);
  const read = await unitsRead(program, recording);
  const rank = ({ unit, unitName }: SymtabListing) => {
    // A unit without code is read with the first one that link-time optimization made of it.
    const isReadAlong = unitName !== undefined && read.length > 0;
    return isReadAlong ? 0.5 : read.indexOf(unit);
  };
  return {
    known: named.filter((each) => rank(each) >= 0).sort((a, b) => rank(b) - rank(a)),
    fresh: named.filter((each) => rank(each) < 0),
  };
}

async function symtabsNamed(name: string, program: Program): Promise<SymtabListing[]> {
  const found: SymtabListing[] = [];
  for (const each of await program.symtabs((path) => isMeant(name, path))) {
    const { unit, hasCode, path, unitName } = each;
    const written = hasCode ? await program.lines.writtenFileOfUnit(unit, path) : undefined;
    const file = unitName ?? written ?? path;
    if (!isDotted(name) || file.endsWith(`/${name}`)) found.push({ ...each, file });
  }
  return found;
}

/** gdb looks for `./app.c` in names as they were written. */
function isDotted(file: string): boolean {
  return pathParts(file).join('/') !== file && !isAbsolute(file);
}

/** Whether a recorded path is one of the file that is named: it ends so. */
function isMeant(file: string, recorded: string): boolean {
  if (isAbsolute(file)) return recorded === file;
  const wanted = pathParts(file);
  const parts = pathParts(recorded).slice(-wanted.length);
  return wanted.every((part, i) => part === parts[i]);
}

function lineIn(
  line: number,
  own: SymtabListing,
  newestFirst: readonly SymtabListing[],
): SymtabLine {
  let symtab = own;
  let best = nearest(own, line);
  if (best?.line === line) return { symtab, address: best.address };
  for (const other of newestFirst) {
    if (other.file !== own.file || other.path !== own.path) continue;
    const found = nearest(other, line);
    if (!found || (best && found.line >= best.line)) continue;
    [symtab, best] = [other, found];
    if (found.line === line) break;
  }
  return { symtab, address: best?.address };
}

/** The first statement of a line, or else of the nearest one after it. */
function nearest({ rows }: SymtabListing, line: number) {
  let best: SymtabListing['rows'][number] | undefined;
  for (const row of rows) {
    if (!row.isStatement || row.line < line) continue;
    const isNearer = !best || row.line < best.line;
    if (isNearer || (row.line === best?.line && row.address < best.address)) best = row;
  }
  return best;
}

/**
 * Functions of one name in the order in which gdb takes them: that of their symbols in its memory
 * (gdb 13, compare_symbols), and so that in which it read their units.
 */
async function inOrderOfReading(
  functions: readonly FunctionAddress[],
  program: Program,
  recording: Recording,
): Promise<readonly FunctionAddress[]> {
  const units = await Promise.all(functions.map(({ entry }) => program.unitOffsetAt(entry)));
  if (new Set(units).size < 2) return functions;
  const read = await unitsRead(program, recording);
  const ranked = functions.map((each, i) => {
    const rank = read.indexOf(units[i] ?? -1);
    return { each, rank: rank < 0 ? read.length : rank };
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ each }) => each);
}

/** By the description, which has the tracepoints, and by program. */
const unitsOfTracepoints = new WeakMap<Description, LruCache<Program, readonly number[]>>();

/** Offsets of the units that gdb reads to find the tracepoints of a trace, in that order. */
function unitsRead(program: Program, recording: Recording): Promise<readonly number[]> {
  const { description } = recording;
  const byProgram =
    unitsOfTracepoints.get(description) ?? new LruCache<Program, readonly number[]>();
  unitsOfTracepoints.set(description, byProgram);
  return byProgram.get(program, () => findUnits(program, description));
}

/**
 * gdb looks for `main` when it opens a program, and defines the tracepoints of a file from the last
 * one on.
 */
async function findUnits(program: Program, { tracepoints }: Description): Promise<number[]> {
  const units = new Set<number>();
  for (const { entry } of await program.addressesOfFunction('main')) {
    const own = (await program.scopesAt(entry)).at(-1);
    const unit = own?.name === 'main' ? await program.unitOffsetAt(entry) : undefined;
    if (unit !== undefined) units.add(unit);
  }
  for (const { at = '' } of [...tracepoints].sort((a, b) => b.fileIndex - a.fileIndex)) {
    const spec = readLinespec(at);
    if (spec?.kind === 'line') {
      for (const { unit } of await symtabsNamed(spec.file, program)) units.add(unit);
    } else if (spec) {
      for (const { entry } of await program.addressesOfFunction(spec.name)) {
        const unit = await program.unitOffsetAt(entry);
        if (unit !== undefined) units.add(unit);
      }
    }
  }
  return [...units];
}
