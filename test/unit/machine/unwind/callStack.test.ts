// Call stacks on stacks made by hand: where they end and why, what callers' registers are, and what
// processors want.
import { describe, expect, it } from 'vitest';
import type { Tracepoint } from '../../../../src/format/description';
import { FrameState } from '../../../../src/machine/frameState';
import { inlinedCallOf } from '../../../../src/machine/stackFrame';
import { callStack } from '../../../../src/machine/unwind/callStack';
import type { FunctionScope } from '../../../../src/symbols/scope';
import { machineWith, outline, placed, valueOf, x86, type MadeCode } from './madeStack';

/** CFA rsp + 8 at the entry, with the return address below it. */
const common = { instructions: [0x0c, 7, 8, 0x90, 1], returnAddress: 16 };
/** CFA rsp + 32, rbx saved at the CFA - 16. */
const withFrame = [0x0e, 32, 0x83, 2];

const main: MadeCode = { name: 'main', start: 0x1000n, instructions: [0x0e, 16] };
const middle: MadeCode = { name: 'middle', start: 0x1100n, instructions: withFrame };
const leaf: MadeCode = { name: 'leaf', start: 0x1200n, instructions: [] };
const blind: MadeCode = { name: 'blind', start: 0x1300n };
const outermost: MadeCode = { name: 'outermost', start: 0x1400n, instructions: [0x07, 16] };

function program() {
  return placed(x86, [main, middle, leaf, blind, outermost], common);
}

/** leaf called by middle called by main. */
const saved = new Map([
  [0x8000n, 0x1120n],
  [0x8018n, 0x77n],
  [0x8020n, 0x1030n],
]);
const registers = { rip: 0x1210n, rsp: 0x8000n, rbx: 0x55n, rbp: 0x66n, rax: 0x44n };

/** A tracepoint whose only location says where the PC was. */
const atLeaf: Tracepoint = {
  number: 1,
  locations: [
    {
      address: 0x1210n,
      enabled: true,
      kind: 'trace',
      actions: [],
      steppingActions: [],
      fileIndex: 0,
    },
  ],
  enabled: true,
  step: 0,
  pass: 0,
  commands: [],
  otherSource: [],
  fileIndex: 0,
};

