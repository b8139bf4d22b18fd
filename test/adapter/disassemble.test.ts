// Disassembly as VS Code asks for it.
import type { DebugProtocol } from '@vscode/debugprotocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TraceClient, corpus } from './client';

type Row = DebugProtocol.DisassembledInstruction;

let client: TraceClient;

beforeEach(async () => {
  client = await TraceClient.start();
});

afterEach(async () => {
  await client.stop();
});

const launch = (args: object = {}) =>
  client.launchTrace({ trace: corpus('x86_64/app.tf'), program: corpus('x86_64/app'), ...args });

async function disassemble(args: Partial<DebugProtocol.DisassembleArguments>): Promise<Row[]> {
  const response: DebugProtocol.DisassembleResponse = await client.customRequest('disassemble', {
    memoryReference: '0x401159',
    instructionCount: 1,
    resolveSymbols: true,
    ...args,
  });
  return response.body?.instructions ?? [];
}

const texts = (rows: Row[]) => rows.map(({ address, instruction }) => `${address} ${instruction}`);

describe('disassembly', () => {
  it('is offered, and begins at a stack frame’s instruction', async () => {
    await launch();
    const { instructionPointerReference } = await client.stackFrame();
    expect(instructionPointerReference).toBe('0x401159');
    expect(await disassemble({ instructionCount: 2 })).toEqual([
      {
        address: '0x401159',
        instructionBytes: '8b 55 dc',
        instruction: 'mov    -0x24(%rbp),%edx',
        location: expect.objectContaining({ name: 'app.c' }) as object,
        line: 12,
      },
      {
        address: '0x40115c',
        instructionBytes: '48 8d 45 e0',
        instruction: 'lea    -0x20(%rbp),%rax',
      },
    ]);
  });

  it('goes back over the beginning of a function, with its symbol', async () => {
    await launch();
    const rows = await disassemble({ instructionOffset: -8, instructionCount: 9 });
    expect(texts(rows)).toEqual([
      '0x401144 jmp    0x4010d0 <register_tm_clones>',
      '0x401146 push   %rbp',
      '0x401147 mov    %rsp,%rbp',
      '0x40114a push   %rbx',
      '0x40114b sub    $0x28,%rsp',
      '0x40114f mov    %edi,-0x24(%rbp)',
      '0x401152 mov    %rsi,-0x30(%rbp)',
      '0x401156 mov    %edx,-0x28(%rbp)',
      '0x401159 mov    -0x24(%rbp),%edx',
    ]);
    expect(rows.map(({ symbol }) => symbol).filter(Boolean)).toEqual(['helper']);
    expect(rows.map(({ line }) => line)).toEqual([
      undefined,
      10,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      12,
    ]);
  });

  it('counts bytes and instructions from the reference', async () => {
    await launch();
    expect(texts(await disassemble({ offset: 3 }))).toEqual(['0x40115c lea    -0x20(%rbp),%rax']);
    expect(texts(await disassemble({ instructionOffset: 2 }))).toEqual([
      '0x401160 mov    %edx,%ecx',
    ]);
    expect(texts(await disassemble({ instructionOffset: -1 }))).toEqual([
      '0x401156 mov    %edx,-0x28(%rbp)',
    ]);
    expect(await disassemble({ instructionCount: 0 })).toEqual([]);
  });

  it('is of the same instructions whichever way they are asked for', async () => {
    await launch();
    const whole = await disassemble({ instructionOffset: -60, instructionCount: 120 });
    expect(whole).toHaveLength(120);
    const [first] = whole;
    const again = await disassemble({
      memoryReference: first?.address ?? '',
      instructionCount: 120,
    });
    expect(texts(again)).toEqual(texts(whole));
  });

  it('leaves symbols out where they are not wanted', async () => {
    await launch();
    const [row] = await disassemble({ memoryReference: '0x4011e1', resolveSymbols: false });
    expect(row?.instruction).toBe('jmp    0x4011e6');
  });

  it('is written as Intel does where that is asked for', async () => {
    await launch({ disassemblyFlavor: 'intel' });
    const [row] = await disassemble({});
    expect(row?.instruction).toBe('mov    edx,DWORD PTR [rbp-0x24]');
  });

  it.each([
    ['aarch64/t1-regs.tf', 'aarch64/app', 'ldr w0, [sp, #44]'],
    ['s390x/t1-regs.tf', 's390x/app', 'l %r1,172(%r11)'],
    ['extra/i386/lanes.plain.tf', 'extra/i386/lanes', 'mov    0x8(%ebp),%eax'],
  ])('is of the processor that was traced: %s', async (trace, program, instruction) => {
    await client.launchTrace({ trace: corpus(trace), program: corpus(program) });
    const { instructionPointerReference = '' } = await client.stackFrame();
    const rows = await disassemble({
      memoryReference: instructionPointerReference,
      instructionOffset: -3,
      instructionCount: 4,
    });
    expect(rows.at(-1)?.address).toBe(instructionPointerReference);
    expect(rows.at(-1)?.instruction).toBe(instruction);
  });

  it('marks what the frame does not hold, row by row', async () => {
    await launch({ transparent: 'off' });
    const missing = { instruction: '<unavailable>', presentationHint: 'invalid' };
    expect(await disassemble({ instructionOffset: -1, instructionCount: 2 })).toEqual([
      { address: '0x401158', ...missing },
      { address: '0x401159', ...missing },
    ]);
  });

  it('has rows around the ends of the address space', async () => {
    await launch();
    const rows = await disassemble({
      memoryReference: '0x1',
      instructionOffset: -3,
      instructionCount: 5,
    });
    expect(rows.map(({ address }) => address)).toEqual([
      '0xfffffffffffffffe',
      '0xffffffffffffffff',
      '0x0',
      '0x1',
      '0x2',
    ]);
    expect(rows.every(({ presentationHint }) => presentationHint === 'invalid')).toBe(true);
    expect(
      await disassemble({ memoryReference: '0xffffffffffffffff', instructionCount: 300 }),
    ).toHaveLength(300);
  });

  it.each([
    [{ memoryReference: 'here' }, '“here” is not an address.'],
    [{ memoryReference: '-1' }, '“-1” is not an address.'],
    [{ memoryReference: undefined }, 'Missing argument "memoryReference".'],
    [{ instructionCount: -1 }, 'disassemble needs whole offsets and a count of 0 or more.'],
    [{ instructionCount: 1.5 }, 'disassemble needs whole offsets and a count of 0 or more.'],
    [{ instructionCount: '9' }, 'disassemble needs whole offsets and a count of 0 or more.'],
    [{ instructionCount: 10_001 }, 'At most 10000 instructions are disassembled at once'],
    [{ instructionOffset: -1e9 }, 'At most 10000 instructions are disassembled at once'],
    [{ offset: 0.5 }, 'disassemble needs whole offsets and a count of 0 or more.'],
  ])('declines what makes no sense, and goes on: %j', async (args, sentence) => {
    await launch();
    const wrong = args as Partial<DebugProtocol.DisassembleArguments>;
    await expect(disassemble(wrong)).rejects.toThrow(sentence);
    expect(await disassemble({})).toHaveLength(1);
  });

  it('declines a syntax that there is not', async () => {
    await expect(
      client.launchRequest({ trace: corpus('x86_64/app.tf'), disassemblyFlavor: 'masm' } as object),
    ).rejects.toThrow('"disassemblyFlavor" must be "att" or "intel".');
  });
});
