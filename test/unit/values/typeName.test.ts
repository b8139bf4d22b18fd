import { expect, it } from 'vitest';
import { plainDeclaration } from '../../../src/values/declarationLines';
import { typeDeclaration } from '../../../src/values/typeDeclaration';
import { declaration, typeName } from '../../../src/values/typeName';
import type { FunctionType, Type } from '../../../src/symbols/type';
import {
  anonymous,
  arrayOf,
  base,
  char,
  enumOf,
  int,
  member,
  pointerTo,
  referenceTo,
  struct,
} from './makers';

const cPlusPlus = 0x21;
const rust = 0x1c;

const functionOf = (result: Type, ...parameters: Type[]): FunctionType => ({
  kind: 'function',
  result,
  prototyped: true,
  variadic: false,
  parameters: () => Promise.resolve(parameters),
});

const constant = (target: Type): Type => ({ kind: 'const', target });
const volatile = (target: Type): Type => ({ kind: 'volatile', target });
const point = struct('point', 8, []);

it.each<[Type, number, string]>([
  [int, 0x1d, 'int'],
  [base('long unsigned int', 8, 7), 0x1d, 'unsigned long'],
  [base('short int', 2, 5), 0x1d, 'short'],
  [pointerTo(arrayOf(int, 3)), 0x1d, 'int (*)[3]'],
  [arrayOf(pointerTo(functionOf(int, int, pointerTo(char))), 2), 0x1d, 'int (*[2])(int, char *)'],
  [pointerTo(functionOf({ kind: 'void' })), 0x1d, 'void (*)(void)'],
  [{ ...functionOf(int), prototyped: false }, 0x1d, 'int ()'],
  [{ ...functionOf(int, int), variadic: true }, 0x1d, 'int (int, ...)'],
  [constant(pointerTo(volatile(constant(int)))), 0x1d, 'const volatile int * const'],
  [pointerTo(constant(pointerTo(constant(char)))), 0x1d, 'const char * const *'],
  [arrayOf(int, 2, 3), 0x1d, 'int [2][3]'],
  [{ ...arrayOf(int, 4), vector: true }, 0x1d, 'int __attribute__ ((vector_size(4)))'],
  [referenceTo(arrayOf(int, 3)), cPlusPlus, 'int (&)[3]'],
  [referenceTo(constant(arrayOf(char, 3))), cPlusPlus, 'const char (&)[3]'],
  [constant(arrayOf(int, 2, 3)), cPlusPlus, 'const int [2][3]'],
  [struct('Of<char[6]>', 1, []), cPlusPlus, 'Of<char [6]>'],
  [struct('Of<const char (&)[3]>', 1, []), cPlusPlus, 'Of<char const (&) [3]>'],
  [struct('Num<3U, 4UL, -5LL>', 4, []), cPlusPlus, 'Num<3u, 4ul, -5ll>'],
  [point, 0x1d, 'struct point'],
  [point, cPlusPlus, 'point'],
  [anonymous('struct', 4, []), 0x1d, 'struct {...}'],
  [enumOf({}), 0x1d, 'enum flags'],
  [{ kind: 'memberPointer', target: int, of: point, size: 8 }, cPlusPlus, 'int point::*'],
  [
    {
      kind: 'memberPointer',
      target: functionOf({ kind: 'void' }, pointerTo(point), int),
      of: point,
      size: 16,
    },
    cPlusPlus,
    'void (point::*)(point * const, int)',
  ],
  [{ kind: 'void' }, 0x1d, 'void'],
  [pointerTo(base('u8', 1, 7)), rust, '*mut u8'],
  [arrayOf(base('i32', 4, 5), 2, 3), rust, '[[i32; 3]; 2]'],
  [pointerTo(functionOf(base('u64', 8, 7), base('i8', 1, 5))), rust, '*mut fn (i8) -> u64'],
])('%# %o in %i', async (type, language, name) => {
  expect(await typeName(type, language)).toBe(name);
});

