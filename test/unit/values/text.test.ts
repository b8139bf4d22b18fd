// gdb 13.1's words for values of C and C++, as it printed them for such values of a program.
import { describe, expect, it } from 'vitest';
import { resultText } from '../../../src/expressions/format';
import type { Location } from '../../../src/machine/location';
import { problemOf, valueText, type Format } from '../../../src/values/text/text';
import { Value } from '../../../src/values/value';
import { readLocation } from '../../../src/values/variable';
import type { Program } from '../../../src/symbols/program';
import type { BaseClass, Type } from '../../../src/symbols/type';
import {
  anonymous,
  arrayOf,
  base,
  bool,
  char,
  double,
  encoding,
  enumOf,
  inMemory,
  int,
  long,
  member,
  memoryOf,
  ofBytes,
  pointerTo,
  referenceTo,
  struct,
  valueContext,
  unsignedChar,
  unsignedInt,
} from './makers';

const repeat = (count: number, byte = 0) => Array.from({ length: count }, () => byte);
const wide = (...numbers: number[]) => numbers.flatMap((number) => [number, 0, 0, 0]);
const ascii = (text: string) => [...new TextEncoder().encode(text)];

describe('scalars', () => {
  it.each<[Type, readonly number[], string]>([
    [int, [0xfe, 0xff, 0xff, 0xff], '-2'],
    [char, [65], "65 'A'"],
    [char, [0xff], "-1 '\\377'"],
    [unsignedChar, [0], "0 '\\000'"],
    [char, [39], "39 '\\''"],
    [bool, [1], 'true'],
    [bool, [5], '5'],
    [double, [0x9a, 0x99, 0x99, 0x99, 0x99, 0x99, 0xf1, 0x3f], '1.1000000000000001'],
    [base('float', 4, 4), [0xcd, 0xcc, 0x8c, 0x3f], '1.10000002'],
    [base('_Float16', 2, 4), [0, 0x3e], '1.5'],
    [base('complex float', 8, 3), [0, 0, 0x80, 0x3f, 0, 0, 0, 0x40], '1 + 2i'],
    [base('__int128', 16, 5), repeat(16, 0xff), '-1'],
    [base('char16_t', 2, 0x10), [0xac, 0x20], "8364 u'€'"],
    [base('char32_t', 4, 0x10), [0, 0xf6, 1, 0], "128512 U'😀'"],
    [base('wchar_t', 4, 5), [97, 0, 0, 0], "97 L'a'"],
    [base('_Decimal64', 8, 0x0f), [0x7d, 0, 0, 0, 0, 0, 0x80, 0x31], '1.25'],
    [{ kind: 'typedef', name: 'truth', target: bool }, [0], 'false'],
    [{ kind: 'void' }, [0], 'void'],
  ])('%# %o', async (type, bytes, text) => {
    expect(await valueText(ofBytes(type, bytes))).toBe(text);
  });

  it('long double of the processor', async () => {
    const longDouble = base('long double', 16, 4);
    const x87 = [0xcd, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0x8c, 0xff, 0x3f, ...repeat(6)];
    expect(await valueText(ofBytes(longDouble, x87))).toBe('1.10000000000000000002');
    const quad = [...repeat(14), 0xff, 0x3f];
    expect(await valueText(ofBytes(longDouble, quad, { machine: 183 }))).toBe('1');
    const pair = [...repeat(6), 0xf0, 0x3f, ...repeat(6), 0x90, 0x3c];
    expect(await valueText(ofBytes(longDouble, pair, { machine: 21 }))).toBe(
      '1.00000000000000005551115123125783',
    );
  });

  it('enumerators and flags', async () => {
    const flags = enumOf({ A: 1, B: 2, C: 4 });
    const text = (number: number) => valueText(ofBytes(flags, wide(number)));
    expect(await text(1)).toBe('A');
    expect(await text(3)).toBe('(A | B)');
    expect(await text(9)).toBe('(A | unknown: 0x8)');
    expect(await text(8)).toBe('(unknown: 0x8)');
    expect(await text(0)).toBe('0');
    const plain = enumOf({ one: 1, six: 6 });
    expect(await valueText(ofBytes(plain, wide(7)))).toBe('7');
    const scoped = { ...flags, name: 'ns::mode', scoped: true };
    expect(await valueText(ofBytes(scoped, wide(2), { language: 4 }))).toBe('ns::mode::B');
    const inside = { ...flags, name: 'ns::mode' };
    expect(await valueText(ofBytes(inside, wide(2), { language: 4 }))).toBe('ns::B');
  });
});

