// `function::variable`, in a stack of hand-made stack frames: `main` calls `inner`; nothing calls
// `idle`.
import { expect, it } from 'vitest';
import type { StackFrame } from '../../../src/machine/stackFrame';
import type { LocationDescription } from '../../../src/symbols/location';
import { MacroScopes } from '../../../src/symbols/macroScopes';
import type { Program } from '../../../src/symbols/program';
import type { FunctionScope, Variable } from '../../../src/symbols/scope';
import { encoding, frameOf, int } from '../values/makers';
import { printed, stoppedAt } from './stopped';

const slide = 0x10_0000n;

const expression = (...bytes: number[]) => ({
  bytes: Uint8Array.from(bytes),
  encoding: encoding(),
});

const [lit9, reg0, addr, stackValue] = [0x39, 0x50, 0x03, 0x9f];

const places: Readonly<Record<string, LocationDescription>> = {
  local: { kind: 'expression', expression: expression(reg0) },
  listed: { kind: 'list', entries: [], fallback: expression(lit9, stackValue) },
  shared: { kind: 'expression', expression: expression(addr, 0, 0x30, 0, 0, 0, 0, 0, 0) },
  constant: { kind: 'constant', value: 4n },
};

const variables = Object.entries(places).map(([name, location], offset): Variable => ({
  name,
  type: int,
  location,
  offset,
  artificial: false,
}));

const scope = (name: string, start: bigint): FunctionScope => {
  const ranges = [{ start, end: start + 0x100n }];
  const blocks = [{ ranges, variables, listedNames: [], declared: variables.length }];
  const declared = { frameBase: undefined, parameters: [] };
  return {
    name,
    language: 0x1d,
    offset: Number(start),
    declaration: Number(start),
    ranges,
    entry: start,
    blocks,
    ...declared,
  };
};

const [main, inner, idle] = [
  scope('main', 0x1000n),
  scope('inner', 0x1100n),
  scope('idle', 0x1200n),
];
const functions = [main, inner, idle];

const program: Partial<Program> = {
  macros: new MacroScopes({
    macrosAt: () => Promise.resolve(undefined),
    lineSpanAt: () => Promise.resolve(undefined),
  }),
  hasDebugInformation: true,
  enclosingFunctions: () => Promise.resolve([]),
  typeNamed: () => Promise.resolve(undefined),
  globalsNamed: () => Promise.resolve([]),
  sourceFiles: () => Promise.resolve([]),
  enumeratorNamed: () => Promise.resolve(undefined),
  addressesOfFunction: (wanted) =>
    Promise.resolve(
      functions
        .filter(({ name }) => name === wanted)
        .map(({ entry }) => ({ entry, afterPrologue: entry })),
    ),
  scopesAt: (address) => Promise.resolve(functions.filter(({ entry }) => entry === address)),
};

const module = { program: program as Program, slide };

function stackFrame(of: FunctionScope, register: number, caller?: StackFrame): StackFrame {
  const bytes = Uint8Array.of(register, 0, 0, 0, 0, 0, 0, 0);
  const pc = of.entry + slide + 0x10n;
  const around = { module, scope: of, caller: () => Promise.resolve(caller) };
  return { ...frameOf({ 0: { kind: 'value', bytes } }), pc, lookupPc: pc, ...around };
}

const outer = stackFrame(main, 1);

async function print(text: string, frame: StackFrame | undefined): Promise<string> {
  const context = stoppedAt({ memory: { '0x103000': '07000000' }, language: 0x1d });
  return printed(text, { ...context, frame, modules: [module] });
}

it('is the variable of the function that is stopped in', async () => {
  expect(await print('inner::local', stackFrame(inner, 2, outer))).toBe('2');
  expect(await print("'inner'::local", stackFrame(inner, 2, outer))).toBe('2');
  expect(await print('inner::listed', stackFrame(inner, 2, outer))).toBe('9');
});

it('is that of the innermost call on the way out of the stack', async () => {
  const again = stackFrame(inner, 2, stackFrame(inner, 3, outer));
  expect(await print('inner::local', again)).toBe('2');
  expect(await print('main::local', again)).toBe('1');
});

it('is nowhere while the function does not run, seen from the selected stack frame', async () => {
  const none = (name: string) => `No frame is currently executing in block ${name}.`;
  expect(await print('idle::local', outer)).toBe(none('idle'));
  expect(await print('&idle::local', outer)).toBe(none('idle'));
  expect(await print('inner::listed', outer)).toBe(none('inner'));
  expect(await print('inner::local', undefined)).toBe('No frame selected.');
});

it('has a size, and where it is static a value, without a call', async () => {
  expect(await print('sizeof(idle::local)', outer)).toBe('4');
  expect(await print('idle::shared', outer)).toBe('7');
  expect(await print('idle::shared', undefined)).toBe('7');
  expect(await print('idle::constant', outer)).toBe('4');
});
