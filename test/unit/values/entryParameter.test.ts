// The value that a parameter had at the entry of a function and of one that was inlined into it.
import { expect, it } from 'vitest';
import { valueAtEntry } from '../../../src/values/variable';
import type { LoadedModule, StackFrame } from '../../../src/machine/stackFrame';
import { valueText } from '../../../src/values/text/text';
import type { DwarfExpression } from '../../../src/symbols/location';
import type { Program } from '../../../src/symbols/program';
import type { CallSite, FunctionScope, Variable } from '../../../src/symbols/scope';
import { encoding, frameOf, int, valueContext } from './makers';

const expression = (...bytes: number[]): DwarfExpression => ({
  bytes: Uint8Array.from(bytes),
  encoding: encoding(),
});

const register5 = expression(0x55);
const seven = expression(0x37);

const scope = (name: string, entry: bigint): FunctionScope => ({
  name,
  language: undefined,
  offset: 0,
  declaration: 0,
  ranges: [],
  entry,
  frameBase: undefined,
  parameters: [],
  blocks: [],
});

const inlined = scope('inlined', 0x1010n);
const own = scope('own', 0x1000n);
const main = scope('main', 0x2000n);
const call: CallSite = {
  returnAddress: 0x2008n,
  tail: false,
  target: () => Promise.resolve(own.entry),
  parameters: () => Promise.resolve([{ location: register5, value: seven }]),
};

/**
 * `main` calls `own`, into which `inlined` was inlined. `target`: what the call says of the
 * function it calls.
 */
function stopped(target: bigint | DwarfExpression = own.entry): StackFrame {
  const program: Pick<Program, 'scopesAt' | 'callSitesOf'> = {
    scopesAt: (address) => Promise.resolve(address < main.entry ? [inlined, own] : [main]),
    callSitesOf: (at) =>
      Promise.resolve(at === main ? [{ ...call, target: () => Promise.resolve(target) }] : []),
  };
  const module: LoadedModule = { program: program as Program, slide: 0n };
  const caller = { ...frameOf(), pc: 0x2008n, lookupPc: 0x2007n, module, scope: main };
  const at = { pc: 0x1014n, lookupPc: 0x1014n, module, scope: inlined };
  return { ...frameOf(), ...at, caller: () => Promise.resolve(caller) };
}

/** The text of a parameter that is in the register from an address on. */
async function atEntry(start: bigint, frame = stopped()): Promise<string> {
  const entries = [{ start, end: 0x1020n, expression: register5 }];
  const parameter: Variable = {
    name: 'n',
    type: int,
    location: { kind: 'list', entries },
    offset: 0,
    artificial: false,
  };
  return valueText(await valueAtEntry(parameter, { ...valueContext(), frame }));
}

it('is what the caller says of the register that it was in', async () => {
  expect(await atEntry(own.entry)).toBe('7');
});

it('is optimized out where only the inlined code has the parameter', async () => {
  expect(await atEntry(inlined.entry)).toBe('<optimized out>');
});

it('is known of a call through a pointer where the caller still has the pointer', async () => {
  const constant = (address: number): DwarfExpression =>
    expression(0x0a, address & 0xff, address >> 8, 0x9f);
  expect(await atEntry(own.entry, stopped(constant(0x1000)))).toBe('7');
  expect(await atEntry(own.entry, stopped(constant(0x1004)))).toBe('<optimized out>');
  expect(await atEntry(own.entry, stopped(expression(0x50)))).toBe('<optimized out>');
});