describe('strings', () => {
  const text = (bytes: readonly number[], type: Type = char) =>
    valueText(ofBytes(arrayOf(type, bytes.length), bytes));

  it('drops one NUL, escapes in octal, counts runs', async () => {
    expect(await text(ascii('ab\0\0\0\0\0\0'))).toBe('"ab\\000\\000\\000\\000\\000"');
    expect(await text(ascii('abc'))).toBe('"abc"');
    expect(await text([0, ...ascii('11'), 0xff, 0, 0])).toBe('"\\00011\\377\\000"');
    expect(await text(ascii('a"b\\\n\0'))).toBe('"a\\"b\\\\\\n"');
    expect(await text(repeat(16))).toBe("'\\000' <repeats 15 times>");
    expect(await text([...ascii('aaaaaaaaaaaaab'), ...repeat(26)])).toBe(
      "'a' <repeats 13 times>, \"b\", '\\000' <repeats 25 times>",
    );
    expect(await text([0])).toBe('""');
  });

  it('knows UTF-8', async () => {
    expect(await text(ascii('héx\0'))).toBe('"héx"');
    expect(await text([0xc3, 0x41, 0xe2, 0x82, 0x42])).toBe('"\\303A\\342\\202B"');
    expect(await text([0x41, 0xe2, 0x82])).toBe('"A", <incomplete sequence \\342\\202>');
    expect(await text([0xef, 0xfc, 0x80])).toBe('"\\357", <incomplete sequence \\374\\200>');
    expect(await text([0xf8, 0x80, 0x80, 0x80, 0x80])).toBe('"\\370\\200\\200\\200\\200"');
  });

  it('ends after 200 elements', async () => {
    const letters = Array.from({ length: 250 }, (_, i) => 97 + (i % 26));
    expect(await text(letters)).toMatch(/^"[a-z]{200}"\.\.\.$/);
  });

  it('behind a pointer: up to the NUL, the limit or what was not collected', async () => {
    const memory = memoryOf({ 0x1000: 'hello\n\0', 0x2000: 'cut', 0x3000: repeat(300, 0x78) });
    const pointer = (address: number, type: Type = char) =>
      ofBytes(pointerTo(type), [address & 0xff, address >> 8, ...repeat(6)], { memory });
    expect(await valueText(pointer(0x1000))).toBe('0x1000 "hello\\n"');
    expect(await valueText(pointer(0x1000), { top: true })).toBe('0x1000 "hello\\n"');
    expect(await valueText(pointer(0x1000, unsignedChar), { top: true })).toBe(
      '(unsigned char *) 0x1000 "hello\\n"',
    );
    expect(await valueText(pointer(0x2000))).toBe(
      '0x2000 "cut"<error: Cannot access memory at address 0x2003>',
    );
    expect(await valueText(pointer(0x4000))).toBe(
      '0x4000 <error: Cannot access memory at address 0x4000>',
    );
    expect(await valueText(pointer(0x3000))).toBe("0x3000 'x' <repeats 200 times>...");
    expect(await valueText(pointer(0))).toBe('0x0');
  });
});

