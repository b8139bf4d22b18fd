import { describe, expect, it } from 'vitest';
import {
  lineOf,
  locationOf,
  namesFile,
  parseTracepointLocation,
} from '../../../../src/workbench/recording/locations';

describe('a location', () => {
  it.each([
    ['main.c:12', { kind: 'line', file: 'main.c', line: 12 }],
    ['src/a b/main.c:1', { kind: 'line', file: 'src/a b/main.c', line: 1 }],
    ['C:\\src\\main.c:7', { kind: 'line', file: 'C:\\src\\main.c', line: 7 }],
    [' *0x401136 ', { kind: 'address', address: '0x401136' }],
    ['*main + 4', { kind: 'address', address: 'main + 4' }],
    ['work', { kind: 'function', name: 'work' }],
    ['ns::Shape::area', { kind: 'function', name: 'ns::Shape::area' }],
    ['Queue<int>::push(int const&)', { kind: 'function', name: 'Queue<int>::push(int const&)' }],
  ])('%s is read as gdb reads it', (text, location) => {
    expect(parseTracepointLocation(text)).toEqual(location);
  });

  it.each(['', '  ', '12', 'main.c:0', '*', 'a;b', 'main.c:12345678901'])('%j is none', (text) => {
    expect(parseTracepointLocation(text)).toBeUndefined();
  });

  it('of a line is written as it is read', () => {
    expect(lineOf(locationOf({ file: 'src/a.c', line: 3 }))).toEqual({ file: 'src/a.c', line: 3 });
    expect(lineOf('work')).toBeUndefined();
  });
});

describe('a plan', () => {
  const file = { path: '/home/me/app/src/main.c', relative: 'src/main.c' };

  it.each(['src/main.c', '/home/me/app/src/main.c', 'src\\main.c', 'main.c'])(
    'means a file by %s',
    (named) => {
      expect(namesFile(named, file)).toBe(true);
    },
  );

  it.each(['other/main.c', 'c', 'ain.c', 'app/src/main.c', '/src/main.c'])(
    'does not mean it by %s',
    (named) => {
      expect(namesFile(named, file)).toBe(false);
    },
  );
});
