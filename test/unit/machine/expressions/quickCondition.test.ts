import { describe, expect, it } from 'vitest';
import { BaseTypes } from '../../../../src/machine/expressions/baseTypes';
import { compile } from '../../../../src/machine/expressions/compile';
import type { NumberVariable } from '../../../../src/machine/expressions/quickCondition';
import { typeOfRegister } from '../../../../src/machine/expressions/registerValue';
import { scalarType } from '../../../../src/machine/expressions/scalar';
import { stoppedAt } from './stopped';

const held = { 0: 'feffffffffffffff', 128: '5911400000000000', 24: '0700000000000000' };
const frame = stoppedAt(
  { registers: held },
  { convenience: (name) => (name === 'hits' ? 5n : undefined) },
);
const types = new BaseTypes(frame.surroundings);

/** A register of the frame, `$hits`, or one that was not collected. */
function variable(name: string): NumberVariable | undefined {
  if (name === 'hits') return { type: types.longLong, read: () => 5n };
  if (name === 'gone') return { type: types.longLong, read: () => undefined };
  const read = frame.machine.registers?.read(name);
  const type = read && scalarType(typeOfRegister(read.register, name));
  if (!type) return undefined;
  const view = new DataView(new Uint8Array(read.bytes ?? []).buffer);
  return {
    type,
    read: () => (type.size === 8 ? view.getBigUint64(0, true) : BigInt(view.getUint32(0, true))),
  };
}

async function both(text: string) {
  const compiled = await compile(text, frame.surroundings);
  if ('problem' in compiled) throw new Error(compiled.problem);
  const slow = await compiled.holds(frame);
  return { quick: compiled.quick(variable), slow: typeof slow === 'boolean' ? slow : undefined };
}

describe('a condition on numbers', () => {
  it.each([
    ['$rax == -2', true],
    ['$rax > 0', false],
    ['(unsigned long) $rax > 0', true],
    ['$eax == 0xfffffffe', true],
    ['$pc == 0x401159', true],
    ['$rip >= 0x401000 && $rip < 0x402000', true],
    ['$rip - 0x59 == 0x401100', true],
    ['$hits * 2 + 1 == 11', true],
    ['$hits % 2 ? $rax < 0 : 0', true],
    ['!($hits & 4)', false],
    ['~$rax == 1', true],
    ['(char) $rax == -2', true],
    ["'a' < $rax", false],
    ['$hits / 2.0 == 2.5', true],
    ['$hits / ($rax + 2)', undefined],
    ['$rax < 0 || 1 / 0', true],
  ])('%s', async (text, wanted) => {
    const { quick, slow } = await both(text);
    expect(quick?.()).toBe(wanted);
    expect(slow).toBe(wanted);
  });

  it('is not known where a number that it needs was not collected', async () => {
    const needing = await both('$gone > 1 || 1');
    expect(needing.quick?.()).toBeUndefined();
    const deciding = await both('1 || $gone > 1');
    expect(deciding.quick?.()).toBe(true);
  });

  it.each(['*$rax', '$xmm0.v4_int32[0]', '$_collected($rax)', '$nothing', '"a"', 'sizeof(int)'])(
    '%s is none',
    async (text) => {
      expect((await both(text)).quick).toBeUndefined();
    },
  );
});