describe('arrays and classes', () => {
  const point = struct('point', 8, [member('x', int, 0), member('y', int, 4)]);

  it('counts equal neighbours beyond ten', async () => {
    const ten = ofBytes(arrayOf(int, 10), repeat(40));
    expect(await valueText(ten)).toBe('{0, 0, 0, 0, 0, 0, 0, 0, 0, 0}');
    const more = ofBytes(arrayOf(int, 13), [...repeat(44), ...wide(1, 2)]);
    expect(await valueText(more)).toBe('{0 <repeats 11 times>, 1, 2}');
    expect(await valueText(ofBytes(arrayOf(int, 2, 2), wide(1, 2, 3, 4)))).toBe('{{1, 2}, {3, 4}}');
  });

  it('over several lines with set print array, with indexes', async () => {
    const value = ofBytes(arrayOf(int, 2, 2), wide(1, 2, 3, 4));
    expect(await valueText(value, { settings: { arrays: true } })).toBe(
      '{\n  {\n    1,\n    2\n  },\n  {\n    3,\n    4\n  }\n}',
    );
    expect(await valueText(value, { settings: { arrayIndexes: true } })).toBe(
      '{[0] = {[0] = 1, [1] = 2}, [1] = {[0] = 3, [1] = 4}}',
    );
  });

  it('bytes in a vector of the processor are numbers', async () => {
    const vector = { ...arrayOf(char, 4), vector: true };
    expect(await valueText(ofBytes(vector, [1, 2, 65, 0xff]))).toBe('{1, 2, 65, -1}');
  });

  it('stops at 200 elements', async () => {
    const bytes = Array.from({ length: 250 }, (_, i) => wide(i)).flat();
    const text = await valueText(ofBytes(arrayOf(int, 250), bytes));
    expect(text).toMatch(/, 198, 199\.\.\.\}$/);
    const few = await valueText(ofBytes(arrayOf(int, 250), bytes), { settings: { elements: 2 } });
    expect(few).toBe('{0, 1...}');
  });

  it('an array without elements is an address', async () => {
    const flexible = struct('line', 4, [member('n', int, 0), member('rest', arrayOf(int, 0), 4)]);
    const setting = { memory: memoryOf({ 0x1000: wide(2) }) };
    const value = inMemory(flexible, 0x1000, setting);
    expect(await valueText(value)).toBe('{n = 2, rest = 0x1004}');
    const program: Pick<Program, 'symbolAt'> = {
      symbolAt: () => Promise.resolve({ name: 'last', offset: 4n }),
    };
    const modules = [{ program: program as Program, slide: 0n }];
    const named = new Value(flexible, value.place, { ...value.context, modules });
    expect(await valueText(named)).toBe('{n = 2, rest = 0x1004 <last+4>}');
  });

  it('bases, static and anonymous members', async () => {
    const both = anonymous('union', 4, [member('u', int, 0), member('v', unsignedInt, 0)]);
    const derived = struct(
      'derived',
      16,
      [member('d', int, 8), { type: both, offset: 12n, artificial: false }],
      {
        bases: [{ type: point, offset: 0n, virtual: false }],
        statics: [{ name: 'made', type: int, constant: 7n, offset: 1, before: 1 }],
      },
    );
    const value = ofBytes(derived, wide(1, 2, 3, 4));
    expect(await valueText(value)).toBe(
      '{<point> = {x = 1, y = 2}, d = 3, static made = 7, {u = 4, v = 4}}',
    );
    expect(await valueText(value, { settings: { staticMembers: false, unions: false } })).toBe(
      '{<point> = {x = 1, y = 2}, d = 3, {...}}',
    );
    const empty = struct('empty', 1, []);
    expect(await valueText(ofBytes(empty, [0]))).toBe('{<No data fields>}');
  });

  it('a static member of which nothing was kept', async () => {
    const made = { name: 'made', type: int, offset: 1, before: 0 };
    const only = struct('only', 4, [member('x', int, 0)], { statics: [made] });
    const program: Partial<Program> = {
      staticMember: () => Promise.resolve(undefined),
      symbolOfLost: () => Promise.resolve('_ZN4only4madeE'),
    };
    const { type, place, context } = ofBytes(only, wide(1));
    const modules = [{ program: program as Program, slide: 0n }];
    const problem = '<error reading variable: Missing ELF symbol "_ZN4only4madeE".>';
    expect(await valueText(new Value(type, place, { ...context, modules }))).toBe(
      `{static made = ${problem}, x = 1}`,
    );
  });

  it('static arrays, one for each type of elements', async () => {
    const shared = (name: string, type: Type, constant: Uint8Array) => ({
      name,
      type,
      constant,
      offset: 1,
      before: 0,
    });
    const members = [member('x', int, 0)];
    const point = struct('point', 4, members, {
      statics: [
        shared('first', arrayOf(int, 2), Uint8Array.from(wide(1, 2))),
        shared('second', arrayOf(int, 3), Uint8Array.from(wide(3, 4, 5))),
        shared('name', arrayOf(char, 3), Uint8Array.from(ascii('ab\0'))),
      ],
    });
    const pair = struct('pair', 8, [member('one', point, 0), member('two', point, 4)]);
    const seen = '<same as static member of an already seen type>';
    const first = `{static first = {1, 2}, static second = ${seen}, static name = "ab", x = 6}`;
    const second = `{static first = ${seen}, static second = ${seen}, static name = ${seen}, x = 7}`;
    expect(await valueText(ofBytes(point, wide(6)))).toBe(first);
    expect(await valueText(ofBytes(pair, wide(6, 7)))).toBe(`{one = ${first}, two = ${second}}`);
  });

  it('over several lines with set print pretty', async () => {
    const holder = struct('holder', 12, [member('n', int, 0), member('at', point, 4)]);
    const text = await valueText(ofBytes(holder, wide(1, 2, 3)), { settings: { pretty: true } });
    expect(text).toBe('{\n  n = 1,\n  at = {\n    x = 2,\n    y = 3\n  }\n}');
    const derived = struct('derived', 12, [member('d', int, 8)], {
      bases: [{ type: point, offset: 0n, virtual: false }],
    });
    expect(await valueText(ofBytes(derived, wide(1, 2, 3)), { settings: { pretty: true } })).toBe(
      '{\n  <point> = {\n    x = 1,\n    y = 2\n  }, \n  members of derived:\n  d = 3\n}',
    );
  });

  it('objects of bases alone over several lines, as gdb 13 ends them', async () => {
    const empty = struct('E', 1, []);
    const derived = struct('D', 1, [], { bases: [{ type: empty, offset: 0n, virtual: false }] });
    expect(await valueText(ofBytes(derived, [0]), { settings: { pretty: true } })).toBe(
      '{\n  <E> = {<No data fields>}, <No data fields>}',
    );
  });

  it('bit fields in both byte orders', async () => {
    const fields = struct('bits', 4, [
      member('a', unsignedInt, 0, { bit: 0n, size: 3 }),
      member('b', int, 0, { bit: 3n, size: 5 }),
      member('c', unsignedInt, 0, { bit: 8n, size: 13 }),
    ]);
    const little = ofBytes(fields, [0b11101_101, 0xbc, 0x0a, 0]);
    expect(await valueText(little)).toBe('{a = 5, b = -3, c = 2748}');
    const big = ofBytes(fields, [0b101_11101, 0x55, 0xe0, 0], { order: 'big' });
    expect(await valueText(big)).toBe('{a = 5, b = -3, c = 2748}');
  });

  it('incomplete types', async () => {
    const opaque = { ...struct('opaque', 0, []), incomplete: true };
    expect(await valueText(ofBytes(opaque, []))).toBe('<incomplete type>');
  });
});

