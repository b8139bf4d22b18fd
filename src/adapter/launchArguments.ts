// The launch arguments, checked: what the user typed into launch.json becomes plain data or one
// sentence.
import { t } from '@vscode/l10n';
import type { SectionAddresses } from '../symbols/elf';
import type { DisassemblyFlavor } from '../disassembly/instructionSet';
import type { RunTimeRange, TransparentSetting } from '../trace/moduleList';

/** A program next to the traced one: a shared object, a kernel's module. */
interface FurtherProgram {
  /** Absolute, or relative to the workspace. */
  readonly program: string;
  /** Run-time address minus link-time address; undefined for "auto". */
  readonly slide: bigint | undefined;
  /** Of a file that was never linked: where its sections were loaded, by name. */
  readonly sections: SectionAddresses | undefined;
}

/** Whether a configuration names a branch trace: a file is opened as one by its name alone. */
export function asksForBranches(given: unknown): boolean {
  const trace = new Map<string, unknown>(Object.entries(given ?? {})).get('trace');
  return typeof trace === 'string' && /\.(btrace|xml)$/i.test(trace);
}

/** Launch arguments that make sense. */
export interface LaunchArguments {
  /** Absolute, or relative to the workspace. */
  readonly trace: string;
  readonly program: string | undefined;
  readonly sourceMap: Readonly<Record<string, string>>;
  /** Run-time address minus link-time address; undefined for "auto". */
  readonly slide: bigint | undefined;
  readonly programs: readonly FurtherProgram[];
  readonly transparent: TransparentSetting;
  /** Frame number to begin at. */
  readonly frame: number;
  readonly stopOnEntry: boolean;
  /** Whether containers are summarised; otherwise values are gdb's raw text. */
  readonly prettyPrint: boolean;
  /** Natvis files: absolute, or relative to the workspace. */
  readonly visualizerFiles: readonly string[];
  /** How x86 instructions are written. */
  readonly disassemblyFlavor: DisassemblyFlavor;
}

/**
 * Reads launch arguments; the problem is a sentence for the person who wrote them. Null counts as
 * not given: editors whose configurations are Lisp or Lua send it for what was left empty.
 */
export function readLaunchArguments(given: unknown): LaunchArguments | { problem: string } {
  const entries = Object.entries(given ?? {}).filter(([, value]) => value !== null);
  const args = new Map<string, unknown>(entries);
  try {
    return {
      trace: requiredText(args, 'trace'),
      program: optionalText(args, 'program'),
      sourceMap: readSourceMap(args.get('sourceMap')),
      slide: readSlide(args.get('slide')),
      programs: readPrograms(args.get('programs')),
      transparent: readTransparent(args.get('transparent')),
      frame: readFrame(args.get('frame')),
      stopOnEntry: optionalBoolean(args, 'stopOnEntry', true),
      prettyPrint: optionalBoolean(args, 'prettyPrint', true),
      visualizerFiles: readPaths(args, 'visualizerFile'),
      disassemblyFlavor: readFlavor(args.get('disassemblyFlavor')),
    };
  } catch (error) {
    if (error instanceof BadArgument) return { problem: error.message };
    throw error;
  }
}

/** Ends the reading of arguments at the first that makes no sense. */
class BadArgument extends Error {}

function requiredText(args: ReadonlyMap<string, unknown>, name: string): string {
  const value = optionalText(args, name);
  if (value === undefined) {
    throw new BadArgument(t('The launch configuration names no trace file: set "{0}".', name));
  }
  return value;
}

function optionalText(args: ReadonlyMap<string, unknown>, name: string): string | undefined {
  const value = args.get(name);
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') throw new BadArgument(t('"{0}" must be a path.', name));
  return value;
}

function readPaths(args: ReadonlyMap<string, unknown>, name: string): readonly string[] {
  const value = args.get(name) ?? [];
  const paths: readonly unknown[] = Array.isArray(value) ? value : [value];
  return paths.map((each) => {
    if (typeof each === 'string' && each !== '') return each;
    throw new BadArgument(`"${name}" must be a path, or a list of paths.`);
  });
}

