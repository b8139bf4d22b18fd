import { describe, expect, it } from 'vitest';
import { messageWithoutSteering, nameInOneLine, withoutSteering } from '../../../src/bytes/text';
import { described, header, sourceOf } from '../format/traceBytes';

const hex = (text: string) => Buffer.from(text).toString('hex');

describe('characters that steer a terminal or turn the writing', () => {
  it('are shown as gdb writes them in strings', () => {
    expect(withoutSteering('\x1b[31mred\x07\x9b')).toBe('\\033[31mred\\007\\302\\233');
    expect(withoutSteering('a\u202eb\u2066')).toBe('a\\342\\200\\256b\\342\\201\\246');
    expect(withoutSteering('a\rb')).toBe('a\\015b');
  });

  it('are not lines, tabs and letters', () => {
    const text = 'eins\tzwei\r\nÜber מילה 字\n';
    expect(withoutSteering(text)).toBe(text);
    expect(nameInOneLine('a\nb\tc')).toBe('a\\012b\\011c');
  });

  it('are replaced everywhere in a message, which is else the same', () => {
    const message = { a: ['x', { b: '\x1b' }], bytes: new Uint8Array([27]), n: 1n };
    expect(messageWithoutSteering(message)).toEqual({ ...message, a: ['x', { b: '\\033' }] });
    const plain = { a: ['x'], bytes: new Uint8Array([27]) };
    expect(messageWithoutSteering(plain)).toBe(plain);
  });

  it('are not in the name of a trace state variable', async () => {
    const line = `tsv 1:0:0:${hex('x\n\x1b[2J')}`;
    const { description } = await described(sourceOf(header('R 0', 'status 0', line)));
    expect(description.variables[0]?.name).toBe('x\\012\\033[2J');
  });
});