describe('pointers and references', () => {
  const setting = { memory: memoryOf({ 0x1000: wide(5) }) };
  const address = [0, 0x10, ...repeat(6)];

  it('have their type before them at the top only', async () => {
    const pointer = ofBytes(pointerTo(int), address, setting);
    expect(await valueText(pointer)).toBe('0x1000');
    expect(await valueText(pointer, { top: true })).toBe('(int *) 0x1000');
    const constant: Type = { kind: 'const', target: int };
    expect(await valueText(ofBytes(pointerTo(constant), address), { top: true })).toBe(
      '(const int *) 0x1000',
    );
  });

  it('references are followed outside of classes', async () => {
    const reference = ofBytes(referenceTo(int), address, setting);
    expect(await valueText(reference, { top: true })).toBe('(int &) @0x1000: 5');
    expect(await valueText(reference)).toBe('@0x1000: 5');
    const holder = struct('holder', 8, [member('r', referenceTo(int), 0)]);
    expect(await valueText(ofBytes(holder, address, setting))).toBe('{r = @0x1000}');
    expect(await valueText(ofBytes(referenceTo(int), address), { top: true })).toBe(
      '(int &) @0x1000: <unavailable>',
    );
  });

  it('members', async () => {
    const of = struct('PM', 8, [member('x', int, 0), member('y', int, 4)]);
    const type: Type = { kind: 'memberPointer', target: int, of, size: 8 };
    expect(await valueText(ofBytes(type, [4, ...repeat(7)]))).toBe('&PM::y');
    expect(await valueText(ofBytes(type, repeat(8, 0xff)))).toBe('NULL');
  });

  it('members of a class that is a base of itself end', async () => {
    const bases: BaseClass[] = [];
    const of = struct('PM', 8, [], { bases });
    for (const offset of [0n, 0n, 1n, -1n]) bases.push({ type: of, offset, virtual: false });
    const type: Type = { kind: 'memberPointer', target: int, of, size: 8 };
    expect(await valueText(ofBytes(type, [4, ...repeat(7)]))).toBe('4');
  });

  it('virtual member functions, of a base too', async () => {
    const signature = () =>
      Promise.resolve({ result: int, parameters: [], variadic: false } as const);
    const virtual = { slot: 2n };
    const linkageName = () => Promise.resolve('_ZNK4Base1fEi');
    const methods = [{ name: 'f', virtual, artificial: false, signature, linkageName }];
    const root = { ...struct('Base', 8, [], { methods }), offset: 1 };
    const bases = [{ type: root, offset: 8n, virtual: false }];
    const of = struct('PM', 16, [], { bases });
    const target: Type = {
      kind: 'function',
      result: int,
      prototyped: true,
      variadic: false,
      parameters: () => Promise.resolve([int]),
    };
    const type: Type = { kind: 'memberPointer', target, of, size: 16 };
    const text = (offset: number, adjustment: number) =>
      valueText(ofBytes(type, [1 + offset, ...repeat(7), adjustment, ...repeat(7)]));
    expect(await text(16, 8)).toBe('&virtual Base::f(int) const');
    expect(await text(24, 8)).toBe('&virtual table offset 24, this adjustment 8');
    expect(await text(16, 0)).toBe('&virtual table offset 16');
  });
});

