// Pointers as gdb 13.1 has them. The addresses of bit fields are those of members of a packed
// `struct { unsigned e : 4; _Bool u : 1; int pad : 27, far : 30, next : 20; }`, by 0x1000 more.
import { expect, it } from 'vitest';
import { Bindings } from '../../../src/expressions/bindings';
import { EvaluatingBackEnd } from '../../../src/expressions/evaluation';
import { BaseTypes, type LanguageSemantics } from '../../../src/expressions/languageSemantics';
import { lowerAddress, lowerContents, strideOf } from '../../../src/expressions/lowering/objects';
import { Value } from '../../../src/values/value';
import { anonymous, bool, int, struct } from '../values/makers';
import type { ArrayType, Type } from '../../../src/symbols/type';
import { stoppedAt } from './stopped';

const context = stoppedAt({});
const types = new BaseTypes(context, 'c');
const semantics: LanguageSemantics = { types, language: 'c', machine: 62, typesOnly: false };
const before = () => Promise.resolve('none' as const);
const lookup = { find: () => Promise.resolve({ kind: 'void' }) } as never;
const bindings = await Bindings.of(
  { kind: 'truth', value: true, at: 0 },
  context,
  lookup,
  semantics,
);

it.each([
  [bool, 4, 1, 0x1000n],
  [int, 32, 30, 0x1004n],
  [int, 62, 20, 0x1007n],
])('gives a bit field the address of what holds it: %#', async (type, bit, size, address) => {
  const backEnd = new EvaluatingBackEnd(context, bindings, semantics, before);
  const field = new Value(type, { kind: 'memory', address: 0x1000n }, context, { bit, size });
  const pointer = await lowerAddress(backEnd.object(field), backEnd);
  const { bytes } = await backEnd.value(pointer).contents();
  expect(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true)).toBe(address);
});

it('counts the elements of a pointer by their size, and has no elements without one', async () => {
  const stride = (type: Type) =>
    strideOf(type, new EvaluatingBackEnd(context, bindings, semantics, before));
  expect(await stride(int)).toBe(4n);
  expect(await stride({ kind: 'void' })).toBe(1n);
  const casting = 'try casting to a known type, or void *.';
  await expect(stride(struct('empty', 0, []))).rejects.toThrow(
    `Cannot perform pointer math on incomplete type "empty", ${casting}`,
  );
  await expect(stride(anonymous('struct', 0, []))).rejects.toThrow(
    `Cannot perform pointer math on incomplete types, ${casting}`,
  );
});

it('finds the type of what a pointer leads to, where damage put an array into itself', async () => {
  const dimensions = [{ lower: 0n, count: 2n }];
  const array: ArrayType = {
    kind: 'array',
    dimensions,
    vector: false,
    get element(): Type {
      return array;
    },
  };
  const whatis = { ...semantics, typesOnly: 'whatis' } as const;
  const backEnd = new EvaluatingBackEnd(context, bindings, whatis, before);
  const pointer = new Value(types.pointerTo(array), { kind: 'optimizedOut' }, context);
  expect((await lowerContents(backEnd.object(pointer), backEnd)).type).toBe(array);
});
