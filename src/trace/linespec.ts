// Where a program has code for what a user typed to set a tracepoint (`app.c:13`, `helper`): gdb
// manual, "Linespec Locations", "Explicit Locations" and "Address Locations".
import type { Program } from '../symbols/program';
import { isAbsolute } from '../symbols/sourcePath';
import { baseName, pathParts } from './paths';

/** A location as a user types it, of the forms that name something of the program. */
export type Linespec =
  | { readonly kind: 'line'; readonly file: string; readonly line: number }
  /** `written`: the name with the parameters of C++, if they were typed. `file`: of its code. */
  | {
      readonly kind: 'function';
      readonly name: string;
      readonly written: string;
      readonly file?: string | undefined;
    }
  /** `*NAME+OFFSET`: bytes from a function's first instruction. */
  | { readonly kind: 'instruction'; readonly name: string; readonly offset: bigint };

/** Reads a location; undefined where it names nothing, as `*0x401136` and `+3` do. */
export function readLinespec(text: string): Linespec | undefined {
  if (text.length > maxLinespecLength) return undefined;
  if (text.startsWith('-')) return explicit(text);
  if (text.startsWith('*')) return instruction(text.slice(1));
  const { file, rest } = splitAtFile(text);
  if (file !== undefined && /^\d+$/.test(rest)) return lineOf(file, rest);
  return functionNamed(rest, file);
}

/**
 * The texts before and after the last `:` that is in no `::`, no tag (`[abi:cxx11]`) and no
 * parameter of a generic lambda (`{lambda(auto:1)#1}`).
 */
export function splitAtFile(text: string): { file: string | undefined; rest: string } {
  const [, file, rest = text] = /^(.+)(?<!:|\[abi|[(<, ]auto):(?!:)(.+)$/s.exec(text) ?? [];
  return { file, rest };
}

/**
 * Link-time addresses at which gdb sets a tracepoint for a location; none where the program has no
 * such thing.
 */
export async function addressesOfLinespec(
  program: Program,
  linespec: Linespec,
): Promise<Set<bigint>> {
  switch (linespec.kind) {
    case 'line':
      return addressesOfLine(program, linespec.file, linespec.line);
    case 'function':
      return addressesOfFunction(program, linespec.name);
    case 'instruction': {
      const functions = await program.addressesOfFunction(linespec.name);
      return new Set(functions.map(({ entry }) => entry + linespec.offset));
    }
  }
}

/**
 * True if the unit at the address shows that `addressesOfLinespec` has it. False decides nothing:
 * the location may have been moved to another line, or the function may have only a symbol.
 */
export async function isAtLinespec(
  program: Program,
  linespec: Linespec,
  address: bigint,
): Promise<boolean> {
  switch (linespec.kind) {
    case 'line': {
      const { file, line } = linespec;
      return program.isAtLine(address, line, (recorded) => isMeantFile(file, recorded));
    }
    case 'function':
      return program.isAtFunction(address, linespec.name);
    case 'instruction':
      return false;
  }
}

const maxLinespecLength = 1000;

/**
 * A program that lost its debugging information does not tell where gdb, which had it, found the
 * end of the prologue: after the stores of all arguments of unoptimized code.
 */
const maxPrologueLength = 64n;

function explicit(text: string): Linespec | undefined {
  const options = new Map<string, string>();
  for (const option of text.matchAll(/-(source|function|line|label)\s+(\S+)/g)) {
    options.set(option[1] ?? '', option[2] ?? '');
  }
  const source = options.get('source');
  const line = options.get('line');
  const name = options.get('function');
  if (options.has('label')) return undefined;
  if (name !== undefined) return line === undefined ? functionNamed(name, source) : undefined;
  return source !== undefined && line !== undefined ? lineOf(source, line) : undefined;
}

function instruction(expression: string): Linespec | undefined {
  const [, name, offset] = /^\s*&?([A-Za-z_]\w*)\s*(?:\+\s*(\w+))?$/.exec(expression) ?? [];
  if (name === undefined || !/^(0x[\da-f]{1,16}|\d{1,18})?$/i.test(offset ?? '')) return undefined;
  return { kind: 'instruction', name, offset: BigInt(offset ?? 0) };
}

function lineOf(file: string, line: string): Linespec | undefined {
  return /^\d{1,9}$/.test(line) ? { kind: 'line', file, line: Number(line) } : undefined;
}

/** The program is asked without the parameters of C++. */
function functionNamed(written: string, file: string | undefined): Linespec | undefined {
  const name = withoutParameters(written);
  const plain = name.replaceAll('(anonymous namespace)', 'anonymous');
  const isName = /^[A-Za-z_~][\w:~<>,*& ]*$/.test(plain) && !/\boperator\b/.test(plain);
  return isName ? { kind: 'function', name, written, file } : undefined;
}

/** What precedes the first bracket outside of template arguments. */
function withoutParameters(text: string): string {
  let depth = 0;
  for (const { 0: part, index } of text.matchAll(/\(anonymous namespace\)|->|[<>(]/g)) {
    if (part === '(' && depth <= 0) return text.slice(0, index);
    if (part === '<') depth++;
    else if (part === '>') depth--;
  }
  return text;
}

async function addressesOfFunction(program: Program, name: string): Promise<Set<bigint>> {
  const addresses = new Set<bigint>();
  for (const { entry, afterPrologue } of await program.addressesOfFunction(name)) {
    addresses.add(entry).add(afterPrologue);
    // A function that the linker folded with this one has its address, and no description.
    if (await program.isAtFunction(entry, name)) continue;
    const { end = entry } = (await program.functionAt(entry)) ?? {};
    const last = end - entry < maxPrologueLength ? end - entry : maxPrologueLength;
    for (let i = 1n; i < last; i++) addresses.add(entry + i);
  }
  return addresses;
}

async function addressesOfLine(program: Program, file: string, line: number): Promise<Set<bigint>> {
  const addresses = new Set<bigint>();
  for (const recorded of await program.sourceFiles()) {
    if (!isMeantFile(file, recorded)) continue;
    for (const { address, afterPrologue } of await program.statementsOfLine(recorded, line)) {
      addresses.add(address).add(afterPrologue ?? address);
    }
  }
  return addresses;
}

/**
 * Whether a typed path means a recorded one: every file whose path ends so; an absolute one may
 * have moved since.
 */
export function isMeantFile(file: string, recorded: string): boolean {
  if (isAbsolute(file)) return baseName(file) === baseName(recorded);
  const wanted = pathParts(file);
  const parts = pathParts(recorded).slice(-wanted.length);
  return wanted.every((part, i) => part === parts[i]);
}