describe('what nothing was stored in yet', () => {
  const uninitialized = async (type: Type, bytes: readonly number[]) => {
    const expression = {
      bytes: Uint8Array.from([0x9e, bytes.length, ...bytes, 0xf0]),
      encoding: encoding(),
    };
    return readLocation(type, { kind: 'expression', expression }, valueContext());
  };
  const pair = struct('pair', 8, [member('x', int, 0), member('y', int, 4)]);

  it('is said of a variable that is printed', async () => {
    const value = await uninitialized(pair, wide(2, 3));
    expect(await valueText(value, { top: true })).toBe(' [uninitialized] {x = 2, y = 3}');
    expect(await valueText(value, { top: true, format: 'x' })).toBe(
      ' [uninitialized] {x = 0x2, y = 0x3}',
    );
    expect(await valueText(value)).toBe('{x = 2, y = 3}');
  });

  it('is an error of the location where more follows', async () => {
    const bytes = Uint8Array.of(0xf0, 0x9e, 1, 5);
    const expression = { bytes, encoding: encoding() };
    const value = await readLocation(int, { kind: 'expression', expression }, valueContext());
    expect(value.place).toEqual({
      kind: 'problem',
      problem: 'DWARF-2 expression error: DW_OP_GNU_uninit must always be the very last op.',
    });
  });

  it('is said of a structure in a format too', async () => {
    const value = await uninitialized(pair, wide(2, 3));
    expect(await resultText(value, { format: 'x' })).toEqual({
      text: ' [uninitialized] {x = 0x2, y = 0x3}',
    });
  });

  it('is not said of a number in a format', async () => {
    const value = await uninitialized(int, wide(2));
    expect(await resultText(value, { format: 'x' })).toEqual({ text: '0x2' });
    expect(await valueText(value, { top: true })).toBe(' [uninitialized] 2');
    expect(await valueText(value, { top: true, format: 'x' })).toBe('0x2');
  });
});

