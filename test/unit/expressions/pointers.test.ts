// Addresses that gdb 13.1 gave for the members of
// a packed `struct { unsigned e : 4; _Bool u : 1; int pad : 27, far : 30, next : 20; }`, by 0x1000 more.
import { expect, it } from 'vitest';
import { BaseTypes } from '../../../src/expressions/languageSemantics';
import { addressOf } from '../../../src/expressions/pointers';
import { Value } from '../../../src/values/value';
import { bool, int, valueContext } from '../values/makers';

it.each([
  [bool, 4, 1, 0x1000n],
  [int, 32, 30, 0x1004n],
  [int, 62, 20, 0x1007n],
])('gives a bit field the address of what holds it: %#', async (type, bit, size, address) => {
  const field = new Value(type, { kind: 'memory', address: 0x1000n }, valueContext(), {
    bit,
    size,
  });
  const semantics = {
    types: new BaseTypes(valueContext()),
    language: 'c' as const,
    machine: 62,
    typesOnly: false as const,
  };
  const { bytes } = await addressOf(field, semantics).contents();
  expect(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true)).toBe(address);
});
