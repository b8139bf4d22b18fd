// From what a client asks for to addresses of the program: line tables and functions, no frame is
// read.
import { t } from '@vscode/l10n';
import { append } from '../../bytes/arrays';
import { hexAddress } from '../../bytes/hex';
import type { Description } from '../../format/description';
import { baseName } from '../../trace/paths';
import type { SourceLookup } from '../../trace/sourceLookup';
import type { Recording } from '../../trace/recording';
import type { Trace } from '../../trace/trace';
import type { PcRange } from '../../trace/search/framePredicate';
import {
  addressesOfLinespec,
  isMeantFile,
  readLinespec,
  splitAtFile,
  type Linespec,
} from '../../trace/linespec';
import { addressesByLine } from '../../trace/addressesByLine';
import { functionsWithFrames } from '../../trace/framePcs';
import { type LoadedModule, runTimeAddress } from '../../machine/stackFrame';
import { functionsOf, readSignature, searchedName } from '../../values/functionName';
import type { Where } from './requestedStop';

/** Where a breakpoint on code is. */
export interface BreakpointPlace {
  /** Run-time addresses. */
  readonly addresses?: ReadonlySet<bigint>;
  /** The code in which an arrival counts. */
  readonly ranges?: readonly PcRange[];
  /**
   * Of a breakpoint on a line: the line that it was moved to, from 1, and the file's recorded
   * paths.
   */
  readonly line?: number;
  readonly files?: readonly string[];
  /** Why there are no addresses, for the user. */
  readonly problem?: string;
}

/** Finds places in the programs of a trace. */
export class BreakpointPlaces {
  constructor(
    private readonly trace: Trace,
    private readonly sources: SourceLookup,
  ) {}

  async of(where: Exclude<Where, { kind: 'data' | 'nowhere' }>): Promise<BreakpointPlace> {
    switch (where.kind) {
      case 'line':
        return where.files
          ? this.ofLineIn(where.files, where.line)
          : this.ofLine(where.path, where.line);
      case 'function':
        return this.ofLocation(where.name);
      case 'instruction':
        return { addresses: new Set([where.address]) };
    }
  }

  /** The lines of a source file on this machine that have code, from `first` to `last`. */
  async linesWithCode(path: string, first: number, last: number): Promise<number[]> {
    const files = await this.recordedAs(path);
    const programs = this.trace.modules.current;
    const lines = await Promise.all(files.map((file) => programs.linesWithCode(file)));
    const within = lines.flat().filter((line) => line >= first && line <= last);
    return [...new Set(within)].sort((a, b) => a - b);
  }

  /** The paths under which the programs record a file of this machine. */
  async recordedAs(path: string): Promise<readonly string[]> {
    return this.sources.recordedAs(path, await this.trace.modules.current.sourceFiles());
  }

  private async ofLine(path: string, asked: number): Promise<BreakpointPlace> {
    const files = await this.recordedAs(path);
    return files.length === 0
      ? { ...nowhere(this.notCompiled(path)), line: asked }
      : this.ofLineIn(files, asked);
  }

  /** What was typed for a function breakpoint: a function, or any location. */
  private async ofLocation(typed: string): Promise<BreakpointPlace> {
    const { trace } = this;
    const location = readLocation(typed);
    switch (location.kind) {
      case 'address':
        return { addresses: new Set([location.address]) };
      case 'instruction':
        return placeOfInstruction(trace, location);
      case 'pattern':
        return placeOfPattern(trace, location.pattern);
      case 'function':
        return placeOfFunction(trace, location.written, location.file);
      case 'line': {
        const recorded = await trace.modules.current.sourceFiles();
        const files = recorded.filter((each) => isMeantFile(location.file, each));
        return files.length === 0
          ? nowhere(t('No source file named {0}.', location.file))
          : this.ofLineIn(files, location.line);
      }
    }
  }

