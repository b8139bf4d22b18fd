// The symbol tables that gdb has of a source file: one for each unit that names it, in the order in which gdb comes upon
// them. That depends on what it has read: the places of the tracepoints are looked for first, as they were set.
import { remembered } from '../../bytes/remembered';
import type { Description } from '../../format/description';
import type { Program } from '../../symbols/program';
import type { Symtab as UnitFile } from '../../symbols/dwarf/sourceIndex';
import { isAbsolute } from '../../symbols/sourcePath';
import { readLinespec } from '../../trace/linespec';
import { pathParts } from '../../trace/paths';
import type { Trace } from '../../trace/trace';
import { displayedFile } from '../../trace/words/codePlace';

/** A file of a unit, as gdb writes it. */
export interface Symtab extends UnitFile {
  readonly file: string;
}

/** Where a line is in a symbol table, or in another one of the same file. Link-time address. */
export interface SymtabLine {
  readonly symtab: Symtab;
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
  return [...known, ...fresh].map((symtab) => ({
    symtab,
    address: addressOfLine(line, symtab, newestFirst),
  }));
}

/** The first code of the line itself, in the first symbol table that has some. Link-time address. */
export async function firstInSymtabs(
  file: string,
  line: number,
  program: Program,
  trace: Trace,
): Promise<bigint | undefined> {
  const { known, fresh } = await symtabsInOrder(file, program, trace);
  for (const symtab of [...known, ...fresh]) {
    const found = nearest(symtab, line);
    if (found?.line === line) return found.address;
  }
  return undefined;
}

/** Those of units that were read, the last one first, and those that are read now. */
async function symtabsInOrder(
  file: string,
  program: Program,
  trace: Trace,
): Promise<{ known: readonly Symtab[]; fresh: readonly Symtab[] }> {
  const named = await symtabsNamed(file, program);
  const read = await unitsRead(program, trace);
  const rank = (symtab: Symtab) => read.indexOf(symtab.unit);
  return {
    known: named.filter((each) => rank(each) >= 0).sort((a, b) => rank(b) - rank(a)),
    fresh: named.filter((each) => rank(each) < 0),
  };
}

async function symtabsNamed(name: string, program: Program): Promise<Symtab[]> {
  const found: Symtab[] = [];
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

function addressOfLine(
  line: number,
  own: Symtab,
  newestFirst: readonly Symtab[],
): bigint | undefined {
  let best = nearest(own, line);
  if (best?.line === line) return best.address;
  for (const symtab of newestFirst) {
    if (symtab.file !== own.file || symtab.path !== own.path) continue;
    const found = nearest(symtab, line);
    if (found?.line === line) return found.address;
    if (found && (!best || found.line < best.line)) best = found;
  }
  return best?.address;
}

/** The first statement of a line, or else of the nearest one after it. */
function nearest({ rows }: Symtab, line: number) {
  let best: Symtab['rows'][number] | undefined;
  for (const row of rows) {
    if (!row.isStatement || row.line < line) continue;
    const isNearer = !best || row.line < best.line;
    if (isNearer || (row.line === best?.line && row.address < best.address)) best = row;
  }
  return best;
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

async function findUnits(program: Program, { tracepoints }: Description): Promise<number[]> {
  const units = new Set<number>();
  for (const { at = '' } of tracepoints) {
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
