// Programs whose debugging information stands in other files, or has a table of names, held against
// the same program with all of it inside and no table: every answer at every address is the same.
// The other suites hold such programs against the tools.
import path from 'node:path';
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { MemorySource } from '../../src/bytes/source';
import { CompanionFiles } from '../../src/platform/companionFiles';
import { type Program } from '../../src/symbols/program';
import { openProgram } from '../../src/symbols/openProgram';
import type { FunctionScope, Variable } from '../../src/symbols/scope';
import type { ClassType, Type } from '../../src/symbols/type';

const folder = path.join(import.meta.dirname, 'data/symbols/separate');
const opened: CompanionFiles[] = [];
afterAll(() => Promise.all(opened.map((files) => files.close())));

async function open(name: string, file: 'plain' | 'program'): Promise<Program> {
  const files = new CompanionFiles([path.join(folder, name, 'folder')]);
  opened.push(files);
  const where = path.join(folder, name, file);
  const result = await openProgram(new MemorySource(readFileSync(where)), where, files);
  if ('problem' in result) throw new Error(result.problem);
  return result.program;
}

/** The type in words, as far as its name goes. */
function inWords(type: Type): string {
  switch (type.kind) {
    case 'pointer':
    case 'reference':
    case 'rvalueReference':
      return `${inWords(type.target)} ${type.kind}`;
    case 'const':
    case 'volatile':
    case 'restrict':
    case 'atomic':
      return `${type.kind} ${inWords(type.target)}`;
    case 'array':
      return `${inWords(type.element)}[]`;
    case 'function':
      return `${inWords(type.result)}()`;
    case 'memberPointer':
      return `${inWords(type.target)} of ${inWords(type.of)}`;
    case 'unreadable':
      return `unreadable: ${type.why}`;
    case 'void':
    case 'namespace':
    case 'base':
    case 'typedef':
    case 'enum':
    case 'struct':
    case 'class':
    case 'union':
      return `${type.kind} ${type.name ?? ''} ${'size' in type ? (type.size ?? '') : ''}`;
  }
}

function classOf(type: Type): ClassType | undefined {
  if (type.kind === 'struct' || type.kind === 'class' || type.kind === 'union') return type;
  return 'target' in type ? classOf(type.target) : undefined;
}

async function variableInWords({ name, type, location, line }: Variable): Promise<string> {
  const members = (await classOf(type)?.members())?.members ?? [];
  const inside = members.map((each) => `${each.name ?? ''} ${inWords(each.type)}`).join(', ');
  const entries = location.kind === 'list' ? location.entries : [];
  // Their ends differ: GCC's lists of split DWARF 4 have lengths instead, counted from elsewhere.
  const where = entries.map(({ start }) => start).join(', ');
  return `${name}: ${inWords(type)} {${inside}} ${location.kind} ${where} line ${line ?? ''}`;
}

async function scopeInWords(scope: FunctionScope): Promise<unknown> {
  const variables = scope.blocks.flatMap((block) => block.variables);
  return {
    name: scope.name,
    linkageName: scope.linkageName,
    ranges: scope.ranges,
    inlinedAt: scope.inlinedAt,
    parameters: await Promise.all(scope.parameters.map(variableInWords)),
    variables: await Promise.all(variables.map(variableInWords)),
  };
}

/**
 * A name of code; an entry lies elsewhere in another file, so what stands there is told instead.
 */
async function nameInWords(
  found: Awaited<ReturnType<Program['symbolAt'] | Program['functionAt']>>,
  program: Program,
): Promise<unknown> {
  if (!found?.function) return found;
  const { offset, language } = found.function;
  const { result, parameters, variadic } = await program.functionSignatureAt(offset);
  const types = parameters.map(({ type, artificial }) => [inWords(type), artificial]);
  return { ...found, function: { language, result: inWords(result), types, variadic } };
}

/** All that is known of an address. */
async function about(program: Program, address: bigint): Promise<unknown> {
  const scopes = await program.scopesAt(address);
  return {
    function: await nameInWords(await program.functionAt(address), program),
    symbol: await nameInWords(await program.symbolAt(address), program),
    line: await program.lines.lineAt(address),
    scopes: await Promise.all(scopes.map(scopeInWords)),
  };
}

