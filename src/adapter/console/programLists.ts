// Lists of what the programs have: `info files`, `info sharedlibrary`, `info sources`, `info
// variables` (gdb manual, "Files", "Symbols").
import { hexAddress } from '../../bytes/hex';
import { sortItems } from '../../bytes/sorting';
import { inSteps, perStep, TimeSlice, type Steps } from '../../bytes/timeSlice';
import { runTimeAddress, type LoadedModule } from '../../machine/stackFrame';
import { adaName, demangle } from '../../symbols/demangle';
import { Machine, type ElfFacts } from '../../symbols/elf';
import { baseName, folderOf } from '../../trace/paths';
import { nameWithParameters } from '../../values/functionName';
import { declaration, typeName } from '../../values/typeName';
import { variableName } from '../../values/variableName';
import { withoutTypedefs } from '../../values/types';
import { RequestFailed } from '../../bytes/requestFailed';
import { givenPattern, withoutEscapes, type BasicPattern } from './basicPattern';
import { text, textInSteps } from './command';
import type { ConsoleState } from './consoleState';

/** `info files`: the trace, and the sections of the programs where they were in memory. */
export async function infoFiles(state: ConsoleState): Promise<string> {
  const { trace } = state;
  const { addressSize } = await state.context();
  const [first, ...others] = trace.modules.current.loaded;
  const lines = [
    'Local trace dump file:',
    `\t\`${trace.recording.name}'`,
    '\tWhile running this, GDB does not access memory from...',
  ];
  if (!first) return text(lines);
  const { path, elf } = first.program;
  const entry = hexAddress(runTimeAddress(elf.entry, first.slide));
  return text([
    `Symbols from "${path}".`,
    ...lines,
    'Local exec file:',
    `\t\`${path}', file type ${fileType(elf)}.`,
    `\tEntry point: ${entry}`,
    ...sectionLines(first, addressSize, ''),
    ...others.flatMap((each) => sectionLines(each, addressSize, ` in ${each.program.path}`)),
  ]);
}

function sectionLines({ program, slide }: LoadedModule, addressSize: number, file: string) {
  return program.allocatedSections.map(({ name, start, end }) => {
    const range = [start, end].map((each) => wide(runTimeAddress(each, slide), addressSize));
    return `\t${range.join(' - ')} is ${name}${file}`;
  });
}

/** The processor in BFD's names of file types, by e_machine. */
const processors: ReadonlyMap<number, string> = new Map([
  [Machine.i386, 'i386'],
  [Machine.ppc, 'powerpc'],
  [Machine.ppc64, 'powerpc'],
  [Machine.s390, 's390'],
  [Machine.arm, 'arm'],
  [Machine.x86_64, 'x86-64'],
  [Machine.aarch64, 'aarch64'],
  [Machine.riscv, 'riscv'],
]);

/** BFD's name of a file's type: elf64-x86-64, elf64-littleaarch64. */
function fileType({ bits, order, machine }: ElfFacts): string {
  const processor = processors.get(machine);
  if (machine === Machine.mips) return `elf${bits}-trad${order}mips`;
  if (processor === undefined) return `elf${bits}-${order}`;
  if (processor === 'powerpc') return `elf${bits}-powerpc${order === 'little' ? 'le' : ''}`;
  const namesOrder = /^(arm|aarch64|riscv)$/.test(processor);
  return `elf${bits}-${namesOrder ? order : ''}${processor}`;
}

/** `info sharedlibrary [REGEX]`: the programs besides the first. */
export async function infoSharedLibraries(args: string, state: ConsoleState): Promise<string> {
  const wanted = givenPattern(args);
  const others = state.trace.modules.current.loaded
    .slice(1)
    .filter(({ program }) => wanted.test(program.path));
  if (others.length === 0) {
    return args === ''
      ? 'No shared libraries loaded at this time.'
      : 'No shared libraries matched.';
  }
  const { addressSize } = await state.context();
  const width = 2 + 2 * addressSize;
  const rows = others.map(({ program, slide }) => {
    const code = program.loadedRanges.find(({ name }) => name === '.text');
    const { start = 0n, end = 0n } = code ?? {};
    const [from, to] = [start, end].map((each) => wide(runTimeAddress(each, slide), addressSize));
    return `${from ?? ''}  ${to ?? ''}  Yes         ${program.path}`;
  });
  const head = `${'From'.padEnd(width)}  ${'To'.padEnd(width)}  Syms Read   Shared Object Library`;
  return text([head, ...rows]);
}

function wide(address: bigint, addressSize: number): string {
  return `0x${address.toString(16).padStart(2 * addressSize, '0')}`;
}