  /** `files`: a file's recorded paths. */
  private async ofLineIn(files: readonly string[], asked: number): Promise<BreakpointPlace> {
    const programs = this.trace.modules.current;
    const found = await Promise.all(files.map((file) => programs.addressesOfLine(file, asked)));
    const all = found.flat();
    const line = all.reduce((least, each) => Math.min(least, each.line), Infinity);
    if (line === Infinity) return { ...nowhere(t('No code at this line.')), line: asked };
    const addresses = all.filter((each) => each.line === line).map((each) => each.address);
    const inside = await this.tracepointsAt(files, line);
    return { addresses: new Set([...addresses, ...inside]), line, files };
  }

  /** Tracepoints set in the middle of a line (`*ADDRESS`) are hits of that line too. */
  private async tracepointsAt(files: readonly string[], line: number): Promise<bigint[]> {
    const { modules, recording } = this.trace;
    const byFile = await addressesByLine(modules.current, tracepointAddresses(recording));
    return files.flatMap((file) => byFile.get(file)?.get(line) ?? []);
  }

  private notCompiled(path: string): string {
    const { traced: program, current: programs } = this.trace.modules;
    const [name, ...others] = programs.loaded.map((each) => baseName(each.program.path));
    if (name === undefined) return program.explanation;
    if (others.length === 0) return t('{0} has no code from {1}.', name, baseName(path));
    return t('None of {0} has code from {1}.', [name, ...others].join(', '), baseName(path));
  }
}

/** Where the frame of a stop is, for the user: `helper, app.c:13`. */
export async function stopPlaceText(trace: Trace, frame: number): Promise<string> {
  const at = trace.recording.pc(frame);
  if (!at) return t('an unknown address');
  const { functionName, source } = await trace.modules.current.locate(at.pc);
  const line = source && `${baseName(source.file)}:${source.line}`;
  const known = [functionName, line].filter((each) => each !== undefined);
  return known.length > 0 ? known.join(', ') : hexAddress(at.pc);
}

const knownAddresses = new WeakMap<Description, readonly bigint[]>();

/** The addresses of all locations of tracepoints. */
function tracepointAddresses({ description }: Recording): readonly bigint[] {
  const addresses =
    knownAddresses.get(description) ??
    description.tracepoints.flatMap(({ locations }) => locations.map(({ address }) => address));
  knownAddresses.set(description, addresses);
  return addresses;
}

function nowhere(problem: string): BreakpointPlace {
  return { problem };
}

// What is typed for a function breakpoint is read as gdb reads a location (gdb manual, "Linespec
// Locations", "Address Locations"); a name with `*` or `?` means every function whose name fits. A
// trace has no prologue to run through: a function breakpoint means every arrival in the function.

/** What a location means. */
type TypedLocation =
  | Linespec
  | { readonly kind: 'address'; readonly address: bigint }
  | { readonly kind: 'pattern'; readonly pattern: string };

/** Reads what was typed for a function breakpoint. */
function readLocation(typed: string): TypedLocation {
  const text = typed.trim();
  const [, address] = /^\*\s*(0x[\da-f]{1,16}|\d{1,19})$/i.exec(text) ?? [];
  if (address !== undefined) return { kind: 'address', address: BigInt(address) };
  if (/^[\w:~.$*?]+$/.test(text) && /^[^*]+[*?]|^[?]/.test(text)) {
    return { kind: 'pattern', pattern: text };
  }
  const linespec = readLinespec(text);
  if (linespec) return linespec;
  const { file, rest } = splitAtFile(text);
  return { kind: 'function', name: rest, written: rest, file };
}

/** Where the functions of a name are that are declared in a file, or in any. */
async function placeOfFunction(
  trace: Trace,
  name: string,
  file: string | undefined,
): Promise<BreakpointPlace> {
  const { loaded: modules } = trace.modules.current;
  if (modules.length === 0) return nowhere(trace.modules.traced.explanation);
  const ranges: PcRange[] = [];
  for (const module of modules) {
    for (const { entry } of await functionsOf(name, module.program)) {
      if (file === undefined || (await isIn(trace, runTimeAddress(entry, module.slide), file))) {
        append(ranges, await extentAt(module, entry, name));
      }
    }
  }
  if (ranges.length > 0) return { ranges };
  const where = file === undefined ? t('the program') : file;
  return nowhere(t('No function {0} in {1}.', name, where));
}

