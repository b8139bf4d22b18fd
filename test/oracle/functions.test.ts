// Functions and symbols of addresses, and where functions begin, held against addr2line and gdb.
import { describe, expect, it } from 'vitest';
import type { Program } from '../../src/symbols/program';
import { gdbAnswers, openRecorded, programsWith, words } from './data/symbols/words';

/** What addr2line said of an address: the innermost of the functions that were inlined there. */
interface Place {
  readonly name: string;
  readonly hasLine: boolean;
}

function addr2lineFunctions(name: string): Map<string, Place> {
  const places = new Map<string, Place>();
  const groups = words(name, 'addr2line')
    .join('\n')
    .split(/^(?=0x)/m);
  for (const group of groups) {
    const [address, ...pairs] = group.trim().split('\n');
    const [called, line] = pairs;
    if (!address || !called) continue;
    const hasLine = !/^\?\?|:\?$/.test(line ?? '');
    places.set(`0x${BigInt(address).toString(16)}`, { name: called, hasLine });
  }
  return places;
}

/**
 * Where addr2line repeats the function around an inlined one; gdb, elfutils and LLVM name the
 * inlined one.
 */
const innermost: Readonly<Record<string, string>> = {
  'gcc-shape 0x4001f8': 'apply',
  'gcc-shape 0x400265': 'geometry::(anonymous namespace)::hidden',
};

describe('functions of addresses', () => {
  const counts = { linkage: 0, plain: 0, mangled: 0, corrected: 0 };
  // addr2line gives padding to the function before it; gdb, which names no function there, is
  // right.
  it.each(programsWith('addr2line'))('%s: those of addr2line', async (name) => {
    const program = await openRecorded(name);
    const code = program.loadedRanges.filter(({ executable }) => executable);
    const known = gdbAnswers(name, '@');
    for (const [address, theirs] of addr2lineFunctions(name)) {
      const at = BigInt(address);
      const named = known.get(address)?.[0]?.includes('<');
      if (!theirs.hasLine || !named || !code.some(({ start, end }) => at >= start && at < end))
        continue;
      const ours = await program.functionAt(at);
      const own = ours?.name.split('::').at(-1);
      const right = innermost[`${name} ${address}`];
      if (right !== undefined) {
        expect.soft(ours?.name).toBe(right);
        counts.corrected++;
      } else if (ours?.linkageName !== undefined) {
        expect.soft(`${address} ${ours.linkageName}`).toBe(`${address} ${theirs.name}`);
        counts.linkage++;
      } else if (theirs.name.startsWith('_Z')) {
        expect.soft(`${address} ${theirs.name}`).toContain(own === 'operator()' ? 'cl' : own);
        counts.mangled++;
      } else {
        expect.soft(`${address} ${own}`).toBe(`${address} ${theirs.name}`);
        counts.plain++;
      }
    }
  });
  it('were compared', () => {
    expect(counts).toEqual({ linkage: 270, plain: 2798, mangled: 64, corrected: 2 });
  });
});

describe('symbols of addresses', () => {
  const counts = { compared: 0, stubs: 0 };
  it.each(programsWith('gdb'))('%s: those of gdb', async (name) => {
    const program = await openRecorded(name);
    for (const [address, [answer]] of gdbAnswers(name, '@')) {
      expect.soft(await withSymbol(program, address)).toBe(withoutArguments(answer ?? ''));
      counts[/@(got\.)?plt/.test(answer ?? '') ? 'stubs' : 'compared']++;
    }
  });
  it('were compared', () => {
    expect(counts).toEqual({ compared: 5096, stubs: 226 });
  });
});

/**
 * An address as gdb's `output/a` writes it: with the name that the linker knows, not the C++ name.
 */
async function withSymbol(program: Program, address: string): Promise<string> {
  const symbol = await program.symbolAt(BigInt(address));
  if (!symbol) return address;
  const shown = symbol.linkageName ?? symbol.name;
  const sign = symbol.offset > 0n ? '+' : '';
  return `${address} <${shown}${symbol.offset === 0n ? '' : `${sign}${symbol.offset}`}>`;
}

/** gdb writes the arguments of a C++ function whose linkage name the compiler does not give. */
function withoutArguments(answer: string): string {
  return answer.replace(/\((?!anonymous)[^()]*\)(?: const)?(?=[+>-])/, '');
}

describe('where functions begin', () => {
  const counts = { functions: 0, unknown: 0 };
  // Without the .dwo files gdb looks at the instructions; Rust's names it takes whole.
  const programs = programsWith('gdb').filter((name) => name !== 'clang-split');
  it.each(programs)('%s: where gdb breaks', async (name) => {
    const program = await openRecorded(name);
    for (const [asked, answers] of gdbAnswers(name, '!')) {
      const theirs = answers.filter((line) => line.startsWith('0x'));
      if (name === 'rust' && theirs.length === 0) continue;
      const found = await program.addressesOfFunction(asked);
      const ours = found.map((each) => `0x${each.afterPrologue.toString(16)}`);
      expect.soft([asked, ...ours.sort()]).toEqual([asked, ...theirs.sort()]);
      counts[theirs.length > 0 ? 'functions' : 'unknown']++;
    }
  });
  it('were compared', () => {
    expect(counts).toEqual({ functions: 274, unknown: 710 });
  });
});