describe('a call stack', () => {
  it('goes from the innermost activation to main, and looks callers up inside the call', async () => {
    const stack = await callStack(machineWith(x86, registers, saved), [await program()]);
    expect(outline(stack.frames)).toEqual(['normal 1210', 'normal 1120', 'normal 1030']);
    expect(stack.frames.map(({ level }) => level)).toEqual([0, 1, 2]);
    expect(stack.frames.map(({ lookupPc }) => lookupPc)).toEqual([0x1210n, 0x111fn, 0x102fn]);
    expect(stack.frames.map(({ cfa }) => cfa)).toEqual([0x8008n, 0x8028n, 0x8038n]);
    expect(stack).toMatchObject({ end: undefined, unavailableCaller: undefined });
  });

  it('knows the caller of each stack frame', async () => {
    const { frames } = await callStack(machineWith(x86, registers, saved), [await program()]);
    expect(await frames[0]?.caller()).toBe(frames[1]);
    expect(await frames[1]?.caller()).toBe(frames[2]);
    expect(await frames[2]?.caller()).toBeUndefined();
  });

  it('has the registers that a call keeps, those that were saved, and no others', async () => {
    const { frames } = await callStack(machineWith(x86, registers, saved), [await program()]);
    const [inner, caller, outer] = frames;
    expect(valueOf(inner?.register(3))).toBe(0x55n);
    expect(valueOf(caller?.register(3))).toBe(0x55n);
    expect(outer?.register(3)).toMatchObject({ kind: 'value', address: 0x8018n });
    expect(valueOf(outer?.registerNamed('rbx'))).toBe(0x77n);
    expect(valueOf(outer?.registerNamed('ebx'))).toBe(0x77n);
    expect(valueOf(outer?.register(6))).toBe(0x66n);
    expect(valueOf(inner?.registerNamed('eax'))).toBe(0x44n);
    expect(valueOf(caller?.register(0))).toBe('notSaved');
    expect(valueOf(caller?.registerNamed('ax'))).toBe('notSaved');
    expect(valueOf(caller?.registerNamed('sp'))).toBe(0x8008n);
    expect(caller?.registerNamed('pc')).toMatchObject({ kind: 'value', address: 0x8000n });
    expect(caller?.registerNamed('nonsense')).toBeUndefined();
    expect(valueOf(caller?.register(9999))).toBe('notSaved');
  });

  it('says which return address was not collected', async () => {
    const cut = new Map([...saved].slice(0, 2));
    const stack = await callStack(machineWith(x86, registers, cut), [await program()]);
    expect(outline(stack.frames)).toEqual(['normal 1210', 'normal 1120']);
    expect(stack.end).toBe('The return address at 0x8020 was not collected.');
    expect(stack.unavailableCaller).toMatchObject({ level: 2, kind: 'unavailable' });
  });

  it('has a register that was saved to memory nobody collected as unavailable', async () => {
    const cut = new Map([...saved].filter(([address]) => address !== 0x8018n));
    const { frames } = await callStack(machineWith(x86, registers, cut), [await program()]);
    expect(valueOf(frames[2]?.register(3))).toBe('unavailable');
  });

  it('says which register was not collected', async () => {
    const whole = machineWith(x86, registers, saved);
    const frame = { ...whole.frame, blocks: [] };
    const layout = whole.registers?.layout;
    const made = new FrameState(frame, layout, atLeaf);
    const stack = await callStack(made, [await program()]);
    expect(outline(stack.frames)).toEqual(['normal 1210']);
    expect(stack.end).toBe('Register rsp, which leads to the caller, was not collected.');
    expect(stack.unavailableCaller).toBeUndefined();
  });

  it('of a frame without PC has no stack frames', async () => {
    const none = machineWith(x86, undefined, saved);
    const stack = await callStack(none, [await program()]);
    expect(stack).toMatchObject({ frames: [], end: 'The PC was not collected.' });
    expect(stack.unavailableCaller).toMatchObject({ level: 0, kind: 'unavailable' });
  });

  it('of registers whose layout is not known has what the PC says', async () => {
    const { frame } = machineWith(x86, undefined, saved);
    const made = new FrameState(frame, undefined, atLeaf);
    const stack = await callStack(made, [await program()]);
    expect(outline(stack.frames)).toEqual(['normal 1210']);
    expect(valueOf(stack.frames[0]?.register(0))).toBe('unavailable');
    expect(stack.end).toBe('The layout of the registers is not known.');
  });

  it('ends without a word where the return address is undefined', async () => {
    const stack = await callStack(machineWith(x86, { ...registers, rip: 0x1410n }, saved), [
      await program(),
    ]);
    expect(outline(stack.frames)).toEqual(['normal 1410']);
    expect(stack.end).toBeUndefined();
  });

  it('ends at a PC of zero, which is shown', async () => {
    const zero = new Map([[0x8000n, 0n]]);
    const stack = await callStack(machineWith(x86, registers, zero), [await program()]);
    expect(outline(stack.frames)).toEqual(['normal 1210', 'normal 0']);
    expect(stack.end).toBeUndefined();
  });

  it('ends where a stack frame comes again', async () => {
    // A CFA that is always the same: rbp.
    const circle: MadeCode = { name: 'circle', start: 0x1100n, instructions: [0x0c, 6, 16] };
    const around = new Map([[0x9008n, 0x1120n]]);
    const machine = machineWith(x86, { rip: 0x1110n, rbp: 0x9000n, rsp: 0x8000n }, around);
    const stack = await callStack(machine, [await placed(x86, [circle], common)]);
    expect(outline(stack.frames)).toEqual(['normal 1110']);
    expect(stack.end).toMatch(/already here/);
  });

  it('ends where a caller is inside its callee', async () => {
    const back: MadeCode = { name: 'back', start: 0x1600n, instructions: [0x0c, 6, 16] };
    const below = new Map([
      [0x8000n, 0x1620n],
      [0x7008n, 0x1130n],
    ]);
    const machine = machineWith(x86, { rip: 0x1210n, rsp: 0x8000n, rbp: 0x7000n }, below);
    const stack = await callStack(machine, [await placed(x86, [leaf, back], common)]);
    expect(outline(stack.frames)).toEqual(['normal 1210', 'normal 1620']);
    expect(stack.end).toMatch(/lies inside/);
  });

  it('ends after very many stack frames', async () => {
    const deep = new Map(
      Array.from({ length: 12_000 }, (_, i) => [0x8000n + 8n * BigInt(i), 0x1220n] as const),
    );
    const stack = await callStack(machineWith(x86, registers, deep), [await program()]);
    expect(stack.frames).toHaveLength(10_000);
    expect(stack.end).toMatch(/more than 10000/);
  });
});

