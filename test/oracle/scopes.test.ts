// The scopes of addresses and the variables outside of functions, held against gdb's symbol tables.
import { afterAll, describe, expect, it } from 'vitest';
import { canonicalName } from '../../src/symbols/canonicalName';
import type { LocationDescription } from '../../src/symbols/location';
import type { FunctionScope, GlobalVariable, Variable } from '../../src/symbols/scope';
import { openRecorded, programs, said, type SaidVariable } from './data/entities/entities';
import { shape } from './data/entities/shapes';

/** A variable of the type of `nullptr`, of which gdb says `int`. */
const ofNoType = 'null';
const DW_OP_addr = 0x03;
const DW_OP_addrx = 0xa1;

/** What a location is called in gdb's symbol tables. */
async function kindOf(location: LocationDescription): Promise<SaidVariable['kind']> {
  if (location.kind === 'none' || location.kind === 'constant') return location.kind;
  return (await addressIn(location)) === undefined ? 'computed' : 'static';
}

/** The address that a location is, whatever the program does. */
async function addressIn(location: LocationDescription): Promise<bigint | undefined> {
  if (location.kind !== 'expression') return undefined;
  const { bytes, encoding, unit } = location.expression;
  if (bytes[0] === DW_OP_addrx && bytes.length === 2) return unit?.address(bytes[1] ?? 0);
  if (bytes[0] !== DW_OP_addr || bytes.length !== 1 + encoding.addressSize) return undefined;
  const digits = [...bytes.subarray(1)].map((byte) => byte.toString(16).padStart(2, '0'));
  if (encoding.order === 'little') digits.reverse();
  return BigInt(`0x${digits.join('')}`);
}

/** A name with the arguments of templates as gdb spells them; in Rust there is one way. */
function canonical(name: string): string {
  return name.includes('<') ? canonicalName(name).replaceAll('> >', '>>') : name;
}

/**
 * gdb's name of a function without its parameters, and what follows them; clang's lambda is in no
 * named class.
 */
function withoutParameters(name: string): string {
  return name.replace(/^.*::\$_0::/, '').replace(/(?<!operator)\([^)]*\)( const)?( &+)?$/, '');
}

async function text(variable: Variable, isParameter: boolean): Promise<string> {
  const { name, type, location, line = 0 } = variable;
  const mark = isParameter ? ' parameter' : '';
  return `${canonical(name)} ${await shape(type)} ${await kindOf(location)} line ${line}${mark}`;
}

async function textOfGlobal(variable: GlobalVariable): Promise<string> {
  const address = await addressIn(variable.location);
  return `${await text(variable, false)} ${variable.external} ${address ?? ''}`;
}

function saidText({ name, type, kind, line, parameter }: SaidVariable): string {
  return `${name} ${type} ${kind} line ${line}${parameter ? ' parameter' : ''}`;
}

/** A function's blocks, innermost first, each with the function's name where it is its own. */
async function blocksOf(
  scope: FunctionScope,
): Promise<{ name: string | null; variables: string[] }[]> {
  const blocks = [];
  for (const [index, block] of scope.blocks.entries()) {
    const own = index === scope.blocks.length - 1;
    const variables: string[] = [];
    if (own) for (const each of scope.parameters) variables.push(await text(each, true));
    for (const each of block.variables) variables.push(await text(each, false));
    blocks.push({ name: own ? canonical(scope.name ?? '') : null, variables });
  }
  return blocks;
}

describe('scopes of addresses', () => {
  const counts = { addresses: 0, variables: 0, inlined: 0 };

  it.each(programs)('%s: the blocks and variables of gdb', async (name) => {
    const program = await openRecorded(name);
    for (const each of said(name)) {
      if (each.what !== 'scopes') continue;
      const scopes = await program.scopesAt(BigInt(each.pc));
      const ours = (await Promise.all(scopes.map(blocksOf))).flat();
      const theirs = each.blocks.map((block) => ({
        name: block.function && withoutParameters(block.function),
        variables: block.variables.map(saidText),
      }));
      for (const block of [...ours, ...theirs]) block.variables.sort();
      expect.soft({ pc: each.pc, blocks: ours }).toEqual({ pc: each.pc, blocks: theirs });
      counts.addresses++;
      counts.inlined += scopes.length - 1;
      for (const block of theirs) counts.variables += block.variables.length;
    }
  });

  afterAll(() => {
    expect(counts).toEqual({ addresses: 2420, variables: 10032, inlined: 238 });
  });
});

describe('variables outside of functions', () => {
  const counts = { named: 0, listed: 0 };

  it.each(programs)('%s: those of gdb', async (name) => {
    const program = await openRecorded(name);
    const listed = new Set<string>();
    for await (const each of program.globals()) listed.add(await textOfGlobal(each));
    for (const each of said(name)) {
      if (each.what !== 'global' || each.name === ofNoType) continue;
      const theirs = `${saidText(each)} ${each.external} ${each.address ?? ''}`;
      const named = await Promise.all((await program.globalsNamed(each.name)).map(textOfGlobal));
      expect.soft(named).toContain(theirs);
      expect.soft([...listed]).toContain(theirs);
      counts.named++;
    }
    counts.listed += listed.size;
  });

  afterAll(() => {
    expect(counts).toEqual({ named: 619, listed: 632 });
  });
});
