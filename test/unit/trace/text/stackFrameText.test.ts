// The arguments of a stack frame whose caller was not collected: gdb says so of those that the
// caller of the function with code of its own knew, and of no other.
import { expect, it } from 'vitest';
import type { LoadedModule } from '../../../../src/machine/stackFrame';
import type { Program } from '../../../../src/symbols/program';
import type { FunctionScope } from '../../../../src/symbols/scope';
import { argumentsText, type EntryValues } from '../../../../src/trace/text/stackFrameText';
import { encoding, frameOf, int, valueContext } from '../../values/makers';

const own: FunctionScope = {
  name: 'own',
  language: undefined,
  offset: 0,
  declaration: 0,
  ranges: [],
  entry: 0x1000n,
  frameBase: undefined,
  parameters: [],
  blocks: [],
};

const register5 = 0x55;
const piece = 0x93;

/**
 * The argument of a function that was inlined at 0x1010 into `own`, in a register from an address
 * on.
 */
function argument(
  start: bigint,
  entryValues: EntryValues = 'default',
  operations: readonly number[] = [register5],
): Promise<string> {
  const expression = { bytes: Uint8Array.from(operations), encoding: encoding() };
  const entries = [{ start, end: 0x1020n, expression }];
  const location = { kind: 'list', entries } as const;
  const parameter = { name: 'n', type: int, location, offset: 0, artificial: false };
  const inlined = { ...own, name: 'inlined', entry: 0x1010n, parameters: [parameter] };
  const program: Pick<Program, 'scopesAt'> = { scopesAt: () => Promise.resolve([inlined, own]) };
  const module: LoadedModule = { program: program as Program, slide: 0n };
  const five = { kind: 'value', bytes: Uint8Array.of(5, 0, 0, 0, 0, 0, 0, 0) } as const;
  const at = { pc: 0x1014n, lookupPc: 0x1014n, module, scope: inlined };
  const frame = { ...frameOf({ 5: five }), ...at };
  const settings = {
    frameArguments: 'scalars',
    entryValues,
    print: {},
    prettyPrint: false,
  } as const;
  return argumentsText(inlined, { ...valueContext(), frame }, settings, true);
}

it('were known to the caller where they are at the entry of the function with code of its own', async () => {
  expect(await argument(own.entry)).toBe('n=5, n@entry=<error reading variable: PC not available>');
});

it('were not known to it where only the inlined code has them', async () => {
  expect(await argument(0x1010n)).toBe('n=5');
});

it('were not known to it where they came in pieces', async () => {
  const pieces = [register5, piece, 4];
  expect(await argument(own.entry, 'default', pieces)).toBe('n=5');
});

it('have no value at entry where `print entry-values` asks for one', async () => {
  expect(await argument(own.entry, 'both')).toBe('n=5, n@entry=<optimized out>');
  expect(await argument(own.entry, 'only')).toBe('n@entry=<optimized out>');
  expect(await argument(own.entry, 'preferred')).toBe('n=5');
});