/** `info sources [-dirname | -basename] [--] [REGEX]`: the files that each program names. */
export async function infoSources(args: string, { trace }: ConsoleState): Promise<string> {
  const { part, pattern } = sourceOptions(args);
  if (part && pattern === '') throw new RequestFailed("Missing REGEXP for 'info sources'.");
  const wanted = givenPattern(pattern);
  const lines: string[] = [];
  for (const { program } of trace.modules.current.loaded) {
    const named = await program.sourceFiles();
    const files = named.filter((file) => wanted.test(part ? part(file) : file));
    lines.push(`${program.path}:`, '', files.join(', '), '');
  }
  return text(lines);
}

/** What the pattern is of, if not of the whole path, and the pattern. */
function sourceOptions(args: string): {
  readonly part: ((path: string) => string) | undefined;
  readonly pattern: string;
} {
  let part: ((path: string) => string) | undefined;
  let pattern = args;
  for (;;) {
    const [all = '', word = ''] = /^-(\S*)(?:\s+|$)/.exec(pattern) ?? [];
    if (all === '') return { part, pattern };
    const rest = pattern.slice(all.length);
    if (word === '-') return { part, pattern: rest };
    const found = word === '' ? undefined : sourceParts.find(([name]) => name.startsWith(word));
    if (!found) throw new RequestFailed(`Unrecognized option at: ${pattern}`);
    if (part && part !== found[1]) {
      throw new RequestFailed("You cannot give both -basename and -dirname to 'info sources'.");
    }
    part = found[1];
    pattern = rest;
  }
}

const sourceParts: readonly (readonly [string, (path: string) => string])[] = [
  ['dirname', folderOf],
  ['basename', baseName],
];

// `info functions`, `info variables`, `info types`: what is declared, by file and name (gdb
// manual, "Symbols").

/** A line of a list: what it is sorted by, and how it is written. */
interface Declared {
  readonly file: string;
  readonly name: string;
  readonly line: number | undefined;
  readonly text: string;
  /** Whether other files see it: those come first. */
  readonly external: boolean;
  readonly isTypedef?: boolean;
}

/** The arguments of `info functions` and similar commands. */
interface Listing {
  readonly pattern: string;
  readonly wanted: BasicPattern;
  /** `-t`: a pattern of types. */
  readonly types?: string;
  readonly isQuiet: boolean;
  /** `-n`: without symbols that the debugging information does not describe. */
  readonly isDescribed: boolean;
}

/** Reads `[-q] [-n] [-t TYPEREGEX] [REGEX]`. */
export function readListing(args: string): Listing {
  let pattern = args;
  let types: string | undefined;
  const flags = new Set<string>();
  for (;;) {
    const [all, flag = '', value] = /^-(?:([nq])|t\s+(\S+))(?:\s+|$)/.exec(pattern) ?? [];
    if (all === undefined) break;
    pattern = pattern.slice(all.length);
    if (value === undefined) flags.add(flag);
    else types = value;
  }
  return {
    pattern,
    wanted: givenPattern(pattern),
    ...(types !== undefined && { types }),
    isQuiet: flags.has('q'),
    isDescribed: flags.has('n') || types !== undefined,
  };
}

/** `info functions [-q] [-n] [-t TYPE] [REGEX]`. */
export async function infoFunctions(args: string, { trace }: ConsoleState): Promise<string> {
  const listing = readListing(args);
  const found: Declared[] = [];
  const slice = new TimeSlice();
  for (const { program } of trace.modules.current.loaded) {
    const written = await program.declarations.writtenFiles();
    for await (const each of program.declarations.functions()) {
      await slice.yieldIfDue();
      const name = await nameWithParameters(each, program);
      const type = await program.functionTypeAt(each.offset);
      if (!type || !listing.wanted.test(name)) continue;
      const declared = name.includes('(')
        ? await declaration(type.result, name, each.language)
        : await declaration(type, name, each.language);
      const { line, external } = each;
      found.push({
        line,
        name,
        external,
        file: written.get(each.file) ?? each.file,
        text: `${external ? '' : 'static '}${declared};`,
      });
    }
  }
  const others = await undescribed('code', listing, trace);
  return inSteps(listed('functions', listing, found, others));
}

/** `info variables [-q] [-n] [-t TYPE] [REGEX]`: variables outside of functions. */
export async function infoVariables(args: string, { trace }: ConsoleState): Promise<string> {
  const listing = readListing(args);
  const names = new Set<string>();
  const found: Declared[] = [];
  const slice = new TimeSlice();
  for (const { program } of trace.modules.current.loaded) {
    const written = await program.declarations.writtenFiles();
    for await (const variable of program.globals()) {
      await slice.yieldIfDue();
      const { type, line, file, external, language } = variable;
      const name = variableName(variable);
      if (!listing.wanted.test(name)) continue;
      const text = `${external ? '' : 'static '}${await declaration(type, name, language)};`;
      names.add(name);
      found.push({ file: written.get(file) ?? file, line, name, text, external });
    }
  }
  const others = await undescribed('data', listing, trace, names);
  return inSteps(listed('variables', listing, found, others));
}

