// What `ptype` writes of types that a program makes endless.
import { describe, expect, it } from 'vitest';
import { plainDeclaration } from '../../../src/values/declarationLines';
import { typeDeclaration } from '../../../src/values/typeDeclaration';
import type { Type } from '../../../src/symbols/type';
import { char, int, member, struct } from './makers';

const offsets = { ...plainDeclaration, offsets: 'decimal' } as const;

it('what is behind the last variant of a Rust enum is written twice, as gdb does', async () => {
  const variant = (name: string, type: Type) => {
    const held = struct(name, 12, [member('__0', type, 4)]);
    return { values: [], members: [member(name, held, 0)] };
  };
  const variants = { variants: [variant('Long', int), variant('Short', char)] };
  const text = await typeDeclaration(struct('Text', 12, [], { variants }), 0x1c, offsets);
  expect(
    text
      .split('\n')
      .slice(-11)
      .map((line) => line.trim()),
  ).toEqual([
    '),',
    '/*      0      |      12 */    Short (',
    '/*      4      |       1 */        char,',
    '/* XXX  7-byte padding   */',
    '',
    '/* total size (bytes):   12 */',
    '),',
    '/* XXX  7-byte padding   */',
    '',
    '/* total size (bytes):   12 */',
    '}',
  ]);
});

describe('hostile types', () => {
  it('a class of very many members ends, and says that there are more', async () => {
    const members = Array.from({ length: 60_000 }, (_, i) => member(`m${i}`, char, i));
    const lines = (await typeDeclaration(struct('wide', 60_000, members))).split('\n');
    expect(lines).toHaveLength(20_003);
    expect(lines.slice(-3)).toEqual(['    char m19999;', '    ...', '}']);
  });

  it('classes that double with each level end where each is written out', async () => {
    let type = struct('e0', 1, [member('c', char, 0)]);
    for (let level = 1; level < 40; level++) {
      type = struct(`e${level}`, 1, [member('l', type, 0), member('r', type, 0)]);
    }
    const text = await typeDeclaration(type, undefined, offsets);
    expect(text.length).toBeLessThan(4_000_000);
    expect(text).toContain('...');
  });

  it('classes as deep as they are many end', async () => {
    let type = struct('e0', 1, [member('c', char, 0)]);
    for (let level = 1; level < 5000; level++) {
      type = struct(`e${level}`, 1, [member('only', type, 0)]);
    }
    const text = await typeDeclaration(type, undefined, offsets);
    expect(text.length).toBeLessThan(4_000_000);
    expect(text).toContain('...');
  });
});