function optionalBoolean(
  args: ReadonlyMap<string, unknown>,
  name: string,
  otherwise: boolean,
): boolean {
  const value = args.get(name);
  if (value === undefined) return otherwise;
  if (typeof value !== 'boolean') throw new BadArgument(t('"{0}" must be true or false.', name));
  return value;
}

/** Reads the argument `sourceMap`; throws a sentence if it is malformed. */
export function readSourceMap(value: unknown): Readonly<Record<string, string>> {
  if (value === undefined) return {};
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const entries = isObject ? Object.entries(value) : [['', undefined] as const];
  const map: Record<string, string> = {};
  for (const [from, to] of entries) {
    if (typeof to !== 'string') {
      throw new BadArgument(t('"sourceMap" must be an object of paths: {"/build/app": "…"}.'));
    }
    map[from] = to;
  }
  return map;
}

function readSlide(value: unknown): bigint | undefined {
  if (value === undefined || value === 'auto') return undefined;
  return readAddress(value, t('"slide" must be "auto" or an address such as "0x555555554000".'));
}

function readPrograms(value: unknown): FurtherProgram[] {
  if (value === undefined) return [];
  const expected = t(
    '"programs" must be a list of {"program": path, "slide": "auto" or an address}.',
  );
  if (!Array.isArray(value)) throw new BadArgument(expected);
  return value.map((each: unknown) => readFurtherProgram(each, expected));
}

function readFurtherProgram(value: unknown, expected: string): FurtherProgram {
  if (typeof value !== 'object' || value === null) throw new BadArgument(expected);
  const given = new Map<string, unknown>(Object.entries(value));
  const program = given.get('program');
  if (typeof program !== 'string' || program === '') throw new BadArgument(expected);
  const sections = readSections(given.get('sections'));
  const slide = readSlide(given.get('slide'));
  return { program, slide: slide ?? (sections && 0n), sections };
}

function readSections(value: unknown): SectionAddresses | undefined {
  if (value === undefined) return undefined;
  const expected = t('"sections" must be an object of addresses: {".text": "0xffffffffc0401000"}.');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new BadArgument(expected);
  }
  return new Map(
    Object.entries(value).map(([name, address]) => [name, readAddress(address, expected)]),
  );
}

function readTransparent(value: unknown): TransparentSetting {
  if (value === undefined || value === 'auto') return 'auto';
  if (value === 'off') return 'off';
  const expected = t(
    '"transparent" must be "auto", "off", or a list of {"start": address, "end": address}.',
  );
  if (!Array.isArray(value)) throw new BadArgument(expected);
  return value.map((range: unknown) => readRange(range, expected));
}

function readRange(value: unknown, expected: string): RunTimeRange {
  if (typeof value !== 'object' || value === null) throw new BadArgument(expected);
  const range = new Map<string, unknown>(Object.entries(value));
  const start = readAddress(range.get('start'), expected);
  const end = readAddress(range.get('end'), expected);
  if (start >= end) throw new BadArgument(t('A range in "transparent" ends before it begins.'));
  return { start, end };
}

function readAddress(value: unknown, expected: string): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  if (typeof value === 'string' && /^\s*(0[xX][0-9a-fA-F]{1,16}|\d{1,19})\s*$/.test(value)) {
    return BigInt(value.trim());
  }
  throw new BadArgument(expected);
}

function readFlavor(value: unknown): DisassemblyFlavor {
  if (value === undefined) return 'att';
  if (value === 'att' || value === 'intel') return value;
  throw new BadArgument(t('"disassemblyFlavor" must be "att" or "intel".'));
}

function readFrame(value: unknown): number {
  if (value === undefined) return 0;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new BadArgument(t('"frame" must be a frame number: 0 or more.'));
}