it('declarations', async () => {
  expect(await declaration(pointerTo(arrayOf(int, 3)), 'rows', 0x1d)).toBe('int (*rows)[3]');
  expect(await declaration(constant(pointerTo(char)), 'name', 0x1d)).toBe('char * const name');
});

// gdb 13: an array loses the qualifiers of its typedef, what is inside of another type those of a
// typedef of a pointer, and void all of its own.
const ip: Type = { kind: 'typedef', name: 'ip', target: pointerTo(int) };
const fn: Type = { kind: 'typedef', name: 'fn', target: pointerTo(functionOf(int, int)) };

const named = (name: string, target: Type): Type => ({ kind: 'typedef', name, target });
const cint = named('cint', constant(named('word', int)));
const vcint = named('vcint', { kind: 'volatile', target: cint });
const cip = named('cip', constant(pointerTo(int)));
const numbers = named('numbers', arrayOf(int, 3));

it.each<[Type, string, string]>([
  [cint, 'cint', 'const int'],
  [vcint, 'vcint', 'const volatile int'],
  [pointerTo(vcint), 'vcint *', 'const volatile int *'],
  [arrayOf({ kind: 'volatile', target: cip }, 2), 'volatile cip [2]', 'int * const[2]'],
  [constant(numbers), 'const numbers', 'int [3]'],
  [named('fixed', arrayOf(constant(int), 3)), 'fixed', 'const int [3]'],
  [constant(fn), 'const fn', 'int (* const)(int)'],
  [arrayOf(constant(fn), 2), 'const fn [2]', 'int (*[2])(int)'],
  [arrayOf(constant(ip), 2), 'const ip [2]', 'int *[2]'],
  [constant(arrayOf(fn, 2)), 'const fn [2]', 'int (*[2])(int)'],
  [constant(arrayOf(int, 2)), 'const int [2]', 'const int [2]'],
  [pointerTo(constant(fn)), 'const fn *', 'int (**)(int)'],
  [arrayOf(constant(pointerTo(constant(int))), 7), 'const int * const[7]', 'const int * const[7]'],
  [pointerTo(constant({ kind: 'void' })), 'const void *', 'void *'],
  [constant(pointerTo({ kind: 'void' })), 'void * const', 'void * const'],
])('%# what whatis and ptype say', async (type, name, declared) => {
  expect(await typeName(type, 0x1d)).toBe(name);
  expect(await typeDeclaration(type, 0x1d)).toBe(`type = ${declared}`);
});

it('writes enumerators as 64 bits with a sign', async () => {
  const wide = { ...enumOf({ I: 0, J: 0xffffffff }), size: 8 };
  const last = { name: 'K', value: 0xf000_0000_0000_0000n };
  expect(await typeDeclaration({ ...wide, enumerators: [...wide.enumerators, last] }, 0x1d)).toBe(
    'type = enum flags {I, J = 4294967295, K = -1152921504606846976}',
  );
});

// gdb 13 counts from 0 in the elements of an array, and pads a union as if its members began where
// it does.
it('says where members of members are', async () => {
  const pair = anonymous('struct', 8, [member('first', int, 0), member('second', int, 4)]);
  const union = anonymous('union', 24, [
    member('few', int, 0),
    member('many', arrayOf(char, 24), 0),
  ]);
  const all = struct('all', 40, [
    member('pairs', arrayOf(pair, 2), 0),
    member('either', union, 16),
  ]);
  const written = await typeDeclaration(all, 0x1d, { ...plainDeclaration, offsets: 'decimal' });
  expect(written.split('\n')).toEqual([
    '/* offset      |    size */  type = struct all {',
    '/*      0      |      16 */    struct {',
    '/*      0      |       4 */        int first;',
    '/*      4      |       4 */        int second;',
    '                               } pairs[2];',
    '/*     16      |      24 */    union {',
    '/*                     4 */        int few;',
    '/*                    24 */        char many[24];',
    '/* XXX  8-byte padding   */',
    '',
    '                                   /* total size (bytes):   24 */',
    '                               } either;',
    '',
    '                               /* total size (bytes):   40 */',
    '                             }',
  ]);
});
