// What agent expressions collect, run on what a frame holds.
import { describe, expect, it } from 'vitest';
import { fromHex } from '../../../../src/bytes/hex';
import { readAgentExpression } from '../../../../src/format/agentExpression';
import { runAgentExpression, type AgentMachine } from '../../../../src/trace/collection/agentRun';

const machine: AgentMachine = {
  order: 'little',
  register: (number) => (number === 6 ? 0x7000n : undefined),
  memory: (address, length) =>
    Promise.resolve(
      address >= 0x100n && address + BigInt(length) <= 0x200n
        ? Uint8Array.from({ length }, (_, i) => Number(address & 0xffn) + i)
        : undefined,
    ),
};

function run(code: string) {
  return runAgentExpression(readAgentExpression(fromHex(code.replaceAll(' ', ''))), machine);
}

describe('a run', () => {
  it('collects memory at a register, as gdb compiles a local', async () => {
    // reg 6; const8 16; add; const8 0xcc; ext 8; add; const8 4; trace; end
    expect(await run('26 0006 22 10 02 22 cc 16 08 02 22 04 0c 27')).toEqual({
      collected: [{ kind: 'memory', address: 0x7000n + 16n - 52n, length: 4n }],
    });
  });

  it('follows a pointer that the frame has', async () => {
    // const16 0x110; trace_quick 8; ref64; const8 2; trace; end
    expect(await run('23 0110 0d 08 1a 22 02 0c 27')).toEqual({
      collected: [
        { kind: 'memory', address: 0x110n, length: 8n },
        { kind: 'memory', address: 0x1716151413121110n, length: 2n },
      ],
    });
  });

  it('does not know where a pointer leads that the frame lacks', async () => {
    expect(await run('23 0300 0d 08 1a 22 02 0c 27')).toEqual({
      collected: [
        { kind: 'memory', address: 0x300n, length: 8n },
        { kind: 'memory', length: 2n },
      ],
    });
  });

  it('does not know registers that were not collected', async () => {
    expect(await run('26 0007 22 01 0c 27')).toEqual({
      collected: [{ kind: 'memory', length: 1n }],
    });
  });

  it('collects variables and strings, and nothing where it only sets', async () => {
    // getv 1; const8 1; add; setv 1; end
    expect(await run('2c 0001 22 01 02 2d 0001 27')).toEqual({ collected: [] });
    // getv 1; tracev 1; pop; end
    expect(await run('2c 0001 2e 0001 29 27')).toEqual({
      collected: [{ kind: 'variable', number: 1 }],
    });
    // const16 0x110; const8 200; tracenz; end
    expect(await run('23 0110 22 c8 2f 27')).toEqual({
      collected: [{ kind: 'string', address: 0x110n, most: 200n }],
    });
  });

  it('stops where it divides by zero, with what came before', async () => {
    // const8 1; trace_quick 4; const8 0; div_signed; end
    const { collected, stopped } = await run('22 01 0d 04 22 00 05 27');
    expect(collected).toHaveLength(1);
    expect(stopped).toBe('it divides by zero');
  });

  it('stops where it branches on what is not known, and takes the way that is known', async () => {
    expect((await run('26 0007 20 0006 27 27')).stopped).toBe('it branches on what is not known');
    // const8 1; if_goto 8; const8 9; pop; end; end
    expect(await run('22 01 20 0008 22 09 27 27')).toEqual({ collected: [] });
  });

  it.each([
    ['nothing', '', 'nothing can be read at its byte 0'],
    ['an unknown operation', 'ff', 'nothing can be read at its byte 0'],
    ['an empty stack', '02 27', 'its stack runs empty or full'],
    ['a loop', '21 0000', 'it runs too long'],
    ['a full stack', '22 01 28 21 0002', 'its stack runs empty or full'],
    ['a jump to nowhere', '21 0100 27', 'nothing can be read at its byte 256'],
  ])('leaves %s alone', async (_, code, why) => {
    expect(await run(code)).toEqual({ collected: [], stopped: why });
  });

  it.each([
    ['sub', '22 05 22 07 03', -2n],
    ['mul', '22 05 22 07 04', 35n],
    ['div_signed', '22 f9 16 08 22 02 05', -3n],
    ['rem_signed', '22 f9 16 08 22 02 07', -1n],
    ['rem_unsigned', '22 07 22 04 08', 3n],
    ['lsh', '22 01 22 08 09', 256n],
    ['rsh_signed', '22 80 16 08 22 01 0a', -64n],
    ['bit_not', '22 00 12', -1n],
    ['log_not', '22 00 0e', 1n],
    ['equal', '22 03 22 03 13', 1n],
    ['less_signed', '22 ff 16 08 22 01 14', 1n],
    ['less_unsigned', '22 ff 16 08 22 01 15', 0n],
    ['zero_ext', '22 ff 16 08 2a 04', 15n],
    ['swap', '22 01 22 02 2b 03', 1n],
    ['rot', '22 01 22 02 22 03 33 03', -1n],
    ['pick', '22 01 22 02 32 01 03', 1n],
    ['dup', '22 05 28 02', 10n],
    ['ref16', '23 0110 18', 0x1110n],
  ])('computes %s', async (_, code, value) => {
    const { collected } = await run(`${code} 22 01 0c 27`);
    const [collecting] = collected;
    expect(collecting?.kind === 'memory' && BigInt.asIntN(64, collecting.address ?? 99n)).toBe(
      value,
    );
  });
});