/** Where the functions are in which frames are and whose names fit a pattern. */
async function placeOfPattern(trace: Trace, pattern: string): Promise<BreakpointPlace> {
  const fitting = [...(await functionsWithFrames(trace))].filter(
    ([name, ranges]) => ranges.length > 0 && fits(name, pattern),
  );
  if (fitting.length > 0) return { ranges: fitting.flatMap(([, ranges]) => ranges) };
  return nowhere(t('No function with frames fits {0}. {1}', pattern, await framesAreIn(trace)));
}

/** Where an instruction is: so many bytes from a function's first. */
async function placeOfInstruction(
  trace: Trace,
  linespec: Linespec & { kind: 'instruction' },
): Promise<BreakpointPlace> {
  const addresses = new Set<bigint>();
  for (const { program, slide } of trace.modules.current.loaded) {
    for (const address of await addressesOfLinespec(program, linespec)) {
      addresses.add(runTimeAddress(address, slide));
    }
  }
  if (addresses.size > 0) return { addresses };
  return nowhere(t('No function {0} in the program.', linespec.name));
}

/** The functions in which frames are, in a sentence. */
export async function framesAreIn(trace: Trace): Promise<string> {
  const names = [...(await functionsWithFrames(trace)).keys()];
  if (names.length === 0) return t('No frame has a PC.');
  const listed = names.slice(0, maxNames).join(', ');
  return t('Frames are in {0}{1}', listed, names.length > maxNames ? ', …' : '.');
}

/** So many functions a message lists. */
const maxNames = 8;

/**
 * Whether a name, or its last parts, fits a shell's pattern. No regular expression: a long name
 * would take it too long.
 */
function fits(name: string, pattern: string): boolean {
  const starts = [0, ...Array.from(name.matchAll(/::/g), ({ index }) => index + 2)];
  return starts.some((start) => fitsWhole(name.slice(start), pattern));
}

function fitsWhole(name: string, pattern: string): boolean {
  let [at, inPattern] = [0, 0];
  // Where to continue when a letter does not match: after the last `*`, which takes one more
  // letter.
  let retry: { readonly pattern: number; name: number } | undefined;
  while (at < name.length) {
    if (pattern[inPattern] === '*') retry = { pattern: ++inPattern, name: at };
    else if (pattern[inPattern] === name[at] || pattern[inPattern] === '?')
      [at, inPattern] = [at + 1, inPattern + 1];
    else if (retry) [at, inPattern] = [++retry.name, retry.pattern];
    else return false;
  }
  return /^\**$/.test(pattern.slice(inPattern));
}

async function isIn(trace: Trace, address: bigint, file: string): Promise<boolean> {
  const { source } = await trace.modules.current.locate(address);
  return source !== undefined && isMeantFile(file, source.file);
}

/** The code of the function of a name that begins at a link-time address, inlined there or not. */
async function extentAt(
  { program, slide }: LoadedModule,
  entry: bigint,
  written: string,
): Promise<PcRange[]> {
  const name = searchedName(readSignature(written)?.name ?? written);
  const scopes = await program.scopesAt(entry);
  const named = scopes.find((scope) => {
    const own = searchedName(scope.name ?? '');
    return own === name || own.endsWith(`::${name}`);
  });
  const scope = named ?? scopes.find(({ inlinedAt }) => !inlinedAt);
  const symbol = scope ? undefined : await program.functionAt(entry);
  const ranges = scope?.ranges ?? [{ start: entry, end: symbol?.end ?? entry + 1n }];
  return ranges.map(({ start, end }) => ({
    start: runTimeAddress(start, slide),
    end: runTimeAddress(end, slide),
  }));
}