describe('what is missing', () => {
  const pair = struct('pair', 8, [member('x', int, 0), member('y', int, 4)]);
  const at = (type: Type, place: Location, registers = {}) =>
    new Value(type, place, valueContext({ registers }));

  it('altogether, or in part', async () => {
    const setting = { memory: memoryOf({ 0x1000: wide(5) }) };
    expect(await valueText(inMemory(pair, 0x2000, setting))).toBe('<unavailable>');
    expect(await valueText(inMemory(pair, 0x1000, setting))).toBe('{x = 5, y = <unavailable>}');
    expect(await valueText(inMemory(arrayOf(int, 14), 0x1000, setting))).toBe(
      '{5, <unavailable> <repeats 13 times>}',
    );
    expect(await valueText(inMemory(arrayOf(char, 6), 0x1000, setting))).toBe(
      "{5 '\\005', 0 '\\000', 0 '\\000', 0 '\\000', <unavailable>, <unavailable>}",
    );
    expect(await valueText(inMemory(pair, 0x2000, setting), { summary: true })).toBe('...');
    expect(await valueText(inMemory(pair, 0x1000, setting), { summary: true })).toBe('...');
  });

  it('optimized out, and pointers to what has no address', async () => {
    expect(await valueText(at(int, { kind: 'optimizedOut' }))).toBe('<optimized out>');
    const unit = {
      offset: 0,
      address: () => Promise.resolve(undefined),
      baseType: () => Promise.resolve(undefined),
      callee: () => Promise.resolve(undefined),
      pointee: () => Promise.resolve(undefined),
      entryOffset: (offset: number) => offset,
    };
    const place: Location = { kind: 'implicitPointer', target: { unit, offset: 1 }, offset: 0n };
    expect(await valueText(at(pointerTo(int), place), { top: true })).toBe(
      '(int *) <synthetic pointer>',
    );
    expect(await valueText(at(referenceTo(pair), place), { summary: true })).toBe(
      '<synthetic pointer>...',
    );
    expect(await valueText(at(referenceTo(int), place), { summary: true })).toBe(
      '<synthetic pointer>',
    );
    const nowhere = { ...unit, pointee: () => Promise.resolve({ kind: 'none' } as const) };
    const toNowhere: Location = { ...place, target: { unit: nowhere, offset: 1 } };
    expect(await valueText(at(referenceTo(pair), toNowhere))).toBe(
      '<synthetic pointer>: {x = <optimized out>, y = <optimized out>}',
    );
  });

  it('pieces: each member has its own place', async () => {
    const registers = { 0: { kind: 'value', bytes: Uint8Array.of(1, 0, 0, 0, 9, 9, 9, 9) } };
    const pieces = (second: Location): Location => ({
      kind: 'pieces',
      pieces: [
        { location: { kind: 'register', register: 0 }, size: 32 },
        { location: second, size: 32 },
      ],
    });
    expect(await valueText(at(pair, pieces({ kind: 'optimizedOut' }), registers))).toBe(
      '{x = 1, y = <optimized out>}',
    );
    expect(await valueText(at(pair, pieces({ kind: 'register', register: 1 }), registers))).toBe(
      '{x = 1, y = <unavailable>}',
    );
  });

  it('pieces of bits', async () => {
    const fields = struct('bits', 1, [
      member('a', unsignedChar, 0, { bit: 0n, size: 2 }),
      member('b', unsignedChar, 0, { bit: 2n, size: 6 }),
    ]);
    const one: Location = { kind: 'number', bytes: Uint8Array.of(3, 0, 0, 0, 0, 0, 0, 0) };
    const place: Location = {
      kind: 'pieces',
      pieces: [
        { location: one, size: 2, offset: 0 },
        { location: { kind: 'unavailable' }, size: 6, offset: 0 },
      ],
    };
    expect(await valueText(at(fields, place))).toBe("{a = 3 '\\003', b = <unavailable>}");
  });

  it('a problem is said, and so is a value that is too big', async () => {
    const lost = at(int, { kind: 'problem', problem: 'Division by zero' });
    expect(await valueText(lost)).toBe('<error: Division by zero>');
    const huge = inMemory(arrayOf(char, 70_000), 0x1000, {});
    expect(problemOf(huge)).toBe('value requires 70000 bytes, which is more than max-value-size');
    const named = inMemory(struct('big', 70_000, []), 0x1000, {});
    expect(problemOf(named)).toBe(
      "value of type `big' requires 70000 bytes, which is more than max-value-size",
    );
  });
});

