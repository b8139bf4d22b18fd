import { describe, expect, it } from 'vitest';
import { joinSourcePath } from '../../../src/symbols/sourcePath';

describe('a source path', () => {
  it.each([
    [['/build', 'src', 'main.c'], '/build/src/main.c'],
    [['/build', '/usr/include', 'stdio.h'], '/usr/include/stdio.h'],
    [['/build', 'src', '/abs/main.c'], '/abs/main.c'],
    [['/build/', './src/', '../inc//a.h'], '/build/inc/a.h'],
    [['/', '../../a.c'], '/a.c'],
    [['//build', 'a.c'], '/build/a.c'],
    [['src', '../../a.c'], '../a.c'],
    [[undefined, '', 'a.c'], 'a.c'],
    [['.', 'a.c'], 'a.c'],
    [['/build', 'back\\slash.c'], '/build/back\\slash.c'],
    [['C:\\src', 'lib', 'main.c'], 'C:\\src\\lib\\main.c'],
    [['C:\\src', 'lib\\..\\inc', 'a.h'], 'C:\\src\\inc\\a.h'],
    [['C:\\src', '..\\..\\a.h'], 'C:\\a.h'],
    [['C:/src', 'lib', 'main.c'], 'C:/src/lib/main.c'],
    [['C:/src', './lib\\x/main.c'], 'C:/src/lib\\x/main.c'],
    [['C:\\src', 'D:/other/main.c'], 'D:/other/main.c'],
    [['\\\\server\\share', 'main.c'], '\\\\server\\share\\main.c'],
    [['/build', 'C:\\cross\\main.c'], 'C:\\cross\\main.c'],
    [[], ''],
  ])('of %j is %s', (parts, path) => {
    expect(joinSourcePath(...parts)).toBe(path);
  });
});