describe('a signal', () => {
  it('interrupted its caller, which is looked up at its PC', async () => {
    const restore = { name: 'restore', start: 0x1600n, instructions: [0x83, 2] };
    const signals = await placed(x86, [restore], { ...common, augmentation: 'zS' });
    const interrupted = new Map([[0x8000n, 0x1100n]]);
    const machine = machineWith(x86, { rip: 0x1600n, rsp: 0x8000n }, interrupted);
    const stack = await callStack(machine, [signals]);
    expect(outline(stack.frames)).toEqual(['signal 1600', 'normal 1100']);
    expect(stack.frames.map(({ lookupPc }) => lookupPc)).toEqual([0x1600n, 0x1100n]);
  });

  it('did not call its trampoline, whose first byte is the return address', async () => {
    const restore = { name: 'restore', start: 0x15ffn, instructions: [0x83, 2] };
    const signals = await placed(x86, [restore], { ...common, augmentation: 'zS' });
    const returned = new Map([
      [0x8000n, 0x1600n],
      [0x8008n, 0x1100n],
    ]);
    const blindly = await placed(x86, [{ ...leaf, start: 0x1200n }], common);
    const machine = machineWith(x86, { rip: 0x81210n, rsp: 0x8000n }, returned);
    const stack = await callStack(machine, [{ ...blindly, slide: 0x80000n }, signals]);
    expect(outline(stack.frames)).toEqual(['normal 81210', 'signal 1600', 'normal 1100']);
    expect(stack.frames.map(({ lookupPc }) => lookupPc)).toEqual([0x81210n, 0x1600n, 0x1100n]);
  });
});

describe('without call frame information, in no known function', () => {
  const chain = new Map([
    [0x9000n, 0x9100n],
    [0x9008n, 0x1030n],
  ]);

  it('the frame pointer leads on, and what it leads to is a guess', async () => {
    const machine = machineWith(x86, { rip: 0x1510n, rsp: 0x8ff0n, rbp: 0x9000n }, chain);
    const stack = await callStack(machine, [await program()]);
    expect(outline(stack.frames)).toEqual(['normal 1510', 'guess 1030']);
    const [, caller] = stack.frames;
    expect(valueOf(caller?.registerNamed('rbp'))).toBe(0x9100n);
    expect(valueOf(caller?.registerNamed('rsp'))).toBe(0x9010n);
    expect(valueOf(caller?.registerNamed('rbx'))).toBe('notSaved');
  });

  it.each([
    ['is not collected', { rbp: 0x9300n }, /leads to was not collected/],
    ['is zero', { rbp: 0n }, /the frame pointer does not/],
    ['is odd', { rbp: 0x9001n }, /the frame pointer does not/],
    ['lies below the stack', { rbp: 0x8000n }, /the frame pointer does not/],
  ])('nothing leads on where what it points to %s', async (_, changed, why) => {
    const machine = machineWith(x86, { rip: 0x1510n, rsp: 0x8ff0n, ...changed }, chain);
    const stack = await callStack(machine, [await program()]);
    expect(outline(stack.frames)).toEqual(['normal 1510']);
    expect(stack.end).toMatch(why);
  });

  it('the chain ends at a return address of zero', async () => {
    const end = new Map([[0x9008n, 0n]]);
    const machine = machineWith(x86, { rip: 0x1510n, rsp: 0x8ff0n, rbp: 0x9000n }, end);
    const stack = await callStack(machine, [await program()]);
    expect(outline(stack.frames)).toEqual(['normal 1510']);
    expect(stack.end).toBeUndefined();
  });
});

