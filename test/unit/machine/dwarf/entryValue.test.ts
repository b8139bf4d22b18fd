// Entry values where the caller and the function that it calls are of two programs.
import { expect, it } from 'vitest';
import {
  type DwarfContext,
  evaluateNumber,
  parameterAtEntry,
} from '../../../../src/machine/dwarf/recordedExpression';
import type { LoadedModule, StackFrame } from '../../../../src/machine/stackFrame';
import type { DwarfExpression } from '../../../../src/symbols/location';
import type { Program } from '../../../../src/symbols/program';
import type { CallSite, CallTarget, FunctionScope } from '../../../../src/symbols/scope';

const encoding = { order: 'little', addressSize: 8, is64: false, version: 5 } as const;
/** DW_OP_lit7 */
const seven = { bytes: Uint8Array.of(0x37), encoding } as unknown as DwarfExpression;

/** A call that returns to 0x110 and hands over a parameter, whose entry is at offset 42. */
function callOf(target: CallTarget): CallSite {
  const parameters = [{ offset: 42, value: seven }];
  return {
    returnAddress: 0x110n,
    tail: false,
    target: () => Promise.resolve(target),
    parameters: () => Promise.resolve(parameters),
  };
}

/** A program with one function at 0x100; `symbols` are where its code has names. */
function programOf(sites: readonly CallSite[], symbols: Readonly<Record<string, bigint>>): Program {
  const scope = { name: 'function', entry: 0x100n } as FunctionScope;
  return {
    scopesAt: () => Promise.resolve([scope]),
    callSitesOf: () => Promise.resolve(sites),
    codeOfSymbol: (name: string) => Promise.resolve(symbols[name]),
  } as unknown as Program;
}

function frameOf(module: LoadedModule, pc: bigint, caller?: StackFrame): StackFrame {
  return {
    level: 0,
    kind: 'normal',
    cfa: 0x7000n,
    scope: undefined,
    module,
    pc: module.slide + pc,
    lookupPc: module.slide + pc - 1n,
    register: () => ({ kind: 'unavailable' }),
    registerNamed: () => undefined,
    left: () => ({ kind: 'notSaved' }),
    caller: () => Promise.resolve(caller),
  };
}

async function entryOf(target: CallTarget): Promise<unknown> {
  const main = { program: programOf([callOf(target)], {}), slide: 0n };
  const library = { program: programOf([], { put: 0x100n, get: 0x200n }), slide: 0x7f0000n };
  const frame = frameOf(library, 0x120n, frameOf(main, 0x110n));
  const context = { frame, slide: library.slide, addressSize: 8, order: 'little' };
  return parameterAtEntry(42, context as unknown as DwarfContext, evaluateNumber);
}

it('a call by the symbol of another program gives the value', async () => {
  expect(await entryOf({ symbol: 'put' })).toBe(7n);
});

it('a call of another function, or of one that is not known there, gives none', async () => {
  expect(await entryOf({ symbol: 'get' })).toEqual({ kind: 'optimizedOut' });
  expect(await entryOf({ symbol: 'missing' })).toEqual({ kind: 'optimizedOut' });
  expect(await entryOf(0x100n)).toEqual({ kind: 'optimizedOut' });
});
