// The symbol tables that gdb has of a source file: one for each unit that names it, in the order in which gdb comes upon
// them. That depends on what it has read: the places of the tracepoints are looked for first, as they were set.
import { remembered } from '../../bytes/remembered';
import type { Description } from '../../format/description';
import type { FunctionAddress, Program } from '../../symbols/program';
import type { Symtab } from '../../symbols/dwarf/sourceIndex';
import { isAbsolute } from '../../symbols/sourcePath';
import { readLinespec } from '../../trace/linespec';
import { pathParts } from '../../trace/paths';
import type { Trace } from '../../trace/trace';
import { displayedFile } from '../../trace/words/codePlace';

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

/** A line of a file in each of its symbol tables (gdb 13, decode_digits_list_mode and find_line_symtab). */
export async function lineInSymtabs(
  file: string,
  line: number,
  program: Program,
  trace: Trace,
): Promise<SymtabLine[]> {
  const { known, fresh } = await symtabsInOrder(file, program, trace);
  const newestFirst = [...[...fresh].reverse(), ...known];
  return [...known, ...fresh].map((symtab) => lineIn(line, symtab, newestFirst));
}

/**
 * Where breakpoints at a line stop, in the order in which gdb comes upon them (gdb 13, create_sals_line_offset): at the
 * statements of the line in each symbol table, or where none has some, of the nearest line after it. Link-time addresses.
 */
export async function statementsInSymtabs(
  file: string,
  line: number,
  program: Program,
  trace: Trace,
): Promise<{ symtab: SymtabListing; line: number; address: bigint }[]> {
  const { known, fresh } = await symtabsInOrder(file, program, trace);
  const symtabs = [...known, ...fresh];
  const nearestLine = Math.min(...symtabs.map((each) => nearest(each, line)?.line ?? Infinity));
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
  trace: Trace,
): Promise<{ known: readonly SymtabListing[]; fresh: readonly SymtabListing[] }> {
  const named = await symtabsNamed(file, program);
  const read = await unitsRead(program, trace);
  const rank = (symtab: SymtabListing) => read.indexOf(symtab.unit);
  return {
    known: named.filter((each) => rank(each) >= 0).sort((a, b) => rank(b) - rank(a)),
    fresh: named.filter((each) => rank(each) < 0),
  };
}

async function symtabsNamed(name: string, program: Program): Promise<SymtabListing[]> {
  const found: SymtabListing[] = [];
  for (const each of await program.symtabs((path) => isMeant(name, path))) {
    const { code, path } = each;
    const file = code === undefined ? path : await displayedFile(program, code, path);
    if (!isDotted(name) || file.endsWith(`/${name}`)) found.push({ ...each, file });
  }
  return found;
}

/** gdb looks for `./app.c` in names as they were written. */
export function isDotted(file: string): boolean {
  return pathParts(file).join('/') !== file && !isAbsolute(file);
}

/** Whether a recorded path is one of the file that is named: it ends so. */
export function isMeant(file: string, recorded: string): boolean {
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
 * Functions of one name in the order in which gdb takes them: that of their symbols in its memory (gdb 13,
 * compare_symbols), and so that in which it read their units.
 */
export async function inOrderOfReading(
  functions: readonly FunctionAddress[],
  program: Program,
  trace: Trace,
): Promise<readonly FunctionAddress[]> {
  const units = await Promise.all(functions.map(({ entry }) => program.unitOffsetAt(entry)));
  if (new Set(units).size < 2) return functions;
  const read = await unitsRead(program, trace);
  const ranked = functions.map((each, i) => {
    const rank = read.indexOf(units[i] ?? -1);
    return { each, rank: rank < 0 ? read.length : rank };
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ each }) => each);
}

/** By the description, which has the tracepoints, and by program. */
const unitsOfTracepoints = new WeakMap<Description, Map<Program, Promise<readonly number[]>>>();

/** Offsets of the units that gdb reads to find the tracepoints of a trace, in that order. */
function unitsRead(program: Program, trace: Trace): Promise<readonly number[]> {
  const { description } = trace;
  const byProgram = unitsOfTracepoints.get(description) ?? new Map<Program, Promise<number[]>>();
  unitsOfTracepoints.set(description, byProgram);
  return remembered(byProgram, program, () => findUnits(program, description));
}

/** gdb looks for `main` when it opens a program, and defines the tracepoints of a file from the last one on. */
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
