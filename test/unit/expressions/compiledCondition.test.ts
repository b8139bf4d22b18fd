import { describe, expect, it } from 'vitest';
import { compile } from '../../../src/expressions/compile';
import type { SearchFrame } from '../../../src/expressions/closures/searchFrame';
import { stoppedAt } from './stopped';

const held = { 0: 'feffffffffffffff', 128: '5911400000000000', 24: '0700000000000000' };
const variables: Readonly<Record<string, bigint>> = { hits: 5n, large: -(1n << 40n) };
const frame = stoppedAt(
  { registers: held },
  { convenience: (name) => variables[name] ?? (name === 'trace_frame' ? 0n : undefined) },
);

/** The registers of the frame, and its variables by number; nothing else is collected. */
class Registers implements SearchFrame {
  readonly view: DataView;
  at = 0;
  readonly number = 0;
  readonly tracepoint = 1;
  readonly order = 'little';

  constructor() {
    this.view = new DataView(new ArrayBuffer(816));
    for (const [at, hex] of Object.entries(held)) {
      this.view.setBigUint64(Number(at), BigInt(`0x${hex}`), false);
    }
  }

  reachRegisters(offset: number, size: number): boolean {
    this.at = offset;
    return offset + size <= this.view.byteLength;
  }

  reachMemory(): boolean {
    return false;
  }

  isCollected(): boolean {
    return false;
  }

  variable(number: number): bigint | undefined {
    return Object.values(variables)[number];
  }

  hasChanged(): boolean {
    return false;
  }
}

const names = [...Object.keys(variables), 'gone'];
const variable = (name: string) => (names.includes(name) ? names.indexOf(name) : undefined);

async function both(text: string) {
  const compiled = await compile(text, frame);
  if ('problem' in compiled) throw new Error(compiled.problem);
  const slow = await compiled.holds(frame);
  const condition = await compiled.condition(frame, new Registers(), variable);
  return { condition, slow: typeof slow === 'boolean' ? slow : undefined };
}

async function compiledAnswer(text: string): Promise<boolean | undefined> {
  const { condition } = await both(text);
  if (!condition || 'problem' in condition) throw new Error(`${text} is not compiled`);
  return condition.holds();
}

describe('a condition that does not wait', () => {
  it.each([
    ['$rax == -2', true],
    ['$rax > 0', false],
    ['(unsigned long) $rax > 0', true],
    ['$eax == 0xfffffffe', true],
    ['$pc == 0x401159', true],
    ['$rip >= 0x401000 && $rip < 0x402000', true],
    ['$rip - 0x59 == 0x401100', true],
    ['$hits > 4', true],
    ['$hits < 6u', true],
    ['$large < 0', true],
    ['$large < 1ul', false],
    ['!($rbx & 4)', true],
    ['~$rax == 1', true],
    ['(char) $rax == -2', true],
    ["'a' < $rax", false],
    ['$rax / 2.0 == -1', true],
    ['$rax / ($rax + 2)', undefined],
    ['$rax < 0 || 1 / 0', true],
    ['$rax < 0 ? $rcx : $rbx', false],
    ['sizeof(int) == 4', true],
    ['$xmm0.v4_int32[0] == 0', true],
    ['$xmm0.v4_int32[4] == 0', undefined],
    ['*(int *) $rax == 1', undefined],
    ['$_collected($rax)', true],
    ['$_collected(*(int *) $rax)', false],
  ])('%s', async (text, wanted) => {
    const { slow } = await both(text);
    expect(await compiledAnswer(text)).toBe(wanted);
    expect(slow).toBe(wanted);
  });

  it('is not available where a variable that it needs was not collected', async () => {
    expect(await compiledAnswer('$gone > 1 || 1')).toBeUndefined();
    expect(await compiledAnswer('1 || $gone > 1')).toBe(true);
  });

  it('is compiled in one walk, however deep its operators stand in each other', async () => {
    const deep = `${'&*'.repeat(60)}(int *) $rax == (int *) -2`;
    expect(await compiledAnswer(deep)).toBe(true);
  });

  it('waits for nothing that is not needed', async () => {
    expect(await compiledAnswer('$rax == -2 || $_strlen("abc" + $rcx) > 1')).toBe(true);
    const { condition } = await both('$rax == 7 || $_strlen((char *) $rcx) > 1');
    expect(() => condition && 'holds' in condition && condition.holds()).toThrow('yet to be read');
  });

  it.each([
    ['$pc == 1 && $trace_frame < 5 && $tracepoint', false],
    ['$rax == 1', true],
    ['$hits == 1', true],
    ['{int} 16 == 1', true],
  ])('%s reads the frame: %s', async (text, wanted) => {
    expect((await both(text)).condition).toMatchObject({ readsFrame: wanted });
  });

  it.each(['$_strlen((char *) $rax)', '$nothing', '"a"', '$hits + 1', '$rax, $rbx'])(
    '%s is none',
    async (text) => {
      expect((await both(text)).condition).toBeUndefined();
    },
  );

  it.each(['nosuch == 1', '$rax->nosuch', '*$xmm0', '$_collected($rax->x)'])(
    '%s fails wherever it is',
    async (text) => {
      expect((await both(text)).condition).toHaveProperty('problem');
    },
  );
});
