// From a location that a user types to the addresses at which gdb's `trace` would put it: gdb
// manual, "Linespec Locations", "Address Locations", "Create and Delete Tracepoints" (`strace
// -m`).
import { t } from '@vscode/l10n';
import { append } from '../../bytes/arrays';
import { compile } from '../../expressions/compile';
import { type LoadedModule, runTimeAddress } from '../../machine/stackFrame';
import type { LineAddress } from '../../symbols/programPlaces';
import type { Program } from '../../symbols/program';
import {
  addressesOfLinespec,
  isMeantFile,
  readLinespec,
  type Linespec,
} from '../../trace/linespec';
import { compileSiteAt } from '../../expressions/agent/compileSite';
import type { ByteOrder } from '../../bytes/cursor';
import type { RegisterLayout } from '../../machine/registerLayout';
import type { StaticMarkers } from '../client/target';
import type { VariableDefinition } from '../packets/definitions';

/** Where a location is. */
interface ResolvedLocation {
  /** Run-time addresses, ascending: several for inlined functions and templates. */
  readonly addresses: readonly bigint[];
}

/** The addresses of a location; a sentence where it has none. */
export async function resolveLocation(
  location: string,
  target: Pick<RecordingTarget, 'layout' | 'order' | 'modules' | 'markers'>,
): Promise<ResolvedLocation | { readonly problem: string }> {
  const text = location.trim();
  const marker = /^-m\s+(\S+)$/.exec(text)?.[1];
  if (marker !== undefined) {
    const addresses = target.markers?.get(marker);
    return addresses ? { addresses } : { problem: missingMarker(marker, target.markers) };
  }
  if (text.startsWith('*')) return addressOf(text.slice(1), target);
  const linespec = readLinespec(text);
  if (!linespec)
    return { problem: t('{0} is no location: give file:line, a function, or *address.', location) };
  const found: bigint[] = [];
  for (const { program, slide } of target.modules) {
    for (const address of await addressesIn(program, linespec)) {
      found.push(runTimeAddress(address, slide));
    }
  }
  if (found.length === 0) return { problem: missing(linespec, target.modules) };
  return { addresses: [...new Set(found)].sort((a, b) => (a < b ? -1 : 1)) };
}

/** `*EXPRESSION`: what it is worth without a running program. */
async function addressOf(
  expression: string,
  target: Pick<RecordingTarget, 'layout' | 'order' | 'modules'>,
): Promise<ResolvedLocation | { problem: string }> {
  const site = await compileSiteAt({ ...target, variable: () => undefined }, 0n);
  const compiled = await compile(expression, site.context);
  const number = 'problem' in compiled ? compiled : await compiled.number(site.context);
  if ('problem' in number)
    return { problem: t('*{0} is no address: {1}', expression, number.problem) };
  if (number.kind === 'float') return { problem: t('*{0} is no address.', expression) };
  const { bits } = target.layout.architecture;
  return { addresses: [BigInt.asUintN(bits, number.value)] };
}

/** Link-time addresses. */
async function addressesIn(program: Program, linespec: Linespec): Promise<Iterable<bigint>> {
  switch (linespec.kind) {
    case 'line':
      return addressesOfLine(program, linespec.file, linespec.line);
    case 'function': {
      const functions = await program.addressesOfFunction(linespec.name);
      const { file } = linespec;
      const wanted: bigint[] = [];
      for (const { entry, afterPrologue } of functions) {
        if (file === undefined || (await isOfFile(program, entry, file)))
          wanted.push(afterPrologue);
      }
      return wanted;
    }
    case 'instruction':
      return addressesOfLinespec(program, linespec);
  }
}

async function isOfFile(program: Program, address: bigint, file: string): Promise<boolean> {
  const line = await program.lines.lineAt(address);
  return line !== undefined && isMeantFile(file, line.file);
}

/**
 * Of several places of a line in one block gdb takes the first; within a function's prologue, the
 * end of that.
 */