it('without call frame information has its caller where the code leaves it', async () => {
  // The function moves no stack pointer.
  const machine = machineWith(x86, { ...registers, rip: 0x1310n }, saved);
  const stack = await callStack(machine, [await program()]);
  expect(outline(stack.frames)).toEqual(['normal 1310', 'normal 1120', 'normal 1030']);
});

describe('code that no function holds', () => {
  it('is left as if the call had just been made, as gdb leaves it', async () => {
    const words = new Map([
      [0x8000n, 0x1610n],
      [0x8008n, 0x1120n],
      [0x8028n, 0x1030n],
    ]);
    const machine = machineWith(x86, { rip: 0x1210n, rsp: 0x8000n, rbp: 0x9000n }, words);
    const stack = await callStack(machine, [await program()]);
    const pcs = ['normal 1210', 'normal 1610', 'normal 1120', 'normal 1030'];
    expect(outline(stack.frames)).toEqual(pcs);
    expect(stack.frames[1]?.cfa).toBe(0x8010n);
  });
});

describe('an inlined call', () => {
  it.each([
    [12, { file: 'fmt.rs', line: 12, column: 5 }],
    [0, undefined],
  ])('of line %i has the place %o', (line, place) => {
    const scope = { inlinedAt: { file: 'fmt.rs', line, column: 5 } } as FunctionScope;
    expect(inlinedCallOf({ scope })).toEqual(place);
  });
});

describe('return addresses', () => {
  it('of AArch64 lose their signature where there is one', async () => {
    const arm = { machine: 183, bits: 64, order: 'little' } as const;
    const rules = { instructions: [0x0c, 31, 0], returnAddress: 30 };
    const signed = { name: 'leaf', start: 0x1200n, instructions: [0x2d] };
    const plain = { name: 'other', start: 0x1300n, instructions: [] };
    const program = await placed(arm, [signed, plain], rules);
    const machine = (pc: bigint, link: bigint) => machineWith(arm, { pc, sp: 0x8000n, x30: link });
    const of = async (pc: bigint, link: bigint) =>
      outline((await callStack(machine(pc, link), [program])).frames)[1];
    expect(await of(0x1210n, 0x2a7f_0000_0000_1350n)).toBe('normal 1350');
    expect(await of(0x1210n, 0x2a80_0000_0000_1350n)).toBe('normal ffff000000001350');
    expect(await of(0x1310n, 0x2a7f_0000_0000_1350n)).toBe('normal 2a7f000000001350');
  });

  it('of Arm lose the bit that says Thumb', async () => {
    const arm = { machine: 40, bits: 32, order: 'little' } as const;
    const program = await placed(arm, [leaf], { instructions: [0x0c, 13, 0], returnAddress: 14 });
    const machine = machineWith(arm, { pc: 0x1210n, sp: 0x8000n, lr: 0x1351n });
    const { frames } = await callStack(machine, [program]);
    expect(outline(frames)).toEqual(['normal 1210', 'normal 1350']);
  });

  it('of 31-bit s390 lose the bit that says so', async () => {
    const s390 = { machine: 22, bits: 32, order: 'big' } as const;
    const rules = { instructions: [0x0c, 15, 96], returnAddress: 14, dataAlignment: -4 };
    const program = await placed(s390, [leaf], rules);
    const machine = machineWith(s390, { pswa: 0x80001210n, r15: 0x8000n, r14: 0x80001350n });
    const { frames } = await callStack(machine, [program]);
    expect(outline(frames)).toEqual(['normal 1210', 'normal 1350']);
    expect(frames[0]?.cfa).toBe(0x8060n);
    // The stack pointer is kept like any other register, and is not the CFA.
    expect(valueOf(frames[1]?.registerNamed('r15'), 'big')).toBe(0x8000n);
  });
});