describe('formats', () => {
  const text = (type: Type, bytes: readonly number[], format: Format) =>
    valueText(ofBytes(type, bytes), { format });
  const sh = base('short int', 2, 5);

  it.each<[Type, readonly number[], Format, string]>([
    [char, [0xff], 'x', '0xff'],
    [char, [0xff], 'd', '-1'],
    [char, [0xff], 'u', '255'],
    [char, [0xff], 'o', '0377'],
    [char, [0xff], 't', '11111111'],
    [int, repeat(4), 't', '0'],
    [int, repeat(4), 'o', '0'],
    [sh, [0xfb, 0xff], 'z', '0xfffb'],
    [sh, [0xfb, 0xff], 'a', '0xfffffffffffffffb'],
    [sh, [0xfb, 0xff], 'c', "-5 '\\373'"],
    [sh, [0xfb, 0xff], 'f', '-5'],
    [int, wide(5), 'z', '0x00000005'],
    [unsignedInt, [0, 0x28, 0x6b, 0xee], 'c', "0 '\\000'"],
    [unsignedInt, [0, 0x28, 0x6b, 0xee], 'f', '-1.81943336e+28'],
    [long, repeat(8, 0xff), 'u', '18446744073709551615'],
    [long, repeat(8, 0xff), 'f', '-nan(0xfffffffffffff)'],
    [double, [0x9a, 0x99, 0x99, 0x99, 0x99, 0x99, 0xf1, 0x3f], 'x', '0x3ff199999999999a'],
    [arrayOf(char, 3), ascii('ab\0'), 'x', '{0x61, 0x62, 0x0}'],
    [arrayOf(char, 3), ascii('ab\0'), 's', '"ab"'],
    [arrayOf(char, 3), ascii('ab\0'), 'c', "{97 'a', 98 'b', 0 '\\000'}"],
    [arrayOf(int, 2), wide(1, 2), 'f', '{1.40129846e-45, 2.80259693e-45}'],
    [pointerTo(char), [0x10, 0x20, 0x40, ...repeat(5)], 'd', '4202512'],
    [bool, [1], 'x', '0x1'],
    [enumOf({ A: 1, B: 2 }), wide(3), 'x', '0x3'],
  ])('%# /%s', async (type, bytes, format, expected) => {
    expect(await text(type, bytes, format)).toBe(expected);
  });
});

describe('hostile types', () => {
  it('a class that holds itself ends', async () => {
    const self = struct('self', 8, []);
    const looped = {
      ...self,
      members: async () => ({ ...(await self.members()), members: [own] }),
    };
    const own = member('again', looped, 0);
    const text = await valueText(ofBytes(looped, repeat(8)));
    expect(text).toContain('{...}');
    expect(text.length).toBeLessThan(1000);
  });

  it('arrays of arrays of nothing end', async () => {
    const many = arrayOf(arrayOf(struct('empty', 0, []), 1e9), 1e9);
    expect((await valueText(ofBytes(many, []))).length).toBeLessThan(100);
  });

  it('a typedef of itself ends', async () => {
    const loop: { kind: 'typedef'; name: string; target: Type } = {
      kind: 'typedef',
      name: 'loop',
      target: int,
    };
    loop.target = loop;
    expect(await valueText(ofBytes(loop, []))).toBe('<error type>');
  });

  it('a class of very many members ends, and says once that there are more', async () => {
    const members = Array.from({ length: 60_000 }, (_, i) => member(`m${i}`, char, i));
    const text = await valueText(ofBytes(struct('wide', 60_000, members), repeat(60_000)));
    expect(text.split(', ')).toHaveLength(49_999);
    expect(text).toMatch(/, \.\.\.\}$/);
  });

  it('classes that double with each level end', async () => {
    let type = struct('e0', 0, []);
    for (let level = 1; level < 40; level++) {
      type = struct(`e${level}`, 0, [member('l', type, 0), member('r', type, 0)]);
    }
    const text = await valueText(ofBytes(type, []), { settings: { depth: 100 } });
    expect(text.length).toBeLessThan(1_000_000);
    expect(text).toContain('...');
  });

  it('several texts can share what they show', async () => {
    const pair = struct('pair', 2, [member('a', char, 0), member('b', char, 1)]);
    const budget = { left: 6 };
    const texts = [1, 2, 3].map(() => () => valueText(ofBytes(pair, [1, 2]), { budget }));
    expect(await texts[0]?.()).toBe("{a = 1 '\\001', b = 2 '\\002'}");
    expect(await texts[1]?.()).toBe('{...}');
    expect(await texts[2]?.()).toBe('...');
  });
});