async function addressesOfLine(program: Program, file: string, line: number): Promise<bigint[]> {
  const recorded = (await program.sourceFiles()).filter((each) => isMeantFile(file, each));
  const exact = recorded.filter((each) => each === file);
  const first = new Map<string, bigint>();
  for (const address of await statementsOf(program, exact.length > 0 ? exact : recorded, line)) {
    const block = await blockAt(program, address);
    if (!first.has(block)) first.set(block, await behindPrologue(program, address));
  }
  return [...first.values()];
}

/** Where statements of a line begin, ascending, or of the nearest line after it that has any. */
async function statementsOf(
  program: Program,
  files: readonly string[],
  line: number,
): Promise<bigint[]> {
  for (let asked = line; ;) {
    const all: LineAddress[] = [];
    for (const file of files) append(all, await program.addressesOfLine(file, asked));
    if (all.length === 0) return [];
    const nearest = all.reduce((least, each) => Math.min(least, each.line), Infinity);
    const statements = all.filter((each) => each.line === nearest && each.isStatement);
    if (statements.length > 0) {
      return statements.map(({ address }) => address).sort((a, b) => (a < b ? -1 : 1));
    }
    asked = nearest + 1;
  }
}

async function behindPrologue(program: Program, address: bigint): Promise<bigint> {
  const scope = (await program.scopesAt(address)).at(-1);
  const functions = scope?.name === undefined ? [] : await program.addressesOfFunction(scope.name);
  const own = functions.find(({ entry }) => entry === scope?.entry);
  return own && address >= own.entry && address < own.afterPrologue ? own.afterPrologue : address;
}

/** What tells the innermost block with variables, or the function, from others. */
async function blockAt(program: Program, address: bigint): Promise<string> {
  const [scope] = await program.scopesAt(address);
  if (!scope) return `${address}`;
  const block = scope.blocks.find(({ variables }) => variables.length > 0) ?? scope;
  return `${scope.offset} ${scope.ranges[0]?.start ?? ''} ${block.ranges[0]?.start ?? ''}`;
}

function missingMarker(marker: string, markers: StaticMarkers = new Map()): string {
  if (markers.size === 0) return noMarkers();
  return t('The target has no static marker {0}, but {1}.', marker, [...markers.keys()].join(', '));
}

/** Why nothing static can be recorded. */
export const noMarkers = () =>
  t('The target has no static markers: they need an in-process agent that was built with UST.');

function missing(linespec: Linespec, modules: readonly LoadedModule[]): string {
  const [first, ...others] = modules;
  if (!first) return t('No program is open: locations are found in its debugging information.');
  const where = others.length === 0 ? first.program.path : t('the programs');
  if (linespec.kind === 'line')
    return t('There is no code at {0}:{1} in {2}.', linespec.file, linespec.line, where);
  return t('There is no function {0} in {1}.', linespec.name, where);
}

// What a plan is prepared for: a target, as far as packets depend on it.

/** A target that is connected, with its programs. */
export interface RecordingTarget {
  /** The registers by which its code and masks go: of its own description. */
  readonly layout: RegisterLayout;
  readonly order: ByteOrder;
  /** Programs and where they are loaded now, the traced one first. */
  readonly modules: readonly LoadedModule[];
  readonly features: {
    /** Whether the target announced a feature of qSupported. */
    has(name: string): boolean;
    /** Characters that a packet may have at most, without what frames it. */
    readonly packetSize: number;
  };
  /** Trace state variables that it has before any is defined. */
  readonly variables: readonly VariableDefinition[];
  /** Where the target has static markers, by their names. */
  readonly markers?: StaticMarkers;
  /** Whether fast tracepoints need an agent that is not in the program. */
  readonly lacksAgent?: boolean;
  /**
   * qTMinFTPILen: bytes of the shortest instruction that a fast tracepoint can replace; absent or
   * 0 where not known.
   */
  readonly shortestFastInstruction?: number;
  /**
   * Bytes of the instruction at a run-time address, for fast tracepoints; absent where nothing
   * decodes them.
   */
  readonly instructionLength?: (address: bigint) => Promise<number | undefined>;
}

/** What a plan asks for and does not get. */
export interface PreparationProblem {
  /** Absent where it is of the whole plan. */
  readonly tracepoint?: number;
  /** What the user typed: a location, a condition, an action. */
  readonly item: string;
  /** A sentence: what and why. */
  readonly message: string;
}