function* addressesOf(program: Program): Generator<bigint> {
  for (const { start, end, executable } of program.loadedRanges) {
    if (executable) for (let address = start; address < end; address += 3n) yield address;
  }
}

const names = [
  'main',
  'sum',
  'twice',
  'clamp',
  'area',
  'geometry::Circle::area',
  'largest',
  'never',
];

/** What is asked without an address. */
async function lookups(program: Program): Promise<unknown> {
  const files = [...(await program.sourceFiles())].sort();
  return {
    functions: await Promise.all(
      names.map(async (name) => new Set(await program.addressesOfFunction(name))),
    ),
    files,
    lines: await Promise.all(files.map((file) => program.lines.linesWithCode(file))),
    addresses: await Promise.all(files.map((file) => program.addressesOfLine(file, 20))),
  };
}

describe('debugging information in other files', () => {
  const counts = { addresses: 0, scopes: 0 };
  it.each([
    'debuglink',
    'subfolder',
    'build-id',
    'gcc-split4',
    'gcc-split5',
    'clang-split4',
    'clang-split5',
    'gcc-split-types4',
    'gcc-split-types5',
    'gnu-package4',
    'llvm-package4',
    'llvm-package5',
    'gnu-package-types4',
    'dwz',
    'dwz5',
    'names',
    'names2',
  ])('%s: the same as inside the program', async (name) => {
    const whole = await open(name, 'plain');
    const parted = await open(name, 'program');
    for (const address of addressesOf(whole)) {
      const expected = await about(whole, address);
      expect.soft(await about(parted, address), address.toString(16)).toEqual(expected);
      counts.addresses++;
      counts.scopes += (await whole.scopesAt(address)).length;
    }
    expect(await lookups(parted)).toEqual(await lookups(whole));
    expect(parted.diagnostics).toEqual([]);
  });

  it('was compared', () => {
    expect(counts).toEqual({ addresses: 1922, scopes: 1958 });
  });
});

describe('files that are missing', () => {
  async function openAlone(name: string): Promise<Program> {
    const where = path.join(folder, name, 'program');
    const result = await openProgram(new MemorySource(readFileSync(where)), where);
    if ('problem' in result) throw new Error(result.problem);
    return result.program;
  }

  it.each([
    ['debuglink', 'debug-file-missing'],
    ['clang-split4', 'split-file-missing'],
    ['clang-split5', 'split-file-missing'],
    ['llvm-package5', 'split-file-missing'],
    ['dwz', 'supplementary-file-missing'],
    ['dwz5', 'supplementary-file-missing'],
  ])('of %s: %s', async (name, code) => {
    const program = await openAlone(name);
    const { entry } = program.elf;
    const known = await program.functionAt(entry);
    expect(known?.name).toBe(name === 'debuglink' ? undefined : 'main');
    await program.addressesOfFunction('main');
    expect(program.diagnostics.map((each) => each.code)).toContain(code);
  });

  it('leave the lines of units that were split', async () => {
    const program = await openAlone('clang-split5');
    const whole = await open('clang-split5', 'plain');
    expect(await program.lines.lineAt(program.elf.entry)).toEqual(
      await whole.lines.lineAt(whole.elf.entry),
    );
  });
});

describe('files that do not belong to the program', () => {
  it('are passed over, with a word', async () => {
    const program = await open('other-build', 'program');
    expect(await program.lines.lineAt(program.elf.entry)).toBeUndefined();
    expect(program.diagnostics.map(({ code }) => code)).toEqual([
      'debug-file-mismatch',
      'debug-file-missing',
    ]);
  });

  it.each(['gcc-split4', 'clang-split5'])('are passed over as part of %s', async (name) => {
    const where = path.join(folder, name, 'program');
    const files = new CompanionFiles([]);
    opened.push(files);
    const other = path.join(folder, name, 'other.dwo');
    const result = await openProgram(new MemorySource(readFileSync(where)), where, {
      folders: [],
      open: (wanted) => (wanted.endsWith('.dwo') ? files.open(other) : files.open(wanted)),
    });
    if ('problem' in result) throw new Error(result.problem);
    const { program } = result;
    const codes = (): string[] => program.diagnostics.map(({ code }) => code);
    const [main] = await program.addressesOfFunction('main');
    expect(main && (await program.functionAt(main.entry))?.from).toBe('symbols');
    expect(codes()).toEqual(['split-file-mismatch']);
  });
});