/** `info types [-q] [REGEX]`. */
export async function infoTypes(args: string, { trace }: ConsoleState): Promise<string> {
  const listing = readListing(args);
  const found: Declared[] = [];
  const slice = new TimeSlice();
  for (const { program } of trace.modules.current.loaded) {
    const written = await program.declarations.writtenFiles();
    for await (const { name, type, line, file, language } of program.declarations.namedTypes()) {
      await slice.yieldIfDue();
      const ownName = await typeName(type, language);
      const isBase = type.kind === 'base';
      if (!listing.wanted.test(isBase ? ownName : name)) continue;
      const isTypedef = type.kind === 'typedef';
      const text = isTypedef
        ? `typedef ${await typeName(withoutTypedefs(type), language)} ${name};`
        : `${ownName}${isBase ? '' : ';'}`;
      found.push({
        line,
        text,
        isTypedef,
        external: true,
        name: isBase ? ownName : name,
        file: written.get(file) ?? file,
      });
    }
  }
  return inSteps(listed('types', listing, found, [], firstOfName));
}

/**
 * Of the types of a file that share a name the first one: mostly `struct list` without the
 * `typedef struct list list` behind it.
 */
function firstOfName(named: readonly Declared[]): readonly Declared[] {
  return [named.reduce((first, each) => (isBefore(each, first) ? each : first))];
}

function isBefore(one: Declared, other: Declared): boolean {
  const [line, otherLine] = [one.line ?? 0, other.line ?? 0];
  return line === otherLine ? other.isTypedef === true && one.isTypedef !== true : line < otherLine;
}

/** What several units declare alike, at one line, once. */
function oncePerLine(named: readonly Declared[]): readonly Declared[] {
  return [...new Map(named.map((each) => [each.line, each])).values()];
}

/** Symbols that only the symbol table has, but for `known` names: run-time address and name. */
async function undescribed(
  what: 'code' | 'data',
  { wanted, isDescribed }: Listing,
  { modules }: ConsoleState['trace'],
  known: ReadonlySet<string> = new Set(),
): Promise<[bigint, string][]> {
  if (isDescribed) return [];
  const found: [bigint, string][] = [];
  const slice = new TimeSlice();
  for (const { program, slide } of modules.current.loaded) {
    for (const { address, name: linked } of await program.symbolsOf(what)) {
      await slice.yieldIfDue();
      const isKnown = what === 'code' && (await program.isDescribed(address));
      const name = demangle(linked) ?? adaName(linked) ?? linked;
      if (isKnown || known.has(name) || !wanted.test(name)) continue;
      found.push([runTimeAddress(address, slide), name]);
    }
  }
  return found;
}

/** `chosen`: of what a file declares by one name, what is listed. */
function* listed(
  what: string,
  { pattern, types, isQuiet }: Listing,
  found: readonly Declared[],
  others: readonly [bigint, string][],
  chosen = oncePerLine,
): Steps<string> {
  const ofTypes = types === undefined ? undefined : givenPattern(withoutEscapes(types));
  const files = new Map<string, Declared[]>();
  for (const [i, each] of found.entries()) {
    if (i % perStep === 0) yield;
    if (ofTypes && !ofTypes.test(each.text)) continue;
    const inFile = files.get(each.file);
    if (inFile) inFile.push(each);
    else files.set(each.file, [each]);
  }
  const lines = isQuiet ? [] : [headOf(what, pattern, types)];
  const sorted = yield* sortItems([...files], ([one], [other]) => (one < other ? -1 : 1));
  for (const [file, inFile] of sorted) {
    lines.push('', `File ${file}:`);
    for (const named of byNames(yield* sortItems(inFile, byName))) {
      for (const { line, text: written } of chosen(named)) {
        lines.push(`${line === undefined ? '' : `${line}:`}\t${written}`);
        if (lines.length % perStep === 0) yield;
      }
    }
  }
  if (others.length > 0) lines.push('', 'Non-debugging symbols:');
  for (const [address, name] of others) {
    lines.push(`${wide(address, 8)}  ${name}`);
    if (lines.length % perStep === 0) yield;
  }
  return yield* textInSteps(lines);
}

function byName(one: Declared, other: Declared): number {
  if (one.external !== other.external) return one.external ? -1 : 1;
  return one.name === other.name ? 0 : one.name < other.name ? -1 : 1;
}

/** What is in order by name, those of one name together. */
function* byNames(sorted: readonly Declared[]): Generator<readonly Declared[]> {
  let named: Declared[] = [];
  for (const each of sorted) {
    const [first] = named;
    if (first && byName(first, each) !== 0) {
      yield named;
      named = [];
    }
    named.push(each);
  }
  if (named.length > 0) yield named;
}

function headOf(what: string, pattern: string, types: string | undefined): string {
  if (types !== undefined) {
    const first =
      pattern === ''
        ? `All defined ${what}`
        : `All ${what} matching regular expression "${pattern}"`;
    return `${first} with type matching regular expression "${types}" :`;
  }
  return pattern === ''
    ? `All defined ${what}:`
    : `All ${what} matching regular expression "${pattern}":`;
}
